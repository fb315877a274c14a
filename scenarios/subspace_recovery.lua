-- Does the parameter find the subspace? The principal angles between the hidden subspace and the leading eigenvectors
-- of W shrink from right angles while mistakes are made, and stay where they are when there are no more mistakes.
return {
  title = "Recovery of the subspace: principal angles to the leading eigenvectors of W",
  source = "Warmuth 2007, sections 3 and 5",
  params = { n = 64, r = 3 },
  trials = 3000,
  seeds = 10,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r }
  end,
  learners = function(p)
    return { learner.matrix_winnow { r = p.r } }
  end,
  bounds = { bound.subspace_mistakes {} },
  observe = { "subspace_angle" },
  plot = {
    { x = "trials", y = "subspace_angle", ylabel = "principal angle (radians)", log = "x" },
    { x = "trials", y = "mistakes", log = "x", title = "Recovery of the subspace: mistakes on the way" },
  },
}
