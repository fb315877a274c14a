#!/bin/sh
# Learners that forget, on answers that change: their bounds hold with the path, and each row can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
MMW=matrix_multiplicative_weights_regret OMP=matrix_prediction_regret LOGDET=log_det_regret

# ---- the bounds

run losses << 'EOF'
return { trials = 600, seeds = 2, params = { losses = "matrix", tau = 1, method = "mix", r = 1 },
  sweep = { losses = { "matrix", "low_rank", "vector" }, tau = { 1, 3 }, method = { "mix", "floor" }, r = { 1, 2 } },
  problem = function(p) return problem.matrix_losses { n = 7, r = p.r, tau = p.tau, gap = 0.4, instances = p.losses, segments = 5 } end,
  learners = function(p) return { learner.matrix_multiplicative_weights { tau = p.tau, share = 0.01, method = p.method, eta = 0.2 / p.tau } } end,
  bounds = bound.matrix_multiplicative_weights_regret {} }
EOF
same "losses: exit status" 0 $status
same "losses: no row but holds (or vacuous)" "" "$(verdicts losses verdict | grep -v 'holds\|vacuous' | sort -u)"
# low rank takes no comparator that is a matrix
same "losses: a shift is judged wherever the potential is known" 36 "$(verdicts losses verdict bound=$MMW.shift | grep -c holds)"

run entries << 'EOF'
local answers = { cut = { "max_cut", "one_block", "two_blocks" }, order = { "gambling", "exact", "svd", "recursive" },
  matrix = { "collaborative_filtering", "sharp", "printed" } }
return { trials = 400, seeds = 2, params = { what = "cut" }, sweep = { what = { "cut", "order", "matrix" } },
  problem = function(p)
    if p.what == "cut" then return problem.max_cut { n = 6, segments = 4, noise = 0.05 } end
    if p.what == "order" then return problem.gambling { n = 5, segments = 4, moved = 3, noise = 0.05 } end
    return problem.collaborative_filtering { m = 5, n = 4, segments = 4, moved = 3 } end,
  learners = function(p)
    local names, list, limit = answers[p.what], {}, p.what == "matrix" and 7 or nil
    for i = 2, #names do
      for _, method in ipairs { "mix", "floor" } do
        for _, form in ipairs { "auto", names[i] ~= "one_block" and "definition" or nil } do
          list[#list + 1] = learner.online_matrix_prediction { class = names[1], decomposition = names[i], trace_norm = limit, eta = 0.05,
            share = 0.002, method = method, representation = form, label = names[i] .. " " .. method .. " " .. form }
        end
      end
    end
    for _, floor in ipairs { true, false } do
      list[#list + 1] = learner.log_det { class = names[1], trace_norm = limit, floor = floor, label = floor and "floor" or "no floor" }
    end
    return list end,
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {}, bound.matrix_prediction_regret_printed {} } }
EOF
same "entries: exit status" 0 $status
same "entries: no row but holds (or vacuous) with a share or a floor" "" \
  "$(verdicts entries 'verdict learner' | grep -v 'holds\|vacuous\|no floor' | sort -u)"
same "log det without a floor: premise" "premise one comparator for all trials 4" \
  "$(distinct entries 'verdict premise premise_value' "learner=no floor" bound=$LOGDET)"
same "nothing printed speaks of shares" "" "$(verdicts entries bound bound=matrix_prediction_regret_printed)"
for kind in two_blocks exact svd recursive sharp printed; do
  for method in mix floor; do
    dense=$(values entries/cells.tsv regret "learner=$kind $method auto")
    each "$kind, $method: the definition of order 2p has the same regret" 2 "$(values entries/cells.tsv regret "learner=$kind $method definition" |
      awk -v all="$dense" 'BEGIN { split(all, own, "\n") } { printf "%.3g\n", ($1 - own[NR]) / own[NR] }')" "x * x < 1e-18"
  done
