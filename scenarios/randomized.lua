-- Half the mistakes, exactly: a learner that tosses coins has half the bound of the one that decides, at every kappa,
-- and against its own adversary each comes close to its bound (random sequences are far from both). Only probabilities
-- count: the coins change no weight.
return {
  title = "Randomised predictions: half the mistakes, exactly",
  source = "Warmuth 2007, section 1, with factors 1 + kappa and 1 - kappa",
  params = { n = 4096, r = 1, kappa = 0.5, sequence = { "adversary", "random" } },
  sweep = { kappa = { 0.1, 0.2, 0.4, 0.6, 0.8, 1 }, sequence = { "adversary", "random" } },
  trials = 1000,
  seeds = 5,
  problem = function(p)
    if p.sequence == "adversary" then
      return problem.randomized_adversary { n = p.n, r = p.r, pad = true }
    end
    return problem.disjunction { n = p.n, r = p.r }
  end,
  learners = function(p)
    return {
      learner.asymmetric_winnow { r = p.r, kappa = p.kappa, label = "deterministic" },
      learner.randomized_winnow { r = p.r, kappa = p.kappa, label = "randomised" },
    }
  end,
  bounds = { bound.asymmetric_mistakes {}, bound.randomized_mistakes {} },
  observe = { "expected_mistakes" },
  plot = { x = "kappa", y = "expected_mistakes", panels = "sequence", ylabel = "expected mistakes", log = "xy" },
}
