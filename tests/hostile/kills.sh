#!/bin/sh
# kills.sh [COUNT [SEED]]: a sweep that is killed (SIGKILL) at random moments, again and again, ends with the files of a run that
# nobody disturbed. Of the kills half are of all processes of the run at once, a quarter of the program alone and a quarter of
# one of its workers; most folders are killed several times before they may finish. SEED decides which and when, as a share of
# the undisturbed run's time.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
kills=${1:-$(sweep 20 8)}
seed=${2:-1}

cat > cells.lua << 'END'
return {
  params = { n = 16, r = 1 }, sweep = { r = { 1, 2 } }, trials = 300, seeds = 10,
  problem = function(p) return problem.close_to_subspace { n = p.n, r = p.r } end,
  learners = function(p) return { learner.matrix_winnow { r = p.r, representation = "dense" }, learner.matrix_perceptron {} } end,
  bounds = { bound.subspace_mistakes {} }, observe = { "trace" },
}
END
cells=40

# begin FOLDER: starts a run in the background, $program is its process and its group.
begin() {
  setsid "$WINNOW" run cells.lua --out "$work/$1" --jobs 2 --record --save-state --quiet > "$1.stdout" 2> "$1.stderr" &
  program=$!
}

# orphans FOLDER: processes that still run for it.
orphans() {
  printf '%s' "$1" > orphans.pattern
  grep -alsF -f orphans.pattern /proc/[0-9]*/cmdline | grep -cv '/self/'
}

# settled FOLDER: waits until no process runs for it; counts those folders where one stays for longer than two seconds.
orphaned=0
settled() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ "$(orphans "$work/$1")" -eq 0 ] && return
    sleep 0.1
  done
  orphaned=$((orphaned + 1))
}

# a_worker: a process that $program has started.
a_worker() { tr ' ' '\n' 2> /dev/null < "/proc/$program/task/$program/children" | grep . | head -n 1; }

# records FOLDER: whole lines of its journal.
records() { [ ! -e "$1/.journal/cells" ] || wc -l < "$1/.journal/cells"; }

# finish FOLDER: lets the run finish and compares; says what is wrong.
finish() {
  begin "$1"
  wait $program
  status=$?
  wrong=$(differences reference "$1" | head -n 3 | tr '\n' ';')
  [ $status -eq 0 ] && [ -z "$wrong" ] || echo "$1: status $status; $wrong $(tail -n 1 "$1.stderr")"
}

start=$(date +%s.%N)
begin reference
wait $program
same "the undisturbed run: exit status 0" 0 $?
length=$(echo "$start $(date +%s.%N)" | awk '{ print $2 - $1 }')
same "the undisturbed run: cells" $cells "$(values reference/cells.tsv status | grep -c "done")"
same "the undisturbed run leaves nothing over" 0 "$(find reference -name '*.tmp*' | wc -l)"

# A control: the comparison sees one changed byte, a lost file and a temporary one.
cp -r reference control
printf x | dd of=control/curves.tsv bs=1 seek=900 conv=notrunc 2> /dev/null
find control/states -type f | head -n 1 | xargs rm
: > control/cells.tsv.tmp.1
for part in curves.tsv states "left over" FAILED; do
  has "control: a spoiled folder is seen: $part" /dev/stdin "$part" << END
$(differences reference control)
END
done

# One line for each kill that may be tried: what is killed, after how many seconds, whether the folder then goes on.
awk -v seed="$seed" -v length_of_run="$length" -v count=$((4 * kills + 40)) 'BEGIN {
  srand(seed)
  for (i = 0; i < count; i++) {
    kind = rand(); share = rand(); on = rand()
    # squared: a folder that was killed already has less to do
    printf "%s %.4f %s\n", kind < 0.5 ? "group" : kind < 0.75 ? "program" : "worker", share * share * 0.8 * length_of_run,
      on < 0.75 ? "goes-on" : "finishes"
  }
}' > draws.txt

