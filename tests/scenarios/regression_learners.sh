#!/bin/sh
# Widrow-Hoff, ridge regression and the running mean: their losses are those of plain loops, their bounds hold on vectors and matrices, on the
# line and on intervals; each premise is seen when it is broken, and each row can fail.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
WH=widrow_hoff_loss

# sequence KIND TRIALS NOISE HEADER: instances of n = 3 uniform in [-1,1]^3, as vectors or dyads; labels u.x (or tr(diag(u) x x^T)) of
# u = (0.5, S 0.25, 0.2), S = -1 for vectors, plus uniform noise, clipped to [-2,2]. Also writes KIND.numbers: x1 x2 x3 y.
sequence() {
  awk -v kind="$1" -v trials="$2" -v noise="$3" -v header="$4" '
    function uniform() { seed = (seed * 16807) % 2147483647; return 2 * seed / 2147483647 - 1 }
    BEGIN {
      seed = 12345
      u[1] = 0.5; u[2] = kind == "vector" ? -0.25 : 0.25; u[3] = 0.2
      printf "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"%s\",\"n\":3,\"labels\":\"real\"%s,", kind, header
      printf "\"comparator\":{\"vector\":[%g,%g,%g]}}\n", u[1], u[2], u[3]
      for (t = 1; t <= trials; t++) {
        y = noise * uniform()
        for (i = 1; i <= 3; i++) { x[i] = sprintf("%.6f", uniform()) + 0; y += u[i] * x[i] * (kind == "dyad" ? x[i] : 1) }
        y = sprintf("%.12f", y > 2 ? 2 : y < -2 ? -2 : y) + 0
        printf "{\"t\":%d,\"x\":[%.6f,%.6f,%.6f],\"y\":%.12f}\n", t, x[1], x[2], x[3], y
        printf "%.6f %.6f %.6f %.12f\n", x[1], x[2], x[3], y > (kind ".numbers")
      }
    }'
}

# ---- the theorem on vectors: loss, best of all and tuned rate

sequence vector 400 0.3 "" > vector.jsonl
run vectors << 'END'
return { seeds = 1, problem = problem.recorded { file = "vector.jsonl" },
  learners = { learner.widrow_hoff { eta = 0.1 }, learner.widrow_hoff { length = 1.8, loss_at_most = 15, radius = 0.6, label = "tuned" },
    learner.widrow_hoff { grid = { 0.1, 0.2 }, label = "grid" },
    learner.matrix_widrow_hoff { eta = 0.1, representation = "dense", label = "dense" } },
  bounds = bound.widrow_hoff_loss {} }
