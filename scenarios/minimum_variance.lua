-- The portfolio of least variance: n assets follow three factors, and a learner that keeps n - 1 of the n directions of
-- portfolios pays the variance (u.x)^2 of each day along the one that it drops. It has to find a direction that the
-- factors do not move. Capped MEG then maintains a density matrix and finds the direction quickly; the best direction
-- is known in hindsight only.
local days = 2000
return {
  title = "Portfolios of least variance: capped MEG has less regret than gradient descent",
  source = "Warmuth & Kuzmin 2006; Nie, Kotlowski & Warmuth 2016",
  params = { n = 8 },
  sweep = { n = { 8, 32 } },
  trials = days,
  seeds = 5,
  problem = function(p) return problem.factor_returns { n = p.n } end,
  learners = function(p)
    return {
      learner.capped_meg { dimension = p.n - 1, loss_at_most = 12 / p.n, label = "capped MEG" },
      learner.capped_gradient_descent { dimension = p.n - 1, label = "gradient descent" },
    }
  end,
  bounds = { bound.capped_regret {}, bound.capped_gradient_regret {} },
  plot = { x = "trials", y = "regret", panels = "n", xlabel = "days" },
}
