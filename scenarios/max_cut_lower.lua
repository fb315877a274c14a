-- Nobody beats a fair coin: against disjoint pairs with fair labels every learner of cuts, the constant ones
-- included, has the same expected regret, known exactly and a little above sqrt(nT/16); the bound of the learner is
-- 4.7 times that.
return {
  title = "Max-cut: the regret that every learner has",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 5",
  params = { n = 16, rounds = 64 },
  sweep = { rounds = { 4, 8, 16, 32, 64, 128 } },
  seeds = 60,
  problem = function(p)
    return problem.max_cut_lower { n = p.n, rounds = p.rounds }
  end,
  learners = {
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "one block" },
    learner.constant { value = 0, label = "always 0" },
    learner.constant { value = 1, label = "always 1" },
    learner.random {},
  },
  bounds = { bound.max_cut_lower {}, bound.matrix_prediction_regret {} },
  plot = {
    name = "regret",
    x = function(p) return p.n * p.rounds / 2 end,
    xlabel = "trials T",
    y = "regret",
    ylabel = "regret, mean over seeds",
    log = "xy",
  },
}
