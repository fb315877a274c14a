-- How good is what an online learner learnt from m independent examples? It keeps the few of them at which it erred
-- in one pass over the sorted sample; the hypothesis made of these errs on the sample nowhere, and with probability
-- 95% its error is at most eps, which goes down as M ln(m)/m with the mistake bound M. The states of the run err on
-- average as often as the run did. For eps = 0.1 at n = 16, r = 2 (M = 29), the rule
-- m >= (2/eps)(M ln(2/eps) + ln(1/delta)) + 2M asks for 1856 examples; the curve of eps is there at 1366.
return {
  title = "From online to batch: close to a hidden subspace",
  source = "Warmuth 2007, generalization bounds; Floyd & Warmuth 1995",
  params = { n = 16, r = 2, m = 400, noise = 0 },
  sweep = { m = { 50, 100, 200, 400, 800, 1600, 3200 } },
  trials = function(p) return p.m end,
  test = 2000,
  seeds = 20,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r, noise = p.noise }
  end,
  learners = function(p)
    return { learner.matrix_winnow { r = p.r }, learner.matrix_perceptron {} }
  end,
  bounds = {
    bound.compression_error { mistake_bound = "subspace_mistakes" },
    bound.average_error { mistake_bound = "subspace_mistakes" },
  },
  plot = {
    {
      x = "m",
      y = "test_error",
      xlabel = "examples m",
      ylabel = "error of the hypothesis of the kept examples",
    },
    {
      x = "m",
      y = "average_error",
      title = "From online to batch: the average state of the run",
      xlabel = "examples m",
      ylabel = "average error of the states",
    },
    {
      x = "m",
      y = "cycled_test_error",
      title = "From online to batch: the state after cycling until a clean pass",
      xlabel = "examples m",
      ylabel = "error after a pass without mistake",
    },
  },
}
