-- Who wins the next match? 8922 matches of 650 players in three years, in the order of time (events that overlap are
-- ordered by their first day); the table names the winner first, a coin hides it. Fewer matches a player than in
-- football. Glicko-2 knows how little is known of a new player. What a grid lists plays the first tenth side by side,
-- the best one goes on. orderings.tsv has the players in the learned order, with their ratings. Needs --data.
local class = { class = "gambling", decomposition = "exact" }

local function matrix_prediction(options)
  for name, value in pairs(class) do options[name] = value end
  return learner.online_matrix_prediction(options)
end

return {
  title = "Tennis: who wins the next match?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3; Tennis Abstract (J. Sackmann)",
  seeds = 1,
  problem = problem.matches {
    file = "tennis/atp_2022_2024.csv",
    first = "winner_name",
    second = "loser_name",
    time = "tourney_date",
    season = "tourney_date",
    leave_out = "score=W/O",
    loss = "square",
  },
  learners = {
    learner.elo { start = 1500, grid = { 10, 20, 40, 60, 80, 120 }, carry_grid = { 1, 0.9, 0.75 }, label = "Elo" },
    learner.glicko2 { grid = { 0.03, 0.06, 0.12 } },
    learner.bradley_terry { grid = { 0.02, 0.05, 0.1, 0.2, 0.4 }, rate = "constant", label = "Bradley-Terry" },
    learner.damped_means { label = "means of row and column" },
    matrix_prediction { grid = { 0.03, 0.1, 0.3, 1 }, label = "matrix prediction, tuned" },
    matrix_prediction { label = "matrix prediction" },
    learner.constant { value = 0.5, label = "always 1/2" },
  },
  observe = { "brier", "log_loss", "accuracy", "calibration", "ordering" },
  plot = {
    {
      name = "rolling_brier",
      title = "Tennis: Brier score of a match, mean over the last tenth",
      x = "trials",
      xlabel = "match",
      y = "rolling_brier",
      ylabel = "Brier score",
      log = "",
    },
    {
      name = "rolling_accuracy",
      title = "Tennis: share of right guesses, mean over the last tenth",
      x = "trials",
      xlabel = "match",
      y = "rolling_accuracy",
      ylabel = "accuracy",
      log = "",
    },
    { name = "calibration", title = "Tennis: reliability diagram", x = "forecast", y = "calibration" },
  },
}
