#!/bin/sh
# scripts/values.sh make|check: results/reference/values, exact values of small games. values.txt has the line that `winnow value` prints for
# each game; those of values_proved.txt have a tree and a table as well, which tests/checkers/values.py confirms without the program. It confirms
# the tree of matrices, too, which stands here as it was found.
#
#   make    solves all games anew and writes the files
#   check   solves all games again and compares lines and files to the byte; status 1 if anything differs or a proof is wrong
set -u
cd "$(dirname "$0")/.." || exit 2
winnow=$(readlink -f "${WINNOW:-build/winnow}")
folder=results/reference/values
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# What stands before the colon is the game and its parameters, also the name of its files.
solve() {
  cut -d: -f1 "$1" | while read -r game parameters; do
    sets=
    for parameter in $parameters; do sets="$sets --set $parameter"; done
    name=$(echo "${game}_$parameters" | tr ' /' '_-')
    files=
    case $1 in *values_proved.txt) files="--tree $work/$name.tree.json --table $work/$name.table.json" ;; esac
    # shellcheck disable=SC2086 # several options
    "$winnow" value "$game" $sets $files || echo "$game $parameters: failed"
  done > "$work/$(basename "$1")"
}

solve $folder/values.txt
solve $folder/values_proved.txt
cp $folder/matrix_*.json "$work" # by hand: docs/constants.md
case ${1:-} in
make)
  rm -f $folder/*.json
  mv "$work"/*.json "$work"/*.txt $folder/
  ;;
check)
  diff -r $folder "$work" || exit 1
  if command -v python3 > /dev/null; then
    python3 -B tests/checkers/values.py $folder/*.json
  else
    echo "the proofs are not checked: there is no python3"
  fi
  ;;
*)
  echo 'scripts/values.sh: expected make or check' >&2
  exit 2
  ;;
esac
