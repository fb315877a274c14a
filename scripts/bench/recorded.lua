-- The sequences that both programs play; run with --record.
return {
  title = "Sequences of the benchmark",
  source = "Warmuth 2007, Algorithm 1",
  params = { n = 64, r = 4, noise = 0 },
  trials = 1000,
  seeds = 1,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r, noise = p.noise }
  end,
  learners = function(p)
    return { learner.matrix_winnow { r = p.r } }
  end,
  bounds = { bound.subspace_mistakes {} },
}
