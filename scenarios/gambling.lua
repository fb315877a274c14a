-- One theorem, four decompositions of an order's matrix: their regrets differ by less than a factor of 2, but the
-- bound of the paper's recursion is above T for thousands of rounds and that of the exact sign matrix nearly eight
-- times smaller. The log-determinant has the least bound, 0.6 of the exact one's, but not the least regret. n = 8
-- teams, 10% upsets, rates tuned for each T. Vacuous, being above T: the theorem's row of both recursions, and the
-- corollary as printed, up to T = 4000, svd's at 250, that of doubling up to 500.
local function matrix_prediction(label, options)
  local with = { class = "gambling", label = label }
  for name, value in pairs(options) do with[name] = value end
  return learner.online_matrix_prediction(with)
end

return {
  title = "Online gambling: regret on a hidden order",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1 and Corollary 11",
  params = { n = 8, noise = 0.1, T = 1000, sequence = "planted" },
  sweep = { T = { 250, 500, 1000, 2000, 4000, 8000 } },
  trials = function(p) return p.T end,
  seeds = 3,
  problem = function(p)
    return problem.gambling { n = p.n, noise = p.noise, sequence = p.sequence }
  end,
  learners = {
    matrix_prediction("recursive as printed", { decomposition = "recursive_printed" }),
    matrix_prediction("recursive", { decomposition = "recursive" }),
    matrix_prediction("svd", { decomposition = "svd" }),
    matrix_prediction("exact", { decomposition = "exact" }),
    matrix_prediction("exact (clip)", { decomposition = "exact", box = "clip" }),
    matrix_prediction("exact (T unknown)", { decomposition = "exact", horizon = "doubling" }),
    learner.randomized_matrix_prediction { class = "gambling", decomposition = "exact", label = "exact (randomised)" },
    learner.log_det { class = "gambling", label = "log det" },
    learner.constant { value = 0.5, label = "always 1/2" },
  },
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {}, bound.matrix_prediction_regret_printed {} },
  plot = {
    {
      name = "decompositions",
      title = "Online gambling: decompositions",
      x = "T",
      xlabel = "trials T",
      y = "regret",
      log = "xy",
      learners = { "recursive as printed", "recursive", "svd", "exact", "always 1/2" },
      bounds = { "matrix_prediction_regret.data", "matrix_prediction_regret_printed" },
    },
    {
      name = "variants",
      title = "Online gambling: the exact decomposition and its variants",
      x = "T",
      xlabel = "trials T",
      y = "regret",
      log = "xy",
      learners = { "exact", "exact (clip)", "exact (T unknown)", "exact (randomised)", "log det", "always 1/2" },
    },
  },
}
