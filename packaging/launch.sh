#!/bin/sh
# What /usr/bin/belfry, belfry-cli and belfry-setup lead to: starts the program of that name in lib/belfry/bin with the LibTorch that
# packaging/libraries.sh keeps in the user's cache. The program takes its folders off LD_LIBRARY_PATH again (app/common/program.cpp).
set -eu
here=$(dirname "$(readlink -f "$0")")
name=$(basename "$0")
[ "$name" != belfry-setup ] || exec "$here/setup/libraries.sh" "$@"
if ! libraries=$("$here/setup/libraries.sh" --where); then
  if [ "$name" = belfry ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    "$here/bin/belfry-fetch" "$here/setup/libraries.sh" || exit $?
    libraries=$("$here/setup/libraries.sh" --where)
  else
    echo "$name: LibTorch, by which Belfry computes, is not in the cache folder yet. Run belfry-setup once: it fetches it, 2.5 GB." >&2
    exit 2
  fi
fi
folders=$libraries/torch/lib
for folder in "$libraries"/nvidia/*/lib; do folders=$folders:$folder; done
export BELFRY_LAUNCHED=$$ BELFRY_USER_LIBRARY_PATH="${LD_LIBRARY_PATH:-}"
export LD_LIBRARY_PATH="$folders${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
# As app/common/program.cpp: the window would set both and start itself once more.
if [ -z "${OMP_WAIT_POLICY:-}${GOMP_SPINCOUNT:-}" ]; then export OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=3000; fi
exec "$here/bin/$name" "$@"
