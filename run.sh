#!/usr/bin/env bash
# Starts Belfry from a fresh checkout: sets up, builds what changed, and opens the window.
#   ./run.sh                the window; without a display, a training run of the preset "quick"
#   ./run.sh ARGS...        belfry-cli ARGS..., for instance ./run.sh devices
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=$root/build/release/bin

"$root/packaging/build.sh" release bin/belfry bin/belfry-cli >&2   # stdout belongs to belfry-cli: its --json is read by programs

# As app/common/passive_waiting.cpp: the programs would set both and start themselves once more, which loads LibTorch
# twice: half a second.
if [ -z "${OMP_WAIT_POLICY:-}${GOMP_SPINCOUNT:-}" ]; then export OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=3000; fi
if [ $# -gt 0 ]; then exec "$bin/belfry-cli" "$@"; fi
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  status=0
  "$bin/belfry" || status=$?
  if [ $status -ne 3 ]; then exit $status; fi   # 3: the display that is named cannot be opened
fi
echo 'run: no display, so no window: training without one, belfry-cli train --preset quick' >&2
exec "$bin/belfry-cli" train --preset quick
