-- Elimination is the limit kappa -> 1: a negative instance removes its directions for good, and without noise nothing
-- is lost by it. Its bound and its mistakes are the limits of those of kappa = 0.99; alpha = 1 gives the least bound.
return {
  title = "Elimination: negative instances remove their directions",
  source = "Warmuth 2007, section 1; Littlestone 1988, Winnow1",
  params = { n = 128, r = 2 },
  trials = 1500,
  seeds = 10,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r }
  end,
  learners = function(p)
    return {
      learner.asymmetric_matrix_winnow { r = p.r, kappa = 0.5, label = "kappa = 1/2" },
      learner.asymmetric_matrix_winnow { r = p.r, kappa = 0.99, label = "kappa = 0.99" },
      learner.asymmetric_matrix_winnow { r = p.r, kappa = 1, label = "elimination" },
      learner.asymmetric_matrix_winnow { r = p.r, rates = "best", label = "elimination, best rates" },
    }
  end,
  bounds = { bound.asymmetric_mistakes {} },
  plot = { x = "trials", y = "mistakes" },
}
