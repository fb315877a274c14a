#!/bin/sh
# The bounds on linear thresholds: they hold, are nearly reached, and each of their rows can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

ALL='{ bound.cos_winnow_mistakes {}, bound.balanced_winnow_mistakes {}, bound.threshold_winnow_updates {},
       bound.perceptron_margin {}, bound.guess_and_halve_updates {} }'

# ---- hold

run good << END
return { trials = 20000, seeds = 2, params = { target = "simplex" }, sweep = { target = { "simplex", "signed" } },
  problem = function(p) return problem.linear_threshold { n = 30, relevant = 4, margin = 0.3, target = p.target, weights = "random" } end,
  learners = function(p)
    local learners = { learner.balanced_winnow { margin = 0.3 }, learner.perceptron {} , learner.perceptron { margin = 0.2, eta = 0.5, label = "margin" } }
    if p.target == "simplex" then
      for _, l in ipairs { learner.winnow_normalized { margin = 0.3 }, learner.guess_and_halve {},
        learner.winnow_threshold { margin = 0.3, threshold = 0.1, range = 2 } } do table.insert(learners, l) end
    end
    return learners end,
  bounds = $ALL }
END
same "thresholds: exit status 0" 0 $status
same "thresholds: every row holds" holds "$(distinct good verdict)"
for row in cos_winnow_mistakes balanced_winnow_mistakes threshold_winnow_updates; do
  for form in '' .any_target .simplified .progress; do
    same "thresholds: $row$form is judged" holds "$(distinct good verdict bound=$row$form)"
  done
done
judged "thresholds" holds good "perceptron_margin perceptron_margin.updates perceptron_margin.alignment perceptron_margin.length \
  guess_and_halve_updates guess_and_halve_updates.stages"

run noisy << END
return { trials = 2000, seeds = 2, problem = problem.linear_threshold { n = 30, relevant = 4, margin = 0.3, noise = 0.1 },
  learners = { learner.balanced_winnow { margin = 0.3 }, learner.perceptron {}, learner.winnow_normalized { margin = 0.3 }, learner.guess_and_halve {} },
  bounds = $ALL }
END
same "noise: exit status 0" 0 $status
judged "noise is charged" holds noisy "cos_winnow_mistakes.progress balanced_winnow_mistakes.progress threshold_winnow_updates.progress"
judged "noise is charged" holds noisy "perceptron_margin.alignment perceptron_margin.length"
same "noise: the premise of guess and halve" "premise y <u,x> >= margin" \
  "$(distinct noisy 'verdict premise' bound=guess_and_halve_updates)"

# ---- a margin that no instance can have: the hinge loss is as large, and the rounding of their difference breaks no step

run beyond << END
return { trials = 40, seeds = 1, problem = problem.disjunction { n = 4, r = 2, noise = 0.5 },
  learners = learner.balanced_winnow { margin = 1e100, eta = 0.3 }, bounds = bound.balanced_winnow_mistakes {} }
END
same "a margin above the range: exit status 0" 0 $status
same "a margin above the range: the step" inconclusive "$(verdicts beyond verdict bound=balanced_winnow_mistakes.progress)"

# ---- tight

run tight << 'END'
local s = 0.4
return { trials = 400, seeds = 1, params = { case = "adversary" }, sweep = { case = { "adversary", "one" } },
  problem = function(p)
    if p.case == "one" then
      return problem.threshold_cycles { columns = { { 1, -1 } }, target = { (1 + s) / 2, (1 - s) / 2 }, pad = true }
    end
    return problem.balancing_adversary { n = 65536, margin = 0.3, pad = true }
  end,
  learners = function(p) return { learner.winnow_threshold { margin = p.case == "one" and s or 0.3 } } end,
  bounds = { bound.cos_winnow_mistakes {}, bound.threshold_winnow_updates {} } }
END
same "tight: exit status 0" 0 $status
holds "the adversary uses 0.93 of the bound" "$(verdicts tight used bound=cos_winnow_mistakes case=adversary) >= 0.93"
holds "one column that the tuned rate learns in one step: all of it" \
  "$(verdicts tight used bound=threshold_winnow_updates case=one) >= 0.9999999"

# ---- the printed theorem needs its premises: no convergence

