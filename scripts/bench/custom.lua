-- Winnow and the perceptron in Lua, written with the steps on whole vectors; custom_cost plays them beside those in C.
local winnow = learner.custom {
  name = "lua_winnow", instances = "vector", parameters = { eta = 1, theta = 1 },
  create = function(setting, p)
    return { w = vec(setting.n, 1 / setting.n), step = vec(setting.n), eta = p.eta, theta = p.theta }
  end,
  predict = function(s, x) return s.w:dot(x) - s.theta end,
  update = function(s, x, prediction, y)
    if prediction == y then return false end
    s.w:mul(s.step:set(x):scale(s.eta * y):map("exp"))
    return true
  end,
}

local perceptron = learner.custom {
  name = "lua_perceptron", instances = "vector",
  create = function(setting) return { w = vec(setting.n), bias = 0 } end,
  predict = function(s, x) return s.w:dot(x) + s.bias end,
  update = function(s, x, prediction, y)
    if prediction == y then return false end
    s.w:add(y, x)
    s.bias = s.bias + y
    return true
  end,
}

return {
  trials = 4000,
  seeds = 1,
  problem = problem.linear_threshold { n = 1000 },
  learners = { winnow {}, perceptron {} },
}
