#!/bin/sh
# Shards of a run, merged, are the files of one run; what does not fit together is refused and nothing is written; limits of time.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

cat > mean.lua << 'END'
return { params = { n = 64, kappa = 0.5 }, sweep = { kappa = { 0.4, 0.8 } }, trials = 60, seeds = 3,
  problem = function(p) return problem.randomized_adversary { n = p.n, r = 1, pad = true } end,
  learners = function(p) return {
    learner.asymmetric_winnow { r = 1, kappa = p.kappa, label = "deterministic" },
    learner.randomized_winnow { r = 1, kappa = p.kappa, label = "randomised" } } end,
  bounds = { bound.asymmetric_mistakes {}, bound.randomized_mistakes {} }, observe = { "expected_mistakes" },
  plot = { x = "kappa", y = "expected_mistakes", name = "kappa" } }
END
cat > procedure.lua << 'END'
return { params = { n = 2 }, sweep = { n = { 2, 3, 5 } }, seeds = 3,
  procedure = function(p, seed) return { power = p.n ^ seed, coin = math.random() } end }
END
echo winnow > mood
cat > talk.sh << END
echo "a word on standard error" >&2
exec "$WINNOW" serve "\$(cat '$work/mood')"
END
cat > custom.lua << 'END'
local last = learner.custom { name = "last", instances = "vector",
  create = function() return { y = 1 } end,
  predict = function(s) return s.y, s.y end,
  update = function(s, x, prediction, y) s.y = y return prediction ~= y end }
local coins = problem.custom { name = "coins", parameters = { n = 4 },
  facts = function(p) return { n = p.n, instances = "vector", gap = { 0.2, 0.8 } } end,
  create = function(setting, p) return vec(p.n) end,
  next = function(x)
    for i = 1, #x do x[i] = math.random(0, 1) end
    return x, x[1] == 1 and 1 or -1
  end,
  comparator = function() return { coordinates = { 1 } } end }
local all = bound.custom { name = "all", measure = "mistakes", level = "trial", parameters = { most = 40 },
  create = function(problem, learner, p) return { value = p.most } end, value = function(s) return s.value end }
return { trials = 40, seeds = 3, problem = coins { n = 4 }, bounds = { all {} },
  learners = { last {}, learner.winnow {}, learner.external { command = { "sh", "talk.sh" }, label = "outside" } } }
END

# manifest FOLDER: without what differs from run to run.
manifest() { sed '/^  "started"/d; /^  "ended"/d' "$1/manifest.json"; }

# merged NAME REFERENCE FOLDER: the folder is the reference, byte by byte.
merged() {
  manifest "$2" > manifest.expected
  same "$1" "" "$(differences "$2" "$3" | head -n 3 | tr '\n' ';')$(manifest "$3" | diff manifest.expected - | head -n 3)"
}

