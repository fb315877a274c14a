-- What the two rates are worth: mistakes and their bound over kappa, against Winnow's one rate and the best rates
-- without noise (alpha = 1, elimination).
return {
  title = "Two rates of updates: small ones cost mistakes, the best need fewest",
  source = "Warmuth 2007, section 1 and Theorem 2",
  params = { n = 1024, r = 4, kappa = 0.5 },
  sweep = { kappa = { 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1 } },
  trials = 4000,
  seeds = 3,
  problem = function(p)
    return problem.threshold_adversary { n = p.n, r = p.r, pad = true }
  end,
  learners = function(p)
    return {
      learner.asymmetric_winnow { r = p.r, kappa = p.kappa, label = "factors 1 + kappa, 1 - kappa" },
      learner.winnow { r = p.r, label = "Winnow" },
      learner.asymmetric_winnow { r = p.r, rates = "best", label = "best rates" },
    }
  end,
  bounds = { bound.asymmetric_mistakes {}, bound.subspace_mistakes {} },
  plot = { x = "kappa", y = "mistakes", log = "xy" },
}
