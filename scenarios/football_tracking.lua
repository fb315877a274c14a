-- Does forgetting help where strength changes, in 24 years of football? No. Matrix prediction keeps a share of the
-- identity after each match, and the more it keeps the more it loses: among 24 teams with some hundred matches each
-- there is too little to learn from to throw any of it away, and the order of strength hardly moves beside the noise
-- of a single match. For log det a floor changes next to nothing. Needs --data.
local function matrix_prediction(share, method, label)
  return learner.online_matrix_prediction {
    class = "gambling",
    decomposition = "exact",
    box = "clip",
    eta = 0.3,
    share = share,
    method = method,
    label = label,
  }
end

return {
  title = "Football among 24 teams: forgetting does not help",
  source = "Hazan, Kale & Shalev-Shwartz 2012; Herbster & Warmuth 1998; international_results (M. Juerisoo)",
  params = { share = 0.001 },
  sweep = { share = { 0.0001, 0.001, 0.01, 0.1 } },
  seeds = 1,
  problem = problem.matches {
    file = "football/results_2000_2024.csv",
    first = "home_team",
    second = "away_team",
    first_score = "home_score",
    second_score = "away_score",
    time = "date",
    top_teams = 24,
  },
  learners = function(p)
    return {
      matrix_prediction(p.share, "mix", "matrix prediction, mixing"),
      matrix_prediction(p.share, "floor", "matrix prediction, floor"),
      matrix_prediction(0, "mix", "matrix prediction"),
      learner.log_det { class = "gambling", eps = 0.5, eta = 0.14, label = "log det" },
      learner.log_det { class = "gambling", eps = 0.5, eta = 0.14, floor = true, label = "log det, floor" },
      learner.elo { k = 80, label = "Elo" },
    }
  end,
  plot = { name = "loss", x = "share", y = "loss", ylabel = "loss of all matches", log = "x", xlabel = "share kept" },
}
