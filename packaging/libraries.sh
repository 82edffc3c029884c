#!/usr/bin/env bash
# LibTorch and NVIDIA's libraries for an installed Belfry, in the user's cache: what its programs load, without the compiler and
# the headers of packaging/setup.sh. A whole tool chain of that script serves as well. Installed as belfry-setup.
#
#   libraries.sh             install them where they are missing
#   libraries.sh --progress  the same; says how far it is in lines "progress DONE TOTAL WHAT" (MB), for a program that draws it
#   libraries.sh --check     change nothing; exit status 1 when they are missing
#   libraries.sh --where     print the folder that holds torch and nvidia; exit status 1 when they are missing
#   libraries.sh --remove    remove what this script has installed, of all versions
#
# Exit status: 0 all there, 1 missing or not installed, 2 a wrong argument.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=packaging/wheels.sh
. "$here/wheels.sh"
say() { printf 'belfry-setup: %s\n' "$*"; }
stop() { printf 'belfry-setup: %s\n' "${*:2}" >&2; exit "$1"; }
folder=$cache/libraries-${digest:0:12}
wheels=$folder.wheels                                  # that have come, until all are installed
parts=$folder.parts                                    # of the wheel that is coming
log=$cache/libraries.log
kept='what has come is kept'
download=2540 needed_space=8                           # MB to download, GB while it is installed

# The programs need no Python: the system's may have become another since.
place_in() { compgen -G "$1/venv/lib/python3.*/site-packages/torch/lib/libtorch_cpu.so" | head -n 1; }
where() {
  local file=
  [ ! -e "$folder/complete" ] || file=$(place_in "$folder")
  if [ -z "$file" ] && [ -e "$toolchain/complete" ]; then file=$(place_in "$toolchain"); fi
  [ -n "$file" ] && echo "${file%/torch/lib/libtorch_cpu.so}"
}

# ---- progress: pip's raw lines "Progress BYTES of BYTES", of one wheel after the other

tell() { # tell MB WHAT
  if [ "$told" = lines ]; then echo "progress $1 $download $2"
  elif [ "$told" = terminal ]; then printf '\r\033[Kbelfry-setup: %d of about %d MB: %s' "$1" "$download" "$2"
  fi
}
show_progress() { # show_progress MB WHAT: of those that have come, and of the next one
  local line
  tell "$(come_mb "$wheels" "$parts")" "$2"
  while IFS= read -r line; do
    case $line in
      'Progress '*' of '*) line=${line#Progress }; tell $(($1 + ${line%% *} / 1000000)) "$2" ;;
      *) echo "$line" >> "$log" ;;
    esac
  done
}
come_mb() { echo $(($(du -scb "$@" | tail -n 1 | cut -f 1) / 1000000)); } # come_mb FOLDER...