END
same "vectors: exit status" 0 $status
same "vectors: every row holds" holds "$(distinct vectors verdict)"
same "vectors: no theorem for a rate from a grid" "" "$(verdicts vectors bound learner=grid)"
expected=$(awk '
  { z = e = 0; for (i = 1; i <= 3; i++) z += w[i] * $i
    e = z - $4; loss += e * e
    for (i = 1; i <= 3; i++) w[i] -= 0.1 * e * $i }
  END { printf "%.12f", loss }' vector.numbers)
for learner in widrow_hoff dense; do
  holds "$learner: the loss of a plain loop" "($(verdicts vectors measured learner=$learner bound=$WH) - $expected)^2 < 1e-18"
  holds "$learner: the best of all is not above the comparator's" \
    "$(verdicts vectors value learner=$learner bound=$WH.best) <= $(verdicts vectors value learner=$learner bound=$WH)"
done

awk 'BEGIN { print "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":1,\"labels\":\"real\"}" }
  { printf "{\"t\":%d,\"x\":[%s],\"y\":%s}\n", NR, $1, $4 }' vector.numbers > one.jsonl
run one << 'END'
return { seeds = 1, problem = problem.recorded { file = "one.jsonl" },
  learners = { learner.widrow_hoff { eta = 0.25 }, learner.ridge { lambda = 2 }, learner.ridge { lambda = 2, forward = true, label = "forward" },
    learner.running_mean {} },
  bounds = { bound.widrow_hoff_loss {}, bound.ridge_loss {}, bound.running_mean_loss {} } }
END
same "one attribute: exit status" 0 $status
same "one attribute: no comparator" unchecked "$(verdicts one verdict bound=$WH)"
same "one attribute: every other row holds" holds "$(verdicts one 'bound verdict' | sed "/^$WH unchecked/d; s/.* //" | sort -u)"

# ---- ridge regression and the running mean: the same attribute by hand

expected=$(awk '
  { w = xy / (2 + xx); e = w * $1 - $4; loss += e * e
    f = xy / (2 + xx + $1 * $1) * $1 - $4; forward += f * f
    e = (NR > 1 ? sum / (NR - 1) : 0) - $4; mean += e * e
    xy += $1 * $4; xx += $1 * $1; sum += $4 }
  END { printf "%.12f %.12f %.12f", loss, forward, mean }' vector.numbers)
set -- $expected
holds "ridge: the loss" "($(verdicts one measured learner=ridge bound=ridge_loss) - $1)^2 < 1e-18"
holds "forward: the loss" "($(verdicts one measured learner=forward bound=ridge_loss) - $2)^2 < 1e-18"
holds "running mean: the loss" "($(verdicts one measured bound=running_mean_loss) - $3)^2 < 1e-18"

# ---- a lambda far below rounding: b = |x|^2/lambda is not known to a digit, and no side of the identity may be multiplied by it

cat > slight.jsonl << 'END'
{"format":"winnow-lab sequence 1","instances":"vector","n":4,"labels":"real"}
{"t":1,"x":[0,0,0,0],"y":1}
{"t":2,"x":[0.14,0.25,0.77,0.68],"y":0}
{"t":3,"x":[1,1,0,1],"y":1}
END
run slight << 'END'
return { seeds = 1, problem = problem.recorded { file = "slight.jsonl" }, params = { lambda = 1 }, sweep = { lambda = { 1e-300, 1e-12, 1e-6 } },
  learners = function(p) return { learner.ridge { lambda = p.lambda }, learner.ridge { lambda = p.lambda, forward = true, label = "forward" } } end,
  bounds = bound.ridge_loss {} }
END
same "a small lambda: exit status" 0 $status
same "a small lambda: the identity" holds "$(distinct slight verdict bound=ridge_loss.identity)"

# ---- equal labels far from 0: the sides of the identity are 0, and rounding has nothing to excuse

printf '%s\n' '{"format":"winnow-lab sequence 1","instances":"vector","n":1,"labels":"real"}' > equal.jsonl
awk 'BEGIN { for (t = 1; t <= 3; t++) printf "{\"t\":%d,\"x\":[1],\"y\":1e6}\n", t }' >> equal.jsonl
run equal << 'END'
return { seeds = 1, problem = problem.recorded { file = "equal.jsonl" }, learners = learner.running_mean {},
  bounds = bound.running_mean_loss {} }
END
same "equal labels: the identity" "0 holds" "$(verdicts equal 'measured verdict' bound=running_mean_loss.identity)"

# ---- attained: one instance, eta X^2 = 1 and no noise; the first error is the only one, and the bound its square

printf '%s\n' '{"format":"winnow-lab sequence 1","instances":"vector","n":2,"labels":"real","comparator":{"vector":[1.5,0]}}' > repeated.jsonl
awk 'BEGIN { for (t = 1; t <= 50; t++) printf "{\"t\":%d,\"x\":[2,0],\"y\":3}\n", t }' >> repeated.jsonl
run repeated << 'END'
return { seeds = 1, problem = problem.recorded { file = "repeated.jsonl" },
  learners = learner.widrow_hoff { length = 2, loss_at_most = 0, radius = 1.5 }, bounds = bound.widrow_hoff_loss {} }
END
same "attained: both rows" "9 9 holds 9 9 holds" "$(verdicts repeated 'measured value verdict' bound=$WH) $(verdicts repeated 'measured value verdict' bound=$WH.tuned)"
same "attained: the best of all has no value at eta X^2 = 1" "premise eta |X|^2 < 1" "$(verdicts repeated 'verdict premise' bound=$WH.best)"
awk 'NR > 1 && NR % 2 { sub(/"y":3/, "\"y\":3.5") } { print }' repeated.jsonl > unsettled.jsonl
run unsettled << 'END'
return { seeds = 1, problem = problem.recorded { file = "unsettled.jsonl" },
  learners = learner.widrow_hoff { eta = 0.25 }, bounds = bound.widrow_hoff_loss {} }
END
same "eta X^2 = 1 with noise" "premise eta |X|^2 < 1 2" "$(verdicts unsettled 'verdict premise trial' bound=$WH)"
run noisy << 'END'
return { seeds = 1, problem = problem.recorded { file = "vector.jsonl" },
  learners = learner.widrow_hoff { eta = 0.4 }, bounds = bound.widrow_hoff_loss {} }
END
same "eta X^2 above 1" "premise eta |X|^2 < 1" "$(verdicts noisy 'verdict premise' bound=$WH)"

# ---- a bound says nothing from (high - low)^2 times the trials that were played on: two, of the thousand that were asked for

printf '%s\n' '{"format":"winnow-lab sequence 1","instances":"vector","n":2,"labels":"real","loss":"square","interval":[-1,1],"comparator":{"vector":[1,0]}}' > early.jsonl
awk 'BEGIN { for (t = 1; t <= 2; t++) printf "{\"t\":%d,\"x\":[0.3,0.2],\"y\":%d}\n", t, 2 * (t % 2) - 1 }' >> early.jsonl
run early << 'END'
return { seeds = 1, trials = 1000, problem = problem.recorded { file = "early.jsonl" },
  learners = { learner.widrow_hoff { eta = 0.05 }, learner.ridge { lambda = 0.01 }, learner.running_mean { start = -1 } },
  bounds = { bound.widrow_hoff_loss {}, bound.ridge_loss {}, bound.running_mean_loss {} } }
END
for bound in $WH ridge_loss running_mean_loss; do
  holds "early end: $bound is 8 or more" "$(verdicts early value bound=$bound) >= 8"
  same "early end: $bound says nothing" vacuous "$(verdicts early verdict bound=$bound)"
done

# ---- intervals, scales, matrices, projection

sequence vector 400 0.3 ',"loss":"square","interval":[-2,2],"scale":0.5' > interval.jsonl
sequence dyad 400 0.3 ',"loss":"square","interval":[-2,2],"scale":3' > interval_dyads.jsonl
sequence dyad 400 0.3 "" > dyad.jsonl
for file in interval interval_dyads dyad; do
  run $file << END
local learners = { }
for _, project in ipairs { "none", "semidefinite" } do
  for _, error in ipairs { "raw", "clipped" } do
    table.insert(learners, learner.matrix_widrow_hoff { eta = 0.1, project = project, error = error, label = project .. error })
    table.insert(learners, learner.matrix_widrow_hoff { length = 3, loss_at_most = 60, radius = 0.6, project = project, error = error,
      representation = "dense", label = "tuned" .. project .. error })
  end
end
return { seeds = 1, problem = problem.recorded { file = "$file.jsonl" }, learners = learners, bounds = bound.widrow_hoff_loss {} }
END
  same "$file: exit status" 0 $status
  if [ $file = interval ]; then
    same "$file: without projection every row holds" holds "$(verdicts $file 'learner verdict' | sed -n '/none/s/.* //p' | sort -u)"
    same "$file: a target that is not semidefinite" "premise U >= 0" "$(verdicts $file 'verdict premise' bound=$WH learner=semidefiniteraw)"
  else
    same "$file: every row holds" holds "$(distinct $file verdict)"
  fi
done
same "projection: no row for all matrices" "" "$(verdicts dyad bound bound=$WH.best learner=semidefiniteraw)"
run ridge_interval << 'END'
return { seeds = 1, problem = problem.recorded { file = "interval.jsonl" },
  learners = { learner.ridge { lambda = 0.1 }, learner.ridge { forward = true, label = "forward" }, learner.running_mean {} },
  bounds = { bound.ridge_loss {}, bound.running_mean_loss {} } }
END
same "interval: ridge and mean, exit status" 0 $status
same "interval: ridge and mean, every row holds" holds "$(distinct ridge_interval verdict)"

# ---- each premise

run premises << 'END'
return { seeds = 1, problem = problem.recorded { file = "vector.jsonl" },
  learners = { learner.widrow_hoff { length = 1.2, loss_at_most = 15, radius = 0.6, label = "length" },
    learner.widrow_hoff { length = 1.8, loss_at_most = 5, radius = 0.6, label = "loss" },
    learner.widrow_hoff { length = 1.8, loss_at_most = 15, radius = 0.5, label = "radius" },
    learner.widrow_hoff { length = 1.8, loss_at_most = 0, radius = 0.6, label = "noise" } },
  bounds = bound.widrow_hoff_loss {} }
END
same "premise: length" "premise |X| <= length" "$(verdicts premises 'verdict premise' bound=$WH.tuned learner=length)"
same "premise: loss" "premise L_U <= loss_at_most" "$(verdicts premises 'verdict premise' bound=$WH.tuned learner=loss)"
same "premise: radius" "premise |U| <= radius" "$(verdicts premises 'verdict premise' bound=$WH.tuned learner=radius)"
same "premise: K = 0 with noise" "premise L_U <= loss_at_most" "$(verdicts premises 'verdict premise' bound=$WH.tuned learner=noise)"
same "premises of the tuned rate are not those of the theorem" "holds holds holds holds" \
  "$(verdicts premises verdict bound=$WH | paste -sd ' ' -)"
for option in "label = 3" "segments = 2"; do
  run breaks << END
return { seeds = 1, trials = 20, problem = problem.control_regression { $option },
  learners = { learner.widrow_hoff { eta = 0.5 }, learner.ridge {} }, bounds = { bound.widrow_hoff_loss {}, bound.ridge_loss {} } }
END
  case $option in
  label*)
    same "premise: a label outside its range" "premise labels are in their range 7 3" "$(verdicts breaks 'verdict premise trial premise_value' bound=$WH)"
    same "premise: a label outside its range, ridge" "premise labels are in their range 7 3" "$(verdicts breaks 'verdict premise trial premise_value' bound=ridge_loss)"
    ;;
  *) same "premise: two comparators" "premise one comparator for all trials" "$(verdicts breaks 'verdict premise' bound=$WH)" ;;
  esac
