#!/bin/sh
# allocations.sh [STRIDE [NAME]...]: no memory. In small runs of every command an allocation fails, once, or it and all after it; of the
# places where allocations are made (fail_allocation.c) every STRIDE-th, 1 for all. Each time: an exit status that says so, one line, no
# signal, nothing temporary, earlier results whole; then the command without the fault ends as if nothing had happened.
# shellcheck disable=SC2154,SC2034 # variables of the libraries, and for them
. "$(dirname "$0")/../library.sh"
. "$ROOT/tests/hostile_commands.sh"
stride=${1:-$(sweep 150 600)}
[ $# -eq 0 ] || shift
names=${*:-$commands library}
program=$BUILD/tests/winnow-starved
# A sanitizer says what is lost, and its report ends the program with this status, which no command has.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}allocator_may_return_null=1:exitcode=97
export ASAN_OPTIONS
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR

# starve NAME CALL: one run with the fault, judged, and one without; what is wrong is appended to wrong.txt.
starve() {
  rm -rf now tmp/* && cp -a before now && cd now || exit 1
  STARVE=$2 play "$1"
  status=$?
  echo $status >> ../outcomes.txt
  {
    judge $status
    if [ $status -eq 0 ] && [ "$1" = attack ]; then
      : # an evaluation that failed is lost, and the search goes on without it
    elif [ $status -eq 0 ]; then
      contents . | diff ../contents.after - | head -n 3 | sed "s|^|exit status 0, but other files: |"
      cmp -s ../stdout.txt ../stdout.reference || echo "exit status 0, but another output"
    else
      recovered "$1"
    fi
  } > ../found.txt 2>&1
  cd ..
  [ ! -s found.txt ] || sed "s/^/$1, call $2: /" found.txt >> wrong.txt
}

# library: the example program, whose exit status is how much it found wrong.
starve_library() {
  STARVE_LOG=calls.txt "$BUILD/tests/example-starved" > stdout.txt 2> stderr.txt
  same "library: undisturbed, exit status 0" 0 $?
  tail -n +2 calls.txt | awk -v stride="$stride" '(NR - 1) % stride == 0' > chosen.txt
  : > wrong.txt
  while read -r call; do
    for calls in "$call" "$call+"; do
      STARVE=$calls "$BUILD/tests/example-starved" > stdout.txt 2> stderr.txt
      status=$?
      [ $status -le 20 ] && ! grep -q 'Sanitizer\|runtime error' stderr.txt || echo "library, call $calls: exit status $status: $(tail -n 1 stderr.txt)"
    done
  done < chosen.txt >> wrong.txt
  same "library: $(wc -l < chosen.txt) of $(($(wc -l < calls.txt) - 1)) places in $(head -n 1 calls.txt | cut -d ' ' -f 1) calls" "" "$(head -n 3 wrong.txt)"
  [ -z "${WRONG:-}" ] || cat wrong.txt >> "$WRONG"
}

for name in $names; do
  if [ "$name" = library ]; then
    starve_library
    continue
  fi
  STARVE_LOG=$work/calls.txt undisturbed "$name" # the numbers of the calls
  tail -n +2 calls.txt | awk -v stride="$stride" '(NR - 1) % stride == 0' > chosen.txt
  while read -r call; do
    starve "$name" "$call"
    starve "$name" "$call+"
  done < chosen.txt
  found_wrong "$name: $(wc -l < chosen.txt) of $(($(wc -l < calls.txt) - 1)) places in $(head -n 1 calls.txt | cut -d ' ' -f 1) calls"
done
