-- A misprint that matters: started at w0 = r, as printed, Matrix Winnow makes hundreds of mistakes; started at
-- w0 = r/n it stays below the printed bound 7.18 r ln(n/r).
return {
  title = "w0 = r, as printed: hundreds of mistakes; w0 = r/n: the bound holds",
  source = "Warmuth 2007, Theorem 2 and Algorithm 1",
  params = { n = 64, r = 2 },
  sweep = { n = { 16, 32, 64, 128, 256, 1024 } },
  trials = 11000,
  seeds = 2,
  problem = function(p)
    return problem.threshold_adversary { n = p.n, r = p.r, filling = "random", pad = true }
  end,
  learners = function(p)
    return {
      learner.winnow { r = p.r, w0 = p.r, label = "w0 = r" },
      learner.winnow { r = p.r, label = "w0 = r/n" },
    }
  end,
  bounds = { bound.subspace_mistakes_printed {}, bound.subspace_mistakes {} },
  plot = { x = "n", y = "mistakes", log = "xy" },
}
