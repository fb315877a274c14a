-- What a constant is worth: with the sharp diagonal bound, sqrt(max(m, n))/2 in place of sqrt(m + n), the theorem's
-- bound is 0.54 of what it was, and the regret on a hidden matrix of signs from 0.9 (T = 250) to 0.7 (T = 4000). The
-- log-determinant has the least regret, though not the least bound. 16 x 16, two classes of rows and of columns, 10% of
-- the labels flipped, trace norm at most sqrt(2 m n), rates tuned for each T. Vacuous, being above 2 T: at T = 250 the
-- theorem's row and that of the log-determinant, up to 1000 the printed constants, up to 2000 doubling.
local function matrix_prediction(p, label, options)
  local with = { class = "collaborative_filtering", trace_norm = math.sqrt(p.rank * p.m * p.n), label = label }
  for name, value in pairs(options) do with[name] = value end
  return learner.online_matrix_prediction(with)
end

return {
  title = "Collaborative filtering: regret on a hidden matrix of rank 2",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1 and Corollary 7",
  params = { m = 16, n = 16, rank = 2, noise = 0.1, T = 1000, sequence = "planted" },
  sweep = { T = { 250, 500, 1000, 2000, 4000 } },
  trials = function(p) return p.T end,
  seeds = 3,
  problem = function(p)
    return problem.collaborative_filtering { m = p.m, n = p.n, rank = p.rank, noise = p.noise, sequence = p.sequence }
  end,
  learners = function(p)
    return {
      matrix_prediction(p, "printed", { decomposition = "printed" }),
      matrix_prediction(p, "sharp", { decomposition = "sharp" }),
      matrix_prediction(p, "sharp (clip)", { decomposition = "sharp", box = "clip" }),
      matrix_prediction(p, "sharp (T unknown)", { decomposition = "sharp", horizon = "doubling" }),
      learner.randomized_matrix_prediction {
        class = "collaborative_filtering",
        trace_norm = math.sqrt(p.rank * p.m * p.n),
        decomposition = "sharp",
        label = "sharp (randomised)",
      },
      learner.log_det {
        class = "collaborative_filtering",
        trace_norm = math.sqrt(p.rank * p.m * p.n),
        label = "log det",
      },
      learner.constant { value = 0, label = "always 0" },
    }
  end,
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {}, bound.matrix_prediction_regret_printed {} },
  plot = {
    {
      name = "regret",
      x = "T",
      xlabel = "trials T",
      y = "regret",
      log = "xy",
      learners = { "printed", "sharp", "log det", "always 0" },
      bounds = { "matrix_prediction_regret", "matrix_prediction_regret_printed", "log_det_regret" },
    },
    {
      name = "variants",
      title = "Collaborative filtering: the sharp constants (clip: nearly the same curve)",
      x = "T",
      xlabel = "trials T",
      y = "regret",
      log = "xy",
      learners = { "sharp", "sharp (clip)", "sharp (T unknown)", "sharp (randomised)", "always 0" },
    },
  },
}
