#!/bin/sh
# Kernels learned from distances: the loss and its bound, nearest neighbours, spectra, embeddings, their tables and pictures.
. "$(dirname "$0")/../library.sh"

# refused NAME PROBLEM FIELDS MESSAGE
refused() {
  printf 'return { trials = 5, seeds = 1, problem = %s, %s }\n' "$2" "$3" > refused.lua
  if "$WINNOW" run refused.lua --quiet --out refused > said 2> log; then
    not_ok "$1" "not refused"
  else
    has "$1" log "$4"
  fi
}

# sums_to NAME EXPECTED NUMBERS: their sum is the expected one to 1e-9.
sums_to() {
  holds "$1" "$(echo "$3" | awk '{ s += $1 } END { printf "%.17g", s }') - ($2) < 1e-9"
  holds "$1, not less" "$(echo "$3" | awk '{ s += $1 } END { printf "%.17g", s }') - ($2) > -1e-9"
}

# ---- distances on the line, two classes: everything is known

printf '4\nleft 0 1 9 16\nleft 1 0 4 9\nright 9 4 0 1\nright 16 9 1 0\n' > line.dist
cat > line.lua << 'END'
return {
  trials = 3000, seeds = 2,
  problem = problem.kernel_distances { file = "line.dist" },
  learners = { learner.meg { tuning = "separable" }, learner.meg { eta = 0.5, label = "slower" }, learner.constant { value = 0 } },
  bounds = bound.meg_loss {},
  observe = { "nearest_neighbour_error", "spectrum", "embedding" },
  plot = {
    { y = "loss" }, { y = "nearest_neighbour_error" }, { x = "index", y = "spectrum" }, { map = "embedding" },
  },
}
END
"$WINNOW" run line.lua --quiet --out line 2> log || not_ok "run" "$(cat log)"
cell=$(values line/cells.tsv cell learner=meg seed=1)
slower=$(values line/cells.tsv cell learner=slower seed=1)
other=$(values line/cells.tsv cell learner=meg seed=2)

# points 0, 1, 3, 4 of the line, centred -2, -1, 1, 2: K has the one eigenvalue 10, U the eigenvalue 1
same "the target has one eigenvalue other than 0" "1 0 0 0" \
  "$(values line/observations.tsv value quantity=target_spectrum cell="$cell" | awk '{ printf "%s%.9g", (NR > 1 ? " " : ""), $1 }')"
sums_to "a density's eigenvalues sum to 1" 1 "$(values line/observations.tsv value quantity=spectrum cell="$cell")"
same "eigenvalues from the largest on" "$(values line/observations.tsv value quantity=spectrum cell="$cell" | sort -gr)" \
  "$(values line/observations.tsv value quantity=spectrum cell="$cell")"
same "the spectrum is taken after the last trial" 3000 "$(values line/observations.tsv t quantity=spectrum | sort -u)"
same "a learner without a parameter has no spectrum" "" \
  "$(values line/observations.tsv value quantity=spectrum cell="$(values line/cells.tsv cell learner=constant seed=1)")"

# the target's embedding: the centred points divided by the root of 10, and nothing in the second coordinate
values line/embeddings.tsv "item class x y" kernel=target cell="$cell" |
  awk 'BEGIN { split("-2 -1 1 2", at); split("left left right right", class) }
    { sign = NR == 1 ? ($3 < 0 ? 1 : -1) : sign
      d = sign * $3 - at[NR] / sqrt(10); if (d < 0) d = -d
      e = $4 < 0 ? -$4 : $4
      bad += $1 != NR || $2 != class[NR] || d > 1e-7 || e > 1e-7 }
    END { print NR, bad + 0 }' > said
same "embedding of the target" "4 0" "$(cat said)"
holds "embedding of the learned kernel: near the target's" "$(
  values line/embeddings.tsv "x" kernel=learned cell="$cell" > learned
  values line/embeddings.tsv "x" kernel=target cell="$cell" | paste - learned |
    awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > m) m = d } END { print m }') < 0.05"
