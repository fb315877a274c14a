-- The regret on a hidden cut grows about as sqrt(T), below every bound: one block has the better bound (by more than
-- sqrt 2) and the better regret, the log-determinant the best regret and, from T = 500 on, the best bound. Clipping in
-- place of projecting changes nothing, as no entry leaves its interval; not knowing T costs a factor. n = 24 nodes, a
-- balanced cut, 10% of the labels flipped, rates tuned for each T. Vacuous, being above T: up to T = 250 the corollary
-- as printed and the bound of doubling, 3.41 times the theorem's.
local function matrix_prediction(label, options)
  local with = { class = "max_cut", label = label }
  for name, value in pairs(options) do with[name] = value end
  return learner.online_matrix_prediction(with)
end

local coins = "one block (randomised)"

return {
  title = "Online max-cut: regret on a hidden cut",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1 and Corollary 4",
  params = { n = 24, noise = 0.1, T = 1000, sequence = "planted", diagonal = false },
  sweep = { T = { 125, 250, 500, 1000, 2000, 4000 } },
  trials = function(p) return p.T end,
  seeds = 3,
  problem = function(p)
    return problem.max_cut { n = p.n, noise = p.noise, sequence = p.sequence, diagonal = p.diagonal }
  end,
  learners = {
    matrix_prediction("two blocks", { decomposition = "two_blocks" }),
    matrix_prediction("one block", { decomposition = "one_block" }),
    matrix_prediction("one block (clip)", { decomposition = "one_block", box = "clip" }),
    matrix_prediction("one block (T unknown)", { decomposition = "one_block", horizon = "doubling" }),
    learner.randomized_matrix_prediction { class = "max_cut", decomposition = "one_block", label = coins },
    learner.log_det { class = "max_cut", label = "log det" },
    learner.constant { value = 0, label = "always 0" },
  },
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {}, bound.matrix_prediction_regret_printed {} },
  plot = {
    {
      name = "regret",
      x = "T",
      xlabel = "trials T",
      y = "regret",
      log = "xy",
      learners = { "two blocks", "one block", "log det", "always 0" },
      bounds = { "matrix_prediction_regret", "matrix_prediction_regret_printed", "log_det_regret" },
    },
    {
      name = "variants",
      title = "Online max-cut: one block and its variants (clip: the same curve)",
      x = "T",
      xlabel = "trials T",
      y = "regret",
      log = "xy",
      learners = { "one block", "one block (clip)", "one block (T unknown)", coins, "always 0" },
    },
  },
}
