return {
  title    = "A kernel learned from distances of pairs",
  source   = "Tsuda, Raetsch & Warmuth 2005, section 5.1, figure 2",
  params   = { kernel = "globins" },
  sweep    = { kernel = { "globins", "clusters" } },
  trials   = 200000,
  seeds    = 2,
  problem  = function(p)
    if p.kernel == "globins" then return problem.kernel_distances { file = "globins/globins52.dist" } end
    return problem.kernel_distances { n = 52, clusters = 3 }
  end,
  learners = { learner.meg { tuning = "separable" } },
  bounds   = { bound.meg_loss {} },
  observe  = { "nearest_neighbour_error", "spectrum", "embedding" },
  plot     = {
    { y = "loss", panels = "kernel", log = "x", ylabel = "cumulative square loss" },
    { y = "nearest_neighbour_error", panels = "kernel", log = "x", ylabel = "1-nearest-neighbour error" },
    { x = "index", y = "spectrum" },
    { map = "embedding" },
  },
}
