#!/bin/sh
# The same description gives the same bytes: for one worker and two, from another folder, in another locale and time zone, on a
# processor without AVX2 and FMA, with and without --record. Every committed scenario at a reduced size, and three of this test.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
without_fma=glibc.cpu.hwcaps=-AVX2,-FMA

# ---- the tunable changes what libm computes here; otherwise it proves nothing

cat > libm.c << 'END'
#include <math.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  unsigned long hash = 0;
  for (int i = 1; i < 200000; i++) {
    volatile double x = i * 1e-4;
    const double values[3] = {exp(x), sin(1e3 * x), pow(x, 1.7)};
    for (int k = 0; k < 3; k++) {
      unsigned long bits;
      memcpy(&bits, &values[k], sizeof bits);
      hash = hash * 1099511628211u + bits;
    }
  }
  return printf("%lx\n", hash) < 0;
}
END
if ! grep -qw fma /proc/cpuinfo; then
  skip "the tunable changes libm" "this processor has no FMA"
elif ! ${CC:-cc} -O1 -o libm libm.c -lm 2> compiler.log; then
  skip "the tunable changes libm" "no C compiler"
elif [ "$(./libm)" = "$(GLIBC_TUNABLES=$without_fma ./libm)" ]; then
  not_ok "the tunable changes libm" "exp, sin and pow give the same digits without AVX2 and FMA: the test below proves nothing"
else
  ok "the tunable changes libm"
fi

# ---- scenarios of this test

cat > procedure.lua << 'END'
return {
  params = { n = 50, power = 1.5 }, sweep = { power = { 0.5, 1.5, 2.7 } }, seeds = 4,
  procedure = function(p, seed)
    local sum, product = 0, 1
    for i = 1, p.n do
      local x = math.random()
      sum = sum + math.exp(-x) * x ^ p.power + math.sin(100 * x) / i
      product = product * (1 + math.log(1 + x) / (seed + math.random(6)))
    end
    return { sum = sum, product = product, tangent = math.tan(sum), shape = math.atan(product, sum) }
  end,
}
END
cat > kinds.lua << 'END'
return {
  params = { instances = "dyad", form = "auto" },
  sweep = { instances = { "dyad", "projection", "full" }, form = { "auto", "matrix" } }, trials = 80, seeds = 2,
  problem = function(p) return problem.close_to_subspace { n = 12, r = 2, instances = p.instances, form = p.form, noise = 0.1 } end,
  learners = { learner.matrix_winnow { r = 2 }, learner.matrix_winnow { r = 2, representation = "dense", label = "dense" },
               learner.matrix_winnow { r = 2, normalize = "trace", label = "trace" }, learner.matrix_perceptron {}, learner.random {} },
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  observe = { "potential", "trace", "progress", "least_eigenvalue", "largest_eigenvalue", "rank", "score" },
}
END
awk 'BEGIN { srand(7); for (i = 0; i < 60; i++) { x = rand(); printf "%d", x < 0.5 ? 1 : -1
  for (j = 1; j <= 9; j++) if (rand() < 0.4) printf " %d:%.3f", j, rand(); print "" } }' > rows.libsvm
cat > rows.lua << 'END'
return { seeds = 3, trials = 120,
  problem = problem.libsvm { file = "rows.libsvm", order = "shuffled", passes = 2, instances = "dyad", relevant = { 1, 2 } },
  learners = { learner.matrix_winnow { r = 2 }, learner.matrix_perceptron {} }, bounds = { bound.subspace_mistakes {} } }
END

# ---- runs

# files FOLDER: what has to be the same.
files() { (cd "$1" && find . -name '*.tsv' ! -name timing.tsv -o -name '*.jsonl' | LC_ALL=C sort); }

