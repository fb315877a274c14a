#!/bin/sh
# Decompositions and norms in procedures, the printed regret bounds of online matrix prediction, and that they can be refuted.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# quantity FOLDER NAME [COLUMN=VALUE]...: its mean
quantity() {
  folder=$1
  name=$2
  shift 2
  values "$folder/summary.tsv" mean "measure=$name" "$@"
}

one_line() {
  tr '\n' ' ' | sed 's/ $//'
}

# ---- the numbers of theorems, from the matrices themselves

run built << 'END'
return { seeds = 1, params = { n = 5 }, sweep = { n = { 1, 5, 8, 13 } }, procedure = function(p)
  local triangular, blocks = mat.triangular(p.n), mat.cut(p.n)
  local recursive, parts = triangular:decomposition { kind = "recursive" }, triangular:decomposition()
  local cut, cut_parts = blocks:decomposition { kind = "rank_one" }, blocks:decomposition { symmetric = true }
  local hadamard = mat.hadamard(16, 4):decomposition { kind = "scaled" }
  local norm, least = triangular:trace_norm(), triangular:max_norm()
  local rows = mat{ { 1, 1 }, { 0, 1 } }:max_norm()
  local indefinite = math.min(recursive.least_eigenvalue, parts.least_eigenvalue, cut.least_eigenvalue, hadamard.least_eigenvalue)
  return { beta = recursive.beta, tau = recursive.tau, order = recursive.order, cut_beta = cut.beta, cut_tau = cut.tau,
    cut_parts_tau = cut_parts.tau, hadamard = hadamard.beta * hadamard.tau, indefinite = indefinite,
    error = math.max(recursive.error, parts.error, cut.error, hadamard.error),
    trace_norm = math.abs(parts.tau - 2 * norm.high) < 1e-9 and norm.low <= norm.high,
    below = 2 * parts.beta >= least.low and 2 * recursive.beta >= least.low and least.high - least.low < 1e-6,
    small = rows.low <= 2 / math.sqrt(3) and rows.high >= 2 / math.sqrt(3) }
end }
END
same "built: exit status" 0 $status
same "recursive: beta = k + 1 with k = ceil(log2 n)" "1 4 4 5" "$(quantity built beta | one_line)"
same "recursive: tau = 2n(k + 2)" "4 50 80 156" "$(quantity built tau | one_line)"
same "recursive: order 2n" "2 10 16 26" "$(quantity built order | one_line)"
same "cuts: beta = 1" "1 1 1 1" "$(quantity built cut_beta | one_line)"
same "cuts: tau = n" "1 5 8 13" "$(quantity built cut_tau | one_line)"
holds "four rows of a Hadamard matrix of order 16: m(m + n)/2" "($(quantity built hadamard n=5) - 40)^2 < 1e-20"
for name in trace_norm below small; do
  same "norms: $name" "1 1 1 1" "$(quantity built "$name" | one_line)"
done
for n in 1 5 8 13; do
  holds "positive semidefinite, P - N = sym W: n = $n" "$(quantity built indefinite n=$n) > -1e-12 && $(quantity built error n=$n) < 1e-12"
done

# ---- what is refused, with its line

refused() {
  printf 'return { seeds = 1,\nparams = { x = 1 }, procedure = function() return { a = %s } end }\n' "$2" > refused.lua
  "$WINNOW" run refused.lua --out refused --quiet > refused.stdout 2> refused.stderr
  has "refused: $1" refused.stderr "refused.lua:2: $3"
}
refused "a function" 'mat.sign(3):maxnorm().low' 'a mat has no "maxnorm"; nearest: max_norm'
refused "a constructor" 'mat.hadmard(3)' 'mat.hadmard: no such function; nearest: hadamard'
refused "an option" 'mat.sign(3):max_norm { solvr = 3 }' 'max_norm: solvr: no such parameter; nearest: solver'
refused "csdp, an outside solver of earlier versions" 'mat.sign(3):max_norm { solver = "csdp" }.low' 'max_norm: solver = "csdp" must be one of: iteration'
refused "no size" 'mat.sign()' 'mat.sign: the order must be a whole number from 0'
refused "rows that differ" 'mat{ { 1 }, { 1, 2 } }' 'mat: row 2 must be a list of 1 numbers'
refused "rows of texts" 'mat{ { "a" } }' 'mat: entry 1 must be a number, not a string'
refused "a kind of another matrix" 'mat.sign(3):decomposition { kind = "recursive" }' 'decomposition: kind = recursive is only for mat.triangular'
refused "a cut that is none" 'mat.sign(3):decomposition { kind = "rank_one" }' 'decomposition: kind = rank_one is only for a cut'
refused "a Hadamard matrix that is none" 'mat.sign(4):decomposition { kind = "scaled" }' 'decomposition: kind = scaled is only for mat.hadamard'
refused "symmetric" 'mat{ { 1, 2 }, { 3, 4 } }:decomposition { symmetric = true }' 'decomposition: the matrix is not symmetric'
refused "Hadamard of order 6" 'mat.hadamard(6)' 'mat.hadamard: the order 6 must be a power of two'
refused "zeros" 'mat(1, 2):max_norm()' 'max_norm: the max-norm of a matrix of zeros'
refused "too large" 'mat.sign(1000):trace_norm()' 'trace_norm: 1000 rows and 1000 columns, expected'
refused "not a number" 'mat(2, 2, 0 / 0):trace_norm()' 'trace_norm: row 1, column 1 is not a finite number'

