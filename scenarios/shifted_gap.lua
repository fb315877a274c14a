-- Negative instances need not be orthogonal to the subspace: tr(PX) <= g0 instead of 0. Tuned for (g0, g1), Matrix
-- Winnow makes a few more mistakes as g0 comes near g1; tuned for g0 = 0 it takes every g0 for noise and makes hundreds
-- of mistakes. The instances have eigenvalues in [-1, 1]: the learner moves them into [0, 1].
return {
  title = "Shifted gap: negative instances with tr(PX) up to g0",
  source = "Warmuth 2007, section 1",
  params = { n = 32, r = 2, gap = 0.8, gap_low = 0 },
  sweep = { gap_low = { 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 } },
  trials = 2000,
  seeds = 10,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r, gap = p.gap, gap_low = p.gap_low, interval_low = -1 }
  end,
  learners = function(p)
    local tuned = { r = p.r, gap = p.gap, gap_low = p.gap_low, interval_low = -1, label = "tuned for (g0, g1)" }
    local normalised = {
      r = p.r,
      gap = p.gap,
      gap_low = p.gap_low,
      interval_low = -1,
      normalize = "trace",
      label = "tuned for (g0, g1), normalised",
    }
    local plain = { r = p.r, gap = p.gap, interval_low = -1, label = "tuned for g0 = 0" }
    return { learner.matrix_winnow(tuned), learner.matrix_winnow(normalised), learner.matrix_winnow(plain) }
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { x = "gap_low", y = "mistakes", xlabel = "g0", log = "y" },
}
