#!/bin/sh
# A cell that crashes or fails is reported and costs nothing but itself.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# A sanitizer would report the signals that are wanted here.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0:handle_abort=0
export ASAN_OPTIONS

# run FOLDER FAULT [ONLY_SEED]: learners with and without the fault, four seeds; the exit status in $status.
run() {
  cat > "$1.lua" << END
return { trials = 20, seeds = 4, problem = problem.close_to_subspace { n = 8 },
  learners = { learner.control_winnow { fault = "$2", only_seed = ${3:-2} }, learner.matrix_winnow {} },
  bounds = bound.subspace_mistakes {} }
END
  "$CONTROLS" run "$1.lua" --out "$1" --jobs 2 --record > "$1.stdout" 2> "$1.stderr"
  status=$?
}

run sound none
same "without a fault: exit status 0" 0 $status

# expect FAULT REASON
expect() {
  run "$1" "$1"
  same "$1: exit status 1" 1 $status
  same "$1: seed 2 failed, the others are there" "1 done;2 failed;3 done;4 done;" \
    "$(values "$1/cells.tsv" 'seed status' learner=control_winnow | tr '\n' ';')"
  same "$1: the other learner is untouched" "done" "$(values "$1/cells.tsv" status learner=matrix_winnow | sort -u)"
  same "$1: the other cells are as without the fault" "$(values sound/cells.tsv 'seed mistakes stream' learner=matrix_winnow)" \
    "$(values "$1/cells.tsv" 'seed mistakes stream' learner=matrix_winnow)"
  same "$1: a failed cell has no numbers" "nan nan nan -" "$(values "$1/cells.tsv" 'trials mistakes loss stream' status=failed)"
  same "$1: means leave it out, with the count" "3" "$(values "$1/summary.tsv" seeds learner=control_winnow bound=subspace_mistakes)"
  same "$1: no verdict for it" 7 "$(values "$1/verdicts.tsv" verdict bound=subspace_mistakes | wc -l)"
  has "$1: the manifest says why" "$1/manifest.json" "$2"
  has "$1: the manifest says failed in part" "$1/manifest.json" "failed in part"
  has "$1: stderr names learner, seed and reason" "$1.stderr" "(control_winnow, seed 2) failed: $2"
  same "$1: no sequence of the failed cell" 7 "$(find "$1/sequences" -type f | wc -l)"
}
expect abort "the worker was ended by signal 6 (Aborted)"
expect crash "the worker was ended by signal 11 (Segmentation fault)"
expect error "trial 3: the control learner gave up"
expect nan "trial 3: the learner's score is nan, expected a finite number"

# Short cells are given ahead: those that a worker that crashes still had are for the next one.
sed 's/seeds = 4/seeds = 100/; s/only_seed = 2/only_seed = 50/' crash.lua > many.lua
"$CONTROLS" run many.lua --out many --jobs 2 > many.stdout 2> many.stderr
same "a crash among many short cells: exit status 1" 1 $?
same "a crash among many short cells: one failed" "50 failed" "$(values many/cells.tsv 'seed status' | grep -v 'done')"
same "a crash among many short cells: the others are there" 199 "$(values many/cells.tsv status | grep -c 'done')"

# A failed cell is not kept: the same command tries it again, and only it.
"$CONTROLS" run abort.lua --out abort --jobs 1 --record > again.stdout 2> again.stderr
same "a failed cell runs again: exit status 1" 1 $?
has "a failed cell runs again: the others are there" again.stderr "7 cells done, 1 new, 0 to rerun"

run all error 0
same "all seeds of a learner fail: exit status 1" 1 $status
same "all seeds of a learner fail: the other has its summary" 4 "$(values all/summary.tsv seeds learner=matrix_winnow bound=subspace_mistakes)"

cat > numbers.lua << 'END'
return { seeds = 2, problem = problem.control_nan {}, learners = { learner.winnow { gap = 1 }, learner.constant {} } }
END
"$CONTROLS" run numbers.lua --out numbers --jobs 1 > numbers.stdout 2> numbers.stderr
same "an instance that is not a number: exit status 1" 1 $?
same "an instance that is not a number: all cells failed" "failed" "$(values numbers/cells.tsv status | sort -u)"
has "an instance that is not a number: the reason names the trial" numbers.stderr "trial 3: instance: entry 2 of the vector is nan, expected a finite number"

cat > procedure.lua << 'END'
return { seeds = 3, procedure = function(p, seed)
    if seed == 2 then local nothing; return { value = nothing.field } end
    return { value = seed }
  end }
END
"$WINNOW" run procedure.lua --out procedure --jobs 1 > procedure.stdout 2> procedure.stderr
same "a procedure with an error: exit status 1" 1 $?
same "a procedure with an error: the others are there" "done;failed;done;" "$(values procedure/cells.tsv status | tr '\n' ';')"
has "a procedure with an error: file and line" procedure.stderr "procedure.lua:2: "

# Options of the user's own stand in a cell's record; what they say is not what happened.
cat > told.lua << 'END'
return { trials = 3, seeds = 1, problem = problem.disjunction { n = 4, r = 1 },
  learners = { learner.external { command = { "true" }, options = { status = "done", reason = "none" } } } }
END
"$WINNOW" run told.lua --out told --quiet > told.stdout 2> told.stderr
same 'a failed cell with an option status = "done": exit status 1' 1 $?
same 'a failed cell with an option status = "done": failed' failed "$(values told/cells.tsv status)"
