#!/bin/sh
# scripts/slurm against a Slurm of one node that the test starts: an array, its merge, what failed submitted again, time that runs out, scancel.
# shellcheck disable=SC2154 # variables of the library
case ${CFLAGS:-} in
*-fsanitize*)
  echo "skip scripts/slurm: an instrumented build"
  exit 0
  ;;
esac
if [ -z "${SLURM_CONF:-}" ]; then
  "$(dirname "$0")/../slurm/one_node.sh" "$0" 2> "${TMPDIR:-/tmp}/slurm-test.$$"
  status=$?
  [ $status -ne 77 ] || echo "skip scripts/slurm: $(tail -n 1 "${TMPDIR:-/tmp}/slurm-test.$$")"
  [ $status -eq 77 ] || cat "${TMPDIR:-/tmp}/slurm-test.$$" >&2
  rm -f "${TMPDIR:-/tmp}/slurm-test.$$"
  [ $status -eq 77 ] || exit $status
  exit 0
fi
. "$(dirname "$0")/../library.sh"
export WINNOW
submit=$ROOT/scripts/slurm/submit

cat > cells.lua << 'END'
return { params = { n = 8 }, sweep = { n = { 8, 12 } }, trials = 50, seeds = 4,
  problem = function(p) return problem.close_to_subspace { n = p.n } end,
  learners = { learner.matrix_winnow {}, learner.matrix_perceptron {} }, bounds = { bound.subspace_mistakes {} } }
END
cat > endless.lua << 'END'
return { params = { quick = false }, seeds = 4, procedure = function(p, seed)
  while seed == 2 and not p.quick do end
  return { x = seed }
end }
END
# states FOLDER: of its cells
states() { values "$1/cells.tsv" "seed status" | tr '\n' ';'; }
# tasks TEXT: how many tasks of an array were submitted
tasks() { sed -n 's/^array: job [0-9]*, \([0-9]*\) of the shards.*/\1/p' "$1"; }
# settled: waits until no job is left
settled() {
  for _ in $(seq 300); do
    [ -n "$(squeue --noheader)" ] || return
    sleep 0.2
  done
  not_ok "the queue is empty" "$(squeue --noheader | tr '\n' ';')"
}

# ---- the whole way

"$WINNOW" run cells.lua --quiet --out whole
"$submit" cells.lua --shards 3 --time 00:02:00 --partition all --wait > submit.stdout 2> submit.stderr
same "submit --wait: exit status of the merge" 0 $?
same "submit: three tasks" 3 "$(tasks submit.stdout)"
has "submit --wait: the merged table" submit.stdout "merged: 16 of 16 cells"
for table in cells verdicts curves summary; do
  same "merged: $table.tsv has the bytes of one run" "" "$(cmp whole/$table.tsv results/cells/$table.tsv 2>&1)"
done
same "each shard has a log" 3 "$(find results/cells/shards/slurm -name '[0-9]*_[0-9]*.log' | wc -l)"

# ---- only what is not complete is submitted again: a task that was killed before its end, one that never began

sed -i '$d' results/cells/shards/2-of-3/.journal/cells
sed -i 's/^  "state": "complete"/  "state": "interrupted"/' results/cells/shards/2-of-3/manifest.json
rm -r results/cells/shards/3-of-3
"$submit" cells.lua --time 00:02:00 --wait > submit.stdout 2> submit.stderr
same "again: exit status 0" 0 $?
same "again: two of the shards, the number of shards is known" "2 16 in 3 shards" "$(tasks submit.stdout) $(sed -n 's/^cells: //p' submit.stdout)"
same "again: the bytes of one run" "" "$(cmp whole/cells.tsv results/cells/cells.tsv 2>&1)"
"$submit" cells.lua --wait > submit.stdout 2> submit.stderr
has "complete: nothing is submitted but the merge" submit.stdout "array: none, all shards are complete"

# ---- time runs out: what is left goes on by itself, a cell that never ends is reported, and not for ever

"$submit" endless.lua --shards 2 --time=00:00:06 --wait > submit.stdout 2> submit.stderr
same "a cell that never ends: exit status 1" 1 $?
same "a cell that never ends: the others are there, it ran out of time" "1 done;2 timeout;3 done;4 done;" "$(states results/endless)"
has "a cell that never ends: why" results/endless/manifest.json "took longer than the whole run's 3 s"
has "a cell that never ends: said" submit.stderr "(-, seed 2) ran out of time"
# One shard, one worker: first 1 and a part of 2, then 2 with all of the time, then 3 and 4; each round is a job of the one before.
"$submit" endless.lua --out rounds --shards 1 --time 00:00:06 --wait > submit.stdout 2> submit.stderr
same "three rounds: exit status 1" "1 1 done;2 timeout;3 done;4 done;" "$? $(states rounds)"
same "three rounds: three arrays" 3 "$(find rounds/shards/slurm -name '[0-9]*_1.log' | wc -l)"

# ---- kill -9 of a task; scancel

for number in 1 2; do
  ("$submit" endless.lua --out "$work/killed" --shards 2 --jobs 2 --time 00:05:00 > at_once.$number 2>&1 && : > won.$number) &
