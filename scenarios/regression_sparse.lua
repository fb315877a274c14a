-- Three of n inputs count, all entries are signs, |u|_1 = 1: EG+- pays for the logarithm of n, Widrow-Hoff for n, like
-- ridge regression and whatever else sees only inner products of instances. The first two are tuned for the target's
-- norm and twice its loss. Found: from n = 16 to 512 the loss of EG+- grows from 4 to 15, that of Widrow-Hoff from 5 to
-- 176, 0.85 of its bound; without noise (--set noise=0) Widrow-Hoff attains its bound, as every update goes just to
-- where the label is met.
return {
  title = "Linear regression, 3 of n inputs matter",
  source = "Kivinen & Warmuth 1997; Schapire 2018, COS 511, lecture 17",
  params = { n = 64, relevant = 3, noise = 0.02 },
  sweep = { n = { 16, 32, 64, 128, 256, 512 } },
  trials = function(p) return 8 * p.n end,
  seeds = 5,
  problem = function(p)
    return problem.regression { n = p.n, relevant = p.relevant, inputs = "signs", noise = p.noise }
  end,
  learners = function(p)
    local most = 2 * 8 * p.n * p.noise ^ 2 -- twice the expected loss of the target
    return {
      learner.eg_pm { radius = 1, bound = 1, loss_at_most = most, label = "EG+-" },
      learner.widrow_hoff {
        length = math.sqrt(p.n),
        radius = 1 / math.sqrt(p.relevant),
        loss_at_most = most,
        label = "Widrow-Hoff",
      },
      learner.ridge { lambda = 0.1, label = "ridge regression" },
      learner.constant { value = 0, label = "always 0" },
    }
  end,
  bounds = { bound.eg_loss {}, bound.widrow_hoff_loss {} },
  plot = { x = "n", y = "loss", xlabel = "number of inputs", ylabel = "total square loss in 8 n trials", log = "xy" },
}
