-- Playing density matrices against losses with a hidden good direction costs sqrt(ln n), for full matrices as for
-- diagonal ones (Hedge). The paper's rate is for |L| <= 1; Hoeffding's lemma needs only that the spectrum of L is 2
-- wide, and its rate, sqrt 2 times as large, has a bound of 0.71 the size. Where the random full matrices, of rank 4,
-- are small where X is, the bound from the variance sees it.
return {
  title = "Matrix Multiplicative Weights: a hidden direction in random losses",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorems 13 and 14; Hoeffding 1963",
  params = { n = 16, losses = "matrix", gap = 0.1 },
  sweep = { n = { 4, 8, 16, 32, 64 }, losses = { "matrix", "vector" } },
  trials = 1000,
  seeds = 3,
  problem = function(p)
    return problem.matrix_losses { n = p.n, gap = p.gap, instances = p.losses }
  end,
  learners = function(p)
    return {
      learner.matrix_multiplicative_weights { label = "the paper's rate" },
      learner.matrix_multiplicative_weights { eta = math.sqrt(2 * math.log(p.n) / 1000), label = "Hoeffding's rate" },
    }
  end,
  bounds = { bound.matrix_multiplicative_weights_regret {} },
  plot = {
    name = "regret",
    x = "n",
    y = "regret",
    log = "x",
    xlabel = "order n",
    panels = "losses",
    bounds = {
      "matrix_multiplicative_weights_regret",
      "matrix_multiplicative_weights_regret.hoeffding",
      "matrix_multiplicative_weights_regret.variance",
    },
  },
}
