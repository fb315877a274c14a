return {
  title = "AdaBoost",
  source = "x",
  params = { rounds = 1000 },
  trials = function(p) return p.rounds end,
  seeds = 1,
  problem = problem.decision_stumps { file = "agaricus/agaricus.txt.train" },
  learners = { learner.definite_boost {} },
  bounds = { bound.definite_boost_dual {} },
  observe = { "constant:log_dual", "constant:training_error" },
  plot = {
    { y = "constant:log_dual"},
    {  y = "constant:training_error" },
  },
}
