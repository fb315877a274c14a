#!/bin/sh
# Rivals of matrix prediction: their theorems on all kinds of sequences and losses, each row can fail, Elo on football.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# ---- all kinds of sequences, every loss: nothing is broken

run kinds << 'END'
local sequences = { "planted", "random", "adaptive", "repeated" }
return { trials = 300, seeds = 2, params = { sequence = "planted", cost = "absolute" },
  sweep = { sequence = sequences, cost = { "absolute", "square", "logistic", "hinge", "linear" } },
  problem = function(p) return problem.max_cut { n = 6, diagonal = true, sequence = p.sequence, loss = p.cost } end,
  learners = { learner.hedge_cuts {}, learner.hedge_cuts { eta = 3, label = "fast" }, learner.entry_averages {},
    learner.entry_averages { eta = 0.5, label = "faster" }, learner.schatten_mirror_descent {},
    learner.schatten_mirror_descent { p = 1.1, eta = 0.5, label = "fastest" } },
  bounds = { bound.hedge_regret {}, bound.entry_averages_regret {}, bound.schatten_regret {} } }
END
same "all kinds of sequences: exit status" 0 $status
same "all kinds of sequences: nothing is broken" holds "$(verdicts kinds verdict | grep -v vacuous | sort -u)"
run orders << 'END'
return { trials = 300, seeds = 2, params = { sequence = "planted" }, sweep = { sequence = { "planted", "random", "adaptive", "repeated" } },
  problem = function(p) return problem.gambling { n = 5, sequence = p.sequence } end,
  learners = { learner.hedge_orders {}, learner.entry_averages {}, learner.schatten_mirror_descent {} },
  bounds = { bound.hedge_regret {}, bound.entry_averages_regret {}, bound.schatten_regret {} } }
END
same "orders: exit status" 0 $status
same "orders: nothing is broken" holds "$(verdicts orders verdict | grep -v vacuous | sort -u)"

# ---- a potential over a rate near 0 is rounding: nothing is broken by it

run small_rate << 'END'
return { trials = 30, seeds = 1, problem = problem.max_cut { n = 5 }, learners = learner.hedge_cuts { eta = 1e-9 }, bounds = bound.hedge_regret {} }
END
same "a rate near 0: exit status" 0 $status
same "a rate near 0: the potential" inconclusive "$(verdicts small_rate verdict bound=hedge_regret.potential)"

# ---- each row of the theorems can fail

run faults << 'END'
return { trials = 2000, seeds = 1, params = { fault = "none" }, sweep = { fault = { "none", "still", "double" } },
  problem = problem.max_cut { n = 5, noise = 0.2 },
  learners = function(p) return { learner.control_hedge { fault = p.fault }, learner.control_entry_averages { fault = p.fault },
    learner.control_schatten { fault = p.fault } } end,
  bounds = { bound.hedge_regret {}, bound.entry_averages_regret {}, bound.schatten_regret {} } }
END
same "faults: exit status" 3 $status
for row in hedge_regret hedge_regret.data hedge_regret.potential entry_averages_regret entry_averages_regret.data entry_averages_regret.step \
  schatten_regret schatten_regret.data schatten_regret.step; do
  same "without a fault: $row" holds "$(verdicts faults verdict "bound=$row" fault=none)"
