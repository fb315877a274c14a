#!/bin/sh
# Learners, problems and bounds written in a scenario: beside the built-in ones, and what happens when they fail. A failing function costs
# its cells; the others go on; the reason names the trial, the line and the limit.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# A custom Winnow makes the mistakes of the built-in one, the custom problem is the same for both, and the bound speaks of both.
cat > same.lua << 'END'
local mine = learner.custom {
  name = "mine", title = "Winnow in Lua", instances = "vector",
  parameters = { eta = { default = 1, low = 0, open_low = true }, theta = 1, w0 = 1 },
  create = function(setting, p) return { w = vec(setting.n, p.w0), p = p } end,
  predict = function(s, x)
    local score = 0
    for i, v in pairs(x) do score = score + v * s.w[i] end
    return score
  end,
  threshold = function(s) return s.p.theta end,
  update = function(s, x, prediction, y)
    if prediction == y then return false end
    for i, v in pairs(x) do s.w[i] = s.w[i] * math.exp(s.p.eta * y * v) end
    return true
  end,
  constants = { eta = function(s) return s.p.eta end },
  observe = { weight = function(s) return s.w[1] end },
  save = function(s) return { w = s.w } end,
  load = function(setting, p, saved) return { w = vec(saved.w), p = p } end,
}
local coins = problem.custom {
  name = "coins", parameters = { n = { type = "integer", low = 1 } },
  facts = function(p) return { n = p.n, instances = "vector", gap = { 0.2, 0.8 } } end,
  create = function(setting, p) return vec(p.n) end,
  next = function(x)
    for i = 1, #x do x[i] = math.random(0, 1) end
    return x, x[1] == 1 and 1 or -1
  end,
  comparator = function() return { coordinates = { 1 } } end,
}
local few = bound.custom {
  name = "few", measure = "mistakes", level = "trial", comparator = true, parameters = { factor = 8 },
  create = function(problem, learner, p) return { value = p.factor * math.log(problem.n) } end,
  value = function(s) return s.value end,
  invariants = { labels = { measure = "label", judge = function(_, trial) return trial.label, 1 end } },
}
return {
  params = { n = 32, eta = 0.5, factor = 8 }, trials = 200, seeds = 3, observe = { "weight" },
  problem = function(p) return coins { n = p.n } end,
  learners = function(p) return {
    mine { eta = p.eta, theta = 0.5, w0 = 1 / p.n },
    learner.winnow { eta = p.eta, theta = 0.5, w0 = 1 / p.n },
  } end,
  bounds = function(p) return few { factor = p.factor } end,
}
END
"$WINNOW" run same.lua --out same --jobs 2 --save-state > same.stdout 2> same.stderr
same "custom beside built in: exit status 0" 0 $?
same "custom beside built in: the same trials, mistakes and comparator" \
  "$(values same/cells.tsv 'seed trials mistakes comparator_loss stream' learner=winnow)" \
  "$(values same/cells.tsv 'seed trials mistakes comparator_loss stream' learner=mine)"
same "a custom bound judges both" 6 "$(values same/verdicts.tsv verdict bound=few verdict=holds | wc -l)"
same "an invariant of it as well" 6 "$(values same/verdicts.tsv verdict bound=few.labels verdict=holds | wc -l)"
holds "the quantity is observed" "$(grep -c weight same/observations.tsv) > 10"
same "states are saved" 6 "$(find same/states -type f | wc -l)"
"$WINNOW" run same.lua --out again --jobs 1 > again.stdout 2> again.stderr
same "the same bytes with one worker" "$(cat same/cells.tsv same/verdicts.tsv same/observations.tsv)" \
  "$(cat again/cells.tsv again/verdicts.tsv again/observations.tsv)"
"$WINNOW" run same.lua --out refuted --set factor=0.1 > refuted.stdout 2> refuted.stderr
same "a claimed bound that is too small is refuted" 6 "$(values refuted/verdicts.tsv verdict bound=few verdict=refuted | wc -l)"
sed 's/level = "trial"/level = "cell", status = "proved"/' same.lua > violated.lua
"$WINNOW" run violated.lua --out violated --set factor=0.1 > violated.stdout 2> violated.stderr
same "a proved one is violated: exit status 3" 3 $?
"$WINNOW" run same.lua --out same > key.stdout 2> key.stderr
same "nothing runs again" "" "$(cat key.stderr)"
sed 's/local score = 0/local score = 0.0/' same.lua > edited.lua
mv edited.lua same.lua
"$WINNOW" run same.lua --out same > key.stdout 2> key.stderr
has "cells with a Lua function are keyed by the text" key.stderr "6 to rerun"
"$WINNOW" run same.lua --out wrong --set eta=-1 > wrong.stdout 2> wrong.stderr
same "a parameter out of range: exit status 2" 2 $?
same "a parameter out of range: line and name" \
  "winnow: same.lua:41: mine: eta = -1 must be above 0" "$(cat wrong.stderr)"

