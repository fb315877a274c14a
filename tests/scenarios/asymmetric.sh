#!/bin/sh
# The bounds of Winnow with two rates, deterministic and randomised: they hold, and each of their rows can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# ---- hold, with clean premises, on every kind of instance, with noise where it is charged

run good << 'END'
return { trials = 300, seeds = 3, params = { kappa = 0.5, instances = "dyad", noise = 0, n = 16 },
  sweep = { kappa = { 0.25, 0.75, 1 }, instances = { "dyad", "projection", "full" } },
  problem = function(p) return problem.close_to_subspace { n = p.n, r = 2, instances = p.instances, noise = p.noise } end,
  learners = function(p) return {
    learner.asymmetric_matrix_winnow { r = 2, kappa = p.kappa }, learner.randomized_matrix_winnow { r = 2, kappa = p.kappa },
    learner.asymmetric_matrix_winnow { r = 2, alpha = 0.3, beta = 0.9, theta = 0.1, label = "given" },
    learner.randomized_matrix_winnow { r = 2, rates = "single", label = "single" },
    learner.randomized_matrix_winnow { r = 2, alpha = 0.5, beta = 0.2, theta = 1, label = "tossed" } } end,
  bounds = { bound.asymmetric_mistakes {}, bound.randomized_mistakes {} } }
END
same "two rates: exit status 0" 0 $status
same "two rates: every row holds" holds "$(distinct good verdict)"
same "two rates: no premise fails" - "$(distinct good premise)"
same "two rates: rows of every theorem and invariant" \
  "asymmetric_mistakes asymmetric_mistakes.progress randomized_mistakes randomized_mistakes.progress randomized_mistakes.sampled" \
  "$(verdicts good bound | sort -u | paste -sd ' ' -)"

run noisy << 'END'
return { trials = 300, seeds = 3, params = { kappa = 0.5 }, sweep = { kappa = { 0.25, 0.75 } },
  problem = problem.close_to_subspace { n = 16, r = 2, noise = 0.1 },
  learners = function(p) return { learner.asymmetric_matrix_winnow { r = 2, kappa = p.kappa },
                                  learner.randomized_matrix_winnow { r = 2, kappa = p.kappa },
                                  learner.asymmetric_matrix_winnow { r = 2, kappa = 1, label = "eliminates" } } end,
  bounds = { bound.asymmetric_mistakes {}, bound.randomized_mistakes {} } }
END
same "noise: exit status 0" 0 $status
for row in asymmetric_mistakes.progress randomized_mistakes.progress; do
  same "noise is charged: $row holds" holds "$(values noisy/verdicts.tsv 'verdict learner' bound=$row | grep -v eliminates | cut -d ' ' -f 1 | sort -u)"
done
same "noise: elimination's premise" "premise no noise on negative updates" \
  "$(distinct noisy 'verdict premise' bound=asymmetric_mistakes learner=eliminates)"
holds "noise: the premise names a trial" "$(verdicts noisy trial bound=asymmetric_mistakes learner=eliminates | head -n 1) >= 1"

# ---- tight: the adversaries

run tight << 'END'
return { trials = 300, seeds = 2, params = { n = 4096, kappa = 1 },
  problem = function(p) return problem.randomized_adversary { n = p.n, pad = true } end,
  learners = function(p) return { learner.randomized_winnow { kappa = p.kappa }, learner.asymmetric_winnow { kappa = p.kappa },
    learner.asymmetric_winnow { rates = "best", label = "best" } } end,
  bounds = { bound.asymmetric_mistakes {}, bound.randomized_mistakes {} } }
END
same "adversaries: exit status 0" 0 $status
each "0.97 of the randomised bound in elimination" 2 "$(verdicts tight used bound=randomized_mistakes)" "x >= 0.97 && x <= 1"
each "0.9 of the deterministic bounds" 4 "$(verdicts tight used bound=asymmetric_mistakes)" "x >= 0.9 && x <= 1"

# ---- each row can fail

run faults << 'END'
return { trials = 600, seeds = 4, params = { fault = "none", kappa = 0.5 }, sweep = { fault = { "none", "still" }, kappa = { 0.5, 1 } },
  problem = problem.randomized_adversary { n = 16, pad = true },
  learners = function(p) return { learner.control_asymmetric { fault = p.fault, kappa = p.kappa },
                                  learner.control_randomized { fault = p.fault, kappa = p.kappa } } end,
  bounds = { bound.asymmetric_mistakes {}, bound.randomized_mistakes {} } }
