return {
  title = "x", source = "y", params = { n = 32, r = 3 }, trials = 400, seeds = 3,
  problem = function(p) return problem.disjunction { n = p.n, r = p.r } end,
  learners = function(p) return {
    learner.winnow { r = p.r, eta = 1.2785, theta = 0.25 },
    learner.external { command = { "python3", "winnow_learner.py" }, options = { r = p.r, eta = 1.2785, theta = 0.25 }, label = "Python" },
  } end,
}
