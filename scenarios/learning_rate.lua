-- Where does the theorem put its learner? Mistakes against an adversary, and the bound, over learning rate and
-- threshold: the theorem's choice is the minimum of the bound, and lies in the valley of the mistakes.
local theorem = { x = 1.2784645427610738, y = 0.1929666379990971, label = "Theorem 2" }
return {
  title = "Mistakes over rate and threshold: the theorem's choice lies in the valley",
  source = "Warmuth 2007, Theorem 2",
  params = { n = 64, r = 2, eta = 1.28, theta = 0.19 },
  sweep = {
    eta = {
      0.2882, 0.3401, 0.4013, 0.4736, 0.5588, 0.6594, 0.7781, 0.9182,
      1.083, 1.278, 1.509, 1.78, 2.101, 2.479, 2.925, 3.451,
    },
    theta = {
      0.04488, 0.05385, 0.06462, 0.07755, 0.09306, 0.1117, 0.134,
      0.1608, 0.193, 0.2316, 0.2779, 0.3334, 0.4001, 0.4802, 0.5762,
    },
  },
  trials = 1000,
  seeds = 2,
  problem = function(p)
    return problem.threshold_adversary { n = p.n, r = p.r, pad = true }
  end,
  learners = function(p)
    return { learner.winnow { r = p.r, eta = p.eta, theta = p.theta } }
  end,
  bounds = { bound.subspace_mistakes {} },
  plot = {
    { kind = "heat", name = "mistakes", x = "eta", y = "theta", z = "mistakes", log = "xyz", mark = { theorem } },
    {
      kind = "heat",
      name = "bound",
      title = "The bound over rate and threshold is least at the theorem's choice",
      x = "eta",
      y = "theta",
      z = "bound:subspace_mistakes",
      zlabel = "bound on mistakes",
      log = "xyz",
      mark = { theorem },
    },
  },
}
