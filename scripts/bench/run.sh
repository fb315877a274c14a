#!/bin/sh
# The benchmark, called by `make bench`; BENCH=name measures one part:
#
#   peer         update and score against the dense definition in NumPy on the same recorded sequences; cost against n
#   updates      steps of the low-rank and the dense form, which follow the eigenpairs, against a decomposition; cost against n, k and T
#   eigen        decompositions against numpy.linalg.eigh with the best kernels that OpenBLAS has for the processor, and against GSL's
#   score        n = 100,000: score against one pass over the basis vectors, memory against these vectors
#   million      n = 1,000,000: memory
#   disjunction  a million trials of the vector form, whole command, against making such rows in NumPy
#   vectors      trials of the vector learners against the arithmetic of one pass over the features
#   online_matrix_prediction  rounds of gambling and max-cut against NumPy on the same sequences; cost against n
#   side_information  trials of completion with side information, m + n = 800, against the definition in NumPy
#   meg          matrix exponentiated gradient on distances against the paper's form and its stable form in NumPy; 200,000 trials
#   losses       rounds against loss matrices: Matrix Multiplicative Weights, its sketch, the perturbed leader; 8 qubits
#   pca          online principal components against their definition in NumPy on the same sequence; n = 10,000: time and memory
#   rivals       rows a second, and the time until the mean loss is small, against scikit-learn's partial_fit, factorisation in NumPy, Elo
#   files        from a table and from matches in a file to predictions, whole commands, against csv and scikit-learn's partial_fit
#   custom       learners written in Lua with steps on whole vectors against the same ones in C
#   blocks       trials predicted in blocks against the same ones one by one: predictions, whole cells, equal records
#   cells        trials of whole cells against the learner's work in them, one pass over the instance, and drawing and hashing it
#   python       the Python module: single rows against scikit-learn, blocks against a loop in C
#   allocation   allocations in the trial loop
#   sweep        100,000 small cells in three shapes: start-up, resuming, memory, files, plots, reports, comparisons
#   play         (only BENCH=play) cells in a browser against the same ones here; from a slider to the curve
#
# Requirements are quotients of two measurements on this machine, or counts. Writes results/bench/<part>.tsv, table.tsv (what is required,
# tightest first in each part), cost.tsv, prediction_cost.tsv, and plots/bench.svg, limits_bench.svg, prediction_bench.svg, .png. The last lines are
# the tightest requirement of each part. Exit status: 1 if one is missed, 2 if something could not be measured. Environment, set by make: WINNOW, BUILD, BENCH; PYTHON is the peer's
# (/usr/bin/python3).
set -u
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/../.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
WINNOW=${WINNOW:-$BUILD/winnow}
PYTHON=${PYTHON:-/usr/bin/python3} # the distribution's: one on PATH may have no NumPy or another BLAS
PARTS="peer updates eigen score million disjunction vectors online_matrix_prediction meg losses pca side_information rivals files custom blocks cells python allocation sweep"
EXTRA_PARTS=play # only where it is asked for: it needs a browser and emscripten
OPENBLAS_NUM_THREADS=1
# The kernels that fit the processor best: OpenBLAS does not choose them by itself where it does not know the model.
case $(sed -n 's/^flags//p' /proc/cpuinfo | head -n 1) in
  *avx512vl*) OPENBLAS_CORETYPE=SkylakeX ;;
  *avx2*) OPENBLAS_CORETYPE=Haswell ;;
esac
export OPENBLAS_NUM_THREADS OPENBLAS_CORETYPE

results=results/bench
mkdir -p "$results" plots || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# quit MESSAGE
quit() {
  echo "bench: $1" >&2
  exit 2
}

# header FILE: the comment lines that every table begins with.
header() {
  {
    echo '# winnow-lab bench 1'
    echo "# $("$WINNOW" --version | head -n 1)"
    sed -n 's/^model name[^:]*: /# CPU: /p' /proc/cpuinfo | head -n 1
  } > "$1"
}

# begin PART: rows of requirement go to results/bench/PART.tsv.
begin() {
  echo "bench: $1" >&2
  rows=$results/$1.tsv
  header "$rows"
  printf 'what\tunit\tours\tpeer\tratio\trequired\tmet\n' >> "$rows"
}

# note WHAT UNIT OURS PEER RATIO: a row that requires nothing; PEER and RATIO may be -.
note() {
  awk -v what="$1" -v unit="$2" -v ours="$3" -v peer="$4" -v ratio="$5" 'BEGIN {
    printf "%s\t%s\t%.4g\t%s\t%s\t-\t-\n", what, unit, ours, peer == "-" ? "-" : sprintf("%.4g", peer),
           ratio == "-" ? "-" : sprintf("%.4g", ratio)
  }' >> "$rows"
}

