#!/usr/bin/env bash
# packaging/setup.sh against a machine of fakes: apt, dpkg, sudo and python are small scripts in a folder before the real ones
# in PATH. No network, no root, nothing outside a temporary folder; a few seconds.
set -euo pipefail
setup=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../packaging" && pwd)/setup.sh
header_libraries=$(. "$(dirname "$setup")/header-versions.env" && echo "$HEADER_LIBRARIES")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# ---- the fake machine. Its state is files in $machine:
#   installed   one package per line        calls    what was run, one line each
#   broken, unknown   packages that apt cannot install, does not know      offline, locked, disk_full, mute_torch   switches
#   hang_at     the name of the step that is to hang, so that the test can kill set-up in it; `hanging` appears when it does

fake() { cat > "$bin/$1"; chmod +x "$bin/$1"; }

new_machine() {
  machine=$work/machine-$((${machine_count:=0} + 1)); machine_count=$((machine_count + 1))
  bin=$machine/bin
  mkdir -p "$bin"
  touch "$machine"/{installed,calls,broken,unknown}
  echo 'libqt6svg6' >> "$machine/installed"
  printf 'ID=debian\nVERSION_ID=12\nPRETTY_NAME="A fake Debian"\n' > "$machine/os-release"

  fake step << 'EOF'
#!/usr/bin/env bash
# Says that a step has begun, and hangs in it when told to.
echo "$*" >> "$MACHINE/calls"
if [ "$1" = "$(cat "$MACHINE/hang_at" 2> /dev/null)" ]; then touch "$MACHINE/hanging"; exec sleep 30; fi
EOF
  fake id << 'EOF'
#!/usr/bin/env bash
echo "${FAKE_UID:-0}"
EOF
  fake sudo << 'EOF'
#!/usr/bin/env bash
step sudo; case $1 in -*) exit 0 ;; esac
"$@"
EOF
  fake sleep << 'EOF'
#!/usr/bin/env bash
rm -f "$MACHINE/locked"; [ "$1" != 5 ] || exit 0
exec /bin/sleep "$@"
EOF
  fake df << 'EOF'
#!/usr/bin/env bash
[ -e "$MACHINE/disk_full" ] && free=100 || free=50000
printf 'Filesystem 1M-blocks Used Available\nfake 1 1 %s\n' $free
EOF
  fake mv << 'EOF'
#!/usr/bin/env bash
step mv; exec /bin/mv "$@"
EOF
  fake dpkg-query << 'EOF'
#!/usr/bin/env bash
sed 's/^/installed /; s/^installed half /half-configured /' "$MACHINE/installed" | grep -wFf <(printf '%s\n' "${@:3}")
exit 1   # as dpkg-query does when it does not know one of them
EOF
  fake dpkg << 'EOF'
#!/usr/bin/env bash
step dpkg "$@"; sed -i 's/^half //' "$MACHINE/installed"
EOF
  fake apt-cache << 'EOF'
#!/usr/bin/env bash
! grep -qx "$2" "$MACHINE/unknown"
EOF
  fake apt-get << 'EOF'
