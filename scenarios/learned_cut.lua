-- What has been learned of a hidden cut: with the nodes in the planted order the true matrix has four blocks, -1 within
-- a side and 1 across, and after 4000 trials with 10% of the labels flipped every learner's predictions show them.
local function matrix_prediction(label, decomposition)
  return learner.online_matrix_prediction { class = "max_cut", decomposition = decomposition, label = label }
end

return {
  title = "Online max-cut: the learned matrix in the planted order",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.1",
  params = { n = 24, noise = 0.1, T = 4000 },
  trials = function(p) return p.T end,
  seeds = 1,
  problem = function(p) return problem.max_cut { n = p.n, noise = p.noise, comparator = "planted" } end,
  learners = {
    matrix_prediction("one block", "one_block"),
    matrix_prediction("two blocks", "two_blocks"),
    learner.log_det { class = "max_cut", label = "log det" },
  },
  observe = { "prediction_matrix" },
  plot = {
    map = "prediction_matrix",
    xlabel = "node, in the planted order",
    ylabel = "node, in the planted order",
    zlabel = "prediction (1: across the cut)",
  },
}
