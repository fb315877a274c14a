#!/bin/sh
# Finished cells are not run again; when something makes them run again, what it is is said.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# scenario [TITLE] [LEARNER OPTION] [BOUND] [OBSERVE]
scenario() {
  cat > tiny.lua << END
return { title = "${1:-Tiny}", params = { n = 8, noise = 0 }, trials = 30, seeds = 3,
  problem = function(p) return problem.close_to_subspace { n = p.n, noise = p.noise } end,
  learners = { learner.matrix_winnow { ${2:-} }, learner.constant {} }, bounds = { ${3:-} }, observe = { ${4:-} } }
END
}

# run OPTION...: stderr in $said, what was run in tiny/
run() {
  "$WINNOW" run tiny.lua --out tiny --jobs 1 "$@" > stdout.txt 2> stderr.txt
  status=$?
  said=$(grep 'cells done, ' stderr.txt)
}

# ran NAME EXPECTED: number of records that the journal got since the last call
known=0
ran() {
  now=$(wc -l < tiny/.journal/cells)
  same "$1" "$2" $((now - known))
  known=$now
}

scenario
run
same "first run: exit status 0" 0 $status
same "first run: nothing to say" "" "$said"
ran "first run: six cells" 6
cp tiny/cells.tsv first.tsv

run
same "again: nothing to say" "" "$said"
ran "again: nothing runs" 0
same "again: the same bytes" "" "$(cmp first.tsv tiny/cells.tsv 2>&1)"

scenario "Another title"
run
ran "another title: nothing runs" 0
has "another title: it is in the manifest" tiny/manifest.json "Another title"

scenario "" "eta = 1.3"
run
same "a learner's option: said" "3 cells done, 0 new, 3 to rerun: changed learner options" "$said"
ran "a learner's option: the cells of that learner run" 3

scenario
run --trials 40
same "trials: said" "0 cells done, 0 new, 6 to rerun: changed trials" "$said"
ran "trials: all cells run" 6

run --trials 40 --set n=9 --seeds 4
same "one new seed in each of the learners of a new point" "0 cells done, 8 new, 0 to rerun" "$said"
run --trials 41 --seeds 4
same "trials and a new seed: both said" "0 cells done, 2 new, 6 to rerun: changed trials" "$said"
known=$(wc -l < tiny/.journal/cells)

run --seeds 5
same "more seeds: said" "6 cells done, 2 new, 2 to rerun: changed trials" "$said"
ran "more seeds: only those run" 4

run --set noise=0.1
same "a parameter: other cells" "0 cells done, 6 new, 0 to rerun" "$said"
ran "a parameter: six cells" 6

scenario "" "" "bound.subspace_mistakes {}"
run
same "a bound: said" "0 cells done, 0 new, 6 to rerun: changed bounds" "$said"
ran "a bound: all cells run" 6

scenario "" "" "bound.subspace_mistakes {}" '"trace"'
run
same "observe: said" "0 cells done, 0 new, 6 to rerun: changed observe" "$said"
ran "observe: all cells run" 6

run --record
has "--record: said" stderr.txt "record"
ran "--record: all cells run" 6
rm "tiny/sequences/$(values tiny/cells.tsv cell seed=2 learner=constant).jsonl"
run --record
ran "a lost sequence file: its cell runs" 1

run --record --fresh
ran "--fresh: all cells run" 6

# a data file
printf '1 1:1\n-1 2:1\n1 1:1 2:1\n' > rows.libsvm
cat > rows.lua << 'END'
return { seeds = 2, problem = problem.libsvm { file = "rows.libsvm" }, learners = learner.winnow {} }
END
"$WINNOW" run rows.lua --out rows --jobs 1 > stdout.txt 2> stderr.txt
printf -- '-1 1:1\n' >> rows.libsvm
"$WINNOW" run rows.lua --out rows --jobs 1 > stdout.txt 2> stderr.txt
has "another data file: said" stderr.txt "2 to rerun: changed"
has "another data file: named" stderr.txt "data"
same "another data file: four trials now" 4 "$(values rows/cells.tsv trials seed=1)"

# a torn journal: the last record is lost, no more
size=$(wc -c < rows/.journal/cells)
head -c $((size - 20)) rows/.journal/cells > torn && cp torn rows/.journal/cells
cp rows/cells.tsv before.tsv
"$WINNOW" run rows.lua --out rows --jobs 1 > stdout.txt 2> stderr.txt
same "a torn record: exit status 0" 0 $?
same "a torn record: the same files again" "" "$(cmp before.tsv rows/cells.tsv 2>&1)"
has "a torn record: one cell runs" stderr.txt "1 cells done, "

# one run at a time
exec 9>> rows/.journal/lock
flock 9
"$WINNOW" run rows.lua --out rows --jobs 1 > stdout.txt 2> stderr.txt
same "two runs of one folder: the second is refused" 1 $?
same "two runs of one folder: one line" 1 "$(wc -l < stderr.txt)"
has "two runs of one folder: said" stderr.txt "rows"
