-- A lower bound for orders that can be played: items are sorted into pivots by binary search, a fair coin deciding
-- each comparison. Every learner, constants included, has the same expected regret, known exactly, a little above
-- sqrt(I d T/8). The upper bound is vacuous up to T = 192, where it exceeds T.
return {
  title = "Gambling: the regret that every learner has",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 12, with an explicit adversary",
  params = { items = 8, depth = 3, rounds = 16 },
  sweep = { rounds = { 4, 8, 16, 32, 64 } },
  seeds = 60,
  problem = function(p)
    return problem.gambling_lower { items = p.items, depth = p.depth, rounds = p.rounds }
  end,
  learners = {
    learner.online_matrix_prediction { class = "gambling", decomposition = "exact", label = "exact decomposition" },
    learner.constant { value = 0.5, label = "always 1/2" },
    learner.constant { value = 1, label = "always 1" },
    learner.random {},
  },
  bounds = { bound.gambling_lower {}, bound.matrix_prediction_regret {} },
  plot = {
    name = "regret",
    x = function(p) return p.items * p.depth * p.rounds end,
    xlabel = "trials T",
    y = "regret",
    ylabel = "regret, mean over seeds",
    log = "xy",
  },
}
