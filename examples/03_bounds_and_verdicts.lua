-- 3. Bounds and verdicts: what does a theorem say here, and is it true?
--
-- A bound is judged for every learner to which its theorem applies. The table has its value, the share of it that was
-- used, and a verdict. Premises are checked, too:
--
--   n = 8    holds: at most 9 mistakes, and there were fewer
--   n = 64   vacuous: true, but the bound, 24.9, is above the 20 trials and says nothing
--   on = 2   premise: the theorem is about attributes from 0 to 1; where and by how much that failed is in verdicts.tsv
--
-- If a proved bound were broken it would be `violated`, and the program would end with status 3.
local twice = problem.custom { -- the disjunction x_1 or x_2, with 2 for "on" (16_custom_problem.lua)
  name = "twice",
  parameters = { n = { type = "integer" } },
  facts = function(p) return { n = p.n, instances = "vector", gap = { 0, 1 } } end,
  create = function(_, p) return vec(p.n) end,
  next = function(x)
    for i = 1, #x do x[i] = math.random() < 0.3 and 2 or 0 end
    return x, x[1] + x[2] > 0 and 1 or -1
  end,
  comparator = function() return { coordinates = { 1, 2 } } end,
}

return {
  title = "One theorem, three verdicts",
  source = "Warmuth 2007, Theorem 2",
  params = { n = 8, on = 1 },
  sweep = { on = { 1, 2 }, n = { 8, 64 } },
  trials = 20,
  seeds = 3,
  problem = function(p)
    return p.on == 1 and problem.disjunction { n = p.n, r = 2 } or twice { n = p.n }
  end,
  learners = { learner.winnow { r = 2, gap = 1 } },
  bounds = { bound.subspace_mistakes {} },
  plot = { x = "trials", y = "mistakes" }, -- bounds are drawn as well
}
