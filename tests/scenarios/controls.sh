#!/bin/sh
# Every bound can fail: a test breaks it. Here those that no other script breaks; then the registry against all scripts.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# breaks BOUND PROBLEM LEARNER: status 3, and the theorem's row is violated.
breaks() {
  run "$1" << END
return { trials = 2000, seeds = 40, problem = problem.$2, learners = learner.$3, bounds = bound.$1 {} }
END
  same "$1: violated" "3 violated" "$status $(values "$1/summary.tsv" verdict "bound=$1" | sort -u)"
}
breaks forced_mistakes 'control_forced_mistakes { with = { n = 16, r = 2 }, fault = "agrees" }' 'winnow { r = 2 }'
breaks block_mistakes 'control_block_adversary { with = { n = 64 }, fault = "agrees" }' 'winnow {}'
breaks matrix_block_mistakes 'control_matrix_block_adversary { with = { n = 16 }, fault = "agrees" }' 'matrix_winnow {}'
breaks hadamard_mistakes 'control_hadamard_adversary { with = { r = 2 }, fault = "agrees" }' 'general_matrix_winnow {}'
breaks product_hadamard_mistakes 'control_product_hadamard { with = { r = 1 }, fault = "agrees" }' 'general_matrix_winnow {}'
breaks gambling_lower 'control_gambling_lower { with = { items = 3, depth = 2, rounds = 3 }, fault = "boasts" }' 'constant { value = 1 }'
breaks filtering_lower 'control_filtering_lower { with = { m = 3, n = 4, active = 2, rounds = 4, scale = 2 }, fault = "boasts" }' 'constant {}'
breaks max_cut_lower 'control_max_cut_lower { with = { n = 6, rounds = 16 }, fault = "boasts" }' 'constant { value = 1 }'
breaks median_regret 'control_median_adversary { with = { n = 5 }, fault = "boasts" }' 'constant { value = 1 }'
breaks random_pairs_regret 'control_random_pairs_adversary { with = { n = 5, rounds = 120 }, fault = "boasts" }' 'constant { value = 1 }'
breaks sorting_regret 'control_sorting_adversary { with = { n = 9, rounds = 12 }, fault = "boasts" }' 'constant { value = 1 }'
breaks tree_regret 'control_tree_adversary { with = { n = 5, rounds = 30 }, fault = "boasts" }' 'constant { value = 1 }'
breaks tree_regret 'control_tree_adversary { with = { n = 5, rounds = 30, rule = "least" }, fault = "boasts" }' 'constant { value = 1 }'
breaks standard_optimal_mistakes 'disjunction { n = 4, r = 1 }' 'control_standard_optimal { fault = "still" }'
breaks eg_loss 'repeated_instance { q = 0.3, swing = 0.1 }' 'control_eg { range = 1, fault = "still" }'
breaks matrix_multiplicative_weights_updates 'quantum_state { qubits = 1 }' \
  'control_multiplicative_weights { eta = 0.3, insensitive = 0.05, fault = "still" }'

if ! command -v python3 > /dev/null; then
  skip "the registry of bounds" "no python3"
  exit 0
fi
PYTHONDONTWRITEBYTECODE=1 python3 "$ROOT/tests/checkers/broken_bounds.py" "$WINNOW" "$ROOT/tests/scenarios"