# require WHAT UNIT OURS PEER RATIO SIGN LIMIT: the ratio is compared with the limit, or OURS if there is no ratio.
require() {
  awk -v what="$1" -v unit="$2" -v ours="$3" -v peer="$4" -v ratio="$5" -v sign="$6" -v limit="$7" 'BEGIN {
    measured = ratio == "-" ? ours : ratio
    met = measured != "nan" && (sign == ">=" ? measured + 0 >= limit + 0 : measured + 0 <= limit + 0)
    printf "%s\t%s\t%.4g\t%s\t%s\t%s %s %s\t%s\n", what, unit, ours, peer == "-" ? "-" : sprintf("%.4g", peer),
           ratio == "-" ? "-" : sprintf("%.4g", ratio), ratio == "-" ? "ours" : "ratio", sign, limit, met ? "yes" : "no"
  }' >> "$rows"
}

# divide A B
divide() {
  awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.6g", a / b; else print "nan" }'
}

# microseconds NUMBER: field of the line of nanoseconds on stdin.
microseconds() {
  awk -v number="$1" '{ print $number / 1000 }'
}

# field NUMBER: of the line on stdin.
field() {
  awk -v number="$1" '{ print $number }'
}

# engine SCENARIO [OPTION]...: one worker, results in $scratch/run; sets `seconds` of processor time of the command and `kibibytes`, the peak
# of any process of the run.
engine() {
  scenario=$1
  shift
  rm -rf "$scratch/run"
  "$BUILD/bench/measured" "$scratch/measured" "$WINNOW" run "scripts/bench/$scenario.lua" --quiet --jobs 1 \
    --out "$scratch/run" "$@" || quit "$scenario: the run failed"
  seconds=$(field 1 < "$scratch/measured")
  kibibytes=$(field 2 < "$scratch/measured")
}

# costs [ARGUMENT]...: a line of learner_cost.
costs() {
  "$BUILD/bench/learner_cost" "$@" || quit 'learner_cost failed'
}

mebibytes() {
  divide "$kibibytes" 1024
}

# memory WHAT VECTORS N LIMIT: the run's peak against so many vectors of N numbers.
memory() {
  least=$(awk -v vectors="$2" -v n="$3" 'BEGIN { print vectors * n * 8 / 1048576 }')
  require "$1" MiB "$(mebibytes)" "$least" "$(divide "$(mebibytes)" "$least")" '<=' "$4"
}

# cost_row PROGRAM LINE
cost_row() {
  echo "$1 $2" | tr ' ' '\t' >> "$results/cost.tsv"
}

# both N [OPTION]...: winnow and the peer on one recorded sequence; sets `ours` and `theirs`, their lines.
both() {
  n=$1
  shift
  engine recorded --set "n=$n" --record "$@"
  sequence=$(find "$scratch/run/sequences" -name '*.jsonl')
  ours=$(costs sequence "$sequence" 4 "$scratch/scores") || exit 2
  status=0
  theirs=$("$PYTHON" scripts/bench/peer.py "$sequence" 4 "$scratch/scores") || status=$?
  [ $status -eq 0 ] || exit $status
  difference=$(echo "$theirs" | field 8)
  worst=$(awk -v a="$worst" -v b="$difference" 'BEGIN { print (a + 0 > b + 0 ? a : b) }')
}

# compare ROW WHAT FIELD [LIMIT]...: a row (note or require) of a field of both lines, in microseconds.
compare() {
  row=$1
  what=$2
  mine=$(echo "$ours" | microseconds "$3")
  other=$(echo "$theirs" | microseconds "$3")
  shift 3
  "$row" "$what" us "$mine" "$other" "$(divide "$other" "$mine")" "$@"
}

part_peer() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  system=$("$PYTHON" scripts/bench/peer.py --check) || exit 2
  echo "peer: $system"
  begin peer
  header "$results/cost.tsv"
  {
    echo "# peer: $system"
    echo '# close_to_subspace, nanoseconds of the learner alone; final_score, pass: medians after the last trial'
    printf 'program\tn\tr\ttrials\tupdates\trank\tupdate_ns\tscore_ns\tfinal_score_ns\tpass_ns\n'
  } >> "$results/cost.tsv"
  worst=0
  : > "$scratch/peers"
  for n in 64 128 256 512; do
    both "$n"
    cost_row winnow "$ours"
    echo "$theirs" | awk '{ print $1, $2, $3, $4, $5, $6, $7, "nan", "nan" }' >> "$scratch/peers"
  done
  compare require "update, n = 512, r = 4, k = $(echo "$ours" | field 5)" 6 '>=' 200
  compare require 'score, n = 512, r = 4' 7 '>=' 2
  both 512 --set noise=0.15 # many updates
  compare require "update, 15 % of the labels flipped, k = $(echo "$ours" | field 5)" 6 '>=' 40
  compare note 'score, 15 % of the labels flipped' 7
  note 'same mistakes; scores differ by' relative "$worst" - -
  for n in 1000 3000 10000 30000 100000; do
    line=$(costs generate "$n" 4 1000) || exit 2
    cost_row winnow "$line"
  done
  while read -r line; do cost_row numpy "$line"; done < "$scratch/peers"
  for kind in svg png; do
    gnuplot -e "table='$results/cost.tsv'; output='plots/bench'; kind='$kind'" scripts/bench/cost.gp \
      || quit 'gnuplot failed'
  done
  echo "plots: plots/bench.svg plots/bench.png"
}

