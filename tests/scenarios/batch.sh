#!/bin/sh
# From online to batch: verdicts of clean runs, premises, controls that must fail, refusals, same bytes.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

sorted() { sort -u | paste -sd '|' -; }
all='bound.compression_error { mistake_bound = "subspace_mistakes" }, bound.average_error { mistake_bound = "subspace_mistakes" }, bound.final_state_consistent {}'

# ---- a clean problem: M = floor(7.18 ln 5) = 11

run clean << END
return { trials = 300, test = 300, seeds = 200, problem = problem.close_to_subspace { n = 5 },
  learners = { learner.matrix_winnow {}, learner.matrix_perceptron {} }, bounds = { $all } }
END
same "a clean problem: exit status 0" 0 $status
for row in "" .closed .observed .kept .consistent; do
  same "a clean problem: compression_error$row holds" holds "$(distinct clean verdict bound=compression_error$row)"
done
for row in "" .sampled .a_priori; do
  same "a clean problem: average_error$row holds" holds "$(distinct clean verdict bound=average_error$row)"
done
# What a row in probability allows is in its value, so that none that holds uses more than 1. E[err] = E[M]/m is an equality, within chance.
run slack << END
return { trials = 300, test = 300, seeds = 1, problem = problem.close_to_subspace { n = 5 },
  learners = { learner.matrix_winnow {}, learner.matrix_perceptron {} }, bounds = { $all } }
END
each "average_error: a row that holds uses no more than 1" 3 "$(for row in .sampled .a_priori; do
  verdicts slack used bound=average_error$row verdict=holds
done)" "x <= 1"
same "average_error holds" "holds holds" "$(verdicts slack verdict bound=average_error | xargs)"
same "the mistake bound does not speak of the perceptron" "" "$(verdicts clean bound bound=compression_error learner=matrix_perceptron)"
same "what was observed speaks of it" "holds" "$(verdicts clean verdict bound=compression_error.observed learner=matrix_perceptron)"
same "the hypothesis errs on no sample" 0 "$(values clean/observations.tsv value quantity=sample_errors | sorted)"
holds "the mean error of the hypothesis is about 0.034 or less" \
  "$(verdicts clean measured bound=compression_error.closed learner=matrix_winnow) < 0.04"
values clean/cells.tsv cell learner=matrix_winnow > winnow.cells
holds "updates of the cycles of Matrix Winnow: at most M" "$(
  values clean/observations.tsv value quantity=cycled_updates cell="$(head -1 winnow.cells)"
) >= 1 && $(values clean/observations.tsv 'cell value' quantity=cycled_updates |
  awk 'FNR == NR { mine[$1]; next } $1 in mine && $2 > m { m = $2 } END { print m + 0 }' winnow.cells -) <= 11"
holds "final states that err on their sample: some, not all" \
  "$(verdicts clean verdict bound=final_state_consistent learner=matrix_winnow | grep -c refuted) > 0 && $(verdicts clean verdict bound=final_state_consistent learner=matrix_winnow | grep -c holds) > 150"
same "ten quantities a cell, at t = m" "4000 300" \
  "$(values clean/observations.tsv t | awk '{ n++; t = $1 } END { print n, t }')"

# ---- noise and other premises

run noisy << END
return { trials = 300, test = 300, seeds = 6, problem = problem.close_to_subspace { n = 8, noise = 0.1 },
  learners = { learner.matrix_winnow {} }, bounds = { $all } }
END
same "noise: exit status 0" 0 $status
for row in "" .closed .kept .observed; do
  same "noise: compression_error$row is not licensed" premise "$(distinct noisy verdict bound=compression_error$row)"
done
same "noise: the premise is named" "noise-free" "$(distinct noisy premise bound=compression_error.kept)"
same "noise: the hypothesis is consistent all the same" holds "$(distinct noisy verdict bound=compression_error.consistent)"
same "noise: average_error holds" holds "$(distinct noisy verdict bound=average_error)"
same "noise: M/m is not licensed" premise "$(distinct noisy verdict bound=average_error.a_priori)"
same "noise: no clean pass" nan "$(values noisy/observations.tsv value quantity=cycled_test_error | sorted)"
run observed << 'END'
return { trials = 300, test = 300, seeds = 6, problem = problem.close_to_subspace { n = 8, noise = 0.1 },
  learners = { learner.matrix_winnow {} }, bounds = { bound.compression_error {} } }
END
same "noise: what was observed holds without M" holds "$(distinct observed verdict bound=compression_error.observed)"

awk 'BEGIN { for (i = 1; i <= 60; i++) printf "%s 1:%d 2:%d\n", (i % 5 ? (i % 2 ? "+1" : "-1") : (i % 2 ? "-1" : "+1")), i % 2, 1 - i % 2 }' > two.txt
cat > file.body << 'END'
 learners = learner.winnow {}, bounds = { bound.compression_error {}, bound.average_error {}, bound.final_state_consistent {} } }
