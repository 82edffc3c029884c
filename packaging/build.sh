#!/usr/bin/env bash
# Sets up, configures and builds a preset (CMakePresets.json) as far as needed; says nothing when there is nothing to do.
#   packaging/build.sh PRESET [TARGET...]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=${1:?usage: packaging/build.sh PRESET [TARGET...]}
shift
folder=$root/build/$preset
log=$folder/configure.log

say() { printf 'build: %s\n' "$*"; }

"$root/packaging/setup.sh"
toolchain=$("$root/packaging/setup.sh" --where)

mkdir -p "$folder"
exec 8> "$folder/lock"                       # ninja does not notice a second one in its folder
flock -n 8 || { say "another build of $preset is at work: waiting for it"; flock 8; }

# A compiler memory of about 2 GB each, twice that to be safe: never more jobs than the memory bears.
jobs() {
  local cores memory limit wanted
  cores=$(nproc)
  memory=$(awk '/^MemTotal/ { print int($2 / 1048576 + 0.5) }' /proc/meminfo)
  limit=$(cat /sys/fs/cgroup/memory.max 2> /dev/null || echo max)
  if [ "$limit" != max ] && [ $((limit >> 30)) -lt "$memory" ]; then memory=$((limit >> 30)); fi
  wanted=$((memory / 4 > 2 ? memory / 4 : 2))
  echo $((cores < wanted ? cores : wanted))
}

# The marker is written when configuring ended well and names the tool chain: a configuration that was killed, or that
# belongs to older versions, is made anew. Ninja itself notices changed CMake files.
if [ "$(cat "$folder/configured" 2> /dev/null)" != "$toolchain" ] || [ ! -e "$folder/build.ninja" ]; then
  say "configuring $preset: about half a minute"
  rm -f "$folder/configured"
  if ! (cd "$root" && cmake --fresh --preset "$preset") > "$log" 2>&1 8>&-; then
    grep -A 8 'CMake Error' "$log" >&2 || tail -n 20 "$log" >&2
    say "CMake could not configure $preset: $log has all of its output" >&2
    exit 1
  fi
  echo "$toolchain" > "$folder/configured"
fi

work=$(ninja -C "$folder" -n build.ninja "${@:-all}" 2>&1) || true
if [[ $work != *'no work to do'* ]]; then
  say "building $preset with $(jobs) jobs: up to 10 minutes the first time on 2 cores, later only what changed"
  quiet=--quiet
  [ ! -t 1 ] || quiet=                       # a terminal shows ninja's own line of progress
  ninja -C "$folder" $quiet -j "$(jobs)" "$@" 8>&- ||
    { say "$preset could not be built: the first error above shows why" >&2; exit 1; }
fi