part_updates() {
  begin updates
  "$BUILD/bench/update_cost" > "$scratch/updates" || quit 'update_cost failed'
  while read -r form n k step decomposition budget; do
    require "step and score, $form, n = $n, k = $k, against a decomposition" us "$(divide "$step" 1000)" \
      "$(divide "$decomposition" 1000)" "$(divide "$decomposition" "$step")" '>=' 2
    note "error budget of a score, $form, n = $n, k = $k" relative "$budget" - -
  done < "$scratch/updates"
  "$BUILD/bench/update_cost" laws > "$scratch/laws" || quit 'update_cost failed'
  before=
  while read -r form n k steps score step; do
    size="n = $n, k = $k, after $steps steps"
    if [ "$form" != "$before" ]; then
      before=$form first=$size first_score=$score first_step=$step
      continue
    fi
    note "score, $form, $size, against $first" us "$(divide "$score" 1000)" "$(divide "$first_score" 1000)" "$(divide "$score" "$first_score")"
    note "step, $form, $size, against $first" us "$(divide "$step" 1000)" "$(divide "$first_step" 1000)" "$(divide "$step" "$first_step")"
  done < "$scratch/laws"
}

# Ours with the checks that every decomposition has: products of matrices that cost as much as half of the rest.
part_eigen() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin eigen
  for n in 64 182 512 1024; do
    ours=$("$BUILD/bench/eigen_cost" $n 11) || quit 'eigen_cost failed'
    theirs=$("$PYTHON" scripts/bench/eigen_peer.py $n 11) || quit "eigen_peer.py failed: $theirs"
    against="against numpy.linalg.eigh, kernels of $(echo "$theirs" | field 5)"
    mine=$(echo "$ours" | microseconds 2)
    other=$(echo "$theirs" | microseconds 2)
    require "decomposition, n = $n, $against" us "$mine" "$other" "$(divide "$mine" "$other")" '<=' 2.5
    note "values only, n = $n, $against" us "$(echo "$ours" | microseconds 3)" "$(echo "$theirs" | microseconds 3)" \
      "$(divide "$(echo "$ours" | field 3)" "$(echo "$theirs" | field 3)")"
    note "Hermitian matrix, n = $n, $against" us "$(echo "$ours" | microseconds 4)" "$(echo "$theirs" | microseconds 4)" \
      "$(divide "$(echo "$ours" | field 4)" "$(echo "$theirs" | field 4)")"
    [ $n -le 512 ] || continue
    note "decomposition, n = $n, against GSL's" us "$mine" "$(echo "$ours" | microseconds 5)" "$(divide "$mine" "$(echo "$ours" | microseconds 5)")"
    for row in 'residual 6 7' 'orthogonality 8 9'; do
      set -- $row
      require "$1, n = $n, against GSL's" 'n eps' "$(echo "$ours" | field "$2")" "$(echo "$ours" | field "$3")" \
        "$(divide "$(echo "$ours" | field "$2")" "$(echo "$ours" | field "$3")")" '<=' 1
    done
  done
}

part_score() {
  begin score
  line=$(costs generate 100000 5 1000) || exit 2
  ours=$(echo "$line" | microseconds 8)
  pass=$(echo "$line" | microseconds 9)
  require "score, n = 100000, r = 5, against one pass over k = $(echo "$line" | field 5) vectors" us "$ours" "$pass" \
    "$(divide "$ours" "$pass")" '<=' 2
  engine recorded --set n=100000 --set r=5
  memory 'peak memory, n = 100000, r = 5, 1000 trials, against the k vectors' "$(echo "$line" | field 5)" 100000 4
}

part_million() {
  begin million
  line=$(costs generate 1000000 2 300) || exit 2
  engine recorded --set n=1000000 --set r=2 --trials 300
  memory 'peak memory, n = 1000000, r = 2, 300 trials, against the k vectors' "$(echo "$line" | field 5)" 1000000 4
  echo "n = 1000000: 300 trials in $seconds s, generator, hash and bounds included"
}

part_disjunction() {
  begin disjunction
  engine disjunction
  rows_s=$("$PYTHON" scripts/bench/disjunction_rows.py) || exit 2
  require '1000000 disjunction trials, n = 64, whole command, against making the rows in NumPy' s "$seconds" "$rows_s" \
    "$(divide "$seconds" "$rows_s")" '<=' 3
}

# The pass: x and w read once, a multiply-add for each feature stored (balanced: two, as it has two weights), and on the updates w + a x.
part_vectors() {
  begin vectors
  "$BUILD/bench/vector_cost" > "$scratch/vectors" || quit 'vector_cost failed'
  while read -r learner form trials updates trial pass update; do
    case $form in
      dense) size='n = 1000, dense' ;;
      *) size='50 of n = 100000' ;;
    esac
    require "trial, $learner, $size, $updates updates in $trials" ns "$trial" "$pass" "$(divide "$trial" "$pass")" \
      '<=' 3
    note "update alone, $learner, $size" ns "$update" "$pass" "$(divide "$update" "$pass")"
  done < "$scratch/vectors"
}

