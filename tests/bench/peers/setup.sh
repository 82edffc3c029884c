#!/usr/bin/env bash
# Makes the environment of the peers that tests/bench/speed.py times beside PyTorch: TensorFlow with Keras, and JAX; and beside it, for
# tests/bench/picture_loading.py, torchvision for the PyTorch of the tool chain.
#     tests/bench/peers/setup.sh [FOLDER]      # build/peers; prints its python
set -euo pipefail
folder=${1:-$(dirname "$0")/../../../build/peers}
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --requirement "$(dirname "$0")/requirements.txt"
"$folder/bin/pip" install --quiet --no-deps --upgrade --target "$folder/torchvision" torchvision==0.26.0
echo "$folder/bin/python"
