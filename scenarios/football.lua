-- Who wins the next international? 24033 matches of 320 teams in 25 years, in the order of time, each predicted before
-- it is played, a draw being half a win. A coin says which team is the first of the pair; home side and neutral ground
-- are told to those who use them. Brier score, logarithmic loss (of an expected result, and of win, draw and loss),
-- accuracy and reliability say how good the chances are; orderings.tsv has the teams in the learned order, with their
-- ratings. All values of a grid run on the first tenth; the best one is kept. Why matrix prediction stays
-- behind: docs/matrix_prediction.md; its bound says something in football_top32. Needs --data (docs/data.md says where
-- to get the files).
local class = { class = "gambling", decomposition = "exact" }

local function matrix_prediction(options)
  for name, value in pairs(class) do options[name] = value end
  return learner.online_matrix_prediction(options)
end

return {
  title = "Football: who wins the next international?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3; international_results (M. Juerisoo)",
  seeds = 1,
  problem = problem.matches {
    file = "football/results_2000_2024.csv",
    first = "home_team",
    second = "away_team",
    first_score = "home_score",
    second_score = "away_score",
    time = "date",
    home = "first",
    neutral = "neutral=TRUE",
    season = "date",
    draws = "half",
    loss = "square",
  },
  learners = {
    learner.elo {
      start = 1500,
      margin = "eloratings",
      grid = { 10, 20, 30, 45 },
      advantage_grid = { 0, 50, 100, 150 },
      label = "Elo, home and margins",
    },
    learner.elo {
      start = 1500,
      grid = { 10, 20, 40, 60, 80 },
      advantage_grid = { 0, 50, 100, 150 },
      carry_grid = { 1, 0.9, 0.75 },
      label = "Elo, home and seasons",
    },
    learner.elo { start = 1500, grid = { 10, 20, 40, 60, 80 }, label = "Elo" },
    learner.glicko2 { grid = { 0.03, 0.06, 0.12 } },
    learner.bradley_terry {
      grid = { 0.02, 0.05, 0.1, 0.2, 0.4 },
      rate = "constant",
      home = "learned",
      draws = "davidson",
      label = "Bradley-Terry, home and draws",
    },
    learner.damped_means { label = "means of row and column" },
    matrix_prediction { grid = { 0.03, 0.1, 0.3, 1 }, label = "matrix prediction, tuned" },
    matrix_prediction { label = "matrix prediction" },
    learner.constant { value = 0.5, label = "always 1/2" },
  },
  observe = { "brier", "log_loss", "result_log_loss", "accuracy", "calibration", "ordering" },
  plot = {
    {
      name = "rolling_brier",
      title = "Football: Brier score of a match, mean over the last tenth",
      x = "trials",
      xlabel = "match",
      y = "rolling_brier",
      ylabel = "Brier score",
      log = "",
    },
    {
      name = "rolling_accuracy",
      title = "Football: share of right guesses, mean over the last tenth",
      x = "trials",
      xlabel = "match",
      y = "rolling_accuracy",
      ylabel = "accuracy",
      log = "",
    },
    { name = "calibration", title = "Football: reliability diagram", x = "forecast", y = "calibration" },
  },
}