done
wait
same "two submissions at once: one is refused" 1 "$(cat at_once.* | grep -c 'of these results is still queued or running')"
same "two submissions at once, without --wait: the other one ends with exit status 0" 1 "$(find . -name 'won.*' | wc -l)"
# begun FOLDER: waits until the shard with the endless cell has its other one.
begun() {
  for _ in $(seq 100); do
    [ "$(cat "$1/shards/2-of-2/.journal/cells" 2> /dev/null | wc -l)" -eq 1 ] && return
    sleep 0.1
  done
}
begun killed
"$submit" endless.lua --out killed > second.stdout 2> second.stderr
same "while jobs are there: exit status 1" 1 $?
has "while jobs are there: said" second.stderr "of these results is still queued or running"
# The oldest process with this folder among its arguments.
kill -9 "$(for place in /proc/[0-9]*; do
  case $(tr '\0' ' ' 2> /dev/null < "$place/cmdline") in *"--out $work/killed/shards/2-of-2"*) echo "${place#/proc/}" ;; esac
done | sort -n | head -n 1)"
settled
same "a task that was killed: the merge has what there is" "1 1 done;3 done;4 done;" "$(cat killed/shards/slurm/end) $(states killed)"
has "a task that was killed: how many are missing, and what submits them" killed/shards/slurm/messages \
  "1 of 4 cells are missing; what submits them again: $ROOT/scripts/slurm/submit 'endless.lua' '--out' '$work/killed'"
has "a task that was killed: which" killed/shards/slurm/messages "missing cells are of shards 2 of 2"
"$submit" endless.lua --out killed --time 00:00:06 --wait > submit.stdout 2> submit.stderr
same "a task that was killed: only its shard is submitted again" "1 1 1 done;2 timeout;3 done;4 done;" "$? $(tasks submit.stdout) $(states killed)"

"$submit" endless.lua --out cancelled --shards 2 --jobs 2 --time 00:05:00 > submit.stdout 2> submit.stderr
begun cancelled
scancel "$(sed -n 's/^array: job \([0-9]*\),.*/\1/p' submit.stdout)"
settled
has "scancel: the shard has kept its cell" cancelled/shards/2-of-2/manifest.json '"state": "interrupted"'
same "scancel: what is there is merged, nothing is submitted again" "1 1 done;3 done;4 done;" "$(cat cancelled/shards/slurm/end) $(states cancelled)"

# ---- after an upgrade; times as sbatch takes them

tar -xzf "$ROOT/tests/fixtures/1.0.0.tar.gz" ./results/batch ./scenarios/batch.lua
"$WINNOW" run batch --quiet --out batch
for time in 5=00:05:00 3:20=00:04:00 0-01=01:00:00; do
  "$submit" batch --shards 2 --time "${time%=*}" --wait > submit.stdout 2> submit.stderr
  same "a folder of an earlier version, --time ${time%=*}: exit status 0, the time that Slurm has" "0 ${time#*=}" \
    "$? $(scontrol show job "$(sed -n 's/^merge: job //p' submit.stdout)" | sed -n 's/.*TimeLimit=\([^ ]*\).*/\1/p')"
done
same "a folder of an earlier version: the bytes of one run" "" "$(cmp batch/cells.tsv results/batch/cells.tsv 2>&1)"

# ---- as it is installed

mkdir -p prefix/bin prefix/share/winnow-lab/scripts
cp "$WINNOW" prefix/bin/winnow
cp -r "$ROOT/scripts/slurm" prefix/share/winnow-lab/scripts/
ln -s ../share/winnow-lab/scripts/slurm/submit prefix/bin/winnow-submit
(unset WINNOW && prefix/bin/winnow-submit cells.lua --out 'in stalled 50%j' --shards 2 --wait) > submit.stdout 2> submit.stderr
same "installed, by a link, in a folder with a blank and a % in its name: exit status 0" "0 " "$? $(cmp whole/cells.tsv 'in stalled 50%j/cells.tsv' 2>&1)"

# ---- what is wrong is said before anything is submitted

# refused TEXT WORD...
refused() {
  text=$1
  shift
  "$submit" "$@" > submit.stdout 2> submit.stderr
  same "$*: exit status 2" 2 $?
  has "$*: said" submit.stderr "$text"
}
refused "expected SCENARIO"
refused "nosuch: no such scenario" nosuch
refused "--sedes: no such option of winnow run; nearest: --seeds" cells.lua --sedes 3
refused "--time 5m: expected minutes, or one of M:S" cells.lua --time 5m
refused "--time 1:60: expected minutes, or one of M:S" cells.lua --time 1:60
refused "--time 0:01: expected at least two seconds" cells.lua --time 0:01
refused "--shards 0: expected a whole number" cells.lua --shards 0
refused "--shard: the scripts set this option themselves" cells.lua --shard 1/2
refused "--time: expected a value" cells.lua --time
refused "a backslash" cells.lua --out 'a\b'
refused "--shards 1500: expected at most 1000, as MaxArraySize of this cluster is 1001" cells.lua --shards 1500
same "more tasks than Slurm takes: the number of shards is as before" 3 "$(cat results/cells/shards/slurm/count)"
same "nothing was submitted" "" "$(squeue --noheader)"
