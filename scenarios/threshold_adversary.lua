-- How tight is the theorem? An adversary that sees the weights keeps every score at the threshold, where the proof
-- loses least.
return {
  title = "Threshold adversary: how tight is the theorem?",
  source = "Warmuth 2007, Theorem 2 and its proof",
  params = { n = 1024, r = 1, gap = 0.5, filling = "largest_first" },
  sweep = { n = { 64, 1024, 65536 } },
  trials = 400,
  seeds = 3,
  problem = function(p)
    return problem.threshold_adversary { n = p.n, r = p.r, gap = p.gap, filling = p.filling, pad = true }
  end,
  learners = function(p)
    return {
      learner.winnow { r = p.r, gap = p.gap },
      learner.winnow { r = p.r, gap = p.gap, normalize = "trace", label = "normalised Winnow" },
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { x = "trials", y = "mistakes" },
}
