-- 15. A learner of your own, in Lua: `learner.custom` declares it, its value is used like a built-in one.
--
-- The state is what `create` returns. `predict` returns a score, of which the sign is the prediction, and changes
-- nothing; `update` says whether the state changed. Parameters are checked like those of built-in learners.
-- Here: a weighted vote of the n attributes. It is good where one attribute alone says the label, r = 1.
local voting = learner.custom {
  name = "voting",
  title = "Weighted majority",
  citation = "Littlestone & Warmuth 1994",
  instances = "vector",
  parameters = { beta = { default = 0.5, low = 0, high = 1, open_high = true, help = "factor of those that erred" } },
  create = function(setting, p) return { w = vec(setting.n, 1), beta = p.beta } end,
  predict = function(s, x)
    local score = 0
    for i = 1, #x do score = score + s.w[i] * (2 * x[i] - 1) end
    return score
  end,
  update = function(s, x, _, y)
    for i = 1, #x do
      if (2 * x[i] - 1) * y < 0 then s.w[i] = s.w[i] * s.beta end
    end
    return true
  end,
}

return {
  title = "Weighted majority, written in Lua, beside Winnow",
  params = { n = 32, r = 1 },
  sweep = { r = { 1, 3 } },
  trials = 300,
  seeds = 3,
  problem = function(p) return problem.disjunction { n = p.n, r = p.r } end,
  learners = function(p)
    return { voting {}, voting { beta = 0.9, label = "voting, more patient" }, learner.winnow { r = p.r, gap = 1 } }
  end,
  plot = { x = "trials", y = "mistakes", panels = "r" },
}
