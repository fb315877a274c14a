-- Is the logarithm needed? Max-cut, T = 60 n: in units of sqrt(n T) regret and bounds of the entropy climb as
-- sqrt(ln n), those of the log-determinant do not. The loss (1 - y p)/2 is divided by sqrt(n T) for that.
local rounds_per_node = 60

return {
  title = "Max-cut: log-determinant against entropy, T = 60 n",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Corollary 4; after Christiano 2014",
  params = { n = 8 },
  sweep = { n = { 8, 16, 32, 64, 128 } },
  trials = function(p)
    return rounds_per_node * p.n
  end,
  seeds = 2,
  problem = function(p)
    return problem.max_cut { n = p.n, noise = 0.1, scale = 0.5 / math.sqrt(rounds_per_node * p.n ^ 2) }
  end,
  learners = {
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "entropy, one block" },
    learner.log_det { class = "max_cut", label = "log-determinant" },
    learner.online_matrix_prediction { class = "max_cut", decomposition = "two_blocks", label = "entropy, two blocks" },
  },
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {} },
  plot = {
    {
      name = "logarithm",
      x = "n",
      y = "regret",
      log = "x",
      xlabel = "nodes n",
      ylabel = "regret / sqrt(n T)",
      bounds = false,
    },
    {
      name = "bounds",
      title = "Max-cut: regrets and bounds of one block, T = 60 n",
      x = "n",
      y = "regret",
      log = "x",
      xlabel = "nodes n",
      ylabel = "regret / sqrt(n T)",
      learners = { "entropy, one block", "log-determinant" },
    },
  },
}