done

run updates << 'EOF'
return { trials = 400, seeds = 1, params = { share = 0 }, sweep = { share = { 0, 0.3 } }, problem = problem.quantum_state { qubits = 2 },
  learners = function(p) return learner.matrix_multiplicative_weights { eta = 0.4, insensitive = 0.1, share = p.share } end,
  bounds = bound.matrix_multiplicative_weights_updates {} }
EOF
same "a share takes back what updates gain: no limit of their number" "0 holds" \
  "$(verdicts updates 'share verdict' bound=matrix_multiplicative_weights_updates)"

# ---- the scenario: without forgetting the regret passes the bound of those who forget

run tracking < "$ROOT/scenarios/tracking.lua"
same "tracking: exit status" 0 $status
same "tracking: the bounds hold" "holds" "$(distinct tracking verdict "learner=mixing, or a floor")"
for what in losses "cut, entropy"; do
  most=$(verdicts tracking value "learner=mixing, or a floor" "what=$what" | grep -v nan | sort -g | tail -1)
  each "$what: the regret of the one that forgets nothing is above the bound of the other" 3 \
    "$(values tracking/cells.tsv regret learner=neither "what=$what")" "x > $most"
done

# ---- recorded and replayed

for what in 'max_cut { n = 5, segments = 3 }|max_cut' 'gambling { n = 5, segments = 3 }|gambling'; do
  class=${what#*|}
  replayed "recorded_$class" 60 "${what%|*}" "learners = learner.log_det { class = '$class', floor = true, eta = 0.1, eps = 0.5 },
  bounds = bound.log_det_regret {}" 'status regret stream' value
done

# ---- each row can fail

run faults << 'EOF'
return { trials = 3000, seeds = 1, params = { fault = "none" }, sweep = { fault = { "none", "still", "unshared" } },
  problem = problem.matrix_losses { n = 6, gap = 0.6, segments = 3 },
  learners = function(p) return learner.control_multiplicative_weights { eta = 0.2, share = p.fault == "unshared" and 0 or 0.001, fault = p.fault } end,
  bounds = bound.matrix_multiplicative_weights_regret {} }
EOF
same "faults: exit status" 3 $status
same "without a fault all hold" holds "$(distinct faults verdict fault=none)"
same "still: bound" violated "$(verdicts faults verdict fault=still bound=$MMW)"
same "still: step" violated "$(verdicts faults verdict fault=still bound=$MMW.step)"
same "a share that is not kept: shift" violated "$(verdicts faults verdict fault=unshared bound=$MMW.shift)"
run still << 'EOF'
return { trials = 3000, seeds = 1, params = { fault = "none" }, sweep = { fault = { "none", "still" } },
  problem = problem.max_cut { n = 6, segments = 3 },
  learners = function(p) return { learner.control_matrix_prediction { class = "max_cut", decomposition = "one_block", share = 0.0003, fault = p.fault },
    learner.control_log_det { class = "max_cut", floor = true, fault = p.fault } } end,
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {} } }
EOF
for bound in $OMP $LOGDET; do
  same "$bound without a fault" holds "$(verdicts still verdict fault=none bound=$bound)"
  same "$bound: a learner that stays" violated "$(verdicts still verdict fault=still bound=$bound)"
done

# ---- refusals

refused() { # NAME LEARNER MESSAGE
  run "$1" << EOF
return { trials = 9, problem = problem.max_cut { n = 4 }, learners = learner.$2 }
EOF
  same "$1: exit status" 2 $status
  has "$1" "$1.stderr" "$3"
}
refused doubling 'online_matrix_prediction { class = "max_cut", share = 0.1, horizon = "doubling" }' 'share needs horizon = known, it is doubling'
refused sparse 'online_matrix_prediction { class = "max_cut", share = 0.1, representation = "sparse" }' \
  'share needs representation = dense or definition, it is sparse'
