-- Every learner sees the same dyads x x^T of unit vectors, labelled by whether x is close to a hidden subspace of
-- rank r. Matrix Winnow may err at most 7.18 r ln(n/r) times, whatever the sequence; the Matrix Perceptron has no
-- such bound.
return {
  title = "Close to a hidden subspace: at most 7.18 r ln(n/r) mistakes",
  source = "Warmuth 2007, Theorem 2",
  params = { n = 64, r = 4, noise = 0 },
  trials = 2000,
  seeds = 20,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r, noise = p.noise }
  end,
  learners = function(p)
    return {
      learner.matrix_winnow { r = p.r },
      learner.matrix_winnow { r = p.r, normalize = "trace", label = "normalised Matrix Winnow" },
      learner.matrix_winnow { r = p.r, normalize = "project", label = "projected Matrix Winnow" },
      learner.matrix_perceptron {},
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { bounds = { "subspace_mistakes: Warmuth's 7.18 r ln(n/r)" } },
}
