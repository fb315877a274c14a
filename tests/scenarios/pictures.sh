#!/bin/sh
# Pictures of learned entries: the maps of prediction_matrix, the points of ordering.
. "$(dirname "$0")/../library.sh"

# observed FOLDER QUANTITY LEARNER: "index value" of the only seed of a learner.
observed() {
  cell=$(values "$1/cells.tsv" cell "learner=$3")
  values "$1/observations.tsv" "index value" "quantity=$2" "cell=$cell"
}

# scenario PROBLEM FIELDS > FILE
scenario() {
  printf 'return {\n  seeds = 1,\n  problem = %s,\n  %s\n}\n' "$1" "$2"
}

# refused NAME PROBLEM FIELDS MESSAGE
refused() {
  scenario "$2" "$3" > refused.lua
  if "$WINNOW" run refused.lua --quiet --out refused > said 2> log; then
    not_ok "$1" "not refused"
  else
    has "$1" log "$4"
  fi
}

# runs NAME: NAME.lua into the folder NAME.
runs() {
  "$WINNOW" run "$1.lua" --quiet --out "$1" 2> log || not_ok "$1: run" "$(cat log)"
}

# ---- a learner that has learned nothing

scenario 'problem.max_cut { n = 4 }' 'trials = 7, learners = learner.constant { value = 0 },
  observe = { "ordering", "prediction_matrix" },' > nothing.lua
runs nothing
same "constant: all entries are 0" "$(seq 16 | sed 's/$/ 0/')" "$(observed nothing prediction_matrix constant)"
same "constant: all rows are 0" "$(seq 4 | sed 's/$/ 0/')" "$(observed nothing ordering constant)"
same "only after the last trial" 7 "$(values nothing/observations.tsv t | sort -u)"
same "constant: a table in the order of numbers, which are the places where nothing was learned" \
  "$(seq 4 | awk '{ print $1, $1, "-", 0 }')" "$(values nothing/orderings.tsv 'place item name score')"

# ---- the prediction of every entry is that of a further trial

# records CLASS COMPARATOR LOW: some noisy trials on 4 nodes or items.
records() {
  printf '{"format":"winnow-lab sequence 1","instances":"entry","m":4,"n":4,"labels":"real","loss":"absolute",'
  printf '"interval":[%s,1],"comparator":{"%s":%s}}\n' "$3" "$1" "$2"
  t=0
  for trial in 1,2,1 3,1,"$3" 4,3,1 2,4,1 1,2,1 2,3,"$3" 4,1,"$3" 3,4,1 1,4,1 4,2,"$3" 2,1,"$3"; do
    t=$((t + 1))
    echo "$trial" | awk -F, -v t=$t '{ printf "{\"t\":%d,\"i\":%d,\"j\":%d,\"y\":%d}\n", t, $1, $2, $3 }'
  done
}

