-- A sequence that an attack found (winnow attack max_cut_lower --bound matrix_prediction_regret --budget 400): online
-- matrix prediction uses 0.66 of its regret bound, where the fair coins of max_cut_lower, from which the search began,
-- use at most 0.26. The first hundred trials are still coins on four pairs. The regret comes from what follows: nearly
-- every pair is a new one, with the label of the hidden cut, which the learner cannot know from the pairs before.
return {
  title = "Max-cut: a sequence that an attack found",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1",
  trials = 255,
  seeds = 1,
  problem = problem.recorded { file = "sequences/found_max_cut.jsonl" },
  learners = learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "one block" },
  bounds = { bound.matrix_prediction_regret {} },
  plot = { x = "trials", y = "regret" },
}
