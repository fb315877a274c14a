#!/bin/sh
# Every example runs, draws, and shows what its comment says.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

count=0
for file in "$ROOT"/examples/[0-9][0-9]_*.lua; do
  name=$(basename "$file" .lua)
  count=$((count + 1))
  has "examples: the index has $name" "$ROOT/examples/README.md" "($name.lua)"
  if grep -q -e '--data' "$file" && grep -q 'Needs' "$file" && [ -z "${DATA:-}" ]; then
    skip "examples: $name" "no DATA"
    continue
  fi
  if grep -q 'Needs python3' "$file" && ! command -v python3 > /dev/null; then
    skip "examples: $name" "python3 is not installed"
    continue
  fi
  (cd "$ROOT" && "$WINNOW" run "$file" --out "$work/$name" --quiet ${DATA:+--data "$DATA"}) > "$name.txt" 2>&1
  ended=$?
  expected='0 '
  [ "$name" != 19_seven_verdicts ] || expected='3 ' # one of its claims is a broken "proved" one
  same "examples: $name" "$expected" "$ended $(head -n 1 "$name.txt")"
done
holds "examples: there are some" "$count >= 19"
same "examples: numbers without gaps" "$(seq -w 1 "$count" | tr '\n' ' ')" \
  "$(for file in "$ROOT"/examples/[0-9][0-9]_*.lua; do basename "$file" | cut -c1-2; done | tr '\n' ' ')"

verdict() { values "$1/summary.tsv" verdict "bound=$2" "$3" ${4:+"$4"} | paste -sd ' ' -; }
same "examples: 03 holds" holds "$(verdict 03_bounds_and_verdicts subspace_mistakes on=1 n=8)"
same "examples: 03 is vacuous" vacuous "$(verdict 03_bounds_and_verdicts subspace_mistakes on=1 n=64)"
same "examples: 03 fails a premise" "premise premise" "$(verdict 03_bounds_and_verdicts subspace_mistakes on=2)"
same "examples: 05, as many mistakes as are forced" holds "$(verdict 05_adversaries forced_mistakes adversary=contradiction)"
same "examples: 17, a refuted claim" refuted "$(verdict 17_custom_bound linear r=1)"
same "examples: 17, one that was not broken" "holds holds" "$(verdict 17_custom_bound logarithmic learner=winnow)"
grew=$(values 12_regression/cells.tsv loss n=128 seed=1 | tr '\n' ' ')
was=$(values 12_regression/cells.tsv loss n=16 seed=1 | tr '\n' ' ')
holds "examples: 12, ridge regression pays for n, exponentiated gradient little" \
  "$(echo "$was $grew" | awk '{ print $4 / $2 " > 5 && " $3 / $1 " < 3" }')"
if [ -f 18_external_learner/cells.tsv ]; then
  same "examples: 18, the same mistakes" "$(values 18_external_learner/cells.tsv mistakes learner=winnow)" \
    "$(values 18_external_learner/cells.tsv mistakes learner=Python)"
fi

# The lines of docs/ideas.md are what the program prints, with each verdict once.
sed -n '/^```text$/,/^```$/p' "$ROOT/docs/ideas.md" | grep -v '^```' > printed.txt
(cd "$ROOT" && "$WINNOW" run examples/19_seven_verdicts.lua --out "$work/printed") 2> /dev/null | grep -A 7 '^learner' > table.txt
same "examples: 19, the lines of docs/ideas.md" "$(cat table.txt)" "$(cat printed.txt)"
same "examples: 19, each verdict once" "$(echo holds inconclusive premise refuted unchecked vacuous violated)" \
  "$(values 19_seven_verdicts/summary.tsv verdict | sort | paste -sd ' ' -)"
holds "examples: docs/ideas.md takes ten minutes" "$(wc -w < "$ROOT/docs/ideas.md") <= 900"

# README's tour: each line that it shows is what its commands print, after its edit.
mkdir -p tour/scenarios
sed -n '/^```lua$/,/^```$/p' "$ROOT/README.md" | grep -v '^```' > edit.lua
(cd tour && "$WINNOW" new my_idea && sed -i -e '/smaller rate/r ../edit.lua' -e '/smaller rate/d' scenarios/my_idea.lua &&
  "$WINNOW" run my_idea && "$WINNOW" trace my_idea) > said.txt 2> /dev/null
sed -n '/^```text$/,/^```$/p' "$ROOT/README.md" | grep -v '^```\|^[.][.][.]$' > printed.txt
same "examples: the tour of README" "" "$(while IFS= read -r line; do grep -qxF -- "$line" said.txt || echo "$line"; done < printed.txt)"
holds "examples: README shows what is printed" "$(wc -l < printed.txt) > 10"

if command -v gnuplot > /dev/null; then
  "$WINNOW" plot 09_plots --format svg --out pictures > pictures.txt 2>&1
  has "examples: 09 has three pictures" pictures.txt "3 pictures in pictures"
else
  skip "examples: 09 has three pictures" "gnuplot is not installed"
fi
