#!/bin/sh
# Writes what is made from the descriptors of learners, problems and bounds: the tables of README.md, docs/members.md and the annotations
# for editors, scenarios/types/members.lua; --check only compares.
set -eu
cd "$(dirname "$0")/.."
winnow=${WINNOW:-build/winnow}
made=$(mktemp)
trap 'rm -f "$made" "$made.tables"' EXIT

# keep FILE: $made is what the file is to be.
keep() {
  if [ "$mode" = --check ]; then
    cmp -s "$made" "$1" || { echo "$1: not what winnow list says; run scripts/readme_tables.sh" >&2; exit 1; }
  else
    cat "$made" > "$1"
  fi
}
mode=${1:-}

for kind in learners problems bounds; do
  "$winnow" list "$kind" --format markdown
  echo
done > "$made.tables"
awk -v tables="$made.tables" '
  /^<!-- tables:/ { print; print ""; while ((getline line < tables) > 0) print line; skip = 1; next }
  /^<!-- end of tables -->/ { skip = 0 }
  !skip { print }
' README.md > "$made"
keep README.md

{
  echo '# Learners, problems and bounds'
  echo
  echo 'All of them with all their parameters, in the form in which a scenario writes them: `learner.winnow { r = 2 }`. Made from the'
  echo 'descriptors by `winnow list --format reference`; `winnow list learners winnow` prints one of them. How they are put together is'
  echo 'in [scenarios.md](scenarios.md). A round bracket excludes the end of a range. Where there is `-` for a value without it,'
  echo 'the meaning says what an absent one does. The symbols of the formulas are those of [notation.md](notation.md).'
  "$winnow" list --format reference
} > "$made"
keep docs/members.md

"$winnow" list --format luals > "$made"
keep scenarios/types/members.lua