#!/usr/bin/env bash
if [ -e "$MACHINE/locked" ]; then echo 'E: Could not get lock /var/lib/dpkg/lock-frontend'; exit 100; fi
while [ $# -gt 0 ]; do case $1 in -o) shift 2 ;; -*) shift ;; *) break ;; esac; done
step "apt-$1" "${@:2}"
if [ -e "$MACHINE/offline" ]; then echo "E: Failed to fetch http://mirror/x  Temporary failure resolving 'mirror'"; exit 100; fi
if name=$(printf '%s\n' "${@:2}" | grep -xFf "$MACHINE/broken"); then echo "E: $name: post-installation script failed"; exit 100; fi
provided=$(cat "$MACHINE/provided" 2> /dev/null)   # by qt6-base-dev
if [ "$1" = install ]; then
  printf '%s\n' "${@:2}" | grep -vxF "${provided:-none}" | sed "s/^qt6-base-dev$/&, ${provided:-other} (= 6.4.2)/" >> "$MACHINE/installed"
fi
EOF
  fake python << 'EOF'
#!/usr/bin/env bash
here=$(dirname "$0")
site=$here/../lib/python3.11/site-packages
case "$1 $2" in
  '-m venv')
    mkdir -p "$3/bin" "$3/lib/python3.11/site-packages"; echo '#!/bin/sh' > "$3/bin/pip"
    step venv; ln -s "$MACHINE/bin/python" "$3/bin/python" ;;
  '-m pip')
    echo "unpacks in $TMPDIR" >> "$MACHINE/calls"
    if [ -e "$MACHINE/offline" ]; then echo 'WARNING: Retrying: NewConnectionError: Name or service not known'; exit 1; fi
    if name=$(printf '%s\n' "$@" | grep -xFf "$MACHINE/broken"); then echo "ERROR: No matching distribution found for $name"; exit 1; fi
    case "$*" in
      *--build-constraint*)
        while [ "$1" != --target ]; do shift; done
        cp "$4" "$MACHINE/hashed"
        for name in $FAKE_HEADERS; do mkdir -p "$2/assorthead"/{include,licenses}/"$name"; done
        mkdir -p "$2/assorthead/include/unused"; step headers; exit 0 ;;
      *--target*)
        while [ "$1" != --target ]; do shift; done
        mkdir -p "$2/tensorboard"; step test-wheels; exit 0 ;;
      *torch==*) ;;
      *pyarrow==*)
        step pyarrow; name=${*: -1}; mkdir -p "$site/pyarrow-${name#*==}.dist-info"
        touch "$site/pyarrow-${name#*==}.dist-info/RECORD"; exit 0 ;;
      *) exit 0 ;;
    esac
    mkdir -p "$site"/nvidia/{cu13,nccl,cudnn}/{lib,bin}; touch "$site"/nvidia/cu13/lib/libcudart.so.13
    step wheels
    touch "$site"/nvidia/{nccl/lib/libnccl.so.2,cudnn/lib/libcudnn.so.9}
    printf '#!/bin/sh\n' > "$site/nvidia/cu13/bin/nvcc"; chmod +x "$site/nvidia/cu13/bin/nvcc"; mkdir -p "$site/torch" ;;
  '-c import efficientnet_lite_pytorch'*) step test-import; [ ! -e "$MACHINE/mute_tests" ] || { echo 'ImportError: libbar.so'; exit 1; } ;;
  '-c '*) step import; [ ! -e "$MACHINE/mute_torch" ] || { echo 'ImportError: libfoo.so'; exit 1; } ;;
esac
EOF
}

# Runs set-up on the fake machine; its exit status is in $status, what it printed in $output.
on_machine() {
  env MACHINE="$machine" PATH="$bin:$PATH" HOME="$machine/home" XDG_CACHE_HOME="$machine/cache" BELFRY_SKIP_PACKAGES='' \
    BELFRY_OS_RELEASE="$machine/os-release" BELFRY_PYTHON="$bin/python" FAKE_UID="${uid:-0}" FAKE_HEADERS="${fake_headers:-$header_libraries}" "$@"
}
set_up() { status=0; output=$(on_machine "$setup" "$@" 2>&1) || status=$?; }

check() { # check WHAT CONDITION...
  if "${@:2}"; then return; fi
  failures=$((failures + 1))
  printf 'FAILED: %s\n  exit status %s, output:\n%s\n' "$1" "${status:-}" "${output:-}" | sed '2,$s/^/  /'
}
says() { [[ $output == *"$1"* ]]; }
exits() { [ "$status" = "$1" ]; }
calls() { [ "$(grep -cE "$1" "$machine/calls")" = "$2" ]; }
whole() { [ -e "$(on_machine "$setup" --where)/complete" ]; }
test_folder() { compgen -G "$(on_machine "$setup" --where)/tests-????????????"; }
header_folder() { compgen -G "$(on_machine "$setup" --where)/headers-????????????"; }
headers_whole() { [ -d "$(header_folder)/include/umappp" ] && [ -d "$(header_folder)/licenses/umappp" ]; }
tests_whole() { [ -d "$(test_folder)/tensorboard" ]; }
not() { ! "$@"; }
leftovers() { compgen -G "$machine/cache/belfry/*.partial-*" > /dev/null || compgen -G "$machine/cache/belfry/*/*.partial-*" > /dev/null; }

# ---- a bare machine

