A declaration with a mistake ends with status 2 and one line that names the member and the field. Nothing is written.

  $ refuse() { cat > s.lua; "$WINNOW" run s.lua --out out "$@"; status=$?; test ! -e out || echo "a folder was made"; return $status; }
  $ learner() { echo "local mine = learner.custom { $1 }"; echo "return { problem = problem.disjunction { n = 4 }, trials = 5, learners = mine { $2 } }"; }
  $ rest='create = function() return {} end, predict = function() return 0 end, update = function() return false end'

Fields:

  $ learner "instances = 'vector', $rest" | refuse
  winnow: s.lua:1: learner.custom: name is missing
  [2]
  $ learner "name = 'a b', instances = 'vector', $rest" | refuse
  winnow: s.lua:1: learner.custom: name = "a b" must be a word of letters, digits and _
  [2]
  $ learner "name = 'winnow', instances = 'vector', $rest" | refuse
  winnow: s.lua:1: winnow: there is a built-in learner of this name; choose another
  [2]
  $ learner "name = 'mine', $rest" | refuse
  winnow: s.lua:1: mine: instances is missing
  [2]
  $ learner "name = 'mine', instances = { 'vectr' }, $rest" | refuse
  winnow: s.lua:1: mine: instances: "vectr": no such kind; nearest: vector (valid: vector, dyad, low_rank, matrix, rectangular, entry, distance)
  [2]
  $ learner "name = 'mine', instances = 'vector', create = function() return {} end" | refuse
  winnow: s.lua:1: mine: predict is missing
  [2]
  $ learner "name = 'mine', instances = 'vector', updat = 1, $rest" | refuse
  winnow: s.lua:1: mine: updat: no such field; nearest: update (valid: name, title, citation, help, parameters, seconds, family, instances, predicts, randomised, conservative, equivariant, create, predict, update, score, threshold, save, load, constants, observe)
  [2]
  $ { learner "name = 'mine', instances = 'vector', $rest" | sed 's/mine {  }/mine/'; } | refuse
  winnow: s.lua:2: learners must be a list of learners such as learner.NAME { ... }, not a definition, which has to be called: mine { ... }
  [2]
  $ { learner "name = 'mine', instances = 'vector', $rest" | sed 's/mine {  }/{ mine }/'; } | refuse
  winnow: s.lua:2: learners[1] must be a learner such as learner.NAME { ... }, not a definition, which has to be called: mine { ... }
  [2]
  $ learner "name = 'mine', instances = 'vector', predicts = 'signs', $rest" | refuse
  winnow: s.lua:1: mine: predicts = "signs": expected one of: sign, real, either; nearest: sign
  [2]
  $ learner "name = 'mine', instances = 'vector', title = 5, $rest" | refuse
  winnow: s.lua:1: mine: title must be one line of text, not a number
  [2]
  $ learner "name = 'mine', instances = 'vector', seconds = 0, $rest" | refuse
  winnow: s.lua:1: mine: seconds = 0 must be from 0.01 to 3600
  [2]
  $ learner "name = 'mine', instances = 'vector', family = 'winnow', $rest" | refuse
  winnow: s.lua:1: mine: family = "winnow" belongs to built-in learners, whose bounds look inside them; choose another
  [2]
  $ learner "name = 'mine', instances = 'vector', save = function() end, $rest" | refuse
  winnow: s.lua:1: mine: save and load come together
  [2]
  $ learner "name = 'mine', instances = 'vector', constants = { eta = 'x' }, $rest" | refuse
  winnow: s.lua:1: mine: constants.eta must be a number or a function(state), not a string
  [2]
  $ learner "name = 'mine', instances = 'matrix', $rest" | refuse
  winnow: s.lua:2: mine takes matrix instances, disjunction produces vector
  [2]
  $ learner "name = 'mine', instances = 'vector', predicts = 'real', $rest" | refuse
  winnow: s.lua:2: mine predicts numbers, disjunction has signs as labels
  [2]
  $ echo 'local x = learner.custom(5) return {}' | refuse
  winnow: s.lua:1: learner.custom: write learner.custom { name = "...", ... }
  [2]
  $ echo 'local x = learner.custm { } return {}' | refuse 2>&1 | cut -c 1-70
  winnow: s.lua:1: learner.custm: no such learner; nearest: custom (winn

Parameters, where they are declared and where they are given:

  $ with() { learner "name = 'mine', instances = 'vector', parameters = { $1 }, $rest" "$2"; }
  $ with 'eta = { low = 1 }' | refuse
  winnow: s.lua:1: mine: parameters.eta needs a type or a default
  [2]
  $ with 'eta = { default = 1, hgh = 2 }' | refuse
  winnow: s.lua:1: mine: parameters.eta.hgh: no such field; nearest: high (valid: default, type, low, high, open_low, open_high, choices, help)
  [2]
  $ with 'eta = { default = 1, high = 0.5 }' | refuse
  winnow: s.lua:1: mine: default: eta = 1 must be at most 0.5
  [2]
  $ with 'eta = { type = "float" }' | refuse
  winnow: s.lua:1: mine: parameters.eta.type = "float": expected number, integer, boolean, choice, text or numbers
  [2]
  $ with 'eta = { type = "choice" }' | refuse
  winnow: s.lua:1: mine: parameters.eta.choices is missing
  [2]
  $ with 'label = 5' | refuse
  winnow: s.lua:1: mine: parameters: "label" cannot be a name; names have letters, digits and _, and are not label
  [2]
  $ with 'eta = { type = "number" }' | refuse
  winnow: s.lua:2: mine: eta is missing; expected a number
  [2]
  $ with 'eta = 1' 'etta = 2' | refuse
  winnow: s.lua:2: mine: etta: no such parameter; nearest: eta (valid: eta)
  [2]
  $ with 'eta = 1' 'eta = "fast"' | refuse
  winnow: s.lua:2: mine: eta = "fast" must be a number
  [2]
  $ with 'eta = { default = 1, low = 0, high = 2 }' 'eta = 3' | refuse
  winnow: s.lua:2: mine: eta = 3 must be at least 0 and at most 2
  [2]
  $ with 'how = { choices = { "a", "b" }, default = "a" }' 'how = "c"' | refuse
  winnow: s.lua:2: mine: how = "c" must be one of: a b
  [2]

Problems and bounds:

  $ problem() { echo "local mine = problem.custom { name = 'mine', create = function() return {} end, next = function() end, $1 }"; echo "return { problem = mine {}, trials = 5, learners = learner.winnow {} }"; }
  $ problem "" | refuse
  winnow: s.lua:1: mine: facts is missing
  [2]
  $ problem "facts = { instances = 'vector' }" | refuse
  winnow: s.lua:1: mine: facts.n is missing
  [2]
  $ problem "facts = { n = 0, instances = 'vector' }" | refuse
  winnow: s.lua:1: mine: facts.n = 0 must be a whole number from 1 to 1000000000
  [2]
  $ problem "facts = { n = 4, instances = 'vector', gapp = 1 }" | refuse
  winnow: s.lua:1: mine: facts.gapp: no such field; nearest: gap (valid: n, m, instances, rank, labels, loss, scale, interval, gap, trials, adaptive, exchangeable, late)
  [2]
  $ problem "facts = { n = 4, instances = 'entry' }" | refuse
  winnow: s.lua:1: mine: facts.m, the rows, belongs to rectangular instances and entries; it is missing
  [2]
  $ problem "facts = { n = 4, instances = 'vector', labels = 'real', loss = 'absolute' }" | refuse
  winnow: s.lua:1: mine: facts.loss and facts.interval come together; without them the loss is (p - y)^2 on the whole line
  [2]
  $ problem "facts = { n = 4, instances = 'vector', labels = 'real', loss = 'absolute', interval = { 0, 1 }, scale = 0 }" | refuse
  winnow: s.lua:1: mine: facts.scale = 0 must be a number from 1e-30 to 1e+30
  [2]
  $ problem "facts = { n = 4, instances = 'vector', labels = 'real', scale = 2 }" | refuse
  winnow: s.lua:1: mine: facts.scale is for a loss: facts.loss and facts.interval
  [2]
  $ problem "facts = { n = 4, instances = 'vector' }, comparator = function() end" | refuse
  winnow: s.lua:1: mine: facts.gap = { low, high } is needed: the comparator says -1 up to low and +1 from high on
  [2]
  $ problem "facts = function(p) return p.n end" | refuse
  winnow: s.lua:1: p.n: no such parameter
  [2]
  $ problem "facts = function(p) return 5 end" | refuse
  winnow: s.lua:1: mine: facts returned a number, expected a table
  [2]
  $ bound() { echo "local mine = bound.custom { name = 'mine', $1 }"; echo "return { problem = problem.disjunction { n = 4 }, trials = 5, learners = learner.winnow {}, bounds = mine {} }"; }
  $ bound "measure = 'mistakes'" | refuse
  winnow: s.lua:1: mine: value is missing
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, level = 'probability'" | refuse
  winnow: s.lua:1: mine: confidence, above 0 and below 1, belongs to level = "probability", and only to it
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, status = 'prove'" | refuse
  winnow: s.lua:1: mine: status = "prove": expected one of: proved, claimed, reported; nearest: proved
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, premises = { 5 }" | refuse
  winnow: s.lua:1: mine: premises[1] must be premise.NAME or { name = "...", holds = function(state, totals) ... end }, with a name of one line of text, without #
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, premises = { { name = 'a #1', holds = function() return true end } }" | refuse
  winnow: s.lua:1: mine: premises[1] must be premise.NAME or { name = "...", holds = function(state, totals) ... end }, with a name of one line of text, without #
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, premises = { premise.noisefree }" | refuse
  winnow: s.lua:1: premise.noisefree: no such premise; nearest: noise_free (valid: noise_free, gap, unit_length, one_comparator)
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, premises = { { name = 'a', ready = 7 } }" | refuse
  winnow: s.lua:1: mine: premises[1] must be premise.NAME or { name = "...", holds = function(state, totals) ... end }, with a name of one line of text, without #
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, invariants = { a = {} }" | refuse
  winnow: s.lua:1: mine: invariants.a must be { measure = "a_word", direction = "upper" or "lower", judge = function(state, trial) return measured, value end } under a short name
  [2]

What a bound measures must be there:

  $ bound "measure = 'wins', value = function() return 1 end" | refuse
  winnow: s.lua:1: mine: measure = "wins", and no function measured: no such quantity of a run (valid: trials, mistakes, updates, expected_mistakes, loss, regret, comparator_loss)
  [2]

What members ask of each other by name is checked before a cell runs, built-in ones with those of a scenario and these among themselves:

  $ learner "name = 'mine', instances = 'vector', threshold = 'high', $rest" | refuse
  winnow: s.lua:1: mine: threshold must be a number or a function(state), not a string
  [2]
  $ learner "name = 'mine', instances = 'vector', constants = { threshold = 1 }, $rest" | refuse
  winnow: s.lua:1: mine: constants.threshold: what scores are compared with is a field of its own, threshold
  [2]
  $ bound "measure = 'mistakes', value = 1, asks_learner = 'eta'" | sed 's/value = 1/value = function() return 1 end/' | refuse
  winnow: s.lua:1: mine: asks_learner = "eta" must be a table
  [2]
  $ bound "measure = 'mistakes', value = 1, asks_learner = { 'eta', 5 }" | sed 's/value = 1/value = function() return 1 end/' | refuse
  winnow: s.lua:1: mine: asks_learner[2] must be a name of letters, digits and _
  [2]
  $ asks() { echo "local mine = learner.custom { name = 'mine', instances = 'vector', $rest, constants = { $1 } }"; echo "local few = bound.custom { name = 'few', measure = 'mistakes', value = function() return 1 end, $2 }"; echo "local coins = problem.custom { name = 'coins', family = 'max_cut_lower', facts = { n = 4, instances = 'vector', adaptive = true }, create = function() return {} end, next = function(s, learner) return vec(4), 1 end, $3 }"; echo "return { problem = $4, trials = 5, seeds = 1, learners = { mine {}, learner.winnow {} }, bounds = { $5 } }"; }
  $ asks "eta = 1" "asks_learner = { 'etta' }" "" "problem.disjunction { n = 4 }" "few {}" | refuse
  winnow: s.lua:4: few asks mine for "etta": no such constant; nearest: eta (valid: threshold, eta); mine offers it with constants = { etta = ... }
  [2]
  $ asks "etta = 1" "asks_learner = { 'etta' }" "" "problem.disjunction { n = 4 }" "few {}" | refuse
  winnow: s.lua:4: few asks winnow for "etta": no such constant; nearest: eta (valid: w0, r, gap, gap_low, given, eta, theta, normalize); learner_family says which learners a bound is about
  [2]
  $ asks "etta = 1" "asks_learner = { 'etta' }, learner_family = 'mine'" "" "problem.disjunction { n = 4 }" "few {}" > s.lua; "$WINNOW" run s.lua --quiet
  $ asks "" "asks_problem = { 'forced' }" "" "problem.disjunction { n = 4 }" "few {}" | refuse
  winnow: s.lua:4: few asks disjunction for "forced": it has no constants; problem_family says which problems a bound is about
  [2]
  $ asks "" "asks_problem = { 'forced' }" "constants = { forcd = 1 }" "coins {}" "few {}" | refuse
  winnow: s.lua:4: few asks coins for "forced": no such constant; nearest: forcd (valid: forcd); coins offers it with constants = { forced = ... }
  [2]
  $ asks "" "" "asks_learner = { 'eta' }" "coins {}" "" | refuse
  winnow: s.lua:4: coins asks mine for "eta": no such constant (valid: threshold); mine offers it with constants = { eta = ... }
  [2]
  $ asks "" "" "" "problem.threshold_adversary { n = 4 }" "" | refuse
  winnow: s.lua:4: threshold_adversary needs a learner that predicts -1 on the zero instance; the score of mine there is not below its threshold 0 (its constants: threshold)
  [2]
  $ asks "etta = 1" "" "" "problem.threshold_adversary { n = 4 }" "" | sed 's/return 0 end/return -1 end/' | refuse
  winnow: s.lua:4: threshold_adversary needs a learner with a rate, the constant "eta", or "alpha" and "beta", or else its own option ratio; mine has no such constant; nearest: etta (its constants: threshold, etta)
  [2]
  $ asks "etta = 1" "" "" "problem.threshold_adversary { n = 4, ratio = 2 }" "" | sed 's/return 0 end/return -1 end/' > s.lua; "$WINNOW" run s.lua --quiet
  $ asks "" "" "" "problem.randomized_adversary { n = 4 }" "" | sed "s/'vector', create/'vector', randomised = true, create/" | refuse
  winnow: s.lua:4: randomized_adversary needs a learner with the constants "saturation", "alpha" and "beta", such as randomized_winnow, or a deterministic one; mine has not all of them (its constants: threshold)
  [2]
  $ asks "" "" "" "problem.greedy_adversary { n = 4 }" "" | sed "s/{ mine {}, learner.winnow {} }/learner.matrix_perceptron {}/" | refuse
  winnow: s.lua:4: greedy_adversary needs a learner with an exponential parameter, such as matrix_winnow; matrix_perceptron has none
  [2]

A bound that lists what it asks for asks for nothing else:

  $ asks "" "asks_learner = { 'eta' }, learner_family = 'winnow', create = function(_, learner) return learner:constant('etta') end" "" "problem.disjunction { n = 4 }" "few {}" > s.lua; "$WINNOW" run s.lua --quiet 2>&1 | sed 's/cell [0-9a-f]*/cell X/'
  cell X (winnow, seed 1) failed: s.lua:2: few does not ask for "etta": no such name in asks_learner; nearest: eta (valid: eta)

A bound with a spread or a range that is none:

  $ states() { bound "measure = 'mistakes', level = 'mean', value = function() return 1 end, $1" > s.lua; "$WINNOW" run s.lua --quiet 2>&1 | sed -n '1s/cell [0-9a-f]*/cell X/p'; }
  $ for spread in -1 0/0 1/0; do states "spread = function() return $spread end"; done
  cell X (winnow, seed 1) failed: s.lua:1: mine: spread is -1, expected a number of at least 0
  cell X (winnow, seed 1) failed: s.lua:1: mine: spread is nan, expected a number of at least 0
  cell X (winnow, seed 1) failed: s.lua:1: mine: spread is inf, expected a number of at least 0
  $ for range in '0, 0' '0, 0/0' '-1/0, 0' '0, 1/0'; do states "range = function() return $range end"; done
  cell X (winnow, seed 1) failed: s.lua:1: mine: range returned 0, 0, expected two numbers, the least first
  cell X (winnow, seed 1) failed: s.lua:1: mine: range returned 0, nan, expected two numbers, the least first
  cell X (winnow, seed 1) failed: s.lua:1: mine: range returned -inf, 0, expected two numbers, the least first
  cell X (winnow, seed 1) failed: s.lua:1: mine: range returned 0, inf, expected two numbers, the least first
