#!/bin/sh
# Binary matrix completion: its bounds hold, and can fail; entries are recorded and replayed; matrices of trace norm 1.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

BOUND=matrix_completion_mistakes

# ---- both tunings, with and without noise

run good << 'END'
return { trials = 1500, seeds = 3, params = { k = 2, noise = 0 }, sweep = { k = { 1, 2, 3 }, noise = { 0, 0.1 } },
  problem = function(p) return problem.biclusters { m = 12, n = 20, row_classes = p.k, column_classes = 4, noise = p.noise } end,
  learners = function(p) local gamma = 1 / math.sqrt(p.k) return {
    learner.matrix_completion { gamma = gamma, label = "sharp" },
    learner.matrix_completion { gamma = gamma, tuning = "published", label = "published" },
    learner.matrix_completion { gamma = gamma, eta = 0.2, label = "given" },
    learner.constant {}, learner.random {} } end,
  bounds = bound.matrix_completion_mistakes {} }
END
same "both tunings: exit status" 0 $status
same "both tunings: the theorem" holds "$(verdicts good verdict bound=$BOUND noise=0 | sort -u)"
same "both tunings: progress" holds "$(verdicts good verdict bound=$BOUND.progress noise=0 | sort -u)"
same "nothing is broken with noise" "" "$(verdicts good verdict | grep -v 'holds\|vacuous' | sort -u)"
same "a closed form for the two tunings only" "published sharp" "$(values good/summary.tsv learner bound=$BOUND.closed_form | sort -u | tr '\n' ' ' | sed 's/ $//')"
# The entropy of the density that is planted: the theorem's row is ln N - S(U) where the closed form has ln N, so never above it.
sharp=$(values good/summary.tsv value bound=$BOUND k=2 noise=0 learner=sharp)
closed=$(values good/summary.tsv value bound=$BOUND.closed_form k=2 noise=0 learner=sharp)
holds "the theorem is sharper than its closed form" "$sharp < $closed"

# ---- recorded and replayed

run recorded --record << 'END'
return { trials = 200, seeds = 1, problem = problem.biclusters { m = 6, n = 9, row_classes = 3, column_classes = 2, noise = 0.1 },
  learners = learner.matrix_completion { gamma = 0.7 }, bounds = bound.matrix_completion_mistakes {} }
