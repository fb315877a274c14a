-- Elo on a table of matches, the file named by the environment of the benchmark (scripts/bench/run.sh): --data.
return {
  title = "Elo on a file",
  seeds = 1,
  problem = problem.matches {
    file = "matches.csv",
    first = "home_team",
    second = "away_team",
    first_score = "home_score",
    second_score = "away_score",
    time = "date",
    home = "first",
  },
  learners = { learner.elo { advantage = 60 } },
}