# One learner, whatever it calls its score: as the documents write it, the raw score with a threshold, predictions alone, and a score that is not
# linear, in Lua and in Python. The adversary forces the same mistakes on all of them as on the built-in one.
cat > forms.lua << 'END'
local eta = 1.2784645427610738
local theta = eta * 0.5 / (math.exp(eta) - math.exp(-eta)) -- Warmuth 2007, Theorem 2, at gap 1/2
local function winnow(name, threshold, predict)
  return learner.custom {
    name = name, instances = "vector", threshold = threshold, constants = { eta = eta, theta = theta }, predict = predict,
    create = function(setting) return { w = vec(setting.n, 1 / setting.n), theta = theta } end,
    update = function(s, x, prediction, y)
      if prediction == y then return false end
      for i, v in pairs(x) do s.w[i] = s.w[i] * math.exp(eta * y * v) end
      return true
    end,
  }
end
local documented = winnow("documented", nil, function(s, x) return x:dot(s.w) - s.theta end)
local raw = winnow("raw", theta, function(s, x) return x:dot(s.w) end)
local called = winnow("called", function(s) return s.theta end,
  function(s, x) return x:dot(s.w), x:dot(s.w) >= s.theta and 1 or -1 end)
local says = winnow("says", nil, function(s, x) return x:dot(s.w) >= s.theta and 1 or -1 end)
local curved = winnow("curved", nil, function(s, x) local a = x:dot(s.w) - s.theta return a / (1 + math.abs(a)) end)
local program = learner.external { command = { "python3", "winnow_learner.py" }, timeout = 60, label = "program",
  options = { eta = eta, theta = theta, r = 1 } }
local served = learner.external { command = { "WINNOW", "serve", "winnow" }, timeout = 60, label = "served" }
return {
  params = { n = 230, adversary = "threshold" }, trials = 200, seeds = 1,
  problem = function(p)
    if p.adversary == "randomized" then return problem.randomized_adversary { n = p.n } end
    return problem.threshold_adversary { n = p.n, ratio = p.adversary == "given" and math.exp(eta) or nil }
  end,
  learners = function(p)
    if p.adversary == "given" then return { learner.winnow { r = 1 }, served } end
    return { learner.winnow { r = 1 }, documented {}, raw {}, called {}, says {}, curved {}, program }
  end,
}
END
sed -i "s|WINNOW|$WINNOW|" forms.lua
cp "$ROOT/examples/winnow_learner.py" .
if command -v python3 > /dev/null; then
  for adversary in threshold randomized given; do
    "$WINNOW" run forms.lua --out forms --fresh --quiet --set adversary=$adversary > forms.stdout 2> forms.stderr
    same "forms of a score, $adversary adversary: exit status 0" "0 " "$? $(cat forms.stderr)"
    same "forms of a score, $adversary adversary: the same mistakes" 35 "$(values forms/cells.tsv mistakes | sort -u | paste -sd ' ' -)"
    same "forms of a score, $adversary adversary: all trials are mistakes" "$(values forms/cells.tsv trials | paste -sd ' ' -)" \
      "$(values forms/cells.tsv mistakes | paste -sd ' ' -)"
  done
else
  skip "forms of a score" "python3 is not installed"
fi
# The same of learners that toss coins: probability min(1, <w,x>/theta), the score <w,x> or less theta.
cat > coins_tossed.lua << 'END'
local alpha, beta, theta = math.log(1.5), -math.log(0.5), math.log(1.5) -- kappa = 1/2, gap 1/2: theta = alpha gap / (e^alpha - 1)
local function winnow(name, shift)
  return learner.custom {
    name = name, instances = "vector", randomised = true,
    constants = { saturation = theta, alpha = alpha, beta = beta },
    create = function(setting) return { w = vec(setting.n, 1 / setting.n) } end,
    predict = function(s, x)
      local p = math.min(1, x:dot(s.w) / theta)
      return x:dot(s.w) - shift, math.random() < p and 1 or -1, p
    end,
    update = function(s, x, prediction, y)
      local p = math.min(1, x:dot(s.w) / theta)
      if y > 0 and p == 1 or y < 0 and p == 0 then return false end
      for i, v in pairs(x) do s.w[i] = s.w[i] * math.exp((y > 0 and alpha or -beta) * v) end
      return true
    end,
  }
