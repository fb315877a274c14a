#!/bin/sh
# What version 1.0.0 wrote (tests/fixtures) is read, and gives the same answers; the same runs, made afresh, give the same bytes.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
cp -r "$ROOT/tests/fixtures/1.0.0" "$ROOT/tests/fixtures/functions.sh" . || exit 1
. ./functions.sh
mv 1.0.0 old
cp -r old kept
cd old || exit 1

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

# manifest FOLDER: without what depends on the program's version, the machine and the time.
manifest() {
  sed '/^  "libraries": {$/,/^  }/d; /^  "\(version\|revision\|compiler\|flags\|cpu\|started\|ended\)": /d' "$1/manifest.json"
}

# journal FOLDER: its records in one order, without their sums, times and memory.
journal() {
  sed 's/^[0-9]* [0-9a-f]* //; s/,"seconds":"[^"]*","memory":"[^"]*"//' "$1/.journal/cells" | LC_ALL=C sort
}

# outcome FOLDER FOLDER: what is not the same in two folders of one run.
outcome() {
  diff -rq --exclude=manifest.json --exclude=SHA256SUMS --exclude=timing.tsv --exclude=.journal "$1" "$2" 2>&1
  for part in manifest journal; do
    $part "$1" > "$work/first.txt"
    $part "$2" > "$work/second.txt"
    [ "$(wc -l < "$work/first.txt")" -gt 1 ] || echo "$1 has no $part"
    diff "$work/first.txt" "$work/second.txt" > "$work/difference.txt" || echo "$part: $(sed -n 2p "$work/difference.txt" | cut -c 1-200)"
  done
  (cd "$2" && sha256sum --quiet -c SHA256SUMS 2>&1)
}

# options FOLDER: those that its run had.
options() {
  sed -n 's/^  "record": true,$/--record/p; s/^  "save_state": true,$/--save-state/p' "$1/manifest.json"
}

# ---- states: predictions, and learning that goes on

for name in $(cut -d ' ' -f 1 states.txt | uniq); do
  predictions "$name" > "$work/$name.txt"
  equal "$name: predict" 12 "predictions/$name.tsv" "$work/$name.txt"
  [ -e "served/$name.tsv" ] || continue
  served "$name" > "$work/$name.txt" 2> "$work/$name.errors"
  equal "$name: learning goes on from the states" 5 "served/$name.tsv" "$work/$name.txt"
  returned "$name" > "$work/$name.txt"
  same "$name: a state that is loaded and saved is the same" "$(grep -c '^## ' "served/$name.tsv") states, not the same:" \
    "$(cat "$work/$name.txt")"
done
same "no state is left out" "$(cd results && echo */states/*.json | tr ' ' '\n')" \
  "$( (sed 's|^\([^ ]*\) \([^ ]*\) .*|\1/states/\2.json|' states.txt
       grep -l '"learner": "lua_winnow"' results/custom/states/*.json | sed 's|^results/||') | LC_ALL=C sort)"

# ---- runs: nothing runs again, and afresh they are the same

for folder in results/*; do
  name=${folder#results/}
  cells=$(wc -l < "$folder/.journal/cells")
  # shellcheck disable=SC2046 # options
  set -- run "scenarios/$name.lua" --jobs 2 $(options "$folder")
  "$WINNOW" "$@" --out "$folder" --dry-run > "$work/plan.txt"
  same "$name: every cell is finished" "cells: $cells;finished: $cells;" "$(grep '^cells: \|^finished: ' "$work/plan.txt" | tr '\n' ';')"
  "$WINNOW" "$@" --out "$folder" --quiet > "$work/said.txt" 2>&1
  same "$name: goes on: exit status 0, nothing said, no new record" "0 $cells " "$? $(wc -l < "$folder/.journal/cells") $(cat "$work/said.txt")"
  same "$name: goes on: the same files" "" \
    "$(diff -rq --exclude=manifest.json --exclude=SHA256SUMS "$work/kept/$folder" "$folder" 2>&1; outcome "$work/kept/$folder" "$folder")"
  "$WINNOW" "$@" --out "$work/afresh/$name" --quiet > "$work/said.txt" 2>&1
  same "$name: afresh: exit status 0" "0 " "$? $(cat "$work/said.txt")"
  same "$name: afresh: the same files" "" "$(outcome "$work/kept/$folder" "$work/afresh/$name")"
done
for name in custom external played prices procedure vectors; do
  "$WINNOW" verify "$work/kept/results/$name" --jobs 2 > "$work/said.txt" 2>&1
  same "$name: verify: exit status 0" 0 $?
done
same "folders of results" 27 "$(ls results | wc -l)"

# ---- sequences: played to the learner that was recorded, they are the same

sed 's/^local recorded = false$/local recorded = true/' scenarios/played.lua > scenarios/again.lua
"$WINNOW" run scenarios/again.lua --out "$work/again" --record --quiet
same "played: the same streams" "$(values results/sequences/cells.tsv "kind mistakes stream")" \
  "$(values "$work/again/cells.tsv" "kind mistakes stream")"
same "played: another learner meets the same" "$(values results/sequences/cells.tsv "kind stream")" \
  "$(values results/played/cells.tsv "kind stream")"
values "$work/again/cells.tsv" "cell kind" > "$work/cells.txt"
same "played: sequences" 20 "$(wc -l < "$work/cells.txt")"
while read -r cell kind; do
  equal "played: $kind: recorded again" 3 "scenarios/sequences/$kind.jsonl" "$work/again/sequences/$cell.jsonl"
done < "$work/cells.txt"

# ---- other commands

"$WINNOW" merge --quiet --out "$work/merged" shards/1 shards/2 > "$work/said.txt" 2>&1
same "merge: exit status 0, nothing said" "0 " "$? $(cat "$work/said.txt")"
same "merge: the files of one run" "" "$(outcome "$work/kept/results/batch" "$work/merged")"
comparison > "$work/comparison.txt"
equal "compare" 20 compare.tsv "$work/comparison.txt"
"$WINNOW" attack scenarios/attacked.lua --out "$work/attack" --budget 40 --jobs 2 --quiet > /dev/null 2>&1
same "attack: exit status 0" 0 $?
same "attack: the same findings" "" "$(diff -r attack "$work/attack" 2>&1)"
"$WINNOW" run attack/subspace_mistakes.lua --out "$work/found" --quiet
same "attack: what was found plays to the same number" "$(values attack/attack.tsv used)" \
  "$(values "$work/found/verdicts.tsv" used bound=subspace_mistakes | sort -u)"
if command -v gnuplot > "$work/said.txt"; then
  pictures "$work/pictures" > "$work/pictures.txt"
  equal "plot: the same data and commands" 10 pictures.txt "$work/pictures.txt"
  same "plot: a picture for each" "$(grep -c '\.dat$' pictures.txt)" "$(find "$work/pictures" -name '*.svg' -size +1k | wc -l)"
  "$WINNOW" report results/vectors results/batch --format html --out "$work/page.html" > "$work/said.txt" 2>&1
  same "report: exit status 0" 0 $?
  holds "report: a page" "$(wc -c < "$work/page.html") > 10000"
else
  skip "plot and report" "gnuplot is not installed"
fi
