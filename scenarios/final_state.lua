-- A pass over the sample ends in a state that may be wrong on that very sample: later updates undo what was learned.
-- So the examples with a mistake are a consistent hypothesis only together with their order (bound.compression_error),
-- and the claim that the state itself is one is refuted.
return {
  title = "The final state may err on its own sample",
  source = "Warmuth 2007, generalization bounds",
  params = { n = 5, r = 1, m = 60 },
  sweep = { m = { 15, 30, 60, 120, 240, 480 } },
  trials = function(p) return p.m end,
  test = 500,
  seeds = 200,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r }
  end,
  learners = function(p)
    return { learner.matrix_winnow { r = p.r }, learner.matrix_perceptron {} }
  end,
  bounds = { bound.final_state_consistent {}, bound.compression_error { mistake_bound = "subspace_mistakes" } },
  plot = {
    x = "m",
    y = "final_inconsistent",
    log = "x",
    xlabel = "examples m",
    ylabel = "share of samples on which the state errs",
  },
}
