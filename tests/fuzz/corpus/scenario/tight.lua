return { trials = 60, seeds = 1, problem = problem.threshold_adversary { n = 16, r = 1, rotated = true },
  learners = learner.matrix_winnow { representation = "dense" },
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} } }
