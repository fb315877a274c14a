-- A recorded sequence of distances, played by matrix exponentiated gradient.
return {
  title = "Distances of the benchmark",
  source = "Tsuda, Raetsch and Warmuth 2005, section 5",
  params = { file = "" },
  trials = 200000,
  seeds = 1,
  problem = function(p)
    return problem.recorded { file = p.file }
  end,
  learners = function()
    return { learner.meg { tuning = "separable" } }
  end,
}