# predict CLASS DECOMPOSITION N ROUNDS: winnow plays a new sequence; sets `ours`, its line.
predict() {
  "$BUILD/bench/prediction_cost" write "$scratch/rounds" "$1" "$3" "$4" || exit 2
  ours=$("$BUILD/bench/prediction_cost" play "$scratch/rounds" "$1" "$2" "$scratch/predictions") || exit 2
  echo "$1 $2 winnow $ours" | tr ' ' '\t' | cut -f 1-7 >> "$results/prediction_cost.tsv"
}

# rival CLASS DECOMPOSITION FORM ROUNDS LIMIT: NumPy plays the first ROUNDS of the same sequence; a row for the quotient.
rival() {
  status=0
  theirs=$("$PYTHON" scripts/bench/prediction_peer.py "$scratch/rounds" "$1" "$2" "$3" "$scratch/predictions" "$4") \
    || status=$?
  [ $status -eq 0 ] || exit $status
  echo "$1 $2 numpy_$3 $theirs" | tr ' ' '\t' | cut -f 1-7 >> "$results/prediction_cost.tsv"
  difference=$(echo "$theirs" | field 5)
  worst=$(awk -v a="$worst" -v b="$difference" 'BEGIN { print (a + 0 > b + 0 ? a : b) }')
  mine=$(echo "$ours" | microseconds 4)
  other=$(echo "$theirs" | microseconds 4)
  what="round of $1, $2, n = $(echo "$ours" | field 1), against $3"
  if [ "$5" = - ]; then
    note "$what" us "$mine" "$other" "$(divide "$other" "$mine")"
  else
    require "$what" us "$mine" "$other" "$(divide "$other" "$mine")" '>=' "$5"
  fi
}

# The definition is the paper's: its recursive decomposition, the matrix of order 2p. At n = 128 it plays the first 400 rounds, which
# are cheaper than the later ones; ours is always the mean of all.
part_online_matrix_prediction() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin online_matrix_prediction
  header "$results/prediction_cost.tsv"
  printf 'class\tdecomposition\tprogram\tn\torder\trounds\tround_ns\n' >> "$results/prediction_cost.tsv"
  worst=0
  predict gambling recursive 64 1000
  rival gambling recursive definition 1000 200
  rival gambling recursive one_block 1000 5
  predict gambling recursive 128 1000
  rival gambling recursive definition 400 500
  rival gambling recursive one_block 1000 15
  predict gambling exact 64 1000
  rival gambling exact definition 400 -
  rival gambling exact one_block 1000 5
  predict gambling exact 128 1000
  rival gambling exact definition 100 -
  rival gambling exact one_block 400 15
  predict max_cut one_block 64 1000
  rival max_cut one_block one_block 400 -
  note 'same predictions; they differ by' absolute "$worst" - -
  for n in 16 32 250 500 1000 2000; do predict gambling recursive "$n" 4000; done
  kibibytes=$(echo "$ours" | field 6)
  order=$(echo "$ours" | field 2)
  memory 'peak memory, gambling, n = 2000, 4000 rounds, against a dense block' "$order" "$order" 1
  for n in 16 32 128 250 500 1000 2000; do predict max_cut one_block "$n" 4000; done
  predict collaborative_filtering sharp 9724 20000 # of the size of MovieLens, at the larger rate of its scenario
  note "round of collaborative_filtering, order $(echo "$ours" | field 2), 20000 ratings" us \
    "$(echo "$ours" | microseconds 4)" - -
  for kind in svg png; do
    gnuplot -e "table='$results/prediction_cost.tsv'; output='plots/prediction_bench'; kind='$kind'" \
      scripts/bench/prediction_cost.gp || quit 'gnuplot failed'
  done
  echo "plots: plots/prediction_bench.svg plots/prediction_bench.png"
}

# distances N TRIALS: winnow plays a new sequence; sets `ours`, its line.
distances() {
  "$BUILD/bench/meg_cost" write "$scratch/distances" "$1" "$2" || exit 2
  ours=$("$BUILD/bench/meg_cost" play "$scratch/distances" auto "$scratch/predictions") || exit 2
}

# numpy_meg FORM TRIALS LIMIT: NumPy plays the first TRIALS of the same sequence; a row for the quotient.
numpy_meg() {
  status=0
  theirs=$("$PYTHON" scripts/bench/meg_peer.py "$scratch/distances" "$1" "$scratch/predictions" "$2") || status=$?
  [ $status -eq 0 ] || exit $status
  difference=$(echo "$theirs" | field 4)
  worst=$(awk -v a="$worst" -v b="$difference" 'BEGIN { print (a + 0 > b + 0 ? a : b) }')
  mine=$(echo "$ours" | microseconds 4)
  other=$(echo "$theirs" | microseconds 3)
  what="trial of meg, n = $(echo "$ours" | field 1), $(echo "$ours" | field 6), against the $1 form"
  require "$what" us "$mine" "$other" "$(divide "$other" "$mine")" '>=' "$3"
}

