#!/bin/sh
# Hidden quantum states and the learner that reads them, against complex matrices (tests/checkers/quantum_states.py, with NumPy).
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

numpy=
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import numpy' 2> /dev/null; then numpy=$python; fi
done

# against NAME RANK NOISE DELTA: a learner of rate 0.3
against() {
  same "$1: exit status" 0 "$status"
  if test -n "$numpy"; then
    same "$1: state, measurements, labels and scores" equal "$("$numpy" "$ROOT/tests/checkers/quantum_states.py" "$1" "$3" 0.3 "$4" "$2" 2>&1)"
  else
    skip "$1: state, measurements, labels and scores" "python3 has no numpy"
  fi
}

# play NAME OPTIONS DELTA
play() {
  run "$1" --record << END
return { trials = 60, seeds = 2, problem = problem.quantum_state { $2 },
  learners = learner.matrix_multiplicative_weights { eta = 0.3, insensitive = $3 },
  bounds = { bound.matrix_multiplicative_weights_regret {}, bound.matrix_multiplicative_weights_updates {} } }
END
}
play one 'qubits = 1' 0
against one 1 0 0
play pure 'qubits = 3' 0.1
against pure 1 0 0.1
play mixed 'qubits = 3, state = "low_rank", rank = 3, measurements = "worst_pauli"' 0
against mixed 3 0 0
play thermal 'qubits = 2, state = "thermal", noise = 0.05, measurements = "projection"' 0.04
against thermal 4 0.05 0.04
play noisy 'qubits = 2, noise = 0.1' 0.2
against noisy 1 0.1 0.2
play overlap 'qubits = 3, state = "low_rank", rank = 2, measurements = "overlap"' 0.05
against overlap 2 0 0.05
for name in one pure mixed thermal noisy overlap; do
  same "$name: no row but holds (or vacuous)" "" "$(verdicts "$name" verdict | grep -v 'holds\|vacuous' | sort -u)"
done

# ---- recorded and replayed, with a comparator of low rank

cp "$(find overlap/sequences -name '*.jsonl' | sort | head -n 1)" played.jsonl
run replayed << 'END'
return { seeds = 1, problem = problem.recorded { file = "played.jsonl" }, learners = learner.matrix_multiplicative_weights { eta = 0.3, insensitive = 0.05 },
  bounds = bound.matrix_multiplicative_weights_updates {} }
END
cell=$(find overlap/sequences -name '*.jsonl' | sort | head -n 1 | sed 's/.*\///; s/\.jsonl//')
same "replayed: stream, regret" "$(values overlap/cells.tsv 'stream regret' cell="$cell")" "$(values replayed/cells.tsv 'stream regret')"

# ---- 12 qubits: dyads of order 8192, no matrix

run dyads << 'END'
return { trials = 40, seeds = 1, problem = problem.quantum_state { qubits = 12, measurements = "overlap" },
  learners = learner.matrix_multiplicative_weights { eta = 0.4, insensitive = 0.1 }, bounds = bound.matrix_multiplicative_weights_updates {} }
END
same "12 qubits: exit status" 0 $status
same "12 qubits: the bound, vacuous for so few rounds, and each step of its proof" "vacuous holds" "$(verdicts dyads verdict | tr '\n' ' ' | sed 's/ $//')"

# ---- refusals
run rank << 'END'
return { trials = 1, problem = problem.quantum_state { qubits = 2, state = "low_rank", rank = 5 }, learners = learner.constant {} }
END
same "a rank above the order: exit status" 2 $status
has "a rank above the order" rank.stderr 'rank = 5 must be at most 2^qubits = 4'
for options in 'qubits = 10' 'qubits = 10, state = "thermal", measurements = "projection"'; do
  run many << END
return { trials = 1, problem = problem.quantum_state { $options }, learners = learner.constant {} }
END
  same "$options: exit status" 2 $status
  has "$options" many.stderr 'qubits = 10 is above 9, for which measurements are projection or overlap and the state is not thermal'
done
run square << 'END'
return { trials = 1, problem = problem.quantum_state { qubits = 2, loss = "square" },
  learners = learner.matrix_multiplicative_weights { insensitive = 0.1 } }
END
same "insensitive without the absolute loss: exit status" 2 $status
has "insensitive without the absolute loss" square.stderr 'insensitive needs the absolute loss, this one is square'
