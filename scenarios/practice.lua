-- wip
local RATES = { 0.01, 0.03, 0.1, 0.3, 1 }
local GAME = { cut = "max_cut", order = "gambling", matrix = "collaborative_filtering" }

return {
  title = "x",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 1",
  params = { n = 16, noise = 0.1, T = 4000, game = "cut" },
  sweep = { game = { "cut", "order", "matrix" } },
  trials = function(p) return p.T end,
  seeds = 3,
  problem = function(p)
    if p.game == "cut" then return problem.max_cut { n = p.n, noise = p.noise } end
    if p.game == "order" then return problem.gambling { n = p.n, noise = p.noise } end
    return problem.collaborative_filtering { m = p.n, n = p.n, noise = p.noise }
  end,
  learners = function(p)
    local class, tau = GAME[p.game], p.game == "matrix" and math.sqrt(2) * p.n or nil
    local list = {
      learner.online_matrix_prediction { class = class, trace_norm = tau, label = "matrix prediction",
        decomposition = ({ cut = "one_block", order = "exact", matrix = "sharp" })[p.game] },
      learner.log_det { class = class, trace_norm = tau, label = "log det" },
      learner.parameter_free_multiplicative_weights { trace_norm = tau, label = "parameter-free" },
      learner.schatten_mirror_descent { label = "Schatten" },
      learner.schatten_mirror_descent { label = "Schatten (tuned)", grid = {0.3, 1, 3, 10, 30} },
      learner.spectral_hypentropy { label = "hypentropy (tuned)", grid = RATES, beta = 0.1 },
      learner.matrix_factorisation { label = "factorisation (tuned)", grid = RATES },
      learner.entry_averages { label = "entry averages" },
      learner.entry_averages { label = "entry averages (tuned)", grid = RATES },
      learner.follow_the_leader { label = "entry means" },
      learner.follow_the_leader { of = "row", label = "row means" },
      learner.constant { value = p.game == "order" and 0.5 or 0, label = "constant" },
    }
    if p.game == "order" then
      list[#list + 1] = learner.elo { label = "Elo" }
      list[#list + 1] = learner.elo { grid = {4, 8, 16, 32, 64, 128}, label = "Elo (tuned)" }
      list[#list + 1] = learner.bradley_terry { grid = { 0.3, 1, 3, 10 }, label = "Bradley-Terry (tuned)" }
    end
    return list
  end,
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {}, bound.entry_averages_regret {}, bound.schatten_regret {} },
}
