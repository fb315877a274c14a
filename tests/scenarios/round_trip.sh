#!/bin/sh
# A recorded sequence, played again and recorded again, has the same bytes; compressed files are read like others.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# round_trip NAME PROBLEM LEARNER
round_trip() {
  rm -rf first second
  echo "return { trials = 30, seeds = 1, problem = $2, learners = { $3 } }" > first.lua
  echo "return { trials = 30, seeds = 1, problem = problem.recorded { file = 'played.jsonl' }, learners = { $3 } }" > second.lua
  if ! "$WINNOW" run first.lua --out first --quiet --record 2> errors.txt; then
    not_ok "$1" "$(cat errors.txt)"
    return
  fi
  cp first/sequences/*.jsonl played.jsonl
  if ! "$WINNOW" run second.lua --out second --quiet --record 2> errors.txt; then
    not_ok "$1" "$(cat errors.txt)"
    return
  fi
  same "$1: the same bytes" "" "$(cmp played.jsonl second/sequences/*.jsonl 2>&1)"
  same "$1: the same stream" "$(values first/cells.tsv stream)" "$(values second/cells.tsv stream)"
}
round_trip "dyads and a subspace" "problem.close_to_subspace { n = 6, r = 2, noise = 0.1 }" "learner.constant {}"
round_trip "vectors and a disjunction" "problem.disjunction { n = 10, r = 2 }" "learner.winnow { r = 2 }"
round_trip "entries and a cut" "problem.max_cut { n = 6 }" "learner.constant {}"
round_trip "entries and an order" "problem.gambling { n = 6 }" "learner.constant { value = 1 }"
round_trip "distances" "problem.kernel_distances { n = 8 }" "learner.constant {}"
round_trip "matrices" "problem.symmetric_threshold { n = 4 }" "learner.constant {}"
round_trip "real labels and a vector" "problem.regression { n = 6 }" "learner.running_mean {}"
round_trip "low rank and a density" "problem.matrix_losses { n = 5, instances = 'low_rank', rank = 2 }" "learner.matrix_multiplicative_weights {}"
round_trip "projections, low rank with a shift" "problem.close_to_subspace { n = 6, r = 2, instances = 'full' }" "learner.constant {}"
round_trip "rectangular and a generalised projection" "problem.rectangular_targets { m = 4, n = 3, r = 2 }" "learner.constant {}"
round_trip "rectangular and a matrix of trace norm 1" "problem.rectangular_targets { m = 4, n = 3, r = 2, target = 'low_rank', gap = 0.1 }" "learner.constant {}"
round_trip "entries of a matrix of signs" "problem.biclusters { m = 6, n = 5, row_classes = 2, column_classes = 2 }" "learner.constant {}"
round_trip "entries and a matrix" "problem.collaborative_filtering { m = 5, n = 4, rank = 2 }" "learner.constant { value = 0 }"
round_trip "a signed vector" "problem.linear_threshold { n = 8, margin = 0.1 }" "learner.constant {}"
round_trip "segments" "problem.shifting_subspace { n = 8, r = 2, segments = 3 }" "learner.constant {}"
round_trip "segments of a disjunction" "problem.shifting_subspace { n = 8, r = 2, segments = 2, form = 'vector' }" "learner.constant {}"

# Problems that read a file: the recorded sequence has the same verdicts. (tests/unit/cell/test_recorded_cells.c has the others.)
# same_rows NAME PROBLEM LEARNER BOUNDS
same_rows() {
  rm -rf first second
  echo "return { seeds = 1, problem = $2, learners = { $3 }, bounds = { $4 } }" > first.lua
  echo "return { seeds = 1, problem = problem.recorded { file = 'played.jsonl' }, learners = { $3 }, bounds = { $4 } }" > second.lua
  "$WINNOW" run first.lua --out first --quiet --record
  for file in first/sequences/*.jsonl; do cp "$file" played.jsonl; done # one for each learner, all the same
  "$WINNOW" run second.lua --out second --quiet
  for folder in first second; do grep -v '^#' $folder/verdicts.tsv | cut -f 2- > $folder.txt; done
  holds "$1: rows of bounds" "$(wc -l < first.txt) > 1"
  same "$1: the same rows" "$(cat first.txt)" "$(cat second.txt)"
}
mine="problem.custom { name = 'mine', create = function() return {} end, next = function() return { i = 1, j = 2 }, 1 end,
  facts = { n = 2, m = 2, instances = 'entry', labels = 'real', loss = 'absolute', interval = { -1, 1 }, trials = 30 },
  comparator = function() return { decomposition = { positive = { { 0.5, 0.5 }, { 0.5, 0.5 } }, negative = { { 0.5, 0 }, { 0, 0.5 } } } } end } {}"
same_rows "a class of one's own" "$mine" "learner.online_matrix_prediction { class = 'own_symmetric', beta = 1, tau = 2 }" \
  "bound.matrix_prediction_regret {}"
same "a class of one's own: the theorem holds" holds "$(verdicts first verdict bound=matrix_prediction_regret.data)"
SUBSPACE="bound.subspace_mistakes {}, bound.shifting_mistakes {}"
REGRET="bound.matrix_prediction_regret {}, bound.log_det_regret {}, bound.hedge_regret {}, bound.entry_averages_regret {}"
awk 'BEGIN { for (i = 1; i <= 40; i++) print (i % 3 ? "+1" : "-1") " " 1 + i % 4 ":1 " 5 + i % 2 ":1" }' > rows.libsvm
awk 'BEGIN { for (i = 1; i <= 40; i++) printf "%g,%g,%g,%s\n", i % 7, i % 5, i % 3, (i % 7 > 3 ? "a" : "b") }' > rows.csv
awk 'BEGIN { print "first,second"; for (i = 1; i <= 40; i++) print i % 7 "," 7 + i % 5 }' > matches.csv
awk 'BEGIN { print "userId,movieId,rating,timestamp"; for (i = 1; i <= 40; i++) print i % 5 "," int(i / 5) "," 1 + i % 4 "," i }' > ratings.csv
awk 'BEGIN { print 6, 9; for (i = 1; i <= 6; i++) { print i, i % 6 + 1, 1; if (i < 4) print i, i + 3, -1 } }' > graph.txt
awk 'BEGIN { print "entwidth = 4\nentheight = 4"; for (k = 0; k < 10; k++) { for (i = 0; i < 4; i++) { for (j = 0; j < 4; j++) printf "%d", (i * (k + 2) + j) % 3 == 0; print "" } print " " k % 2 } }' > bitmaps.txt
same_rows libsvm "problem.libsvm { file = 'rows.libsvm', relevant = { 1, 2 } }" "learner.winnow { r = 2 }" "$SUBSPACE"
same_rows "libsvm, class subspace" "problem.libsvm { file = 'rows.libsvm', instances = 'dyad', comparator = 'class_subspace', rank = 2, gap = 0.4 }" "learner.matrix_winnow { r = 2 }" "$SUBSPACE"
same_rows table "problem.table { file = 'rows.csv', positive = 'a', comparator = 'class_subspace', rank = 1, gap = 0.9, gap_low = 0.2 }" "learner.matrix_winnow { r = 1 }, learner.shifting_matrix_winnow { r = 1 }" "$SUBSPACE"
same_rows bitmaps "problem.bitmaps { file = 'bitmaps.txt', positive = 1, comparator = 'class_subspace', rank = 2 }" "learner.matrix_winnow { r = 2 }" "$SUBSPACE"
same_rows graph "problem.graph { file = 'graph.txt', comparator = 'hindsight' }" "learner.online_matrix_prediction { class = 'max_cut' }, learner.log_det { class = 'max_cut' }, learner.hedge_cuts {}" "$REGRET"
same_rows matches "problem.matches { file = 'matches.csv', first = 'first', second = 'second', comparator = 'hindsight' }" "learner.online_matrix_prediction { class = 'gambling' }, learner.entry_averages {}" "$REGRET"
same_rows ratings "problem.ratings { file = 'ratings.csv', comparator = 'hindsight', trace_norm = 9 }" "learner.online_matrix_prediction { class = 'collaborative_filtering', trace_norm = 9 }, learner.entry_averages {}" "$REGRET"
same_rows regression "problem.regression_data { file = 'rows.csv', omit = '4', label = '3', comparator = 'least_squares' }" "learner.widrow_hoff { eta = 0.01 }, learner.running_mean {}" "bound.widrow_hoff_loss {}, bound.running_mean_loss {}"

# Compressed: the same results, but another sha256 of the data.
if ! built_with ZLIB; then
  skip "gzip" "built without zlib"
  exit
fi
echo "return { trials = 30, seeds = 1, problem = problem.disjunction { n = 10, r = 2 }, learners = { learner.winnow { r = 2 } } }" > first.lua
"$WINNOW" run first.lua --out sequence --quiet --record
cp sequence/sequences/*.jsonl played.jsonl
gzip -k played.jsonl
# two members, one after the other
(head -n 20 rows.libsvm | gzip; tail -n +21 rows.libsvm | gzip) > rows.libsvm.gz
# compressed NAME PROBLEM-BEFORE PROBLEM-AFTER FILE
compressed() {
  rm -rf plain packed
  for kind in plain packed; do
    file=$4
    [ $kind = plain ] || file=$4.gz
    echo "return { trials = 30, seeds = 1, problem = $2'$file'$3, learners = { learner.${5:-perceptron {\}} } }" > data.lua
    "$WINNOW" run data.lua --out $kind --quiet 2> errors.txt || not_ok "$1" "$(cat errors.txt)"
  done
  same "$1: the same sequence" "$(values plain/cells.tsv "mistakes stream")" "$(values packed/cells.tsv "mistakes stream")"
  has "$1: the sum is that of the compressed file" packed/manifest.json "$(sha256sum < "$4.gz" | cut -d ' ' -f 1)"
}
compressed "gzip, sequence" "problem.recorded { file = " " }" played.jsonl
compressed "gzip, libsvm" "problem.libsvm { file = " " }" rows.libsvm
has "the manifest has zlib's version" packed/manifest.json '"zlib": "'
"$WINNOW" run first.lua --out again --quiet --save-state
"$WINNOW" predict again/states/*.json played.jsonl > plain.txt 2> /dev/null
"$WINNOW" predict again/states/*.json played.jsonl.gz > packed.txt 2> /dev/null
same "gzip, predict" "$(cat plain.txt)" "$(cat packed.txt)"

# refused NAME TEXT: rows.libsvm.gz as it is now
refused() {
  "$WINNOW" run data.lua --out none --quiet 2> errors.txt
  same "$1: exit status" 2 $?
  has "$1: said" errors.txt "$2"
}
cp rows.libsvm.gz kept.gz
head -c 60 kept.gz > rows.libsvm.gz
refused "a torn file" "rows.libsvm.gz: gzip: ends too early"
(head -c 20 kept.gz; printf 'xxxxxxxxxxxx'; tail -c +33 kept.gz) > rows.libsvm.gz
refused "a damaged file" "rows.libsvm.gz: gzip: damaged"
if grep -q __asan_init "$WINNOW"; then
  skip "a file that grows beyond the limit" "a sanitizer has no limit on memory, and takes more than 10 s for 512 MiB"
elif [ "$(df --output=avail "$work" | tail -n 1)" -gt 100000 ]; then
  head -c 1100000000 /dev/zero | gzip -1 > rows.libsvm.gz
  refused "a file that grows beyond the limit" "reading its data needs more than 512 MiB of memory"
else
  skip "a file that grows beyond the limit" "no room on the disk"
fi

# The other readers.
awk 'BEGIN { for (i = 1; i <= 40; i++) print i % 7 "," i % 3 "," (i % 2 ? "a" : "b") }' > rows.csv
awk 'BEGIN { for (i = 1; i <= 40; i++) print i % 7 "," i % 3 "," i % 5 }' > numbers.csv
(echo "5 4" && printf '%s 1\n' "1 2" "2 3" "3 4" "4 5") > graph.txt
(echo "home,away,home_goals,away_goals" && awk 'BEGIN { for (i = 1; i <= 20; i++) print "t" i % 4 ",t" (i + 1 + i % 2) % 4 "," i % 3 "," i % 2 }') > games.csv
(echo "userId,movieId,rating,timestamp" && awk 'BEGIN { for (i = 1; i <= 20; i++) print i % 4 "," i % 5 "," 1 + i % 5 "," i }') > stars.csv
awk 'BEGIN { for (i = 1; i <= 6; i++) print i * i % 5 "," i }' > points.csv
gzip -k rows.csv numbers.csv graph.txt games.csv stars.csv points.csv
compressed "gzip, table" "problem.table { positive = 'a', file = " " }" rows.csv "constant {}"
compressed "gzip, regression" "problem.regression_data { file = " " }" numbers.csv "running_mean {}"
compressed "gzip, graph" "problem.graph { file = " " }" graph.txt "constant {}"
compressed "gzip, matches" "problem.matches { first = 'home', second = 'away', first_score = 'home_goals', second_score = 'away_goals', file = " " }" \
  games.csv "elo {}"
compressed "gzip, ratings" "problem.ratings { file = " " }" stars.csv "constant { value = 0 }"
compressed "gzip, kernel" "problem.kernel_distances { content = 'points', separator = 'comma', header = 'none', labels = 'none', file = " " }" points.csv "constant {}"