new_machine
set_up --check
check '--check finds a bare machine wanting' exits 1
check '--check names the packages' says 'qt6-base-dev'
check '--check changes nothing' [ ! -e "$machine/cache" ]
set_up
check 'a bare machine is set up' exits 0
check 'the tool chain is whole' whole
check 'the packages of the tests are whole' tests_whole
check 'the headers are whole' headers_whole
check 'headers that nothing needs are left out' [ ! -e "$(header_folder)/include/unused" ]
check 'the package of headers is taken by its SHA-256 alone' grep -qE '^assorthead==[0-9.]+ --hash=sha256:[0-9a-f]{64}$' "$machine/hashed"
check 'nothing is left over' not leftovers
check 'pip unpacks inside the partial folder' calls '^unpacks in .*[.]partial-[0-9]+/tmp$' 4
check 'a name that is already there under its other name is not asked for again' not grep -q qt6-svg-plugins "$machine/calls"
check 'libraries get their plain names' [ -e "$(on_machine "$setup" --where)/venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so" ]
check 'lib64 leads to lib' [ -e "$(on_machine "$setup" --where)/venv/lib/python3.11/site-packages/nvidia/cu13/lib64/libcudart.so" ]
check 'scripts that name the temporary folder are gone' [ ! -e "$(on_machine "$setup" --where)/venv/bin/pip" ]
torchrun=$(on_machine "$setup" --where)/venv/bin/torchrun
ln -s "$torchrun" "$machine/torchrun"
echo 'echo "python $*" >> "$MACHINE/calls"' >> "$machine/bin/python"
on_machine "$machine/torchrun" --nnodes 2 'a b'
check 'torchrun starts PyTorch'"'"'s launcher, through a link too' calls '^python -m torch.distributed.run --nnodes 2 a b$' 1
set_up --check
check '--check is content with it' exits 0
: > "$machine/calls"
set_up
check 'a second set-up succeeds' exits 0
check 'a second set-up runs nothing' [ ! -s "$machine/calls" ]
check 'a second set-up says nothing' [ -z "$output" ]

new_machine
echo qt6-svg-dev >> "$machine/unknown"
set_up
check 'a package with another name is found under it' grep -qx libqt6svg6-dev "$machine/installed"

new_machine
uid=1000 set_up
check 'without root it installs through sudo' not calls sudo 0
check 'without root it is set up' whole

# ---- killed in each step, then started again

for step in apt-update apt-install dpkg venv wheels import mv headers test-wheels test-import; do
  new_machine
  echo $step > "$machine/hang_at"
  # shellcheck disable=SC2016
  on_machine bash -c 'echo $$ > "$MACHINE/pid"; exec setsid "$0"' "$setup" > /dev/null 2>&1 &
  for _ in {1..1500}; do [ ! -e "$machine/hanging" ] || break; /bin/sleep 0.02; done
  check "set-up reaches $step" [ -e "$machine/hanging" ]
  kill -KILL -- "-$(cat "$machine/pid")"
  wait $! 2> /dev/null || true
  case $step in
    headers | test-*) check "killed in $step: the tool chain is whole" whole ;;
    *) check "killed in $step: not taken for whole" not whole ;;
  esac
  check "killed in $step: the packages of the tests are not taken for whole" not tests_whole
  case $step in test-*) ;; *) check "killed in $step: the headers are not taken for whole" not headers_whole ;; esac
  set_up --check
  check "killed in $step: --check says so" exits 1
  rm "$machine/hang_at"
  set_up
  check "killed in $step: the next start completes it" exits 0
  check "killed in $step: whole in the end" whole
  check "killed in $step: the packages of the tests are whole in the end" tests_whole
  check "killed in $step: the headers are whole in the end" headers_whole
  case $step in headers | test-*) check "killed in $step: the tool chain is not installed anew" calls '^wheels' 1 ;; esac
  check "killed in $step: nothing is left over" not leftovers
done

new_machine
set_up
rm "$(on_machine "$setup" --where)/complete"
set_up
check 'a folder without its marker is installed anew' calls '^wheels' 2
rm "$(on_machine "$setup" --where)/venv/bin/python"
set_up
check 'a Python that is gone is noticed' calls '^wheels' 3

new_machine
set_up
mv "$(test_folder)" "$(on_machine "$setup" --where)/older"
set_up --check
check '--check misses the packages of the tests' exits 1
: > "$machine/calls"
set_up
check 'a tool chain without packages of the tests gets them' tests_whole
check 'and nothing else' calls '^(wheels|venv|apt)' 0

new_machine
set_up
rm -r "$(header_folder)"
set_up --check
check '--check misses the headers' exits 1
: > "$machine/calls"
set_up
check 'a tool chain without headers gets them' headers_whole
check 'and no other package' calls '^(wheels|venv|apt|test-wheels)' 0

new_machine
fake_headers='Eigen aarand' set_up
check 'a package that lacks a library stops set-up' exits 1
check 'the library is named' says 'has no include/irlba'
check 'its headers are not taken for whole' not headers_whole
set_up
check 'the next start completes them' headers_whole
check 'nothing is left over of them' not leftovers