group=0
alone=0
worker=0
folder=1
finished=0
unharmed=0
lost=0
: > wrong.txt
while read -r kind seconds next; do
  [ $((group + alone + worker)) -lt "$kills" ] || break
  before=$(records "killed$folder")
  begin "killed$folder"
  sleep "$seconds"
  case $kind in
    group) kill -9 -$program ;;
    program) kill -9 $program ;;
    worker) kill -9 "$(a_worker)" ;;
  esac 2> /dev/null
  hit=$?
  wait $program 2> /dev/null
  status=$?
  settled "killed$folder"
  case $kind-$status-$hit in
    group-137-0) group=$((group + 1)) ;;
    program-137-0) alone=$((alone + 1)) ;;
    worker-[01]-0) worker=$((worker + 1)) ;;
    worker-2-0) # what was killed was still reading the scenario
      worker=$((worker + 1))
      same "a kill while the scenario is read: one line" "winnow: cells.lua: its evaluation crashed (signal 9, Killed)" \
        "$(cat "killed$folder.stderr")"
      ;;
    *-0-*) unharmed=$((unharmed + 1)) next=finishes ;; # it was faster
    *) echo "killed$folder: $kind, kill $hit, status $status: $(tail -n 1 "killed$folder.stderr")" >> wrong.txt ;;
  esac
  after=$(records "killed$folder")
  [ "${after:-0}" -ge "${before:-0}" ] || lost=$((lost + 1))
  [ "$next" = finishes ] || continue
  finish "killed$folder" >> wrong.txt
  finished=$((finished + 1))
  rm -rf "killed$folder" "killed$folder".*
  folder=$((folder + 1))
done < draws.txt
if [ -e "killed$folder" ]; then
  finish "killed$folder" >> wrong.txt
  finished=$((finished + 1))
fi

killed=$((group + alone + worker))
same "kills: $group of all processes, $alone of the program alone, $worker of a worker ($unharmed runs were faster)" "$kills" $killed
same "$finished folders, killed and resumed, are as the undisturbed one" "0 wrong" "$(wc -l < wrong.txt) wrong$(head -n 3 wrong.txt | tr '\n' ';')"
same "no record of the journal was lost in $killed kills" 0 $lost
same "no worker outlived its program in $killed kills" 0 $orphaned

# ---- kill -9 of a worker at work: its cell fails, the others finish, the next run completes

begin worker
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  [ -n "$(a_worker)" ] && [ "$(records worker)" -gt 0 ] 2> /dev/null && break
  sleep 0.02
done
kill -9 "$(a_worker)" 2> /dev/null
wait $program
status=$?
failed=$(values worker/cells.tsv status | grep -c failed)
whole=$(values worker/cells.tsv status | grep -c "done")
case "$status $failed $whole" in
  "1 1 $((cells - 1))")
    ok "a killed worker: one failed cell, exit status 1"
    has "a killed worker: the manifest says why" worker/manifest.json "ended by signal 9"
    has "a killed worker: stderr says why" worker.stderr "ended by signal 9"
    ;;
  "0 0 $cells") ok "a worker killed while it was idle: nothing is lost" ;;
  *) not_ok "a killed worker" "status $status, $failed failed, $whole done" ;;
esac
same "a killed worker: resumed" "" "$(finish worker)"

# ---- SIGINT and SIGTERM leave a usable result

sed -i 's/seeds = 10/seeds = 40/' cells.lua
"$WINNOW" run cells.lua --out "$work/reference" --jobs 2 --record --save-state --quiet
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
  holds "SIG$signal: some cells are there ($found), not all" "$found > 0 && $found < 4 * $cells"
  values "stopped$signal/cells.tsv" "cell r learner seed status mistakes stream" status=done > some.txt
  values reference/cells.tsv "cell r learner seed status mistakes stream" > all.txt
  same "SIG$signal: the finished cells are those of the undisturbed run" 0 "$(grep -cvxFf all.txt some.txt)"
  has "SIG$signal: the manifest says interrupted" "stopped$signal/manifest.json" '"interrupted"'
  same "SIG$signal: the sums are right" "" "$(cd "stopped$signal" && sha256sum --quiet -c SHA256SUMS 2>&1)"
  same "SIG$signal: no worker stays" 0 "$(orphans "$work/stopped$signal")"
  same "SIG$signal: resumed" "" "$(finish "stopped$signal")"
done