# CPU times of predictions and updates; an update in every trial. NumPy's trials cost the same from the first to the last: it plays the
# first ones; ours is always the mean of all.
part_meg() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin meg
  worst=0
  distances 52 200000
  numpy_meg literal 2000 15
  numpy_meg stable 2000 8
  long=$ours
  distances 52 2000
  require 'trial of meg, n = 52, the mean of 200000 against that of the first 2000' us "$(echo "$long" | microseconds 4)" \
    "$(echo "$ours" | microseconds 4)" "$(divide "$(echo "$long" | field 4)" "$(echo "$ours" | field 4)")" '<=' 2
  distances 52 200000
  engine meg --set "file=$scratch/distances"
  note "the same, whole command, reading and recording included" s "$seconds" - -
  distances 1000 2000
  numpy_meg literal 3 1000
  numpy_meg stable 3 1000
  for n in 10000 100000; do
    distances "$n" 2000
    note "trial of meg, n = $n, $(echo "$ours" | field 6)" us "$(echo "$ours" | microseconds 4)" - -
  done
  note 'same predictions; they differ by' absolute "$worst" - -
}

# round_of LEARNER OPTIONS N: winnow plays 1000 sparse losses; sets `ours`, the microseconds of a round.
round_of() {
  line=$("$BUILD/bench/loss_cost" sparse_losses "{\"n\":$3,\"gap\":0.3}" "$1" "$2" 1000) || quit 'loss_cost failed'
  ours=$(echo "$line" | microseconds 3)
}

# A round of the sketch and of the dyad's leader grows with the rows that have losses, up to 4000 here, and with n only where a random vector is
# drawn. 8 qubits: the real matrix has twice the order of the Hermitian one.
part_losses() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin losses
  round_of matrix_multiplicative_weights '{}' 256
  weights=$ours
  round_of sketched_multiplicative_weights '{}' 256
  require 'round of the sketch, n = 256, against Matrix Multiplicative Weights' us "$ours" "$weights" "$(divide "$weights" "$ours")" '>=' 10
  round_of follow_the_perturbed_leader '{}' 256
  note 'round of the perturbed leader, Gaussian matrix, n = 256' us "$ours" "$weights" "$(divide "$weights" "$ours")"
  for n in 10000 100000; do
    round_of sketched_multiplicative_weights '{}' $n
    note "round of the sketch, n = $n" us "$ours" - -
    round_of follow_the_perturbed_leader '{"perturbation":"rank_one"}' $n
    note "round of the perturbed leader, Gaussian dyad, n = $n" us "$ours" - -
  done
  line=$("$BUILD/bench/loss_cost" quantum_state '{"qubits":8}' matrix_multiplicative_weights '{"eta":0.1}' 10) || quit 'loss_cost failed'
  ours=$(echo "$line" | microseconds 3)
  engine quantum --record
  theirs=$("$PYTHON" scripts/bench/quantum_peer.py "$(find "$scratch/run/sequences" -name '*.jsonl')") || quit "quantum_peer.py failed: $theirs"
  other=$(echo "$theirs" | microseconds 3)
  note 'trial of Matrix Multiplicative Weights, 8 qubits, against Hermitian matrices in NumPy' us "$ours" "$other" "$(divide "$other" "$ours")"
  note '8 qubits: same scores; they differ by' absolute "$(echo "$theirs" | field 4)" - -
}

# points N: winnow plays a new sequence, and records it; sets `ours`, its line, and `what`.
points() {
  engine pca --set "n=$1" --record
  sequence=$(find "$scratch/run/sequences" -name '*.jsonl')
  ours=$("$BUILD/bench/pca_cost" "$sequence" 4 "$scratch/predictions") || quit 'pca_cost failed'
  what="trial of capped_meg, n = $1, k = 4, rank up to $(echo "$ours" | field 3)"
}

# numpy_pca ROW TRIALS [LIMIT]...: NumPy plays the first TRIALS of the same sequence; a row (note or require) for the quotient.
numpy_pca() {
  row=$1
  status=0
  theirs=$("$PYTHON" scripts/bench/pca_peer.py "$sequence" 4 "$scratch/predictions" "$2") || status=$?
  [ $status -eq 0 ] || exit $status
  shift 2
  mine=$(echo "$ours" | microseconds 4)
  other=$(echo "$theirs" | microseconds 3)
  "$row" "$what, against the definition" us "$mine" "$other" "$(divide "$other" "$mine")" "$@"
  note 'same predictions; they differ by' absolute "$(echo "$theirs" | field 4)" - -
}

# An update in every trial; the rank of what was added grows to that of all points. NumPy's trials cost the same from the first to the last: it
# plays the first ones; ours is always the mean of all.
part_pca() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin pca
  points 64
  numpy_pca note 200
  points 1000
  numpy_pca require 10 '>=' 50
  points 10000
  note "$what" us "$(echo "$ours" | microseconds 4)" - -
  memory 'peak memory, capped_meg, n = 10000, 200 trials, against the points' 200 10000 4
}

