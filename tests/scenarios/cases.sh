#!/bin/sh
# Files as people have them: what winnow new, run, learn and predict make of labels, dates, names of columns, encodings, gaps and results that
# other programs write. Expected values are computed by hand, or by Python where that is said.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# makes NAME TEXT [COMMAND...]: the command succeeds, and a line of its output holds the text.
makes() {
  name=$1 text=$2
  shift 2
  "$@" > output.txt 2>&1
  status=$?
  if [ "$status" = 0 ]; then has "$name" output.txt "$text"; else not_ok "$name" "status $status: $(head -n 3 output.txt | tr '\n' '|')"; fi
}
# refuses NAME TEXT [COMMAND...]: status 2 and one line, with the text, on standard error.
refuses() {
  name=$1 text=$2
  shift 2
  "$@" > /dev/null 2> errors.txt
  same "$name: status and lines" "2 1" "$? $(wc -l < errors.txt)"
  has "$name" errors.txt "$text"
}

# ---- labels

# labels OPTIONS: the column label of what winnow learn says of standard input.
labels() { "$WINNOW" learn --learner perceptron "$@" 2> /dev/null | grep -v '^#' | tail -n +2 | cut -f 4 | paste -sd ' ' -; }
# learns [OPTION]...: of rows.csv.
learns() { "$WINNOW" learn --learner perceptron "$@" < rows.csv; }
for one in +1 1.0 01 1e0 1; do
  same "labels: $one is 1" "-1 1 -1" "$(printf 'a,y\n1,-1\n0,%s\n1,-1.0\n' "$one" | labels)"
done
same "labels: +1 in the first row" "1 1 -1" "$(printf '1,+1\n0,1\n1,0.0\n' | labels)"
same "labels: a gap is no label, in the first row either" "- 1 - -1" "$(printf '1,?\n0,1\n1,NA\n0,-1\n' | labels)"
for wrong in x 11 -11 one 1x 2; do
  printf 'a,y\n1,-1\n0,%s\n' "$wrong" > rows.csv
  refuses "labels: $wrong is none" "standard input:3: column 2 is '$wrong', expected one of the classes" learns
done
printf '1,3\n0,1\n0,3.0\n1,three\n' > rows.csv
refuses "labels: a text among numbers" "standard input:4: column 2 is 'three', expected a number as positive" learns --rows 'table{positive = "3"}'
same "labels: numbers that are classes" "1 -1 1" "$(head -n 3 rows.csv | labels --rows 'table{positive = "3"}')"
same "labels: texts are texts" "1 -1" "$(printf '0,a1\n1,a01\n' | labels --rows 'table{positive = "a1"}')"
printf '0,yes\n1,no\n1,yse\n' > rows.csv
refuses "labels: others are refused if asked" "column 2 is 'yse', expected one of the classes 'yes no'" \
  learns --rows 'table{positive = "yes", classes = "yes no", others = "refuse"}'

printf 'a,y\n0,+1\n1,-1\n0,1.0\n1,01\n' > signs.csv
echo 'return { seeds = 1, problem = problem.table { file = "signs.csv", positive = "1", instances = "vector", order = "file" }, learners = learner.perceptron {} }' > signs.lua
"$WINNOW" run signs.lua --out signs --record --save-state --quiet 2> errors.txt
same "labels: in a run" "1 -1 1 1" "$(sed -n 's/.*"y":\(-*1\).*/\1/p' signs/sequences/*.jsonl | paste -sd ' ' -)"
printf 'a,y\n0,1\n1,-1.0\n0,\n' > more.csv
same "labels: in a prediction" "1 -1 -" "$("$WINNOW" predict signs/states/*.json more.csv 2> /dev/null | tail -n 3 | cut -f 4 | paste -sd ' ' -)"
printf 'a,y\n0,1\n1,l\n' > more.csv
refuses "labels: a text in a prediction" "more.csv:3: column 2 is 'l', expected a number" "$WINNOW" predict signs/states/*.json more.csv
printf 'a,y\n0,1\n1,-1\n0,l\n' > signs.csv
refuses "labels: a text in a run" "signs.csv:4: column 2 is 'l', expected a number" "$WINNOW" run signs.lua --out texts --quiet
printf 'a,y\n0,+1\n1,-1\n2,1\n4,-1.0\n7,1\n' > forms.csv
makes "labels: two classes in winnow new" "forms.lua" "$WINNOW" new forms --csv forms.csv
same "labels: more of them than the other ones, 1 is the class" "1" "$(grep -c 'class = { "+1" }' forms.lua)"
# positive NAME CLASS TEXT...: of a column of these texts winnow new takes this class.
positive() {
  name=$1 class=$2
  shift 2
  { echo a,y; i=0; for text in "$@"; do i=$((i * 7 % 11 + 2)); echo "0.$i,$text"; done; } > positive.csv
  rm -f positive.lua
  "$WINNOW" new positive --csv positive.csv > /dev/null
  has "classes: $name" positive.lua "class = { \"$class\" }"
}
positive 'yes, not no' yes no yes yes yes no yes
positive 'TRUE, not FALSE' TRUE FALSE TRUE TRUE TRUE FALSE TRUE
positive '1, not 0' 1 0 1 1 1 0 1 1
positive 'the rarer one' spam ham spam ham ham spam ham
positive 'the rarer one, where it comes first' spam spam ham ham ham spam ham
{ echo a,y; for i in 3 1 4 1 5 9 2 6; do echo "0.$i,7" && echo "0.$i,none" && echo "0.$i,many"; done; } > mixed.csv
"$WINNOW" new mixed --csv mixed.csv > /dev/null
"$WINNOW" run mixed.lua --out mixed --quiet --trials 8 2> errors.txt
same "classes: numbers and texts, as they are named" "0 " "$? $(cat errors.txt)"
