#!/bin/sh
# Writes what the descriptors of learners, problems and bounds say: docs/members.md, and the annotations for editors,
# scenarios/types/members.lua. With --check it compares and writes nothing.
set -eu
cd "$(dirname "$0")/.."
winnow=${WINNOW:-build/winnow}
mode=${1:-}
made=$(mktemp)
trap 'rm -f "$made"' EXIT

# keep FILE: $made becomes FILE, or must be equal to it.
keep() {
  if [ "$mode" = --check ]; then
    cmp -s "$made" "$1" || { echo "$1: differs from winnow list; run scripts/member_tables.sh" >&2; exit 1; }
  else
    cat "$made" > "$1"
  fi
}

{
  cat << 'TEXT'
# Learners, problems and bounds

A table of each kind comes first, then [the reference](#reference) with all parameters, in the form in which a scenario writes them: `learner.winnow { r = 2 }`.
`winnow list learners winnow` prints one of them.
[scenarios.md](scenarios.md) says how to put them together, [notation.md](notation.md) explains the symbols of the formulas.
`scripts/member_tables.sh` makes this page from the descriptors.

## Overview

TEXT
  for kind in learners problems bounds; do
    "$winnow" list "$kind" --format markdown
    echo
  done
  cat << 'TEXT'
## Reference

A round bracket excludes the end of a range.
Where there is `-` in place of a default, the meaning says what happens without the parameter.
TEXT
  "$winnow" list --format reference
} > "$made"
keep docs/members.md

"$winnow" list --format luals > "$made"
keep scenarios/types/members.lua