done
for case in "still hedge_regret" "still hedge_regret.data" "still hedge_regret.potential" "double hedge_regret.potential" \
  "still entry_averages_regret" "still entry_averages_regret.data" "double entry_averages_regret.step" \
  "still schatten_regret" "still schatten_regret.data" "double schatten_regret.step"; do
  same "fault: $case" violated "$(verdicts faults verdict "bound=${case#* }" "fault=${case% *}")"
done

# ---- premises, and no rows where no theorem speaks

HEAD='{"format":"winnow-lab sequence 1","instances":"entry","labels":"real","loss":"absolute","interval":[-1,1],"m":2,"n":2'
printf '%s\n{"t":1,"i":1,"j":2,"y":1}\n{"t":2,"i":2,"j":1,"y":1}\n' "$HEAD,\"comparator\":{\"matrix\":[[-1,1.5],[0.5,-1]]}}" > outside.jsonl
printf '%s\n{"t":1,"i":1,"j":2,"y":1}\n{"t":2,"i":2,"j":1,"y":1}\n' "$HEAD}" > unknown.jsonl
for name in outside unknown; do
  run $name << END
return { seeds = 1, problem = problem.recorded { file = "$name.jsonl" }, learners = { learner.hedge_cuts {}, learner.entry_averages {},
    learner.schatten_mirror_descent { p = 2, radius = 1 } }, bounds = { bound.hedge_regret {}, bound.entry_averages_regret {}, bound.schatten_regret {} } }
END
done
same "a matrix for cuts" "premise the comparator is of the class" "$(verdicts outside 'verdict premise' bound=hedge_regret)"
same "a matrix beyond the interval" "premise the comparator is in the interval 1 1.5" "$(verdicts outside 'verdict premise trial premise_value' bound=entry_averages_regret)"
same "a matrix outside the ball" "premise |U|_p <= R" "$(verdicts outside 'verdict premise' bound=schatten_regret)"
value=$(verdicts outside premise_value bound=schatten_regret)
holds "its Frobenius norm" "($value - sqrt(4.5))^2 < 1e-20"
for pair in schatten_mirror_descent:schatten_regret hedge_cuts:hedge_regret entry_averages:entry_averages_regret; do
  bound=${pair#*:}
  same "no comparator: the loss, no $bound" "loss $(values unknown/cells.tsv loss learner="${pair%:*}") nan unchecked" \
    "$(verdicts unknown 'measure measured value verdict' bound="$bound")"
done
run labels << 'END'
return { seeds = 1, problem = problem.control_entries { n = 8, rounds = 16, label = 3 },
  learners = { learner.entry_averages {}, learner.hedge_cuts {} }, bounds = { bound.hedge_regret {}, bound.entry_averages_regret {} } }
END
same "a label outside its range: entries" "premise labels are in their range 7 3" "$(verdicts labels 'verdict premise trial premise_value' bound=entry_averages_regret)"
run grid << 'END'
return { seeds = 1, trials = 100, problem = problem.max_cut { n = 5 }, learners = { learner.entry_averages { grid = { 0.1, 0.5 } } },
  bounds = { bound.entry_averages_regret {} } }
END
same "no theorem for a grid" "" "$(verdicts grid bound)"

run unprojected << 'END'
return { seeds = 1, trials = 100, problem = problem.max_cut { n = 5 },
  learners = { learner.online_matrix_prediction { class = "max_cut", box = "clip", diagonal = "none" },
    learner.online_matrix_prediction { class = "max_cut", grid = { 0.1, 0.5 }, label = "tuned" },
    learner.log_det { class = "max_cut", grid = { 0.1, 0.2 }, label = "log det" } },
  bounds = { bound.matrix_prediction_regret {}, bound.matrix_prediction_regret_printed {}, bound.log_det_regret {} } }
END
same "no theorem without the bound of the diagonal, or for a grid" "0 " "$status $(verdicts unprojected bound)"

# ---- Elo on football: right on as many of the decisive matches as a loop over the file

if [ -r "${DATA:-}/football/results_2000_2024.csv" ]; then
  awk -F , 'NR > 1 && $4 != $5 {
      for (k = 2; k <= 3; k++) if (!($k in place)) place[$k] = ++teams
      expected = 1 / (1 + exp((rating[$3] - rating[$2]) * log(10) / 400))
      won = $4 > $5
      if (expected != 0.5) { decided++; right += (expected > 0.5) == won }
      rating[$2] += 30 * (won - expected); rating[$3] -= 30 * (won - expected)
      line[++t] = sprintf("{\"t\":%d,\"i\":%d,\"j\":%d,\"y\":%d}", t, place[$2], place[$3], won)
    }
    END {
      printf "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":%d,\"n\":%d,\"labels\":\"real\",\"loss\":\"absolute\",\"interval\":[0,1]}\n", teams, teams
      for (k = 1; k <= t; k++) print line[k]
      print t - right > "expected.txt"
    }' "$DATA/football/results_2000_2024.csv" > football.jsonl
  run football << 'END'
return { seeds = 1, problem = problem.recorded { file = "football.jsonl" }, learners = { learner.elo {} } }
END
  same "Elo on football: mistakes of a loop over the file" "18425 $(cat expected.txt)" "$(values football/cells.tsv 'trials mistakes')"
else
  skip "Elo on football" "no folder DATA"
fi
