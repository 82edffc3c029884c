#!/usr/bin/env bash
# Sets up, configures and builds a preset (CMakePresets.json) as far as needed; says nothing when there is nothing to do.
#   packaging/build.sh PRESET [TARGET...]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=${1:?usage: packaging/build.sh PRESET [TARGET...]}
shift
folder=$root/build/$preset
log=$folder/configure.log
read -r digest _ < <(sha256sum "$root/cmake/Toolchain.cmake")

say() { printf 'build: %s\n' "$*"; }

"$root/packaging/setup.sh"
settings="$("$root/packaging/setup.sh" --where) ${digest:0:12}"

mkdir -p "$folder"
exec 8> "$folder/lock"   # ninja does not notice a second one in its folder; kept open for ninja, which may outlive this script
flock -n 8 || { say "another build of $preset is at work: waiting for it"; flock 8; }

# A compiler takes up to 2 GB; with 4 GB for each job the machine stays usable.
jobs() {
  local cores memory limit wanted
  cores=$(nproc)
  memory=$(awk '/^MemTotal/ { print int($2 / 1048576 + 0.5) }' /proc/meminfo)
  limit=$(cat /sys/fs/cgroup/memory.max 2> /dev/null || echo max)
  if [ "$limit" != max ] && [ $((limit >> 30)) -lt "$memory" ]; then memory=$((limit >> 30)); fi
  wanted=$((memory / 4 > 2 ? memory / 4 : 2))
  echo $((cores < wanted ? cores : wanted))
}

idle() { [[ $(ninja -C "$folder" -n "$@" 2>&1) == *'no work to do'* ]]; }

configure() {
  say "configuring $preset: about half a minute"
  rm -f "$folder/configured"
  if ! (cd "$root" && cmake "$@" --preset "$preset") > "$log" 2>&1; then
    grep -A 8 'CMake Error' "$log" >&2 || tail -n 20 "$log" >&2
    say "CMake could not configure $preset: $log has all of its output" >&2
    exit 1
  fi
  echo "$settings" > "$folder/configured"
}

# The marker is written when configuring ended well and names the tool chain and its file, whose defaults a folder would
# keep: a configuration that was killed, or that belongs to older versions, is made anew. Ninja would configure by itself when CMake files changed, but show all of it.
# In one piece of up to 16 files at a time everything is built in a third of the time: headers, not code, are what takes it.
if [ "$(cat "$folder/configured" 2> /dev/null)" != "$settings" ] || [ ! -e "$folder/build.ninja" ]; then
  configure --fresh -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16
elif ! idle build.ninja; then configure
fi

if ! idle "${@:-all}"; then
  say "building $preset with $(jobs) jobs: up to 10 minutes the first time on 2 cores, later only what changed"
  quiet=--quiet
  [ ! -t 1 ] || quiet=                       # a terminal shows ninja's own line of progress
  ninja -C "$folder" $quiet -j "$(jobs)" "$@" ||
    { say "$preset could not be built: the first error above shows why" >&2; exit 1; }
fi