end
return { trials = 400, seeds = 1, problem = problem.randomized_adversary { n = 64 }, observe = { "expected_mistakes" },
  learners = { learner.randomized_winnow { kappa = 0.5 }, winnow("raw", 0) {}, winnow("shifted", theta) {} } }
END
"$WINNOW" run coins_tossed.lua --out coins_tossed --quiet > coins_tossed.stdout 2> coins_tossed.stderr
same "forms of a randomised score: exit status 0" "0 " "$? $(cat coins_tossed.stderr)"
same "forms of a randomised score: as many trials" 1 "$(values coins_tossed/cells.tsv trials | sort -u | wc -l)"
same "forms of a randomised score: the same expected mistakes" 1 \
  "$(awk '$3 == "expected_mistakes" { last[$1] = $5 } END { for (cell in last) printf "%.9f\n", last[cell] }' coins_tossed/observations.tsv | sort -u | wc -l)"
each "forms of a randomised score: there are some" 3 "$(values coins_tossed/cells.tsv mistakes)" "x > 5"
cat > contrary.lua << 'END'
local function mine(name, score, prediction, more)
  local definition = { name = name, instances = "vector", create = function() return {} end,
    predict = function() return score, prediction end, update = function() return false end }
  for field, value in pairs(more or {}) do definition[field] = value end
  return learner.custom(definition) {}
end
return { trials = 3, seeds = 1, problem = problem.disjunction { n = 4 },
  learners = { mine("above", 0.25, -1), mine("below", 0.25, 1, { threshold = 0.5 }), mine("at", 0.5, 1, { threshold = 0.5 }),
    mine("moved", 0.5, -1, { threshold = function() return 0.75 end }), mine("lost", 0, nil, { threshold = function() return {} end }) } }
END
"$WINNOW" run contrary.lua --out contrary --quiet > contrary.stdout 2> contrary.stderr
same "a prediction that the score contradicts: exit status 1" 1 $?
same "a prediction that the score contradicts: its cell fails" "failed failed done done failed" \
  "$(values contrary/cells.tsv status | paste -sd ' ' -)"
has "above the threshold" contrary.stderr "(above, seed 1) failed: trial 1: contrary.lua:5: above: predict returned the score 0.25 and the prediction -1, but from the threshold 0 on"
has "below the threshold" contrary.stderr "(below, seed 1) failed: trial 1: contrary.lua:5: below: predict returned the score 0.25 and the prediction 1, but from the threshold 0.5 on"
has "no threshold" contrary.stderr "(lost, seed 1) failed: trial 1: contrary.lua:5: lost: threshold is a table, expected a number"

# frame NAME PREDICT UPDATE: the learner `bad`, beside the perceptron; with these bodies.
frame() {
  seconds=0.3
  [ "$1" != memory ] || seconds=60 # its own limit comes first, on a busy machine too
  cat << END
local bad = learner.custom { name = "bad", instances = "vector", seconds = $seconds,
  create = function(setting) return { w = vec(setting.n), kept = {} } end,
  predict = function(s, x) $2 end,
  update = function(s, x, prediction, y) $3 end }
return { trials = 20, seeds = 2, problem = problem.linear_threshold { n = 8 },
  learners = { bad {}, learner.perceptron {} } }
END
}
start() {
  frame "$@" > "$1.lua"
  "$WINNOW" run "$1.lua" --out "$1" --jobs 2 > "$1.stdout" 2> "$1.stderr"
  echo $? > "$1.end"
}
start endless 'return 0' 'while true do end'
start swallowed 'return 0' 'while true do pcall(function() while true do end end) end'
start pattern 'return 0' 'return (("a"):rep(40)):find(("a?"):rep(40) .. ("a"):rep(40) .. "b") ~= nil'
start memory 'return 0' 'local t = {} while true do t[#t + 1] = vec(1000000) end'
start error 'return 0' 'local function inner() return s.nothing.field end return inner()'
start nan 'return 0 / 0' 'return true'
start text 'return "high"' 'return true'
start side 'return 0, 0.5' 'return true'
start silent 'return 0' ''
start kept 's.kept[#s.kept + 1] = x return s.kept[1][1]' 'return true'
start written 'x[1] = 5 return 0' 'return true'
start coins 'return math.random()' 'return true'

