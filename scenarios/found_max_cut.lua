-- A sequence that an attack found (winnow attack max_cut_lower --bound matrix_prediction_regret --budget 400): pairs of 16
-- nodes at which online matrix prediction uses 0.66 of its regret bound, where the fair coins of max_cut_lower, from
-- which the search began, use at most 0.26. Its regret grows nearly as sqrt(T) to the last trial.
return {
  title = "Max-cut: a sequence that an attack found",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1",
  trials = 255,
  seeds = 1,
  problem = problem.recorded { file = "sequences/found_max_cut.jsonl" },
  learners = {
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "one block" },
    learner.log_det { class = "max_cut", label = "log det" },
  },
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {} },
  plot = { x = "trials", y = "regret" },
}
