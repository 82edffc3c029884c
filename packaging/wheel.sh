#!/usr/bin/env bash
# Builds a wheel of the programs and of the package for Python: belfry-VERSION-py3-none-manylinux_GLIBC_x86_64.whl.
#   packaging/wheel.sh [--build FOLDER] [--output FOLDER]
# Of the release preset, built first as far as needed, or of another build folder; into dist/, or another folder.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=
output=$root/dist
while [ $# -gt 0 ]; do
  case "$1" in
    --build) build=${2:?--build needs a folder}; shift 2 ;;
    --output) output=${2:?--output needs a folder}; shift 2 ;;
    *) echo "wheel: unknown argument '$1'; usage: packaging/wheel.sh [--build FOLDER] [--output FOLDER]" >&2; exit 2 ;;
  esac
done
if [ -z "$build" ]; then
  "$root/packaging/build.sh" release
  build=$root/build/release
fi
exec "$("$root/packaging/setup.sh" --where)/venv/bin/python" "$root/packaging/wheel.py" "$build" "$output"
