-- 12. Regression: labels are numbers, y = <u, x> + noise, and a prediction p costs (p - y)^2.
--
-- Three of n inputs count. The loss of exponentiated gradient grows like ln n, that of ridge regression like n. Bounds
-- on the total loss are judged like those on mistakes. A scenario is a program: `most` is a local number, from which
-- the rate is tuned.
return {
  title = "Sparse linear regression",
  source = "Kivinen & Warmuth 1997; Schapire 2018, COS 511, lecture 17",
  params = { n = 32, relevant = 3, noise = 0.02 },
  sweep = { n = { 16, 32, 64, 128 } },
  trials = function(p) return 8 * p.n end,
  seeds = 3,
  problem = function(p)
    return problem.regression { n = p.n, relevant = p.relevant, inputs = "signs", noise = p.noise }
  end,
  learners = function(p)
    local most = 2 * 8 * p.n * p.noise ^ 2 -- twice the loss to be expected of u
    return {
      learner.eg_pm { radius = 1, bound = 1, loss_at_most = most, label = "exponentiated gradient" },
      learner.ridge { lambda = 0.1, label = "ridge regression" },
    }
  end,
  bounds = { bound.eg_loss {}, bound.ridge_loss {} },
  plot = { x = "n", y = "loss", log = "xy", ylabel = "total square loss in 8 n trials" },
}