same "two kernels, four items, six runs" 48 "$(values line/embeddings.tsv item | wc -l | tr -d ' ')"

# each half of the items has two of them; where both are of one class, the two others are mistaken
target=$(values line/observations.tsv value quantity=target_nearest_neighbour_error cell="$cell")
holds "the target's level is a number of tenths" "$target * 10 == int($target * 10 + 0.5) && $target <= 1"
same "the same splits for all learners" "$target" \
  "$(values line/observations.tsv value quantity=target_nearest_neighbour_error cell="$slower")"
same "all distances equal: the same error for all learners" \
  "$(values line/observations.tsv value quantity=nearest_neighbour_error cell="$cell" t=0)" \
  "$(values line/observations.tsv value quantity=nearest_neighbour_error cell="$slower" t=0)"
same "what is learned comes to the target's level" "$target" \
  "$(values line/observations.tsv value quantity=nearest_neighbour_error cell="$cell" t=3000)"
same "at every trial that the curve keeps" "$(values line/curves.tsv t cell="$other")" \
  "$(values line/observations.tsv t quantity=nearest_neighbour_error cell="$other")"

same "the bound holds" "holds" "$(values line/verdicts.tsv verdict bound=meg_loss | sort -u)"
each "without noise the comparator has no loss but rounding" 6 "$(values line/cells.tsv comparator_loss)" "x < 1e-25"

# ---- synthetic kernels: the loss is about half the bound (theory: 0.56 for 12 items, 0.52 for 24)

"$WINNOW" run "$ROOT/scenarios/kernel_learning_synthetic.lua" --seeds 3 --quiet --out synthetic 2> log || not_ok "run" "$(cat log)"
each "about half the bound" 2 "$(values synthetic/summary.tsv used bound=meg_loss)" "x > 0.45 && x < 0.65"
for n in 12 24; do
  for cell in $(values synthetic/cells.tsv cell n=$n); do
    at=$(values synthetic/observations.tsv value quantity=target_nearest_neighbour_error cell="$cell")
    holds "n = $n: the error comes to the target's" "$(
      values synthetic/observations.tsv value quantity=nearest_neighbour_error cell="$cell" t=$((500 * n))) - $at < 0.15"
    holds "n = $n: from two thirds" "$(
      values synthetic/observations.tsv value quantity=nearest_neighbour_error cell="$cell" t=0) > 0.5"
  done
done

# ---- pictures

if "$WINNOW" plot line --format svg --out pictures > said 2> log; then
  for name in loss nearest_neighbour_error spectrum_index embedding; do
    holds "$name is drawn" "$(wc -c < pictures/$name.svg) > 2000"
  done
  has "the target's level is a line" pictures/nearest_neighbour_error.gp "own level, mean over the seeds"
  has "the target's spectrum is there" pictures/spectrum_index.dat "mean of target"
  has "items have classes" pictures/embedding.dat "items of right"
  holds "the axes leave 6 % of the range free on either side" "$(awk 'FNR == NR { if (/^ *set xrange/) split(substr($3, 2), end, ":"); next }
    !/^#/ && NF > 1 { if (!n++) low = high = $1; if ($1 < low) low = $1; if ($1 > high) high = $1 }
    END { left = (low - end[1]) / (high - low); right = (end[2] - high) / (high - low)
          print left " > 0.0599 && " left " < 0.0601 && " right " > 0.0599 && " right " < 0.0601" }' pictures/embedding.gp pictures/embedding.dat)"
  same "a panel for each learner and the target" 4 "$(grep -c '# panel' pictures/embedding.gp)"
elif grep -q gnuplot log; then
  skip "pictures" "no gnuplot"
else
  not_ok "pictures" "$(cat log)"
fi

# ---- what is refused

