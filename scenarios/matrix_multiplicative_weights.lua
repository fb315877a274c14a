-- Playing density matrices against losses with a hidden good direction costs sqrt(ln n), for full matrices as for
-- diagonal ones (Hedge). The bound from the data sees that random full matrices, of rank 4, are smaller where X is.
return {
  title = "Matrix Multiplicative Weights: a hidden direction in random losses",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorems 13 and 14",
  params = { n = 16, losses = "matrix", gap = 0.1 },
  sweep = { n = { 4, 8, 16, 32, 64 }, losses = { "matrix", "vector" } },
  trials = 1000,
  seeds = 3,
  problem = function(p)
    return problem.matrix_losses { n = p.n, gap = p.gap, instances = p.losses }
  end,
  learners = { learner.matrix_multiplicative_weights {} },
  bounds = { bound.matrix_multiplicative_weights_regret {} },
  plot = { name = "regret", x = "n", y = "regret", log = "x", xlabel = "order n", panels = "losses" },
}
