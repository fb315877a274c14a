#!/bin/sh
# Exact values of small games: what `winnow value` says, writes and refuses; its proofs, checked without it, and proofs with a fault; the optimal
# adversary and the optimal learners, played.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

value() { "$WINNOW" value "$@"; }
check() { PYTHONDONTWRITEBYTECODE=1 python3 "$ROOT/tests/checkers/values.py" "$@"; }

# ---- what is printed: one hidden coordinate is found by halving; one pair is a walk, E|S_4|/2 = 3/4

same "one of eight coordinates" "subspace n=8 r=1 gap=1/1: 3 mistakes" "$(value subspace --set n=8 --set gap=1 | sed 's/ (.*//')"
same "a fraction is put in lowest terms" "$(value subspace --set n=6 --set gap=1/2)" "$(value subspace --set n=6 --set gap=2/4)"
same "one pair" "cut n=2 T=4: 3/4 = 0.75 = 0.26517 sqrt(n T)" "$(value cut --set n=2 --set T=4 | sed 's/ (.*//')"
same "two items" "order n=2 T=4: 3/4 = 0.75 = 0.26517 sqrt(n T)" "$(value order --set n=2 --set T=4 | sed 's/ (.*//')"
same "one row, every entry for itself" "completion m=1 n=1 T=4: 3/4 = 0.75 = 0.375 sqrt(n T)" \
  "$(value completion --set m=1 --set n=1 --set T=4 | sed 's/ (.*//')"

# Blocks, by hand: one coin of price 1/4 on two nodes leaves 1/2 - 1/4; on three nodes two coins leave 1 - 1/2, and a third adds 0. A constant of
# 1/2 is sqrt(4/4 1/4) and sqrt(4/4 1/2 1/2).
for nodes in '2 2097152' '3 4194304'; do
  same "blocks of ${nodes% *}" "u >= ${nodes#* }/8388608, 0.5000 sqrt((n-1) T) for large n and T/n" \
    "$(value cut --blocks "${nodes% *}" --set lambda=1/4 --set box=1 | sed 's/.*: //; s/ (.*states)//')"
done

# ---- what is refused, with what is feasible; nothing is written

# refuses NAME TEXT ARGUMENT...
refuses() {
  name=$1
  text=$2
  shift 2
  value "$@" --tree refused.json > refused.out 2> refused.txt
  same "$name: exit status" 2 $?
  same "$name: said" "winnow: $text" "$(cat refused.txt)"
  same "$name: nothing is written" "" "$(cat refused.out; ls refused.json* 2> /dev/null)"
}
refuses "no game" "chess: no such game, expected subspace, cut, order or completion" chess
refuses "no size" "subspace: expected --set n=, a whole number from 1 to 16" subspace
refuses "too many coordinates" "--set n=17: expected a whole number from 1 to 16" subspace --set n=17
refuses "a gap in words" "--set gap=half: expected a fraction such as 1/2 or 0.5, of whole numbers from 1 to 1000" subspace --set n=4 --set gap=half
value subspace --set n=4 --set gap=0.50 > decimal.txt
value subspace --set n=4 --set gap=1/2 | cmp -s - decimal.txt && echo "ok a decimal gap" || echo "not ok a decimal gap: $(cat decimal.txt)"
refuses "a gap above r" "--set gap=3/2: expected at most r = 1" subspace --set n=4 --set gap=3/2
refuses "a rank above n" "--set r=5: expected at most n = 4" subspace --set n=4 --set r=5
refuses "blocks of orders" "order: --blocks is for the game cut" order --blocks 3
refuses "a block of one node" "--blocks: expected 2 to 7 nodes, and --tree for the proof" cut --blocks 1
refuses "another game's parameter" "--set m: no such parameter of cut, expected n or T" cut --set m=2
value cut --set n=2 --set T=2 --tree same.json --table same.json > refused.out 2> refused.txt
same "one file for two: exit status" 2 $?
has "one file for two: said" refused.txt "--tree and --table: expected two files, both are same.json"

# ---- an interruption leaves nothing, and files that were there

echo old > kept.json
"$WINNOW" value subspace --set n=16 --set gap=1/2 --table kept.json --tree new.json > interrupted.txt 2>&1 &
sleep 0.5
kill -INT $!
wait $!
same "interrupted: exit status" 130 $?
same "interrupted: what is left" "old kept.json" "$(cat kept.json) $(ls kept.json* new.json* 2> /dev/null | paste -sd ' ' -)"
value cut --set n=2 --set T=3 --tree missing/tree.json --table kept.json > said.txt 2>&1
same "a folder that is not there: exit status" 1 $?
same "a folder that is not there: the other file" old "$(cat kept.json)"

# ---- proofs: the same bytes with and without the other one, confirmed, and refused with a fault

