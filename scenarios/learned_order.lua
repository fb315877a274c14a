-- What has been learned of a hidden order, after 4000 games with 10% upsets: the mean prediction of an item's row falls
-- with its place. The exact decomposition and the log-determinant learn the order itself; with the recursion's tuning
-- entries far from the diagonal are wrong as well, and the mean of five seeds is off at the first places.
return {
  title = "Online gambling: the learned ordering against the planted one",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3",
  params = { n = 16, noise = 0.1, T = 4000 },
  trials = function(p) return p.T end,
  seeds = 5,
  problem = function(p) return problem.gambling { n = p.n, noise = p.noise, comparator = "planted" } end,
  learners = {
    learner.online_matrix_prediction { class = "gambling", decomposition = "exact", label = "exact" },
    learner.online_matrix_prediction { class = "gambling", decomposition = "recursive", label = "recursive" },
    learner.log_det { class = "gambling", label = "log det" },
  },
  observe = { "ordering", "prediction_matrix" },
  plot = {
    { name = "ordering", x = "index", y = "ordering", ylabel = "mean prediction of the item's row" },
    {
      map = "prediction_matrix",
      title = "Online gambling: the learned matrix in the planted order",
      xlabel = "item, in the planted order",
      ylabel = "item, in the planted order",
      zlabel = "prediction (1: row before column)",
    },
  },
}