L='learners = learner.meg {}'
refused "no classes" 'problem.kernel_distances { file = "plain.dist", header = "none", labels = "none" }' \
  "$L, observe = { \"nearest_neighbour_error\" }" 'no such file'
printf '0 1\n1 0\n' > plain.dist
refused "no classes" 'problem.kernel_distances { file = "plain.dist", header = "none", labels = "none" }' \
  "$L, observe = { \"nearest_neighbour_error\" }" \
  'observe: "nearest_neighbour_error": the items of kernel_distances have no classes'
refused "no distances" 'problem.matrix_losses { n = 4 }' \
  'learners = learner.matrix_multiplicative_weights {}, observe = { "embedding" }' \
  'observe: "embedding" is for distances of items, not for matrix_losses'
refused "no symmetric matrix" 'problem.max_cut { n = 4 }' \
  'learners = learner.constant { value = 0 }, observe = { "spectrum" }' \
  'observe: "spectrum" is for symmetric matrices, not for max_cut'
refused "a spectrum has places" 'problem.kernel_distances {}' "$L, observe = { \"spectrum\" }, plot = { y = \"spectrum\" }" \
  'plot.y = "spectrum" needs x = "index", the number of the eigenvalue'
refused "an embedding is a map" 'problem.kernel_distances {}' "$L, observe = { \"embedding\" }, plot = { y = \"embedding\" }" \
  'plot.y = "embedding": it is drawn by plot = { map = "embedding" }'
refused "a map needs what it shows" 'problem.kernel_distances {}' "$L, plot = { map = \"embedding\" }" \
  'plot.map = "embedding" needs observe = { "embedding" }'
refused "no colours as numbers" 'problem.kernel_distances {}' \
  "$L, observe = { \"embedding\" }, plot = { map = \"embedding\", zlabel = \"z\" }" \
  'plot.zlabel has no effect with map = "embedding"'
holds "no table without embedding" "$("$WINNOW" run "$ROOT/scenarios/kernel_learning_synthetic.lua" --seeds 1 --trials 5 \
  --quiet --out few > said 2> log; find line synthetic few -name embeddings.tsv | wc -l) == 3"
printf 'return { trials = 5, seeds = 1, problem = problem.kernel_distances {}, %s }\n' "$L" > none.lua
"$WINNOW" run none.lua --quiet --out none 2> log || not_ok "run" "$(cat log)"
holds "no table without embedding" "$(find none -name embeddings.tsv | wc -l) == 0"
# spectrum alone is for other symmetric matrices, too
printf 'return { trials = 20, seeds = 1, problem = problem.matrix_losses { n = 4 }, %s, %s }\n' \
  'learners = learner.matrix_multiplicative_weights {}' 'observe = { "spectrum" }' > spectrum.lua
"$WINNOW" run spectrum.lua --quiet --out spectrum 2> log || not_ok "run" "$(cat log)"
same "of other symmetric matrices" 4 "$(values spectrum/observations.tsv value quantity=spectrum | wc -l | tr -d ' ')"

# ---- the globins

if [ -n "${DATA:-}" ] && [ -r "$DATA/globins/globins52.dist" ]; then
  "$WINNOW" run "$ROOT/scenarios/kernel_learning.lua" --data "$DATA" --set kernel=globins --trials 3000 --seeds 1 --quiet \
    --out globins 2> log || not_ok "globins" "$(cat log)"
  same "globins: the bound holds" "holds" "$(values globins/verdicts.tsv verdict bound=meg_loss)"
  same "globins: 18 HA, 17 HB, 17 M" "18 HA 17 HB 17 M" \
    "$(values globins/embeddings.tsv class kernel=target | sort | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? " " : ""), $1, $2 }')"
  holds "globins: leave half out, hardly an error" \
    "$(values globins/observations.tsv value quantity=target_nearest_neighbour_error) < 0.1"
else
  skip "globins" "no data"
fi