# compares CLASS COMPARATOR LOW MEMBER ITEMS: ITEMS are the nodes or items in the planted order.
compares() {
  records "$1" "$2" "$3" > "$1.jsonl"
  members="learner.online_matrix_prediction { class = \"$4\", eta = 0.3, label = \"entropy\" },
    learner.log_det { class = \"$4\", eps = 1, eta = 0.1, label = \"log det\" }"
  scenario "problem.recorded { file = \"$1.jsonl\" }" \
    "learners = { $members }, observe = { \"prediction_matrix\", \"ordering\" }," > "$1.lua"
  runs "$1"
  probes='' count=0
  for i in $5; do
    for j in $5; do
      count=$((count + 1))
      { cat "$1.jsonl" && echo "{\"t\":12,\"i\":$i,\"j\":$j,\"y\":1}"; } > "$1-$count.jsonl"
      probes="$probes $count,"
    done
  done
  scenario "function(p) return problem.recorded { file = \"$1-\" .. p.place .. \".jsonl\" } end" \
    "params = { place = 1 }, sweep = { place = { $probes } }, learners = { $members }, observe = { \"score\" }," \
    > "$1-further.lua"
  runs "$1-further"
  for learner in entropy "log det"; do
    observed "$1" prediction_matrix "$learner" > said
    values "$1-further/cells.tsv" "place cell" "learner=$learner" | while read -r place cell; do
      echo "$place $(values "$1-further/observations.tsv" value quantity=score t=12 "cell=$cell")"
    done | sort -n > wanted
    same "$1, $learner: 16 entries are the predictions of a further trial" "16 16 0" "$(paste -d ' ' said wanted | awk '
      NF == 4 { n++; same += $1 == $3; apart += ($2 - $4) ^ 2 > 1e-18 } END { print n, same, apart + 0 }')"
    holds "$1, $learner: entries differ" "$(cut -d ' ' -f 2 said | sort -u | wc -l) >= 5"
    same "$1, $learner: the ordering is the mean of rows" "4 0" "$(observed "$1" ordering "$learner" | cat said - | awk '
      NR <= 16 { sum[int(($1 - 1) / 4) + 1] += $2; next }
      { n++; apart += (sum[$1] / 4 - $2) ^ 2 > 1e-24 } END { print n, apart + 0 }')"
    same "$1, $learner: orderings.tsv has the same numbers, best first" \
      "$(observed "$1" ordering "$learner" | sort -k 2,2gr -k 1,1n)" \
      "$(values "$1/orderings.tsv" "planted score" "cell=$(values "$1/cells.tsv" cell "learner=$learner")" | sort -k 2,2gr -k 1,1n)"
    same "$1, $learner: items are those of the planted order" "$(echo "$5" | tr ' ' '\n')" \
      "$(values "$1/orderings.tsv" "planted item" "cell=$(values "$1/cells.tsv" cell "learner=$learner")" | sort -n | cut -d ' ' -f 2)"
  done
}

compares cut '[-1,1,-1,1]' -1 max_cut "2 4 1 3"
compares order '[3,1,4,2]' 0 gambling "3 1 4 2"

# ---- beyond 64 columns the score is taken over 64 of them; the table is there only where ordering is observed

scenario 'problem.max_cut { n = 80 }' 'trials = 5, learners = learner.constant { value = 0.25 }, observe = { "ordering" },' > many.lua
runs many
same "80 rows in the table" 80 "$(values many/orderings.tsv score | grep -c '^0.25$')"
scenario 'problem.max_cut { n = 4 }' 'trials = 5, learners = learner.constant { value = 0 },' > none.lua
runs none
holds "no table without ordering" "$(find none -name orderings.tsv | wc -l) == 0"

# ---- pictures

scenario 'function(p) return problem.gambling { n = p.n } end' 'params = { n = 5 }, sweep = { n = { 5, 6 } }, trials = 60,
  learners = { learner.log_det { class = "gambling", label = "log det" }, learner.constant { value = 0.5, label = "half" } },
  observe = { "prediction_matrix", "ordering" },
  plot = {
    { map = "prediction_matrix" },
    { map = "prediction_matrix", name = "one", learners = { "half" } },
    { x = "index", y = "ordering" },
  },' | sed 's/seeds = 1/seeds = 3/' > drawn.lua
runs drawn
"$WINNOW" plot drawn --format svg --out pictures > said 2> log || not_ok "plot" "$(cat log)"
same "three pictures" 3 "$(find pictures -name '*.svg' -size +1k | wc -l | tr -d ' ')"
cell=$(values drawn/cells.tsv cell "learner=log det" seed=1 n=5)
same "the map shows seed 1 of the first grid point" \
  "$(values drawn/observations.tsv value quantity=prediction_matrix "cell=$cell")" \
  "$(awk -F '\t' '/^# block/ { on = /^# block 0/ } on && !/^#/ && NF == 7 { print $7 }' pictures/prediction_matrix.dat)"
has "the map's colours span the interval" pictures/prediction_matrix.gp "set cbrange [0:1]"
has "row 1 is at the top" pictures/prediction_matrix.gp "set yrange [5.5:0.5]"
has "the first grid point is named" pictures/prediction_matrix.gp "n = 5"
has "points: three seeds" pictures/ordering_index.gp "3 seeds"

# ---- refusals

map='trials = 5, learners = learner.constant { value = 0 }, observe = { "prediction_matrix" }, plot = '
refused "too many entries" 'problem.max_cut { n = 65 }' "$map{}," \
  'observe: "prediction_matrix": max_cut has 65 x 65 entries, at most 4096 are asked at the end of a run'
scenario 'problem.max_cut { n = 64 }' "$map{}," > most.lua
runs most
same "4096 entries" 4096 "$(values most/observations.tsv index | wc -l | tr -d ' ')"
refused "signs" 'problem.disjunction { n = 4 }' 'trials = 5, learners = learner.constant {}, observe = { "ordering" },' \
  'observe: "ordering" is for entries with real labels, not for disjunction'
refused "forecasts of signs" 'problem.disjunction { n = 4 }' 'trials = 5, learners = learner.constant {}, observe = { "calibration" },' \
  'observe: "calibration" is for predictions in the interval of their labels, not for disjunction'
refused "another map" 'problem.max_cut { n = 4 }' "$map{ map = \"prediction\" }," \
  'plot.map = "prediction": no such map (valid: prediction_matrix, embedding)'
refused "a map beside an axis" 'problem.max_cut { n = 4 }' "$map{ map = \"prediction_matrix\", y = \"loss\" }," \
  'plot.y has no effect with map'
refused "a matrix as a curve" 'problem.max_cut { n = 4 }' "$map{ y = \"prediction_matrix\" }," \
  'plot.y = "prediction_matrix": it is drawn by plot = { map = "prediction_matrix" }'
refused "a map of what is not observed" 'problem.max_cut { n = 4 }' \
  'trials = 5, learners = learner.constant { value = 0 }, plot = { map = "prediction_matrix" },' \
  'plot.map = "prediction_matrix" needs observe = { "prediction_matrix" }'
refused "an ordering along the trials" 'problem.max_cut { n = 4 }' \
  'trials = 5, learners = learner.constant { value = 0 }, observe = { "ordering" }, plot = { y = "ordering" },' \
  'plot.y = "ordering" needs x = "index", the place in the planted order'
refused "places of another quantity" 'problem.max_cut { n = 4 }' "$map{ x = \"index\", y = \"loss\" }," \
  'plot.x = "index" is for y = "ordering" or "spectrum", not for "loss"'

# What a browser shows as the name of a picture is its title.
same "the gallery: pictures have their own titles" "" "$(grep -L '<title>..*</title>' "$ROOT"/plots/gallery/*/*.svg)$(grep -l '<title>Gnuplot' "$ROOT"/plots/gallery/*/*.svg)"
