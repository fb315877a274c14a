-- How tight the bound is that takes the claimed one's place: an adversary keeps every score at the threshold and
-- every eigenvalue at the ends of [-1,1]. Mistakes come near ln((m+n)/r)/c_G, and go far above the claimed 7.18 r
-- ln((m+n)/r).
return {
  title = "General Matrix Winnow against its threshold adversary",
  source = "Warmuth 2007, section 6",
  params = { n = 1024, r = 1 },
  sweep = { n = { 64, 256, 1024 } },
  trials = 400,
  seeds = 1,
  problem = function(p)
    return problem.general_threshold_adversary { n = p.n, r = p.r, pad = true }
  end,
  learners = function(p)
    return { learner.general_matrix_winnow { r = p.r } }
  end,
  bounds = { bound.general_matrix_mistakes {}, bound.general_matrix_mistakes_claimed {} },
  plot = { x = "trials", y = "mistakes" },
}
