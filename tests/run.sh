#!/bin/sh
# Runs all tests and ends with "N passed, N failed, N skipped"; no failure hides another one.
#
#   unit tests    $BUILD/tests/unit, with Criterion's macros (tests/unit/main.c)
#   transcripts   tests/transcripts/*.t, command lines and what they print (cram)
#   scenarios     tests/scenarios/*.sh and tests/hostile/*.sh, executable; each prints lines `ok NAME`, `not ok NAME: reason`, `skip NAME: reason`
#
# Environment, all set by `make test`: WINNOW (the program), BUILD (the build folder), DATA (data sets; may be empty), TEST_ALL=1 for long sweeps and long scripts,
# TEST_LONG=1 for these without the sweeps, but for the scripts TEST_LEAVE="site papers".
# TEST_JOBS scripts run at the same time (one for each core), each for at most TEST_TIMEOUT seconds (600). TEST_PARTS="unit transcripts scenarios" are run,
# of the unit tests those that fit TEST_UNITS="margins/* libsvm/*", of the scripts TEST_SCRIPTS="tests/scenarios/margins.sh tests/hostile/doors.sh" (all).
set -u
cd "$(dirname "$0")/.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
WINNOW=${WINNOW:-$BUILD/winnow}
DATA=${DATA:-}
ROOT=$(pwd)
LC_ALL=C
# python3 may be a script that looks for it each time, which takes longer than most that it is asked here.
python=$(python3 -c 'import sys; print(sys.executable)' 2> /dev/null) && PATH=$(dirname "$python"):$PATH
PATH=$BUILD:$BUILD/tests:$PATH
TEST_JOBS=${TEST_JOBS:-$(nproc)}
TEST_TIMEOUT=${TEST_TIMEOUT:-600}
TEST_PARTS=${TEST_PARTS:-unit transcripts scenarios}
export BUILD WINNOW DATA ROOT LC_ALL PATH TEST_TIMEOUT

logs=$BUILD/tests/logs
rm -rf "$logs"
mkdir -p "$logs"
passed=0
failed=0
skipped=0

# fail REASON: one failure that is not a test's own line.
fail() {
  echo "not ok $1"
  failed=$((failed + 1))
}

unit_tests() {
  log=$logs/unit.log
  # shellcheck disable=SC2086 # a list of patterns
  (set -f && timeout -k 10 "$TEST_TIMEOUT" "$BUILD/tests/unit" --jobs "$TEST_JOBS" ${TEST_UNITS:-}) > "$log" 2>&1
  status=$?
  counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$log" | tail -n 1)
  if [ -z "$counts" ]; then
    tail -n 40 "$log"
    fail "unit tests: ended with status $status and without a summary"
    return
  fi
  # shellcheck disable=SC2086 # three numbers
  set -- $counts
  passed=$((passed + $1))
  failed=$((failed + $2))
  skipped=$((skipped + $3))
  echo "unit tests: $1 passed, $2 failed, $3 skipped"
  sed '$d' "$log" | head -n 200
}

transcripts() {
  cram=$(command -v cram || command -v cram3) || {
    fail "transcripts: cram is not installed"
    return
  }
  log=$logs/transcripts.log
  # The working folder is a temporary one of cram, TESTDIR the folder of the transcript.
  timeout -k 10 "$TEST_TIMEOUT" "$cram" "$@" > "$log" 2>&1
  status=$?
  counts=$(sed -n 's/^# Ran \([0-9]*\) tests*, \([0-9]*\) skipped, \([0-9]*\) failed.*/\1 \2 \3/p' "$log" | tail -n 1)
  if [ -z "$counts" ]; then
    tail -n 40 "$log"
    fail "transcripts: ended with status $status and without a summary"
    return
  fi
  set -- $counts
  passed=$((passed + $1 - $2 - $3))
  skipped=$((skipped + $2))
  failed=$((failed + $3))
  echo "transcripts: $(($1 - $2 - $3)) passed, $3 failed, $2 skipped"
  [ "$3" -eq 0 ] || cat "$log"
}

# Long ones, which begin first: nothing waits for the last of them alone. After their names, seconds on a machine that is slow to start programs. Those of
# 15 seconds and more are left to `make test-all`, but for `bounds`, which looks at every bound.
long="site 185, report_browser 66, slurm 64, compatibility 61, surroundings 58, allocations 38, reproduce 38, alone 37, real_sequences 37, folders 34,
 system_calls 33, install 32, cases 29, shards 28, bounds 27, disk 27, picture_boxes 24, external 23, signals 23, types 23, doors 21, same_bytes 21, attack 18,
 forced 18, papers 18, round_trip 18, kills 17, matrix_prediction 16, mutants 16, command_completion 15, verify 14, custom 12, endless 12, representations 11"

# The scripts run side by side, each into a log; the logs are read in the order of their names.
scenario_scripts() {
  for script; do
    [ -x "$script" ] && echo "$script"
  done | awk -v long="$long" -v all="${TEST_ALL:-}${TEST_LONG:-}${TEST_SCRIPTS:-}" -v leave="${TEST_LEAVE:-}" '
    BEGIN { n = split(long, words, "[, \n]+"); for (i = 1; i < n; i += 2) seconds[words[i] ".sh"] = words[i + 1]
            n = split(leave, words, " "); for (i = 1; i <= n; i++) left[words[i] ".sh"] = 1 }
    { name = $0; sub(".*/", "", name); if (name in left) next; if (all != "" || seconds[name] + 0 < 15 || name == "bounds.sh") print seconds[name] + 0, $0 }' | sort -s -n -r -k 1,1 | cut -d ' ' -f 2 | xargs -r -P "$TEST_JOBS" -I '{}' sh -c '
    log=$1/$(basename "$2" .sh)
    timeout -k 10 "$TEST_TIMEOUT" "./$2" > "$log.log" 2> "$log.errors" < /dev/null
    echo $? > "$log.status"' run "$logs" '{}'
  for script; do
    name=$(basename "$script" .sh)
    if [ ! -x "$script" ]; then
      fail "$name: $script is not executable"
      continue
    fi
    if [ ! -e "$logs/$name.log" ]; then
      skipped=$((skipped + 1))
      echo "skip $name: left to make test-all"
      continue
    fi
    good=$(grep -c '^ok ' "$logs/$name.log")
    bad=$(grep -c '^not ok ' "$logs/$name.log")
    left=$(grep -c '^skip ' "$logs/$name.log")
    status=$(cat "$logs/$name.status" 2> /dev/null || echo unknown)
    passed=$((passed + good))
    failed=$((failed + bad))
    skipped=$((skipped + left))
    echo "$name: $good passed, $bad failed, $left skipped"
    grep '^not ok \|^skip ' "$logs/$name.log"
    if [ "$status" = 124 ] || [ "$status" = 137 ]; then
      fail "$name: stopped after $TEST_TIMEOUT s"
    elif [ "$status" != 0 ] && [ "$bad" -eq 0 ]; then
      fail "$name: ended with status $status"
    elif [ $((good + bad + left)) -eq 0 ]; then
      fail "$name: tested nothing"
    fi
    [ "$status" = 0 ] || tail -n 20 "$logs/$name.errors"
  done
}

for part in $TEST_PARTS; do
  case $part in
  unit) unit_tests ;;
  transcripts) transcripts tests/transcripts/*.t ;;
  scenarios) scenario_scripts ${TEST_SCRIPTS:-tests/scenarios/*.sh tests/hostile/*.sh} ;;
  *) fail "$part: no such part of the tests" ;;
  esac
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
