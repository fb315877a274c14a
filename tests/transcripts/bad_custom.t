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
  winnow: s.lua:1: mine: updat: no such field; nearest: update (valid: name, title, citation, help, parameters, seconds, family, instances, predicts, randomised, conservative, equivariant, create, predict, update, score, save, load, constants, observe)
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
  winnow: s.lua:1: mine: premises[1] must be { name = "one line of text, without #", holds = function(state, totals) ... end }
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, premises = { { name = 'a #1', holds = function() return true end } }" | refuse
  winnow: s.lua:1: mine: premises[1] must be { name = "one line of text, without #", holds = function(state, totals) ... end }
  [2]
  $ bound "measure = 'mistakes', value = function() return 1 end, invariants = { a = {} }" | refuse
  winnow: s.lua:1: mine: invariants.a must be { measure = "a_word", direction = "upper" or "lower", judge = function(state, trial) return measured, value end } under a short name
  [2]

What a bound measures must be there:

  $ bound "measure = 'wins', value = function() return 1 end" > s.lua; "$WINNOW" run s.lua --seeds 1 --quiet 2>&1 | sed 's/cell [0-9a-f]*/cell X/'
  cell X (winnow, seed 1) failed: s.lua:1: mine: measure = "wins": a run has no such quantity, and there is no function measured
