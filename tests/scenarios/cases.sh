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

# ---- dates

# games HEADING ROW...: games.csv, a table of matches with this line of names and these rows.
games() { for line; do echo "$line"; done > games.csv; }
# play [OPTION]: a run of games.csv in the order of time; the pairs of teams as they were played, numbered by their names.
play() {
  rm -rf play
  echo "return { seeds = 1, problem = problem.matches { file = 'games.csv', first = 'home', second = 'away', first_score = 'hg', second_score = 'ag', time = 'date', order = 'time', pair = 'name'${1:+, $1} }, learners = learner.constant { value = 0.5 } }" > play.lua
  "$WINNOW" run play.lua --out play --record --quiet
}
# dates NAME FIRST SECOND THIRD: in whatever order they stand in the file, three matches of these dates are played in this one.
dates() {
  for order in 1,2,3 1,3,2 2,1,3 2,3,1 3,1,2 3,2,1; do
    games home,away,hg,ag,date
    for k in ${order%%,*} "$(echo "$order" | cut -d, -f2)" ${order##*,}; do
      case $k in 1) echo "A,B,1,0,\"$2\"" ;; 2) echo "A,C,1,0,\"$3\"" ;; 3) echo "B,C,1,0,\"$4\"" ;; esac
    done >> games.csv
    play 2> errors.txt
    same "dates: $1, $order" "1 2;1 3;2 3;" "$(sed -n 's/.*"i":\([0-9]*\),"j":\([0-9]*\).*/\1 \2/p' play/sequences/*.jsonl 2> /dev/null | tr '\n' ';')$(cat errors.txt)"
  done
}
dates 'the year first' 2018-06-30 2018-07-05 2019-01-01
dates 'the day first' 30/06/2018 05/07/2018 01/12/2018
dates 'the month first' 6/30/2018 7/5/2018 12/1/2018
dates 'names of months' 05-Jul-18 17-Aug-18 01-Dec-18
dates 'names of months before the day' 'July 5, 2018' 'Aug. 17, 2018' 'Dec 1 2018'
dates 'days with endings' '1st Aug 2018' 'August 17th, 2018' '2 September 2018'
dates 'weeks, from Monday' 2018-W05 2018-W05-7 2018W061
dates 'the first week of a year that began before' 2019-12-29 2020-W01 2019-12-31
dates 'days of the week' 'Thu 5 July 2018' 'Friday, 17 August 2018' 'Sat, 1 Dec 2018 10:00:00 +0000'
dates 'eight digits' 20180705 20180817 20181201
dates 'points' 5.7.2018 17.8.2018 1.12.2018
dates 'two digits, from 1969 to 2068' 31/12/69 01/01/00 05/07/68
dates 'times of one day' '2018-08-17 9:05' '2018-08-17 10:00' '2018-08-17 10:00:00.5'
dates 'times of one day, the day first' '17/08/2018 9:05' '17/08/2018 10:00' '17/08/2018 21:30'
dates 'times before and after noon' '8/17/2018 12:30 AM' '8/17/2018 9:05 AM' '8/17/2018 12:05 PM'
dates 'times with a point, and blanks around' '17/8/2018 9.05 ' ' 17/8/2018 10.00' '18/8/2018 '
dates 'zones' 2018-08-17T23:30:00+05:30 2018-08-17T19:00:00Z 2018-08-17T18:00:00-0500
dates 'forms that tell themselves in one column' 2018-06-30 05-Jul-2018 20181201
dates 'numbers' 9 10 100.5

# wrong DATE TEXT: among good dates it is refused by name, in the first row and in the last.
wrong() {
  games home,away,hg,ag,date "A,B,1,0,\"$1\"" B,C,0,2,05/07/2018 A,C,1,0,30/06/2018
  refuses "dates: $1 is none, first" "games.csv:2: column 5 is '$1', $2" play
  games home,away,hg,ag,date B,C,0,2,05/07/2018 A,C,1,0,30/06/2018 "A,B,1,0,\"$1\""
  refuses "dates: $1 is none, last" "games.csv:4: column 5 is '$1', $2" play
}
for none in 31/02/2018 29/02/2019 31-Fab-2018 '17/08/2018 25:00' '17/08/2018 9' 2018-13-01 'Week 9' 9:05 2018 2018-W53 '17xx Aug 2018'; do wrong "$none" 'expected a date'; done
games home,away,hg,ag,date A,B,1,0,2018-08 A,C,1,0,2018-09
refuses 'dates: months' 'as the rest of the column; a month needs a day, as in 2000-01-01' play
wrong '' 'expected a date or a number; missing = "drop" leaves out such rows'
wrong NA 'expected a date or a number; missing = "drop" leaves out such rows'
games home,away,hg,ag,date A,C,1,0,1 A,B,1,0, B,C,0,2,0
play "missing = 'drop'"
same 'dates: a match without one is left out if asked' '2 3;1 3;' "$(sed -n 's/.*"i":\([0-9]*\),"j":\([0-9]*\).*/\1 \2/p' play/sequences/*.jsonl | tr '\n' ';')"
games home,away,hg,ag,date A,B,1,0,'Week 10' A,C,1,0,'Week 9'
refuses 'dates: neither dates nor numbers' "games.csv:2: column 5 is 'Week 10', expected a date" play

