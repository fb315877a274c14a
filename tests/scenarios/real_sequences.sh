#!/bin/sh
# Graphs, matches and ratings from files: played, recorded, refused; and the scenarios on real data, shortened, where the data are.
. "$(dirname "$0")/../library.sh"

# ---- small files: what a constant pays is known

printf '4 4\n1 2 1\n2 3 -1\n3 4 1\n1 4 1\n' > graph.txt
printf 'day,home,away,goals,against\r\n2020-01-01,B,A,1,0\r\n2020-01-02,"C, D",A,2,2\r\n2020-01-03,A,"C, D",0,3\r\n' > matches.csv
printf 'userId,movieId,rating,timestamp\n1,7,5,3\n2,7,0.5,1\n2,9,2.75,2\n' > ratings.csv

# play NAME PROBLEM VALUE: its status is in $status.
play() {
  cat > "$1.lua" << END
return { seeds = 1, problem = problem.$2, learners = learner.constant { value = $3 },
  plot = { x = "trials", y = "rolling_loss" } }
END
  "$WINNOW" run "$1.lua" --out "$1" --record --quiet > "$1.stdout" 2> "$1.stderr"
  status=$?
}

play signs "graph { file = 'graph.txt', passes = 3 }" 1
same "graph: exit status" 0 $status
same "graph: 1 is wrong on the negative edge, in each pass" "12 3" "$(values signs/cells.tsv 'trials loss')"
has "graph: notes" signs/manifest.json '"edges of negative weight": 1'
"$WINNOW" plot signs > /dev/null 2>&1
same "rolling loss: drawn" 0 $?

play weights "graph { file = 'graph.txt', labels = 'weights' }" -1
same "graph: the empty cut pays half the sum of the weights" "4 1" "$(values weights/cells.tsv 'trials loss')"

play drop "matches { file = 'matches.csv', first = 'home', second = 'away', first_score = 'goals', second_score = 'against', time = 'day' }" 0.5
same "matches: draws are left out" "2 1" "$(values drop/cells.tsv 'trials loss')"
play half "matches { file = 'matches.csv', first = 'home', second = 'away', first_score = 'goals', second_score = 'against', draws = 'half', pair = 'name' }" 0
same "matches: by name, A loses twice; half a draw" "3 0.5" "$(values half/cells.tsv 'trials loss')"
has "matches: a recorded one" "$(echo half/sequences/*.jsonl)" '"i":1,"j":3,"side":0,"margin":0,"y":0.5'

play ratings "ratings { file = 'ratings.csv' }" 0
same "ratings: -1, 0 and 1" "3 2" "$(values ratings/cells.tsv 'trials loss')"

play refused "matches { file = 'matches.csv', first = 'home', second = 'guest' }" 0
same "a missing column: exit status" 2 $status
has "a missing column" refused.stderr "matches.csv:1: none of 5 columns is named 'guest', expected a line of column names"

cat > heat.lua << 'END'
return { params = { n = 2, m = 2 }, sweep = { n = { 2, 3 }, m = { 2, 3 } }, seeds = 1, trials = 2,
  problem = problem.max_cut { n = 3 }, learners = learner.constant { value = 1 },
  plot = { kind = "heat", x = "n", y = "m", z = "rolling_loss" } }
END
"$WINNOW" run heat.lua --out heat --quiet > /dev/null 2> heat.stderr
has "rolling loss: not in heat maps" heat.stderr 'plot.z = "rolling_loss": only curves have it'

# ---- real data, the first trials only

# real NAME FILE OPTION...: all cells are finished, and nothing is violated.
real() {
  name=$1
  if [ -z "${DATA:-}" ] || [ ! -r "$DATA/$2" ]; then
    skip "scenario $name" "no data: make test DATA=folder with $2"
    return
  fi
  shift 2
  "$WINNOW" run "$ROOT/scenarios/$name.lua" --data "$DATA" --out "$name" --quiet --seeds 1 --jobs 1 "$@" > /dev/null 2> "$name.stderr"
  same "scenario $name: exit status" 0 $?
  same "scenario $name: finished" "done" "$(values "$name/cells.tsv" status | sort -u)"
}
real gset gset/G14.txt --trials 300
real biqmac biqmac/g05_60.0 --trials 300 --set passes=1 --set graph=g05_60.0
real football football/results_2000_2024.csv --trials 200
real football_top32 football/results_2000_2024.csv --trials 200
real tennis tennis/atp_2022_2024.csv --trials 200
real movielens movielens-small/ratings.csv --trials 200 --set films=50
