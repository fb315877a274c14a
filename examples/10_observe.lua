-- 10. Observing: look into the learner while it learns.
--
-- `observe` lists quantities that are written along the run to observations.tsv, and that plots can show: here the
-- potential, by which the proof measures how far W is from the hidden subspace, the largest eigenvalue of W, and the
-- principal angles between its top eigenspace and the subspace. `constant:theta` would be the learner's threshold.
return {
  title = "A look inside Matrix Winnow",
  source = "Warmuth 2007, proof of Theorem 2",
  params = { n = 16, r = 2 },
  trials = 300,
  seeds = 2,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r }
  end,
  learners = function(p)
    return { learner.matrix_winnow { r = p.r } }
  end,
  observe = { "potential", "largest_eigenvalue", "subspace_angle" },
  plot = {
    { y = "potential" },
    { y = "largest_eigenvalue" },
    { y = "subspace_angle", ylabel = "principal angles (radians)" },
  },
}