# Elo with k = 20 and R = 1500 at the start: two wins of A over B are 1500 + 10 and 20 (1 - 1/(1 + 10^(-20/400))) = 1519.4249887221547 (Python).
games home,away,hg,ag,date A,B,1,0,17/08/2018 A,B,1,0,18/08/2018 C,D,1,0,28/02/2019
season() {
  rm -rf season
  echo "return { seeds = 1, problem = problem.matches { file = 'games.csv', first = 'home', second = 'away', first_score = 'hg', second_score = 'ag', season = 'date', season_month = 8 }, learners = learner.elo { start = 1500, k = 20, carry = 0.5 }, observe = { 'ordering' } }" > season.lua
  "$WINNOW" run season.lua --out season --quiet
}
season
same 'seasons: of dates' 1519.4249887221547 "$(values season/orderings.tsv rating name=A)"
games home,away,hg,ag,date A,B,1,0,17/08/2018 A,B,1,0,18/08/2018 C,D,1,0,31/02/2019
refuses 'seasons: no date among dates' "games.csv:4: column 5 is '31/02/2019', expected a date as in the rest" season
games home,away,hg,ag,date A,B,1,0,2017/18 A,B,1,0,2017/18 C,D,1,0,
refuses 'seasons: a gap' "games.csv:4: column 5 is '', expected a season" season

# rated NAME FIRST SECOND THIRD: ratings with these times in the order of time.
rated() {
  printf 'user,item,rating,when\nc,x,3,%s\na,x,1,%s\nb,x,2,%s\n' "$4" "$2" "$3" > rated.csv
  rm -rf rated
  echo "return { seeds = 1, problem = problem.ratings { file = 'rated.csv', row = 'user', column = 'item', time = 'when', low = 1, high = 3 }, learners = learner.constant { value = 0 } }" > rated.lua
  "$WINNOW" run rated.lua --out rated --record --quiet 2> errors.txt
  same "ratings: $1" "1 2 3" "$(sed -n 's/.*"i":\([0-9]*\),.*/\1/p' rated/sequences/*.jsonl 2> /dev/null | paste -sd ' ' -)$(cat errors.txt)"
}
rated numbers 9 10 100
rated dates 9/10/2019 10/9/2020 9/30/2021
rated 'names of months' 17-Aug-18 01-Dec-18 05-Jul-19
rated 'dates and times' 2019-01-01T09:00:00Z 2019-01-01T10:00:00Z 2019-01-01T09:30:00-01:00
rated 'something else' 9/10/2019 soon 1/1/2021 | grep -q "rated.csv:4: column 4 is 'soon', expected a date" && ok 'ratings: no date is refused' || not_ok 'ratings: no date is refused' "$(cat errors.txt)"
printf 'user,item,rating,when\nc,x,3,2\na,x,,1\nb,x,2,\nd,x,1,1\n' > rated.csv
sed 's/low = 1/missing = "drop", low = 1/' rated.lua > dropped.lua
"$WINNOW" run dropped.lua --out dropped --record --quiet
same 'ratings: without gaps' '-1 1' "$(sed -n 's/.*"y":\(-*[0-9.]*\).*/\1/p' dropped/sequences/*.jsonl | paste -sd ' ' -)"

printf 'user,item,rating,when\nc,x,3,1\n,x,2,1\nb,x,2,3\nd,,1,1\n' > rated.csv
refuses 'ratings: nobody' "rated.csv:3: column 1 is '', expected a name; missing" "$WINNOW" run rated.lua --out nobody --quiet
rm -rf dropped
"$WINNOW" run dropped.lua --out dropped --record --quiet
same 'ratings: without nobody' '1 0' "$(sed -n 's/.*"y":\(-*[0-9.]*\).*/\1/p' dropped/sequences/*.jsonl | paste -sd ' ' -)"

