-- The converse of regression_sparse: all n inputs count alike, |u|_2 = 1, and each trial shows one of them, so that
-- |x|_2 = |x|_inf = 1 and |u|_1 = sqrt(n). Found: Widrow-Hoff pays |u|_2^2 = 1 and the noise whatever n is. EG+- pays
-- nearly as n, 11 to 51, until, at n = 256, it is not much better than predicting 0, which costs 64: so many trials for
-- each input are not enough for it.
return {
  title = "Linear regression, all n inputs matter, one at a time",
  source = "Kivinen & Warmuth 1997; Schapire 2018, COS 511, lecture 17",
  params = { n = 64, active = 1, noise = 0.005 },
  sweep = { n = { 16, 32, 64, 128, 256 } },
  trials = function(p) return 64 * p.n end,
  seeds = 5,
  problem = function(p)
    return problem.regression {
      n = p.n,
      norm = "l2",
      inputs = "signs",
      active = p.active,
      normalize = "l2",
      noise = p.noise,
    }
  end,
  learners = function(p)
    local most = 2 * 64 * p.n * p.noise ^ 2 -- twice the expected loss of the target
    return {
      learner.eg_pm {
        radius = math.sqrt(p.n),
        bound = 1 / math.sqrt(p.active),
        loss_at_most = most,
        label = "EG+-",
      },
      learner.widrow_hoff { length = 1, radius = 1, loss_at_most = most, label = "Widrow-Hoff" },
      learner.ridge { lambda = 0.1, label = "ridge regression" },
      learner.constant { value = 0, label = "always 0" },
    }
  end,
  bounds = { bound.eg_loss {}, bound.widrow_hoff_loss {} },
  plot = { x = "n", y = "loss", xlabel = "number of inputs", ylabel = "total square loss in 64 n trials", log = "xy" },
}
