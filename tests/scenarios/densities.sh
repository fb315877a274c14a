#!/bin/sh
# The matrix log loss: its bound is exact where the proof is, holds everywhere, and each row can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
BOUND=matrix_log_loss_regret

run good << 'END'
return { trials = 200, seeds = 2, params = { shown = "repeated", n = 5, prior = 1 },
  sweep = { shown = { "repeated", "eigenvectors", "directions", "coordinates" }, n = { 1, 2, 5 }, prior = { 0.5, 1 } },
  problem = function(p)
    if p.shown == "coordinates" then return problem.unit_vectors { n = p.n, instances = "vector" } end
    return problem.unit_vectors { n = p.n, sequence = p.shown }
  end,
  learners = function(p) return learner.matrix_log_loss { prior = p.prior } end,
  bounds = bound.matrix_log_loss_regret {} }
END
same "good: exit status" 0 $status
same "good: every row holds" holds "$(distinct good verdict)"
for n in 2 5; do
  each "one repeated vector, n = $n: the theorem is exact" 4 "$(verdicts good used shown=repeated n=$n bound=$BOUND)" "(x - 1)^2 < 1e-22"
  for shown in repeated eigenvectors coordinates; do
    each "$shown, n = $n: the spectrum is exact" 4 "$(verdicts good used shown=$shown n=$n bound=$BOUND.spectrum)" "(x - 1)^2 < 1e-22"
  done
  each "directions, n = $n: the spectrum is not" 4 "$(verdicts good used shown=directions n=$n bound=$BOUND.spectrum)" "x < 1 - 1e-6"
done
values good/cells.tsv "n prior seed regret" shown=eigenvectors > eigenvectors.txt
values good/cells.tsv "n prior seed regret" shown=coordinates > coordinates.txt
same "eigenvectors for free: the regret of counting" "" "$(paste -d ' ' eigenvectors.txt coordinates.txt | awk '($1 " " $2 " " $3 != $5 " " $6 " " $7) || ($4 - $8)^2 > 1e-18')"

# The error of ln Gamma(h) near h = a grows as 1/a: rounding alone decides nothing.
run small << 'END'
return { trials = 200, seeds = 3, params = { shown = "repeated", n = 5, prior = 1e-3 },
  sweep = { shown = { "repeated", "eigenvectors" }, n = { 2, 5 }, prior = { 1e-2, 1e-3, 1e-4 } },
  problem = function(p) return problem.unit_vectors { n = p.n, sequence = p.shown } end,
  learners = function(p) return learner.matrix_log_loss { prior = p.prior } end,
  bounds = bound.matrix_log_loss_regret {} }
END
same "small priors: the spectrum holds" holds "$(distinct small verdict bound=$BOUND.spectrum)"
each "small priors: it is exact" 36 "$(verdicts small used bound=$BOUND.spectrum)" "(x - 1)^2 < 1e-18"

run refused << 'END'
return { trials = 2, problem = problem.unit_vectors { n = 3, sequence = "directions", instances = "vector" }, learners = learner.matrix_log_loss {} }
END
same "directions as vectors: exit status" 2 $status
has "directions as vectors" refused.stderr 'sequence = "directions" needs instances = "dyad"'

# ---- each row can fail

run faults << 'END'
return { trials = 60, seeds = 2, params = { fault = "none", form = "dyad" },
  sweep = { fault = { "none", "still", "blind" }, form = { "dyad", "vector" } },
  problem = function(p) return problem.unit_vectors { n = 4, sequence = "repeated", instances = p.form } end,
  learners = function(p) return learner.control_matrix_log_loss { fault = p.fault } end,
  bounds = bound.matrix_log_loss_regret {} }
END
same "faults: exit status 3" 3 $status
same "without a fault" holds "$(distinct faults verdict fault=none)"
same "a learner that stays" violated "$(distinct faults verdict bound=$BOUND fault=still)"
for row in "" .spectrum .step; do
  same "a learner that predicts ln n: $BOUND$row" violated "$(distinct faults verdict bound=$BOUND$row fault=blind)"
done

run small_fault << 'END'
return { trials = 60, seeds = 2, problem = problem.unit_vectors { n = 4, sequence = "repeated" },
  learners = learner.control_matrix_log_loss { fault = "blind", prior = 1e-3 }, bounds = bound.matrix_log_loss_regret {} }
END
same "a small prior and a learner that predicts ln n: the spectrum" violated "$(distinct small_fault verdict bound=$BOUND.spectrum)"
