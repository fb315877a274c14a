#!/bin/sh
# Pictures of quantities that show nothing: constant up to rounding, zero, missing, one trial.
. "$(dirname "$0")/../library.sh"

cat > flat.lua << 'END'
return {
  params = { normalize = "trace" },
  sweep = { normalize = { "trace", "project" } },
  trials = 40,
  seeds = 2,
  problem = problem.close_to_subspace { n = 6, r = 2 },
  learners = function(p)
    return { learner.matrix_winnow { r = 2, normalize = p.normalize }, learner.constant {} }
  end,
  bounds = { bound.subspace_mistakes {} },
  observe = { "trace", "potential", "rank", "progress", "score", "subspace_angle" },
  plot = {
    { y = "trace" }, { y = "potential" }, { y = "rank" }, { y = "progress" }, { y = "score" }, { y = "subspace_angle" },
    { y = "mistakes" }, { y = "loss" }, { y = "regret" },
  },
}
END

# draws NAME ARGUMENTS...: the run and all its pictures.
draws() {
  name=$1
  shift
  if "$WINNOW" run flat.lua --quiet --out "$name" "$@" 2> log && "$WINNOW" plot "$name" --format png,svg --out "$name-plots" > said 2> log; then
    same "$name: every picture" "$pictures" "$(find "$name-plots" -name '*.png' -size +1k -o -name '*.svg' -size +1k | wc -l | tr -d ' ')"
  else
    not_ok "$name: every picture" "$(cat log)"
  fi
}

pictures=18
draws flat
draws two-trials --trials 2
pictures=16 # without a mistake there is no progress to draw, which is no failure
draws one-trial --trials 1 --seeds 1
has "one-trial: the missing picture is mentioned" said "nothing of what they show happened: 1"

# A bound has the same dashes on its line and beside its name; the dotted ways to names are another pattern.
"$WINNOW" run "$ROOT/scenarios/regression_sparse.lua" --quiet --seeds 1 --set n=16,32 --out dashes > log 2>&1
"$WINNOW" plot dashes --format svg --out dashes-plots >> log 2>&1 || not_ok "dashes: drawn" "$(head -c 300 log)"
same "dashes: four bounds, each pattern on its line and on its sample" "2 2 2 2" \
  "$(grep -o "stroke-dasharray='[^']*' *d='[^']*'" dashes-plots/loss_n.svg | grep -v "='0.7," | sort | uniq | sed "s/' *d=.*//" |
    uniq -c | awk '{ printf "%s%s", separator, $1; separator = " " }')"
for theorem in "Kivinen &amp; Warmuth" "Cesa-Bianchi et al." "ours (best)"; do
  same "dashes: $theorem is in the caption once" 1 "$(grep -c "<text>$theorem: proved upper bound" dashes-plots/loss_n.svg)"
done

# Lines of one theorem, of several learners in several panels: the caption names each once, and gives the formula to the theorem's own.
"$WINNOW" run "$ROOT/scenarios/matrix_multiplicative_weights.lua" --quiet --seeds 1 --set n=4,8 --trials 60 --out names > log 2>&1
"$WINNOW" plot names --format svg --out names-plots >> log 2>&1 || not_ok "names: drawn" "$(head -c 300 log)"
same "names: each once" "Hazan et al., Theorem 14: proved upper bound 2 τ|ours, by Hoeffding's lemma, ours (variance): proved upper bound, after Hazan|" \
  "$(grep -oE '<text>(Hazan|ours)[^:]*: proved upper bound[^0-9H]*[0-9H][ a-zτ]*' names-plots/regret.svg | sed 's/<text>//; s/ *$//' | tr '\n' '|')"

