#!/bin/sh
# `winnow compare`: paired differences against those computed here from cells.tsv; unequal streams are refused.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# scenario FILE ETA SEEDS [NOISE]
scenario() {
  cat > "$1" << END
return { params = { n = 12 }, sweep = { n = { 8, 12 } }, trials = 150, seeds = $3,
  problem = function(p) return problem.close_to_subspace { n = p.n, r = 2, noise = ${4:-0.05} } end,
  learners = { learner.matrix_winnow { r = 2, eta = $2, theta = 0.3 }, learner.constant {} },
  bounds = { bound.subspace_mistakes {} } }
END
}
scenario first.lua 0.7 4
scenario second.lua 2.5 5
"$WINNOW" run first.lua --out a --quiet
"$WINNOW" run second.lua --out b --quiet

# compare OPTION...: out.txt, errors.txt, $status
compare() {
  "$WINNOW" compare "$@" > out.txt 2> errors.txt
  status=$?
}

compare a b --format tsv
same "two runs: exit status" 0 $status
grep -v '^# finished' out.txt | sed '2,3d' > table.tsv

# The definition: differences of equal seeds; 3.182446... is Student's quantile of 97.5 % with 3 degrees of freedom.
expected=$(awk -F '\t' -v OFS='\t' '
  /^#/ { next }
  FNR == 1 || !(FILENAME in place_of) { place_of[FILENAME] = 1; for (i = 1; i <= NF; i++) at[$i] = i; next }
  $at["n"] == 8 && $at["learner"] == "matrix_winnow" && $at["seed"] <= 4 { value[FILENAME, $at["seed"]] = $at["mistakes"] }
  END {
    for (s = 1; s <= 4; s++) { d[s] = value["b/cells.tsv", s] - value["a/cells.tsv", s]; mean += d[s] / 4 }
    for (s = 1; s <= 4; s++) squares += (d[s] - mean) ^ 2
    sd = sqrt(squares / 3)
    printf "%.6g %.6g %.5f %.5f", mean, sd, mean - 3.1824463 * sd / 2, mean + 3.1824463 * sd / 2
  }' a/cells.tsv b/cells.tsv)
found=$(values table.tsv "difference sd low high" n=8 learner=matrix_winnow measure=mistakes | awk '{ printf "%.6g %.6g %.5f %.5f", $1, $2, $3, $4 }')
same "mean, standard deviation and interval of the differences" "$expected" "$found"
holds "and they are not all equal" "$(echo "$found" | cut -d ' ' -f 2) > 0"
same "pairs" 4 "$(values table.tsv pairs n=8 learner=matrix_winnow measure=mistakes)"
same "a learner that did not change is said to be equal" "0 0 0 0 all pairs equal" \
  "$(values table.tsv "difference sd low high note" n=12 learner=constant measure=mistakes)"
same "cells of one folder only, in one line" "# finished in b only: 4 cells, from n = 8, matrix_winnow, seed 5 on" "$(grep '^# finished' out.txt)"
used=$(awk -F '\t' '/^#/ { next } !h { for (i = 1; i <= NF; i++) at[$i] = i; h = 1; next }
  $at["n"] == 8 && $at["bound"] == "subspace_mistakes" { sum += $at["used"] } END { printf "%.9g", sum / 4 }' a/verdicts.tsv)
same "the used part of a bound in a" "$used" \
  "$(values table.tsv a n=8 measure=used bound=subspace_mistakes | awk '{ printf "%.9g", $1 }')"
same "its verdict in a" "$(values a/verdicts.tsv verdict n=8 bound=subspace_mistakes | sort -u | tr '\n' ' ')" \
  "$(values table.tsv verdict_a n=8 measure=used bound=subspace_mistakes | sed 's/$/ /')"

compare b a --format tsv
same "exchanged: the difference has the other sign" "$(values table.tsv difference n=8 learner=matrix_winnow measure=loss | sed 's/^-//; t; s/^/-/')" \
  "$(grep -v '^#' out.txt > other.tsv; values other.tsv difference n=8 learner=matrix_winnow measure=loss)"

compare a b
same "aligned: exit status" 0 $status
has "aligned: what is shown" out.txt "difference = b - a; low, high: its 95 % interval, Student's t, paired by seed"
compare a a --format tsv
same "a folder with itself: nothing differs" 0 "$(grep -v '^#' out.txt | sed 1d | grep -cv 'all pairs equal')"
holds "and all rows are there" "$(grep -c 'all pairs equal' out.txt) > 8"
compare a a
same "aligned: lines have at most 100 characters" "" "$(awk 'length($0) > 100' out.txt)"

"$WINNOW" run first.lua --out one --seeds 1 --quiet
compare one b --format tsv
grep -v '^#' out.txt > one.tsv
same "one pair has no interval" "nan nan nan one pair" "$(values one.tsv "sd low high note" n=8 learner=constant measure=mistakes)"

scenario third.lua 0.7 4 0.2
"$WINNOW" run third.lua --out other --quiet
compare a other
same "unequal streams: exit status" 2 $status
has "unequal streams: the first pair" errors.txt "winnow: unequal streams, expected the same sequences: 8 matrix_winnow 1: "
same "unequal streams: nothing is printed" "" "$(cat out.txt)"

"$WINNOW" run first.lua --out sixteen --set n=16 --quiet
compare a sixteen
same "no common cells: exit status" 2 $status
mkdir empty
compare a empty
same "not a result folder: exit status" 2 $status
has "not a result folder: said" errors.txt "winnow: empty: not a result folder: it has no cells.tsv"

# ---- one folder: its learners against each other, by the definition

compare b --format tsv
same "one folder: exit status" 0 $status
expected=$(awk -F '\t' '
  /^#/ { next }
  !head { head = 1; for (i = 1; i <= NF; i++) at[$i] = i; next }
  $at["n"] == 8 { value[$at["learner"], $at["seed"]] = $at["mistakes"]; sum[$at["learner"]] += $at["mistakes"] }
  END {
    if (sum["constant"] > sum["matrix_winnow"]) { worse = "constant"; better = "matrix_winnow" } else { worse = "matrix_winnow"; better = "constant" }
    for (s = 1; s <= 5; s++) { d[s] = value[worse, s] - value[better, s]; mean += d[s] / 5 }
    for (s = 1; s <= 5; s++) squares += (d[s] - mean) ^ 2
    sd = sqrt(squares / 4)
    printf "%s %s %.6g %.6g %.5f %.5f", worse, better, mean, sd, mean - 2.7764451 * sd / sqrt(5), mean + 2.7764451 * sd / sqrt(5)
  }' b/cells.tsv)
grep -v '^#' out.txt > table.tsv
same "two learners: mean, standard deviation and interval of the differences" "$expected" \
  "$(values table.tsv "learner against difference sd low high" n=8 | awk '{ printf "%s %s %.6g %.6g %.5f %.5f", $1, $2, $3, $4, $5, $6 }')"
holds "and the learners differ" "$(echo "$expected" | cut -d ' ' -f 3) > 0"
# Student's distribution with 4 degrees of freedom in closed form; Holm: the i-th smallest of m, times m - i, none below one before it.
grep -v '^#' out.txt > table.tsv
expected=$(values table.tsv "difference sd" | awk '
  { t = $1 / ($2 / sqrt(5)); s = t / sqrt(1 + t * t / 4); p = 1 - 0.75 * s * (1 - s * s / 12); print (p < 0 ? -p : p), NR }' | sort -g | awk '
  { p[NR] = $1; row[NR] = $2 } END { for (i = 1; i <= NR; i++) { q = p[i] * (NR - i + 1); if (q > 1) q = 1; if (q < last) q = last; last = q; print row[i], q } }' |
  sort -n | awk '{ printf "%.6f ", $2 }')
same "p of all pairs" "$expected" "$(values table.tsv p | awk '{ printf "%.6f ", $1 }')"
holds "of more than one" "$(wc -l < table.tsv) > 2"
compare b
same "over all grid points: better and worse, as p says" \
  "$(values table.tsv "learner against p" | awk '$3 < 0.05 { better[$2]++; worse[$1]++ } END { print better["matrix_winnow"] + 0, worse["matrix_winnow"] + 0 }')" \
  "$(awk '/^all grid points/ { on = 1 } on && $1 == "matrix_winnow" { print $5, $6; exit }' out.txt)"
compare b --latex --format tsv
has "LaTeX and a format: said" errors.txt "winnow: --latex: expected without --format"
compare b --latex
same "LaTeX: exit status" 0 $status
same "LaTeX: all rows have as many columns" 1 "$(sed -n '/toprule/,/end{longtable}/p' out.txt | sed '/end{longtable}/q' | grep -F '\\' | awk -F '&' '{ print NF }' | sort -u | grep -c .)"
same "LaTeX: a description of each column" "$(sed -n '/toprule/{n;p;q}' out.txt | tr -cd '&' | wc -c)" \
  "$(($(sed -n "s/.*begin{longtable}{//p" out.txt | head -n 1 | sed "s/>{[^>]*linewidth}/t/g" | tr -cd rt | wc -c) - 1))"
compare empty
same "an empty folder: exit status" 2 $status
has "an empty folder: said" errors.txt "winnow: empty: not a result folder: it has no cells.tsv"
compare a b --format svg
has "a format that is none" errors.txt "winnow: --format svg: expected text or tsv"

# ---- procedures: their quantities; differences 1, 0, 1, and 4.302652... is Student's quantile with 2 degrees of freedom

for difference in 0 'seed % 2'; do
  echo "return { seeds = 3, procedure = function(p, seed) return { x = 5 * seed + $difference, y = 7, none = 0 / 0 } end }" > "procedure${difference%% *}.lua"
  "$WINNOW" run "procedure${difference%% *}.lua" --out "procedure${difference%% *}" --quiet
done
compare procedure0 procedureseed --format tsv
same "procedures: exit status" 0 $status
grep -v '^# finished' out.txt | sed '2,3d' > table.tsv
same "procedures: quantities that are numbers" "x y" "$(values table.tsv measure | paste -sd ' ' -)"
same "procedures: a, b, difference and its interval" "10 10.6667 0.666667 0.57735 -0.767551 2.10088" \
  "$(values table.tsv 'a b difference sd low high' measure=x | awk '{ printf "%.6g %.6g %.6g %.6g %.6g %.6g", $1, $2, $3, $4, $5, $6 }')"

# ---- twelve differences, half of them 0 and half 1: the half width is t / (2 sqrt 11), and t = 2.20098516009164 (by mpmath)

for name in 0 seed; do "$WINNOW" run "procedure$name.lua" --seeds 12 --out "twelve$name" --quiet; done
compare twelve0 twelveseed --format tsv
grep -v '^# finished' out.txt | sed '2,3d' > table.tsv
same "Student's quantile to twelve digits" 2.20098516009 \
  "$(values table.tsv 'low high' measure=x | awk '{ printf "%.12g", ($2 - $1) * sqrt(11) }')"
