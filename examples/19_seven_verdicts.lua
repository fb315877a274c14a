-- 19. Seven verdicts: what each word of the table means, with claims that are wrong on purpose.
--
-- The label is 1 if and only if attribute 1 or 2 is; `mistakes_at_most` claims that no learner makes more than `most`
-- mistakes in the 20 trials, and each row has another claim. The last one says that it is proved, so the program ends
-- with status 3.
local either = problem.custom {
  name = "either",
  facts = { n = 8, instances = "vector" }, -- no comparator: subspace_mistakes cannot be judged
  create = function() return vec(8) end,
  next = function(x)
    for i = 1, 8 do x[i] = math.random() < 0.3 and 1 or 0 end
    return x, x[1] + x[2] > 0 and 1 or -1
  end,
}

local function mistakes_at_most(most, name, more)
  local claim = { name = name, measure = "mistakes", value = function() return most end }
  for field, value in pairs(more or {}) do claim[field] = value end
  return bound.custom(claim) {}
end

return {
  title = "Seven verdicts",
  trials = 20,
  seeds = 3,
  problem = either {},
  learners = { learner.winnow { r = 2, gap = 1 } },
  bounds = {
    mistakes_at_most(10, "at_most_10"),
    mistakes_at_most(25, "at_most_25"), -- of 20 trials
    mistakes_at_most(10, "for_noise", { premises = { { name = "noise", holds = function() return false, 0 end } } }),
    bound.subspace_mistakes {},
    mistakes_at_most(5, "in_the_mean", { level = "mean" }), -- three seeds do not decide
    mistakes_at_most(1, "at_most_1"),
    mistakes_at_most(1, "proved", { status = "proved" }),
  },
}