END
run twofold << END
return { trials = 40, test = 20, seeds = 2, problem = problem.libsvm { file = "two.txt", instances = "vector", order = "shuffled" }, $(cat file.body)
END
same "instances with two labels: premise" "premise the sample gives no instance two labels" \
  "$(distinct twofold 'verdict premise' bound=compression_error.consistent)"
same "instances with two labels: no final state is judged" premise "$(distinct twofold verdict bound=final_state_consistent)"
run mistaken << END
return { trials = 40, test = 20, seeds = 2, problem = problem.libsvm { file = "two.txt", instances = "vector", order = "shuffled" },
  learners = learner.winnow {}, bounds = bound.compression_error { mistakes = 0 } }
END
same "instances with two labels, and more mistakes than given: the premise of the mistakes is named" "at most as many mistakes as given" \
  "$(distinct mistaken premise bound=compression_error)"
run ordered << END
return { trials = 40, test = 20, seeds = 2, problem = problem.libsvm { file = "two.txt", instances = "vector" }, $(cat file.body)
END
same "rows in the order of the file: premise" "premise" "$(distinct ordered verdict bound=average_error)"
awk 'BEGIN { for (i = 1; i <= 100; i++) printf "%s 1:%d 2:%d\n", (i % 2 ? "+1" : "-1"), i % 2, 1 - i % 2 }' > pure.txt
run rows << 'END'
return { trials = 50, test = 50, seeds = 20, problem = problem.libsvm { file = "pure.txt", instances = "vector", order = "shuffled", relevant = { 1 } },
  learners = learner.winnow { gap = 1 }, bounds = { bound.compression_error { mistakes = 5 }, bound.average_error {} } }
END
same "rows in random order: exit status 0" 0 $status
run toofew << 'END'
return { trials = 100, test = 100, seeds = 2, problem = problem.close_to_subspace { n = 16 }, learners = learner.matrix_winnow {},
  bounds = { bound.compression_error { mistakes = 0 } } }
END
same "more kept than the mistakes that were given: premise" "premise" "$(distinct toofew verdict bound=compression_error.observed)"

run entries << 'END'
return { trials = 300, test = 200, seeds = 4, problem = problem.biclusters { m = 6, n = 6 }, learners = learner.matrix_completion { gamma = 0.5 },
  bounds = { bound.average_error { mistakes = 36 } } }
END
same "entries of a matrix: exit status 0" 0 $status
same "entries of a matrix: no error on the sample" 0 "$(values entries/observations.tsv value quantity=sample_errors | sorted)"

# ---- every mistake bound that can be named: without noise it licenses M, with noise it does not

# licences BOUND LEARNER PROBLEM
licences() {
  run "with_$1" << END
return { params = { noise = 0 }, sweep = { noise = { 0, 0.15 } }, trials = 300, test = 200, seeds = 4,
  problem = function(p) return problem.$3 end, learners = learner.$2, bounds = { bound.compression_error { mistake_bound = "$1" } } }
END
  for row in "" .closed .kept; do
    same "$1, no noise: compression_error$row holds" holds "$(distinct "with_$1" verdict bound=compression_error$row noise=0)"
  done
  same "$1, noise: premise" "premise noise-free" "$(distinct "with_$1" 'verdict premise' bound=compression_error.kept noise=0.15)"
}
licences subspace_mistakes 'matrix_winnow { r = 2, normalize = "trace" }' 'close_to_subspace { n = 8, r = 2, noise = p.noise }'
licences kernel_mistakes 'kernel_matrix_winnow { r = 2 }' 'close_to_subspace { n = 8, r = 2, noise = p.noise }'
licences asymmetric_mistakes 'asymmetric_matrix_winnow { r = 2 }' 'close_to_subspace { n = 8, r = 2, noise = p.noise }'
licences constrained_mistakes 'constrained_matrix_winnow { r = 2, constraints = { { type = "trace", value = 2 } } }' \
  'close_to_subspace { n = 8, r = 2, noise = p.noise }'
licences general_matrix_mistakes 'general_matrix_winnow {}' 'rectangular_targets { m = 4, n = 6, noise = p.noise }'
licences threshold_winnow_updates 'winnow_threshold { margin = 0.5 }' 'linear_threshold { n = 8, target = "simplex", relevant = 3, margin = 0.5, noise = p.noise }'
licences balanced_winnow_mistakes 'balanced_winnow { margin = 0.5 }' 'linear_threshold { n = 8, margin = 0.5, noise = p.noise }'
licences cos_winnow_mistakes 'winnow_threshold { margin = 0.5 }' 'linear_threshold { n = 8, target = "simplex", relevant = 3, margin = 0.5, noise = p.noise }'

# ---- controls that must fail

run turning << END
return { trials = 200, test = 300, seeds = 8, problem = problem.control_turning { change = 200 }, learners = learner.winnow { gap = 1 }, bounds = { $all } }
END
same "another test sample than promised: exit status 3" 3 $status
judged "another test sample than promised" violated turning "compression_error compression_error.closed compression_error.observed \
  average_error average_error.sampled average_error.a_priori"
run still << END
return { trials = 3000, test = 1000, seeds = 8, problem = problem.close_to_subspace { n = 8 }, learners = learner.control_winnow { fault = "still" }, bounds = { $all } }
END
same "a learner that does not learn: exit status 3" 3 $status
judged "a learner that does not learn" violated still "compression_error compression_error.kept average_error.a_priori"
run clock << 'END'
return { trials = 20, test = 20, seeds = 1, problem = problem.disjunction { n = 4 }, learners = learner.control_clock {} }
END
same "a learner with a clock: exit status 1" 1 $status
has "a learner with a clock: the reason" clock/manifest.json "the learner is not a function of the examples at which it updated"
run both << 'END'
return { trials = 20, test = 20, seeds = 1, problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  bounds = bound.average_error { mistakes = 3, mistake_bound = "subspace_mistakes" } }
END
has "two numbers of mistakes: the reason" both/manifest.json "average_error: mistakes beside mistake_bound: leave one of them out"

# ---- refusals

# refused NAME TEXT < SCENARIO
refused() {
  cat > refused.lua
  "$CONTROLS" run refused.lua --out refused --quiet > refused.stdout 2> refused.stderr
  same "$1: exit status 2" 2 $?
  has "$1: the reason" refused.stderr "$2"
}
refused "test = 0" "test = 0 must be a whole number from 1 to" << 'END'
return { trials = 20, test = 0, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
END
refused "test of a procedure" "refused.lua:1: test is for learners" << 'END'
return { test = 5, procedure = function() return { x = 1 } end }
END
refused "test of an adversary" "refused.lua:1: test: threshold_adversary answers the learner" << 'END'
return { trials = 20, test = 5, problem = problem.threshold_adversary { n = 4 }, learners = learner.winnow {} }
END
refused "test of a randomised learner" "is randomised" << 'END'
return { trials = 20, test = 5, problem = problem.disjunction { n = 4 }, learners = learner.randomized_winnow {} }
END
refused "too few rows" "trials = 50 and test = 20: libsvm has only 60 trials for both" << 'END'
return { trials = 50, test = 20, problem = problem.libsvm { file = "two.txt", instances = "vector" }, learners = learner.winnow {} }
END
refused "a plot without a test" 'plot.y = "test_error" needs test' << 'END'
return { trials = 20, problem = problem.disjunction { n = 4 }, learners = learner.winnow {}, plot = { y = "test_error" } }
END
refused "an unknown mistake bound" "mistake_bound" << 'END'
return { trials = 20, test = 5, problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  bounds = bound.compression_error { mistake_bound = "subspace" } }
END
run rest << 'END'
return { test = 20, seeds = 1, problem = problem.libsvm { file = "two.txt", instances = "vector" }, learners = learner.winnow {} }
END
same "without trials: what the test leaves" 40 "$(values rest/cells.tsv trials)"

# ---- the same bytes, resumed or not

cat > bytes.lua << END
return { params = { m = 40 }, sweep = { m = { 20, 40 } }, trials = function(p) return p.m end, test = function(p) return 2 * p.m end, seeds = 3,
  problem = problem.close_to_subspace { n = 6, r = 2, instances = "full" }, learners = { learner.matrix_winnow { r = 2 }, learner.matrix_perceptron {} }, bounds = { $all },
  plot = { { x = "m", y = "test_error" }, { x = "m", y = "cycled_updates" } } }
END
"$WINNOW" run bytes.lua --out one --quiet --jobs 1 > /dev/null 2>&1
"$WINNOW" run bytes.lua --out two --quiet --jobs 2 > /dev/null 2>&1
for file in cells verdicts observations summary; do
  same "one worker and two: $file" "" "$(cmp one/$file.tsv two/$file.tsv 2>&1)"
done
sed 's/seeds = 3/seeds = 2/' bytes.lua > fewer.lua
"$WINNOW" run fewer.lua --out resumed --quiet --jobs 1 > /dev/null 2>&1
"$WINNOW" run bytes.lua --out resumed --quiet --jobs 1 > /dev/null 2> resumed.stderr
for file in cells verdicts observations summary; do
  same "resumed: $file" "$(tail -n +3 one/$file.tsv | cksum)" "$(tail -n +3 resumed/$file.tsv | cksum)"
done
same "the test changes no trial" "$(values one/cells.tsv 'stream mistakes updates')" "$(
  sed 's/test = function(p) return 2 \* p.m end, //; s/bounds = .*/}/; s/plot = .*//' bytes.lua > plain.lua
  "$WINNOW" run plain.lua --out plain --quiet --jobs 1 > /dev/null 2>&1
  values plain/cells.tsv 'stream mistakes updates'
)"
sed 's/test = function(p) return 2 \* p.m end/test = 7/' bytes.lua > other.lua
"$WINNOW" run other.lua --out one --jobs 1 2>&1 > /dev/null | grep 'cells done, ' > said.txt
has "another test: said" said.txt "changed test"
"$WINNOW" plot two --format svg --out pictures > /dev/null 2>&1
has "a row of a theorem has its name in the picture" pictures/test_error_m.gp "Floyd & Warmuth (observed)"
has "the caption names its source; a row beside the theorem has no formula of its own" pictures/test_error_m.gp ": proved upper bound, Warmuth 2007; Floyd & Warmuth 1995"
same "pictures are drawn" 2 "$(ls pictures/*.svg | wc -l)"
