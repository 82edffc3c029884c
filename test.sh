#!/usr/bin/env bash
# Sets up, builds and runs the tests, and ends with a summary; the exit status is ctest's.
#   ./test.sh               all but those labelled slow
#   ./test.sh --all         all
#   ./test.sh [--all] ARGS  the rest goes to ctest: ./test.sh -R exchange, ./test.sh -L gpu
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
select=(-LE '^slow$')
if [ "${1:-}" = --all ]; then select=(); shift; fi

"$root/packaging/build.sh" dev

results=$root/build/dev/tests.xml
rm -f "$results"
status=0
# Two at a time: most tests keep one core busy; those that need the machine to themselves are marked RUN_SERIAL.
(cd "$root" && ctest --preset dev --parallel 2 --timeout 600 --test-output-size-passed 65536 --output-junit "$results" \
  "${select[@]}" "$@") || status=$?
"$("$root/packaging/setup.sh" --where)/venv/bin/python" "$root/packaging/test_summary.py" "$results" || status=1
exit "$status"
