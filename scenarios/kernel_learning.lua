-- Half squared distances of pairs of items are shown one by one; a density matrix is to learn the kernel that they
-- come from. Left 52 globins (a stand-in for the bacteria of the paper's figure 2: as many items, three classes),
-- right a Gaussian kernel of points in three clusters. To be seen: the loss stays below r^2/2 Delta(U, I/n), the
-- bound for eta = 2/r^2 and a comparator without loss, and the 1-nearest-neighbour error of the learned kernel
-- falls to that of the target.
--
-- Found, on the axes of the paper: the loss ends at 0.516 (globins) and 0.508 (clusters) of the bound: where W has a
-- small variance in the direction of the instance, a step gains about twice what the proof gives it. The error falls
-- from 0.67 to that of the target, 0.002 and 0.038 in the mean of two seeds, for the globins after 14125 and 27542
-- trials: each of the 1326 pairs has then been seen ten to twenty times. The large eigenvalues are right much earlier
-- than the small ones, which are still being learned at the end. By then the gain of a step is as small as rounding,
-- and the invariant of single steps inconclusive.
--
-- Needs --data with globins/globins52.dist (docs/data.md); kernel_learning_synthetic needs no data.
return {
  title    = "A kernel learned from distances of pairs",
  source   = "Tsuda, Raetsch & Warmuth 2005, section 5.1, figure 2",
  params   = { kernel = { "globins", "clusters" } },
  sweep    = { kernel = { "globins", "clusters" } },
  trials   = 300000,
  seeds    = 2,
  problem  = function(p)
    if p.kernel == "globins" then return problem.kernel_distances { file = "globins/globins52.dist" } end
    return problem.kernel_distances { n = 52, clusters = 3 }
  end,
  learners = { learner.meg { tuning = "separable" } },
  bounds   = { bound.meg_loss {} },
  observe  = { "nearest_neighbour_error", "spectrum", "embedding" },
  plot     = {
    { y = "loss", panels = "kernel", log = "", ylabel = "cumulative square loss" },
    { y = "nearest_neighbour_error", panels = "kernel", log = "", ylabel = "1-nearest-neighbour error" },
    { x = "index", y = "spectrum" },
    { map = "embedding" },
  },
}