run endless << 'END'
local columns = { { 1, -0.5 }, { -0.5, 1 } }
return { trials = 10000, seeds = 1,
  problem = problem.threshold_cycles { columns = columns, target = { 0.5, 0.5 } },
  learners = { learner.winnow_threshold { margin = 0.35, threshold = 0.3, eta = 0.1, label = "threshold" },
               learner.winnow_threshold { margin = 0.25, eta = 10, start = { math.exp(2.2), 1 }, label = "rate" } },
  bounds = bound.threshold_winnow_updates {} }
END
same "no convergence: exit status 0" 0 $status
same "a threshold beyond the margin" "premise margin > threshold 10000" \
  "$(verdicts endless 'verdict premise measured' bound=threshold_winnow_updates learner=threshold)"
same "a rate that is too large" "premise the guaranteed progress is positive 10000" \
  "$(verdicts endless 'verdict premise measured' bound=threshold_winnow_updates learner=rate)"
same "the step of the proof holds all the same" holds "$(distinct endless verdict bound=threshold_winnow_updates.progress)"

# ---- orders; start weights

run orders << 'END'
return { trials = 3000, seeds = 2, params = { order = "cyclic" }, sweep = { order = { "cyclic", "random", "most_violated", "least_violated" } },
  problem = function(p) return problem.threshold_cycles { n = 20, count = 30, margin = 0.2, relevant = 3, order = p.order, pad = true } end,
  learners = { learner.winnow_threshold { margin = 0.2, threshold = 0.05 }, learner.guess_and_halve {}, learner.perceptron { margin = 0 } },
  bounds = { bound.threshold_winnow_updates {}, bound.guess_and_halve_updates {}, bound.perceptron_margin {} } }
END
same "orders: exit status 0" 0 $status
same "orders: every row holds" holds "$(distinct orders verdict)"

run start << 'END'
return { trials = 100, seeds = 1, problem = problem.threshold_cycles { columns = { { 1, -0.5, 0 }, { -0.5, 1, 0 } }, target = { 0.5, 0.5, 0 }, pad = true },
  learners = { learner.winnow_threshold { margin = 0.25, start = { 9, 1, 0 }, label = "here" },
               learner.winnow_threshold { margin = 0.25, start = { 0, 1, 1 }, label = "elsewhere" } },
  bounds = bound.threshold_winnow_updates {} }
END
same "start weights: the bound" holds "$(verdicts start verdict bound=threshold_winnow_updates learner=here)"
same "a start weight of 0 stays 0" "the start weights are positive where the comparator is" \
  "$(verdicts start premise bound=threshold_winnow_updates learner=elsewhere)"

# ---- each row can fail

run faults << END
return { trials = 4000, seeds = 2, params = { fault = "none" }, sweep = { fault = { "none", "still", "wrong" } },
  problem = problem.linear_threshold { n = 8, relevant = 2, margin = 0.5 },
  learners = function(p) return { learner.control_simplex { fault = p.fault, margin = 0.5, label = "simplex" },
    learner.control_simplex { fault = p.fault, margin = 0.5, doubled = true, label = "balanced" },
    learner.control_perceptron { fault = p.fault, label = "perceptron" }, learner.control_halving { fault = p.fault, label = "halving" } } end,
  bounds = $ALL }
END
same "faults: exit status 3" 3 $status
same "without a fault: every row holds" holds "$(distinct faults verdict fault=none)"
judged "a learner that stays" violated faults "threshold_winnow_updates threshold_winnow_updates.any_target \
  threshold_winnow_updates.simplified threshold_winnow_updates.progress cos_winnow_mistakes.progress balanced_winnow_mistakes.progress \
  guess_and_halve_updates perceptron_margin.updates perceptron_margin.alignment" fault=still
judged "a learner of the opposite" violated faults "cos_winnow_mistakes cos_winnow_mistakes.any_target cos_winnow_mistakes.simplified \
  balanced_winnow_mistakes balanced_winnow_mistakes.any_target balanced_winnow_mistakes.simplified perceptron_margin perceptron_margin.length \
  guess_and_halve_updates.stages" fault=wrong

# ---- premises of instances and comparators

