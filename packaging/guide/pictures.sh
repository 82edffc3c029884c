#!/usr/bin/env bash
# Makes the pictures of the guide, docs/*.png: trains what they show with belfry-cli, and photographs the window's pages with it.
#
#   packaging/guide/pictures.sh [BUILD [FOLDER]]    of the programs of this build folder, else of a release build; into docs, or FOLDER
#
# About five minutes on two cores with a release build; no display is needed.
#
# The photographs are the first 60 of each class of CIFAR-10 ($BELFRY_DATA, or downloaded: 170 MB); the backbone is 17 MB to download.
# Nothing of the home folder is read or written.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bin=${1:-$root/build/release}/bin
out=${2:-$root/docs}
[ $# -gt 0 ] || "$root/packaging/build.sh" release bin/belfry bin/belfry-cli bin/belfry_guide_pictures
made=$(mktemp --directory --tmpdir belfry-guide.XXXX)
trap 'rm -rf "$made"' EXIT
mkdir -p "$out" "$made/data" "$made/config"
export XDG_DATA_HOME=$made/data XDG_CONFIG_HOME=$made/config BELFRY_RUNS=$made/runs BELFRY_SEARCHES=$made/searches
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
belfry-cli() { "$bin/belfry-cli" "$@" > "$made/said" 2>&1 || { cat "$made/said" >&2; return 1; }; }

echo "pictures: the photographs and their backbone" >&2
"$bin/belfry-cli" data show cifar-10 > /dev/null 2>&1 || belfry-cli data fetch cifar-10
belfry-cli data convert cifar-10 "$made/all" --format folder
for class in "$made"/all/train/*/; do
  mkdir -p "$made/photographs/$(basename "$class")"
  find "$class" -type f | LC_ALL=C sort | sed -n 1,60p | xargs cp --target-directory "$made/photographs/$(basename "$class")"
done
rm -r "$made/all"
belfry-cli backbone fetch efficientnet-lite0
belfry-cli train --preset my-pictures --data "$made/photographs" --name photographs

echo "pictures: the runs" >&2
train() { belfry-cli train --devices cpu --epochs 12 --checkpoint-every 60 --keep-checkpoints 9 "$@"; }
train --name lenet --model lenet
train --name "lenet momentum" --model lenet --optimizer momentum --learning-rate 0.01
train --name perceptron --model mlp --hidden-layers 2 --width 128

echo "pictures: a search" >&2
belfry-cli search --preset genetic-mnist --train-images 4000 --epochs 4 --population 12 --generations 5 --winner-images 12000 --winner-epochs 4

echo "pictures: the window" >&2
"$bin/belfry" --preset notebook-lenet --size 1440x900 --theme light --language en --screenshot "$out/train.png"
"$bin/belfry_guide_pictures" "$made" "$out"
