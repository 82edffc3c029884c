#!/usr/bin/env bash
# Builds a Debian package for this machine's distribution: the window, the command line, and what a desktop asks for. LibTorch is no
# part of it: packaging/libraries.sh, which is, fetches it at the first start.
#   packaging/package.sh [BUILD_FOLDER]    default: build/release, which it builds; another one must be built
# Prints the package's path, sizes and the time it took.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
command -v dpkg-shlibdeps > /dev/null || { echo 'package: dpkg-dev is missing: apt-get install dpkg-dev' >&2; exit 1; }
if [ $# -gt 0 ]; then folder=$(cd "$1" && pwd)
else
  folder=$root/build/release
  "$root/packaging/build.sh" release bin/belfry bin/belfry-cli bin/belfry-fetch
fi
start=$SECONDS
log=$folder/package.log
rm -rf "$folder/package"
umask 022
if ! cpack --config "$folder/CPackConfig.cmake" -B "$folder/package" > "$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "package: CPack could not make the package: $log has all of its output" >&2
  exit 1
fi
rm -rf "$folder/package/_CPack_Packages"
package=$(echo "$folder"/package/*.deb)
printf 'package: %s\n' "$package"
printf 'package: %d MB, %d MB installed, made in %d s\n' $(($(stat -c %s "$package") / 1000000)) \
  $(($(dpkg-deb -f "$package" Installed-Size) / 1000)) $((SECONDS - start))
