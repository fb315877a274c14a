-- The price of not knowing the margin: against the adversary of each margin, Winnow that guesses and halves makes a
-- small multiple of the updates of Winnow that knows it, within the constant factor of the theorem.
return {
  title = "Guess and halve: an unknown margin",
  source = "lecture note on Winnow, Theorem 1.45, with doubling",
  params = { n = 256, margin = 0.1 },
  sweep = { margin = { 0.05, 0.08, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6 } },
  trials = 30000,
  seeds = 2,
  problem = function(p)
    return problem.balancing_adversary { n = p.n, margin = p.margin, pad = true }
  end,
  learners = function(p)
    return { learner.guess_and_halve {}, learner.winnow_threshold { margin = p.margin, label = "margin known" } }
  end,
  bounds = { bound.guess_and_halve_updates {}, bound.threshold_winnow_updates {} },
  plot = { x = "margin", y = "updates", log = "xy" },
}
