-- One algorithm, three languages: Winnow with Warmuth's constants built in (C), written in this file (learner.custom)
-- and as a program in Python that is spoken to over pipes (examples/winnow_learner.py; it needs python3 and nothing
-- else). They see the same disjunctions.
-- Found: all three err in the same trials, at every size and seed: the three curves are one.
local gap = 1
local eta = 1.2784645427610738 -- Theorem 2 for this gap
local theta = eta / (math.exp(eta) - math.exp(-eta))

local lua_winnow = learner.custom {
  name = "lua_winnow", title = "Winnow in Lua", citation = "Warmuth 2007, Algorithm 1", instances = "vector",
  parameters = { r = { default = 1, low = 1, help = "weights start at r/n" } },
  create = function(setting, p) return vec(setting.n, p.r / setting.n) end,
  predict = function(w, x) return x:dot(w) end,
  threshold = theta,
  update = function(w, x, prediction, y)
    if prediction == y then return false end
    for i, v in pairs(x) do w[i] = w[i] * math.exp(eta * y * v) end
    return true
  end,
}

return {
  title = "Winnow in C, Lua and Python",
  source = "Littlestone 1988; Warmuth 2007, Theorem 2",
  params = { n = 64, r = 3 },
  sweep = { n = { 16, 64, 256 } },
  trials = 400,
  seeds = 5,
  problem = function(p) return problem.disjunction { n = p.n, r = p.r, density = 0.2 } end,
  learners = function(p)
    return {
      learner.winnow { r = p.r, gap = gap, eta = eta, theta = theta, label = "C: learner.winnow" },
      lua_winnow { r = p.r, label = "Lua: learner.custom" },
      learner.external {
        command = { "python3", "../examples/winnow_learner.py" }, options = { r = p.r, eta = eta, theta = theta },
        timeout = 60, label = "Python: learner.external",
      },
    }
  end,
  bounds = { bound.subspace_mistakes {} },
  plot = {
    { x = "n", y = "mistakes", log = "x", xlabel = "attributes n" },
    { x = "trials", y = "mistakes", log = "" },
  },
}