# every SCENARIO CELLS COUNTS OPTION...: one run, and several numbers of shards.
: > shards.failed
every() {
  scenario=$1
  cells=$2
  counts=$3
  shift 3
  "$WINNOW" run "$scenario.lua" --jobs 2 --quiet --out "$scenario" "$@"
  same "$scenario: one run: exit status 0" 0 $?
  same "$scenario: one run: cells" "$cells" "$(values "$scenario/cells.tsv" status | grep -c "done")"
  for count in $counts; do
    seq "$count" | xargs -P 4 -I '{}' "$WINNOW" run "$scenario.lua" --jobs 1 --quiet --shard "{}/$count" \
      --out "$scenario.$count/{}" "$@" || echo "$count" >> shards.failed
    "$WINNOW" merge --quiet --out "$scenario.of$count" "$scenario.$count"/* > merge.stdout 2> merge.stderr
    same "$scenario: merge of $count shards: exit status 0, nothing said" "0 " "$? $(cat merge.stdout merge.stderr)"
    merged "$scenario: merge of $count shards: the files of one run" "$scenario" "$scenario.of$count"
  done
  known=$(wc -l < "$scenario.of3/.journal/cells")
  "$WINNOW" run "$scenario.lua" --quiet --out "$scenario.of3" "$@" 2> again.stderr
  same "$scenario: a run of the merged folder runs nothing" "$known " "$(wc -l < "$scenario.of3/.journal/cells") $(cat again.stderr)"
  merged "$scenario: and leaves the same files" "$scenario" "$scenario.of3"
}
every mean 12 "1 2 3 7 14" --record --save-state
every procedure 9 "3 11"
every custom 9 "3 5" --record
same "no shard failed" "" "$(cat shards.failed)"
same "what outside learners said is merged" 3 "$(find custom.of3/stderr -name '*.txt' | wc -l)"

# ---- what a shard says and does not say

same "shards have their cells" "2 1 0" "$(values mean.7/5/cells.tsv cell | wc -l) $(values mean.7/6/cells.tsv cell | wc -l) $(values mean.14/13/cells.tsv cell | wc -l)"
has "a shard: its tables say so" mean.7/1/cells.tsv "# part: shard 1/7"
has "a shard: its manifest says so" mean.7/1/manifest.json '"shard": "1/7"'
same "a shard: no verdict over seeds" "-" "$(values mean.3/1/summary.tsv verdict bound=randomized_mistakes.sampled | sort -u)"
same "a shard: no row over seeds" "" "$(values mean.3/1/verdicts.tsv bound level=mean)"
same "a shard: other bounds have theirs" "holds" "$(values mean.3/1/summary.tsv verdict bound=asymmetric_mistakes | sort -u)"
same "a control: the whole has a verdict over seeds" "holds" "$(values mean/summary.tsv verdict bound=randomized_mistakes.sampled | sort -u)"
same "a control: the whole has rows over seeds" 2 "$(values mean/verdicts.tsv bound level=mean | wc -l)"
"$WINNOW" run mean.lua --shard 2/7 > shard.stdout 2>&1
has "a shard: its folder" shard.stdout "results: results/mean/shards/2-of-7"
has "a shard: it is said" shard.stdout "shard 2/7: 2 of 12 cells; verdicts over seeds are left to winnow merge"
"$WINNOW" verify results/mean/shards/2-of-7 > verify.stdout 2>&1
same "a shard can be verified" "0 results/mean/shards/2-of-7: equal" "$? $(tail -n 1 verify.stdout)"
"$WINNOW" plot results/mean/shards/2-of-7 --format svg --out picture > /dev/null 2>&1
has "a picture says that it is of a part" picture/kappa.gp "only shard 2/7 of the run"
"$WINNOW" report results/mean/shards/2-of-7 --format html --out report.html > /dev/null 2>&1
has "a report says that it is a part" report.html "This is shard 2/7 of a run"
"$WINNOW" run mean.lua --shard 3/7 --out results/mean/shards/2-of-7 > shard.stdout 2> shard.stderr
same "a shard in the folder of another one: exit status 2" 2 $?
has "a shard in the folder of another one: said" shard.stderr "holds shard 2/7, not shard 3/7"
"$WINNOW" run mean.lua --shard 3/7 --record --save-state --out mean > shard.stdout 2> shard.stderr
same "a shard in the folder of a whole run: exit status 2" 2 $?
merged "a shard in the folder of a whole run: nothing is touched" mean.of2 mean

same "--dry-run: cells, those that are finished, state and folder" "cells: 2;finished: 2;state: complete;results: mean.7/3;" \
  "$("$WINNOW" run mean.lua --shard 3/7 --out mean.7/3 --record --save-state --dry-run | tr '\n' ';')"
same "--dry-run: of another plan" "cells: 3;finished: 1;state: none;results: mean.7/3;" \
  "$("$WINNOW" run mean.lua --shard 3/7 --out mean.7/3 --record --save-state --seeds 5 --dry-run | tr '\n' ';')"
"$WINNOW" run mean.lua --out nothing --dry-run > /dev/null
same "--dry-run writes nothing" "" "$(ls -d nothing 2> /dev/null)"

# ---- parts, overlaps, and once more

"$WINNOW" merge --out grown mean.3/2 > merge.stdout 2> merge.stderr
same "one of three: exit status 1" 1 $?
has "one of three: said" merge.stdout "merged: 4 of 12 cells"
has "one of three: what runs the rest" merge.stderr "8 of 12 cells are missing; what runs them: winnow run mean.lua --record --save-state --out grown"
has "one of three: of which shards they are" merge.stderr "missing cells are of shards 1, 3 of 3"
has "one of three: its tables say so" grown/summary.tsv "# part: cells are missing"
has "one of three: its manifest says so" grown/manifest.json '"state": "incomplete"'
same "one of three: no verdict over seeds" "-" "$(values grown/summary.tsv verdict bound=randomized_mistakes.sampled | sort -u)"
"$WINNOW" verify grown > verify.stdout 2>&1
same "one of three can be verified" "0 grown: equal" "$? $(tail -n 1 verify.stdout)"
cp -r grown rest
eval "\"\$WINNOW\" $(sed -n 's/.*what runs them: winnow//p' merge.stderr) --out rest --quiet" 2> rest.stderr
merged "the command that is named makes it whole" mean rest
same "the command that is named ran what was missing" 12 "$(wc -l < rest/.journal/cells)"
"$WINNOW" merge --quiet --out grown mean.7/1 mean.7/4 grown 2> merge.stderr
same "more of it, shards of seven: exit status 1" 1 $?
has "more of it, shards of seven: of which shards the rest is" merge.stderr "missing cells are of shards 2-3, 5-7 of 7"
"$WINNOW" merge --quiet --out grown mean.3/1 mean.3/3 mean.7/* mean
same "the rest, with overlaps and a whole run: exit status 0" 0 $?
merged "the rest, with overlaps and a whole run: the files of one run" mean grown
cp -r mean.3/2 part
rm part/*.tsv part/manifest.json part/SHA256SUMS
"$WINNOW" merge --quiet --out journals part mean.3/1 mean.3/3 2> merge.stderr
same "a run that was killed has a journal only: exit status 0" 0 $?
has "a run that was killed: said" merge.stderr "part: the run has not ended; its cells are taken"
cp mean.3/2/manifest.json part/.journal
"$WINNOW" merge --quiet --out alone part 2> merge.stderr
same "a run that was killed, alone: exit status 1" 1 $?
has "a run that was killed, alone: of which shards the rest is" merge.stderr "missing cells are of shards 1, 3 of 3"
rm part/.journal/manifest.json
merged "a run that was killed: the files of one run" mean journals

# A record that was damaged is none, and that is said.
cp -r mean.3/2 damaged
sed -i '2s/"mistakes"/"mistaken"/' damaged/.journal/cells
for command in "run mean.lua --record --save-state --shard 2/3 --dry-run --out damaged" "merge --out damaged.out damaged mean.3/1 mean.3/3"; do
  # shellcheck disable=SC2086 # words
  "$WINNOW" $command > damaged.stdout 2> damaged.stderr
  has "a damaged record: ${command%% *}: said" damaged.stderr "damaged/.journal/cells: 1 lines are damaged or of another version: they are kept"
done
has "a damaged record: of which shard its cell is" damaged.stderr "missing cells are of shards 2 of 3"
same "a damaged record: its cell runs again" "cells: 4;finished: 3;" \
  "$("$WINNOW" run mean.lua --record --save-state --shard 2/3 --dry-run --out damaged 2> damaged.stderr | head -n 2 | tr '\n' ';')"

# ---- a merge that was killed, one that is killed at any moment, one that finds a run

mkdir -p torn/.journal torn/sequences
head -c 5000 mean.3/1/.journal/cells > torn/.journal/cells
: > torn/cells.tsv.tmp.1
: > torn/sequences/0123456789abcdef.jsonl.tmp.1
for name in tsv.tmp.mine tsv.tmp.1a tsv.tmp.; do echo kept > "torn/notes.$name"; done # nobody's but the user's
"$WINNOW" merge --quiet --out torn mean.3/1 mean.3/2 mean.3/3
same "a merge that was killed goes on: exit status 0" 0 $?
same "a merge that was killed goes on: a user's files stay" "kept kept kept" "$(cat torn/notes.* | tr '\n' ' ' | sed 's/ $//')"
rm -f torn/notes.*
merged "a merge that was killed goes on: the files of one run" mean torn
for pause in 0.01 0.03 0.05 0.07; do
  "$WINNOW" merge --quiet --out killed mean.14/* &
  program=$!
  sleep $pause
  kill -9 $program 2> /dev/null
  wait $program 2> /dev/null
done
"$WINNOW" merge --quiet --out killed mean.14/*
merged "a merge that is killed, several times: the files of one run" mean killed
exec 9>> grown/.journal/lock
flock 9
"$WINNOW" merge --quiet --out grown mean.3/1 2> merge.stderr
same "while a run is writing there: exit status 1" 1 $?
exec 9>&-

# ---- what does not fit is refused with status 2, by name, and nothing is written

# refused NAME TEXT WORD...: merge of these folders
refused() {
  name=$1
  text=$2
  shift 2
  "$WINNOW" merge --out refused "$@" > merge.stdout 2> merge.stderr
  same "$name: exit status 2, nothing written" "2 " "$? $(ls -d refused 2> /dev/null)"
  has "$name: said" merge.stderr "$text"
}
"$WINNOW" run mean.lua --quiet --out seeds --seeds 2 --record --save-state
"$WINNOW" run mean.lua --quiet --out trials --trials 50 --record --save-state
"$WINNOW" run mean.lua --quiet --out plain
cp mean.lua other.lua
"$WINNOW" run other.lua --quiet --out other --record --save-state
mkdir edits
sed '1s/^/-- a comment\n/' mean.lua > edits/mean.lua
"$WINNOW" run edits/mean.lua --quiet --out edited --record --save-state
refused "other seeds" "mean.3/1 and seeds are not of one run: seeds: 3 and 2" mean.3/1 seeds
refused "other trials" "mean.3/1 and trials are not of one run: points[1].trials: 60 and 50" mean.3/1 trials
refused "other options" "mean.3/1 and plain are not of one run: record: true and false" mean.3/1 plain
refused "another scenario" "mean.3/1 and other are not of one run: scenario: \"mean\" and \"other\"" mean.3/1 other
refused "another text" "mean.3/1 and edited are not of one run: text: line 1: " mean.3/1 edited
refused "no folder" "nosuch: not a result folder" mean.3/1 nosuch
refused "a folder of something else" "edits: not a result folder" edits
refused "no description" "no manifest.json in any of the folders" part
# edited NAME TEXT SED-SCRIPT: a manifest that no run has written
edited() {
  rm -rf changed
  cp -r mean.3/1 changed
  sed "$3" mean.3/1/manifest.json > changed/manifest.json
  refused "$1" "$2" changed
}
edited "no seeds" "changed/manifest.json: seeds: expected a whole number from 1 to 1000000" 's/^  "seeds": 3/  "seeds": 0/'
edited "a label that is none" "changed/manifest.json: points: learners: label: expected a string" 's/"label": "randomised"/"label": 7/'
edited "a learner that is none" "changed/manifest.json: learner.nobody: no such learner" 's/"name": "randomized_winnow"/"name": "nobody"/'
edited "an option that was changed" "changed: cells.tsv has cell " 's/"kappa": 0.4/"kappa": 0.3/'
edited "a manifest that is cut" "changed/manifest.json: its format is missing" '20,$d'
echo perceptron > mood # the program is another one, and nothing says so
"$WINNOW" run custom.lua --quiet --record --out moody
refused "another record of a cell" "custom.3/1 and moody differ in cell " custom.3/1 custom.3/2 custom.3/3 moody
has "another record of a cell: which" merge.stderr " (outside, seed 1): mistakes: \""
cat > older.py << 'END'
# older.py FOLDER: the first record of its journal and of its table becomes one that another version of the engine made.
import ctypes, json, re, sys
class Digest(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]
xxh = ctypes.CDLL("libxxhash.so.0").XXH3_128bits
xxh.argtypes, xxh.restype = [ctypes.c_char_p, ctypes.c_size_t], Digest
path = sys.argv[1] + "/.journal/cells"
first, *rest = open(path).read().splitlines(True)
record = json.loads(first.split(" ", 2)[2])
name, record["cell"], record["key"]["engine"] = record["cell"], "0123456789abcdef", 1
payload = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
digest = xxh(payload, len(payload))
open(path, "w").write(f"{len(payload)} {digest.high:016x}{digest.low:016x} {payload.decode()}\n" + "".join(rest))
table = open(sys.argv[1] + "/cells.tsv").read()
open(sys.argv[1] + "/cells.tsv", "w").write(re.sub(f"(?m)^{name}", "0123456789abcdef", table))
END
cp -r mean.3/1 older
if python3 older.py older 2> older.stderr; then
  refused "another version" "older: cell 0123456789abcdef was made with result version 1 of the engine, this program has version" mean.3/2 older
else
  skip "another version" "$(tail -n 1 older.stderr)"
fi
cp -r mean.3/1 spoiled
file=$(find spoiled/states -type f | LC_ALL=C sort | head -n 1)
sed 's/1/2/' "$file" > state && cp state "$file" && rm spoiled/SHA256SUMS # which would say that it was changed
refused "another state of a cell" "): states/" mean.3/1 spoiled
mkdir foreign
echo "# something else" > foreign/cells.tsv
"$WINNOW" merge --out foreign mean.3/1 > merge.stdout 2> merge.stderr
same "somebody's file in --out: exit status 2" 2 $?
has "somebody's file in --out: said" merge.stderr "foreign/cells.tsv: begins with '# something else'"
same "somebody's file in --out: stays, alone" "# something else cells.tsv" "$(cat foreign/cells.tsv) $(ls -A foreign)"

# ---- data: merging looks at none

printf '1 1:1\n-1 2:1\n1 1:1 2:1\n' > rows.libsvm
cat > rows.lua << 'END'
return { seeds = 2, problem = problem.libsvm { file = "rows.libsvm" }, learners = learner.winnow {} }
END
"$WINNOW" run rows.lua --quiet --out rows
"$WINNOW" run rows.lua --quiet --shard 1/2 --out rows1
"$WINNOW" run rows.lua --quiet --shard 2/2 --out rows2
printf '1 1:1\n-1 2:1\n-1 1:1 2:1\n' > rows.libsvm
"$WINNOW" run rows.lua --quiet --shard 2/2 --out rows3
mv rows.libsvm away
"$WINNOW" merge --quiet --out rows.merged rows1 rows2
same "data that are elsewhere: exit status 0" 0 $?
merged "data that are elsewhere: the files of one run" rows rows.merged
refused "other data" "rows1 and rows3 are not of one run: data.rows.libsvm: " rows1 rows3

# ---- limits of time

cat > endless.lua << 'END'
return { seeds = 4, procedure = function(p, seed)
  while seed == 2 do end
  return { x = seed }
end }
END
# states FOLDER: of its cells
states() { values "$1/cells.tsv" "seed status" | tr '\n' ';'; }
"$WINNOW" run endless.lua --quiet --jobs 2 --cell-time 2 --out late 2> late.stderr
same "--cell-time: the others are there: exit status 1" "1 1 done;2 timeout;3 done;4 done;" "$? $(states late)"
has "--cell-time: why" late/manifest.json "took longer than 2 s"
"$WINNOW" run endless.lua --quiet --jobs 2 --run-time 2 --out whole 2> whole.stderr
same "--run-time: a cell that had all of it ran out of time: exit status 1" "1 1 done;2 timeout;3 done;4 done;" "$? $(states whole)"
has "--run-time: why" whole/manifest.json "took longer than the whole run's 2 s"
"$WINNOW" run endless.lua --quiet --jobs 1 --run-time 2 --out first 2> first.stderr
same "--run-time: a cell that had a part of it is left: exit status 130" "130 1 done;" "$? $(states first)"
has "--run-time: said" first.stderr "the run's time of 2 s is over: 3 of 4 cells left"
has "--run-time: the state" first/manifest.json '"state": "out of time"'
"$WINNOW" run endless.lua --quiet --jobs 1 --run-time 2 --out first 2> first.stderr
same "--run-time: the next run begins with it: exit status 130" "130 1 done;2 timeout;" "$? $(states first)"
if strace -f -qq --seccomp-bpf -e trace=flock -o strace.txt true 2> /dev/null && ! nm "$WINNOW" 2> /dev/null | grep -q __asan_init; then
  strace -f -qq --seccomp-bpf -e trace=flock -e inject=flock:delay_enter=2100000 -o strace.txt \
    "$WINNOW" run endless.lua --quiet --jobs 1 --run-time 2 --out slow 2> slow.stderr
  same "--run-time: what comes before the first cell counts: exit status 130, no cell" "130 0" "$? $(values slow/cells.tsv seed | wc -l)"
else
  skip "--run-time: what comes before the first cell" "strace is not there, may not trace, or the build is instrumented"
fi
"$WINNOW" run endless.lua --quiet --jobs 1 --run-time 2 --keep-timeouts --out first 2> first.stderr
same "--keep-timeouts: the others have their turn: exit status 1" "1 1 done;2 timeout;3 done;4 done;" "$? $(states first)"
"$WINNOW" merge --quiet --out timed.out first 2> merge.stderr
same "merged: exit status 1" "1 1 done;2 timeout;3 done;4 done;" "$? $(states timed.out)"
has "merged: why" timed.out/manifest.json "took longer than the whole run's 2 s"
has "merged: said" merge.stderr "(-, seed 2) ran out of time: took longer than the whole run's 2 s"

# begin FOLDER: with a process group of its own; waits until all but the endless cell are there.
begin() {
  setsid "$WINNOW" run endless.lua --quiet --jobs 2 --out "$1" 2> "$1.stderr" &
  program=$!
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    [ "$(cat "$1/.journal/cells" 2> /dev/null | wc -l)" -eq 3 ] && break
    sleep 0.1
  done
}
# Without --jobs: as many workers as this process has processors.
if first=$(taskset -cp $$ 2> /dev/null | sed 's/.*: //; s/[-,].*//') && [ -n "$first" ]; then
  taskset -c "$first" "$WINNOW" run endless.lua --quiet --out bound 2> bound.stderr &
  program=$!
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ "$(cat bound/.journal/cells 2> /dev/null | wc -l)" -eq 1 ] && break
    sleep 0.1
  done
  same "taskset to one processor: one worker" 1 "$(cat /proc/[0-9]*/stat 2> /dev/null | sed 's/.*) //' | awk -v program=$program '$2 == program' | wc -l)"
  kill $program
  wait $program
