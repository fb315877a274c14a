-- What more nodes, or more teams, cost in 2000 trials: regret and bounds grow as sqrt(n), up to logarithms. In max-cut
-- the bounds follow the regret within a factor of 2, in gambling the decomposition decides whether they say anything:
-- the theorem's row of the recursion is vacuous, above T, from n = 8 on. The log-determinant's bounds are the least,
-- in max-cut its regret, too.
return {
  title = "Regret after 2000 trials grows like sqrt(n), up to logarithms",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Corollaries 4 and 11",
  params = { n = 8, game = { "max-cut", "gambling" }, noise = 0.1 },
  sweep = { n = { 4, 8, 16, 32 }, game = { "max-cut", "gambling" } },
  trials = 2000,
  seeds = 3,
  problem = function(p)
    if p.game == "max-cut" then return problem.max_cut { n = p.n, noise = p.noise } end
    return problem.gambling { n = p.n, noise = p.noise }
  end,
  learners = function(p)
    if p.game == "max-cut" then
      return {
        learner.online_matrix_prediction { class = "max_cut", decomposition = "two_blocks", label = "two blocks" },
        learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "one block" },
        learner.log_det { class = "max_cut", label = "log det" },
      }
    end
    return {
      learner.online_matrix_prediction { class = "gambling", decomposition = "recursive", label = "recursive" },
      learner.online_matrix_prediction { class = "gambling", decomposition = "exact", label = "exact" },
      learner.log_det { class = "gambling", label = "log det" },
    }
  end,
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {} },
  plot = {
    name = "regret",
    x = "n",
    xlabel = "nodes or teams n",
    y = "regret",
    panels = "game",
    log = "xy",
  },
}
