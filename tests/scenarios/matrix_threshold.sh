#!/bin/sh
# Linear thresholds on symmetric matrices: the bounds of Winnow and of the perceptron hold, and each of their rows can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

BOUNDS='{ bound.threshold_winnow_updates {}, bound.cos_winnow_mistakes {}, bound.perceptron_margin {} }'
LEARNERS='{ learner.winnow_normalized { margin = 0.3 }, learner.winnow_threshold { margin = 0.3, threshold = 0.1, range = 1.5 },
            learner.matrix_perceptron {}, learner.matrix_perceptron { margin = 0.2, eta = 0.5, label = "margin" } }'

# ---- hold: a hidden density of rank 1 or n, random or commuting instances

run good << END
return { trials = 3000, seeds = 2, params = { r = 1, instances = "random" }, sweep = { r = { 1, 6 }, instances = { "random", "commuting" } },
  problem = function(p) return problem.symmetric_threshold { n = 6, r = p.r, margin = 0.3, weights = "random", instances = p.instances } end,
  learners = $LEARNERS, bounds = $BOUNDS }
END
same "matrices: exit status 0" 0 $status
same "matrices: every row holds" holds "$(verdicts good verdict | sort -u)"
for row in cos_winnow_mistakes threshold_winnow_updates; do
  for form in '' .any_target .simplified .progress; do
    same "matrices: $row$form is judged" holds "$(verdicts good verdict bound=$row$form | sort -u)"
  done
done
for row in perceptron_margin perceptron_margin.updates perceptron_margin.alignment perceptron_margin.length; do
  same "matrices: $row is judged" holds "$(verdicts good verdict bound=$row | sort -u)"
done

run noisy << END
return { trials = 500, seeds = 2, problem = problem.symmetric_threshold { n = 6, margin = 0.3, noise = 0.1 },
  learners = $LEARNERS, bounds = $BOUNDS }
END
same "noisy matrices: exit status 0" 0 $status
for row in cos_winnow_mistakes.progress threshold_winnow_updates.progress perceptron_margin.alignment perceptron_margin.length; do
  same "noise is charged on matrices: $row" holds "$(verdicts noisy verdict bound=$row | sort -u)"
done

# Dyads and low rank: no labels of a margin, but every update makes the progress that is charged.
run compact << 'END'
return { trials = 300, seeds = 2, params = { instances = "dyad" }, sweep = { instances = { "dyad", "full" } },
  problem = function(p) return problem.close_to_subspace { n = 8, r = 2, instances = p.instances } end,
  learners = learner.winnow_normalized { margin = 0.2 }, bounds = bound.cos_winnow_mistakes {} }
END
same "dyads and low rank: exit status 0" 0 $status
same "dyads and low rank: the step of the proof" holds "$(verdicts compact verdict bound=cos_winnow_mistakes.progress | sort -u)"

# ---- each row can fail

run faults << END
return { trials = 4000, seeds = 2, params = { fault = "none" }, sweep = { fault = { "none", "still", "wrong" } },
  problem = problem.symmetric_threshold { n = 4, r = 1, margin = 0.5 },
  learners = function(p) return { learner.control_simplex { fault = p.fault, margin = 0.5, label = "simplex" },
    learner.control_perceptron { fault = p.fault, label = "perceptron" } } end,
  bounds = $BOUNDS }
END
same "faults on matrices: exit status 3" 3 $status
same "matrices without a fault: every row holds" holds "$(verdicts faults verdict fault=none | sort -u)"
for row in threshold_winnow_updates threshold_winnow_updates.any_target threshold_winnow_updates.simplified threshold_winnow_updates.progress \
  cos_winnow_mistakes.progress perceptron_margin.updates perceptron_margin.alignment; do
  same "matrices, a learner that stays: $row" violated "$(verdicts faults verdict bound=$row fault=still | sort -u)"
done
for row in cos_winnow_mistakes cos_winnow_mistakes.any_target cos_winnow_mistakes.simplified perceptron_margin perceptron_margin.length; do
  same "matrices, a learner of the opposite: $row" violated "$(verdicts faults verdict bound=$row fault=wrong | sort -u)"
done

# ---- premises

cat > outside.jsonl << 'END'
{"format":"winnow-lab sequence 1","instances":"matrix","n":2,"labels":"sign","comparator":{"matrix":[[1,0],[0,0]]}}
{"t":1,"X":[[0.5,0.1],[0.1,0.5]],"y":-1}
{"t":2,"X":[[1.5,0],[0,0]],"y":-1}
END
run outside << 'END'
return { seeds = 1, params = { range = 1 }, sweep = { range = { 1.0, 1.5 } }, problem = problem.recorded { file = "outside.jsonl" },
  learners = function(p) return learner.winnow_threshold { margin = 0.5, range = p.range } end,
  bounds = bound.threshold_winnow_updates {} }
END
same "a norm of 1.5" "premise ||X|| <= range 2" \
  "$(verdicts outside 'verdict premise trial' bound=threshold_winnow_updates.progress range=1)"
same "a norm of 1.5 is within 1.5" holds "$(verdicts outside verdict bound=threshold_winnow_updates.progress range=1.5)"
