#!/bin/sh
# The code of docs/files.md reads what the program writes, and the program reads what it writes.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

mkdir examples && cp "$ROOT/examples/01_first_run.lua" examples
folder=results/01_first_run
echo "return { seeds = 1, problem = problem.recorded { file = 'mine.jsonl' }, learners = learner.perceptron {} }" > mine.lua
"$WINNOW" run examples/01_first_run.lua --record --save-state --quiet || not_ok "files: a run" "status $?"

# code LANGUAGE: the blocks of that language, one after the other.
code() { awk -v language="$1" '$0 == "```" language { inside = 1; next } /^```/ { inside = 0 } inside' "$ROOT/docs/files.md"; }
mean=$(values $folder/summary.tsv mean learner=winnow)

python=
for program in python3 /usr/bin/python3; do
  [ -z "$python" ] && "$program" -c 'import numpy' 2> /dev/null && python=$program
done
if [ -n "$python" ]; then
  { code python; cat << 'END'; } > files.py
assert changed_files("results/01_first_run") == []
for name in ("cells", "verdicts", "curves", "bound_curves", "summary", "observations", "timing"):
    assert read_table(f"results/01_first_run/{name}.tsv"), name
assert read_json("results/01_first_run/manifest.json")["format"] == "winnow-lab manifest 1"
assert all(read_json(path)["format"] == "winnow-lab state 1" for path in pathlib.Path("results/01_first_run/states").iterdir())
assert X.shape == (500, 50) and set(y) <= {-1, 1}
made = read_sequence("mine.jsonl")
assert len(made[1]) == 100 and (dense(made[1][3], 8) == instances[3]).all()
summary = read_table("results/01_first_run/summary.tsv")
assert abs(cells["mistakes"][winnow].mean() - summary["mean"][summary["learner"] == "winnow"][0]) < 1e-12
with open("results/01_first_run/cells.tsv", "a") as file:
    file.write("changed\n")
assert changed_files("results/01_first_run") == ["cells.tsv"]
END
  cp -r results kept
  "$python" files.py > python.txt 2> python.err
  same "files: NumPy reads and writes them all" "0 " "$? $(tail -n 1 python.err)"
  same "files: NumPy sees the same mean" "$mean" "$(awk 'NR == 1 && sub("mean number of mistakes: ", "") { print $0 + 0 }' python.txt)"
  "$WINNOW" run mine.lua --out mine --quiet 2> mine.txt
  same "files: a sequence written by NumPy is played" "0 100" "$? $(values mine/cells.tsv trials)"
  rm -r results && mv kept results
else
  skip "files: NumPy reads and writes them all" "NumPy is not installed"
fi

if command -v Rscript > /dev/null; then
  { code r; cat << 'END'; } > files.R
made <- list(list(x = c(1, -1, 0.1)), list(x = c(0, 1, 1 / 3)))
write_sequence("mine.jsonl", list(instances = "vector", n = 3, labels = "sign"), made, c(1, -1))
if (requireNamespace("jsonlite", quietly = TRUE)) {
  again <- read_sequence("mine.jsonl")
  stopifnot(again[[3]]$x[3] == 1 / 3, again[[1]]$n == 3)
}
END
  Rscript files.R > r.txt 2> r.err
  same "files: R reads them" "0 " "$? $(tail -n 1 r.err)"
  seen=$(awk '$2 == "winnow" { print $3 }' r.txt)
  holds "files: R sees the same mean" "${seen:-nan} - $mean < 1e-5 && $mean - ${seen:-nan} < 1e-5" # R prints seven digits
  "$WINNOW" run mine.lua --out by_r --quiet 2> mine.txt
  same "files: a sequence written by R is played" "0 2" "$? $(values by_r/cells.tsv trials)"
else
  skip "files: R reads them" "R is not installed"
fi

# ---- tidy.tsv: what cells.tsv and curves.tsv have, joined by awk

has "tidy: what is not there" $folder/curves.tsv nan # a constant has no potential
"$WINNOW" run examples/01_first_run.lua --curves all --out all --quiet
holds "tidy: --curves all has more rows" "$(wc -l < $folder/curves.tsv) < $(wc -l < all/curves.tsv)"
same "tidy: rows and place" "$(values all/curves.tsv 'mistakes loss regret potential' | tr ' ' '\n' | grep -vc '^nan$') rows in plots/01_first_run/tidy.tsv" \
  "$("$WINNOW" plot $folder --data tidy)"
"$WINNOW" plot all --data tidy --out all_plots > mine.txt
same "tidy: rows that curves.tsv leaves out are filled in" "$(cat all_plots/tidy.tsv)" "$(cat plots/01_first_run/tidy.tsv)"
last='$at["learner"] == "perceptron" && $at["t"] == 500'
values $folder/cells.tsv cell learner=perceptron > mine.txt
expected=$(values $folder/curves.tsv 'cell mistakes' t=500 |
  awk 'NR == FNR { mine[$1] = 1; next } $1 in mine { sum += $2; count++ } END { printf "%.9g", sum / count }' mine.txt -)
same "tidy: the mean of the last points" "$expected" "$(awk -F '\t' '/^#/ { next } !head { for (i = 1; i <= NF; i++) at[$i] = i; head = 1; next }
  '"$last"' && $at["quantity"] == "mistakes" { sum += $at["value"]; count++ } END { printf "%.9g", sum / count }' plots/01_first_run/tidy.tsv)"
if command -v Rscript > /dev/null; then
  { code R; echo 'cat(sprintf("%.9g\n", means$value[means$learner == "perceptron" & means$t == 500]))'; } > tidy.R
  same "tidy: R reads it" "$expected" "$(Rscript tidy.R 2>&1)"
else
  skip "tidy: R reads it" "R is not installed"
fi
if python3 -c 'import pandas' 2> /dev/null; then
  { echo 'import pandas'; code py; echo 'print("%.9g" % means["perceptron"][500])'; } > tidy.py
  same "tidy: pandas reads it" "$expected" "$(python3 tidy.py 2>&1)"
else
  skip "tidy: pandas reads it" "pandas is not installed"
fi
"$WINNOW" plot $folder --data wide > /dev/null 2> refused
same "tidy: another word" "2 winnow: --data wide: expected tidy" "$? $(cat refused)"