done

# ---- each row can fail

sequence vector 2000 0.05 "" > long.jsonl
sequence dyad 2000 0.05 "" > long_dyads.jsonl
awk 'BEGIN { print "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":3,\"labels\":\"real\"}" }
  { printf "{\"t\":%d,\"x\":[%s,%s,%s],\"y\":%s}\n", NR, $1, $2, $3, 5 + $4 }' vector.numbers > far.jsonl
run faults << 'END'
return { seeds = 1, params = { fault = "none", file = "long" }, sweep = { fault = { "none", "still", "opposite", "hasty" }, file = { "long", "long_dyads" } },
  problem = function(p) return problem.recorded { file = p.file .. ".jsonl" } end,
  learners = function(p) return { learner.control_widrow_hoff { length = 1.8, loss_at_most = 2, radius = 0.6, fault = p.fault, label = "tuned" },
    learner.control_widrow_hoff { eta = p.file == "long" and 1.2 or 0.8, project = p.file == "long_dyads" and "semidefinite" or nil, fault = p.fault, label = "large" } } end,
  bounds = bound.widrow_hoff_loss {} }
END
run ridge_faults << 'END'
return { seeds = 1, params = { fault = "none", file = "long" }, sweep = { fault = { "none", "still", "opposite" }, file = { "long", "far" } },
  problem = function(p) return problem.recorded { file = p.file .. ".jsonl" } end,
  learners = function(p) return { learner.control_ridge { fault = p.fault },
    learner.control_ridge { fault = p.fault, forward = true, label = "forward" }, learner.control_running_mean { fault = p.fault } } end,
  bounds = { bound.ridge_loss {}, bound.running_mean_loss {} } }
