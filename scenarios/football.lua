-- Who wins the next international? 18425 decisive matches of 320 teams in 25 years, in the order of time, each
-- predicted before it is played. A coin says which team is named first, so that neither the venue nor the order of
-- names tells anything and a constant pays 1/2. Orders of the teams are what matrix prediction competes with: it
-- learns who is strong, about as well as Elo's ratings do with the best of four factors. Its bound says nothing here:
-- 25900, and T is 18425. results/football/orderings.tsv has the teams in the order that each learner has learned,
-- beside the best one in hindsight. Needs --data (docs/data.md says where to get the files).
local function matrix_prediction(label, options)
  local with = { class = "gambling", decomposition = "exact", label = label }
  for name, value in pairs(options) do with[name] = value end
  return learner.online_matrix_prediction(with)
end

return {
  title = "Football: who wins the next international?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.3; international_results (M. Juerisoo)",
  params = { against = "hindsight", draws = "drop" },
  seeds = 1,
  problem = function(p)
    return problem.matches {
      file = "football/results_2000_2024.csv",
      first = "home_team",
      second = "away_team",
      first_score = "home_score",
      second_score = "away_score",
      time = "date",
      draws = p.draws,
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
  observe = { "ordering" },
  plot = {
    { name = "loss", x = "trials", xlabel = "match", y = "loss", ylabel = "cumulative loss", bounds = false, log = "" },
    {
      name = "rolling_loss",
      title = "Football: loss of a match, mean over the last 1800",
      x = "trials",
      xlabel = "match",
      y = "rolling_loss",
      ylabel = "loss of a match",
      log = "",
    },
  },
}
