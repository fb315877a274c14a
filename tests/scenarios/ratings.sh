#!/bin/sh
# From a saved state of ratings to answers: pairs without a rating, and the highest ones of each row.
. "$(dirname "$0")/../library.sh"

# Labels 0.5, 0, 1 at low = 1, high = 5. Damped means by hand: mu = 1.5/4, b = 0.25/5, 17/96, c = 4/15, -3/32.
printf 'who,what,stars,when\n1,10,4,1\n1,20,3,2\n2,10,5,3\n' > learned.csv
cat > small.lua << 'END'
return { title = "ratings", seeds = 1, trials = 3, learners = { learner.damped_means {} }, plot = { x = "trials", y = "loss" },
  problem = problem.ratings { file = "learned.csv", row = "who", column = "what", rating = "stars", time = "when", low = 1, high = 5 } }
END
"$WINNOW" run small.lua --save-state --out small --quiet > run.stdout 2> run.stderr
same "run: exit status" 0 $?
state=$(ls small/states/*.json)

# table NAME PATTERN...: the rows of a table without its comments, cells separated by blanks, rows by bars
rows() { grep -v '^#' "$1" | tail -n +2 | tr '\t' ' ' | paste -sd '|' -; }
# close NAME EXPECTED FILE COLUMNS: these cells of all rows, numbers to 1e-14
close() {
  differences=$(rows "$3" | tr '|' '\n' | cut -d ' ' -f "$4" | tr ' ' '\n' | paste -d ' ' - expected | awk '
    $1 == $2 { next }
    ($1 + 0) - ($2 + 0) > 1e-14 || ($2 + 0) - ($1 + 0) > 1e-14 || $1 + 0 == 0 { print }')
  same "$1" "" "$differences"
  same "$1: how many" "$(wc -l < expected | tr -d ' ')" "$2"
}
expect() { awk "BEGIN { $1 }" > expected; }

printf 'what,who,more\n20,2,a\n10,1,b\n20,3,c\n,1,d\n' > pairs.csv
"$WINNOW" predict "$state" pairs.csv > pairs.tsv 2> pairs.stderr
same "pairs: exit status" 0 $?
same "pairs: columns" "t score prediction label row column rating" "$(grep -v '^#' pairs.tsv | head -n 1 | tr '\t' ' ')"
same "pairs: names" "2 20|1 10|3 20|1 -" "$(rows pairs.tsv | tr '|' '\n' | cut -d ' ' -f 5,6 | paste -sd '|' -)"
expect 'm = 1.5 / 4; b1 = 0.25 / 5; b2 = 17 / 96; c10 = 4 / 15; c20 = -3 / 32; OFMT = "%.17g"
  print m + b2 + c20; print 1 + 2 * (1 + m + b2 + c20); print m + b1 + c10; print 1 + 2 * (1 + m + b1 + c10)
  print "-"; print "-"; print "-"; print "-"'
close "pairs: predictions and ratings" 8 pairs.tsv 3,7
has "pairs: what was not learned is counted" pairs.stderr "4 instances, none with a label; with a name that was not learned, and without a prediction: 2"

printf 'who,what,stars\n1,10,3\n2,20,?\n' > rated.csv
"$WINNOW" predict "$state" rated.csv > rated.tsv 2> rated.stderr
same "with ratings: labels" "0|-" "$(rows rated.tsv | tr '|' '\n' | cut -d ' ' -f 4 | paste -sd '|' -)"
has "with ratings: the loss" rated.stderr "2 instances, loss 0.69166666"
has "with ratings: on how many" rated.stderr "on the 1 with a label"

"$WINNOW" predict "$state" --top 2 > all.tsv 2> all.stderr
same "the highest of all: exit status" 0 $?
same "the highest of all" "1 10|1 20|2 10|2 20" "$(rows all.tsv | tr '|' '\n' | cut -d ' ' -f 5,6 | paste -sd '|' -)"
expect 'm = 1.5 / 4; b1 = 0.25 / 5; b2 = 17 / 96; c10 = 4 / 15; c20 = -3 / 32; OFMT = "%.17g"
  print m + b1 + c10; print m + b1 + c20; print m + b2 + c10; print m + b2 + c20'
close "the highest of all: predictions" 4 all.tsv 3
"$WINNOW" predict "$state" --top 1 > one.tsv 2> one.stderr
same "the highest one" "1 10|2 10" "$(rows one.tsv | tr '|' '\n' | cut -d ' ' -f 5,6 | paste -sd '|' -)"
"$WINNOW" predict "$state" learned.csv --top 5 > new.tsv 2> new.stderr
same "without those of the file" "2 20" "$(rows new.tsv | tr '|' '\n' | cut -d ' ' -f 5,6 | paste -sd '|' -)"
printf 'who,what\n77,10\n2,\n77,\n' > some.csv
"$WINNOW" predict "$state" some.csv --top 5 > some.tsv 2> some.stderr
same "those of the file, and one that was not learned" "2 10|2 20|77 -" "$(rows some.tsv | tr '|' '\n' | cut -d ' ' -f 5,6 | paste -sd '|' -)"

# refused NAME MESSAGE ARGUMENT...: status 2, one line, no output
refused() {
  name=$1 message=$2
  shift 2
  "$WINNOW" predict "$@" > refused.tsv 2> refused.stderr
  same "$name: exit status" 2 $?
  has "$name" refused.stderr "$message"
  same "$name: one line" 1 "$(wc -l < refused.stderr | tr -d ' ')"
  same "$name: no table" "" "$(cat refused.tsv)"
}
refused "neither a file nor --top" "expected STATE FILE, STATE --top N or STATE --weights" "$state"
refused "--top 0" "--top" "$state" --top 0
printf 'who\n1\n' > lacks.csv
refused "no column" "lacks.csv:1: none of 1 columns is named 'what'" "$state" lacks.csv
refused "no column, --top" "lacks.csv:1: none of 1 columns is named 'what'" "$state" lacks.csv --top 3
printf 'who,what,stars\n1,10,9\n' > high.csv
refused "a rating beyond the scale" "high.csv:2: column 3 is 9, expected a rating from 1 to 5" "$state" high.csv
tr -d '\n\t' < "$state" | sed 's/": */":/g; s/, *"/,"/g; s/\[ *"/["/g; s/" *\]/"]/g' > plain.json
sed 's/"rows":\["1","2"\]/"rows":["2","1"]/' plain.json > disordered.json
refused "names that are not ascending" "reading: rows: expected a list of ascending texts" disordered.json pairs.csv
sed 's/"columns":\["10","20"\]/"columns":["10"]/' plain.json > fewer.json
refused "another number of columns" "expected entry of 2 x 2" fewer.json pairs.csv
refused "another number of columns, --top" "expected entry of 2 x 2" fewer.json pairs.csv --top 1

# Columns by number, in files without a line of names.
sed 1d learned.csv > plain.csv
sed 's/learned/plain/; s/"who"/"1"/; s/"what"/"2"/; s/"stars"/"3"/; s/"when"/"4"/' small.lua > plain.lua
"$WINNOW" run plain.lua --save-state --out plain --quiet > run.stdout 2> run.stderr
same "by number: exit status" 0 $?
printf '1,20\n2,20\n' > pairs.csv
"$WINNOW" predict plain/states/*.json pairs.csv > pairs.tsv 2> pairs.stderr
same "by number: exit status of predict" 0 $?
expect 'm = 1.5 / 4; b1 = 0.25 / 5; b2 = 17 / 96; c20 = -3 / 32; OFMT = "%.17g"; print m + b1 + c20; print m + b2 + c20'
close "by number: predictions" 2 pairs.tsv 3
printf '7\n' > short.csv
refused "by number: a column too few" "column = 2: expected a column of short.csv from 1 to 1" plain/states/*.json short.csv

cat > rows.lua << 'END'
return { title = "rows", seeds = 1, learners = { learner.winnow { r = 1 } }, plot = { x = "trials", y = "mistakes" },
  problem = problem.table { file = "rows.csv", class_column = "3", positive = "1", instances = "vector", scaling = "unit" } }
END
printf '1,0,1\n0,1,-1\n1,0,1\n' > rows.csv
"$WINNOW" run rows.lua --save-state --out rows --quiet > run.stdout 2> run.stderr || cat run.stderr
refused "--top of other rows" "did not learn ratings, expected a state of problem.ratings" rows/states/*.json --top 3
"$WINNOW" run "$ROOT/scenarios/disjunction.lua" --trials 5 --seeds 1 --set n=64 --save-state --out other --quiet > run.stdout 2> run.stderr || cat run.stderr
refused "--top of no rows" "--top: " "$(ls other/states/*.json | head -n 1)" --top 3
