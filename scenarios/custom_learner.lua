-- A learner, a problem and a bound of one's own. `sparse_disjunction` is a monotone disjunction of r literals, written
-- here. `lua_winnow` is Winnow with Warmuth's constants in ten lines. `winnow1` is Littlestone's first algorithm, which
-- sets weights to 0, with his bound: a promotion multiplies the weight of a literal of the target, which is never above
-- alpha theta, so there are at most r (log_alpha theta + 1) of them; an elimination takes theta away from a total of n
-- and of (alpha - 1) theta for each promotion.
-- Found: Winnow in Lua errs in the same trials as the built-in learner; both bounds grow like r ln n and cross near
-- n = 3000. With alpha = 2 and theta = n/2 Winnow1 doubles each weight of the target from 1 to theta, 11 mistakes for
-- each literal at n = 4096; Winnow starts nearer to its threshold and errs half as often.
local lua_winnow = learner.custom {
  name = "lua_winnow", title = "Winnow in Lua", citation = "Warmuth 2007, Algorithm 1", instances = "vector",
  parameters = { eta = { default = 1.2784645427610738, low = 0, open_low = true, help = "learning rate" },
                 r = { default = 1, low = 1, help = "weights start at r/n" } },
  create = function(setting, p)
    local theta = p.eta / (math.exp(p.eta) - math.exp(-p.eta)) -- Theorem 2 for the gap 1
    return { w = vec(setting.n, p.r / setting.n), eta = p.eta, theta = theta }
  end,
  predict = function(s, x) return x:dot(s.w) - s.theta end,
  update = function(s, x, prediction, y)
    if prediction == y then return false end
    for i, v in pairs(x) do s.w[i] = s.w[i] * math.exp(s.eta * y * v) end
    return true
  end,
}

local winnow1 = learner.custom {
  name = "winnow1", title = "Winnow1", citation = "Littlestone 1988, Winnow1", instances = "vector", family = "winnow1",
  parameters = { alpha = { default = 2, low = 1, open_low = true } },
  create = function(setting, p)
    return { w = vec(setting.n, 1), alpha = p.alpha, theta = setting.n / 2, largest = 1 }
  end,
  predict = function(s, x) return x:dot(s.w) - s.theta end,
  update = function(s, x, prediction, y)
    if prediction == y then return false end
    for i in pairs(x) do
      s.w[i] = y > 0 and s.alpha * s.w[i] or 0
      s.largest = math.max(s.largest, s.w[i])
    end
    return true
  end,
  constants = { alpha = function(s) return s.alpha end, theta = function(s) return s.theta end },
  observe = { largest = function(s) return s.largest / (s.alpha * s.theta) end },
}

-- Sparse instances of 0 and 1: a positive one has one literal of the target, all have `active` other attributes.
local sparse_disjunction = problem.custom {
  name = "sparse_disjunction", title = "Sparse disjunction",
  parameters = { n = { type = "integer", low = 2 }, r = { type = "integer", low = 1 },
                 active = { type = "integer", default = 8, low = 1 } },
  facts = function(p) return { n = p.n, instances = "vector", gap = { 0, 1 }, exchangeable = true } end,
  create = function(_, p) return p end,
  next = function(p)
    local entries = {}
    for _ = 1, p.active do entries[math.random(p.r + 1, p.n)] = 1 end
    if math.random() < 0.5 then return sparse(p.n, entries), -1 end
    entries[math.random(p.r)] = 1
    return sparse(p.n, entries), 1
  end,
  comparator = function(p)
    local literals = {}
    for i = 1, p.r do literals[i] = i end
    return { coordinates = literals }
  end,
}

local littlestone = bound.custom {
  name = "littlestone", title = "Littlestone: \u{3b1} r (log_\u{3b1} \u{3b8} + 1) + n/\u{3b8}",
  citation = "Littlestone 1988 (Winnow1)", status = "proved", level = "trial", measure = "mistakes",
  applies = function(_, learner) return learner.family == "winnow1" end,
  create = function(problem, learner)
    return { n = problem.n, r = problem.comparator.rank, alpha = learner:constant("alpha"),
             theta = learner:constant("theta"), inconsistent = 0 }
  end,
  watch = function(s, trial) -- the target is the first r attributes
    local literals = 0
    for i, v in pairs(trial.x) do if i <= s.r then literals = literals + v end end
    if (literals > 0 and 1 or -1) ~= trial.label then s.inconsistent = s.inconsistent + 1 end
  end,
  value = function(s)
    return s.alpha * s.r * (math.log(s.theta) / math.log(s.alpha) + 1) + s.n / s.theta
  end,
  premises = {
    { name = "theta is at least 1/alpha", holds = function(s) return s.theta >= 1 / s.alpha, s.theta end },
    { name = "the labels are those of a disjunction",
      holds = function(s) return s.inconsistent == 0, s.inconsistent end },
  },
}

return {
  title = "Winnow in Lua, Littlestone's Winnow1 and its bound",
  source = "Littlestone 1988; Warmuth 2007, Theorem 2",
  params = { n = 256, r = 4, alpha = 2 },
  sweep = { n = { 64, 256, 1024, 4096 } },
  trials = 3000,
  seeds = 10,
  problem = function(p) return sparse_disjunction { n = p.n, r = p.r } end,
  learners = function(p)
    return { learner.winnow { r = p.r, gap = 1 }, lua_winnow { r = p.r }, winnow1 { alpha = p.alpha } }
  end,
  bounds = { littlestone {}, bound.subspace_mistakes {} },
  observe = { "largest" },
  plot = {
    { x = "n", y = "mistakes" },
    { x = "trials", y = "mistakes" },
  },
}
