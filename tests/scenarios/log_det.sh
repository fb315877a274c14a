#!/bin/sh
# Log-determinant matrix prediction: its bound holds for cuts, orders and matrices, is below those of the entropy, and each row can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
BOUND=log_det_regret

# sequence CLASS N TRIALS NOISE: the header and trials of a planted cut (the first half), order (1, ..., N) or N x N matrix of ones.
sequence() {
  awk -v class="$1" -v n="$2" -v trials="$3" -v noise="$4" '
    function uniform() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    BEGIN {
      seed = 12345
      low = class == "order" ? 0 : -1
      for (i = 1; i <= n; i++) {
        line = line (i > 1 ? "," : "") (class == "cut" ? (i <= n / 2 ? 1 : -1) : class == "order" ? i : 1)
      }
      for (i = 1; i <= n; i++) rows = rows (i > 1 ? "," : "") "[" line "]"
      printf "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":%d,\"n\":%d,\"labels\":\"real\",", n, n
      printf "\"loss\":\"absolute\",\"interval\":[%d,1],\"scale\":%g,", low, class == "cut" ? 0.5 : 1
      printf "\"comparator\":{\"%s\":[%s]}}\n", class, class == "matrix" ? rows : line
      for (t = 1; t <= trials; t++) {
        i = 1 + int(n * uniform())
        do j = 1 + int(n * uniform()); while (class == "order" && i == j)
        y = 1
        if (class == "cut" && (i <= n / 2) == (j <= n / 2)) y = -1
        if (class == "order" && i > j) y = 0
        if (uniform() < noise && !(class == "cut" && i == j)) y = 1 + low - y
        printf "{\"t\":%d,\"i\":%d,\"j\":%d,\"y\":%d}\n", t, i, j, y
      }
    }'
}

# ---- cuts: sharper than both forms of the entropy's algorithm, measured and bound

sequence cut 40 8000 0.1 > cut.jsonl
run cut << 'END'
return { seeds = 1, problem = problem.recorded { file = "cut.jsonl" },
  learners = { learner.log_det { class = "max_cut", eps = 1, label = "one" }, learner.log_det { class = "max_cut" } },
  bounds = bound.log_det_regret {} }
END
same "cut: exit status" 0 $status
same "cut: every row holds" holds "$(verdicts cut verdict | sort -u)"
holds "cut: less than sqrt(n ln(n) T/2), the entropy's bound" "$(verdicts cut value learner=log_det bound=$BOUND) < sqrt(20 * log(40) * 8000)"
holds "cut: the bound from the data" "$(verdicts cut value learner=one bound=$BOUND.data) < 420"
holds "cut: the regret" "$(values cut/cells.tsv regret learner=one) < 0.7 * sqrt(40 * 8000)"

sequence cut 20 2000 0.1 > small.jsonl
run entropy << 'END'
return { seeds = 1, problem = problem.recorded { file = "small.jsonl" },
  learners = { learner.log_det { class = "max_cut" },
    learner.online_matrix_prediction { class = "max_cut", label = "two" },
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "one" } },
  bounds = { bound.log_det_regret {}, bound.matrix_prediction_regret {} } }
END
same "entropy: exit status" 0 $status
log_det=$(values entropy/cells.tsv regret learner=log_det)
holds "entropy: less regret than one block" "$log_det < $(values entropy/cells.tsv regret learner=one)"
holds "entropy: less regret than two blocks" "$log_det < $(values entropy/cells.tsv regret learner=two)"
same "entropy: each bound speaks of its learners" "log_det one two" "$(verdicts entropy learner | sort -u | tr '\n' ' ' | sed 's/ $//')"

# ---- orders and matrices

sequence order 16 4000 0.1 > order.jsonl
sequence matrix 8 2000 0.1 > matrix.jsonl
run others << 'END'
return { seeds = 1, params = { class = "gambling" }, sweep = { class = { "gambling", "collaborative_filtering" } },
  problem = function(p) return problem.recorded { file = p.class == "gambling" and "order.jsonl" or "matrix.jsonl" } end,
  learners = function(p) return { learner.log_det { class = p.class, trace_norm = p.class ~= "gambling" and 8 or nil },
    learner.log_det { class = p.class, trace_norm = p.class ~= "gambling" and 8 or nil, eps = 0.2, label = "given" } } end,
  bounds = bound.log_det_regret {} }
