#!/bin/sh
# tests/mutants.py on a program of two files: what the test sees is killed, what it does not see survives.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
uninstrumented 'tests/mutants.py' 'its programs are its own'
for tool in gcc gcov python3; do
  if ! command -v $tool > path; then
    skip 'mutants' "$tool is not installed"
    exit
  fi
done

mkdir -p src/learners tests/scenarios build
cat > src/main.c << 'END'
#include <stdio.h>
#include <stdlib.h>
int sum(int a, int b), unseen(int a);
int main(int count, char **words) {
  return printf("%d\n", count == 2 ? unseen(atoi(words[1])) : sum(atoi(words[1]), atoi(words[2]))) < 0;
}
END
cat > src/learners/sum.c << 'END'
int sum(int a, int b), unseen(int a);
/* a + b, not a - b */
static int one(void) {
  return 1;
}
int sum(int a, int b) {
  int steps = 0;
  if (a + 0 > 99) {
    return a + b;
  }
  while (steps < b) {
    steps += one();
  }
  return a + steps;
}
int unseen(int a) {
  return a * 7;
}
END
cat > tests/scenarios/sum.sh << 'END'
test "$("$WINNOW" 2 3)" = 5 && echo 'ok 2 + 3' || echo 'not ok 2 + 3: another sum'
END
echo 'echo "not ok always: fails"' > tests/scenarios/wrong.sh
gcc -g -c -o build/main.o src/main.c
gcc -g -c -o build/sum.o src/learners/sum.c
ar rcs build/all.a build/main.o build/sum.o
# mutants FILE [NAME=VALUE]...
mutants() {
  said=$1
  shift
  env BUILD=build COMPILE='gcc -O2' LINK=gcc LIBRARIES= LIBRARY=build/all.a WINNOW_OBJECTS=build/main.o SEED=5 JOBS=2 SLACK=2 "$@" \
    python3 -B "$ROOT/tests/mutants.py" > "$said" 2>&1
}
# outcome LINE RULE: outcome and test
outcome() { values build/mutants/seed-5-*.tsv 'outcome test' "line=$1" "rule=$2"; }

mutants all.txt
same 'mutants: it ends well' 0 $?
has 'mutants: a test that fails undisturbed is left out' all.txt 'left out, as they fail undisturbed: script tests/scenarios/wrong.sh'
same 'mutants: a killed one' 'killed script tests/scenarios/sum.sh' "$(outcome 11 '< to <=')"
same 'mutants: a function that is inlined' 'killed script tests/scenarios/sum.sh' "$(outcome 4 '1 to 2')"
same 'mutants: one without end' 'killed script tests/scenarios/sum.sh (time)' "$(outcome 12 dropped)"
same 'mutants: a line that the test does not run' 'survived ' "$(outcome 9 '+ to -')"
same 'mutants: a function that no test calls' 'survived no test calls it' "$(outcome 17 '* to /')"
same 'mutants: the same object' 'same object ' "$(outcome 8 '+ to -')"
same 'mutants: nothing in comments' '' "$(outcome 2 '+ to -')"
has 'mutants: a survivor is shown' all.txt "  - return a * 7;"
survivors=$(values build/mutants/seed-5-*.tsv line outcome=survived | wc -l)
valid=$((survivors + $(values build/mutants/seed-5-*.tsv line outcome=killed | wc -l)))
has 'mutants: the rate' all.txt "$valid mutants, $((valid - survivors)) killed"

# As after a kill: some are done, the last row is cut. A second run makes the others, and leaves these alone.
cut -f 1,3- build/mutants/seed-5-*.tsv | sort > whole.tsv
for file in build/mutants/seed-5-*.tsv; do
  head -n 5 "$file" > done.tsv
  { cat done.tsv; printf 'killed\t0.1\tscr'; } > "$file"
  mutants resumed.txt
  head -n 5 "$file" | cmp - done.tsv > again.txt 2>&1
  same 'mutants: what is done is kept' '' "$(cat again.txt)"
  same 'mutants: a run that was stopped goes on' '' "$(cut -f 1,3- "$file" | sort | diff - whole.tsv)"
  cp "$file" earlier.tsv
done
mutants few.txt SEED=6 MUTANTS=3
same 'mutants: a sample' 3 "$(values build/mutants/seed-6-*.tsv outcome | grep -c 'killed\|survived')"

# A test of what survived.
cat > tests/scenarios/unseen.sh << 'END'
test "$("$WINNOW" 3)" = 21 && echo 'ok 7 * 3' || echo 'not ok 7 * 3: another product'
END
mutants again.txt AGAIN=earlier.tsv
has 'mutants: survivors again' again.txt "$survivors mutants, 2 killed"
