-- Both sides of the comparison with the perceptron. Few relevant attributes in dense instances are Winnow's case: ln(n)
-- against n mistakes. With all attributes relevant and sparse instances the perceptron has the better bound, n against
-- n^2; on random instances the two then make about as many mistakes.
return {
  title = "Irrelevant features: Winnow pays for ln(n), the perceptron for n",
  source = "lecture note on Winnow, Remark 1.48; Kivinen, Warmuth & Auer 1997",
  params = { n = 64, few = 3, regime = { "sparse_target", "dense_target" } },
  sweep = { n = { 32, 64, 128, 256, 512 }, regime = { "sparse_target", "dense_target" } },
  trials = 8000,
  seeds = 5,
  problem = function(p)
    return problem.irrelevant_features { n = p.n, few = p.few, regime = p.regime }
  end,
  learners = function(p)
    local relevant = p.regime == "sparse_target" and p.few or p.n
    return {
      learner.balanced_winnow { margin = 1 / relevant },
      learner.perceptron {},
    }
  end,
  bounds = { bound.balanced_winnow_mistakes {}, bound.perceptron_margin {} },
  plot = { x = "n", y = "mistakes", panels = "regime", log = "xy" },
}
