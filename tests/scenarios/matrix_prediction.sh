#!/bin/sh
# Online matrix prediction: recorded and replayed, the exact expected regret of the adversaries for every learner, the theorem on all kinds
# of sequences, and each row can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

BOUND=matrix_prediction_regret

# ---- recorded and replayed: the same trials, losses and verdicts

# replay NAME PROBLEM LEARNER
replay() {
  run "$1" --record << END
return { seeds = 1, trials = 150, problem = problem.$2, learners = { $3, learner.constant { value = 0.5 } },
  bounds = bound.$BOUND {} }
END
  same "$1: exit status" 0 $status
  for label in online_matrix_prediction constant; do
    cell=$(values "$1/cells.tsv" cell "learner=$label")
    cp "$1/sequences/$cell.jsonl" "$1-$label.jsonl"
    run "$1-$label" << END
return { seeds = 1, problem = problem.recorded { file = "$1-$label.jsonl" }, learners = { $3, learner.constant { value = 0.5 } },
  bounds = bound.$BOUND {} }
END
    # a header has the answer, not the certificate below its loss
    columns='trials mistakes loss comparator_loss_high regret_low updates stream'
    same "$1, $label: the same cell" "$(values "$1/cells.tsv" "$columns" "learner=$label")" "$(values "$1-$label/cells.tsv" "$columns" "learner=$label")"
  done
  same "$1: the same verdicts" "$(verdicts "$1" 'bound measured value verdict')" "$(verdicts "$1-online_matrix_prediction" 'bound measured value verdict')"
}
CUT='learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block" }'
ORDER='learner.online_matrix_prediction { class = "gambling", decomposition = "exact" }'
MATRIX='learner.online_matrix_prediction { class = "collaborative_filtering", decomposition = "sharp", trace_norm = 9 }'
replay cut 'max_cut { n = 6, noise = 0.1, diagonal = true }' "$CUT"
replay order 'gambling { n = 6, noise = 0.1, sequence = "planted" }' "$ORDER"
replay matrix 'collaborative_filtering { m = 4, n = 7, matrix = "low_rank", labels = "entries", noise = 0.1 }' "$MATRIX"
replay slopes 'collaborative_filtering { m = 4, n = 7, loss = "linear", scale = 2 }' "$MATRIX"

# ---- a label outside its interval in a recorded file: bad input

sed 's/"y":1,/"y":1.5,/' order-constant.jsonl | sed -n '1,6p' > beyond.jsonl
line=$(grep -n '"y":1.5' beyond.jsonl | head -n 1 | cut -d : -f 1)
run beyond << END
return { seeds = 1, problem = problem.recorded { file = "beyond.jsonl" }, learners = { learner.constant { value = 0.5 } } }
END
same "a label outside the interval: exit status" 2 $status
has "a label outside the interval: file, line and field" beyond.stderr "beyond.jsonl:$line: y: 1.5, expected a number from 0 to 1"

# ---- all kinds of sequences, every loss: nothing is broken

run kinds << 'END'
local sequences = { "planted", "random", "adaptive", "repeated" }
return { trials = 300, seeds = 2, params = { sequence = "planted", cost = "absolute" },
  sweep = { sequence = sequences, cost = { "absolute", "square", "logistic", "hinge", "linear" } },
  problem = function(p) return problem.max_cut { n = 6, diagonal = true, sequence = p.sequence, loss = p.cost } end,
  learners = { learner.online_matrix_prediction { class = "max_cut", label = "two" },
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "one" },
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", box = "clip", label = "clip" },
    learner.online_matrix_prediction { class = "max_cut", horizon = "doubling", label = "doubling" },
    learner.randomized_matrix_prediction { class = "max_cut", label = "randomised" } },
  bounds = bound.matrix_prediction_regret {} }
