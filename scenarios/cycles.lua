-- Rock, paper, scissors: players of three styles, each style beats the next one in a circle nine times out of ten.
-- Every player wins half of the matches, so there is no strength to be learned: Elo, Glicko-2 and Bradley-Terry guess.
-- Who beats whom is a matrix of small trace norm, (n/3) 2 sqrt 3, and a matrix learner finds it, with a bound below T.
-- `winnow compare results/cycles` pairs the learners by seed and shows the intervals of the differences.
return {
  title = "Cycles: who beats whom without an order?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.2",
  params = { n = 30, noise = 0.1 },
  trials = 8000,
  seeds = 10,
  problem = function(p) return problem.cycles { n = p.n, noise = p.noise } end,
  learners = function(p)
    local class = { class = "collaborative_filtering", trace_norm = 2 * p.n / math.sqrt(3) }
    return {
      learner.online_matrix_prediction {
        class = class.class,
        decomposition = "sharp",
        trace_norm = class.trace_norm,
        label = "matrix prediction",
      },
      learner.log_det { class = class.class, trace_norm = class.trace_norm, label = "log det" },
      learner.matrix_factorisation { grid = { 0.05, 0.1, 0.2, 0.4 }, label = "factorisation" },
      learner.elo { grid = { 2, 10, 40, 80 }, label = "Elo" },
      learner.glicko2 { grid = { 0.01, 0.06 } },
      learner.bradley_terry { grid = { 0.1, 0.3, 1, 3 } },
      learner.constant { value = 0, label = "always 1/2" },
    }
  end,
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {} },
  observe = { "brier", "log_loss", "accuracy", "calibration" },
  plot = {
    { name = "loss", x = "trials", xlabel = "match", y = "loss", ylabel = "cumulative loss", log = "" },
    {
      name = "rolling_accuracy",
      title = "Cycles: share of right guesses, mean over the last 800 matches",
      x = "trials",
      xlabel = "match",
      y = "rolling_accuracy",
      ylabel = "accuracy",
      log = "",
    },
    { name = "calibration", x = "forecast", y = "calibration", title = "Cycles: reliability diagram" },
  },
}
