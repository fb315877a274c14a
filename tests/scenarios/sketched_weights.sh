#!/bin/sh
# The rank-one sketch and the perturbed leader: the proved bound holds and can fail, sequences are replayed, large orders need little memory.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
LEADER=perturbed_leader_regret SKETCH=sketched_multiplicative_weights_regret

# ---- the bounds

run good << 'END'
return { trials = 400, seeds = 12, params = { losses = "matrix" }, sweep = { losses = { "matrix", "low_rank", "vector", "sparse" } },
  problem = function(p) return p.losses == "sparse" and problem.sparse_losses { n = 9, gap = 0.3 } or
    problem.matrix_losses { n = 9, gap = 0.4, instances = p.losses } end,
  learners = { learner.follow_the_perturbed_leader { label = "leader" }, learner.sketched_multiplicative_weights { label = "sketch" },
    learner.follow_the_perturbed_leader { perturbation = "rank_one", label = "dyad" } },
  bounds = { bound.perturbed_leader_regret {}, bound.sketched_multiplicative_weights_regret {} } }
END
same "good: exit status" 0 $status
same "the perturbed leader, in the mean" holds "$(values good/summary.tsv verdict bound=$LEADER | sort -u)"
same "the sketch is not judged" - "$(values good/summary.tsv verdict bound=$SKETCH | sort -u)"
same "a dyad as perturbation: no theorem" "" "$(values good/summary.tsv verdict learner=dyad bound=$LEADER)"
each "the sketch's regret is below what is reported" 4 "$(values good/summary.tsv 'mean value' bound=$SKETCH | awk '{ print $1 / $2 }')" "x < 1"
same "full matrices, and the same as low rank: one sequence, one regret" "$(values good/summary.tsv mean losses=matrix learner=leader | cut -c 1-9)" \
  "$(values good/summary.tsv mean losses=low_rank learner=leader | cut -c 1-9)"

# ---- recorded and replayed

replayed recorded 50 'sparse_losses { n = 50 }' 'bounds = bound.perturbed_leader_regret {},
  learners = { learner.follow_the_perturbed_leader {}, learner.sketched_multiplicative_weights {} }' 'status stream regret'

# ---- a large order: below 1 GiB (13 MiB without sanitizers), where a matrix of it has 80 GB

run large << 'END'
return { trials = 60, seeds = 1, problem = problem.sparse_losses { n = 100000, gap = 0.3 },
  learners = { learner.sketched_multiplicative_weights {}, learner.follow_the_perturbed_leader { perturbation = "rank_one" } } }
END
same "n = 100000: exit status" 0 $status
each "n = 100000: memory" 2 "$(values large/timing.tsv peak_KiB)" "x < 1048576"

# ---- the bound can fail

run faults << 'END'
return { trials = 400, seeds = 12, params = { fault = "none", losses = "matrix" },
  sweep = { fault = { "none", "still", "backwards" }, losses = { "matrix", "sparse" } },
  problem = function(p) return p.losses == "sparse" and problem.sparse_losses { n = 6, gap = 0.6 } or
    problem.matrix_losses { n = 6, gap = 0.6 } end,
  learners = function(p) return learner.control_rank_one { fault = p.fault } end,
  bounds = bound.perturbed_leader_regret {} }
END
same "faults: exit status 3" 3 $status
same "without a fault" holds "$(values faults/summary.tsv verdict fault=none | sort -u)"
same "a leader of no losses" violated "$(values faults/summary.tsv verdict fault=still | sort -u)"
same "a leader of the opposite losses" violated "$(values faults/summary.tsv verdict fault=backwards | sort -u)"
