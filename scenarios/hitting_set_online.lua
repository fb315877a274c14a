-- Hard to solve, easy to learn: the examples of Theorem 1 (and of its transposed form, Set Cover) one by one. Matrix
-- Winnow, kept diagonal, makes few mistakes, within its bound: it finds weights, not a set of size r. 128 elements and
-- 200 sets; 64 sets and 400 elements to be covered.
return {
  title = "The examples of Theorem 1, learned online",
  source = "Warmuth 2007, Theorem 1 and side constraints",
  params = { r = 4, reading = { "hitting set", "set cover" } },
  sweep = { reading = { "hitting set", "set cover" } },
  trials = 1500,
  seeds = 10,
  problem = function(p)
    if p.reading == "set cover" then
      return problem.set_cover { n = 64, r = p.r, elements = 400, density = 0.05, positives = 0.5 }
    end
    return problem.hitting_set { n = 128, r = p.r, sets = 200, density = 0.02, positives = 0.5 }
  end,
  learners = function(p)
    return {
      learner.constrained_matrix_winnow { r = p.r, constraints = { { type = "diagonal" } } },
      learner.perceptron { bias = true, theta = 0.5 },
    }
  end,
  bounds = { bound.constrained_mistakes {} },
  plot = { x = "trials", y = "mistakes", log = "" },
}
