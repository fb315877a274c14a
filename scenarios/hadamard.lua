-- One relevant attribute, orthogonal instances: the perceptron, like every learner that sees inner products only, errs
-- on half of the n instances; Winnow errs about ln(n) times.
return {
  title = "Hadamard: n/2 mistakes against ln(n)",
  source = "Kivinen, Warmuth & Auer 1997",
  params = { n = 64 },
  sweep = { n = { 16, 64, 256, 1024, 4096 } },
  seeds = 5,
  problem = function(p)
    return problem.hadamard { n = p.n }
  end,
  learners = {
    learner.winnow_normalized { margin = 0.9 },
    learner.perceptron {},
  },
  bounds = { bound.cos_winnow_mistakes {}, bound.perceptron_margin {} },
  plot = { x = "n", y = "mistakes", log = "xy" },
}