else
  skip "taskset to one processor" "taskset is not there"
fi
# To all processes of the run, as batch systems send it, twice.
begin told
kill -TERM -$program
kill -TERM -$program 2> /dev/null
wait $program
same "SIGTERM to all its processes, twice: exit status 130, finished cells are kept" "130 1 done;3 done;4 done;" "$? $(states told)"
has "SIGTERM to all its processes: the state" told/manifest.json '"state": "interrupted"'

# ---- many cells: three processes write the tables; those of shards and of what is merged have one writer

many() { "$WINNOW" run mean.lua --seeds 150 --trials 6 --quiet --out "$@"; }
many many --jobs 3
many many.1 --shard 1/2
many many.2 --shard 2/2
"$WINNOW" merge --quiet --out many.merged many.1 many.2
for table in cells verdicts curves bound_curves summary observations; do
  same "600 cells: $table.tsv" "$(cat many.merged/$table.tsv)" "$(cat many/$table.tsv)"
done
same "600 cells: no part is left" "" "$(find many -name '*.tmp*')"
"$WINNOW" run mean.lua --seeds 4000 --trials 6 --quiet --out many.told 2> told.txt &
child=$!
while [ ! -s many.told/.journal/cells ] && kill -0 $child 2> /dev/null; do sleep 0.05; done
kill -TERM $child
wait $child
same "16,000 cells, and a signal: exit status 130" 130 $?
has "16,000 cells, and a signal: what is finished is written" many.told/manifest.json '"state": "interrupted"'

# ---- without a scheduler

if command -v parallel > /dev/null 2>&1; then
  seq 5 | parallel --will-cite -j 2 "$WINNOW" run mean.lua --record --save-state --jobs 1 --quiet --shard '{}/5' --out 'jobs/{}'
  same "GNU parallel: exit status 0" 0 $?
  "$WINNOW" merge --quiet --out jobs.merged jobs/*
  merged "GNU parallel: the files of one run" mean jobs.merged
else
  skip "GNU parallel" "it is not installed"
fi