# expect NAME REASON
expect() {
  same "$1: exit status 1" 1 "$(cat "$1.end")"
  same "$1: its cells failed" "failed failed" "$(values "$1/cells.tsv" status learner=bad | paste -sd ' ' -)"
  same "$1: the others are there" "done done" "$(values "$1/cells.tsv" status learner=perceptron | paste -sd ' ' -)"
  has "$1: stderr says why" "$1.stderr" "(bad, seed 2) failed: $2"
  has "$1: the manifest says why" "$1/manifest.json" "$(echo "$2" | sed 's/"/\\"/g')"
  same "$1: one line for each cell" 2 "$(grep -c '^cell' "$1.stderr")"
}
expect endless "endless.lua:4: update of bad took longer than 0.3 s"
expect swallowed "swallowed.lua:4: update of bad took longer than 0.3 s"
expect pattern "pattern.lua: update of bad took longer than 0.3 s"
expect memory "trial 1: memory.lua: update of bad needs more than 512 MiB of memory"
expect error "trial 1: error.lua:4: attempt to index a nil value (field 'nothing')"
expect nan "trial 1: nan.lua:1: bad: the score that predict returned is nan, expected a finite number"
expect text "trial 1: text.lua:1: bad: the score that predict returned is a string, expected a number"
expect side "trial 1: side.lua:1: bad: the prediction that predict returned is 0.5, expected 1 or -1"
expect silent "trial 1: silent.lua:1: bad: update returned nothing, expected true or false: whether the state changed"
expect kept "trial 2: kept.lua:3: this vec was lent for one call, which has ended; keep x:copy() instead of x"
expect written "trial 1: written.lua:3: v[i] = number: an instance cannot be changed; change x:copy()"
expect coins "trial 1: coins.lua:3: no random numbers here: a learner that uses math.random says randomised = true"

# Problems that go wrong fail all their cells.
wrong_problem() {
  cat > "$1.lua" << END
local bad = problem.custom { name = "bad", facts = { n = 3, instances = "vector" }, create = function() return {} end,
  next = function() $2 end }
return { trials = 5, seeds = 1, problem = bad {}, learners = learner.winnow { gap = 1 } }
END
  "$WINNOW" run "$1.lua" --out "$1" > "$1.stdout" 2> "$1.stderr"
  same "$1: exit status 1" 1 $?
  has "$1: says why" "$1.stderr" "failed: trial 1: $1.lua$3"
}
wrong_problem label 'return vec(3), 2' ":1: bad: the label is 2, expected 1 or -1"
wrong_problem size 'return vec(4), 1' ":1: bad: the instance has 4 numbers, expected 3"
wrong_problem kind 'return mat(3, 3), 1' ":1: bad: the instance is a mat, expected a vec of 3 numbers"
wrong_problem none 'return vec(3)' ":1: bad: next returned no label with the instance, and there is no reveal"
wrong_problem words 'return { 1, "x", 0 }, 1' ": the instance: entry 2 must be a number, not a string"

# A procedure with a bound on what it returns, and one that builds on nothing of it.
cat > procedure.lua << 'END'
local small = bound.custom { name = "small", status = "proved", measure = "measure",
  premises = { { name = "the seed is even", holds = function(_, q) return q.seed % 2 == 0, q.seed end } },
  value = function(_, q) return 2 * q.seed + 1 end }
return { seeds = 4, procedure = function(p, seed) return { measure = seed * seed, seed = seed } end, bounds = small {} }
END
"$WINNOW" run procedure.lua --out procedure > procedure.stdout 2> procedure.stderr
same "a bound on a procedure that is violated: exit status 3" 3 $?
same "a bound on a procedure: measured, value, verdict" \
  "1 3 premise;4 5 holds;9 7 premise;16 9 violated;" \
  "$(values procedure/verdicts.tsv 'measured value verdict' learner=- | tr '\n' ';')"
cat > built_in.lua << 'END'
return { procedure = function() return { measure = 1 } end, bounds = { bound.subspace_mistakes {} } }
END
"$WINNOW" run built_in.lua --out built_in > built_in.stdout 2> built_in.stderr
same "a built-in bound of a procedure is refused" \
  "winnow: built_in.lua:1: subspace_mistakes is about learners, not about what a procedure returns" "$(cat built_in.stderr)"
