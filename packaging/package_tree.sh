#!/usr/bin/env bash
# Makes the tree of a Debian package from an installed one: programs behind their launcher, manual pages, completion, MIME types.
#   package_tree.sh TREE VERSION REVISION MAINTAINER BUILD_FOLDER HEADERS    TREE is usr; the programs of BUILD_FOLDER say their help
set -euo pipefail
tree=$1 version=$2 revision=$3 maintainer=$4 build=$5 headers=$6
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
lib=$tree/lib/belfry
doc=$tree/share/doc/belfry

# ../share/belfry beside the programs, as in every installed tree (core/base/files.h, resourceFolder).
mkdir -p "$lib/setup"
mv "$tree/bin" "$lib/bin"
ln -s ../../share "$lib/share"
install -m 755 "$here/launch.sh" "$lib/launch"
install -m 755 "$here/libraries.sh" "$lib/setup/"
install -m 644 "$here/wheels.sh" "$here/resuming_pip.py" "$here/versions.env" "$lib/setup/"
ln -s launch "$lib/belfry-cli"   # by which other machines are asked for it (core/ranks/host_ranks.cpp)
mkdir "$tree/bin"
for name in belfry belfry-cli belfry-setup; do ln -s ../lib/belfry/launch "$tree/bin/$name"; done

pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 "$here/help_pages.py" "$version" "$build/bin/belfry-cli" "$build/bin/belfry" "$pages"
place() { # place FOLDER FILE...
  mkdir -p "$tree/share/$1"
  install -m 644 "${@:2}" "$tree/share/$1/"
}
gzip -9n "$pages"/man1/*
place man/man1 "$pages"/man1/*
place bash-completion/completions "$pages"/bash/*
place zsh/vendor-completions "$pages"/zsh/*
place fish/vendor_completions.d "$pages"/fish/*
mkdir -p "$tree/share/mime/packages"
install -m 644 "$here/belfry-mime.xml" "$tree/share/mime/packages/belfry.xml"

[ -d "$doc" ] || mv "$tree/share/doc/Belfry" "$doc"
rm "$doc/LICENSE"                                 # copyright says where it is
install -m 644 "$here/copyright" "$doc/copyright"
install -m 644 "$here/../CHANGELOG.md" "$doc/changelog"
# Of the package itself, which Debian's tools ask for: the release's date makes equal trees give equal packages.
released=$(sed -nE "s/.*<release version=\"${version//./\\.}\" date=\"([0-9-]+)\".*/\1/p" "$here/io.github.belfry.Belfry.metainfo.xml")
[ -n "$released" ] || { echo "package_tree: the metainfo has no release $version with its date" >&2; exit 1; }
cat > "$doc/changelog.Debian" << EOF
belfry ($version-$revision) unstable; urgency=medium

  * Version $version: changelog.gz lists the changes.

 -- $maintainer  $(LC_ALL=C date -u -R -d "$released")
EOF
gzip -9nf "$doc/changelog" "$doc/changelog.Debian"
cp -r "$headers/licenses" "$doc/licenses"
chmod -R u=rwX,go=rX "$tree"
