-- The proof as a picture: each mistake lowers the potential, the divergence of P from W, by at least c = 0.139; it
-- starts at r ln(n/r) and is never negative, so there can be at most r ln(n/r)/c mistakes.
return {
  title = "The proof as a picture: the potential drops at each mistake",
  source = "Warmuth 2007, proof of Theorem 2",
  params = { n = 64, r = 4 },
  trials = 2000,
  seeds = 10,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r, margin = "boundary" }
  end,
  learners = function(p)
    return { learner.matrix_winnow { r = p.r } }
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  observe = { "potential", "progress", "trace" },
  plot = {
    { x = "trials", y = "progress", ylabel = "drop of the potential at a mistake" },
    { x = "trials", y = "potential", ylabel = "potential: divergence of P from W" },
  },
}
