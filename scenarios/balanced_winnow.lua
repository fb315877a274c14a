-- A threshold with weights of both signs: balanced Winnow learns it with 2 ln(2n)/margin^2 mistakes at most. Winnow on
-- the simplex, whose weights have one sign, has no such target and keeps making mistakes. The bound charges for noise
-- by the hinge loss.
return {
  title = "Balanced Winnow: thresholds of any sign",
  source = "Schapire 2018, COS 511, lecture 17; Kivinen & Warmuth 1997",
  params = { n = 1000, relevant = 5, margin = 0.2, noise = 0 },
  sweep = { noise = { 0, 0.05 } },
  trials = 3000,
  seeds = 10,
  problem = function(p)
    return problem.linear_threshold {
      n = p.n, relevant = p.relevant, margin = p.margin, noise = p.noise, target = "signed", instances = "nonnegative",
    }
  end,
  learners = function(p)
    return {
      learner.balanced_winnow { margin = p.margin },
      learner.winnow_normalized { margin = p.margin },
      learner.perceptron {},
    }
  end,
  bounds = { bound.balanced_winnow_mistakes {}, bound.perceptron_margin {} },
  plot = { x = "trials", y = "mistakes" },
}
