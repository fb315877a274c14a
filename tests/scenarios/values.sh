#!/bin/sh
# Learners in Lua on whole vectors and on the spectral parameter: trial for trial those in C; and what they are not allowed.
. "$(dirname "$0")/../library.sh"

cat > same.lua << 'END_OF_SCENARIO'
local winnow = learner.custom {
  name = "lua_winnow", instances = "vector", parameters = { eta = 1, theta = 1 },
  create = function(setting, p)
    return { w = vec(setting.n, 1 / setting.n), step = vec(setting.n), eta = p.eta, theta = p.theta }
  end,
  predict = function(s, x) return x:dot(s.w) - s.theta end,
  update = function(s, x, prediction, y)
    if prediction == y then return false end
    s.w:mul(s.step:fill(0):add(s.eta * y, x):map("exp"))
    return true
  end,
  save = function(s) return { w = s.w } end,
  load = function(setting, p, saved)
    return { w = vec(saved.w), step = vec(setting.n), eta = p.eta, theta = p.theta }
  end,
}
local eta = 0.8
local matrix_winnow = learner.custom {
  name = "lua_matrix_winnow", instances = { "vector", "dyad" },
  create = function(setting)
    return { w = spectral { n = setting.n, kind = setting.instances, shift = math.log(1 / setting.n), capacity = setting.n } }
  end,
  predict = function(s, x) return s.w:score(x) - 0.4 end,
  update = function(s, x, prediction, y)
    if prediction == y then return false end
    s.w:step(eta * y, x)
    return true
  end,
  save = function(s) return s.w:save() end,
  load = function(setting, _, saved)
    local w = spectral { n = setting.n, kind = setting.instances, shift = math.log(1 / setting.n), capacity = setting.n }
    return { w = w:load(saved) }
  end,
}
return { params = { dyads = 0 }, sweep = { dyads = { 0, 1 } }, trials = 300, seeds = 3,
  problem = function(p)
    if p.dyads == 1 then return problem.close_to_subspace { n = 12, r = 2 } end
    return problem.disjunction { n = 12, r = 2 }
  end,
  learners = function(p)
    local all = { learner.matrix_winnow { r = 1, eta = eta, theta = 0.4, w0 = 1 / 12 }, matrix_winnow {} }
    if p.dyads == 0 then
      all = { learner.winnow { r = 1, eta = eta, theta = 0.4, w0 = 1 / 12 }, matrix_winnow {}, winnow { eta = eta, theta = 0.4 } }
    end
    return all
  end }
END_OF_SCENARIO
"$WINNOW" run same.lua --out same --quiet --save-state > same.stdout 2> same.stderr
same "exit status" 0 $?
for dyads in 0 1; do
  in_c=winnow
  [ $dyads = 0 ] || in_c=matrix_winnow
  same "the spectral parameter, dyads = $dyads: the same trials" \
    "$(values same/cells.tsv 'seed mistakes updates' learner=$in_c dyads=$dyads)" \
    "$(values same/cells.tsv 'seed mistakes updates' learner=lua_matrix_winnow dyads=$dyads)"
done
same "steps on whole vectors: the same trials" "$(values same/cells.tsv 'seed mistakes updates' learner=winnow dyads=0)" \
  "$(values same/cells.tsv 'seed mistakes updates' learner=lua_winnow)"
holds "and there are some" "$(values same/cells.tsv mistakes learner=lua_winnow seed=1) > 3"
same "states are saved" 15 "$(find same/states -type f | wc -l)"

# wrong NAME PREDICT MESSAGE: the only cell ends with the message
wrong() {
  cat > "$1.lua" << END_OF_SCENARIO
local kept
local bad = learner.custom { name = "bad", instances = "vector",
  create = function(setting) return { w = vec(setting.n) } end,
  predict = function(s, x) $2 end,
  update = function() return false end }
return { trials = 3, seeds = 1, problem = problem.linear_threshold { n = 8 }, learners = bad {} }
END_OF_SCENARIO
  "$WINNOW" run "$1.lua" --out "$1" --quiet > "$1.stdout" 2> "$1.stderr"
  same "$1: exit status" 1 $?
  has "$1: says why" "$1.stderr" "$1.lua:4: $3"
}
wrong kept 'kept = kept or x local y = kept + 1 return 0' 'this vec was lent for one call, which has ended'
wrong scaled 'x:scale(2) return 0' 'scale: an instance cannot be changed; change x:copy()'
wrong shape 'return s.w:dot(vec(9))' 'dot: a vec of 8 numbers and one of 9'
wrong coins 'return vec.gaussian(1)[1]' 'no random numbers here'
wrong nowhere 'return s.w:dott(x)' 'a vec has no "dott"; nearest: dot'
