-- 9. Plots: a list of them, each against trials or against a parameter.
--
-- The first is in log-log scale, with a fitted line for each panel and its slope with a 95% interval in the legend. In
-- the second trials have a logarithmic scale. The third is a heat map over two parameters, with a mark.
-- `build/winnow plot RESULTS --format svg` draws again, from the results alone.
return {
  title = "Three kinds of plots",
  params = { n = 64, eta = 1 },
  sweep = { n = { 16, 64, 256, 1024 }, eta = { 0.25, 0.5, 1, 2 } },
  trials = 300,
  seeds = 3,
  problem = function(p)
    return problem.disjunction { n = p.n, r = 1 }
  end,
  learners = function(p)
    return { learner.winnow { eta = p.eta, gap = 1 }, learner.perceptron {} }
  end,
  plot = {
    { x = "n", y = "mistakes", learners = { "winnow" }, panels = "eta", log = "xy", fit = true },
    { name = "early", x = "trials", y = "mistakes", log = "x", panels = "n" },
    {
      kind = "heat", x = "eta", y = "n", z = "mistakes", log = "xy",
      mark = { { x = 1.278, y = 64, label = "Theorem 2" } },
      learners = { "winnow" },
    },
  },
}
