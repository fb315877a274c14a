#!/bin/sh
# The committed reference results are those of this program, and a changed digit in them is found.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
uninstrumented 'reference results' 'the same code as in other tests, for minutes'
cd "$ROOT" || exit 1

names=$(cd results/reference && echo *)
# shellcheck disable=SC2086 # names
sh scripts/reproduce.sh $names > "$work/said.txt" 2>&1
code=$?
for name in $names; do
  if grep -q "^$name: equal$" "$work/said.txt"; then
    ok "reference $name"
  elif grep -q "^$name: left out" "$work/said.txt"; then
    skip "reference $name" "it needs DATA"
  else
    not_ok "reference $name" "$(grep "^$name: " "$work/said.txt" | head -n 4 | tr '\n' '|')"
  fi
done
same "reproduce: exit status" 0 $code
holds "the references are below 2 MB" "$(cat results/reference/*/* results/reference/*/*/* 2> /dev/null | wc -c) < 2000000"
same "they have no times" "" "$(ls results/reference/*/timing.tsv 2> /dev/null)"

# the control
mkdir -p "$work/results/reference" "$work/scripts"
cp -r results/reference/hitting_set "$work/results/reference/"
cp -r scenarios "$work/"
cd "$work" || exit 1
sed -i '$y/0123456789/1234567890/' results/reference/hitting_set/observations.tsv
sh "$ROOT/scripts/reproduce.sh" hitting_set > said.txt 2>&1
same "a changed digit: exit status" 1 $?
has "a changed digit: said" said.txt "hitting_set: differs: observations.tsv: line "