games date,home_team,away_team,home_score,away_score 2018-08-17T19:00:00Z,B,C,0,2 2018-08-17T12:00:00Z,A,B,1,0 2018-08-18T12:00:00Z,A,C,2,1
makes 'new: times of a day that go back' 'times' "$WINNOW" new times --matches games.csv
has 'new: they are sorted' times.lua 'order = "time"'
"$WINNOW" run times.lua --out times --quiet 2> errors.txt
same 'new: and the scenario runs' '0 ' "$? $(cat errors.txt)"
games date,home_team,away_team,home_score,away_score 05/07/2018,B,C,0,2 31/02/2018,A,B,1,0
refuses 'new: no date' "games.csv:3: column 1 is '31/02/2018', expected a date" "$WINNOW" new bad --matches games.csv

for since in '1-Jan-1970 2-Jan-1970 4-Jan-1970' '19700101 19700102 19700104' '1970-01-01T23:00 1970-01-02 1970-01-04'; do
  # shellcheck disable=SC2086 # words
  printf '%s,a\n%s,b\n%s,a\n' $since > since.csv
  echo "return { seeds = 1, problem = problem.table { file = 'since.csv', positive = 'a', dates = '1', instances = 'vector', scaling = 'unit' }, learners = learner.perceptron {} }" > since.lua
  rm -rf since
  "$WINNOW" run since.lua --out since --record --quiet
  # days since the first, of three
  same "table: days of $since" '0 0.3333333333333333 1' "$(sed -n 's/.*"x":\[\([^]]*\)\].*/\1/p' since/sequences/*.jsonl | paste -sd ' ' -)"
done
printf 'day,x,y\n20180817,4,a\n20190101,1,b\n20170101,3,a\n20180101,2,b\n' > eight.csv
"$WINNOW" new eight --csv eight.csv > /dev/null
has 'new: eight digits are dates' eight.lua 'dates = "day"'

# ---- the line of names