new_machine
set_up
rm "$(on_machine "$setup" --where)/venv/bin/torchrun"
set_up --check
check '--check misses torchrun' exits 1
: > "$machine/calls"
set_up
check 'a tool chain without torchrun gets it' [ -x "$(on_machine "$setup" --where)/venv/bin/torchrun" ]
check 'and no package' calls '^(wheels|venv|apt)' 0

new_machine
set_up
: > "$machine/calls"
set_up --parquet
check 'pyarrow is installed for who asks' exits 0
check 'pyarrow is installed, and nothing else' calls '^(pyarrow|wheels|venv|apt|test-wheels)' 1
check 'nothing is left over of it' not leftovers
: > "$machine/calls"
set_up --parquet
check 'a second time runs nothing' [ ! -s "$machine/calls" ]
set_up
check 'nor does a set-up without it' [ ! -s "$machine/calls" ]

new_machine
set_up --parquet
check 'a bare machine is set up with pyarrow' calls '^pyarrow' 1
check 'a bare machine is set up whole with it' whole

new_machine
set_up
touch "$machine/offline"
set_up --parquet
check 'pyarrow without a network stops set-up' exits 1
check 'pyarrow is named' says 'pyarrow'

new_machine
printf '%s\n' 'half g++' >> "$machine/installed"
set_up
check 'a half configured package counts as missing' calls '^apt-install .*g\+\+' 1
check 'an interrupted dpkg is continued first' calls '^dpkg --configure -a' 1

# On Ubuntu 24.04 no package has that name, and set-up ended there with all packages installed.
new_machine
echo libqt6opengl6-dev > "$machine/provided"
set_up
check 'a package that another one provides is not missing' exits 0
check 'a package that another one provides is not asked for again' calls '^apt-install' 1

new_machine
on_machine "$setup" > /dev/null 2>&1 &
other=$!
set_up
other_status=0
wait $other || other_status=$?
check 'two at once: the first succeeds' [ $other_status = 0 ]
check 'two at once: the second succeeds' exits 0
check 'two at once: one installs' calls '^wheels' 1

# ---- what cannot be installed is named, with the remedy

new_machine
printf 'ID=fedora\nVERSION_ID=41\nPRETTY_NAME="Fedora 41"\n' > "$machine/os-release"
set_up
check 'an unknown system stops with 2' exits 2
check 'an unknown system is named' says 'Fedora 41'
check 'an unknown system is told what is needed' says 'qt6-base-dev'
check 'nothing is installed on an unknown system' [ ! -s "$machine/calls" ]
status=0
output=$(on_machine env BELFRY_SKIP_PACKAGES=1 "$setup" 2>&1) || status=$?
check 'BELFRY_SKIP_PACKAGES leaves only the tool chain' calls '^(apt|dpkg)' 0
check 'BELFRY_SKIP_PACKAGES installs the tool chain' whole

set_up --frobnicate
check 'an unknown argument is wrong usage' exits 2

new_machine
echo libspng-dev > "$machine/broken"
set_up
check 'a failing package stops set-up' exits 1
check 'a failing package is named' says 'package libspng-dev could not be installed'
check 'a failing package has a remedy' says 'sudo apt-get install libspng-dev'
check 'no tool chain before the packages' calls '^venv' 0

new_machine
touch "$machine/offline"
set_up
check 'packages without a network: one sentence' says 'check the network'
new_machine
status=0
output=$(touch "$machine/offline"; on_machine env BELFRY_SKIP_PACKAGES=1 "$setup" 2>&1) || status=$?
check 'wheels without a network: status' exits 1
check 'wheels without a network: one sentence' says 'could not be downloaded: check the network'
check 'wheels without a network: not whole' not whole

new_machine
sed -n 's/^NUMPY=/numpy==/p' "$(dirname "$setup")/versions.env" > "$machine/broken"
set_up
check 'a missing wheel is named' says "$(cat "$machine/broken") could not be installed"

new_machine
touch "$machine/mute_torch"
set_up
check 'a torch that cannot be imported is no tool chain' not whole
check 'a torch that cannot be imported stops set-up' exits 1

new_machine
touch "$machine/mute_tests"
set_up
check 'packages of the tests that cannot be imported stop set-up' exits 1
check 'packages of the tests that cannot be imported are not taken for whole' not tests_whole
check 'they leave the tool chain alone' whole

new_machine
touch "$machine/disk_full"
set_up
check 'a full disk is noticed before the download' says 'has 100 MB'

new_machine
touch "$machine/locked"
set_up
check 'it waits for another apt' says 'another program is installing packages'
check 'and goes on' whole

if [ $failures -gt 0 ]; then echo "$failures failed"; exit 1; fi
echo 'all passed'
