-- Does theory beat practice? By mistakes it does: matrix prediction and log det, with their theorems' rates, make fewer
-- than Elo, Bradley-Terry, factorisation, Schatten norms or entries apart. By regret it is the rate that counts: with
-- the one that a tenth of the trials picks from a grid, matrix prediction beats even Hedge on cuts and is among the
-- first on orders and matrices; with its theorem's rate it is in the middle on orders and the last on matrices. 10% of
-- the labels are flipped: 0.1 T mistakes are everybody's. Elo and Bradley-Terry predict probabilities, which absolute
-- loss does not reward.
local classes = { cut = "max_cut", order = "gambling", matrix = "collaborative_filtering" }
local sharpest = { cut = "one_block", order = "exact", matrix = "sharp" }
local rates = { 0.01, 0.03, 0.1, 0.3, 1 }

local function with_class(p, options)
  options.class = classes[p.game]
  if p.game == "matrix" then options.trace_norm = math.sqrt(2) * p.n end
  return options
end

local function matrix_prediction(p, label, grid)
  local options = { decomposition = sharpest[p.game], grid = grid, label = label }
  return learner.online_matrix_prediction(with_class(p, options))
end

local shown = {
  "matrix prediction",
  "matrix prediction (tuned)",
  "log det",
  "Schatten (tuned)",
  "factorisation (tuned)",
  "parameter-free",
  "entry averages",
  "Hedge on all cuts",
  "Elo (tuned)",
}

return {
  title = "Theory and practice on hidden cuts, orders and matrices",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1",
  params = { n = 12, noise = 0.1, T = 2000, game = { "cut", "order", "matrix" } },
  sweep = { game = { "cut", "order", "matrix" } },
  trials = function(p) return p.T end,
  seeds = 3,
  problem = function(p)
    if p.game == "cut" then return problem.max_cut { n = p.n, noise = p.noise } end
    if p.game == "order" then return problem.gambling { n = p.n, noise = p.noise } end
    return problem.collaborative_filtering { m = p.n, n = p.n, noise = p.noise }
  end,
  learners = function(p)
    local list = {
      matrix_prediction(p, "matrix prediction"),
      matrix_prediction(p, "matrix prediction (tuned)", rates),
      learner.log_det(with_class(p, { label = "log det" })),
      learner.schatten_mirror_descent { grid = { 0.1, 0.3, 1, 3, 10 }, label = "Schatten (tuned)" },
      learner.spectral_hypentropy { grid = rates, beta = 0.1, label = "hypentropy (tuned)" },
      learner.matrix_factorisation { grid = rates, label = "factorisation (tuned)" },
      learner.parameter_free_multiplicative_weights {
        trace_norm = p.game == "matrix" and math.sqrt(2) * p.n or nil,
        label = "parameter-free",
      },
      learner.entry_averages { label = "entry averages" },
      learner.follow_the_leader { label = "entry means" },
    }
    if p.game == "cut" and p.n <= 16 then list[#list + 1] = learner.hedge_cuts { label = "Hedge on all cuts" } end
    if p.game == "order" then
      list[#list + 1] = learner.elo { grid = { 4, 8, 16, 32, 64, 128 }, label = "Elo (tuned)" }
      list[#list + 1] = learner.bradley_terry { grid = { 0.3, 1, 3, 10 }, label = "Bradley-Terry (tuned)" }
    end
    return list
  end,
  bounds = {
    bound.matrix_prediction_regret {},
    bound.log_det_regret {},
    bound.hedge_regret {},
    bound.entry_averages_regret {},
  },
  plot = {
    { name = "regret", y = "regret", log = "", bounds = false, panels = "game", learners = shown },
    { name = "mistakes", y = "mistakes", log = "", panels = "game", learners = shown },
  },
}