END
cp recorded/sequences/*.jsonl played.jsonl
run replayed << 'END'
return { seeds = 1, problem = problem.recorded { file = "played.jsonl" }, learners = learner.matrix_completion { gamma = 0.7 },
  bounds = bound.matrix_completion_mistakes {} }
END
same "replayed: mistakes, comparator's loss and stream" "$(values recorded/cells.tsv 'mistakes comparator_loss stream')" "$(values replayed/cells.tsv 'mistakes comparator_loss stream')"
same "replayed: verdicts" "$(verdicts recorded 'bound measured value verdict')" "$(verdicts replayed 'bound measured value verdict')"

# ---- representations and states: what is low rank and what is dense agree, and a state is the same from any number of workers

run forms << 'END'
return { trials = 400, seeds = 2, params = { representation = "low_rank" }, sweep = { representation = { "low_rank", "dense" } },
  problem = problem.biclusters { m = 7, n = 5, noise = 0.05 },
  learners = function(p) return { learner.matrix_completion { gamma = 0.7, representation = p.representation },
    learner.matrix_completion { gamma = 0.7, tuning = "published", representation = p.representation, label = "published" } } end,
  bounds = bound.matrix_completion_mistakes {}, observe = { "potential", "rank" } }
END
same "dense and low rank: the same mistakes" "$(values forms/cells.tsv 'learner seed mistakes updates' representation=dense)" "$(values forms/cells.tsv 'learner seed mistakes updates' representation=low_rank)"
holds "the potential is observed" "$(values forms/observations.tsv value quantity=potential | grep -vc nan) > 10"
"$WINNOW" run forms.lua --out one --jobs 1 --save-state --quiet > /dev/null
"$WINNOW" run forms.lua --out two --jobs 2 --save-state --quiet > /dev/null
if diff -r one/states two/states > difference.txt; then ok "the same states"; else not_ok "the same states" "$(head -n 1 difference.txt)"; fi

# ---- matrices of trace norm 1: signs of tr(K^T X) with margin d, M <= 2 ln(m + n)/d^2

run signs << 'END'
return { trials = 1500, seeds = 2, params = { m = 6, gap = 0.3, r = 2 }, sweep = { m = { 4, 6 }, r = { 1, 2, 3 } },
  problem = function(p) return problem.rectangular_targets { m = p.m, n = 7, r = p.r, rank = 4, gap = p.gap, target = "low_rank" } end,
  learners = function(p) return learner.general_matrix_winnow { gap = p.gap, gap_low = -p.gap } end,
  bounds = { bound.general_matrix_mistakes {}, bound.general_matrix_mistakes_claimed {} } }
END
same "signs: exit status" 0 $status
same "signs: the bound" holds "$(verdicts signs verdict bound=general_matrix_mistakes | sort -u)"
same "signs: its progress" holds "$(verdicts signs verdict bound=general_matrix_mistakes.progress | sort -u)"
same "signs: the claimed bound does not speak of them" premise "$(verdicts signs verdict bound=general_matrix_mistakes_claimed | sort -u)"
each "signs: at most 2 ln(m+n)/d^2" 6 "$(verdicts signs value bound=general_matrix_mistakes m=6)" "x <= 2 * log(13) / 0.09"
run entries << 'END'
return { trials = 1000, seeds = 1, problem = problem.biclusters { m = 8, n = 8 },
  learners = learner.general_matrix_winnow { gap = 1 / (8 * math.sqrt(2)), gap_low = -1 / (8 * math.sqrt(2)) },
  bounds = bound.general_matrix_mistakes {} }
END
same "entries: the general bound is judged by K = 2 P Q^T/(m+n)" "holds holds" "$(verdicts entries verdict bound=general_matrix_mistakes.progress) $(verdicts entries verdict bound=general_matrix_mistakes)"

# ---- each row can fail

run faults << 'END'
return { trials = 1000, seeds = 2, params = { fault = "none", tuning = "sharp" }, sweep = { fault = { "none", "still" }, tuning = { "sharp", "published" } },
  problem = problem.biclusters { m = 3, n = 4 },
  learners = function(p) return learner.control_completion { gamma = 0.7, fault = p.fault, tuning = p.tuning } end,
  bounds = bound.matrix_completion_mistakes {} }
END
same "faults: exit status 3" 3 $status
for row in $BOUND $BOUND.progress $BOUND.closed_form; do
  same "without a fault: $row" holds "$(verdicts faults verdict bound=$row fault=none | sort -u)"
  same "a learner that stays: $row" violated "$(verdicts faults verdict bound=$row fault=still | sort -u)"
done

cat > longer.jsonl << 'END'
{"format":"winnow-lab sequence 1","instances":"entry","m":2,"n":2,"labels":"sign","comparator":{"embedding":{"rows":[[1,0],[0,1]],"columns":[[0.6,0.8],[0,1.25]]}}}
{"t":1,"i":1,"j":1,"y":-1}
{"t":2,"i":2,"j":2,"y":1}
END
sed 's/"comparator":.*/"comparator":{"matrix":[[0.5,0],[0,-0.5]]}}/' longer.jsonl > matrix.jsonl
for file in longer matrix; do
  run "$file" << END
return { seeds = 1, problem = problem.recorded { file = "$file.jsonl" },
  learners = { learner.matrix_completion { gamma = 0.6 }, learner.general_matrix_winnow { gap = 0.1, gap_low = -0.1 } },
  bounds = { bound.matrix_completion_mistakes {}, bound.general_matrix_mistakes {} } }
END
done
same "a vector of length 1.25" "premise 0.25" "$(verdicts longer 'premise premise_value' bound=$BOUND | sed 's/the rows of P and Q are unit vectors/premise/')"
same "a vector of length 1.25, as K" "premise" "$(verdicts longer verdict bound=general_matrix_mistakes)"
same "a matrix is no embedding" "premise" "$(verdicts matrix verdict bound=$BOUND.closed_form)"
same "a matrix of trace norm 1 is a comparator of General Matrix Winnow" 1 "$(verdicts matrix verdict bound=general_matrix_mistakes | grep -c 'holds\|vacuous')"
