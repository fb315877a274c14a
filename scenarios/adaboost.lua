-- AdaBoost
return {
  title = "AdaBoost with decision stumps",
  source = "Freund & Schapire 1997; Tsuda, Raetsch & Warmuth 2005, section 4.3",
  params = { data = "adult", rounds = 300 },
  sweep = { data = { "adult", "mushrooms", "majority" } },
  trials = function(p) return p.rounds end,
  seeds = 1,
  problem = function(p)
    if p.data == "adult" then return problem.decision_stumps { file = "adult/a9a.t", rows = 4000 } end
    if p.data == "mushrooms" then return problem.decision_stumps { file = "agaricus/agaricus.txt.train" } end
    return problem.decision_stumps { n = 500, features = 20, relevant = 7, noise = 0.1 }
  end,
  learners = { learner.definite_boost { label = "AdaBoost" } },
  bounds = { bound.definite_boost_dual {}, bound.definite_boost_iterations {} },
  observe = { "constant:log_dual", "constant:training_error" },
  plot = {
    { name = "dual", y = "constant:log_dual", panels = "data", xlabel = "round", ylabel = "ln of the dual objective", log = "" },
    { name = "error", y = "constant:training_error", panels = "data", xlabel = "round", ylabel = "training error", log = "" },
  },
}
