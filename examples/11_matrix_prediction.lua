-- 11. Matrix prediction: pairs in place of vectors, regret in place of mistakes.
--
-- In each trial two nodes of a graph are named: are they on different sides of a hidden cut? Predictions are numbers
-- from -1 to 1, and cost |p - y|/2. Regret is the loss less that of the hidden cut, and theorems bound it by a multiple
-- of sqrt(T). Measures other than mistakes stand in the column `measure` of the table.
return {
  title = "Online max-cut",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1",
  params = { n = 10, T = 200 },
  sweep = { T = { 100, 200, 400 } },
  trials = function(p) return p.T end,
  seeds = 3,
  problem = function(p)
    return problem.max_cut { n = p.n, noise = 0.1 }
  end,
  learners = {
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block" },
    learner.constant { value = 0, label = "always 0" },
  },
  bounds = { bound.matrix_prediction_regret {} },
  plot = { x = "T", y = "regret", xlabel = "trials T" },
}
