-- Real data: handwritten digits, 8 x 8 pixels, one at a time in random order. Learners keep k of the 64 directions and
-- pay what they drop of the next digit; the regret is what they drop beyond the principal components of all digits.
-- Those drop less and less as k grows, and who knows how much sets the rate by it: capped MEG then pays for the
-- dimension and for what cannot be kept. Rates that know the number of digits only, of both learners, do not profit.
-- Needs --data.
local rounds = 1000
-- What the principal components of all digits drop of a digit, known in hindsight, rounded up.
local dropped = { [1] = 0.31, [2] = 0.26, [4] = 0.18, [8] = 0.11, [16] = 0.05, [32] = 0.011 }
return {
  title = "Principal components of handwritten digits, online",
  source = "Warmuth & Kuzmin 2008; Optical Recognition of Handwritten Digits",
  params = { k = 4 },
  sweep = { k = { 1, 2, 4, 8, 16, 32 } },
  trials = rounds,
  seeds = 2,
  problem = function(p)
    return problem.pca_rows {
      file = "optdigits/optdigits.tra",
      k = p.k,
      order = "shuffled",
      normalize = "unit",
    }
  end,
  learners = function(p)
    return {
      learner.capped_meg { dimension = p.k, loss_at_most = dropped[p.k] * rounds, label = "capped MEG, loss known" },
      learner.capped_meg { dimension = p.k, label = "capped MEG" },
      learner.capped_gradient_descent { dimension = p.k, label = "gradient descent" },
    }
  end,
  bounds = { bound.capped_regret {}, bound.capped_gradient_regret {} },
  plot = { x = "k", y = "regret", xlabel = "dimension k that is kept" },
}
