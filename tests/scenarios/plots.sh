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

# A bound has the same dashes in the legend as in the panel: each pattern is drawn twice.
"$WINNOW" run "$ROOT/scenarios/regression_sparse.lua" --quiet --seeds 1 --set n=16,32 --out dashes > log 2>&1
"$WINNOW" plot dashes --format svg --out dashes-plots >> log 2>&1 || not_ok "dashes: drawn" "$(head -c 300 log)"
same "dashes: five bounds, each pattern on its line and on its sample" "2 2 2 2 2" \
  "$(grep -o "stroke-dasharray='[^']*' *d='[^']*'" dashes-plots/loss_n.svg | sort | uniq | sed "s/' *d=.*//" | uniq -c |
    awk '{ printf "%s%s", separator, $1; separator = " " }')"
has "dashes: further rows of a bound name it by the first" dashes-plots/loss_n.svg "the same bound: tuned (Widrow-Hoff)"

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
