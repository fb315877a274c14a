-- The price of noise: mistakes grow with the hinge loss H of the hidden subspace. The rate of Theorem 2 may pay 9.18
-- for each unit of H; the rate that minimises the bound for a known H pays less and less, towards 4. Labels are
-- flipped until the subspace has lost `hinge`.
return {
  title = "Noise: mistakes against the hinge loss of the subspace",
  source = "Warmuth 2007, Theorem 2; Auer & Warmuth 1998",
  params = { n = 32, r = 2, hinge = 0, noise = 0.2 },
  sweep = { hinge = { 0, 10, 20, 40, 80, 160 } },
  trials = 2500,
  seeds = 10,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r, noise = p.noise, hinge = p.hinge }
  end,
  learners = function(p)
    return {
      learner.matrix_winnow { r = p.r, label = "rate of Theorem 2" },
      learner.matrix_winnow { r = p.r, hinge = p.hinge, label = "rate for the known hinge loss" },
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { x = "hinge", y = "mistakes", xlabel = "hinge loss H of the hidden subspace", log = "" },
}
