-- 13. From online to batch: how good is what was learned, on examples that were never shown?
--
-- With `test` the trials are a sample of m independent examples, and `test` further ones measure errors: of the
-- hypothesis made of the few examples that the learner keeps (`test_error`), and of its state on average over the run
-- (`average_error`). The bound says how large the first is at most, with probability 95%, by a bound on mistakes.
return {
  title = "From online to batch",
  source = "Warmuth 2007, generalization bounds",
  params = { m = 100 },
  sweep = { m = { 50, 100, 200, 400 } },
  trials = function(p) return p.m end,
  test = 500,
  seeds = 10,
  problem = problem.disjunction { n = 16, r = 1 },
  learners = { learner.winnow { gap = 1 }, learner.perceptron {} },
  bounds = { bound.compression_error { mistake_bound = "subspace_mistakes" } },
  plot = {
    { x = "m", y = "test_error", xlabel = "examples m" },
    { x = "m", y = "average_error", xlabel = "examples m" },
  },
}
