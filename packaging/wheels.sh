# What packaging/setup.sh and packaging/libraries.sh share: where the wheels go, and how pip is asked for them. Sourced, with $here set.
# shellcheck shell=bash disable=SC2034,SC2154
export LC_ALL=C.UTF-8                                  # apt's and pip's messages are read below
unset PIP_TARGET PIP_USER PIP_PREFIX PYTHONHOME PYTHONPATH  # they would send the wheels elsewhere

versions=$here/versions.env
# shellcheck source=packaging/versions.env
. "$versions"
export HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}  # services and containers may lack it
cache=${XDG_CACHE_HOME:-$HOME/.cache}/belfry
python=${BELFRY_PYTHON:-/usr/bin/python3}
read -r digest _ < <(sha256sum "$versions")
toolchain=$cache/toolchain-${digest:0:12}
log=$cache/setup.log                                   # of the step in progress

say() { printf 'set-up: %s\n' "$*"; }
stop() { printf 'set-up: %s\n' "${*:2}" >&2; exit "$1"; }
logged() { printf '$ %s\n' "$*" > "$log"; "$@" >> "$log" 2>&1 < /dev/null; }
log_says() { grep -qiE "$1" "$log"; }
no_network='could not resolve|temporary failure|name resolution|could ?n.t connect|cannot initiate the connection|unable to connect|connection (timed out|refused|reset|failed|broken)|network is unreachable|newconnectionerror|max retries|read timed out|failed to fetch|proxyerror|sslerror|certificate'
disk_full='no space left on device|not enough free space|disk quota exceeded'
needed_space=11                                        # GB
kept='finished downloads are kept'

# It is moved to its final name in one step when whole, so a killed set-up leaves only a .partial- folder. The interpreter
# is asked for, because an upgrade of the system's Python would leave wheels of the old one.
toolchain_whole() { [ -e "$toolchain/complete" ] && [ -x "$toolchain/venv/bin/python" ]; }

stop_at_wheels() {
  local name
  name=$(sed -nE 's/^ERROR: No matching distribution found for ([^ ]+).*/\1/p; s/.*Failed to (download|build|install) ([^ ]+).*/\2/p' "$log" | head -n 1)
  name=${name:-${1:-torch==$TORCH and what it needs}}
  if log_says "$disk_full"; then
    stop 1 "$name could not be installed: the disk is full; free $needed_space GB in $cache or set XDG_CACHE_HOME, then start again (log: $log)"
  fi
  if log_says "$no_network"; then
    stop 1 "$name could not be downloaded: check the network, the proxy (HTTPS_PROXY) or the mirror (PIP_INDEX_URL), then start again; $kept (log: $log)"
  fi
  stop 1 "$name could not be installed: the package index or mirror (PIP_INDEX_URL) may lack it for $("$python" -V 2>&1) on $(uname -m); $log shows the cause"
}

# FOLDER/venv, and in `pip` the command by which wheels are installed there.
make_environment() { # make_environment FOLDER PIPS_CACHE
  mkdir -p "$1/tmp"
  logged "$python" -m venv "$1/venv" ||
    stop 1 "$python could not make a virtual environment: install python3-venv (log: $log)"
  # What pip unpacks goes where there is room and where the next set-up sweeps: /tmp may be small, and pip leaves gigabytes
  # there when killed.
  pip=(env "TMPDIR=$1/tmp" "$1/venv/bin/python" -m pip --disable-pip-version-check --no-input --cache-dir "$2"
    install --no-compile --only-binary :all:)
  logged "${pip[@]}" "pip==$PIP" || stop_at_wheels "pip==$PIP"
}
