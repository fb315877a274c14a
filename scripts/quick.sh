#!/bin/sh
# A verdict for every family in under ten seconds: small versions of the scenarios, a line each; with ROWS=1 a line for each learner and bound.
set -u
winnow=${WINNOW:-build/winnow}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
worst=0

quick() {
  name=$1
  shift
  "$winnow" run "$name" --out "$out/$name" --quiet "$@"
  code=$?
  [ "$code" -gt "$worst" ] && worst=$code
  [ -f "$out/$name/summary.tsv" ] || return
  # of each learner and bound: the worst verdict and the largest share used
  awk -F '\t' -v scenario="$name" -v rows="${ROWS:-}" '
    /^#/ { next }
    !names { for (i = 1; i <= NF; i++) column[$i] = i; names = 1; next }
    $column["bound"] ~ /\./ { next }
    rows != "" { printf "%-28s %-28s %-26s %-9s %-8s %s\n", scenario, $column["learner"], $column["bound"], sprintf("%.4g", $column["mean"]),
      ($column["used"] == "nan" ? "-" : sprintf("%.3f", $column["used"])), $column["verdict"] }
    $column["bound"] != "-" { count[$column["verdict"]]++ }
    END {
      if (rows != "") exit
      n = split("violated refuted inconclusive premise unchecked vacuous holds", verdicts, " ")
      for (i = 1; i <= n; i++) if (verdicts[i] in count) { line = line separator count[verdicts[i]] " " verdicts[i]; separator = ", " }
      printf "%-28s %s\n", scenario, line
    }
  ' "$out/$name/summary.tsv"
}

if [ -n "${ROWS:-}" ]; then
  printf '%-28s %-28s %-26s %-9s %-8s %s\n' scenario learner bound mean used verdict
else
  printf '%-28s %s\n' scenario 'verdicts (ROWS=1: each of them)'
fi
quick close_to_subspace --set n=32 --trials 500 --seeds 3
quick close_to_subspace_scaling --set n=32 --set r=2 --trials 500 --seeds 2
quick high_dimension --set n=10000 --trials 100 --seeds 1
quick disjunction --set n=32 --trials 500 --seeds 2
quick forced_mistakes --set n=64 --seeds 1
quick threshold_adversary --set n=1024 --seeds 1
quick potential --set n=32 --trials 500 --seeds 2
quick noisy_subspace --seeds 1 --trials 500
quick shifting_subspace --set n=16 --trials 2000 --seeds 1
quick randomized --set n=256 --seeds 1
quick elimination --set n=64 --seeds 1
quick asymmetric_rates --set n=128 --seeds 1
quick side_constraints --set n=16 --trials 300 --seeds 1
quick hitting_set_online --trials 300 --seeds 1
quick unknown_rank --seeds 1
quick free_eigenvectors --set n=8 --trials 200 --seeds 1
quick online_pca --set n=16 --set noise=0.03 --trials 300 --seeds 1
quick w0_misprint --set n=64 --seeds 1
quick sketched_weights --set n=64 --seeds 1
quick sandwich --set n=256
quick rectangular_lower --set r=8
quick cut_lower --set n=4 --set T=600 --seeds 4
exit "$worst"
