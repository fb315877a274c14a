#!/bin/sh
# Completion with side information: bounds hold, and can fail; dyads with an embedding as comparator are recorded and replayed.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
BOUND=side_information_mistakes COIN=side_information_expected_mistakes

run good << 'EOF'
return { trials = 600, seeds = 2, params = { side = "graphs", noise = 0, classes = 2 },
  sweep = { side = { "graphs", "none" }, noise = { 0, 0.1 }, classes = { 1, 2, 3 } },
  problem = function(p) return problem.side_information { m = 9, n = 12, classes = p.classes, side = p.side, noise = p.noise, wrong = 0.1 } end,
  learners = function(p) local gamma, trace = 1 / math.sqrt(p.classes), p.side == "graphs" and 60 or 21 return {
    learner.side_information_completion { gamma = gamma, trace = trace, label = "sharp" },
    learner.side_information_completion { gamma = gamma, trace = trace, tuning = "published", label = "published" },
    learner.side_information_completion { gamma = gamma, trace = trace, representation = "dense", label = "dense" },
    learner.randomized_side_information_completion { gamma = gamma, trace = trace, label = "coin" } } end,
  bounds = { bound.side_information_mistakes {}, bound.side_information_expected_mistakes {}, bound.subspace_mistakes {} } }
EOF
same "good: exit status" 0 $status
same "good: no row but holds (or vacuous)" "" "$(verdicts good verdict | grep -v 'holds\|vacuous' | sort -u)"
same "good: without noise the coin's bound is judged" 12 "$(verdicts good verdict bound=$COIN noise=0 | grep -c 'holds\|vacuous')"
same "low rank and dense: the same mistakes" "$(values good/cells.tsv mistakes learner=sharp)" "$(values good/cells.tsv mistakes learner=dense)"
run none << 'EOF'
return { trials = 1, seeds = 1, problem = problem.side_information { m = 9, n = 12, side = "none" }, learners = learner.random {} }
EOF
same "without side information D = m + n" 21 \
  "$(python3 -c 'import json; print(json.load(open("none/manifest.json"))["data_notes"]["trace of the comparator"])')"

run few << 'EOF'
return { trials = 50, seeds = 1, problem = problem.side_information { m = 9, n = 12 },
  learners = { learner.side_information_completion { gamma = 0.7, trace = 1 }, learner.randomized_side_information_completion { gamma = 0.7, trace = 1 } },
  bounds = { bound.side_information_mistakes {}, bound.side_information_expected_mistakes {} } }
EOF
same "a trace that is too small: premise" "premise the comparator's trace is at most D" \
  "$(verdicts few 'verdict premise' | sort -u | grep trace)"

replayed recorded 80 'side_information { m = 5, n = 4, noise = 0.1 }' 'learners = learner.side_information_completion { gamma = 0.7, trace = 30 },
  bounds = { bound.side_information_mistakes {}, bound.subspace_mistakes {} }' 'mistakes stream'
sed '1s/"rows":\[.*\],"columns"/"rows":[],"columns"/' recorded.jsonl > bad.jsonl
run bad << 'EOF'
return { seeds = 1, problem = problem.recorded { file = "bad.jsonl" }, learners = learner.side_information_completion {} }
EOF
same "an embedding without rows: exit status" 2 $status
has "an embedding without rows" bad.stderr 'comparator.embedding.rows: 0 vectors, expected 1 to n - 1 = 8'

run faults << 'EOF'
return { trials = 3000, seeds = 1, params = { fault = "none" }, sweep = { fault = { "none", "still" } },
  problem = problem.side_information { m = 6, n = 6, side = "none" },
  learners = function(p) return { learner.control_side_information { gamma = 0.7, fault = p.fault },
    learner.control_randomized_side_information { gamma = 0.7, representation = "dense", eta = 0.2, fault = p.fault } } end,
  bounds = { bound.side_information_mistakes {}, bound.side_information_expected_mistakes {} } }
EOF
same "faults: exit status" 3 $status
for row in $BOUND $COIN $COIN.data $COIN.progress; do
  same "$row without a fault" holds "$(verdicts faults verdict fault=none "bound=$row" | sed 's/vacuous/holds/')"
  same "$row: a learner that stays" violated "$(verdicts faults verdict fault=still "bound=$row")"
done
