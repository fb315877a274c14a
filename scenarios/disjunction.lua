-- The free matrix lunch: on diagonal instances Matrix Winnow is Winnow; rotated by an orthogonal matrix it errs in
-- the same trials, and the same bound holds. The perceptron pays for irrelevant attributes. (Its scores are whole
-- numbers; the threshold 0.5 keeps ties, which rounding would decide, away.)
return {
  title = "The free matrix lunch: rotated, disjunctions cost Matrix Winnow the same mistakes",
  source = "Warmuth 2007, sections 3 and 5; Littlestone 1988",
  params = { n = 128, r = 3, form = { "vector", "rotated" }, noise = 0 },
  sweep = { form = { "vector", "rotated" } },
  trials = 3000,
  seeds = 10,
  problem = function(p)
    return problem.disjunction { n = p.n, r = p.r, form = p.form, noise = p.noise }
  end,
  learners = function(p)
    local learners = {
      learner.matrix_winnow { r = p.r, gap = 1 },
      learner.matrix_perceptron { bias = true, theta = 0.5 },
    }
    if p.form == "vector" then
      table.insert(learners, learner.winnow { r = p.r, gap = 1 })
      table.insert(learners, learner.perceptron { bias = true, theta = 0.5 })
    end
    return learners
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { x = "trials", y = "mistakes" },
}