# completion SIDE TRACE: conservative, 400 rows and columns in 3 classes.
completion() {
  "$BUILD/bench/rival_cost" side_information '{"m":400,"n":400,"classes":3,"side":"'"$1"'"}' side_information_completion \
    '{"gamma":0.5773502691896258,"trace":'"$2"'}' 2000 0 "$scratch/rows" "$scratch/predictions" > "$scratch/ours" || quit 'rival_cost failed'
  theirs=$("$PYTHON" scripts/bench/side_information_peer.py "$scratch/rows" 800 0.5773502691896258 "$2" 50 "$scratch/predictions") || exit 2
  [ "$(echo "$theirs" | field 3)" = 0 ] || quit "the peer predicts otherwise: $theirs"
  mine=$(field 2 < "$scratch/ours")
  require "trial of completion, m + n = 800, side information: $1, against one decomposition a trial" us "$(echo "$mine" | microseconds 1)" \
    "$(echo "$theirs" | microseconds 2)" "$(divide "$(echo "$theirs" | field 2)" "$mine")" '>=' 100
}

part_side_information() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin side_information
  completion graphs 40
  completion none 800
}

# rows_of PROBLEM OPTIONS LEARNER OPTIONS TRIALS TARGET: winnow plays; sets `ours`, its line.
rows_of() {
  target=$6
  ours=$("$BUILD/bench/rival_cost" "$@" "$scratch/rows" "$scratch/predictions") || quit 'rival_cost failed'
}

# other PEER N ROWS: sets `theirs`, its line for the first ROWS.
other() {
  theirs=$("$PYTHON" scripts/bench/rivals.py "$1" "$scratch/rows" "$2" "$target" "$scratch/predictions" "$3") || exit 2
}

# by_row WHAT LIMIT: a row for the time of a trial.
by_row() {
  require "$1" us "$(echo "$ours" | microseconds 2)" "$(echo "$theirs" | microseconds 2)" \
    "$(divide "$(echo "$theirs" | field 2)" "$(echo "$ours" | field 2)")" '>=' "$2"
}

# by_target WHAT LIMIT: a row for the time until the target; who never reaches it has all the time of its run.
by_target() {
  mine=$(echo "$ours" | awk '{ print ($5 == "-" ? "nan" : $5 / 1e6) }')
  its=$(echo "$theirs" | awk '{ print ($5 == "-" ? $1 * $2 : $5) / 1e6 }')
  require "$1, trials $(echo "$ours" | field 4) and $(echo "$theirs" | field 4)" ms "$mine" "$its" "$(divide "$its" "$mine")" '>=' "$2"
}

# same_loss: equal decisions where both begin alike.
same_loss() {
  [ "$(echo "$theirs" | field 7)" = 0 ] || quit "the peer predicts otherwise: $theirs"
}

part_rivals() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin rivals
  rows_of linear_threshold '{"n":1000,"relevant":8}' perceptron '{"margin":0}' 16000 0.05
  other perceptron_rows 1000 2000
  same_loss
  by_row 'perceptron, n = 1000, against scikit-learn row by row' 100
  other perceptron_batches 1000 16000
  by_row 'perceptron, n = 1000, against scikit-learn in batches of 100' 4
  other perceptron_whole 1000 16000
  by_row 'perceptron, n = 1000, against one partial_fit that predicts nothing' 1
  rows_of linear_threshold '{"n":1000,"relevant":8}' winnow_normalized '{"margin":0.2}' 16000 0.05
  other perceptron_batches 1000 16000
  by_target 'until 5 % mistakes, 8 of 1000 attributes, Winnow against Perceptron' 10
  other logistic_batches 1000 16000
  by_target 'until 5 % mistakes, 8 of 1000 attributes, Winnow against SGDClassifier' 10
  rows_of close_to_subspace '{"n":64,"r":4}' matrix_winnow '{"r":4}' 16000 0.05
  other quadratic_batches 64 16000
  by_target 'until 5 % mistakes, hidden subspace, n = 64, Matrix Winnow against Perceptron on products' 20
  rows_of collaborative_filtering '{"m":200,"n":200,"rank":4,"matrix":"low_rank","labels":"entries","noise":0.1,"loss":"square"}' \
    matrix_factorisation '{"rank":8}' 200000 0.02
  other factorisation_rows 200 20000
  by_row 'factorisation, rank 8, against NumPy rating by rating' 50
  other factorisation_batches 200 200000
  by_row 'factorisation, rank 8, against NumPy in batches of 100' 5
  by_target 'until a square loss of 0.02, factorisation against NumPy in batches' 5
  rows_of gambling '{"n":100,"noise":0.1}' elo '{}' 20000 0.2
  other elo 100 20000
  same_loss
  by_row "Elo against Python's numbers" 1.5
}

# file_peer WHAT BATCH COUNT: nanoseconds a row go to `theirs`.
file_peer() {
  theirs=$("$PYTHON" scripts/bench/files_peer.py "$1" "$scratch/$1.csv" "$2" "$3" | awk '{ printf "%.6g", $2 / $1 * 1e9 }') || exit 2
}

