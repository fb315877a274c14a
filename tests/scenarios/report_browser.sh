#!/bin/sh
# Reports, and the page of `winnow run --watch`, in Chromium: tests/browser/report.cjs. `make test-report` installs what it needs in the build folder; screenshots stay in
# $BUILD/browser/screenshots.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

needs_browser "reports in a browser" "" "make test-report"

cat > '<script>window.injected=1.lua' << 'END'
local evil = "</svg></title><script>window.injected = 1</script><img src=x onerror='window.injected=1'>"
return {
  title = evil,
  params = { kind = evil },
  sweep = { kind = { evil, "b" } },
  trials = 30,
  seeds = 2,
  problem = problem.close_to_subspace { n = 6, r = 2 },
  learners = { learner.matrix_winnow { r = 2, label = "</text><script>window.injected = 1</script>" } },
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { title = evil },
}
END
"$WINNOW" run "$ROOT/scenarios/w0_misprint.lua" --quiet --seeds 2 --out results/w0_misprint
"$WINNOW" run "$ROOT/scenarios/learning_rate.lua" --quiet --seeds 1 --out results/learning_rate
"$WINNOW" run "$ROOT/scenarios/final_state.lua" --quiet --seeds 2 --out results/final_state
"$WINNOW" run ./*script*.lua --quiet --out results/evil
"$WINNOW" run "$ROOT/scenarios/disjunction.lua" --quiet --seeds 3 --trials 400 --set n=32 --out results/disjunction
"$WINNOW" report results/w0_misprint results/final_state results/evil results/learning_rate results/disjunction --format html --out page.html > said
mkdir -p "$BUILD/browser/screenshots"
node "$ROOT/tests/browser/report.cjs" page.html "$BUILD/browser/screenshots" "$browser" results/disjunction
