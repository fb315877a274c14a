#!/bin/sh
# What is observed and the fields of plots are described in docs/scenarios.md, the columns of result files in docs/results.md; readers find columns by name and refuse
# other formats; a learner of the scenario comes before the laboratory's quantity of the same name.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# section TITLE: the text below this heading, up to the next one of the same depth or above.
section() {
  awk -v title="$1" '/^#+ / { depth = length($1); if (inside && depth <= own) exit; if ($0 ~ "^#+ " title "$") { inside = 1; own = depth } } inside' "$ROOT/docs/scenarios.md"
}
# undescribed SECTION-FILE: of the words on standard input those that the text never has between backquotes.
undescribed() { while read -r word; do grep -qF -- "\`$word\`" "$1" || printf '%s ' "$word"; done; }

cp "$ROOT/scenarios/types/members.lua" types.lua
section observe > observe.txt
section Plots > plots.txt
sed -n 's/^---| "\([^"]*\)" # .*/\1/p' types.lua > quantities
awk '$1 == "---@class" { inside = $3 == "plot"; next } inside && $1 == "---@field" { sub("[?]$", "", $2); print $2 } !/^---/ { inside = 0 }' types.lua > fields
same "docs: every quantity is described" "" "$(undescribed observe.txt < quantities)"
same "docs: every field of a plot is described" "" "$(undescribed plots.txt < fields)"
holds "docs: there are quantities and fields" "$(wc -l < quantities) >= 20 && $(wc -l < fields) >= 17"

# ---- columns

cat > all.lua << 'END'
return {
  params = { eta = 0.5, class = "max_cut" }, trials = 60, seeds = 2,
  problem = problem.max_cut { n = 6 },
  learners = { learner.online_matrix_prediction { class = "max_cut" }, learner.entry_averages {} },
  bounds = bound.matrix_prediction_regret {},
  observe = { "absolute_error", "ordering" },
  plot = { { y = "loss" }, { x = "index", y = "ordering" } },
}
END
"$WINNOW" run all.lua --out all --quiet 2> errors.txt
same "a run of entries" "0 " "$? $(cat errors.txt)"
cat > kernels.lua << 'END'
return { trials = 20, seeds = 1, problem = problem.kernel_distances { n = 6 }, learners = { learner.meg {} }, observe = { "embedding" },
  plot = { map = "embedding" } }
END
"$WINNOW" run kernels.lua --out kernels --quiet 2> errors.txt
same "a run of kernels" "0 " "$? $(cat errors.txt)"
cp "$ROOT/docs/results.md" results.txt
# columns FILE: the names of its columns, one a line; of a file that is not there something that no page describes.
columns() { if [ -r "$1" ]; then grep -v '^#' "$1" | head -n 1 | tr '\t' '\n'; else echo "no-such-file-$1"; fi; }
for file in cells verdicts curves bound_curves summary observations timing; do
  grep -F "| \`$file.tsv\`" results.txt > row.txt
  same "docs: every column of $file.tsv is described" "" \
    "$(columns all/$file.tsv | grep -vx 'cell\|learner\|seed\|eta\|class' | undescribed row.txt)"
done
same "docs: every column of orderings.tsv is described" "" "$(columns all/orderings.tsv | grep -vx cell | undescribed observe.txt)"
same "docs: every column of embeddings.tsv is described" "" "$(columns kernels/embeddings.tsv | grep -vx cell | undescribed observe.txt)"

