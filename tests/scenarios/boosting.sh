#!/bin/sh
# DefiniteBoost: Theorem 4.1 and the number of iterations hold, their premises are seen, each row can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
DUAL=definite_boost_dual
TRAINING=boosting_training_error
ITERATIONS=definite_boost_iterations

# ---- the theorems

run good << 'END_OF_SCENARIO'
return { trials = 4000, seeds = 2, params = { order = "most_violated", n = 12 },
  sweep = { order = { "most_violated", "cyclic", "random" }, n = { 12, 24 } },
  problem = function(p) return problem.distance_constraints { n = p.n, order = p.order, tolerance = 1e-5 } end,
  learners = { learner.definite_boost {}, learner.definite_boost { representation = "dense", label = "dense" },
    learner.definite_boost { step = "exact", label = "exact" },
    learner.definite_boost { step = "exact", representation = "dense", label = "exact dense" } },
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations { eps = 0.02 } },
  observe = { "constant:log_dual", "constant:sum_log_rho", "constant:nothing" },
  plot = { y = "constant:log_dual" } }
END_OF_SCENARIO
same "good: exit status" 0 $status
same "good: no row but holds (or vacuous: count)" "" "$(verdicts good 'verdict bound' | grep -v "^holds\|^vacuous $ITERATIONS.count" | sort -u)"
same "good: the dense ones have the row of the potential" holds "$(distinct good verdict bound=$ITERATIONS.step learner='exact dense')"
same "every constraint is met before the end" "" "$(values good/cells.tsv trials | awk '$1 >= 4000')"
same "observed: what the learner has, and nothing else" "constant:log_dual constant:sum_log_rho" "$(values good/observations.tsv quantity | sort -u | paste -sd ' ' -)"
each "exact steps come first" 2 "$(for seed in 1 2; do
  a=$(values good/cells.tsv trials n=24 order=most_violated seed=$seed learner=definite_boost)
  b=$(values good/cells.tsv trials n=24 order=most_violated seed=$seed learner=exact)
  echo $((a - b))
done)" "x > 0"

run stumps << 'END_OF_SCENARIO'
return { trials = 300, seeds = 2, params = { noise = 0 }, sweep = { noise = { 0, 0.2 } },
  problem = function(p) return problem.decision_stumps { n = 120, features = 12, noise = p.noise } end,
  learners = { learner.definite_boost {}, learner.definite_boost { low = -1, high = 1, label = "given" },
    learner.definite_boost { step = "exact", label = "exact" } },
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations {}, bound.boosting_training_error {} } }
END_OF_SCENARIO
same "stumps: exit status" 0 $status
same "stumps: the dual" holds "$(verdicts stumps verdict | grep -v 'unchecked\|premise' | sort -u)"
same "stumps: no feasible distribution is known with noise" unchecked "$(distinct stumps verdict bound=$ITERATIONS noise=0.2)"
same "stumps: without noise there is none" "premise a feasible density" "$(distinct stumps 'verdict premise' bound=$ITERATIONS noise=0)"
each "where there is none, ln dual < -ln n" 6 "$(verdicts stumps premise_value bound=$ITERATIONS noise=0)" "x < -log(120)"
each "and no example is wrong" 6 "$(verdicts stumps measured bound=$TRAINING noise=0)" "x == 0"
same "with two values exact steps are those of the formula" "$(values stumps/cells.tsv trials learner=given)" "$(values stumps/cells.tsv trials learner=exact)"

# ---- infeasible

run infeasible << 'END_OF_SCENARIO'
return { trials = 5000, seeds = 2, params = { far = 0.1 }, sweep = { far = { 0.1, 0.5 } },
  problem = function(p) return problem.distance_constraints { n = 12, infeasible = true, far = p.far } end,
  learners = { learner.definite_boost {}, learner.definite_boost { step = "exact", label = "exact" } },
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations {} } }
END_OF_SCENARIO
same "infeasible: exit status" 0 $status
same "infeasible: the bound says so" "premise a feasible density" "$(distinct infeasible 'verdict premise' bound=$ITERATIONS)"
each "infeasible: with ln dual" 8 "$(verdicts infeasible premise_value bound=$ITERATIONS)" "x < -log(12)"
same "infeasible: and the trial, which is the last one" "$(values infeasible/cells.tsv trials)" "$(verdicts infeasible trial bound=$ITERATIONS)"
same "infeasible: the other theorem does not care" holds "$(distinct infeasible verdict bound=$DUAL)"

