-- A million trials, from the generator to the hash of the stream and the verdict.
return {
  title = "A million disjunction trials",
  source = "Littlestone 1988",
  params = { n = 64, r = 3 },
  trials = 1000000,
  seeds = 1,
  problem = function(p)
    return problem.disjunction { n = p.n, r = p.r }
  end,
  learners = function(p)
    return { learner.winnow { r = p.r, gap = 1 } }
  end,
  bounds = { bound.subspace_mistakes {} },
}