END
same "faults: exit status 3" 3 $status
for row in asymmetric_mistakes asymmetric_mistakes.progress randomized_mistakes randomized_mistakes.progress randomized_mistakes.sampled; do
  for kappa in 0.5 1; do
    same "without a fault: $row holds, kappa = $kappa" holds "$(distinct faults verdict bound=$row fault=none kappa=$kappa)"
    same "a learner that stays: $row, kappa = $kappa" violated "$(distinct faults verdict bound=$row fault=still kappa=$kappa)"
  done
done
each "a learner that stays: the trial in which the bound broke" 16 \
  "$(verdicts faults trial fault=still bound=asymmetric_mistakes) $(verdicts faults trial fault=still bound=randomized_mistakes)" "x >= 1 && x < 600"

# Updates only where the coin erred: the expected mistakes are not bounded by the theorem's step any more.
run late << 'END'
return { trials = 300, seeds = 3, problem = problem.close_to_subspace { n = 16, r = 1 },
  learners = learner.control_randomized { fault = "mistakes" }, bounds = bound.randomized_mistakes {} }
END
same "updates on mistakes only: progress" violated "$(distinct late verdict bound=randomized_mistakes.progress)"

# ---- premises, and learners that these theorems do not speak of

cat > outside.jsonl << 'END'
{"format":"winnow-lab sequence 1","instances":"vector","n":3,"labels":"sign","comparator":{"coordinates":[1]}}
{"t":1,"x":[0,0,0],"y":-1}
{"t":2,"x":[0.5,1.5,0],"y":1}
END
run outside << 'END'
return { seeds = 1, problem = problem.recorded { file = "outside.jsonl" },
  learners = { learner.asymmetric_winnow { theta = 10 }, learner.randomized_winnow { theta = 10 }, learner.winnow {}, learner.constant {} },
  bounds = { bound.asymmetric_mistakes {}, bound.randomized_mistakes {} } }
END
for row in asymmetric_mistakes randomized_mistakes; do
  same "an eigenvalue of 1.5: $row" "premise 0<=X<=I 2 0.5" \
    "$(verdicts outside 'verdict premise trial premise_value' bound=$row | sed 's/0 <= X <= I/0<=X<=I/')"
done
same "no rows for other learners" "asymmetric_winnow randomized_winnow" "$(verdicts outside learner | sort -u | paste -sd ' ' -)"

# ---- trace 1, at the capacity

run capacity << 'END'
return { trials = 300, seeds = 3, params = { instances = "dyad", gap = 0.5, noise = 0 },
  sweep = { instances = { "dyad", "projection", "full" }, gap = { 0.5, 1 } },
  problem = function(p) return problem.close_to_subspace { n = 16, r = 2, gap = p.gap, instances = p.instances, noise = p.noise } end,
  learners = function(p) return {
    learner.asymmetric_matrix_winnow { r = 2, gap = p.gap, rates = "capacity" },
    learner.asymmetric_matrix_winnow { r = 2, gap = p.gap, rates = "capacity", beta = 2, label = "finite" },
    learner.asymmetric_matrix_winnow { r = 2, gap = p.gap, kappa = 0.5, normalize = "trace", label = "factors" },
    learner.asymmetric_matrix_winnow { r = 2, gap = p.gap, gap_low = 0.1, rates = "capacity", label = "low" },
    learner.randomized_matrix_winnow { r = 2, gap = p.gap, rates = "capacity" },
    learner.randomized_matrix_winnow { r = 2, gap = p.gap, gap_low = 0.1, rates = "capacity", label = "tossed" } } end,
  bounds = { bound.asymmetric_mistakes {}, bound.randomized_mistakes {}, bound.capacity_mistakes {}, bound.randomized_capacity_mistakes {} } }
END
same "capacity: exit status 0" 0 $status
same "capacity: every row holds" holds "$(distinct capacity verdict)"
same "capacity: rows of its own theorems alone" \
  "capacity_mistakes capacity_mistakes.progress randomized_capacity_mistakes randomized_capacity_mistakes.progress randomized_capacity_mistakes.sampled" \
  "$(verdicts capacity bound | sort -u | paste -sd ' ' -)"

# With noise: a broken premise in elimination, a charge otherwise.
run capacity_noise << 'END'
return { trials = 300, seeds = 3, problem = problem.close_to_subspace { n = 16, r = 2, noise = 0.1 },
  learners = { learner.asymmetric_matrix_winnow { r = 2, rates = "capacity", label = "eliminates" },
    learner.asymmetric_matrix_winnow { r = 2, rates = "capacity", beta = 2, label = "finite" },
    learner.randomized_matrix_winnow { r = 2, rates = "capacity", beta = 2, alpha = 3, label = "tossed" } },
  bounds = { bound.capacity_mistakes {}, bound.randomized_capacity_mistakes {} } }