END
run diverging << 'END'
return { seeds = 1, problem = problem.recorded { file = "repeated.jsonl" },
  learners = learner.control_widrow_hoff { eta = 0.6, fault = "hasty" }, bounds = bound.widrow_hoff_loss {} }
END
same "faults: exit status 3" 3 $status
same "without a fault: vectors" holds "$(distinct faults verdict learner=tuned file=long fault=none)"
for row in "" .tuned .best .progress; do
  for fault in still opposite; do
    same "$fault: $WH$row" violated "$(verdicts faults verdict bound=$WH$row learner=tuned file=long fault=$fault)"
  done
  same "without a fault: $WH$row" holds "$(verdicts faults verdict bound=$WH$row learner=tuned file=long fault=none)"
done
same "still: matrices" "violated violated" "$(verdicts faults verdict bound=$WH learner=tuned file=long_dyads fault=still) $(verdicts faults verdict bound=$WH.progress learner=tuned file=long_dyads fault=still)"
for row in .best .progress; do
  same "four times the rate it tells: $WH$row" violated "$(verdicts faults verdict bound=$WH$row learner=large file=long fault=hasty)"
done
same "four times the rate it tells: diverges" "violated violated" "$(verdicts diverging verdict bound=$WH) $(verdicts diverging verdict bound=$WH.progress)"
for row in control_ridge:ridge_loss control_ridge:ridge_loss.factor control_ridge:ridge_loss.identity forward:ridge_loss \
  forward:ridge_loss.closed forward:ridge_loss.identity; do
  same "without a fault: $row" holds "$(verdicts ridge_faults verdict learner=${row%:*} bound=${row#*:} file=long fault=none)"
  for fault in still opposite; do
    same "$fault: $row" violated "$(verdicts ridge_faults verdict learner=${row%:*} bound=${row#*:} file=long fault=$fault)"
  done
done
each "a fault: the trial in which a bound broke" 8 \
  "$(for row in ridge_loss ridge_loss.factor ridge_loss.closed; do verdicts ridge_faults trial bound=$row file=long verdict=violated; done)" "x >= 1 && x < 2000"
for row in running_mean_loss running_mean_loss.identity; do
  same "without a fault: $row" holds "$(verdicts ridge_faults verdict bound=$row file=far fault=none)"
  for fault in still opposite; do
    same "$fault: $row" violated "$(verdicts ridge_faults verdict bound=$row file=far fault=$fault)"
  done
done
