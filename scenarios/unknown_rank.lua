-- The rank is 2, the learner is tuned for R >= 2: may R be put for r in the theorem? Only for R <= n/e: beyond, the
-- adversary forces more than 7.18 R ln(n/R) mistakes (refuted), but never more than 7.18 (r ln(n/R) + R - r).
-- Guessing the rank by doubling needs no R.
return {
  title = "The rank is not known: tuned for R, true rank 2",
  source = "Warmuth 2007, Theorem 2",
  params = { n = 64, r = 2, R = 2 },
  sweep = { R = { 2, 4, 8, 16, 24, 32, 40, 48, 56, 64 } },
  trials = 1000,
  seeds = 2,
  problem = function(p)
    return problem.threshold_adversary { n = p.n, r = p.r, pad = true }
  end,
  learners = function(p)
    return {
      learner.winnow { r = p.R, label = "tuned for R" },
      learner.doubling_matrix_winnow { gap = 0.5, label = "doubling" },
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.subspace_mistakes_upper_rank {}, bound.doubling_mistakes {} },
  plot = { x = "R", y = "mistakes", xlabel = "rank R the learner is tuned for", log = "" },
}
