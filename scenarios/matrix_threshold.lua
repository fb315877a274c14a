-- A hidden density of rank 1 on symmetric matrices with |X| <= 1: Winnow on density matrices updates like ln(n), as on
-- vectors; the perceptron pays for the Frobenius norm of the instances, which grows with n.
return {
  title = "Thresholds on symmetric matrices: ln(n) against n",
  source = "lecture note on Winnow, Theorem 1.45, for matrices",
  params = { n = 16, r = 1, margin = 0.3 },
  sweep = { n = { 2, 4, 8, 16, 32, 64 } },
  trials = 2000,
  seeds = 3,
  problem = function(p)
    return problem.symmetric_threshold { n = p.n, r = p.r, margin = p.margin, entries = "extreme" }
  end,
  learners = function(p)
    return { learner.winnow_threshold { margin = p.margin }, learner.matrix_perceptron {} }
  end,
  bounds = { bound.threshold_winnow_updates {}, bound.perceptron_margin {} },
  plot = { x = "n", y = "updates", log = "xy", xlabel = "order n of the matrices" },
}
