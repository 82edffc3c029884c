#!/usr/bin/env bash
# Makes a release: builds the packages of what is committed here, then tags it.
#   packaging/release.sh VERSION       such as 0.1.0
# Refuses, before anything is made: a version that is not the one of CMakeLists.txt, which all else takes it from; a tree with changes
# that are not committed; a tag that is there; a CHANGELOG or metainfo without that version; a metainfo with another date than CHANGELOG's
# section ('## 0.1.0 (2026-12-01)'), or than today where the section has none; a failing ./test.sh --all.
# Pushes nothing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=${1:-}
refuse() { printf 'release: %s\n' "$*" >&2; exit 1; }
cd "$root"

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo 'usage: packaging/release.sh VERSION, such as 0.1.0' >&2; exit 2; }
[ $# = 1 ] || { echo 'usage: packaging/release.sh VERSION' >&2; exit 2; }
cmakes=$(sed -nE 's/^project\(Belfry VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
[ "$version" = "$cmakes" ] || refuse "CMakeLists.txt says version ${cmakes:-none}: change it there, or name that one"
changes=$(git status --porcelain)
[ -z "$changes" ] || refuse "there are changes that are not committed: $(wc -l <<< "$changes") files, the first is $(head -n 1 <<< "$changes" | cut -c 4-)"
! git rev-parse -q --verify "refs/tags/v$version" > /dev/null || refuse "the tag v$version is there already"
section=$(grep -m 1 -E "^## ${version//./\\.}( |$)" CHANGELOG.md) || refuse "CHANGELOG.md has no section '## $version'"
metainfo=packaging/io.github.belfry.Belfry.metainfo.xml
entry=$(grep -m 1 -F "<release version=\"$version\"" "$metainfo") || refuse "$metainfo has no release $version"
dated=$(sed -nE 's/.* date="([^"]*)".*/\1/p' <<< "$entry")
expected=$(grep -oE '[0-9]{4}-[0-9]{2}-[0-9]{2}' <<< "$section") || expected=
if [ -n "$expected" ]; then
  [ "$dated" = "$expected" ] || refuse "$metainfo dates $version ${dated:-nowhere} and CHANGELOG.md $expected: give both the same date"
else
  expected=$(date +%F)
  [ "$dated" = "$expected" ] ||
    refuse "$metainfo dates $version ${dated:-nowhere} and today is $expected: change it, or name the date in CHANGELOG.md: '## $version (DATE)'"
fi
commit=$(git rev-parse HEAD)

echo "release: running all tests of $(git rev-parse --short HEAD)"
./test.sh --all || refuse 'tests failed'
packaging/package.sh || refuse 'the Debian package could not be built'
if [ -x packaging/wheel.sh ]; then packaging/wheel.sh || refuse 'the wheel could not be built'; fi
# Minutes have passed: what was tested and built must be what is tagged.
[ "$(git rev-parse HEAD)" = "$commit" ] && [ -z "$(git status --porcelain)" ] || refuse 'the tree has changed meanwhile: start again'
git tag -a "v$version" -m "Belfry $version"
echo "release: tagged v$version; git push origin v$version publishes it"
