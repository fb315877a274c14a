-- Football among the 32 teams that played most, few enough for dense matrices: 1650 decisive matches. The bounds of
-- matrix prediction and log det hold and say something, being below T; that of doubling, 4364, is above. The coin of
-- each match (which team is named first) is another one for every seed. Needs --data.
local function matrix_prediction(label, options)
  local with = { class = "gambling", decomposition = "exact", label = label }
  for name, value in pairs(options) do with[name] = value end
  return learner.online_matrix_prediction(with)
end

return {
  title = "Football among 32 teams: who wins the next match?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3; international_results (M. Juerisoo)",
  params = { against = "hindsight", teams = 32 },
  seeds = 3,
  problem = function(p)
    return problem.matches {
      file = "football/results_2000_2024.csv",
      first = "home_team",
      second = "away_team",
      first_score = "home_score",
      second_score = "away_score",
      time = "date",
      top_teams = p.teams,
      comparator = p.against,
    }
  end,
  learners = {
    matrix_prediction("matrix prediction", {}),
    matrix_prediction("matrix prediction (T unknown)", { horizon = "doubling" }),
    learner.log_det { class = "gambling", label = "log det" },
    learner.elo { grid = { 10, 20, 40, 80 } },
    learner.bradley_terry { grid = { 0.3, 1, 3 } },
    learner.follow_the_leader { of = "row", label = "mean of the first" },
    learner.constant { value = 0.5, label = "always 1/2" },
  },
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {} },
  observe = { "ordering" },
  plot = {
    { name = "loss", x = "trials", xlabel = "match", y = "loss", ylabel = "cumulative loss", log = "" },
    {
      name = "rolling_loss",
      title = "Football among 32 teams: loss of a match, mean over the last 165",
      x = "trials",
      xlabel = "match",
      y = "rolling_loss",
      ylabel = "loss of a match",
      log = "",
    },
    {
      name = "ordering",
      title = "Football among 32 teams: what was learned against the best order in hindsight",
      x = "index",
      xlabel = "place in the best order",
      y = "ordering",
      ylabel = "mean predicted result against the others",
    },
    {
      name = "regret",
      title = "Football among 32 teams: regret against the best order in hindsight",
      x = "trials",
      xlabel = "match",
      y = "regret",
      log = "",
    },
  },
}
