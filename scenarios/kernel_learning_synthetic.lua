return {
  title    = "A Gaussian kernel of points in three clusters, learned from distances",
  source   = "Tsuda, Raetsch & Warmuth 2005, section 5.1",
  params   = { n = 24 },
  sweep    = { n = { 12, 24 } },
  trials   = function(p) return 500 * p.n end,
  seeds    = 10,
  problem  = function(p) return problem.kernel_distances { n = p.n, clusters = 3 } end,
  learners = { learner.meg { tuning = "separable" } },
  bounds   = { bound.meg_loss {} },
  observe  = { "nearest_neighbour_error", "spectrum", "embedding" },
  plot     = {
    { y = "loss", panels = "n", log = "x", ylabel = "cumulative square loss" },
    { y = "nearest_neighbour_error", panels = "n", log = "x", ylabel = "1-nearest-neighbour error" },
    { x = "index", y = "spectrum" },
    { map = "embedding" },
  },
}
