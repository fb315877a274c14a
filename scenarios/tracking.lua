-- The hidden answer is replaced four times. A learner that was right for a long time has all but forgotten every other
-- direction, and its regret against the current answer grows after each change, the more so the more it has learned.
-- One that keeps a share of the identity, or a floor under its eigenvalues, recovers: a change costs it what
-- the bound says, which charges the path that the answers took.
local rounds, segments = 4000, 5

-- Rates that the bounds suggest for four changes: P is about what the path will be.
local function weights(kept)
  local n, path = 8, 4
  return learner.matrix_multiplicative_weights {
    eta = math.sqrt(2 * (math.log(n) + path * math.log(n * rounds) + 1) / rounds),
    share = kept and 1 / rounds or 0,
    label = kept and "mixing, or a floor" or "neither",
  }
end

local function entropy(kept)
  return learner.online_matrix_prediction {
    class = "max_cut",
    decomposition = "one_block",
    eta = 0.5,
    share = kept and 1 / rounds or 0,
    method = "floor",
    label = kept and "mixing, or a floor" or "neither",
  }
end

local function log_det(kept)
  return learner.log_det {
    class = "max_cut",
    eps = 0.5,
    eta = 0.12,
    floor = kept,
    label = kept and "mixing, or a floor" or "neither",
  }
end

return {
  title = "Hidden answers that change four times: mixing, or a floor, keeps up",
  source = "after Herbster & Warmuth 1998; Hazan, Kale & Shalev-Shwartz 2012; Christiano 2014",
  params = { what = { "losses", "cut, entropy", "cut, log det" } },
  sweep = { what = { "losses", "cut, entropy", "cut, log det" } },
  trials = rounds,
  seeds = 3,
  problem = function(p)
    if p.what == "losses" then return problem.matrix_losses { n = 8, gap = 0.5, segments = segments } end
    return problem.max_cut { n = 8, segments = segments, moved = 2 }
  end,
  learners = function(p)
    local make = ({ losses = weights, ["cut, entropy"] = entropy, ["cut, log det"] = log_det })[p.what]
    return { make(true), make(false) }
  end,
  bounds = {
    bound.matrix_multiplicative_weights_regret {},
    bound.matrix_prediction_regret {},
    bound.log_det_regret {},
  },
  plot = {
    name = "regret",
    x = "trials",
    y = "regret",
    log = "",
    panels = "what",
    bounds = { "matrix_multiplicative_weights_regret", "matrix_prediction_regret", "log_det_regret" },
  },
}
