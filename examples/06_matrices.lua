-- 6. Matrices: from hidden attributes to a hidden subspace.
--
-- Instances are dyads x x^T; a label is 1 if x is near to a hidden random subspace of dimension r, and -1 if it is
-- orthogonal to it. Matrix Winnow keeps a positive definite matrix W and multiplies it by exp(eta y X), as matrices
-- do. The theorem is the one of vectors. `winnow list learners` says which kinds of instances each learner takes.
return {
  title = "Close to a hidden subspace",
  source = "Warmuth 2007, Theorem 2",
  params = { n = 16, r = 2 },
  sweep = { n = { 8, 16, 32 } },
  trials = 400,
  seeds = 3,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r }
  end,
  learners = function(p)
    return { learner.matrix_winnow { r = p.r }, learner.matrix_perceptron {} }
  end,
  bounds = { bound.subspace_mistakes {} },
  plot = { x = "n", y = "mistakes", log = "x" },
}