# by_file WHAT LIMIT: `seconds` for so many rows against `theirs`.
by_file() {
  nanoseconds=$(awk -v s="$seconds" -v rows="$rows_played" 'BEGIN { printf "%.6g", s / rows * 1e9 }')
  require "$1" ns "$nanoseconds" "$theirs" "$(divide "$theirs" "$nanoseconds")" '>=' "$2"
}

# learn_rows OPTIONS: `seconds` for the rows.
learn_rows() {
  "$BUILD/bench/measured" "$scratch/measured" sh -c '"$1" learn --learner perceptron \
    --rows "table{class_column = \"class\", positive = \"1\", instances = \"vector\"$3}" < "$2/rows.csv" > "$2/predictions"' \
    sh "$WINNOW" "$scratch" "$1" 2> /dev/null || quit 'winnow learn failed'
  seconds=$(field 1 < "$scratch/measured")
  rows_played=20000
}

part_files() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin files
  "$PYTHON" scripts/bench/files_rows.py "$scratch" || quit 'files_rows.py failed'
  learn_rows ''
  file_peer rows 1 2000
  by_file 'a row of a file, 20 numbers, against partial_fit row by row' 10
  file_peer rows 100 20000
  by_file 'a row of a file, 20 numbers, against partial_fit in batches of 100' 2
  learn_rows ', scaling = "unit", online = true'
  by_file 'the same with scaling = "unit", online = true, against partial_fit without' 2
  engine matches --data "$scratch"
  rows_played=13504 # without draws
  file_peer matches 1 2000
  by_file 'a match of a file, Elo, against partial_fit match by match' 10
  file_peer matches 100 20000
  by_file 'a match of a file, Elo, against partial_fit in batches of 100' 2
}

part_custom() {
  begin custom
  "$BUILD/bench/custom_cost" scripts/bench/custom.lua > "$scratch/custom" || quit 'custom_cost failed'
  while read -r learner n trials updates c lua c_updates; do
    [ "$updates" = "$c_updates" ] || quit "$learner: $updates updates in Lua, $c_updates in C"
    if [ "$n" -lt 10000 ]; then limit=3; else limit=1.5; fi
    require "trial, $learner in Lua against C, n = $n, dense, $updates updates in $trials" ns "$lua" "$c" \
      "$(divide "$lua" "$c")" '<=' $limit
  done < "$scratch/custom"
}

# Sums of a block are made in the order of a single one, to the last bit, so its gain is what memory and registers give, not that of a
# product that may add as it likes.
part_blocks() {
  begin blocks
  "$BUILD/bench/block_cost" "$scratch/table.csv" > "$scratch/blocks" || quit 'block_cost failed'
  while read -r name n trials updates rank predict single cell cell_single same; do
    [ "$same" = 1 ] || quit "$name, n = $n: blocks change the record of the cell"
    what="$name, n = $n, k = $rank, $updates updates in $trials"
    ratio=$(divide "$single" "$predict")
    case $name,$n in
      *,16) ;; # the clock takes longer than a prediction
      subspace,r=16,16000 | dense,*,512) require "prediction, $what" us "$predict" "$single" "$ratio" '>=' 1.3 ;;
      *) note "prediction, $what" us "$predict" "$single" "$ratio" ;;
    esac
    ratio=$(divide "$cell_single" "$cell")
    note "trial of the whole cell, $what" us "$cell" "$cell_single" "$ratio" # drawing the instances takes most of it
  done < "$scratch/blocks"
}

part_cells() {
  begin cells
  "$BUILD/bench/cell_cost" > "$scratch/cells" || quit 'cell_cost failed'
  while read -r problem n trials updates cell learner pass making; do
    work=$(awk -v a="$learner" -v b="$pass" 'BEGIN { print a + b }')
    least=$(awk -v a="$work" -v b="$making" 'BEGIN { print a + b }')
    what="trial of the whole cell, $problem, n = $n, $updates updates in $trials"
    ratio=$(divide "$cell" "$work")
    case $problem in
      close_to_subspace) require "$what" us "$cell" "$work" "$ratio" '<=' 2.5 ;;
      *) # drawing and hashing the entries of a vector takes longer than all that a learner does with them; of short ones all the rest does
        if [ "$n" -ge 250 ]; then
          require "$what, against drawing and hashing too" us "$cell" "$least" "$(divide "$cell" "$least")" '<=' 2.5
        else
          note "$what, against drawing and hashing too" us "$cell" "$least" "$(divide "$cell" "$least")"
        fi
        note "$what" us "$cell" "$work" "$ratio"
        ;;
    esac
  done < "$scratch/cells"
}