END
same "others: exit status" 0 $status
same "others: every row holds" holds "$(verdicts others verdict | sort -u)"
holds "order: near 9.7 sqrt(T)" "$(verdicts others value class=gambling learner=log_det bound=$BOUND) < 1.05 * 9.7 * sqrt(4000)"
same "others: a row for the theorem, the data and each invariant" 20 "$(verdicts others bound | wc -l)"

# ---- comparators that are not of the class

rows=$(awk 'BEGIN { for (i = 1; i <= 20; i++) { line = ""; for (j = 1; j <= 20; j++) line = line ",0.5"; printf "%s[%s]", (i > 1 ? "," : ""), substr(line, 2) } }')
sed "1s/\"cut\":.*/\"matrix\":[$rows]}}/" small.jsonl > halves.jsonl
sed '1s/,"comparator":.*/}/' small.jsonl > unknown.jsonl
for file in halves unknown; do
  run $file << END
return { seeds = 1, problem = problem.recorded { file = "$file.jsonl" }, learners = learner.log_det { class = "max_cut" }, bounds = bound.log_det_regret {} }
END
done
same "a matrix is no cut" "premise the comparator is of the class: a cut" "$(verdicts halves 'verdict premise' bound=$BOUND)"
loss=$(values unknown/cells.tsv loss)
same "no comparator: the loss, no regret" "loss $loss nan nan unchecked" "$(verdicts unknown 'measure measured value used verdict' bound=$BOUND)"
same "no comparator: the loss in the summary" "loss $loss nan" "$(values unknown/summary.tsv "measure mean value" bound=$BOUND)"
run narrow << 'END'
return { seeds = 1, problem = problem.recorded { file = "matrix.jsonl" },
  learners = learner.log_det { class = "collaborative_filtering", trace_norm = 7 }, bounds = bound.log_det_regret {} }
END
same "a matrix of trace norm 8, above 7" "premise the comparator's trace is at most tau" "$(verdicts narrow 'verdict premise' bound=$BOUND)"
printf '%s\n' '{"format":"winnow-lab sequence 1","instances":"entry","m":2,"n":2,"labels":"real","loss":"linear","interval":[-1,1],"comparator":{"matrix":[[-1.25,0],[0,0]]}}' > beyond.jsonl
awk 'BEGIN { for (t = 1; t <= 400; t++) printf "{\"t\":%d,\"i\":1,\"j\":1,\"y\":1}\n", t }' >> beyond.jsonl
run beyond << 'END'
return { seeds = 1, problem = problem.recorded { file = "beyond.jsonl" },
  learners = learner.log_det { class = "collaborative_filtering", trace_norm = 9 }, bounds = bound.log_det_regret {} }
END
same "an entry of -1.25" "0 premise the comparator is in the interval of predictions 1 -1.25" "$status $(verdicts beyond 'verdict premise trial premise_value' bound=$BOUND.data)"
run labels << 'END'
return { seeds = 1, problem = problem.control_entries { n = 8, rounds = 16, label = 3 },
  learners = learner.log_det { class = "max_cut" }, bounds = bound.log_det_regret {} }
END
same "a label outside its range" "premise labels are in their range 7 3" "$(verdicts labels 'verdict premise trial premise_value' bound=$BOUND)"

# ---- each row can fail

run faults << 'END'
return { seeds = 1, params = { fault = "none" }, sweep = { fault = { "none", "still", "backwards", "hasty" } },
  problem = problem.recorded { file = "small.jsonl" },
  learners = function(p) return learner.control_log_det { class = "max_cut", eps = 0.4, fault = p.fault } end,
  bounds = bound.log_det_regret {} }
END
same "faults: exit status 3" 3 $status
for row in "" .data .projection .step .stability; do
  same "without a fault: $BOUND$row" holds "$(verdicts faults verdict bound=$BOUND$row fault=none)"
done
same "a learner that stays: the step" violated "$(verdicts faults verdict bound=$BOUND.step fault=still)"
same "a learner that stays: the regret" "violated violated" "$(verdicts faults verdict bound=$BOUND fault=still) $(verdicts faults verdict bound=$BOUND.data fault=still)"
same "a learner of opposite labels: the regret" "violated violated" "$(verdicts faults verdict bound=$BOUND fault=backwards) $(verdicts faults verdict bound=$BOUND.data fault=backwards)"
same "a rate that is too large" "premise 2 eta G' cap < 1" "$(verdicts faults 'verdict premise' bound=$BOUND fault=hasty)"
same "a rate that is too large: the step" violated "$(verdicts faults verdict bound=$BOUND.step fault=hasty)"