# A column more, first or last, changes nothing for those who read the folder. (Parameters stand before learner and behind cell.)
"$WINNOW" compare all all --format tsv | grep -v '^#' > compared.txt
"$WINNOW" plot all --out drawn --data tidy > /dev/null
if command -v gnuplot > /dev/null; then "$WINNOW" plot all --out drawn --format svg > /dev/null 2>&1; fi
for place in first last; do
  rm -rf wider drawn_wider
  cp -r all wider
  for table in cells verdicts curves observations timing orderings summary bound_curves; do
    case $place$table in firstsummary | firstbound_curves) continue ;; esac
    awk -v OFS='\t' -v place=$place '/^#/ { print; next } { more = h++ ? "7" : "novel"; if (place == "last") print $0, more; else print more, $0 }' \
      "all/$table.tsv" > "wider/$table.tsv"
  done
  "$WINNOW" compare wider wider --format tsv 2>&1 | grep -v '^#' > wider.txt
  same "a column more, $place: compare" "" "$(diff compared.txt wider.txt)"
  "$WINNOW" plot wider --out drawn_wider --data tidy > /dev/null 2> errors.txt
  sed -i '/\tnovel\t/d' drawn_wider/tidy.tsv # a column of curves.tsv is a quantity
  same "a column more, $place: tidy" "" "$(cat errors.txt)$(cmp drawn/tidy.tsv drawn_wider/tidy.tsv 2>&1)"
  if command -v gnuplot > /dev/null; then
    "$WINNOW" plot wider --out drawn_wider --format svg > /dev/null 2> errors.txt
    same "a column more, $place: pictures" "" "$(cat errors.txt)$(for f in drawn/*.dat; do cmp "$f" "drawn_wider/${f#drawn/}" 2>&1; done)"
  fi
  "$WINNOW" report wider --out wider.html > report.txt 2>&1
  same "a column more, $place: report" 0 $?
done

# Another format is refused with one line, which says the file.
# refuses WHAT TABLE COMMAND...: the command, with the folder `other` as all but for the format of TABLE.
refuses() {
  what=$1 table=$2
  shift 2
  rm -rf other
  cp -r all other
  sed -i "1s/ 1\$/ 2/" "other/$table.tsv"
  "$WINNOW" "$@" > said.txt 2>&1
  same "another format, $what: exit status" 2 $?
  has "another format, $what: said" said.txt "other/$table.tsv: begins with '# winnow-lab $table 2', expected '# winnow-lab $table 1'"
  same "another format, $what: one line" 1 "$(grep -c "expected '# winnow-lab" said.txt)"
}
refuses "compare" cells compare all other
refuses "compare: bounds" verdicts compare all other
refuses "plot" cells plot other --out drawn_other
refuses "plot: bounds" summary plot other --out drawn_other
refuses "tidy" observations plot other --out drawn_other --data tidy
refuses "report" summary report other --out other.html
refuses "run" cells run all.lua --out other

# ---- a learner of the scenario, and a quantity of the laboratory's of that name

cat > own.lua << 'END'
local mine = learner.custom { name = "mine", instances = "vector", create = function() return { n = 0 } end,
  predict = function() return 1 end, update = function(s) s.n = s.n + 1 return true end,
  observe = { trace = function(s) return s.n end, embedding = function(s) return 2 * s.n end } }
return { trials = 8, seeds = 1, problem = problem.disjunction { n = 4 }, learners = { mine {}, learner.winnow {} },
  observe = { "trace", "embedding" }, plot = { y = "embedding" } }
END
"$WINNOW" run own.lua --out own --quiet 2> errors.txt
same "own quantities: the run" "0 " "$? $(cat errors.txt)"
mine=$(values own/cells.tsv cell learner=mine)
same "own quantities: its numbers" "8 16 " \
  "$(values own/observations.tsv value cell="$mine" t=8 | tr '\n' ' ')"
holds "own quantities: the other learner has the laboratory's" "$(values own/observations.tsv value cell="$(values own/cells.tsv cell learner=winnow)" t=0 quantity=trace) == 1" # of r/n I with r = 1
same "own quantities: where the problem lacks what the laboratory's needs there are no rows" 0 \
  "$(values own/observations.tsv value cell="$(values own/cells.tsv cell learner=winnow)" quantity=embedding | wc -l)"
printf 'return { trials = 8, problem = problem.disjunction { n = 4 }, learners = learner.winnow {}, observe = { "embedding" } }\n' > lacks.lua
"$WINNOW" run lacks.lua --out lacks > said.txt 2>&1
has "without such a learner the scenario is refused" said.txt 'observe: "embedding" is for distances of items, not for disjunction'
