#!/usr/bin/env bash
# Trains the network that ships with Belfry and puts it beside this script: resources/ready/make.sh PATH/TO/belfry-cli
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cli=${1:?usage: make.sh PATH/TO/belfry-cli}
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
BELFRY_RUNS=$runs "$cli" train --plan "$here/plan.json"
cp "$runs"/*/weights/best.safetensors "$here/lenet.safetensors"
"$cli" evaluate "$here/lenet.safetensors"