END
same "capacity, noise: elimination's premise" "premise no noise on negative updates" \
  "$(values capacity_noise/verdicts.tsv 'verdict premise' learner=eliminates | sort -u)"
same "capacity, noise is charged" "holds -" \
  "$(values capacity_noise/verdicts.tsv 'verdict premise learner' | grep -v eliminates | sed 's/ [a-z]*$//' | sort -u)"

# Tight: how near the threshold adversary comes to the bounds of 14, 40.4, 83.0 and 43.5.
run capacity_tight << 'END'
return { trials = 300, seeds = 1, params = { r = 1, gap = 1 }, sweep = { r = { 1, 2, 4 }, gap = { 1, 0.5 } },
  problem = function(p) return problem.threshold_adversary { n = 16384, r = p.r, gap = p.gap, filling = "fitting", ratio = 4, pad = true } end,
  learners = function(p) return learner.asymmetric_winnow { r = p.r, gap = p.gap, rates = "capacity" } end,
  bounds = bound.capacity_mistakes {} }
END
same "capacity, tight: exit status 0" 0 $status
while read -r r gap least; do
  at="r=$r gap=$gap"
  # shellcheck disable=SC2086 # two conditions
  holds "capacity, $at: forced" "$(values capacity_tight/verdicts.tsv measured bound=capacity_mistakes $at) >= $least"
done << 'END'
1 1 13
2 1 40
4 1 80
1 0.5 43
END

run capacity_faults << 'END'
return { trials = 600, seeds = 4, params = { fault = "none" }, sweep = { fault = { "none", "still" } },
  problem = problem.threshold_adversary { n = 64, pad = true },
  learners = function(p) return learner.control_asymmetric { fault = p.fault, rates = "capacity" } end, bounds = bound.capacity_mistakes {} }
END
same "capacity, faults: exit status 3" 3 $status
run tossed_faults << 'END'
return { trials = 600, seeds = 4, params = { fault = "none" }, sweep = { fault = { "none", "still" } },
  problem = problem.close_to_subspace { n = 16, r = 1 },
  learners = function(p) return learner.control_randomized { fault = p.fault, rates = "capacity" } end,
  bounds = bound.randomized_capacity_mistakes {} }
END
same "tossed, faults: exit status 3" 3 $status
judged "without a fault" holds capacity_faults "capacity_mistakes capacity_mistakes.progress" fault=none
judged "a learner that stays" violated capacity_faults "capacity_mistakes capacity_mistakes.progress" fault=still
for row in "" .progress .sampled; do
  row=randomized_capacity_mistakes$row
  same "without a fault: $row holds" holds "$(distinct tossed_faults verdict bound=$row fault=none)"
  same "a learner that stays: $row" violated "$(distinct tossed_faults verdict bound=$row fault=still)"
done

# At a whole rho the bound falls on whole numbers: with r = gap = 1 halving allows M mistakes iff 2^M <= n. Blocks force them all; zeros follow, so
# that the trivial bound is larger. Rounding made the value 14.000000000000105 and the verdict inconclusive.
while read -r n most; do
  cat > blocks.lua << END
return { seeds = 1, trials = 100, problem = problem.block_adversary { n = $n, r = 1, gap = 1 },
  learners = learner.asymmetric_winnow { gap = 1, rates = "capacity" }, bounds = bound.capacity_mistakes {} }
END
  rm -rf blocks
  "$WINNOW" run blocks.lua --record --out blocks --quiet
  cat blocks/sequences/*.jsonl > whole.jsonl
  seq $((most + 1)) 40 | sed 's/.*/{"t":&,"index":[],"value":[],"y":-1}/' >> whole.jsonl
  run whole << 'END'
return { seeds = 1, problem = problem.recorded { file = "whole.jsonl", gap = 1 },
  learners = learner.asymmetric_winnow { gap = 1, rates = "capacity" }, bounds = bound.capacity_mistakes {} }
END
  same "n = $n: $most mistakes" "$most" "$(values whole/verdicts.tsv measured bound=capacity_mistakes)"
  same "n = $n: are allowed, exactly" "$most holds" \
    "$(values whole/verdicts.tsv value bound=capacity_mistakes) $(values whole/verdicts.tsv verdict bound=capacity_mistakes)"
done << 'END'
8 3
1024 10
16384 14
END
