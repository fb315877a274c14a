-- What a wrong guess of the margin costs: updates of Winnow tuned for s where the margin is 0.1. The bound is least at
-- the margin, grows like 1/s for guesses that are too small, and ends at about twice the margin; soon after that the
-- adversary never stops.
return {
  title = "A wrong guess of the margin costs mistakes",
  source = "lecture note on Winnow, Theorem 1.45",
  params = { n = 256, margin = 0.1, s = 0.1 },
  sweep = { s = { 0.0125, 0.01768, 0.025, 0.03536, 0.05, 0.07071, 0.1, 0.1414, 0.18, 0.19, 0.2828, 0.4, 0.5657, 0.8 } },
  trials = 10000,
  seeds = 1,
  problem = function(p)
    return problem.balancing_adversary { n = p.n, margin = p.margin, pad = true }
  end,
  learners = function(p)
    return { learner.winnow_threshold { margin = p.s } }
  end,
  bounds = { bound.threshold_winnow_updates {} },
  plot = { x = "s", y = "updates", xlabel = "margin s that Winnow is tuned for", log = "xy" },
}
