#!/bin/sh
# Side constraints and kernels end to end: each row of their bounds holds for the learners and is broken by a fault; premises;
# infeasible constraints end a run before it starts; the scenarios say what they are meant to say.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

run faults << 'END'
local constraints = { { type = "entry", i = 1, value = 0.9 }, { type = "entry", i = 2, j = 2, value = 0.8 },
                      { type = "trace", value = 2 } }
return { trials = 400, seeds = 1,
  problem = problem.constrained_subspace { n = 8, r = 2, structure = "known", known = { 0.9, 0.8 } },
  learners = { learner.constrained_matrix_winnow { r = 2, constraints = constraints },
               learner.control_constrained_loose { r = 2, constraints = constraints },
               learner.constrained_matrix_winnow { r = 2, theta = 0.3, constraints = constraints, label = "threshold" },
               learner.constrained_matrix_winnow { r = 2, constraints = { { type = "entry", i = 1, value = 0.5 } }, label = "wrong" },
               learner.constrained_matrix_winnow { r = 2, constraints = { { type = "entry", i = 1, at_most = 0.95 } }, label = "loose" },
               learner.constrained_matrix_winnow { r = 2, constraints = { { type = "diagonal" } }, label = "diagonal" },
               learner.kernel_matrix_winnow { r = 2 }, learner.control_kernel_still { r = 2 },
               learner.kernel_matrix_winnow { r = 2, normalize = "trace", label = "normalised_kernel" },
               learner.control_kernel_still { r = 2, normalize = "trace", label = "normalised_still" },
               learner.kernel_matrix_winnow { r = 2, kernel = "gaussian", dimension = 100, label = "gaussian" } },
  bounds = { bound.constrained_mistakes {}, bound.kernel_mistakes {}, bound.subspace_mistakes {} } }
END
same "learners with faults: exit status 3" 3 $status
run still << 'END'
local constraints = { { type = "diagonal" } }
return { trials = 400, seeds = 1, problem = problem.constrained_subspace { n = 16, r = 2 },
  learners = { learner.control_constrained_still { r = 2, constraints = constraints },
               learner.control_constrained_shifted { r = 2, constraints = constraints },
               learner.constrained_matrix_winnow { r = 2, constraints = constraints } },
  bounds = bound.constrained_mistakes {} }
END
for row in '' .start .progress .residual; do
  same "constrained_mistakes$row holds" holds \
    "$(verdicts faults verdict "bound=constrained_mistakes$row" learner=constrained_matrix_winnow)"
done
same "a learner that stays: mistakes" violated "$(verdicts still verdict bound=constrained_mistakes learner=control_constrained_still)"
same "a learner that stays: progress" violated \
  "$(verdicts still verdict bound=constrained_mistakes.progress learner=control_constrained_still)"
same "a start further away: start" violated \
  "$(verdicts still verdict bound=constrained_mistakes.start learner=control_constrained_shifted)"
same "a projection that is off by 1e-8: residual" violated \
  "$(verdicts faults verdict bound=constrained_mistakes.residual learner=control_constrained_loose)"
same "the same without a fault holds" holds "$(verdicts still verdict learner=constrained_matrix_winnow | sort -u)"
same "another threshold: premise" "premise theta = eta gap / (e^eta - e^-eta)" \
  "$(verdicts faults 'verdict premise' bound=constrained_mistakes learner=threshold)"
same "constraints that P does not satisfy: premise" "premise P satisfies the constraints" \
  "$(verdicts faults 'verdict premise' bound=constrained_mistakes learner=wrong)"
holds "constraints that P does not satisfy: by how much" \
  "($(verdicts faults premise_value bound=constrained_mistakes learner=wrong) - 0.4)^2 < 1e-24"
same "constraints that P does not satisfy: the residual needs no premise, and names none" "holds - nan" \
  "$(verdicts faults 'verdict premise premise_value' bound=constrained_mistakes.residual learner=wrong)"
{
  echo '{"format":"winnow-lab sequence 1","instances":"vector","n":2,"labels":"sign","comparator":{"matrix":[[0.5,0],[0,0.5]]}}'
  echo '{"t":1,"x":[1,0],"y":1}'
} > whole.jsonl
run whole << 'END'
return { seeds = 1, problem = problem.recorded { file = "whole.jsonl" },
  learners = learner.constrained_matrix_winnow { constraints = { { type = "trace", value = 1 } } }, bounds = bound.constrained_mistakes {} }
