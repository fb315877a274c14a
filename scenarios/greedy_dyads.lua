-- How tight is the theorem for dyads, where nothing commutes? An adversary that sees all of W and makes the
-- cheapest mistake reaches between 0.3 and 0.7 of the bound (it looks one mistake ahead: no lower bound on what
-- can be forced); on the diagonal it comes near to all of it. A dyad has one direction only: it meets the
-- threshold exactly only after weights have grown.
return {
  title = "Greedy adversary: dyads against diagonal instances",
  source = "Warmuth 2007, Theorem 2 and its proof",
  params = { n = 64, r = 4, instances = { "dyads", "diagonal" } },
  sweep = { n = { 8, 16, 32, 64 }, instances = { "dyads", "diagonal" } },
  trials = 200,
  seeds = 3,
  problem = function(p)
    if p.instances == "dyads" then return problem.greedy_adversary { n = p.n, r = p.r, pad = true } end
    return problem.threshold_adversary { n = p.n, r = p.r, pad = true }
  end,
  learners = function(p)
    return {
      learner.matrix_winnow { r = p.r },
      learner.matrix_winnow { r = p.r, normalize = "trace", label = "normalised" },
      learner.matrix_winnow { r = p.r, normalize = "project", label = "projected" },
    }
  end,
  bounds = { bound.subspace_mistakes {} },
  plot = { x = "n", y = "mistakes", panels = "instances" },
}
