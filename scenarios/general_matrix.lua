-- Random rectangular matrices, labelled by a hidden generalised projection of rank r. The normalised General Matrix
-- Winnow stays below its bound of at most 32 r^2 ln((m+n)/r); Algorithm 2, even when repaired, leaves its claimed
-- 7.18 r ln((m+n)/r) far behind as r grows: no adversary is needed. Spectral hypentropy is the same algorithm with a
-- scale beta: a competitor that is tuned by hand, and of which no bound is known here.
return {
  title = "Rectangular matrices: General Matrix Winnow",
  source = "after Warmuth 2007, section 6",
  params = { m = 24, n = 16, r = 1, rank = 8, beta = 1.0, eta = 0.2 },
  sweep = { r = { 1, 2, 4 } },
  trials = 2000,
  seeds = 5,
  problem = function(p)
    return problem.rectangular_targets { m = p.m, n = p.n, r = p.r, rank = p.rank }
  end,
  learners = function(p)
    return {
      learner.general_matrix_winnow { r = p.r, label = "normalised" },
      learner.general_matrix_winnow { r = p.r, variant = "repaired", label = "Algorithm 2, repaired" },
      learner.spectral_hypentropy { beta = p.beta, eta = p.eta, theta = 0.25 },
    }
  end,
  bounds = { bound.general_matrix_mistakes {}, bound.general_matrix_mistakes_claimed {} },
  plot = { x = "r", y = "mistakes", log = "y" },
}