# Each wheel has a folder of its own, which appears when it is whole: what has come stays when the next one does not, and is
# not asked for again. Nor are the bytes of the next one that have come. Not by pip's cache, which keeps whole files alone, and only
# where the index allows it.
fetch() { # fetch PARTIAL REQUIREMENT...
  local requirement target
  for requirement in "${@:2}"; do
    target=$wheels/${requirement//[^a-zA-Z0-9.-]/_}
    [ ! -d "$target" ] || continue
    rm -rf "$1/one"
    env "TMPDIR=$1/tmp" "$1/venv/bin/python" -I "$here/resuming_pip.py" "$parts" download --disable-pip-version-check --no-input \
      --no-cache-dir --progress-bar raw --no-deps --only-binary :all: --dest "$1/one" "$requirement" 2>&1 < /dev/null |
      show_progress "$(come_mb "$wheels")" "${requirement%%==*}" || stop_at_wheels "$requirement"
    mv -T "$1/one" "$target"
  done
}

# ----

# What torch itself says that it needs, in its own versions, but for the compiler of its Python part (triton, 640 MB) and the
# bindings for Python. The parts of cuda-toolkit are looked up: left to itself, pip tries newer cuBLAS first, of 440 MB.
needed_wheels() { # needed_wheels PARTIAL: of the wheels that have come
  "$1/venv/bin/python" -I - "$wheels"/*/*.whl << 'PYTHON'
import importlib.metadata
import re
import sys
def requires(name):
    return next(iter(importlib.metadata.distributions(name=name, path=sys.argv[1:]))).requires
for line in requires("torch"):
    needed, _, condition = line.partition(";")
    parts = re.match(r"cuda-toolkit\[([\w,-]+)\]", needed)
    if parts:
        wanted = parts[1].split(",")
        for inner in requires("cuda-toolkit"):
            name, _, condition = inner.partition(";")
            if any(f"extra == '{part}'" in condition.replace('"', "'") for part in wanted) and "linux" in condition:
                print(name.strip())
    elif "extra ==" not in condition and re.match(r"nvidia-[\w-]+\b", needed):
        print(needed.strip())
PYTHON
}
python_wheels=("numpy==$NUMPY" "safetensors==$SAFETENSORS" "filelock==$FILELOCK" "fsspec==$FSSPEC" "jinja2==$JINJA2"
  "markupsafe==$MARKUPSAFE" "mpmath==$MPMATH" "networkx==$NETWORKX" "sympy==$SYMPY" "typing-extensions==$TYPING_EXTENSIONS")

install_libraries() {
  local partial=$folder.partial-$$ pip free site needed
  rm -rf "$folder" "$cache"/libraries-*.partial-*
  mkdir -p "$wheels" "$parts" "$partial"
  : > "$log"
  free=$(df -Pm "$cache" | awk 'NR == 2 { print $4 }')
  [ $((free + $(come_mb "$wheels" "$parts"))) -ge $((needed_space * 1000)) ] ||
    stop 1 "LibTorch needs $needed_space GB while it is installed and $cache has $free MB: free some space or set XDG_CACHE_HOME, then start again"
  say "fetching LibTorch $TORCH and NVIDIA's libraries into $folder ($((download / 100 * 100)) MB to download, of which $(come_mb "$wheels" "$parts") have come; 4 GB on disk): 1 to 15 minutes"
  make_environment "$partial" "$partial/tmp"
  fetch "$partial" "torch==$TORCH" "cuda-toolkit==$CUDA_TOOLKIT"
  mapfile -t needed < <(needed_wheels "$partial")
  [ ${#needed[@]} -gt 1 ] || stop 1 "torch $TORCH does not say which libraries it needs (log: $log)"
  fetch "$partial" "${needed[@]}" "${python_wheels[@]}"
  tell "$(come_mb "$wheels")" unpacking
  logged "${pip[@]}" --no-index --no-deps "$wheels"/*/*.whl || stop_at_wheels
  [ "$told" != terminal ] || printf '\r\033[K'
  site=$(echo "$partial"/venv/lib/python3.*/site-packages)
  logged "$partial/venv/bin/python" -I -c "import torch; assert torch.__version__.split('+')[0] == '$TORCH', torch.__version__" ||
    stop 1 "LibTorch was installed but does not run: $log shows why; starting again installs it anew"
  # Headers and archives are for those who compile; these scripts name the temporary folder.
  rm -rf "$site"/nvidia/*/include "$site"/torch/include "$partial/tmp"
  find "$site/nvidia" -name '*.a' -delete
  find "$partial/venv/bin" -type f -delete
  cp "$versions" "$partial/complete"
  mv -T "$partial" "$folder"
  rm -rf "$wheels" "$parts"
}

told=nothing
[ ! -t 1 ] || told=terminal
case "$*" in
  '') ;;
  --progress) told=lines ;;
  --check) where > /dev/null || { say "LibTorch $TORCH is missing: belfry-setup fetches it into $cache"; exit 1; }; exit 0 ;;
  --where) where; exit ;;
  --remove) rm -rf "$cache"/libraries-* "$cache"/libraries.{log,lock}; rmdir "$cache" 2> /dev/null || true; exit 0 ;;
  *) stop 2 "unknown argument '$*'; usage: belfry-setup [--progress | --check | --where | --remove]" ;;
esac
if where > /dev/null; then exit 0; fi
mkdir -p "$cache" || stop 1 "the cache folder $cache cannot be written: set XDG_CACHE_HOME to a folder that can"
exec 9> "$cache/libraries.lock"
flock -n 9 || { say 'another set-up is at work: waiting for it'; flock 9; }
where > /dev/null || install_libraries
say 'done'