value subspace --set n=6 --set gap=1/2 --tree subspace.tree.json --table subspace.table.json > /dev/null
value subspace --set n=6 --set gap=1/2 --table alone.json > /dev/null
same "a table alone has the same bytes" "" "$(cmp alone.json subspace.table.json)"
value cut --set n=3 --set T=4 --tree cut.tree.json --table cut.table.json > /dev/null
value order --set n=3 --set T=4 --tree order.tree.json --table order.table.json > /dev/null
value completion --set n=2 --set T=4 --tree completion.tree.json --table completion.table.json > /dev/null
value cut --blocks 3 --set box=9 --tree blocks.json > /dev/null
value cut --set n=6 --set T=6 --tree six.tree.json --table six.table.json > /dev/null
if command -v python3 > /dev/null; then
  check ./*.tree.json ./*.table.json blocks.json > checked.txt
  same "all proofs hold: exit status" 0 $?
  same "all proofs hold" "6 at least, 5 at most" "$(grep -c 'at least' checked.txt) at least, $(grep -c 'at most' checked.txt) at most"
  # faulty FILE SED: a proof with a fault is refused
  faulty() {
    sed "$2" "$1" > faulty.json
    cmp -s "$1" faulty.json && not_ok "a fault in $1" "'$2' changes nothing"
    check faulty.json > faulty.txt
    same "a fault in $1: $2" 1 $?
  }
  faulty subspace.tree.json 's/"value": 4/"value": 5/'
  faulty subspace.tree.json '0,/"plus": [0-9]*/s//"plus": 1/'
  faulty subspace.tree.json '0,/"1\/1"/s//"1\/2"/'
  faulty subspace.tree.json 's|"gap": "1/2"|"gap": "2/3"|'
  faulty subspace.table.json 's/"value": 4/"value": 3/'
  faulty subspace.table.json 's|"gap": "1/2"|"gap": "1/3"|'
  faulty subspace.table.json '0,/"errors": 3/s//"errors": 2/'
  faulty subspace.table.json '0,/"multipliers": \[1/s//"multipliers": [0/'
  faulty cut.tree.json 's|"value": "5/4"|"value": "6/4"|'
  faulty cut.tree.json '0,/"plus": [0-9]*/s//"plus": 1/'
  faulty cut.tree.json 's/"answer": \[-\{0,1\}1, -\{0,1\}1, -\{0,1\}1\]/"answer": [1, 1, 1]/'
  faulty cut.table.json 's|"value": "5/4"|"value": "1/1"|'
  faulty cut.table.json '0,/"40"/s//"39"/'
  faulty order.table.json '/"sums": \[2, /d'
  faulty completion.table.json 's/"8"/"7"/g'
  cp "$ROOT"/results/reference/values/matrix_*.json matrix.json
  check matrix.json > checked.txt
  same "a tree of matrices holds: exit status" 0 $?
  faulty matrix.json 's/"value": 4/"value": 5/'
  faulty matrix.json 's|"gap": "1/2"|"gap": "2/3"|'
  faulty matrix.json 's/"show": \[\[1, 0, 0, 0, 1\]\]/"show": [[1, 0, 0, 0, 2]]/'
  faulty blocks.json '0,/\("number": [0-9]*\)[0-9]/s//\19/'
  faulty blocks.json 's|"value": "0.51|"value": "0.52|'
  faulty blocks.json 's|"lambda": "1/24"|"lambda": "1/25"|'
  faulty blocks.json 20d
else
  skip "proofs" "no python3"
fi

# ---- played: the adversary forces the value on everyone, the optimal learners lose no more

cat > python_free.lua << 'END'
local mine = learner.custom { name = "mine", instances = { "vector" }, create = function(setting) return vec(setting.n, 1) end,
  predict = function(w, x) return x:dot(w) - 0.5 end, update = function() return false end }
return { trials = 50, seeds = 3, problem = problem.game_tree { file = "subspace.tree.json" },
  learners = { learner.standard_optimal {}, learner.winnow {}, learner.perceptron {}, learner.constant {}, learner.random {}, mine {} },
  bounds = { bound.game_value {} } }
END
run mistakes < python_free.lua
same "mistakes: exit status" 0 $status
same "mistakes: all learners make exactly four" "holds 4 4" "$(distinct mistakes 'verdict measured value' bound=game_value)"
same "mistakes: six learners, three seeds" 18 "$(verdicts mistakes verdict bound=game_value | wc -l)"
run matrices << END
return { trials = 50, seeds = 2, problem = problem.game_tree { file = "$ROOT/results/reference/values/matrix_n=5_r=1_gap=1-2.tree.json" },
  learners = { learner.asymmetric_matrix_winnow { rates = "capacity" }, learner.constant {}, learner.random {} },
  bounds = { bound.game_value {}, bound.capacity_mistakes {} } }
END
same "matrices of order 5: exit status" 0 $status
same "matrices of order 5: four mistakes, where diagonals cost three" "holds 4 4" "$(distinct matrices 'verdict measured value' bound=game_value)"
same "matrices of order 5: the hidden projection keeps the gap" holds "$(distinct matrices verdict bound=capacity_mistakes)"
for game in cut order completion; do
  run $game << END
return { trials = 50, seeds = 2, problem = problem.game_tree { file = "$game.tree.json" },
  learners = { learner.minimax { class = "$game" }, learner.running_mean {}, learner.entry_averages {} },
  bounds = { bound.game_value {}, bound.minimax_regret {} } }
