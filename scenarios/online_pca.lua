-- Principal components, one point at a time: keep a subspace of k dimensions, pay what it drops of the next point, and
-- compare with the principal components of all points. If the best subspace drops a total of L*, the regret of
-- capped MEG is at most sqrt(2 L* k) + k: little where the points lie near a subspace, whatever n. That of gradient
-- descent is at most sqrt(k T) at any noise.
local rounds, k = 1000, 3
return {
  title = "Online principal components: the regret of capped MEG grows with the variance that is lost",
  source = "Warmuth & Kuzmin 2008; Nie, Kotlowski & Warmuth 2016",
  params = { noise = 0.1, n = 16 },
  sweep = { noise = { 0.003, 0.01, 0.03, 0.1, 0.3 }, n = { 16, 64 } },
  trials = rounds,
  seeds = 2,
  problem = function(p)
    return problem.online_pca { n = p.n, k = k, noise = p.noise, comparator = "pca" }
  end,
  learners = function(p)
    return {
      learner.capped_meg { dimension = k, loss_at_most = p.noise * rounds, label = "capped MEG" },
      learner.capped_gradient_descent { dimension = k, label = "gradient descent" },
    }
  end,
  bounds = { bound.capped_regret {}, bound.capped_gradient_regret {} },
  plot = { x = "noise", y = "regret", panels = "n", xlabel = "share of |x|^2 outside of the subspace" },
}
