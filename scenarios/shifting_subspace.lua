-- The hidden direction is replaced nine times. Without a floor the eigenvalues of directions that do not matter
-- sink lower with every segment, and bringing one back costs more mistakes each time; with a floor every shift
-- costs the same. The bound charges each shift by the number of directions that it changes. (With few segments, or
-- with label noise, no floor can be the better choice: try --set segments=5 or r=2.)
return {
  title = "A subspace that shifts: with a floor each shift is cheaper",
  source = "Warmuth 2007, section 1; Herbster & Warmuth 1998, 2001",
  params = { n = 32, r = 1, segments = 10, shared = 0, form = "dyad" },
  trials = 10000,
  seeds = 10,
  problem = function(p)
    return problem.shifting_subspace { n = p.n, r = p.r, segments = p.segments, shared = p.shared, form = p.form }
  end,
  learners = function(p)
    return {
      learner.matrix_winnow { r = p.r, normalize = "trace", label = "no floor" },
      learner.shifting_matrix_winnow { r = p.r, method = "mix", label = "mixing the identity in" },
      learner.shifting_matrix_winnow { r = p.r, method = "floor", label = "floor under the eigenvalues" },
    }
  end,
  bounds = { bound.shifting_mistakes {}, bound.subspace_mistakes {} },
  plot = {
    { x = "trials", y = "mistakes", log = "", bounds = false },
    { x = "trials", y = "mistakes", name = "bound", log = "y", learners = { "mixing the identity in" } },
  },
}