part_python() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin python
  WINNOWLAB=$BUILD "$PYTHON" -B scripts/bench/python_cost.py python "$BUILD/bench/python_cost" "$scratch" > "$scratch/python" || quit 'python_cost.py failed'
  while IFS="$(printf '\t')" read -r what unit ours peer ratio limit; do
    if [ "$limit" = - ]; then
      note "$what" "$unit" "$ours" "$peer" "$ratio"
    else
      require "$what" "$unit" "$ours" "$peer" "$ratio" '<=' "$limit"
    fi
  done < "$scratch/python"
}

part_allocation() {
  begin allocation
  "$BUILD/bench/allocations" > "$scratch/allocations" || quit 'allocations failed'
  sum=$(awk '{ sum += $3 + $4 } END { print sum + 0 }' "$scratch/allocations")
  require "allocations in 1000 and 10000 trials, $(wc -l < "$scratch/allocations") cases" calls "$sum" - - '<=' 0
  awk '$3 + $4 > 0 { print $1 " with " $2 ": " $3 " allocations in 1000 trials, " $4 " in 10000" }' \
    "$scratch/allocations"
}

part_sweep() {
  [ -x "$PYTHON" ] || quit "$PYTHON, the distribution's, is not there: install the package python3"
  begin sweep
  mkdir "$scratch/sweep"
  "$PYTHON" scripts/bench/sweep.py "$WINNOW" "$scratch/sweep" > "$scratch/swept" || quit 'sweep.py failed'
  while IFS="$(printf '\t')" read -r what unit value peer limit; do
    ratio=-
    [ "$peer" = - ] || ratio=$(divide "$value" "$peer")
    if [ "$limit" = - ]; then
      note "$what" "$unit" "$value" "$peer" "$ratio"
    else
      require "$what" "$unit" "$value" "$peer" "$ratio" "${limit% *}" "${limit#* }"
    fi
  done < "$scratch/swept"
}

part_play() {
  begin play
  [ -e "$BUILD/play/index.html" ] || quit 'there is no page: make play'
  browser=$(command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome) || quit 'Chromium is not installed'
  NODE_PATH=$BUILD/browser/node_modules node scripts/bench/play.cjs "$BUILD/play/index.html" "$BUILD/winnow-play" "$browser" > "$scratch/play" ||
    quit 'play.cjs failed'
  while IFS="$(printf '\t')" read -r what unit ours peer limit; do
    if [ "$limit" = - ]; then
      note "$what" "$unit" "$ours" "$peer" -
    else
      require "$what" "$unit" "$ours" "$peer" "$(divide "$ours" "$peer")" '<=' "$limit"
    fi
  done < "$scratch/play"
}

chosen=${BENCH:-$PARTS}
PARTS="$PARTS $EXTRA_PARTS"
for part in $chosen; do
  case " $PARTS " in
    *" $part "*) ;;
    *) quit "no part '$part'; BENCH is one of: $PARTS" ;;
  esac
done
for part in $chosen; do "part_$part"; done

# What is required, tightest first in each part: `room` is how many times the ratio is better than its limit. Parts that were not measured now
# are there as they were measured last.
table=$results/table.tsv
header "$table"
printf 'part\twhat\tunit\tours\tpeer\tratio\tlimit\troom\n' >> "$table"
for part in $PARTS; do
  [ -e "$results/$part.tsv" ] || continue
  awk -F '\t' -v OFS='\t' -v part="$part" '!/^#/ && $6 ~ /[<>]=/ {
    split($6, limit, " ")
    measured = limit[1] == "ratio" ? $5 : $3
    if (measured == "nan") room = 0
    else if (limit[2] == ">=") room = measured / limit[3]
    else room = limit[3] > 0 ? limit[3] / (measured > 0 ? measured : limit[3]) : (measured > 0 ? 0 : 1)
    print part, $1, $2, $3, $4, $5, limit[2] " " limit[3], sprintf("%.3g", room)
  }' "$results/$part.tsv" | sort -t "$(printf '\t')" -k 8,8g
done >> "$table"
for kind in svg png; do
  gnuplot -e "table='$table'; output='plots/limits_bench'; kind='$kind'" scripts/bench/limits.gp || quit 'gnuplot failed'
done
echo "plots: plots/limits_bench.svg plots/limits_bench.png"
echo "results: $results"
echo
# of one part everything, of several the tightest of each, and what is missed
awk -F '\t' -v chosen=" $chosen " '!/^#/ && ($1 == "part" || index(chosen, " " $1 " "))' "$table" > "$scratch/table"
awk -F '\t' -v all="$(echo "$chosen" | wc -w)" '
  NR == 1 || all == 1 || $1 != last || $8 < 1 {
    rows++
    for (i = 2; i <= 8; i++) { cell[rows, i] = $i; if (length($i) > width[i]) width[i] = length($i) }
  }
  { last = $1 }
  END {
    for (row = 1; row <= rows; row++) {
      line = ""
      for (i = 2; i <= 8; i++) line = line sprintf("%" (i >= 4 && i != 7 ? "" : "-") width[i] "s  ", cell[row, i])
      sub(/ +$/, "", line)
      print line
    }
  }' "$scratch/table"
awk -F '\t' 'NR > 1 && $8 < 1 { missed = 1 } END { exit missed }' "$scratch/table"
