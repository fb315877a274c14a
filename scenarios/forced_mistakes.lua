-- The sandwich: an adversary forces every learner to err exactly r floor(log2(n/r)) times; Winnow may err at most
-- r ln(n/r)/c times, 2.49 times as often at gap 1.
return {
  title = "Forced mistakes: every learner errs exactly as often as the lower bound says",
  source = "Littlestone 1988; Warmuth 2007, tightness of the bound",
  params = { n = 64, r = 4 },
  sweep = { n = { 16, 32, 64, 128, 256, 512 } },
  trials = 1000,
  seeds = 2,
  problem = function(p)
    return problem.forced_mistakes { n = p.n, r = p.r }
  end,
  learners = function(p)
    return {
      learner.winnow { r = p.r, gap = 1 },
      learner.winnow { r = p.r, gap = 1, normalize = "trace", label = "normalised Winnow" },
      learner.perceptron {},
      learner.constant {},
      learner.random {},
    }
  end,
  bounds = { bound.forced_mistakes {}, bound.forced_mistakes_printed {}, bound.subspace_mistakes {} },
  plot = { x = "n", y = "mistakes", log = "x" },
}
