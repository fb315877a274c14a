-- AdaBoost is DefiniteBoost on vectors: the constraints are the decision stumps, W the weights of the examples.
-- With stumps of two values Z = rho in every round, so that the dual objective lies on its bound, and the error
-- below it. On adult the dual objective levels off, the training error at 0.15. On mushrooms the dual objective
-- falls below 1/n after 195 rounds, which proves that no distribution leaves every stump without an edge (the
-- premise "a feasible density" is not met), and no example is wrong. Needs --data for these two; `--set
-- data=majority` needs no files.
return {
  title = "AdaBoost with decision stumps: dual and error stay below their bounds",
  source = "Freund & Schapire 1997; Tsuda, Raetsch & Warmuth 2005, section 4.3",
  params = { data = { "majority", "adult", "mushrooms" }, rounds = 300 },
  sweep = { data = { "adult", "mushrooms", "majority" } },
  trials = function(p) return p.rounds end,
  seeds = 1,
  problem = function(p)
    if p.data == "adult" then return problem.decision_stumps { file = "adult/a9a.t", rows = 4000 } end
    if p.data == "mushrooms" then return problem.decision_stumps { file = "agaricus/agaricus.txt.train" } end
    return problem.decision_stumps { n = 500, features = 20, relevant = 7, noise = 0.1 }
  end,
  learners = { learner.definite_boost { label = "AdaBoost" } },
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations {}, bound.boosting_training_error {} },
  observe = { "constant:log_dual", "constant:training_error" },
  plot = {
    { name = "dual", y = "constant:log_dual", panels = "data", log = "x", xlabel = "round",
      ylabel = "ln of the dual objective" },
    { name = "error", y = "constant:training_error", panels = "data", log = "x", xlabel = "round",
      ylabel = "training error" },
  },
}
