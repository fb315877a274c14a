#!/bin/sh
# Matrix Multiplicative Weights: Theorems 13 and 14 hold, their premises are seen, each row can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
BOUND=matrix_multiplicative_weights_regret

# ---- the theorems

run good << 'END'
return { trials = 400, seeds = 2, params = { losses = "matrix", tau = 1, r = 1 },
  sweep = { losses = { "matrix", "low_rank", "vector" }, tau = { 1, 3 }, r = { 1, 2 } },
  problem = function(p) return problem.matrix_losses { n = 9, r = p.r, tau = p.tau, instances = p.losses } end,
  learners = function(p) return { learner.matrix_multiplicative_weights { tau = p.tau, label = "equal" },
    learner.matrix_multiplicative_weights { tau = p.tau, trace = "at_most", label = "at most" },
    learner.matrix_multiplicative_weights { tau = p.tau, eta = 0.3, label = "quick" } } end,
  bounds = bound.matrix_multiplicative_weights_regret {} }
END
same "good: exit status" 0 $status
same "good: no row but holds (or vacuous)" "" "$(verdicts good verdict | grep -v 'holds\|vacuous' | sort -u)"
same "good: the theorem's rate holds" holds "$(verdicts good verdict learner=equal | sort -u)"
same "full matrices, and the same as low rank: one sequence, one regret" "$(values good/cells.tsv mistakes losses=matrix tau=1)" "$(values good/cells.tsv mistakes losses=low_rank tau=1)"

run short --trials 10 < "$ROOT/scenarios/matrix_multiplicative_weights.lua"
same "10 rounds, eta |L| <= 1 but not eta |L|_F: the bound" holds "$(verdicts short verdict bound=$BOUND n=64 losses=vector "learner=the paper's rate" | sort -u)"

# ---- recorded and replayed

for losses in matrix low_rank vector; do
  run recorded_$losses --record << END
return { trials = 40, seeds = 1, problem = problem.matrix_losses { n = 5, tau = 2, instances = "$losses" },
  learners = learner.matrix_multiplicative_weights { tau = 2 }, bounds = bound.matrix_multiplicative_weights_regret {} }
END
  cp recorded_$losses/sequences/*.jsonl played.jsonl
  run replayed_$losses << 'END'
return { seeds = 1, problem = problem.recorded { file = "played.jsonl" }, learners = learner.matrix_multiplicative_weights { tau = 2 },
  bounds = bound.matrix_multiplicative_weights_regret {} }
END
  same "replayed $losses: status, regret" "$(values recorded_$losses/cells.tsv 'status regret stream')" "$(values replayed_$losses/cells.tsv 'status regret stream')"
done

# ---- premises

header='{"format":"winnow-lab sequence 1","instances":"matrix","n":2,"labels":"real","loss":"linear","interval":[-1,1],"comparator":{"matrix":'
{ echo "$header"'[[1,0],[0,0]]}}' && echo '{"t":1,"X":[[1.5,0],[0,0]],"y":-1}'; } > large.jsonl
{ echo "$header"'[[0.25,0],[0,0.25]]}}' && echo '{"t":1,"X":[[0.5,0],[0,0]],"y":1}'; } > half.jsonl
run premises << 'END'
return { seeds = 1, params = { file = "large", eta = 0.5, trace = "equal" },
  sweep = { file = { "large", "half" }, eta = { 0.5, 0.9 }, trace = { "equal", "at_most" } },
  problem = function(p) return problem.recorded { file = p.file .. ".jsonl" } end,
  learners = function(p) return learner.matrix_multiplicative_weights { eta = p.eta, trace = p.trace } end,
  bounds = bound.matrix_multiplicative_weights_regret {} }
END
same "a loss of norm 1.5: the theorem" "premise |L| <= G 1.5" "$(verdicts premises 'verdict premise premise_value' file=large eta=0.5 trace=equal bound=$BOUND)"
same "a loss of norm 1.5: the data" holds "$(verdicts premises verdict file=large eta=0.5 trace=equal bound=$BOUND.data | sed 's/vacuous/holds/')"
same "eta |L| = 1.35" "premise eta |L| <= 1" "$(verdicts premises 'verdict premise' file=large eta=0.9 trace=equal bound=$BOUND.data)"
same "a comparator of trace 1/2" "premise the comparator's trace is tau 0.5" "$(verdicts premises 'verdict premise premise_value' file=half eta=0.5 trace=equal bound=$BOUND)"
same "tau ln N is no bound at N = 2" "premise n >= 3 or the comparator's trace is tau" "$(verdicts premises 'verdict premise' file=half eta=0.5 trace=at_most bound=$BOUND)"

# ---- each row can fail

run faults << 'END'
return { trials = 1000, seeds = 2, params = { fault = "none", losses = "matrix" },
  sweep = { fault = { "none", "still", "backwards" }, losses = { "matrix", "vector" } },
  problem = function(p) return problem.matrix_losses { n = 6, gap = 0.4, instances = p.losses } end,
  learners = function(p) return learner.control_multiplicative_weights { fault = p.fault } end,
  bounds = bound.matrix_multiplicative_weights_regret {} }
END
same "faults: exit status 3" 3 $status
for row in "" .data .hoeffding .mixability .step; do
  same "without a fault: $BOUND$row" holds "$(verdicts faults verdict bound=$BOUND$row fault=none | sort -u)"
  same "a learner that stays: $BOUND$row" violated "$(verdicts faults verdict bound=$BOUND$row fault=still | sort -u)"
  same "a learner of opposite losses: $BOUND$row" violated "$(verdicts faults verdict bound=$BOUND$row fault=backwards | sort -u)"
done
