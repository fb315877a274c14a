-- What every learner of cuts must lose, as a multiple of sqrt(nT): fair coins on disjoint pairs (0.282 with many
-- rounds), on the edges of a tree (0.399), with the coin always on the edge whose labels are most even (0.5 with many
-- nodes), on random pairs (0.54 with many nodes) and on the pair of which exponential weights are most in doubt;
-- beside it, what is proved for exponential weights on all cuts (0.589) and for the log-determinant learner (1.11).
return {
  title = "Max-cut: the regret that fair coins force",
  source = "docs/constants.md; Hazan, Kale & Shalev-Shwartz 2012, Theorem 5",
  params = { n = 12, coins = { "star", "disjoint pairs", "least edge", "random pairs", "doubtful pairs" }, T = 1320 },
  sweep = { coins = { "disjoint pairs", "star", "least edge", "random pairs", "doubtful pairs" }, n = { 4, 12 } },
  seeds = 40,
  problem = function(p)
    if p.coins == "disjoint pairs" then
      return problem.max_cut_lower { n = p.n, rounds = 2 * p.T // p.n }
    elseif p.coins == "random pairs" then
      return problem.random_pairs_adversary { n = p.n, rounds = p.T }
    end
    local rounds = p.T // (p.n - 1)
    if p.coins == "doubtful pairs" then return problem.median_adversary { n = p.n, rounds = rounds } end
    return problem.tree_adversary { n = p.n, rule = p.coins == "star" and "in_turn" or "least", rounds = rounds }
  end,
  learners = {
    learner.hedge_cuts { label = "all cuts" },
    learner.log_det { class = "max_cut" },
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "one block" },
  },
  bounds = {
    bound.max_cut_lower {},
    bound.tree_regret {},
    bound.random_pairs_regret {},
    bound.median_regret {},
    bound.hedge_regret {},
    bound.log_det_regret {},
  },
  plot = { x = "n", y = "regret", xlabel = "nodes n", panels = "coins" },
}