# ---- premises

header='{"format":"winnow-lab sequence 1","instances":"matrix","n":2,"labels":"real","loss":"violation","interval":[-1,1],"comparator":{"matrix":'
trial='{"t":1,"X":[[0.9,0],[0,-0.5]],"y":0}'
{ echo "$header"'[[0.2,0],[0,0.8]]}}' && echo "$trial"; } > right.jsonl
{ echo "$header"'[[0.1,0],[0,0.4]]}}' && echo "$trial"; } > half.jsonl
{ echo "$header"'[[0.8,0],[0,0.2]]}}' && echo "$trial"; } > outside.jsonl
run premises << 'END_OF_SCENARIO'
return { seeds = 1, params = { file = "right", low = -1, high = 1 },
  sweep = { file = { "right", "half", "outside" }, low = { -1, -0.3 }, high = { 0.7, 1 } },
  problem = function(p) return problem.recorded { file = p.file .. ".jsonl" } end,
  learners = function(p) return learner.definite_boost { low = p.low, high = p.high } end,
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations { eps = 0.1 } } }
END_OF_SCENARIO
same "premises met" "holds vacuous" "$(verdicts premises verdict file=right low=-1 high=1 | sort -u | paste -sd ' ' -)"
same "eigenvalues below low" "premise no eigenvalue below low -0.5 1" "$(verdicts premises 'verdict premise premise_value trial' file=right low=-0.3 high=1 bound=$DUAL)"
same "eigenvalues above high" "premise no eigenvalue above high 0.9" "$(verdicts premises 'verdict premise premise_value' file=right low=-1 high=0.7 bound=$DUAL)"
same "eigenvalues above high, iterations" "premise no eigenvalue above high" "$(verdicts premises 'verdict premise' file=right low=-1 high=0.7 bound=$ITERATIONS)"
same "a comparator of trace 1/2" "premise the comparator's trace is 1 0.5" "$(verdicts premises 'verdict premise premise_value' file=half low=-1 high=1 bound=$ITERATIONS)"
same "a comparator that is not feasible" "premise the comparator meets the constraint" "$(verdicts premises 'verdict premise' file=outside low=-1 high=1 bound=$ITERATIONS)"

# C = X - y I without a negative eigenvalue: no step is taken, and every trial is violated by as much as the first. Of `positive` every
# density has <U,C> >= 0.1; of `semidefinite` U = e_1 e_1^T meets C = diag(0, 0.8), which no positive definite density does.
header='{"format":"winnow-lab sequence 1","instances":"matrix","n":2,"labels":"real","loss":"violation","interval":[-1,1]'
for at in given unknown; do
  u=
  [ $at = unknown ] || u=',"comparator":{"matrix":[[1,0],[0,0]]}'
  for low in 0.2 0.1; do
    { echo "$header$u}" && for t in 1 2 3 4 5 6; do echo '{"t":'$t',"X":[['$low',0],[0,0.9]],"y":0.1}'; done; } > never-$at-$low.jsonl
  done
done
run never << 'END_OF_SCENARIO'
return { seeds = 1, params = { at = "given", low = 0.1 }, sweep = { at = { "given", "unknown" }, low = { 0.1, 0.2 } },
  problem = function(p) return problem.recorded { file = "never-" .. p.at .. "-" .. p.low .. ".jsonl" } end,
  learners = learner.definite_boost {},
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations { eps = 0.2 } } }
END_OF_SCENARIO
same "no negative eigenvalue: exit status" 0 $status
same "no negative eigenvalue: no row claims anything" premise "$(distinct never verdict)"
same "no negative eigenvalue: all violated trials are counted" 6 "$(distinct never measured bound=$ITERATIONS.count)"
same "no negative eigenvalue: a comparator that breaks the constraint" "premise the comparator meets the constraint 1" \
  "$(verdicts never 'verdict premise trial' bound=$ITERATIONS.count at=given low=0.2)"