# equal NAME FOLDER FOLDER: the same files with the same bytes, and something in them.
equal() {
  difference=
  [ "$(files "$2" | wc -l)" -ge 6 ] || difference="$(files "$2" | wc -l) files only"
  [ "$(files "$2")" = "$(files "$3")" ] || difference="other files"
  [ "$(cat "$2/cells.tsv" | wc -l)" -gt 3 ] || difference="no cells"
  [ -n "$difference" ] || difference=$(files "$2" | while read -r file; do cmp "$2/$file" "$3/$file" 2>&1; done | head -n 1)
  if [ -z "$difference" ]; then ok "$1"; else not_ok "$1" "$difference"; fi
}

# without_cells FOLDER: the tables without the cells' names, which say whether the sequence was recorded.
without_cells() {
  for table in cells verdicts curves observations; do grep -v '^#' "$1/$table.tsv" | cut -f 2-; done
  cat "$1/summary.tsv" "$1/bound_curves.tsv"
}

mkdir -p elsewhere/folder
locale=$(locale -a 2> /dev/null | grep -i '^de_.*utf' | head -n 1)
if [ -z "$locale" ] && localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" > localedef.log 2>&1; then
  locale=de_DE.UTF-8
  LOCPATH=$work
  export LOCPATH
fi
[ -n "$locale" ] || skip "another locale" "no German locale is installed"

# variants NAME SCENARIO OPTION...
variants() {
  name=$1
  scenario=$2
  shift 2
  set -- --quiet "$@"
  "$WINNOW" run "$scenario" --out "$work/$name.one" --jobs 1 --record "$@" > /dev/null || not_ok "$name runs" "status $?"
  (cd elsewhere/folder && "$WINNOW" run "$scenario" --out "../../$name.two" --jobs 2 --record "$@" > /dev/null)
  equal "$name: two workers, another folder" "$name.one" "$name.two"
  GLIBC_TUNABLES=$without_fma "$WINNOW" run "$scenario" --out "$name.plain" --jobs 2 --record "$@" > /dev/null
  equal "$name: without AVX2 and FMA" "$name.one" "$name.plain"
  LC_ALL=${locale:-C} TZ=Asia/Kolkata HOME=/nowhere "$WINNOW" run "$scenario" --out "$name.german" --jobs 2 "$@" > /dev/null
  without_cells "$name.one" > one.txt
  without_cells "$name.german" > german.txt
  if cmp one.txt german.txt > difference.txt 2>&1; then
    ok "$name: not recorded, another locale and time zone"
  else
    not_ok "$name: not recorded, another locale and time zone" "$(cat difference.txt)"
  fi
}

variants close_to_subspace "$ROOT/scenarios/close_to_subspace.lua" --set n=16,24 --set noise=0.05 --trials 150 --seeds 3
variants scaling "$ROOT/scenarios/close_to_subspace_scaling.lua" --set n=16,32 --set r=1,2 --trials 150 --seeds 2
variants disjunction "$ROOT/scenarios/disjunction.lua" --set n=16 --set noise=0.05 --trials 150 --seeds 2
variants forced_mistakes "$ROOT/scenarios/forced_mistakes.lua" --set n=16,33
variants high_dimension "$ROOT/scenarios/high_dimension.lua" --set n=500,5000 --trials 60
variants potential "$ROOT/scenarios/potential.lua" --set n=16 --trials 150 --seeds 3
variants threshold_adversary "$ROOT/scenarios/threshold_adversary.lua" --set n=16,64 --set filling=random --trials 100 --seeds 2
if [ -n "$DATA" ]; then
  variants mushrooms "$ROOT/scenarios/mushrooms.lua" --trials 500 --seeds 2 --data "$DATA"
else
  skip mushrooms "no data: make test DATA=folder"
fi
variants kinds "$work/kinds.lua"
variants rows "$work/rows.lua"
variants procedure "$work/procedure.lua"

# ---- the comparison can fail

"$WINNOW" run "$work/kinds.lua" --out other --jobs 2 --record --quiet --seeds 2 --trials 79 > /dev/null
if [ "$(equal other kinds.one other | cut -c 1-6)" = "not ok" ]; then
  ok "a different run has different bytes"
else
  not_ok "a different run has different bytes" "a run of 79 trials passed for one of 80"
fi
