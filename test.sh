#!/usr/bin/env bash
# Sets up, builds and runs the tests, and ends with a summary; the exit status is ctest's.
#   ./test.sh               all but those labelled slow
#   ./test.sh --all         all
#   ./test.sh [--all] ARGS  the rest goes to ctest: ./test.sh -R exchange, ./test.sh -L gpu
#   ./test.sh --gpu ARGS    tests, compute-sanitizer and speed on this machine's GPUs, written down by tests/bench/gpu.py
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python() { "$("$root/packaging/setup.sh" --where)/venv/bin/python" "$@"; }

if [ "${1:-}" = --gpu ]; then
  shift
  report() { python "$root/tests/bench/gpu.py" "$root/build/dev" "$root/build/release" "$@"; }
  "$root/packaging/setup.sh"
  case " $* " in *' --help '* | *' -h '*) report --help; exit ;; esac
  report --check "$@"   # before minutes of building: there is nothing to do without a GPU
  "$root/packaging/build.sh" dev bin/test_gpu bin/test_multigpu
  "$root/packaging/build.sh" release bin/belfry-cli bin/stage_cost_bench
  report "$@"
  exit
fi

select=(-LE '^slow$')
if [ "${1:-}" = --all ]; then select=(); shift; fi

"$root/packaging/build.sh" dev

results=$root/build/dev/tests.xml
rm -f "$results"
status=0
# Two at a time: most tests keep one core busy; those that need the machine to themselves are marked RUN_SERIAL.
(cd "$root" && ctest --preset dev --parallel 2 --timeout 600 --test-output-size-passed 65536 --output-junit "$results" \
  "${select[@]}" "$@") || status=$?
python "$root/packaging/test_summary.py" "$results" || status=1
exit "$status"
