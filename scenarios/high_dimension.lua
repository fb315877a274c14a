-- The low-rank form of Matrix Winnow is exact and costs O(nk) a trial, k at most the number of mistakes: a million
-- dimensions fit.
return {
  title = "Matrix Winnow in up to a million dimensions: mistakes grow like ln(n)",
  source = "Warmuth 2007, Theorem 2; exact low-rank representation",
  params = { n = 1000, r = 2 },
  sweep = { n = { 1000, 10000, 100000, 1000000 } },
  trials = 300,
  seeds = 2,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r }
  end,
  learners = function(p)
    return { learner.matrix_winnow { r = p.r } }
  end,
  bounds = { bound.subspace_mistakes {} },
  plot = { { x = "n", y = "mistakes", log = "x" }, { x = "trials", y = "mistakes" } },
}
