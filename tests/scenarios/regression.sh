#!/bin/sh
# Linear regression: sequences, states and predictions; the identity of the square loss; sparse against dense targets; real data.
. "$(dirname "$0")/../library.sh"

# ---- a small file: what a constant pays is known, the best in hindsight, recorded and played again, other rows

printf 'sex,size,age\nM,1,3\nF,2,4\nM,3,9\n' > small.csv
cat > small.lua << 'END'
return { seeds = 2,
  problem = problem.regression_data { file = "small.csv", header = true, label = "age", one_hot = "sex",
    order = "shuffled", comparator = "least_squares" },
  learners = { learner.constant { value = 4 }, learner.widrow_hoff { eta = 0.1 } }, plot = { x = "trials", y = "loss" } }
END
"$WINNOW" run small.lua --out small --record --save-state --quiet > small.stdout 2> small.stderr
same "small: exit status" 0 $?
same "small: loss of 4" "26 26" "$(values small/cells.tsv loss learner=constant | paste -sd ' ' -)"
same "small: three rows, three weights: no loss in hindsight" exact "$(values small/cells.tsv comparator | sort -u)"
each "small: at most 1e-20" 4 "$(values small/cells.tsv comparator_loss_high)" "x < 1e-20 && x >= 0"
has "small: notes" small/manifest.json '"largest modulus of a label": 9'
cell=$(values small/cells.tsv cell learner=widrow_hoff seed=2)
cp "small/sequences/$cell.jsonl" again.jsonl
cat > again.lua << 'END'
return { seeds = 1, problem = problem.recorded { file = "again.jsonl" }, learners = learner.widrow_hoff { eta = 0.1 } }
END
"$WINNOW" run again.lua --out again --quiet > again.stdout 2> again.stderr
same "recorded: the same loss" "$(values small/cells.tsv loss learner=widrow_hoff seed=2)" "$(values again/cells.tsv loss)"
cell=$(values small/cells.tsv cell learner=constant seed=1)
printf 'sex,size,age\nM,7,?\nX,2,6\n' > other.csv
"$WINNOW" predict small/states/*"$cell.json" other.csv > predicted.tsv 2> predicted.stderr
same "predict: exit status" 0 $?
same "predict: with and without a label" "1 4 4 - 2 4 4 6" "$(values predicted.tsv 't score prediction label' | paste -sd ' ' -)"
printf 'size,sex,age\n7,M,?\n' > order.csv
"$WINNOW" predict small/states/*"$cell.json" order.csv > order.tsv 2> order.stderr
same "predict: columns in another order: exit status" 0 $?
same "predict: columns in another order" "1 4 4 -" "$(values order.tsv 't score prediction label' | paste -sd ' ' -)"
printf 'M;1\n' > wrong.csv
"$WINNOW" predict small/states/*"$cell.json" wrong.csv > /dev/null 2> wrong.stderr
same "predict: another table: exit status" 2 $?

sed 's/label = "age"/label = "agee"/' small.lua > typo.lua
"$WINNOW" run typo.lua --out typo --quiet > /dev/null 2> typo.stderr
same "a column that is not there: exit status" 2 $?
has "a column that is not there" typo.stderr 'has this name; nearest: age'
[ ! -e typo ] && ok "nothing written" || not_ok "nothing written" "there is a folder"

# ---- E (h - p)^2 = E (h - y)^2 - E (p - y)^2, and what must fail: p that is not E[y|x]

"$WINNOW" run "$ROOT/scenarios/calibration.lua" --out calibration --quiet --jobs 1 --seeds 60 --set lambda=0,1 --set m=100,400 > calibration.stdout 2> calibration.stderr
same "calibration: exit status" 0 $?
each "calibration: the sides agree" 12 "$(values calibration/summary.tsv max measure=difference)" "x <= 2e-15"
# weights i/36, p = (i - 1/2)/8, g = 0.618 i mod 1
expected=$(awk 'BEGIN { for (i = 1; i <= 8; i++) { g = 0.618 * i; g -= int(g); d = g - (i - 0.5) / 8; s += i / 36 * d * d } printf "%.12f", s }')
for side in "E (h - p)^2" "E (h - y)^2 - E (p - y)^2"; do
  each "calibration: $side" 2 "$(values calibration/summary.tsv mean measure=value lambda=1 "side=$side")" "(x - $expected)^2 < 1e-20"
done
# the mean over 60 seeds of 100 or 400 draws; the mean of squares of standardised errors has variance about 2/60
each "calibration: the sampled mean" 4 "$(values calibration/summary.tsv mean measure=standardised "side=the same, from m draws")" "x^2 < 16 / 60"
each "calibration: its standard error" 2 "$(values calibration/summary.tsv sd measure=standardised lambda=1 "side=the same, from m draws")" "x > 0.5 && x < 1.5"
"$WINNOW" run "$ROOT/scenarios/calibration.lua" --out biased --quiet --jobs 1 --seeds 2 --set bias=0.1 --set lambda=1 --set m=100 > biased.stdout 2> biased.stderr
same "calibration: p that is not E[y|x] fails" 1 $?
has "calibration: it says by how much" biased.stderr "the two sides differ by"

# ---- few of n inputs against all of them: ln n against n, and the converse

"$WINNOW" run "$ROOT/scenarios/regression_sparse.lua" --out sparse --quiet --jobs 1 --seeds 2 --set n=16,256 > sparse.stdout 2> sparse.stderr
same "sparse: exit status" 0 $?
# grows FOLDER LEARNER: the loss at n = 256 over that at n = 16
grows() {
  echo "$(values "$1/summary.tsv" mean "learner=$2" n=256 | head -n 1) / $(values "$1/summary.tsv" mean "learner=$2" n=16 | head -n 1)"
}
holds "sparse: EG+- pays for ln(2n): 6.2 over 3.5" "$(grows sparse EG+-) < 6"
holds "sparse: Widrow-Hoff pays for n" "$(grows sparse Widrow-Hoff) > 12"
"$WINNOW" run "$ROOT/scenarios/regression_dense.lua" --out dense --quiet --jobs 1 --seeds 2 --set n=16,256 > dense.stdout 2> dense.stderr
same "dense: exit status" 0 $?
holds "dense: Widrow-Hoff does not pay for n" "$(grows dense Widrow-Hoff) < 2"
holds "dense: EG+- does" "$(grows dense EG+-) > 4"
for folder in sparse dense; do
  same "$folder: all bounds hold" "holds" "$(values $folder/verdicts.tsv verdict | sort -u)"
done

# ---- real data: published figures of least squares, and the scenarios

# data NAME: is it there?
data() {
  [ -n "${DATA:-}" ] && [ -r "$DATA/$1" ] && return
  skip "$1" "no data: make test DATA=folder with $1"
  return 1
}

# fit NAME OPTIONS: the residual sum of squares of least squares, and the total one
fit() {
  cat > "$1.lua" << END
return { seeds = 1, problem = problem.regression_data { $2, label_scaling = "centred", comparator = "least_squares", intercept = true },
  learners = learner.constant { value = 0 } }
END
  "$WINNOW" run "$1.lua" --data "$DATA" --out "$1" --quiet > "$1.stdout" 2> "$1.stderr"
  same "$1: least squares: exit status" 0 $?
  residual=$(values "$1/cells.tsv" comparator_loss)
  total=$(values "$1/cells.tsv" loss)
}

scenario() {
  "$WINNOW" run "$ROOT/scenarios/$1.lua" --data "$DATA" --out "run_$1" --quiet --jobs 1 --seeds 2 > /dev/null 2> "run_$1.stderr"
  same "scenario $1: exit status" 0 $?
  same "scenario $1: bounds" "holds" "$(values "run_$1/verdicts.tsv" verdict | sort -u)"
  each "scenario $1: best in hindsight is best" 14 "$(values "run_$1/cells.tsv" regret)" "x > 0"
}

if data abalone/abalone.data; then
  fit abalone 'file = "abalone/abalone.data", one_hot = "1"'
  holds "abalone: mean squared error 4.803" "($residual / 4177 - 4.803)^2 < 0.0005^2"
  holds "abalone: R^2 0.538" "(1 - $residual / $total - 0.538)^2 < 0.0005^2"
  scenario abalone
fi
if data diabetes/diabetes.txt; then
  fit diabetes 'file = "diabetes/diabetes.txt", separator = "blank"'
  holds "diabetes: mean squared error 2859.70" "($residual / 442 - 2859.70)^2 < 0.005^2"
  holds "diabetes: R^2 0.5177" "(1 - $residual / $total - 0.5177)^2 < 0.00005^2"
  scenario diabetes
fi
