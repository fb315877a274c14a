-- 4. Noise: labels are flipped with some probability, and the comparator, the hidden disjunction, is wrong as well.
--
-- A bound then charges for what the comparator lost, H. That is measured in each run, so the bound is a curve that
-- grows with every flipped label. `panels` makes a panel for each value of a parameter.
return {
  title = "Winnow with noise",
  source = "Warmuth 2007, Theorem 2",
  params = { n = 64, r = 2, noise = 0 },
  sweep = { noise = { 0, 0.02, 0.1 } },
  trials = 1000,
  seeds = 5,
  problem = function(p)
    return problem.disjunction { n = p.n, r = p.r, noise = p.noise }
  end,
  learners = function(p)
    return { learner.winnow { r = p.r, gap = 1 }, learner.perceptron {} }
  end,
  bounds = { bound.subspace_mistakes {} },
  plot = { x = "trials", y = "mistakes", panels = "noise" },
}
