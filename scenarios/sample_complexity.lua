-- Theorem 9's family: W has signs on K = kk n entries; an entry is drawn uniformly, and its label is W's with chance
-- 1/2 + 2 eps. The best learner for a uniform W is the majority of an entry's labels. After s samples its error is
-- 1/2 - 2 eps f(s), and it is within eps of the best W when f reaches 1/2: at s eps^2/K = 0.0300 for K = 8, eps = 0.1,
-- and tending to (0.67449/4)^2 = 0.02843. So s >= 0.0284 tau sqrt(n)/eps^2 (1 + o(1)), tau = kk sqrt(n).

-- P(at most `most` successes in c trials of chance q), and of exactly `most`.
local function binomial(c, q, most)
  local term, sum = (1 - q) ^ c, 0
  for k = 0, most do
    if k > 0 then term = term * (c - k + 1) / k * q / (1 - q) end
    sum = sum + term
  end
  return sum, term
end

-- 1 - 2 P(the majority of c labels is wrong), a tie is broken by a fair coin.
local function advantage(c, right)
  if c == 0 then return 0 end
  local below, tie = binomial(c, right, c // 2)
  return 1 - 2 * (c % 2 == 0 and below - 0.5 * tie or below)
end

-- f(s): the mean over the number c of samples of one entry, binomial with s trials of chance 1/K.
local function mean_advantage(s, K, right, table_of)
  local spread = math.sqrt(s / K * (1 - 1 / K))
  local low = math.max(0, math.floor(s / K - 12 * spread - 12))
  local high = math.min(s, math.ceil(s / K + 12 * spread + 30))
  local term, sum = (1 - 1 / K) ^ s, 0 -- of c = 0
  for c = 0, high do
    if c > 0 then term = term * (s - c + 1) / c / (K - 1) end
    if c >= low then sum = sum + term * table_of(c, right) end
  end
  return sum
end

-- The least s with f(s) >= 1/2; f grows.
local function threshold(K, eps)
  local right, known = 0.5 + 2 * eps, {}
  local function table_of(c)
    if not known[c] then known[c] = advantage(c, right) end
    return known[c]
  end
  local low, high = 0, K
  while mean_advantage(high, K, right, table_of) < 0.5 do low, high = high, 2 * high end
  while high - low > 1 do
    local middle = (low + high) // 2
    if mean_advantage(middle, K, right, table_of) < 0.5 then low = middle else high = middle end
  end
  return high, mean_advantage(high, K, right, table_of)
end

-- The same error by sampling: `samples` draws, then the share of entries with a wrong majority. And its standard error,
-- at most that of independent entries, since the counts of one draw are negatively associated.
local function sampled(K, eps, samples, times)
  local wrong = 0
  for _ = 1, times do
    local votes = {}
    for e = 1, K do votes[e] = 0 end
    for _ = 1, samples do
      local e = math.random(K)
      votes[e] = votes[e] + (math.random() < 0.5 + 2 * eps and 1 or -1)
    end
    for e = 1, K do
      if votes[e] < 0 or (votes[e] == 0 and math.random() < 0.5) then wrong = wrong + 1 end
    end
  end
  local share = wrong / (K * times)
  return 0.5 - 2 * eps + 4 * eps * share, 4 * eps * math.sqrt(share * (1 - share) / (K * times))
end

return {
  title = "Samples that the best learner of Theorem 9's family needs",
  source = "Hazan, Kale & Shalev-Shwartz 2012, Theorem 9",
  params = { entries = 8, eps = 0.1, times = 400 },
  sweep = { entries = { 2, 8, 32, 128 }, eps = { 0.2, 0.1, 0.05, 0.025, 0.0125 } },
  seeds = 4,
  procedure = function(p)
    local samples, f = threshold(p.entries, p.eps)
    local exact = 0.5 - 2 * p.eps * f
    local estimate, deviation = sampled(p.entries, p.eps, samples, math.max(1, p.times * 8 // p.entries))
    return {
      samples = samples,
      constant = samples * p.eps ^ 2 / p.entries,
      limit = (0.67448975019608174 / 4) ^ 2,
      error = exact,
      sampled_error = estimate,
      standardised = (estimate - exact) / deviation,
    }
  end,
  plot = {
    {
      name = "constant",
      x = "eps",
      y = "constant",
      xlabel = "eps (error within eps of the best)",
      ylabel = "samples times eps^2 / (tau sqrt(n))",
      log = "x",
    },
    {
      name = "check",
      title = "The errors that were computed, against sampled ones",
      x = "eps",
      y = "standardised",
      xlabel = "eps",
      ylabel = "(sampled - exact error) in standard errors",
      log = "x",
    },
  },
}
