#!/bin/sh
# What earlier versions wrote (tests/fixtures) is read, and gives the same answers: of 1.0.0 and 1.1.0 to rounding, of 1.2.0 to the byte; so do the
# same runs, made afresh.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
. "$ROOT/tests/fixtures/functions.sh"
for version in 1.0.0 1.1.0 1.2.0; do
  mkdir $version && tar -xzf "$ROOT/tests/fixtures/$version.tar.gz" -C $version || exit 1
done
cp -r 1.0.0 kept
cd 1.0.0 || exit 1

# Since 1.0.0 members have risen to another result version:
#   all problems that draw   streams are made by another generator, those of scenarios' functions, too: all cells run again
#   randomised learners      toss other coins: their states are left out
#   balanced_winnow, eg_pm   scores are summed attribute by attribute
#   bounds                   other premises, comparators, curves or rows
#   problem.recorded         takes the gap of the header
#   matrix prediction        windows are exponentiated by series
#   problem.table            answers are the names of two classes
#   the engine               eigenvalues, exp and log are its own: what follows from states of matrices and of logarithms is the same to rounding
for state in cuts/0cd99f27be8688d7 cuts/99e603ec799e5834 dyads/9c0a1a6d1fef78a4 vectors/6c7431b93c1978c1 \
  vectors/75a26889c4fdde1c; do
  cell=${state#*/}
  rm "results/${state%/*}/states/$cell.json"
  sed -i "/ $cell /d" states.txt
  for answers in predictions/"${state%/*}".tsv served/"${state%/*}".tsv; do
    [ ! -e "$answers" ] || sed -i "/^## $cell /,/^## /{/^## $cell /d; /^## /!d}" "$answers"
  done
done

# equal NAME COUNT EXPECTED ACTUAL: two files with the same bytes, and at least COUNT lines in them.
equal() {
  if [ "$(wc -l < "$3")" -lt "$2" ]; then
    not_ok "$1" "$3 has less than $2 lines"
  elif cmp -s "$3" "$4"; then
    ok "$1"
  else
    not_ok "$1" "$(diff "$3" "$4" 2>&1 | head -n 4 | cut -c 1-300 | tr '\n' '|')"
  fi
}

# nearly_equal NAME COUNT EXPECTED ACTUAL: the same, but numbers may differ by $rounding, and with them the sum of a state.
rounding=1e-12
nearly_equal() {
  sed '/^state /d' "$3" | tr '[:blank:],:{}[]' '\n' > "$work/old-words.txt"
  sed '/^state /d' "$4" | tr '[:blank:],:{}[]' '\n' > "$work/new-words.txt"
  paste "$work/old-words.txt" "$work/new-words.txt" | awk -F '\t' -v rounding=$rounding '
    $1 "" == $2 "" { next }
    $1 ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ && $2 ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ {
      gap = $1 - $2; size = $1 < 0 ? -$1 : $1
      if (gap <= rounding * (1 + size) && -gap <= rounding * (1 + size)) next
    }
    { print $1 " is now " $2; exit }' > "$work/apart.txt"
  same "$1" "$(wc -l < "$3") lines, $(($(wc -l < "$3") >= $2)), " "$(wc -l < "$4") lines, 1, $(cat "$work/apart.txt")"
}

# Answers with the signs of two classes in place of their names.
signs() {
  awk -F '\t' -v OFS='\t' 'NF == 4 { for (k = 3; k <= 4; k++) $k = $k == "a" ? 1 : $k == "b" ? -1 : $k } { print }'
}

# manifest FOLDER: without what depends on the program's version, the machine and the time, and without the line on files in LIBSVM's format,
# which the first manifests of 1.1.0 did not have.
manifest() {
  sed '/^    "read": ".* in LIBSVM.s format/d; /^  "libraries": {$/,/^  }/d; /^  "\(version\|revision\|compiler\|flags\|cpu\|started\|ended\)": /d' "$1/manifest.json"
}

# old_columns FOLDER: its summary.tsv with the columns that 1.1.0 wrote.
old_columns() {
  awk -F '\t' -v OFS='\t' '/^#/ { print; next }
    !seen++ { for (i = 1; i <= NF; i++) if ($i != "low" && $i != "high" && $i != "direction" && $i != "premise") kept[++count] = i }
    { line = $kept[1]; for (i = 2; i <= count; i++) line = line OFS $kept[i]; print line }' "$1/summary.tsv"
}

# tables FOLDER FOLDER: what is not the same in two folders of one run.
tables() {
  old_columns "$1" > "$work/first.txt"
  old_columns "$2" | cmp "$work/first.txt" - 2>&1
  diff -rq --exclude=summary.tsv --exclude=manifest.json --exclude=SHA256SUMS --exclude=timing.tsv --exclude=.journal --exclude=sequences --exclude=states "$1" "$2" 2>&1
  manifest "$1" > "$work/first.txt"
  manifest "$2" > "$work/second.txt"
  [ "$(wc -l < "$work/first.txt")" -gt 1 ] || echo "$1 has no manifest"
  diff "$work/first.txt" "$work/second.txt" > "$work/difference.txt" || echo "manifest: $(sed -n 2p "$work/difference.txt" | cut -c 1-200)"
  (cd "$2" && sha256sum --quiet -c SHA256SUMS 2>&1)
}

# All runs of today keep the same, so that both versions can share one.
KEEP="--record --save-state --jobs 2 --quiet"

# afresh NAME: the run of a scenario of the version, made today. Once: where both versions have the scenario, it is the same file.
afresh() {
  if [ -e "$work/afresh/$1" ]; then
    same "$1: the same scenario" "" "$(cmp "$work/1.0.0/scenarios/$1.lua" "scenarios/$1.lua" 2>&1)"
    return
  fi
  # shellcheck disable=SC2086 # options
  "$WINNOW" run "scenarios/$1.lua" $KEEP --out "$work/afresh/$1" > "$work/said.txt" 2>&1
  same "$1: afresh: exit status 0" "0 " "$? $(cat "$work/said.txt")"
}

# options FOLDER: those that its run had.
options() {
  sed -n 's/^  "record": true,$/--record/p; s/^  "save_state": true,$/--save-state/p' "$1/manifest.json"
}

# ---- states: predictions, and learning that goes on

for name in $(cut -d ' ' -f 1 states.txt | uniq); do
  predictions "$name" | signs > "$work/$name.txt"
  nearly_equal "$name: predict" 12 "predictions/$name.tsv" "$work/$name.txt"
  [ -e "served/$name.tsv" ] || continue
  served "$name" > "$work/$name.txt" 2> "$work/$name.errors"
  nearly_equal "$name: learning goes on from the states" 5 "served/$name.tsv" "$work/$name.txt"
  returned "$name" > "$work/$name.txt"
  for cell in $(grep -l '"learner": "\(online\|randomized\)_matrix_prediction"' "results/$name"/states/*.json | sed 's|.*/||; s|\.json$||'); do
    sed -i "s/ $cell//" "$work/$name.txt"
  done
  same "$name: a state that is loaded and saved is the same" "$(grep -c '^## ' "served/$name.tsv") states, not the same:" \
    "$(cat "$work/$name.txt")"
done
same "1.0.0: no state is left out" "$(cd results && echo */states/*.json | tr ' ' '\n')" \
  "$( (sed 's|^\([^ ]*\) \([^ ]*\) .*|\1/states/\2.json|' states.txt
       grep -l '"learner": "lua_winnow"' results/custom/states/*.json | sed 's|^results/||') | LC_ALL=C sort)"

# ---- runs: all of 1.0.0 begin with a draw, so their cells run again; what they wrote stays until then

for folder in results/*; do
  name=${folder#results/}
  cells=$(wc -l < "$folder/.journal/cells")
  # shellcheck disable=SC2046 # options
  "$WINNOW" run "scenarios/$name.lua" $(options "$folder") --out "$folder" --dry-run > "$work/plan.txt"
  same "$name: a plan for it" "0 cells: $cells;" "$? $(grep '^cells: ' "$work/plan.txt" | tr '\n' ';')"
  same "$name: as it was" "" "$(diff -rq --exclude=states "$work/kept/$folder" "$folder" 2>&1)"
  cp -r "$folder" "$work/anew"
  # shellcheck disable=SC2086 # options
  "$WINNOW" run "scenarios/$name.lua" $KEEP --out "$work/anew" > "$work/said.txt" 2>&1
  same "$name: goes on in its folder: exit status 0" "0 " "$? $(cat "$work/said.txt")"
  afresh "$name"
  same "$name: both are the same" "" "$(tables "$work/afresh/$name" "$work/anew")"
  rm -rf "$work/anew"
done
same "folders of results" 27 "$(ls results | wc -l)"

# ---- sequences: played to the learner that was recorded, they are the same; their hashes are others than in 1.0.0, which hashed
# positions where no entry is 0, too

sed 's/^local recorded = false$/local recorded = true/' scenarios/played.lua > scenarios/again.lua
"$WINNOW" run scenarios/again.lua --out "$work/again" --record --quiet
same "played: the same mistakes" "$(values results/sequences/cells.tsv "kind mistakes")" \
  "$(values "$work/again/cells.tsv" "kind mistakes")"
same "played: another learner meets the same" "$(values "$work/again/cells.tsv" "kind stream")" \
  "$(values "$work/afresh/played/cells.tsv" "kind stream")"
values "$work/again/cells.tsv" "cell kind" > "$work/cells.txt"
same "played: sequences" 20 "$(wc -l < "$work/cells.txt")"
while read -r cell kind; do
  nearly_equal "played: $kind: recorded again" 3 "scenarios/sequences/$kind.jsonl" "$work/again/sequences/$cell.jsonl"
done < "$work/cells.txt"

# ---- other commands

"$WINNOW" merge --quiet --out "$work/merged" shards/1 shards/2 > "$work/said.txt" 2>&1
same "merge: cells of another result version are refused" "2 was made with result version 3 of the engine, this program has version 5" \
  "$? $(grep -o 'was made .*' "$work/said.txt")"
"$WINNOW" run scenarios/batch.lua --eigen gsl --quiet --out "$work/plain" # as the versions before did
"$WINNOW" run scenarios/batch.lua --eigen gsl --shard 1/1 --quiet --out "$work/shard"
cp -r results/batch "$work/anew"
"$WINNOW" merge --quiet --out "$work/anew" "$work/shard" > "$work/said.txt" 2>&1
same "merge: into a folder of another result version: exit status 0, said" "0 1 version 5: what is of another version stays, and is not used" \
  "$? $(wc -l < "$work/said.txt") $(grep -o 'version 5: .*' "$work/said.txt")"
same "merge: into a folder of another result version: old records stay" 8 "$(wc -l < "$work/anew/.journal/cells")"
same "merge: into a folder of another result version: as made afresh" "" "$(tables "$work/plain" "$work/anew")"
comparison > "$work/comparison.txt"
equal "compare" 20 compare.tsv "$work/comparison.txt"
"$WINNOW" attack scenarios/attacked.lua --out "$work/attack" --budget 40 --jobs 2 --quiet > /dev/null 2>&1
same "attack: exit status 0" 0 $?
"$WINNOW" run attack/subspace_mistakes.lua --out "$work/found" --quiet
same "attack: what was found plays to the same number" "$(values attack/attack.tsv used)" \
  "$(values "$work/found/verdicts.tsv" used bound=subspace_mistakes | sort -u)"
if command -v gnuplot > "$work/said.txt"; then
  same "plot: exit status" "" "$(pictures "$work/pictures")"
  same "plot: a picture for each" "$(grep -c '\.dat$' pictures.txt)" "$(find "$work/pictures" -name '*.svg' -size +1k | wc -l)"
  "$WINNOW" report results/vectors results/batch --format html --out "$work/page.html" > "$work/said.txt" 2>&1
  same "report: exit status 0" 0 $?
  holds "report: a page" "$(wc -c < "$work/page.html") > 10000"
else
  skip "plot and report" "gnuplot is not installed"
fi

# ---- 1.1.0: its cells run again, too; all answers and summaries are the same to rounding
#
# Where an adversary ends the sequence, a bound that was vacuous may hold: it is compared with the trials that were allowed. log_det looks for
# its rate where a function is flat, by golden section, which finds half of the digits: its regret has ten. Rows of residuals are rounding errors.
cd "$work/1.1.0" || exit 1
for folder in results/*; do
  name=${folder#results/}
  cells=$(wc -l < "$folder/.journal/cells")
  "$WINNOW" run "scenarios/$name.lua" --record --save-state --out "$folder" --dry-run > "$work/plan.txt"
  same "1.1.0: $name: a plan for it" "0 $cells 0" "$? $(sed -n 's/^cells: //p; s/^finished: //p' "$work/plan.txt" | paste -s -d ' ')"
  afresh "$name"
  old_columns "$work/afresh/$name" | sed 's/vacuous/holds/; /\.residual\t/d' > "$work/summary.txt"
  sed 's/vacuous/holds/; /\.residual\t/d' "$folder/summary.tsv" > "$work/summary.old"
  case $name in cuts) rounding=1e-10 ;; *) rounding=1e-12 ;; esac
  nearly_equal "1.1.0: $name: the same summary" 4 "$work/summary.old" "$work/summary.txt"
  rounding=1e-12
  predictions "$name" | signs > "$work/$name.txt"
  nearly_equal "$name: 1.1.0: predict" 4 "predictions/$name.tsv" "$work/$name.txt"
  [ -e "served/$name.tsv" ] || continue
  served "$name" > "$work/$name.txt" 2> "$work/$name.errors"
  nearly_equal "$name: 1.1.0: learning goes on from the states" 5 "served/$name.tsv" "$work/$name.txt"
done
same "1.1.0: a state of each learner" "$("$WINNOW" list learners | sed -n 's/^  \([a-z_0-9]*\) .*/\1/p' | sort)" \
  "$(sed -n 's/^  "learner": "\(.*\)",$/\1/p' results/*/states/*.json | grep -v '^lua_winnow$' | sort -u)"

# ---- 1.2.0: its cells are those of today

cd "$work/1.2.0" || exit 1
for folder in results/*; do
  name=${folder#results/}
  same "1.2.0: $name: made again, equal" "0 equal" "$("$WINNOW" verify "$folder" --allow-external > "$work/said.txt" 2>&1; echo "$? $(grep -o equal "$work/said.txt")")"
  predictions "$name" > "$work/$name.txt"
  equal "1.2.0: $name: predict" 4 "predictions/$name.tsv" "$work/$name.txt"
  [ -e "served/$name.tsv" ] || continue
  served "$name" > "$work/$name.txt" 2> "$work/$name.errors"
  equal "1.2.0: $name: learning goes on from the states" 5 "served/$name.tsv" "$work/$name.txt"
done
