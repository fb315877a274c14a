-- How near does matrix exponentiated gradient come to its bound? The same distance every time, half squared length q
-- under a kernel with eigenvalues q and 1 - q. Found, without a loss of the comparator: at eta = 2/r^2 the learner has
-- 0.84, 0.945, 0.993 and 0.9999 of the bound for q = 0.01, 0.2, 0.4 and 0.49, since the variance of X in W comes near
-- the 1/4 of the proof; c = 1, safe against losses of the comparator, costs 1.8 to 2.1 times the loss, and has 0.57 to
-- 0.6 of its bound.
return {
  title = "Matrix exponentiated gradient: a constant distance",
  source = "Tsuda, Raetsch & Warmuth 2005, Lemmas 3.1 and 3.2",
  params = { q = 0.4 },
  sweep = { q = { 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.45, 0.48, 0.49 } },
  trials = 400,
  seeds = 1,
  problem = function(p)
    return problem.repeated_instance { q = p.q, instances = "distance" }
  end,
  learners = {
    learner.meg { tuning = "separable", label = "eta = 2/r^2" },
    learner.meg { c = 1, label = "c = 1" },
  },
  bounds = { bound.meg_loss {} },
  plot = {
    name = "loss",
    x = function(p)
      return 0.5 - p.q
    end,
    y = "loss",
    log = "xy",
    xlabel = "1/2 - q, q = half the squared distance",
    ylabel = "total square loss of 400 trials",
  },
}
