#!/usr/bin/env bash
# Builds the guide as a site of plain files: build/guide/site/index.html. Links and anchors that lead nowhere are errors.
#
#   packaging/guide.sh [PROGRAM]    PROGRAM: the belfry-cli whose help becomes the reference; build/release/bin/belfry-cli by default
#
# MkDocs comes from PyPI into the user's cache (packaging/guide/requirements.txt), once.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$root/build/release/bin/belfry-cli}
requirements=$root/packaging/guide/requirements.txt
read -r digest _ < <(sha256sum "$requirements")
venv=${XDG_CACHE_HOME:-$HOME/.cache}/belfry/guide-${digest:0:12}
out=$root/build/guide

if [ ! -x "$program" ]; then
  echo "guide: there is no $program. Build it first: packaging/build.sh release bin/belfry-cli" >&2
  exit 2
fi
if [ ! -e "$venv/complete" ]; then
  echo "guide: installing MkDocs into $venv (20 MB to download): up to a minute" >&2
  rm -rf "$venv"
  "${BELFRY_PYTHON:-/usr/bin/python3}" -m venv "$venv"
  "$venv/bin/pip" --disable-pip-version-check install --quiet --no-deps --only-binary :all: --requirement "$requirements"
  touch "$venv/complete"
fi
rm -rf "$out"
"$venv/bin/python" "$root/packaging/guide/pages.py" "$root" "$program" "$out"
NO_MKDOCS_2_WARNING=1 "$venv/bin/mkdocs" build --quiet --strict --config-file "$out/mkdocs.yml" --site-dir "$out/site"
echo "$out/site/index.html"
