-- A kernel from inequalities alone: pairs that are near in a target kernel have to be near (half their squared distance below eps).
return {
  title = "A kernel from inequalities: DefiniteBoost",
  source = "Tsuda, Raetsch & Warmuth 2005, section 5.2, figure 3",
  params = { kernel = "globins" },
  sweep = { kernel = { "globins", "clusters" } },
  trials = 1000,
  seeds = 1,
  problem = function(p)
    if p.kernel == "globins" then
      return problem.distance_constraints { file = "globins/globins52.dist", eps = 0.7 / 52, tolerance = 1e-5 }
    end
    return problem.distance_constraints { n = 52, clusters = 3, tolerance = 1e-5 }
  end,
  learners = {
    learner.definite_boost { label = "approximate" },
    learner.definite_boost { step = "exact", label = "exact" },
  },
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations {} },
  observe = { "constant:log_dual", "nearest_neighbour_error" },
  plot = {
    { name = "dual", y = "constant:log_dual", panels = "kernel", xlabel = "step", ylabel = "ln of the dual objective", log = "" },
    { name = "error", y = "nearest_neighbour_error", panels = "kernel", xlabel = "step", ylabel = "1-nearest-neighbour error", log = "" },
  },
}
