-- Is the logarithm of the bound of General Matrix Winnow needed? Yes: b copies of Hadamard rows on n = (2 (r/gap)^2)^b
-- coordinates, n = 8^b here, force b (r/gap)^2 mistakes on every learner, where one copy forces (r/gap)^2 for every n.
-- With r and the gap fixed, what is forced and what is enough both grow as ln n (docs/constants.md).
return {
  title = "Rectangular instances: what is forced grows with the logarithm of n",
  source = "docs/constants.md; Warmuth 2007, section 6",
  params = { r = 1, gap = 0.5, copies = 2 },
  sweep = { copies = { 2, 3, 4, 5, 6 } },
  trials = 2000,
  seeds = 1,
  problem = function(p)
    return problem.product_hadamard { r = p.r, gap = p.gap, copies = p.copies }
  end,
  learners = function(p)
    return {
      learner.general_matrix_winnow { r = p.r, gap = p.gap },
      learner.perceptron {},
      learner.random {},
    }
  end,
  bounds = { bound.product_hadamard_mistakes {}, bound.general_matrix_mistakes {} },
  plot = { x = "copies", xlabel = "copies b of Hadamard rows, n = 8^b", y = "mistakes", bounds = "all", log = "" },
}
