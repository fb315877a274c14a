-- Who wins the next match? 8922 matches of 650 players in three years, in the order of time (events that overlap are
-- ordered by their first day); the table names the winner first, a coin hides it. Fewer matches a player than in
-- football: harder, and Elo is clearly ahead. No bound says anything: T is too short. Needs --data.
local function matrix_prediction(label, options)
  local with = { class = "gambling", decomposition = "exact", label = label }
  for name, value in pairs(options) do with[name] = value end
  return learner.online_matrix_prediction(with)
end

return {
  title = "Tennis: who wins the next match?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3; Tennis Abstract (J. Sackmann)",
  params = { against = "hindsight" },
  seeds = 1,
  problem = function(p)
    return problem.matches {
      file = "tennis/atp_2022_2024.csv",
      first = "winner_name",
      second = "loser_name",
      time = "tourney_date",
      leave_out = "score=W/O",
      comparator = p.against,
    }
  end,
  learners = {
    matrix_prediction("matrix prediction", {}),
    matrix_prediction("matrix prediction (T unknown)", { horizon = "doubling" }),
    learner.elo { grid = { 10, 20, 40, 80 } },
    learner.bradley_terry { grid = { 0.3, 1, 3 } },
    learner.follow_the_leader { of = "row", label = "mean of the first" },
    learner.constant { value = 0.5, label = "always 1/2" },
  },
  bounds = { bound.matrix_prediction_regret {} },
  plot = {
    { name = "loss", x = "trials", xlabel = "match", y = "loss", ylabel = "cumulative loss", bounds = false, log = "" },
    {
      name = "rolling_loss",
      title = "Tennis: loss of a match, mean over the last 900",
      x = "trials",
      xlabel = "match",
      y = "rolling_loss",
      ylabel = "loss of a match",
      log = "",
    },
  },
}