# found NAME TEXT [OPTION]...: the scenario that winnow new writes of table.csv has a line with this text, and it runs.
found() {
  name=$1 text=$2
  shift 2
  rm -rf found found.lua
  if [ $# = 0 ]; then set -- --csv table.csv; fi
  "$WINNOW" new found "$@" > /dev/null 2> errors.txt
  if [ -r found.lua ]; then has "names: $name" found.lua "$text"; else not_ok "names: $name" "$(cat errors.txt)"; fi
  "$WINNOW" run found.lua --out found --quiet 2> errors.txt
  same "names: $name, and it runs" '0 ' "$? $(cat errors.txt)"
}
# table LINE...: table.csv has these.
table() { for line; do echo "$line"; done > table.csv; }

table Date,HomeTeam,AwayTeam,FTHG,FTAG,, 17/08/24,A,B,1,0,, 18/08/24,B,C,0,2,, 19/08/24,C,A,2,1,,
found 'empty ones at the end' 'first_score = "FTHG"' --matches table.csv
table Date,HomeTeam,AwayTeam,FTHG,FTAG,, 17/08/24,A,B,1,0 18/08/24,B,C,0,2,, 19/08/24,C,A,2,1
found 'empty ones at the end, rows without' 'first_score = "FTHG"' --matches table.csv
table Date,HomeTeam,AwayTeam,FTHG,FTAG 17/08/24,A,B,1,0,, 18/08/24,B,C,0,2,, 19/08/24,C,A,2,1,,
found 'rows of matches that end with separators' 'first_score = "FTHG"' --matches table.csv
table Date,HomeTeam,AwayTeam,FTHG,FTAG 0,17/08/24,A,B,1,0 1,18/08/24,B,C,0,2 2,19/08/24,C,A,2,1
found 'one less than cells: rows have names' 'first_score = "FTHG"' --matches table.csv
table ,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR 0,17/08/24,A,B,1,0,H 1,18/08/24,B,C,0,2,A 2,19/08/24,C,A,2,1,H
found 'numbers of rows before matches' 'first = "HomeTeam"' --matches table.csv
found 'numbers of rows before matches, what it is is found' 'problem.matches'
table a,b,y 1,0,u, 0,1,v, 1,1,u,
found 'rows that end with a separator' 'To predict: column 3, y.' --csv table.csv --class y
found 'rows that end with a separator, the last column' 'To predict: column 3, y.'
table a,b,y 1,0,u, 0,1,v, 1,1,u
found 'rows that end with a separator, but for the last' 'To predict: column 3, y.'
table a,b,y r1,1,0,u r2,0,1,v r3,1,1,u
found 'one less than cells' 'To predict: column 4, y.' --csv table.csv --class y
table a,b,y r1,1,0,u r2,0,1, r3,1,1,v r4,1,0,v
found 'one less than cells, and a gap' 'To predict: column 4, y;'
table ,a,y 0,1.5,u 1,2,v 2,2.5,u 3,1,v
found 'an empty one before numbers of rows' 'To predict: column 3, y.'
table a,,y 0.5,1.5,u 0.25,2,v 0.75,2.5,u 0.1,1,v
found 'an empty one between others' 'To predict: column 3, y.'
table 0,1,2,3 0.5,0.3,0.1,1 0.7,0.3,0.1,0 0.4,0.6,0.2,1 0.1,0.9,0.3,0 0.2,0.9,0.3,1
found 'whole numbers in order' 'table.csv: 5 rows, separator comma, names in the first line.'
table 0,1,2,3 5,3,1,1 7,3,1,0 4,6,2,1 1,9,3,0 2,9,3,1
found 'whole numbers in order above whole numbers' 'table.csv: 5 rows, separator comma, names in the first line.'
table ,0,1,2 0,5,3,1 1,7,3,0 2,4,6,1 3,1,9,0
found 'whole numbers in order behind an empty one' 'table.csv: 4 rows, separator comma, names in the first line.'
table 0,1,kind 0.5,0.3,a 0.7,0.3,b 0.4,0.6,a 0.1,0.9,b
found 'whole numbers in order before a text' 'table.csv: 4 rows, separator comma, names in the first line.'
table 1,2,3,1 5,3,1,1 7,3,1,0 4,6,2,1 1,9,3,0 2,9,3,1
found 'no names' 'table.csv: 6 rows, separator comma, no names.'
table 0,1,2,target 0.5,1.5,0.1,0 0.6,1.2,0.2,1 0.7,1.1,0.1,0
found 'whole numbers in order before a text, as many rows as columns' 'class_column = 4, -- target'
table '# a report' '#' '# of 2024' a,b,y 1,2,u 0,2,v 1,1,u
found 'behind comments' 'table.csv: 3 rows, separator comma, names in the first line.'
table '#a,b,y' 1,2,u 0,2,v 1,1,u
found 'behind a mark' 'table.csv: 3 rows, separator comma, names in the first line.'
table a,b,y 1,2,u 0,2,v ,, 1,1,u ' , ,' ,,
found 'rows with nothing in them are none' 'table.csv: 3 rows, separator comma, names in the first line.'
table 0,2,1 2,0,3 1,3,0
found 'distances' 'Distances of 3 items'
table 4,2,no,yes 0.5,0.3,1 0.7,0.3,0 0.4,0.6,1 0.1,0.9,0
found 'counts in the first line' 'table.csv: 4 rows, separator comma, no names.'
table 4,3,no,yes 0.5,0.3,7,1 0.7,0.3,6,0 0.4,0.6,5,1 0.1,0.9,4,0
found 'counts in the first line, as many as columns' 'table.csv: 4 rows, separator comma, no names.'
table 5,3,no,yes 0.5,0.3,7,1 0.7,0.3,6,0 0.4,0.6,5,1 0.1,0.9,4,0
refuses 'names: counts that are wrong' 'table.csv:1: says that 5 rows follow, and there are 4' "$WINNOW" new wrong --csv table.csv
table 'sep=;' 'a;b;y' '1;0;u' '0;1;v' '1;1;u' '0;0;v'
found 'behind a line that says what separates' 'table.csv: 4 rows, separator semicolon, names in the first line.'
table 'sep=;' 'date;home_team;away_team;home_score;away_score' '2018-08-17;A;B;1;0' '2018-08-18;B;C;0;0'
found 'behind such a line, of matches' 'problem.matches'
table '"SEP=|"' 'a|b' '1|2'
refuses 'names: what separates is none of four' 'table.csv:1: sep=|, expected a comma' "$WINNOW" new wrong --csv table.csv
same 'names: such a line in a pipe' '1 -1' "$(printf 'sep=;\na;y\n0,5;1\n1,5;-1\n' | sed 's/,5//' | labels)"
same 'names: an empty one in a pipe' '1 -1' "$(printf ',a,y\n0,0.5,1\n1,0.25,-1\n' | labels --rows 'table{omit = "1", positive = "1"}')"
table a,b,y 1,0,u 0,1,v,w 1,1,u
refuses 'names: one row is longer' 'table.csv:3: 4 columns, expected 3' "$WINNOW" new wrong --csv table.csv
table a,b,y 1,0,u 0,1 1,1,u
refuses 'names: one row is shorter' 'table.csv:3: 2 columns, expected 3' "$WINNOW" new wrong --csv table.csv
# by number [FIELD...]: what a run of ratings without names plays.
printf '196\t242\t3\t881250949\n186\t302\t1\t881250900\n22\t242\t2\t881250950\n' > u.data
for head in '' 'user\titem\trating\ttime\n'; do
  { printf "$head"; cat u.data; } > u.csv
  echo "return { seeds = 1, problem = problem.ratings { file = 'u.csv', separator = 'tab', row = '1', column = '2', rating = '3', time = '4', low = 1, high = 3 }, learners = learner.constant { value = 0 } }" > u.lua
  rm -rf u
  "$WINNOW" run u.lua --out u --record --quiet
  # 186 rates 302 first, then 196 and 22 rate 242; names in bytewise order: 186, 196, 22 and 242, 302
  same "names: none, columns by number${head:+, or some}" '1 2 -1;2 1 1;3 1 0;' "$(sed -n 's/.*"i":\([0-9]*\),"j":\([0-9]*\).*"y":\(-*[0-9]*\).*/\1 \2 \3/p' u/sequences/*.jsonl | tr '\n' ';')"
done
printf 'A,B,1,0\nB,C,0,2\n' > none.csv
echo "return { seeds = 1, problem = problem.matches { file = 'none.csv', first = '1', second = '2', first_score = '3', second_score = '4', pair = 'name' }, learners = learner.constant { value = 0.5 } }" > none.lua
"$WINNOW" run none.lua --out none --record --quiet
same 'names: none, matches by number' '1 2 1;2 3 0;' "$(sed -n 's/.*"i":\([0-9]*\),"j":\([0-9]*\).*"y":\(-*[0-9]*\).*/\1 \2 \3/p' none/sequences/*.jsonl | tr '\n' ';')"

# ---- bytes

# utf8 NAME FILE...: all of them are UTF-8.
utf8() {
  name=$1
  shift
  for file; do iconv -f UTF-8 -t UTF-8 "$file" > /dev/null 2> errors.txt || break; done
  same "$name" '' "$(cat errors.txt)"
}
e=$(printf '\351')
table date,home_team,away_team,home_score,away_score "2024-08-17,Caf$e,B,1,0" 2024-08-18,B,C,0,2
found 'Latin-1, of matches' 'problem.matches'
"$WINNOW" run found.lua --out latin --save-state --record --quiet
utf8 'bytes: a name of Latin-1 in states, orderings and sequences' latin/states/*.json latin/orderings.tsv latin/sequences/*.jsonl latin/manifest.json
has 'bytes: and it is that name' latin/orderings.tsv 'Café'
has 'bytes: with a note' latin/manifest.json 'letters of Latin-1'
table "a,stra${e}e" "1,$e" 0,b "1,$e" 0,b "2,$e"
found 'Latin-1, a class' 'Latin-1.'
found 'Latin-1, the name of the class' 'class = { "b" }' --csv table.csv --class straée
printf 'a,b\n1,\222x\n2,y\n' > windows.csv
refuses 'bytes: neither UTF-8 nor Latin-1' 'windows.csv:2: column 2: byte 0x92 is text neither of UTF-8 nor of Latin-1' "$WINNOW" new wrong --csv windows.csv
printf 'a,b\n1,é\n2,%s\n3,x\n' "$e" > both.csv
refuses 'bytes: UTF-8 and something else' 'both.csv:3: column 2: byte 0xe9' "$WINNOW" new wrong --csv both.csv
for form in UTF-16 UTF-16LE UTF-16BE; do
  printf 'a,y\n1,1\n0,-1\n' | iconv -f UTF-8 -t $form > rows.csv
  refuses "bytes: $form is named" 'rows.csv:1: the file is UTF-16, expected UTF-8' "$WINNOW" new wrong --csv rows.csv
  refuses "bytes: $form is named in a pipe" 'standard input:1: is UTF-16, expected UTF-8' learns
done
for end in '\n' '\r\n' '\r'; do
  printf "a,y${end}1,1${end}0,-1${end}${end}1,+1" > rows.csv
  same "bytes: lines of a pipe end with $end" '1 -1 1' "$(labels < rows.csv)"
  printf "a,y${end}1,1${end}0,-1${end}${end}1,+1${end}" > ends.csv
  echo "return { seeds = 1, problem = problem.table { file = 'ends.csv', positive = '1', instances = 'vector', order = 'file' }, learners = learner.perceptron {} }" > ends.lua
  rm -rf ends
  "$WINNOW" run ends.lua --out ends --record --quiet
  same "bytes: lines of a file end with $end" '1 -1 1' "$(sed -n 's/.*"y":\(-*1\).*/\1/p' ends/sequences/*.jsonl | paste -sd ' ' -)"
done

# kind TEXT [BEGINNING]: a file that begins so is refused by what it is, and in a pipe, too.
kind() {
  printf "$2" > rows.csv
  refuses "bytes: $1" "rows.csv:1: the file is $1" "$WINNOW" new wrong --csv rows.csv
  refuses "bytes: $1 in a pipe" "standard input:1: the file is $1" learns
}
kind 'a workbook or another archive' 'PK\003\004x'
kind 'a workbook' '\320\317\021\340x'
kind 'in the format Parquet' 'PAR1\001'
kind 'a data base' 'SQLite format 3\000'
kind 'a PDF' '%%PDF-1.4\n'
kind 'a web page' '<!doctype html>\n'
kind XML '<?xml version="1.0"?>\n'
kind JSON '[{"a":1,"y":0}]\n'
kind JSON '{"a":1,"y":0}\n'
kind 'a pointer of Git LFS' 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'

# ---- what winnow new makes of them

table when,x,y 2018-08-17,4,no 2018-08-18,1,yes 2018-08-18,3,yes 2019-01-01,2,yes
found 'a table in the order of dates is played in it' 'order = "file", -- in the order of column 1, when'
has 'new: no is not the class' found.lua 'class = { "yes" }'
table when,x,y 17-Aug-18,4,1.5 05-Sep-18,1,2.5 01-Jan-19,3,3.5 02-Jan-19,2,0.5 03-Jan-19,2,0.25
found 'so is one of numbers' 'order = "file", -- in the order of column 1, when'
table when,x,y 2018-08-17,4,no 2018-08-16,1,yes 2018-08-18,3,yes 2019-01-01,2,yes
found 'one that is not is shuffled' 'order = "shuffled",'
for noise in 1e-16 -1e-17 0; do
  table 0,1,2 "1,$noise,1.5" 2,1.5,0
  found "$noise on the diagonal of distances" 'Distances of 3 items'
done
table 0,1,2 1,0.5,1.5 2,1.5,0
"$WINNOW" new plain --csv table.csv > /dev/null
same 'new: a distance from itself is no noise' 0 "$(grep -c 'Distances' plain.lua)"

# trials FOLDER: its pairs and labels, without the learners' answers.
trials() { sed 's/,"score".*//' "$1"/sequences/*.jsonl | sort -u; }
# triangle NAME TEXT ROW...: distances, written in another form, are those between a, b and c: 1, 2 and 3.
triangle() {
  name=$1 text=$2
  shift 2
  table "$@"
  found "of distances, $name" "$text"
  "$WINNOW" run found.lua --out triangle --record --quiet --trials 9
  same "distances, $name: the same" "$(trials square)" "$(trials triangle)"
  rm -rf triangle
}
table 0,1,2 1,0,3 2,3,0
"$WINNOW" new square --csv table.csv > /dev/null
"$WINNOW" run square.lua --out square --record --quiet --trials 9
triangle 'names above and before' 'labels = "first"' ,a,b,c a,0,1,2 b,1,0,3 c,2,3,0
triangle 'names above' 'labels = "none"' a,b,c 0,1,2 1,0,3 2,3,0
triangle 'gaps above the diagonal' 'labels = "first"' ,a,b,c a,0,NA,NA b,1,0,NA c,2,3,0
triangle 'gaps on the diagonal, too' 'labels = "first"' ,a,b,c a,,, b,1,, c,2,3,
triangle 'counted' 'header = "count"' 3 'a 0 1 2' 'b 1 0 3' 'c 2 3 0'
triangle 'counted, no names' 'labels = "none"' 3 '0 1 2' '1 0 3' '2 3 0'
triangle 'a counted triangle' 'labels = "first"' 3 a 'b 1' 'c 2 3'
triangle 'a counted triangle with the diagonal' 'labels = "first"' 3 'a 0' 'b 1 0' 'c 2 3 0'
triangle 'a counted triangle, no names' 'labels = "none"' 3 0 '1 0' '2 3 0'
table 3 'a 0' 'b 1 0' 'c 2 3'
refuses 'new: a triangle with a gap' "table.csv:4: 3 columns, expected 4 after the triangle's first row in line 2" "$WINNOW" new wrong --csv table.csv
table a b,1 c,2,3
refuses 'new: a triangle that is not counted' 'table.csv:1: a triangle of distances, expected blanks between its columns and the number of rows, 3' "$WINNOW" new wrong --csv table.csv

# ---- other files for a state

table colour,size,y red,1,u blue,2,v red,3,u blue,5,v
echo 'return { seeds = 1, problem = problem.table { file = "table.csv", class_column = "y", positive = "u", one_hot = "colour", scaling = "unit", instances = "vector", order = "file" }, learners = learner.perceptron {} }' > toys.lua
"$WINNOW" run toys.lua --out toys --save-state --quiet
# asks NAME TEXT LINE...: a prediction of these lines is refused with the text.
asks() {
  name=$1 text=$2
  shift 2
  for line; do echo "$line"; done > asked.csv
  refuses "predict: $name" "$text" "$WINNOW" predict toys/states/*.json asked.csv
}
asks 'a text for a number' "asked.csv:2: column 2 is 'two', expected a finite number" colour,size red,two
asks 'a decimal comma' "asked.csv:2: column 2 is '2,5', expected a finite number; decimals are written with a point" colour,size 'red,"2,5"'
asks 'names alone' 'asked.csv:1: no rows, expected a table' colour,size
asks 'a name twice' "asked.csv:1: columns 1 and 2 are both 'colour'" colour,colour,size red,red,2
asks 'no names' "asked.csv:1: none of 2 columns is named 'colour'" red,2 blue,3
asks 'another separator' "none of 1 columns is named 'colour', expected those of the data that were learned; nearest: colour;size" 'colour;size' 'red;2'
games date,home,away,hg,ag 17/08/2018,A,B,1,0 18/08/2018,B,A,2,2
play
"$WINNOW" run play.lua --out fixtures --save-state --quiet
games date,home,away,hg,ag 01/09/2018,A,B,-,- 02/09/2018,B,A,,
makes 'predict: matches to come, with a dash for the score' '2 instances, none with a label' "$WINNOW" predict fixtures/states/*.json games.csv

# seed S: what winnow serve says to it.
seed() {
  printf '{"hello":{"protocol":"winnow-lab pipe 1","instances":"vector","n":2,"labels":"sign","seed":%s}}\n{"bye":{}}\n' "$1" | "$WINNOW" serve random --save seed.json 2>&1 | head -n 1
}
for large in 9007199254740993 9007199254740992 18446744073709551615 1.5; do
  same "seed: $large" '{"error":"standard input:1: seed: expected a whole number below 2^53"}' "$(seed $large)"
done
seed 9007199254740991 > /dev/null
has 'seed: the largest one' seed.json '"seed": "9007199254740991"'

# ---- gaps, results and other formats

table a,b,y 1,N/A,u 0,n/a,v 1,None,u 2,NULL,v 5,1,u 6,2,v 7,#N/A,v
found 'gaps of other programs' '2 of numbers'
table a,b,y 1,-,u 0,..,v 1,.,u '2,\N,v' 5,1,u 6,2,v 7,-nan,v
found 'gaps among numbers' '2 of numbers'
has 'gaps among numbers: all of them' found.lua 'Gaps: 5.'
table a,y 1,+ 2,- 1,+ 2,-
found 'a class - is no gap' 'class = { "+" }'
# ends RESULT...: the labels of matches with these results, of A against B each.
ends() {
  { echo home,away,end; for text; do echo "A,B,$text"; done; } > ended.csv
  echo "return { seeds = 1, problem = problem.matches { file = 'ended.csv', first = 'home', second = 'away', result = 'end', draws = 'half', pair = 'name'${more:-} }, learners = learner.constant { value = 0.5 } }" > ended.lua
  rm -rf ended
  "$WINNOW" run ended.lua --out ended --record --quiet && sed -n 's/.*"y":\([0-9.]*\).*/\1/p' ended/sequences/*.jsonl | paste -sd ' ' -
}
same 'results: 1, X, 2' '1 0.5 0' "$(ends 1 X 2)"
same 'results: goals' '1 0.5 0 1' "$(ends 3-1 0-0 2:10 1-0)"
same 'results: the name of the winner' '1 0 0.5' "$(ends A B draw)"
same 'results: blanks, dashes and signs' '1 0.5 0 0.5' "$(ends '3 - 1' '2 – 2' '1 : 2' '0−0')"
same 'results: halves' '0 0.5 0.5' "$(ends 0-1 '½-½' '1/2 - 1/2')"
same 'results: numbers by value' '1 0 0.5' "$(ends 1.0 0.0 .5)"
refuses 'results: 0-0 beside 1/2-1/2' "ended.csv:3: column 3 is '0-0', expected" ends 1/2-1/2 0-0
refuses 'results: a game without one' "ended.csv:3: column 3 is '*', a match without a result; missing" ends 1-0 '*'
more=", missing = 'drop'"
same 'results: without such games if asked' '1' "$(ends 1-0 '*')"
table date,white,black,result 2018.08.17,B,C,0-1 '2018.08.18,A,B,*'
refuses 'results: winnow new names them' "table.csv:3: column 4 is '*', no result" "$WINNOW" new open --matches table.csv
table tourney_date,winner_name,loser_name,score 20180817,A,B,6-4 20180818,A,B,W/O
found 'walkovers' 'leave_out = "score=W/O"' --matches table.csv
table date,home,away,hg,ag 2018-08-17,A,B,1,0 2018-08-18,B,C,P-P,P-P 2018-08-19,C,A,,
found 'what was postponed' 'leave_out = "hg=P-P"' --matches table.csv
table date,home_team,away_team,score 2018-08-17,A,B,1-0 2018-08-18,B,C,2-2
found 'a score of both' 'result = "score"' --matches table.csv
table date,home,away,winner 2018-08-17,A,B,A 2018-08-18,B,C, 2018-08-19,C,A,A
found 'a winner, or nothing' 'winner = "winner", -- nothing for a draw' --matches table.csv
table date,white,black,winner 2018-08-17,A,B,white 2018-08-18,B,C,black 2018-08-19,C,A,draw
found 'white or black as the winner' 'first = "white"' --matches table.csv
has 'results: white or black as the winner' found.lua 'result = "winner"'
same 'results: white, black' '1 0 0.5' "$(ends White black Draw)"
table date,home,away,hg,ag 2018-08,A,B,1,0 2018-09,B,C,2,1
found 'a time that is none' 'time = "date" has no dates or numbers that are read' --matches table.csv
table date,home,away,hg,ag 2018-08-17,A,B,1,0 2018-08-18,B,C,?!,1
mkdir -p scenarios
refuses 'results: the file is blamed, not a scenario that is gone' "winnow: table.csv:3: column 4 is '?!', expected" "$WINNOW" new wrong --matches table.csv
rmdir scenarios
table reviewerID,asin,overall,unixReviewTime A,x,4,1 A,z,3,2 B,x,5,3
found 'ratings of a shop' 'rating = "overall"' --ratings table.csv
table '"User-ID";"ISBN";"Book-Rating"' '"1";"034545104X";"0"' '"2";"0155061224";"5"'
found 'ratings of books' 'rating = "Book-Rating"' --ratings table.csv
table 1::122::5::838985046 1::185::4::838983525
refuses 'ratings: another separator' "sed 's/::/,/g' converts ::" "$WINNOW" new wrong --ratings table.csv
table 'user;item;rating' 'a;x;1,5' 'a;y;2' 'b;x;3,5'
found 'decimal commas of ratings' 'decimal = "comma"' --ratings table.csv
printf '# a dump\n-1\n1 1:1 3:1\n-1 2:1\n1 1:1\n' > table.csv
found 'the format of LIBSVM behind a comment and a row of zeros' 'problem.libsvm'
printf '1 qid:3 1:0.5\n' > rows.csv
refuses 'LIBSVM: qid' 'rows.csv:1: qid:3 groups rows' "$WINNOW" new wrong --csv rows.csv
printf '1 1:1\n0 1:1\n2 2:1\n' > rows.csv
refuses 'LIBSVM: a label that is none' 'standard input:3: label 2, expected 1, -1 or 0: one_vs_rest = true' learns --rows 'libsvm{n = 2}'
same 'LIBSVM: one against the rest' '1 -1 -1' "$(labels --rows 'libsvm{n = 2, one_vs_rest = true}' < rows.csv)"
same 'LIBSVM: a label that is named against the rest' '-1 -1 1' "$(labels --rows 'libsvm{n = 2, positive_label = 2}' < rows.csv)"
printf '# from 1\n# to 3\n3 2\n1 2 1\n# the last\n2 3 1\n' > table.csv
found 'a graph with comments' 'problem.graph' --graph table.csv
printf 'c a graph\np edge 3 2\ne 1 2\ne 2 3\n' > graph.txt
refuses 'graphs: DIMACS' "graph.txt:1: a graph in the format of DIMACS" "$WINNOW" new wrong --graph graph.txt
printf '%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n' > graph.txt
refuses 'graphs: a wrong head' "expected %%MatrixMarket in the first line" "$WINNOW" new wrong --graph graph.txt
printf "%% flowers\n@RELATION t\n@attribute a numeric\n@attribute 'b c' {x,'y z'}\n@attribute class {u,v}\n@data\n1,x,u\n%% no row\n2.5,'y z',v\n?,x,u\n3,x,v\n" > table.csv
found 'ARFF' '-- table.csv: 4 rows, separator comma, names in the first line.'
has 'ARFF: its columns' found.lua 'one_hot = "b c"'
printf "@relation t\n@attribute a numeric\n@attribute 'b c' { x, 'y z' }\n@attribute class { u, v }\n@data\n1, x, u\n2.5, 'y z', v\n?, x, u\n3, x, v\n" > table.csv
found 'ARFF: blanks among its values' 'one_hot = "b c"'
printf '@relation t\n@attribute a numeric\n@attribute y {u,v}\n@data\n{0 1, 1 u}\n' > table.csv
refuses 'ARFF: a sparse row' 'table.csv:5: a sparse row' "$WINNOW" new wrong --csv table.csv
