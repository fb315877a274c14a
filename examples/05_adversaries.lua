-- 5. Adversaries: how bad can it get?
--
-- Random sequences are kind. An adversary sees the learner when it chooses an instance or a label, and still stays
-- consistent with a hidden disjunction: `threshold_adversary` just meets the learner's threshold.
-- `forced_mistakes` contradicts every prediction, which gives a lower bound for every learner; it lasts 14 trials, so
-- the upper bound says nothing about it (`vacuous`).
-- Both are played here, one for each value of a parameter: a text is as good a value as a number.
return {
  title = "Two adversaries",
  source = "Warmuth 2007, Theorem 2; Littlestone 1988",
  params = { n = 256, r = 2, adversary = "threshold" },
  sweep = { adversary = { "threshold", "contradiction" } },
  trials = 100,
  seeds = 2,
  problem = function(p)
    if p.adversary == "threshold" then return problem.threshold_adversary { n = p.n, r = p.r, pad = true } end
    return problem.forced_mistakes { n = p.n, r = p.r }
  end,
  learners = function(p)
    return { learner.winnow { r = p.r } }
  end,
  -- An upper bound, of the learner, and a lower one, of the sequence.
  bounds = { bound.subspace_mistakes {}, bound.forced_mistakes {} },
  plot = { x = "trials", y = "mistakes", panels = "adversary" },
}