END
  same "$game: exit status" 0 $status
  same "$game: nothing is broken" holds "$(distinct $game verdict)"
  same "$game: the minimax learner loses the value, up to rounding" "1 1" \
    "$(verdicts $game measured learner=minimax bound=game_value | awk -v v="$(verdicts $game value bound=game_value | head -n 1)" \
      '{ print ($1 - v)^2 < 1e-24 }' | paste -sd ' ' -)"
done

# every other sequence of the laboratory costs the optimal learners no more
run others << 'END'
return { trials = 200, seeds = 10, sweep = { r = { 1, 2 } }, params = { r = 1 },
  problem = function(p) return problem.disjunction { n = 9, r = p.r, density = 0.4 } end,
  learners = function(p) return learner.standard_optimal { r = p.r, gap = 1 } end, bounds = bound.standard_optimal_mistakes {} }
END
same "standard optimal on disjunctions" "0 holds 3 holds 4" \
  "$status $(verdicts others 'verdict value' | sort -u | paste -sd ' ' -)"
for problem in 'max_cut { n = 4, noise = 0.4, diagonal = true }' 'max_cut_lower { n = 4 }' 'max_cut { n = 3, sequence = "adaptive" }'; do
  run others << END
return { trials = 12, seeds = 10, problem = problem.$problem, learners = learner.minimax { class = "cut" }, bounds = bound.minimax_regret {} }
END
  same "minimax on $problem" "0 holds" "$status $(verdicts others verdict | sort -u)"
done
run others << 'END'
return { trials = 12, seeds = 10, problem = problem.gambling { n = 4, noise = 0.4 }, learners = learner.minimax { class = "order" },
  bounds = bound.minimax_regret {} }
END
same "minimax on gambling" "0 holds" "$status $(verdicts others verdict | sort -u)"
run others << 'END'
return { trials = 12, seeds = 10, problem = problem.collaborative_filtering { m = 3, n = 2, rank = 1, noise = 0.4, comparator = "planted" }, -- not a matrix of fractions
  learners = learner.minimax { class = "completion" }, bounds = bound.minimax_regret {} }
END
same "minimax on collaborative filtering" "0 holds" "$status $(verdicts others verdict | sort -u)"

# ---- each row can fail

run faults << 'END'
return { trials = 12, seeds = 1, params = { fault = "none" }, sweep = { fault = { "none", "still" } },
  problem = problem.max_cut { n = 3, sequence = "repeated" },
  learners = function(p) return learner.control_minimax { class = "cut", fault = p.fault } end, bounds = bound.minimax_regret {} }
END
same "faults: exit status" 3 $status
judged "without a fault" holds faults "minimax_regret minimax_regret.potential" fault=none
judged "a learner that learns nothing" violated faults "minimax_regret minimax_regret.potential" fault=still
for game in subspace cut order completion; do
  constant=$([ $game = subspace ] || echo 'value = 0.9')
  run "agrees_$game" << END
return { trials = 50, seeds = 1, problem = problem.control_game_tree { file = "$game.tree.json" }, learners = learner.constant { $constant },
  bounds = bound.game_value {} }
END
  same "$game: an adversary that agrees" "3 violated" "$status $(verdicts "agrees_$game" verdict)"
done

# ---- a tree that is no tree: one line that says where

# no_tree NAME TEXT SED
no_tree() {
  sed "$3" "${4:-cut.tree.json}" > no_tree.json
  run no_tree << 'END'
return { trials = 4, problem = problem.game_tree { file = "no_tree.json" }, learners = learner.running_mean {} }
END
  same "$1: exit status" 2 $status
  has "$1: said" no_tree.stderr "$2"
}
no_tree "a circle" "nodes[1]: minus: expected the number of a later node" '3s/"minus": [0-9]*/"minus": 0/'
no_tree "another game" "game: expected subspace, matrix, cut, order or completion" 's/"game": "cut"/"game": "chess"/'
no_tree "no answer" "answer: expected a cut, an order or a sign matrix of rank one" 's/"answer": \[[-1, ]*\]/"answer": [1, 1, 1]/'
no_tree "no pair" "nodes[0]: show: expected a pair of the game" '0,/"show": \[0, 1\]/s//"show": [1, 1]/'
no_tree "another length" "expected all paths to end after as many trials as the head says" 's/"T": 4/"T": 3/'
five=$(ls "$ROOT"/results/reference/values/matrix_*.json)
no_tree "no vector" "nodes[0]: show: expected up to n orthogonal vectors of n whole numbers up to 9" '0,/0, 1\]\]/s//0, 0]]/' "$five"
no_tree "no frame" "nodes[4]: span: expected r orthogonal vectors of n whole numbers up to 9" 's/"span": \[\[0, 0, 0, 1, 0\]\]/"span": [[0, 0, 0, 1, 0], [0, 0, 0, 1, 0]]/' "$five"
no_tree "no JSON" "no_tree.json: line" 's/"nodes"/nodes/'
