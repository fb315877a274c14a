#!/bin/sh
# Learners that keep a subspace: their bounds hold, low rank, dense and diagonal agree, each row can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

run good << 'END'
return { trials = 300, seeds = 2, params = { n = 12, k = 2, form = "dyad", drift = 0 },
  sweep = { n = { 4, 12 }, k = { 1, 2 }, form = { "dyad", "vector" }, drift = { 0, 0.004 } },
  problem = function(p) return problem.online_pca { n = p.n, k = p.k, instances = p.form, drift = p.drift, comparator = "pca" } end,
  learners = function(p) return {
    learner.capped_meg { dimension = p.k, label = "own rate" },
    learner.capped_meg { dimension = p.k, eta = 1, label = "quick" },
    learner.randomized_capped_meg { dimension = p.k, label = "sampled" },
    learner.capped_gradient_descent { dimension = p.k, label = "gradient" } } end,
  bounds = { bound.capped_loss {}, bound.capped_regret {}, bound.capped_gradient_regret {} } }
END
same "good: exit status" 0 $status
same "good: every row holds" holds "$(distinct good verdict)"
same "sampled: the bound is of the mean" "expected_loss" "$(distinct good measure learner=sampled bound=capped_loss)"
same "sampled: the loss expected is that of the mean" "$(verdicts good measured learner="own rate" bound=capped_loss form=vector drift=0)" \
  "$(verdicts good measured learner=sampled bound=capped_loss form=vector drift=0)"
same "good: the best subspace is certified" exact "$(values good/cells.tsv comparator | sort -u)"

run forms << 'END'
return { trials = 200, seeds = 1, params = { form = "low_rank" }, sweep = { form = { "low_rank", "dense" } },
  problem = problem.online_pca { n = 9, k = 3 },
  learners = function(p) return {
    learner.capped_meg { dimension = 3, representation = p.form, label = "meg" },
    learner.capped_gradient_descent { dimension = 3, representation = p.form, label = "gradient" } } end }
END
for label in meg gradient; do
  values forms/cells.tsv loss learner=$label | paste -sd ' ' > two.txt
  holds "$label: low rank and dense" "($(cut -d ' ' -f 1 two.txt) - $(cut -d ' ' -f 2 two.txt))^2 < 1e-18"
done

# ---- a file: what the principal components drop, here those of points on two axes

cat > axes.csv << 'END'
1,0,0,0,7
1,0,0,0,7
1,0,0,0,7
0,1,0,0,7
1,0,0,0,7
0,1,0,0,7
0,0,1,0,7
1,0,0,0,7
0,1,0,0,7
1,0,0,0,7
END
run file << 'END'
return { seeds = 1, params = { k = 1 }, sweep = { k = { 1, 2, 3 } },
  problem = function(p) return problem.pca_rows { file = "axes.csv", k = p.k, normalize = "unit" } end,
  learners = function(p) return learner.capped_meg { dimension = p.k } end, bounds = bound.capped_loss {} }
END
same "file: exit status" 0 $status
same "file: every row holds" holds "$(distinct file verdict)"
each "file: 4 points beside the first axis" 1 "$(values file/cells.tsv comparator_loss k=1)" "(x - 4)^2 < 1e-18"
each "file: 1 point beside two" 1 "$(values file/cells.tsv comparator_loss k=2)" "(x - 1)^2 < 1e-18"
each "file: none beside three" 1 "$(values file/cells.tsv comparator_loss k=3)" "x^2 < 1e-18"

if [ -n "${DATA:-}" ] && [ -r "$DATA/optdigits/optdigits.tra" ]; then
  "$WINNOW" run "$ROOT/scenarios/online_pca_digits.lua" --data "$DATA" --trials 200 --seeds 1 --quiet --out digits > digits.stdout 2> log ||
    not_ok digits "$(cat log)"
  same "digits: every row holds" holds "$(verdicts digits verdict | grep -v vacuous | sort -u)"
else
  skip digits "no data: make test DATA=folder with optdigits/optdigits.tra"
fi

# ---- refusals

refuse() {
  run refused << END
return { trials = 2, problem = problem.$2, learners = learner.capped_meg {} }
END
  same "$1: exit status" 2 $status
  has "$1" refused.stderr "$3"
}
refuse "long rows" 'pca_rows { file = "axes.csv" }' 'needs normalize = "largest" or "unit"'
refuse "as many dimensions as features" 'pca_rows { file = "axes.csv", k = 4, normalize = "unit" }' '4 features, expected more than k = 4'
refuse "no subspace stays" 'online_pca { n = 4, drift = 0.1 }' 'drift needs comparator = "pca"'
refuse "drift without room" 'online_pca { n = 4, k = 3, drift = 0.1, comparator = "pca" }' 'k = 3 must be at most n/2'
refuse "all directions" 'online_pca { n = 2, k = 2 }' 'k = 2 must be below n = 2'

# ---- each row can fail

run faults << 'END'
return { trials = 400, seeds = 2, params = { fault = "none" }, sweep = { fault = { "none", "still", "backwards" } },
  problem = problem.online_pca { n = 6, k = 1, noise = 0.01, instances = "vector" },
  learners = function(p) return { learner.control_capped_meg { fault = p.fault, label = "meg" },
    learner.control_capped_gradient_descent { fault = p.fault, label = "gradient" } } end,
  bounds = { bound.capped_loss {}, bound.capped_regret {}, bound.capped_gradient_regret {} } }
END
same "faults: exit status 3" 3 $status
same "without a fault" holds "$(distinct faults verdict fault=none)"
rows="capped_loss capped_loss.tuned capped_loss.step capped_regret capped_regret.tuned capped_gradient_regret"
judged "a learner that stays" violated faults "$rows" fault=still
judged "a learner of the opposite" violated faults "$rows" fault=backwards