cat > outside.jsonl << 'END'
{"format":"winnow-lab sequence 1","instances":"vector","n":2,"labels":"sign","comparator":{"vector":[1,0]}}
{"t":1,"x":[0.5,0.5],"y":-1}
{"t":2,"x":[1.5,0],"y":-1}
{"t":3,"x":[1.5,0],"y":1}
END
run outside << 'END'
return { seeds = 1, problem = problem.recorded { file = "outside.jsonl" },
  learners = { learner.winnow_normalized { margin = 0.5 }, learner.balanced_winnow { margin = 0.5 } },
  bounds = { bound.cos_winnow_mistakes {}, bound.balanced_winnow_mistakes {} } }
END
same "an entry of 1.5: Winnow on the simplex" "premise entries within [-range, range] 2 1.5" \
  "$(verdicts outside 'verdict premise trial premise_value' bound=cos_winnow_mistakes)"
same "an entry of 1.5: balanced Winnow" "premise entries within [-range, range] 3 1.5" \
  "$(verdicts outside 'verdict premise trial premise_value' bound=balanced_winnow_mistakes)"
run signed << 'END'
return { trials = 50, seeds = 1, problem = problem.linear_threshold { n = 4, margin = 0.2, target = "signed" },
  learners = { learner.winnow_normalized { margin = 0.2 }, learner.guess_and_halve {} },
  bounds = { bound.cos_winnow_mistakes {}, bound.guess_and_halve_updates {} } }
END
same "a signed target: Winnow on the simplex" "premise the comparator is not negative" \
  "$(distinct signed 'verdict premise')"

"$WINNOW" list bounds perceptron_margin > asks.text
has "a perceptron that asks for a margin: the text says so" asks.text "K^2 = R^2 + 2m/eta"

# Entries of at most 0.1 cannot have margin 0.9, nor a vector of one attribute that margin at all. log2(2B/s) + 1 is below 0 then.
run narrow << 'END'
return { trials = 5, seeds = 1, params = { range = 0.1 }, sweep = { range = { 0.1, 0.9 } },
  problem = problem.linear_threshold { n = 1, relevant = 1, margin = 0.9 },
  learners = function(p) return learner.guess_and_halve { range = p.range } end, bounds = bound.guess_and_halve_updates {} }
END
same "a range below the margin: exit status" 0 $status
same "a range below the margin: premise" "premise margin <= range 0 0.9" \
  "$(verdicts narrow 'verdict premise value premise_value' bound=guess_and_halve_updates range=0.1)"
same "a range below the margin: the stages" "premise margin <= range 1" \
  "$(verdicts narrow 'verdict premise value' bound=guess_and_halve_updates.stages range=0.1)"
same "a range that is the margin: the premise is met" "holds - 2" \
  "$(verdicts narrow 'verdict premise value' bound=guess_and_halve_updates range=0.9)"

# A signed target survives recording and replay: the same mistakes.
cat > signed.lua << 'END'
return {
  trials = 60,
  seeds = 1,
  problem = problem.linear_threshold { n = 12, target = "signed", margin = 0.1 },
  learners = { learner.balanced_winnow { margin = 0.1 } },
}
END
"$WINNOW" run signed.lua --quiet --record --out signed
mv signed/sequences/*.jsonl signed.jsonl
cat > replayed.lua << 'END'
return {
  trials = 60,
  seeds = 1,
  problem = problem.recorded { file = "signed.jsonl" },
  learners = { learner.balanced_winnow { margin = 0.1 } },
}
END
"$WINNOW" run replayed.lua --quiet --out replayed
same 'a recorded signed target is replayed' "$(values signed/cells.tsv 'trials mistakes stream')" \
  "$(values replayed/cells.tsv 'trials mistakes stream')"

# The threshold of Winnow off the simplex: its weight is 1, 2, 4 with e^eta = 2, above 3 after two mistakes.
cat > off.lua << 'END'
return { trials = 40, seeds = 1, problem = problem.threshold_cycles { columns = { { 1 } }, target = { 1 } },
  learners = { learner.winnow { r = 1, theta = 3, eta = math.log(2) } } }
END
"$WINNOW" run off.lua --out off --quiet
same "cycles: Winnow's own threshold off the simplex" "2 2" "$(values off/cells.tsv 'trials mistakes')"
