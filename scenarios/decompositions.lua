-- (beta, tau)-decompositions, built and verified: how far the paper's constants are from those of the matrices, and
-- from the least possible ones, beta = gamma_2/2 and tau = 2 |W|_* (Theorems 21 and 23), each taken alone. The regret
-- bound grows with sqrt(beta tau).

-- beta and tau as printed; the matrices are n x n, the Hadamard ones n/4 x n.
local printed = {
  cut = function(n) return 1, n end,
  triangular = function(n)
    local k = 0
    while 2 ^ k < n do k = k + 1 end
    return k + 1, 4 * n * (k + 1) -- Theorem 16
  end,
  hadamard = function(n) return math.sqrt(n + n // 4), 2 * (n // 4) * math.sqrt(n) end, -- Lemma 6
  sign = function() return nil end,
}

local made = {
  cut = mat.cut,
  hadamard = function(n) return mat.hadamard(n, n // 4) end,
  sign = mat.sign,
  triangular = mat.triangular,
}

local construction = { cut = "rank_one", triangular = "recursive", hadamard = "scaled" }

local function least(of, w)
  -- of a cut's one block: N_ii >= 1, and tau is at least its trace norm
  if of == "cut" then return 1, w:trace_norm().low end
  return 0.5 * w:max_norm().low, 2 * w:trace_norm().low
end

return {
  title = "Decompositions: printed, built, least possible (n x n; Hadamard n/4 x n)",
  source = "Hazan, Kale & Shalev-Shwartz 2012, sections 4 and 6, Appendices D and E",
  params = {
    n = 16,
    matrix = { "triangular", "cut", "hadamard", "sign" },
    kind = { "parts", "printed", "constructed", "least possible" },
  },
  sweep = {
    n = { 4, 8, 16, 32, 64, 128 },
    matrix = { "cut", "hadamard", "sign", "triangular" },
    kind = { "printed", "constructed", "parts", "least possible" },
  },
  seeds = 1,
  procedure = function(p)
    local nan = 0 / 0
    local beta, tau, eigenvalue, error = nan, nan, nan, nan
    if p.kind == "printed" then
      beta, tau = printed[p.matrix](p.n)
    elseif p.kind == "least possible" then
      if p.n <= 64 then beta, tau = least(p.matrix, made[p.matrix](p.n)) end
    elseif p.kind == "parts" or construction[p.matrix] then
      local kind = p.kind == "parts" and "parts" or construction[p.matrix]
      local d = made[p.matrix](p.n):decomposition {
        kind = kind, symmetric = p.matrix == "cut" and kind == "parts" -- sym(W) of a cut is W itself
      }
      beta, tau, eigenvalue, error = d.beta, d.tau, d.least_eigenvalue, d.error
    end
    return {
      beta = beta or nan,
      tau = tau or nan,
      root = math.sqrt((beta or nan) * (tau or nan)),
      least_eigenvalue = eigenvalue,
      error = error,
    }
  end,
  plot = {
    { name = "beta", x = "n", y = "beta", ylabel = "beta: largest diagonal entry", panels = "matrix", log = "xy" },
    { name = "root", x = "n", y = "root", ylabel = "sqrt(beta tau)", panels = "matrix", log = "xy" },
  },
}
