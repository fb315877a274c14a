#!/bin/sh
# Makes results/reference anew: small result folders, one or more for each family, which `make reproduce` runs again and compares.
#
#   scripts/reference.sh [NAME]...      DATA=folder for those on real data, WINNOW=program
#
# They contain neither timing.tsv nor the journal, which no run can repeat.
set -u
cd "$(dirname "$0")/.." || exit 2
winnow=${WINNOW:-build/winnow}
DATA=${DATA:-}
wanted=" $* "
status=0

# reference NAME SCENARIO [OPTION]...
reference() {
  name=$1
  shift
  case $wanted in
  '  ' | *" $name "*) ;;
  *) return ;;
  esac
  folder=results/reference/$name
  rm -rf "$folder"
  # a refuted claim is not a failure; a violated bound is
  if ! "$winnow" run "$@" --out "$folder" --quiet; then
    echo "reference: $name failed" >&2
    status=1
    return
  fi
  rm -rf "$folder/.journal" "$folder/timing.tsv"
  (cd "$folder" && find . -type f ! -name SHA256SUMS | sed 's|^\./||' | LC_ALL=C sort |
    xargs sha256sum > ../sums.new && mv ../sums.new SHA256SUMS)
}

# with_data NAME SCENARIO [OPTION]...: the folder stays as it is without DATA
with_data() {
  if [ -z "$DATA" ]; then
    case $wanted in *" $1 "*) echo "reference: $1 stays as it is: it needs DATA=folder" >&2 ;; esac
    return
  fi
  reference "$@" --data "$DATA"
}

reference close_to_subspace close_to_subspace --set n=12 --seeds 1 --trials 40 --record --save-state
reference disjunction disjunction --set n=16 --seeds 1 --trials 200
reference forced_mistakes forced_mistakes --set n=64 --seeds 1
reference shifting_subspace shifting_subspace --set n=12 --seeds 1 --trials 300
reference randomized randomized --set n=64 --set kappa=0.5 --seeds 2 --trials 200
reference asymmetric_rates asymmetric_rates --set n=64 --set kappa=0.4,1 --seeds 1
reference side_constraints side_constraints --set n=12 --seeds 1 --trials 100
reference linear_threshold linear_threshold --set n=32 --seeds 1 --trials 200
reference general_matrix general_matrix --seeds 1 --trials 100
reference general_matrix_counterexample general_matrix_counterexample
reference matrix_threshold matrix_threshold --seeds 1 --trials 100
reference max_cut max_cut --set n=10 --set T=125 --seeds 1
reference gambling gambling --set T=125 --seeds 1
reference matrix_completion matrix_completion --set n=8 --seeds 1
reference matrix_multiplicative_weights matrix_multiplicative_weights --set n=8 --seeds 1 --trials 100
reference regression_sparse regression_sparse --set n=16,32 --seeds 1
reference kernel_learning_synthetic kernel_learning_synthetic --seeds 1 --trials 100
reference generalization generalization --seeds 1
reference hitting_set hitting_set --seeds 2
with_data adaboost adaboost --seeds 1 --trials 40
with_data mushrooms mushrooms --seeds 1 --trials 300
case $wanted in
'  ' | *" values "*) WINNOW=$winnow sh scripts/values.sh make || status=1 ;;
esac
exit $status
