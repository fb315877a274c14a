#!/bin/sh
# Memcheck over the unit tests and over every command of the program; called by `make valgrind`, which sets WINNOW and BUILD. Ends with
# "N passed, N failed". A test or command fails if valgrind has anything to say of it: reads of what is not there or was never written, memory
# that nothing points to. First the controls, errors that must be found.
set -uf
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
logs=$BUILD/valgrind
rm -rf "$logs"
mkdir -p "$logs/errors" "$logs/work"
passed=0
failed=0

# check LOG-PREFIX COMMAND...: one file for each process that valgrind has something to say of, empty ones for the others.
check() {
  prefix=$1
  shift
  valgrind --quiet --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect \
    --num-callers=30 --error-exitcode=99 --log-file="$logs/$prefix.%p" "$@"
}

count() {
  if [ "$1" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "not ok $2"
  fi
}

# ---- controls

for name in leak overflow; do
  check "control-$name" "$BUILD/tests/sanitizer-control" "sanitizer_control/$name" > "$logs/control-$name.out" 2>&1
  grep -q "not ok sanitizer_control/$name: exit status 99" "$logs/control-$name.out"
  count $? "valgrind control: $name was not reported"
done
find "$logs" -maxdepth 1 -name 'control-*.[0-9]*' -delete

# ---- unit tests, two at a time

left_out=$(sed -n 's/^\([^# ][^ ]*\) .*/--without \1/p' tests/valgrind/left_out.txt)
# shellcheck disable=SC2086 # a list of options
check errors/unit "$BUILD/tests/valgrind-unit" --jobs 2 $left_out > "$logs/unit.out" 2>&1
grep -v ' passed, ' "$logs/unit.out"
counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$logs/unit.out")
if [ -z "$counts" ]; then
  count 1 'unit tests: ended without a summary'
else
  passed=$((passed + ${counts% *}))
  failed=$((failed + ${counts#* }))
fi
echo "unit tests: $passed passed, $failed failed; tests/valgrind/left_out.txt names those that are left out"

# ---- commands

work=$logs/work
# winnow STATUS ARGUMENT...: in the folder of work, with input from the file `input` beside it.
winnow() {
  expected=$1
  shift
  (cd "$work" && check errors/command "$WINNOW" "$@" < ../input > ../output 2> ../errors.txt)
  status=$?
  count $((status != expected)) "winnow $*: exit status $status, expected $expected: $(head -n 3 "$logs/errors.txt")"
}
: > "$logs/input"

winnow 0 --version
winnow 0 --help
winnow 0 run --help
winnow 2 rum
winnow 2 run nosuch
winnow 2 run "$root"/examples/01_first_run.lua --set nosuch=1 --out refused
winnow 0 run "$root"/examples/01_first_run.lua --seeds 2 --trials 200 --out first --record --save-state --quiet
winnow 0 run "$root"/examples/01_first_run.lua --seeds 3 --trials 200 --out first --record --save-state
winnow 0 run "$root"/examples/01_first_run.lua --seeds 3 --trials 200 --out second --record --fresh --jobs 2
for name in 05_adversaries 06_matrices 11_matrix_prediction 12_regression 13_online_to_batch 14_procedures 15_custom_learner \
  16_custom_problem 17_custom_bound 18_external_learner; do
  winnow 0 run "$root/examples/$name.lua" --seeds 1 --trials 60 --out "$name" --quiet --allow-external
done
winnow 0 plot first --out plots --format svg
winnow 0 report first 06_matrices --out report.html --format html
winnow 0 verify first
winnow 0 compare first second
winnow 0 compare first
winnow 0 trace "$root"/examples/01_first_run.lua
winnow 2 compare first 06_matrices
winnow 0 value subspace --set n=6 --tree tree.json --table table.json
winnow 0 value cut --set n=3 --set T=5 --tree tree.json --table table.json
winnow 2 value cut --set n=3 --set T=500
winnow 0 list
for kind in learners problems bounds scenarios; do winnow 0 list $kind; done
winnow 0 list learners matrix_winnow
winnow 0 list --format json
state=$(cd "$work" && find first/states -name '*.json' | sort | head -n 1)
sequence=$(cd "$work" && find first/sequences -name '*.jsonl' | sort | head -n 1)
winnow 0 predict "$state" "$sequence"
winnow 2 predict "$sequence" "$state"
printf '%s\n' '{"hello":{"protocol":"winnow-lab pipe 1","instances":"vector","n":4,"labels":"sign"}}' \
  '{"predict":{"t":1,"x":[1,0,0,1]}}' '{"update":{"t":1,"y":-1}}' '{"score":{"x":[1,0,0,1]}}' '{"save":{}}' '{"bye":{}}' > "$logs/input"
winnow 0 serve winnow --set eta=1
echo '{"predict":{}}' > "$logs/input"
winnow 2 serve winnow
printf '%s\n' 'a,b,label' '1,0,1' '0,1,-1' '0.5,0,' > "$logs/input"
winnow 0 learn --learner 'winnow{r = 2}' --save-state kept.json --save-every 2
winnow 0 learn --load kept.json
printf '%s\n' 'a,b,label' '1,0,1' '0,x,-1' > "$logs/input"
winnow 2 learn --learner 'winnow{r = 2}'
: > "$logs/input"
winnow 0 new fresh
winnow 2 new fresh
winnow 0 run fresh.lua --seeds 1 --trials 40 --quiet
winnow 0 attack "$root"/examples/03_bounds_and_verdicts.lua --seeds 1 --trials 60 --budget 60 --jobs 1 --out attack --quiet

# ---- what valgrind has said

said=$(find "$logs/errors" -type f -size +0 | sort)
for file in $said; do
  failed=$((failed + 1))
  echo "---- $file"
  head -n 40 "$file"
done
[ "$failed" -gt 0 ] || rm -rf "$work"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
