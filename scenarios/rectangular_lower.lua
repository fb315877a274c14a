-- No learner has O(r ln((m+n)/r)) mistakes on rectangular instances: the rows of a Hadamard matrix, with any labels,
-- agree with a generalised projection of rank r, so that (r/gap)^2 mistakes are forced on every learner. The claimed
-- 7.18 r ln((m+n)/r) is below that from r = 8 on; what is proved for the normalised General Matrix Winnow, below 32
-- r^2 ln((m+n)/r), has the right order: the logarithm is needed as well (docs/constants.md).
return {
  title = "Rectangular instances: r^2 is forced on every learner",
  source = "docs/constants.md; Warmuth 2007, section 6",
  params = { r = 8, gap = 0.5 },
  sweep = { r = { 2, 4, 8, 16 } },
  trials = 2000,
  seeds = 1,
  problem = function(p)
    return problem.hadamard_adversary { r = p.r, gap = p.gap }
  end,
  learners = function(p)
    return {
      learner.general_matrix_winnow { r = p.r, gap = p.gap },
      learner.general_matrix_winnow { r = p.r, gap = p.gap, variant = "repaired", label = "unnormalised" },
      learner.perceptron {},
      learner.constant {},
      learner.random {},
    }
  end,
  bounds = { bound.hadamard_mistakes {}, bound.general_matrix_mistakes_claimed {}, bound.general_matrix_mistakes {} },
  plot = { x = "r", y = "mistakes", log = "xy" },
}
