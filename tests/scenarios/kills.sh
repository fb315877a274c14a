#!/bin/sh
# A run that is killed at random moments, again and again, ends with the files of a run that nobody disturbed. KILLS=n kills of
# the program (4) and a quarter as many of a single worker; a finished folder is compared and the next begun.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
kills=${KILLS:-4}

cat > cells.lua << 'END'
return {
  params = { n = 40, r = 1 }, sweep = { r = { 1, 2 } }, trials = 300, seeds = 50,
  problem = function(p) return problem.close_to_subspace { n = p.n, r = p.r } end,
  learners = function(p) return { learner.matrix_winnow { r = p.r, representation = "dense" }, learner.matrix_perceptron {} } end,
  bounds = { bound.subspace_mistakes {} }, observe = { "trace" },
}
END
cells=200

# seconds LARGEST: a random time below it.
seconds() { od -An -N4 -tu4 /dev/urandom | awk -v largest="$1" '{ printf "%.3f", $1 / 4294967296 * largest }'; }

# orphans FOLDER: processes that still run for it.
orphans() {
  printf '%s' "$1" > orphans.pattern
  grep -alsF -f orphans.pattern /proc/[0-9]*/cmdline | grep -v '/self/' | wc -l
}

# begin FOLDER: starts a run in the background, $program is its process.
begin() {
  setsid "$WINNOW" run cells.lua --out "$work/$1" --jobs 2 --record --quiet > "$1.stdout" 2> "$1.stderr" &
  program=$!
}

# differs FOLDER: what is not as in the undisturbed run, and what was left over.
differs() {
  for file in cells verdicts curves bound_curves summary observations; do
    cmp "reference/$file.tsv" "$1/$file.tsv" 2>&1
  done
  diff -rq reference/sequences "$1/sequences"
  find "$1" -name '*.tmp.*' | sed 's/$/ is left over/'
  (cd "$1" && find . -type f ! -path './sequences/*' | LC_ALL=C sort) > after.txt
  (cd reference && find . -type f ! -path './sequences/*' | LC_ALL=C sort) | diff - after.txt
  (cd "$1" && sha256sum --quiet -c SHA256SUMS 2>&1)
}

# finish NAME FOLDER: lets the run finish and compares.
finish() {
  "$WINNOW" run cells.lua --out "$work/$2" --jobs 2 --record --quiet > "$2.stdout" 2> "$2.stderr"
  status=$?
  problems=$(differs "$2" | head -n 3 | tr '\n' ';')
  if [ $status -eq 0 ] && [ -z "$problems" ]; then
    ok "$1"
  else
    not_ok "$1" "status $status; $problems $(tail -n 1 "$2.stderr")"
  fi
}

start=$(date +%s.%N)
"$WINNOW" run cells.lua --out "$work/reference" --jobs 2 --record --quiet > /dev/null
same "the undisturbed run: exit status 0" 0 $?
length=$(echo "$start $(date +%s.%N)" | awk '{ print $2 - $1 }')
same "the undisturbed run: cells" $cells "$(values reference/cells.tsv status | grep -c "done")"
find reference -name '*.tmp.*' | grep -q . && not_ok "the undisturbed run leaves nothing over" "temporary files"

# ---- kill -9 of the program

count=0
folder=0
orphaned=0
while [ $count -lt "$kills" ]; do
  folder=$((folder + 1))
  while [ $count -lt "$kills" ]; do
    begin "killed$folder"
    sleep "$(seconds "$(awk "BEGIN { print 0.7 * $length }")")"
    kill -9 $program 2> /dev/null || { wait $program; break; } # it was faster: the folder is finished
    wait $program 2> /dev/null
    count=$((count + 1))
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      left=$(orphans "$work/killed$folder")
      [ "$left" -eq 0 ] && break
      sleep 0.1
    done
    [ "$left" -eq 0 ] || orphaned=$((orphaned + 1))
  done
  finish "killed and resumed, folder $folder" "killed$folder"
  rm -rf "killed$folder"
done
same "no worker outlives the program ($count kills)" 0 $orphaned

# ---- kill -9 of a worker: its cell fails, the others finish, the next run completes

count=0
while [ $count -lt $(((kills + 3) / 4)) ]; do
  count=$((count + 1))
  begin "worker$count"
  sleep "$(seconds "$(awk "BEGIN { print 0.4 * $length }")")"
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    worker=$(awk -v parent=$program '{ sub(/.*\) /, "") } $2 == parent { split(FILENAME, part, "/"); print part[3]; exit }' \
      /proc/[0-9]*/stat 2> /dev/null)
    [ -n "$worker" ] && break
    sleep 0.02
  done
  if [ -z "$worker" ] || ! kill -9 "$worker"; then
    wait $program
    finish "a run that ended before its worker was killed ($count)" "worker$count"
    continue
  fi
  wait $program
  status=$?
  failed=$(values "worker$count/cells.tsv" status | grep -c failed)
  finished=$(values "worker$count/cells.tsv" status | grep -c "done")
  case "$status $failed $finished" in
    "1 1 $((cells - 1))")
      ok "a killed worker: one failed cell, exit status 1 ($count)"
      has "a killed worker: the manifest says why ($count)" "worker$count/manifest.json" "ended by signal 9"
      has "a killed worker: stderr says why ($count)" "worker$count.stderr" "ended by signal 9"
      ;;
    "0 0 $cells") ok "a worker killed while it was idle: nothing is lost ($count)" ;;
    *) not_ok "a killed worker ($count)" "status $status, $failed failed, $finished done" ;;
  esac
  finish "a killed worker: resumed ($count)" "worker$count"
  rm -rf "worker$count"
done

# ---- SIGINT and SIGTERM leave a usable result

for signal in INT TERM; do
  begin "stopped$signal"
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -s "stopped$signal/.journal/cells" ] && break
    sleep 0.05
  done
  holds "SIG$signal: the program and its workers are seen while they run" "$(orphans "$work/stopped$signal") >= 3"
  kill -$signal $program
  wait $program
  same "SIG$signal: exit status 130" 130 $?
  found=$(values "stopped$signal/cells.tsv" status | grep -c "done")
  holds "SIG$signal: some cells are there ($found), not all" "$found > 0 && $found < $cells"
  values "stopped$signal/cells.tsv" "cell r learner seed status mistakes stream" status=done > some.txt
  values reference/cells.tsv "cell r learner seed status mistakes stream" > all.txt
  same "SIG$signal: the finished cells are those of the undisturbed run" 0 "$(grep -cvxFf all.txt some.txt)"
  has "SIG$signal: the manifest says interrupted" "stopped$signal/manifest.json" '"interrupted"'
  same "SIG$signal: the sums are right" "" "$(cd "stopped$signal" && sha256sum --quiet -c SHA256SUMS 2>&1)"
  same "SIG$signal: no worker stays" 0 "$(orphans "$work/stopped$signal")"
  finish "SIG$signal: resumed" "stopped$signal"
done