same "no negative eigenvalue: a comparator on the rim" "premise C has a negative eigenvalue 1 0" \
  "$(verdicts never 'verdict premise trial premise_value' bound=$ITERATIONS.count at=given low=0.1)"
same "no negative eigenvalue: no comparator" "premise a feasible density 1" \
  "$(distinct never 'verdict premise trial' bound=$ITERATIONS.count at=unknown)"
same "no negative eigenvalue: the other theorem" "premise C has a negative eigenvalue 1" \
  "$(distinct never 'verdict premise trial' bound=$DUAL)"

# ---- each row can fail

run faults << 'END_OF_SCENARIO'
return { trials = 3000, seeds = 1, params = { fault = "none" },
  sweep = { fault = { "none", "still", "backwards", "boasts" } },
  problem = problem.distance_constraints { n = 12 },
  learners = function(p) return learner.control_boost { fault = p.fault, representation = "dense" } end,
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations { eps = 0.05 } } }
END_OF_SCENARIO
same "faults: exit status 3" 3 $status
for row in $DUAL $DUAL.quadratic $DUAL.step $ITERATIONS $ITERATIONS.count $ITERATIONS.dual $ITERATIONS.step; do
  same "without a fault: $row" holds "$(verdicts faults verdict bound=$row fault=none | sed s/vacuous/holds/)"
done
judged "a learner that stays" violated faults "$DUAL $DUAL.quadratic $DUAL.step $ITERATIONS $ITERATIONS.count $ITERATIONS.step" fault=still
same "a learner that goes backwards: $DUAL.step" violated "$(verdicts faults verdict bound=$DUAL.step fault=backwards)"
same "a learner that goes backwards: $ITERATIONS.step" violated "$(verdicts faults verdict bound=$ITERATIONS.step fault=backwards)"
same "a learner that boasts: $ITERATIONS.dual" violated "$(verdicts faults verdict bound=$ITERATIONS.dual fault=boasts)"

run steps << 'END_OF_SCENARIO'
return { trials = 100, seeds = 1, params = { fault = "none" }, sweep = { fault = { "none", "short", "long", "backwards", "boasts", "slips" } },
  problem = problem.decision_stumps { n = 120, features = 12, noise = 0.2 },
  learners = function(p) return learner.control_boost { fault = p.fault } end,
  bounds = { bound.definite_boost_dual {}, bound.boosting_training_error {} } }
END_OF_SCENARIO
same "steps: exit status 3" 3 $status
same "AdaBoost without a fault" holds "$(distinct steps verdict fault=none)"
for fault in short long; do
  same "steps too $fault: the theorem" violated "$(verdicts steps verdict fault=$fault bound=$DUAL)"
  same "steps too $fault: every step" violated "$(verdicts steps verdict fault=$fault bound=$DUAL.step)"
done
same "a learner that boasts of its dual objective" violated "$(verdicts steps verdict fault=boasts bound=$TRAINING)"
same "a learner that boasts after the tenth trial only: its trial" "violated 10" "$(verdicts steps 'verdict trial' fault=slips bound=$TRAINING)"
same "a learner that boasts of its training error: the product does not care" holds "$(verdicts steps verdict fault=boasts bound=$TRAINING.product)"
same "steps that lead away: the product" violated "$(verdicts steps verdict fault=backwards bound=$TRAINING.product)"

# ---- recorded and replayed

replayed recorded 30 'distance_constraints { n = 12 }' 'learners = learner.definite_boost {}, bounds = bound.definite_boost_dual {}' \
  'status loss stream' 'bound measured value'