END
same "all kinds of sequences: exit status" 0 $status
same "all kinds of sequences: nothing is broken" holds "$(verdicts kinds verdict | grep -v vacuous | sort -u)"
run orders << 'END'
return { trials = 300, seeds = 2, params = { sequence = "planted" }, sweep = { sequence = { "planted", "random", "adaptive", "repeated" } },
  problem = function(p) return problem.gambling { n = 5, sequence = p.sequence } end,
  learners = function(p) local list = {}
    for _, decomposition in ipairs { "recursive_printed", "recursive", "svd", "exact" } do
      list[#list + 1] = learner.online_matrix_prediction { class = "gambling", decomposition = decomposition, label = decomposition }
    end
    return list end,
  bounds = bound.matrix_prediction_regret {} }
END
same "orders: exit status" 0 $status
same "orders: nothing is broken" "holds vacuous" "$(verdicts orders verdict | sort -u | paste -sd ' ' -)"
# The invariants are judged, not left out: 4 sequences x 4 decompositions x 2 seeds.
same "orders: every step is judged" "32 holds" "$(verdicts orders verdict bound=$BOUND.step | uniq -c | sed 's/^ *//')"

# ---- regret is against the best answer, not against one that knows nothing of the labels

run coins << 'END'
return { trials = 20, seeds = 3, problem = problem.gambling { n = 2, sequence = "random" }, learners = learner.constant { value = 0.5 } }
END
same "coins on one pair: half the difference of their sides" 1 "$(values coins/cells.tsv regret seed=3)"
run random --set T=250 --set sequence=random --set noise=0 --seeds 1 < "$ROOT/scenarios/gambling.lua"
same "coins on 28 pairs: all orders tried" 25 "$(values random/cells.tsv regret 'learner=always 1/2')"
run adaptive --record << END
return { trials = 60, seeds = 1, problem = problem.gambling { n = 3, sequence = "adaptive" }, learners = $ORDER, bounds = bound.$BOUND {} }
END
cell=$(values adaptive/cells.tsv cell)
for order in 1,2,3 1,3,2 2,1,3 2,3,1 3,1,2 3,2,1; do
  sed "1s/\"order\":\[[0-9,]*\]/\"order\":[$order]/" "adaptive/sequences/$cell.jsonl" > order.jsonl
  run order << 'END'
return { problem = problem.recorded { file = "order.jsonl" }, seeds = 1, learners = learner.constant { value = 0.5 } }
END
  values order/cells.tsv comparator_loss
done > losses
same "an adaptive sequence: six orders of more than one loss" more "$([ "$(sort -u losses | wc -l)" -gt 1 ] && echo more)"
same "an adaptive sequence: the best of all orders" "$(sort -g losses | head -n 1)" "$(values adaptive/cells.tsv comparator_loss)"
each "an adaptive sequence: the bound is judged against it" 1 "$(verdicts adaptive measured bound=$BOUND)" \
  "(x - $(values adaptive/cells.tsv regret)) ^ 2 < 1e-18"

# ---- adversaries: the same expected regret for every learner

# adversary NAME PROBLEM LEARNER
adversary() {
  run "$1" << END
return { seeds = 150, problem = problem.$1 $2, learners = { $3, learner.constant { value = 0, label = "low" },
  learner.constant { value = 1, label = "high" }, learner.random {} }, bounds = bound.$1 {} }
END
  same "$1: exit status" 0 $status
  same "$1: holds for every learner" "12 holds" "$(verdicts "$1" verdict | uniq -c | sed 's/^ *//')"
  same "$1: judged in the mean" mean "$(distinct "$1" level)"
}
adversary max_cut_lower '{ n = 8, rounds = 4 }' "$CUT"
adversary gambling_lower '{ items = 3, depth = 2, rounds = 3 }' "$ORDER"
adversary filtering_lower '{ m = 3, n = 4, active = 2, rounds = 4, scale = 2 }' "$MATRIX"

run cut_short --trials 10 << 'END'
return { seeds = 2, problem = problem.max_cut_lower { n = 8, rounds = 4 }, learners = learner.constant { value = 0 }, bounds = bound.max_cut_lower {} }
END
same "an adversary cut short: the premise, its trial and value, of a row over the seeds" "premise the adversary has played to its end - 10 10" \
  "$(distinct cut_short 'verdict premise cell trial premise_value')"

run wrong << 'END'
return { seeds = 1500, params = { factor = 1 }, sweep = { factor = { 0.9, 1, 1.1 } },
  problem = function(p) return problem.control_entries { n = 32, rounds = 16, factor = p.factor } end,
  learners = { learner.constant { value = 0 }, learner.constant { value = 1, label = "one" } },
  bounds = bound.max_cut_lower {} }
END
same "an expectation that is wrong by a tenth: exit status" 3 $status
for case in '0.9 holds violated' '1 holds holds' '1.1 violated holds'; do
  # shellcheck disable=SC2086 # words are wanted
  set -- $case
  same "an expectation times $1" "$2 $3" "$(verdicts wrong verdict bound=max_cut_lower.expectation "factor=$1" learner=constant) $(verdicts wrong verdict bound=max_cut_lower.expectation_at_most "factor=$1" learner=constant)"
done

# ---- each row of the theorem can fail

run faults << 'END'
return { trials = 2000, seeds = 1, params = { fault = "none" }, sweep = { fault = { "none", "still", "double", "steep", "unprojected" } },
  problem = problem.max_cut { n = 5 },
  learners = function(p) return learner.control_matrix_prediction { class = "max_cut", fault = p.fault } end,
  bounds = bound.matrix_prediction_regret {} }
END
same "faults: exit status" 3 $status
judged "without a fault" holds faults "$BOUND $BOUND.data $BOUND.projection $BOUND.step" fault=none
for case in "still $BOUND" "still $BOUND.data" "double $BOUND.step" "unprojected $BOUND.projection"; do
  same "fault: $case" violated "$(verdicts faults verdict "bound=${case#* }" "fault=${case% *}")"
done
same "a loss steeper than G" "premise |g| <= G 1 0.5" "$(verdicts faults 'verdict premise trial premise_value' bound=$BOUND fault=steep)"

# The regret may be wrong by twice G times the residual in each of the 2000 rounds: the row says so only when that reaches the bound.
slack=$(verdicts faults 'value measured' "bound=$BOUND" fault=none | awk '{ printf "%.17g", $1 - $2 }')
for case in '0.95 holds' '1.05 inconclusive'; do
  size=$(echo "$slack ${case% *}" | awk '{ printf "%.17g", $1 * $2 / (2 * 0.5 * 2000) }') # G = 1/2
  run residual << END
return { trials = 2000, seeds = 1, problem = problem.max_cut { n = 5 },
  learners = learner.control_matrix_prediction { class = "max_cut", fault = "residual", size = $size }, bounds = bound.matrix_prediction_regret {} }
END
  same "an error of ${case% *} of what is left to the bound" "${case#* }" "$(verdicts residual verdict "bound=$BOUND")"
done

run labels << 'END'
return { seeds = 1, problem = problem.control_entries { n = 8, rounds = 16, label = 3 },
  learners = learner.online_matrix_prediction { class = "max_cut" }, bounds = bound.matrix_prediction_regret {} }
END
same "a label outside its range" "premise labels are in their range 7 3" "$(verdicts labels 'verdict premise trial premise_value' bound=$BOUND)"

run rate << 'END'
return { trials = 200, seeds = 1, problem = problem.max_cut { n = 5 },
  learners = learner.online_matrix_prediction { class = "max_cut", eta = 5 }, bounds = bound.matrix_prediction_regret {} }
END
same "a rate too large" "premise eta G <= 1 nan 2.5" "$(verdicts rate 'verdict premise trial premise_value' bound=$BOUND.data)"

# ---- comparators outside the class

PAIRS='{"t":1,"i":1,"j":2,"y":1}
{"t":2,"i":2,"j":1,"y":1}'
# outside NAME HEADER LEARNER PREMISE VALUE [TRIALS]: the given header and, without TRIALS, two trials
outside() {
  printf '%s\n%s\n' "$2" "${6-$PAIRS}" > "$1.jsonl"
  run "$1" << END
return { seeds = 1, problem = problem.recorded { file = "$1.jsonl" }, learners = $3, bounds = bound.$BOUND {} }
END
  same "comparator: $1, exit status" 0 $status
  same "comparator: $1" "premise $4" "$(verdicts "$1" 'verdict premise' bound=$BOUND)"
  value=$(verdicts "$1" premise_value bound=$BOUND)
  if [ "$5" = nan ]; then same "comparator: $1, value" nan "$value"; else holds "comparator: $1, value" "($value - $5)^2 < 1e-20"; fi
}
HEAD='{"format":"winnow-lab sequence 1","instances":"entry","labels":"real","loss":"absolute","interval":[-1,1]'
outside asymmetric "$HEAD,\"m\":2,\"n\":2,\"comparator\":{\"matrix\":[[-1,1],[0.5,-1]]}}" \
  'learner.online_matrix_prediction { class = "max_cut" }' 'the comparator is of the class: symmetric' nan
outside no_cut "$HEAD,\"m\":2,\"n\":2,\"comparator\":{\"matrix\":[[-1,1],[1,-1]]}}" \
  'learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block" }' 'the comparator is of the class: a cut' nan
outside large_trace "$HEAD,\"m\":2,\"n\":2,\"comparator\":{\"matrix\":[[0,1],[1,0]]}}" \
  'learner.online_matrix_prediction { class = "collaborative_filtering", trace_norm = 1 }' "the comparator's trace is at most tau" 4
# A star of 16 leaves has |W| = 4 at its centre and 1/4 at a leaf: the sum exceeds 4 beta.
star=$(awk 'BEGIN { for (i = 0; i < 17; i++) { row = ""; for (j = 0; j < 17; j++) row = row (j ? "," : "") ((i == 0) != (j == 0) ? 1 : 0); printf "%s[%s]", i ? "," : "", row } }')
outside star "$HEAD,\"m\":17,\"n\":17,\"comparator\":{\"matrix\":[$star]}}" \
  'learner.online_matrix_prediction { class = "max_cut" }' "the comparator's diagonal is at most beta" 4.25
# 400 times the same entry: with the comparator outside the interval, or where nothing is learnt, the regret passes the bound.
same_entry=$(awk 'BEGIN { for (t = 1; t <= 400; t++) printf "{\"t\":%d,\"i\":1,\"j\":1,\"y\":1}\n", t }')
outside beyond_interval "$(echo "$HEAD" | sed 's/absolute/linear/'),\"m\":2,\"n\":2,\"comparator\":{\"matrix\":[[-1.25,0],[0,0]]}}" \
  'learner.online_matrix_prediction { class = "collaborative_filtering", decomposition = "sharp", trace_norm = 9 }' \
  'the comparator is in the interval of predictions' -1.25 "$same_entry"
outside diagonal "$HEAD,\"m\":3,\"n\":3,\"comparator\":{\"matrix\":[[1,0,0],[0,0,0],[0,0,0]]}}" \
  'learner.online_matrix_prediction { class = "max_cut" }' 'the comparator is of the class: -1 where i = j' 1 \
  "$same_entry
{\"t\":401,\"i\":1,\"j\":2,\"y\":1}"
# An order has 1 where i = j; the matrix of signs that `exact` decomposes has 1/2 there, the others have 1.
outside itself "$(echo "$HEAD" | sed 's/\[-1,1\]/[0,1]/'),\"m\":3,\"n\":3,\"comparator\":{\"order\":[2,1,3]}}" \
  'learner.online_matrix_prediction { class = "gambling", decomposition = "exact" }' 'the comparator is of the class: 1/2 where i = j' 1 \
  "$same_entry"
run itself << 'END'
return { seeds = 1, problem = problem.recorded { file = "itself.jsonl" }, bounds = bound.matrix_prediction_regret {},
  learners = { learner.online_matrix_prediction { class = "gambling" }, learner.online_matrix_prediction { class = "gambling", decomposition = "svd", label = "svd" } } }
END
same "a pair i = j of gambling" "holds vacuous" "$(verdicts itself verdict | sort -u | paste -sd ' ' -)"

# ---- the rounds that a learner is told of: no more than the sequence has

run told << 'END'
return { trials = 400, seeds = 1, problem = problem.recorded { file = "asymmetric.jsonl" }, bounds = bound.matrix_prediction_regret {},
  learners = { learner.online_matrix_prediction { class = "collaborative_filtering", trace_norm = 2 } } }
END
run asked << 'END'
return { seeds = 1, problem = problem.recorded { file = "asymmetric.jsonl" }, bounds = bound.matrix_prediction_regret {},
  learners = { learner.online_matrix_prediction { class = "collaborative_filtering", trace_norm = 2 } } }
END
same "more trials than there are" "$(verdicts asked 'bound measured value verdict')" "$(verdicts told 'bound measured value verdict')"
