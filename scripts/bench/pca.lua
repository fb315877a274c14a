-- Points near a subspace, played by capped MEG; run with --record.
return {
  title = "Points of the benchmark",
  source = "Warmuth & Kuzmin 2008",
  params = { n = 64, k = 4 },
  trials = 200,
  seeds = 1,
  problem = function(p)
    return problem.online_pca { n = p.n, k = p.k }
  end,
  learners = function(p)
    return { learner.capped_meg { dimension = p.k } }
  end,
  bounds = { bound.capped_loss {} },
}