# ---- the printed regret bounds: held by the learner, refuted by its opposite

awk 'BEGIN { n = 6
  print "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":6,\"n\":6,\"labels\":\"real\",\"loss\":\"absolute\",\"interval\":[-1,1],\"scale\":0.5,\"comparator\":{\"cut\":[1,1,1,-1,-1,-1]}}"
  for (t = 1; t <= 3000; t++) { i = t % n; j = int(t / n) % n; print "{\"t\":" t ",\"i\":" i + 1 ",\"j\":" j + 1 ",\"y\":" ((i < 3) == (j < 3) ? -1 : 1) "}" } }' > cut.jsonl
awk 'BEGIN { n = 6
  print "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":6,\"n\":6,\"labels\":\"real\",\"loss\":\"absolute\",\"interval\":[0,1],\"comparator\":{\"order\":[1,2,3,4,5,6]}}"
  for (t = 1; t <= 6000; t++) { i = t % n; j = int(t / n) % n; print "{\"t\":" t ",\"i\":" i + 1 ",\"j\":" j + 1 ",\"y\":" (i <= j ? 1 : 0) "}" } }' > game.jsonl
awk 'BEGIN { n = 6
  print "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"entry\",\"m\":4,\"n\":6,\"labels\":\"real\",\"loss\":\"absolute\",\"interval\":[-1,1],\"comparator\":{\"matrix\":[[1,1,1,1,1,1],[1,1,1,1,1,1],[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1]]}}"
  for (t = 1; t <= 3000; t++) { i = t % 4; j = int(t / 4) % n; print "{\"t\":" t ",\"i\":" i + 1 ",\"j\":" j + 1 ",\"y\":" (i < 2 ? 1 : -1) "}" } }' > filter.jsonl
# printed FOLDER CLASS DECOMPOSITION [MORE OPTIONS]: plays FOLDER.jsonl
printed() {
  run "$1" << END
return { seeds = 1, problem = problem.recorded { file = "$1.jsonl" }, learners = {
  learner.online_matrix_prediction { class = "$2", decomposition = "$3"$4, label = "learner" },
  learner.online_matrix_prediction { class = "$2", decomposition = "$3"$4, eta = 0.7, label = "given" },
  learner.online_matrix_prediction { class = "$2", decomposition = "$3"$4, horizon = "doubling", label = "doubling" },
  learner.control_opposite_prediction { class = "$2", decomposition = "$3"$4, label = "opposite" } },
  bounds = bound.matrix_prediction_regret_printed {} }
END
  same "$1: a refuted claim is no failure" 0 $status
  same "$1: the printed bound" "learner holds given premise opposite refuted" "$(values "$1/summary.tsv" 'learner verdict' bound=matrix_prediction_regret_printed | one_line)"
}
printed cut max_cut two_blocks ''
printed game gambling recursive_printed ''
printed filter collaborative_filtering printed ', trace_norm = 4.9'

# ---- Theorem 9's sampling constant: 0.0300 at 8 entries and eps = 0.1, 0.0285 at 0.025, tending to 0.02843

"$WINNOW" run "$ROOT/scenarios/sample_complexity.lua" --out sampling --quiet --jobs 1 --set eps=0.1,0.025 --set entries=8 --seeds 2 > sampling.stdout 2> sampling.stderr
same "sampling: exit status" 0 $?
holds "sampling: eps = 0.1" "($(quantity sampling constant eps=0.1) - 0.03)^2 < 1e-20"
holds "sampling: eps = 0.025" "($(quantity sampling constant eps=0.025) - 0.0285)^2 < 1e-8"
holds "sampling: the limit" "($(quantity sampling limit eps=0.1) - 0.02843)^2 < 1e-10"
for eps in 0.1 0.025; do
  holds "sampling: the sampled error, eps = $eps" "($(quantity sampling standardised eps=$eps))^2 < 9"
done
