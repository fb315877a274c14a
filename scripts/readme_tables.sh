#!/bin/sh
# Writes the tables of learners, problems and bounds into README.md; --check only compares.
set -eu
cd "$(dirname "$0")/.."
winnow=${WINNOW:-build/winnow}
made=$(mktemp)
trap 'rm -f "$made" "$made.tables"' EXIT
for kind in learners problems bounds; do
  "$winnow" list "$kind" --format markdown
  echo
done > "$made.tables"
awk -v tables="$made.tables" '
  /^<!-- tables:/ { print; print ""; while ((getline line < tables) > 0) print line; skip = 1; next }
  /^<!-- end of tables -->/ { skip = 0 }
  !skip { print }
' README.md > "$made"
if [ "${1:-}" = --check ]; then
  cmp -s "$made" README.md || { echo "README.md: its tables are not those of winnow list; run scripts/readme_tables.sh" >&2; exit 1; }
else
  cat "$made" > README.md
fi
