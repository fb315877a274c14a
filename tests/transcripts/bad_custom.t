A declaration with a mistake ends with status 2 and one line that names the member and the field. Nothing is written.

  $ refuse() { cat > s.lua; "$WINNOW" run s.lua --out out "$@"; status=$?; test ! -e out || echo "a folder was made"; return $status; }
  $ learner() { echo "local mine = learner.custom { $1 }"; echo "return { problem = problem.disjunction { n = 4 }, trials = 5, learners = mine { $2 } }"; }
  $ rest='create = function() return {} end, predict = function() return 0 end, update = function() return false end'

Fields:

  $ learner "instances = 'vector', $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'a b', instances = 'vector', $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'winnow', instances = 'vector', $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = { 'vectr' }, $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', create = function() return {} end" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', updat = 1, $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', predicts = 'signs', $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', title = 5, $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', seconds = 0, $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', family = 'winnow', $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', save = function() end, $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', constants = { eta = 'x' }, $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', observe = { rank = function() end }, $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'matrix', $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ learner "name = 'mine', instances = 'vector', predicts = 'real', $rest" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ echo 'local x = learner.custom(5) return {}' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ echo 'local x = learner.custm { } return {}' | refuse 2>&1 | cut -c 1-70
  /bin/sh: 2: : Permission denied

Parameters, where they are declared and where they are given:

  $ with() { learner "name = 'mine', instances = 'vector', parameters = { $1 }, $rest" "$2"; }
  $ with 'eta = { low = 1 }' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'eta = { default = 1, hgh = 2 }' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'eta = { default = 1, high = 0.5 }' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'eta = { type = "float" }' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'eta = { type = "choice" }' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'label = 5' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'eta = { type = "number" }' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'eta = 1' 'etta = 2' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'eta = 1' 'eta = "fast"' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'eta = { default = 1, low = 0, high = 2 }' 'eta = 3' | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ with 'how = { choices = { "a", "b" }, default = "a" }' 'how = "c"' | refuse
  /bin/sh: 2: : Permission denied
  [127]

Problems and bounds:

  $ problem() { echo "local mine = problem.custom { name = 'mine', create = function() return {} end, next = function() end, $1 }"; echo "return { problem = mine {}, trials = 5, learners = learner.winnow {} }"; }
  $ problem "" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ problem "facts = { instances = 'vector' }" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ problem "facts = { n = 0, instances = 'vector' }" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ problem "facts = { n = 4, instances = 'vector', gapp = 1 }" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ problem "facts = { n = 4, instances = 'entry' }" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ problem "facts = { n = 4, instances = 'vector', labels = 'real', loss = 'absolute' }" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ problem "facts = { n = 4, instances = 'vector' }, comparator = function() end" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ problem "facts = function(p) return p.n end" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ problem "facts = function(p) return 5 end" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ bound() { echo "local mine = bound.custom { name = 'mine', $1 }"; echo "return { problem = problem.disjunction { n = 4 }, trials = 5, learners = learner.winnow {}, bounds = mine {} }"; }
  $ bound "measure = 'mistakes'" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ bound "measure = 'mistakes', value = function() return 1 end, level = 'probability'" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ bound "measure = 'mistakes', value = function() return 1 end, status = 'prove'" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ bound "measure = 'mistakes', value = function() return 1 end, premises = { 5 }" | refuse
  /bin/sh: 2: : Permission denied
  [127]
  $ bound "measure = 'mistakes', value = function() return 1 end, invariants = { a = {} }" | refuse
  /bin/sh: 2: : Permission denied
  [127]

What a bound measures must be there:

  $ bound "measure = 'wins', value = function() return 1 end" > s.lua; "$WINNOW" run s.lua --seeds 1 --quiet
  /bin/sh: 100: : Permission denied
  [127]
