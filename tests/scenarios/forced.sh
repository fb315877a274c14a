#!/bin/sh
# What adversaries force holds for every learner: for one of no skill, one that tosses coins, one in Lua and one in Python.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

python=
if command -v python3 > /dev/null; then
  python="learner.external { command = { \"python3\", \"$ROOT/examples/winnow_learner.py\" }, options = { theta = 0.2 }, timeout = 60,
    label = \"Python\" },"
fi
# everyone: the learners; few: without the program, which is slow to ask
everyone() {
  echo "$python"
  few
}
few() {
  cat << END
  learner.constant {}, learner.random {}, learner.perceptron {},
  learner.custom { name = "majority", instances = { "vector" }, create = function() return { sum = 0 } end,
    predict = function(s) return s.sum end, update = function(s, x, prediction, y) s.sum = s.sum + y return true end } { label = "Lua" },
END
}

# ---- labels that contradict: exactly that many mistakes, by hand

# forced NAME BOUND COUNT PROBLEM
forced() {
  run "$1" << END
return { trials = 600, seeds = 2, problem = problem.$4, learners = { $(everyone) }, bounds = bound.$2 {} }
END
  same "$1: exit status 0" 0 $status
  same "$1: every learner errs as often" "$3" "$(distinct "$1" measured)"
  same "$1: it holds" holds "$(distinct "$1" verdict)"
}
forced blocks_half block_mistakes 14 'block_adversary { n = 256 }'
forced blocks_third block_mistakes 30 'block_adversary { n = 200, r = 2, gap = 1 / 3 }'
forced blocks_one block_mistakes 8 'block_adversary { n = 256, gap = 1 }'
forced rows hadamard_mistakes 64 'hadamard_adversary { r = 4 }'
forced products product_hadamard_mistakes 32 'product_hadamard { r = 2 }'

# matrices of order 8: five, where the diagonal game has the value 4
run dyads << 'END'
return { trials = 600, seeds = 1, sweep = { form = { "matrix", "rotated" } }, params = { form = "matrix" },
  problem = function(p) return problem.matrix_block_adversary { n = 8, form = p.form } end,
  learners = { learner.constant {}, learner.random {}, learner.matrix_winnow {}, learner.asymmetric_matrix_winnow { rates = "capacity" } },
  bounds = bound.matrix_block_mistakes {} }
END
same "dyads: exit status 0" 0 $status
same "dyads: every learner errs five times" 5 "$(distinct dyads measured)"
same "dyads: it holds" holds "$(distinct dyads verdict)"

# ---- upper bounds of a sequence that the adversary ends are compared with what the scenario allowed: at gap 1 the bound is r ln(n/r) / c, c = 0.2785
# (4 ln 8 / 0.2785 = 29.9), far below 600 trials, and above the 12 = 4 log2(8) that are played; with 20 allowed it says nothing

upper() {
  run "upper_$1" << END
local own = bound.custom { name = "own", measure = "mistakes", value = function() return 29 end }
return { trials = $1, seeds = 1, problem = problem.forced_mistakes { n = 32, r = 4 },
  learners = { learner.winnow { r = 4, gap = 1 } }, bounds = { bound.subspace_mistakes {}, own {} } }
END
}
upper 600
same "12 of 600 trials are played" 12 "$(values upper_600/cells.tsv trials)"
same "an upper bound below what was allowed says something" "holds holds" \
  "$(verdicts upper_600 verdict bound=subspace_mistakes) $(verdicts upper_600 verdict bound=own)"
upper 20
same "one above what was allowed does not" "vacuous vacuous" \
  "$(verdicts upper_20 verdict bound=subspace_mistakes) $(verdicts upper_20 verdict bound=own)"

# ---- labels that are coins: half of it in the mean, from both sides

for which in 'block_adversary { n = 256, labels = "coins" }' 'hadamard_adversary { r = 2, labels = "coins" }'; do
  case $which in block*) bound=block_mistakes ;; *) bound=hadamard_mistakes ;; esac
  run "$bound" << END
return { trials = 600, seeds = 40, problem = problem.$which, learners = { $(few) }, bounds = bound.$bound {} }
END
  same "$bound, coins: exit status 0" 0 $status
  for row in $bound $bound.at_most; do
    same "$row, coins: it holds" holds "$(values "$bound/summary.tsv" verdict bound="$row" | sort -u)"
  done
done


# ---- regret

for which in 'tree_adversary { n = 5, rounds = 30 }' 'tree_adversary { n = 5, rounds = 30, tree = "path", stop = 5 }' \
  'random_pairs_adversary { n = 5, rounds = 120 }' 'median_adversary { n = 5, rounds = 30 }'; do
  case $which in tree*) bound=tree_regret ;; random*) bound=random_pairs_regret ;; *) bound=median_regret ;; esac
  run regret << END
return { trials = 600, seeds = 60, problem = problem.$which, bounds = bound.$bound {},
  learners = { learner.constant { value = 0 }, learner.constant { value = 1, label = "1" }, learner.random {}, learner.log_det { class = "max_cut" } } }
END
  same "$which: exit status 0" 0 $status
  same "$which: every row holds" holds "$(values regret/summary.tsv verdict | sort -u)"
done
for which in 'sorting_adversary { n = 9, rounds = 12 }' 'median_adversary { n = 9, rounds = 12, class = "order" }' \
  'median_adversary { n = 30, class = "order", sorted = 28 }'; do
  case $which in sort*) bound=sorting_regret ;; *) bound=median_regret ;; esac
  run sorting << END
return { trials = 600, seeds = 60, problem = problem.$which, bounds = bound.$bound {},
  learners = { learner.constant { value = 0 }, learner.constant { value = 1, label = "1" }, learner.random {}, learner.log_det { class = "gambling" } } }
END
  same "$which: exit status 0" 0 $status
  same "$which: every row holds" holds "$(values sorting/summary.tsv verdict | sort -u)"
done

# ---- a random code: every trial is a mistake, and the comparator keeps the gap in whole numbers

run code << END
return { trials = 30, seeds = 1, params = { gap = 0.5 }, sweep = { gap = { 1, 0.5, 0.25 } },
  problem = function(p) return problem.coding_adversary { n = 256, gap = p.gap, tries = 10 } end,
  learners = function(p) return { learner.asymmetric_winnow { gap = p.gap, rates = "capacity" }, $(few) } end,
  bounds = bound.capacity_mistakes {} }
END
if grep -q GLPK code.stderr; then
  skip code "no GLPK"
else
  same "code: exit status 0" 0 $status
  each "code: only mistakes" 15 "$(values code/cells.tsv 'mistakes trials' | awk '{ print $1 - $2 }')" "x == 0"
  each "code: some of them" 15 "$(values code/cells.tsv mistakes)" "x >= 5"
  same "code: the proof of the learner at the capacity holds" holds "$(distinct code verdict bound=capacity_mistakes.progress)"
  each "code: and its bound" 3 "$(verdicts code used bound=capacity_mistakes)" "x <= 1"
fi