END
same "a matrix where instances are vectors: premise" "premise the comparator is a vector, where instances are" \
  "$(verdicts whole 'verdict premise' bound=constrained_mistakes)"
same "a P that is not diagonal: premise" "premise P satisfies the constraints" \
  "$(verdicts faults 'verdict premise' bound=constrained_mistakes learner=diagonal)"
same "an inequality that P satisfies" holds "$(verdicts faults verdict bound=constrained_mistakes learner=loose)"
same "the bound of the unconstrained learner does not speak of them" 0 \
  "$(verdicts faults verdict bound=subspace_mistakes | wc -l)"
for row in '' .progress; do
  for learner in kernel_matrix_winnow normalised_kernel; do
    same "kernel_mistakes$row holds for $learner" holds "$(verdicts faults verdict "bound=kernel_mistakes$row" learner=$learner)"
  done
  same "kernel_mistakes$row: a normalised one that stays" violated \
    "$(verdicts faults verdict "bound=kernel_mistakes$row" learner=normalised_still)"
done
same "a kernel learner that stays: mistakes" violated "$(verdicts faults verdict bound=kernel_mistakes learner=control_kernel_still)"
same "a kernel learner that stays: progress" violated \
  "$(verdicts faults verdict bound=kernel_mistakes.progress learner=control_kernel_still)"
same "a feature space without a known subspace: unchecked" unchecked "$(verdicts faults verdict bound=kernel_mistakes learner=gaussian)"

# |x|^2 = 2 on an updated trial
cat > long.jsonl << 'END'
{"format":"winnow-lab sequence 1","instances":"dyad","n":2,"labels":"sign","comparator":{"frame":[[1,0]]}}
{"t":1,"x":[0,1],"y":-1}
{"t":2,"x":[0,1.4142135623730951],"y":-1}
{"t":3,"x":[0,1.4142135623730951],"y":-1}
END
run long << 'END'
return { seeds = 1, problem = problem.recorded { file = "long.jsonl" }, learners = learner.kernel_matrix_winnow {},
  bounds = bound.kernel_mistakes {} }
END
same "a point with k(x,x) = 2: premise" "premise 2" "$(verdicts long 'verdict trial' bound=kernel_mistakes)"
holds "a point with k(x,x) = 2: its value" "($(verdicts long premise_value bound=kernel_mistakes) - 2)^2 < 1e-24"

# ---- infeasible constraints

run infeasible << 'END'
return { trials = 5, seeds = 1, problem = problem.constrained_subspace { n = 4 },
  learners = learner.constrained_matrix_winnow { constraints = { { type = "trace", value = -1 } } } }
END
same "infeasible constraints: exit status 2" 2 $status
same "infeasible constraints: named, with their line" \
  "infeasible.lua:2: constrained_matrix_winnow: constraints[1] (trace = -1): no positive semidefinite W satisfies this" \
  "$(sed 's/^winnow: //' infeasible.stderr)"
if [ -e infeasible ]; then not_ok "infeasible constraints: nothing written" "a folder exists"; else ok "infeasible constraints: nothing written"; fi

# ---- what the scenarios show

for scenario in side_constraints hitting_set hitting_set_online max_cut_reduction; do
  "$WINNOW" run "$ROOT/scenarios/$scenario.lua" --out "$scenario" --quiet --seeds 3 > /dev/null 2> "$scenario.err"
  same "$scenario runs" 0 $?
done
same "side_constraints: everything holds" holds "$(verdicts side_constraints verdict | sort -u)"
holds "three known entries lower the bound" \
  "$(verdicts side_constraints value bound=constrained_mistakes structure=known | head -n 1) < 45"
same "Theorem 1 is Hitting Set for every family" 0 \
  "$(values hitting_set/summary.tsv 'max reading' measure=differ | sed -n 's/ Hitting Set$//p' | sort -u)"
holds "and not Set Cover for many" \
  "$(values hitting_set/summary.tsv 'min reading' measure=differ r=2 | sed -n 's/ Set Cover$//p') > 20"
for measure in differ others; do
  same "Maximum Cut is Close to Subspace of rank 1: $measure" 0 "$(values max_cut_reduction/summary.tsv max measure=$measure | sort -u)"
done
same "hitting_set_online: everything holds" holds "$(verdicts hitting_set_online verdict | sort -u)"