# Who says a bound and for whom, in the words of the scenario where it has some: of one theorem for three learners, and ours for one of them.
"$WINNOW" run "$ROOT/scenarios/close_to_subspace.lua" --quiet --seeds 1 --set n=16 --trials 60 --out whose > log 2>&1
"$WINNOW" plot whose --format svg --out whose-plots >> log 2>&1 || not_ok "whose: drawn" "$(head -c 300 log)"
same "whose: the speaker and the learners" "Warmuth's 7.18 r ln(n/r) for Matrix Winnow, projected Matrix Winnow: 39.8|ours for normalised Matrix Winnow: 37.3|" \
  "$(sed -n 's/.*<text>\(.*\)<.text>.*/\1/p' whose-plots/mistakes.svg | tr '\n' ' ' | grep -oE "(Warmuth's|ours)[^:]* for [^:]*: [0-9.]*" | tr '\n' '|')"

# A bound that grows with the noise so far is drawn as the curve in bound_curves.tsv.
cat > curve.lua << 'END'
return { seeds = 2, trials = 60, problem = problem.close_to_subspace { n = 6, r = 2, noise = 0.2 },
  learners = { learner.matrix_winnow { r = 2 } }, bounds = { bound.subspace_mistakes {} },
  plot = { x = "trials", y = "mistakes" } }
END
"$WINNOW" run curve.lua --quiet --out curve > log 2>&1 && "$WINNOW" plot curve --format svg --out curve-plots >> log 2>&1 ||
  not_ok "curve: drawn" "$(head -c 300 log)"
values curve/bound_curves.tsv "t value" | awk '{ print $1, $2 }' > curve.expected
same "curve: as the table has it" "$(cat curve.expected)" \
  "$(awk '/^# block/ { bound = /: bound of / } bound && /^[0-9]/ { print $1, $2 }' curve-plots/mistakes.dat)"
same "curve: it rises" rises "$(awk 'NR == 1 { first = $2 } { last = $2 } END { print (last > first) ? "rises" : first " " last }' curve.expected)"

# A name that programs could take for an option.
sed 's/plot = {/plot = { name = "-persist",/' curve.lua > option.lua
"$WINNOW" run option.lua --quiet --out option > log 2>&1 && "$WINNOW" plot option --format svg --out option-plots >> log 2>&1
same "a name like an option: drawn" "0 1" "$? $(find option-plots -name '-persist.svg' -size +1k | wc -l)"

# A bound that jumps where the subspace shifts has both ends of the jump in the picture.
cat > jump.lua << 'END'
return { seeds = 1, trials = 3000, problem = problem.shifting_subspace { n = 8, r = 1, segments = 3 },
  learners = { learner.shifting_matrix_winnow { r = 1, method = "mix" } }, bounds = { bound.shifting_mistakes {} },
  plot = { x = "trials", y = "mistakes" } }
END
if "$WINNOW" run jump.lua --quiet --out jump > log 2>&1 && "$WINNOW" plot jump --format svg --out jump-plots >> log 2>&1; then
  same "a jump: the trials before and after two shifts" "1000 1001 2000 2001" \
    "$(awk '/^# block/ { bound = /: bound of / } bound && /^(1000|1001|2000|2001)\t/ { printf "%s%s", separator, $1; separator = " " }' jump-plots/mistakes.dat)"
else
  not_ok "a jump: drawn" "$(head -c 300 log)"
fi

# The folder of pictures and their number, once each; two styles.
same "said: what is where" "1 picture in curve-plots" "$("$WINNOW" plot curve --format svg,png,pdf --out curve-plots)"
"$WINNOW" plot curve --style slides --format svg --out slides > log 2>&1
has "slides: 16:9" slides/mistakes.svg 'viewBox="0 0 1280 720"'
"$WINNOW" plot curve --style paper --format svg --out paper > log 2>&1
same "paper: no other format" 2 $?
has "paper: no other format: why" log "--style paper writes NAME.tex with NAME.pdf: leave --format away"
"$WINNOW" plot curve --style poster --out paper > log 2>&1
has "no such style" log "--style poster: expected screen, paper or slides"
"$WINNOW" plot dashes --style screen --format svg --out screen-plots > log 2>&1
same "the ordinary style by its name" "" "$(diff -r dashes-plots screen-plots)"
"$WINNOW" plot curve --style paper --out paper > log 2>&1 && "$WINNOW" plot jump --style paper --out paper/jump >> log 2>&1 ||
  not_ok "paper: drawn" "$(head -c 300 log)"
# Names below each other: a line of 8 points has at least as much room.
"$WINNOW" plot whose --style paper --out paper/whose > log 2>&1
sed -n 's/.*put(\([0-9]*\),\([0-9]*\)).*\[l\].*selectfont .*/\1 \2/p' paper/whose/mistakes.tex > places.txt
same "paper: names of several lines touch no other" "" \
  "$(awk '{ for (y in at) if (at[y] == $1 && y - $2 < 160 && $2 - y < 160) print y, $2; at[$2] = $1 }' places.txt)"
holds "paper: some have several" "$(wc -l < places.txt) > $(grep -c '^ *.put([0-9]*,[0-9]*).*\[l\].*strut{}}}' paper/whose/mistakes.tex)"
if command -v pdflatex > /dev/null; then
  { printf '\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{graphicx,color}\n\\begin{document}\n'
    printf '\\graphicspath{{paper/}}\\input{paper/mistakes}\\par\\graphicspath{{paper/jump/}}\\input{paper/jump/mistakes}\n'
    printf '\\end{document}\n'; } > article.tex
  pdflatex -interaction=nonstopmode -halt-on-error article.tex > article.out 2>&1
  same "paper: pdflatex sets it" "0 1" "$? $(grep -c '^Output written on article.pdf (1 page' article.out)"
  same "paper: a column is 3.3 inches wide" "" "$(grep -o 'Overfull .hbox' article.out)"
  has "paper: 3.3 inches" paper/mistakes.gp "size 3.3in,"
else
  skip "paper: pdflatex" "pdflatex is not installed"
fi
