-- The rival that the paper's introduction argues against: a gradient step, then the nearest semidefinite matrix. Half
-- squared distances of pairs of items are shown one by one, as in kernel_learning. "No bound has been proven" for it,
-- the paper says; that of gradient descent holds with the projection, too.
--
-- Found: on the globins the rival's loss is 0.116 (bound 0.176), that of MEG at the theorem's rate 0.172 (bound 0.353),
-- and that of MEG at eta = 20, for which nothing is proved, 0.026: what the paper means by "in practice". On drawn
-- clusters they are 0.111, 0.705 and 0.098. The globins need --data.
return {
  title = "Update and correct, against matrix exponentiated gradient",
  source = "Tsuda, Raetsch & Warmuth 2005, sections 1 and 5.1",
  params = { kernel = { "globins", "clusters" } },
  sweep = { kernel = { "globins", "clusters" } },
  trials = 20000,
  seeds = 1,
  problem = function(p)
    if p.kernel == "globins" then return problem.kernel_distances { file = "globins/globins52.dist" } end
    return problem.kernel_distances { n = 52, clusters = 3 }
  end,
  learners = {
    learner.matrix_widrow_hoff { eta = 0.5, project = "semidefinite", label = "update and correct" },
    learner.meg { tuning = "separable", label = "MEG, the theorem's rate" },
    learner.meg { eta = 20, label = "MEG, eta = 20" },
  },
  bounds = { bound.widrow_hoff_loss {}, bound.meg_loss {} },
  plot = { y = "loss", panels = "kernel", log = "x", ylabel = "cumulative square loss" },
}
