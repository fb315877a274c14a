-- Fair slopes on all entries of some rows: every learner of matrices of trace norm tau, constants included, has the
-- same expected regret, known exactly, a little above G sqrt(tau sqrt(n) T/2); the sharp bound of the learner is 4.7
-- times that.
return {
  title = "Collaborative filtering: the regret that every learner has",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 8",
  params = { m = 8, n = 8, active = 2, rounds = 16 },
  sweep = { rounds = { 4, 8, 16, 32, 64, 128 } },
  seeds = 60,
  problem = function(p)
    return problem.filtering_lower { m = p.m, n = p.n, active = p.active, rounds = p.rounds }
  end,
  learners = function(p)
    return {
      learner.online_matrix_prediction {
        class = "collaborative_filtering",
        trace_norm = p.active * math.sqrt(p.n),
        decomposition = "sharp",
        label = "sharp constants",
      },
      learner.constant { value = 0, label = "always 0" },
      learner.constant { value = 1, label = "always 1" },
      learner.random {},
    }
  end,
  bounds = { bound.filtering_lower {}, bound.matrix_prediction_regret {} },
  plot = {
    name = "regret",
    x = function(p) return p.active * p.n * p.rounds end,
    xlabel = "trials T",
    y = "regret",
    ylabel = "regret, mean over seeds",
    log = "xy",
  },
}
