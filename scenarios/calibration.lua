-- Whoever minimises the square loss comes near to probabilities that nobody sees: for p(x) = E[y|x] and any h,
--   E (h - p)^2 = E (h - y)^2 - E (p - y)^2.
-- x is one of `points`, y is 1 with probability p(x), otherwise 0, and h = (1 - lambda) p + lambda g for an unrelated
-- g. The two exact sides must agree up to the rounding of their sums, also for a random distribution, p and h, and the
-- mean over m draws must be within six standard errors, or the cell fails; --set bias=0.1, under which p is not E[y|x],
-- shows that it can. Found: one curve, lambda^2 E (g - p)^2; 100 draws scatter around it by a third of its height,
-- 10000 by a thirtieth, and the exact sides differ by 1e-16 at most.

-- E f(x, y), y = 1 with probability q(x)
local function expectation(d, f)
  local sum = 0
  for i, weight in ipairs(d.weight) do sum = sum + weight * ((1 - d.q[i]) * f(i, 0) + d.q[i] * f(i, 1)) end
  return sum
end

-- Weights, p, h and the probability q of y = 1 for the functions of i.
local function distribution(p, weight, truth, other)
  local d, total = { weight = {}, p = {}, q = {}, h = {} }, 0
  for i = 1, p.points do
    d.weight[i] = weight(i)
    total = total + d.weight[i]
    d.p[i] = truth(i) * (1 - p.bias)
    d.q[i] = d.p[i] + p.bias
    d.h[i] = (1 - p.lambda) * d.p[i] + p.lambda * other(i)
  end
  for i = 1, p.points do d.weight[i] = d.weight[i] / total end
  return d
end

local function drawn(p)
  return distribution(p, function(i) return i end, function(i) return (i - 0.5) / p.points end, function(i)
    return i * 0.618 % 1
  end)
end

local function random(p)
  local function uniform() return math.random() end
  return distribution(p, function() return 0.1 + math.random() end, uniform, uniform)
end

local function excess(d)
  return function(i, y) return (d.h[i] - y) ^ 2 - (d.p[i] - y) ^ 2 end
end

-- Both sides, and how far they are from each other.
local function sides(p, d)
  local left = expectation(d, function(i) return (d.h[i] - d.p[i]) ^ 2 end)
  local right = expectation(d, function(i, y) return (d.h[i] - y) ^ 2 end)
    - expectation(d, function(i, y) return (d.p[i] - y) ^ 2 end)
  -- three sums of at most 1; each term has 7 roundings, each sum one less than it has terms
  local difference, rounding = math.abs(left - right), 3 * (p.points + 6) * 2 ^ -53
  if difference > rounding then
    error(string.format("the two sides differ by %.17g, expected at most %.17g", difference, rounding))
  end
  return left, right, difference
end

local function draw(d)
  local r, i = math.random(), 1
  while i < #d.weight and r >= d.weight[i] do
    r = r - d.weight[i]
    i = i + 1
  end
  return i, math.random() < d.q[i] and 1 or 0
end

return {
  title = "The square loss finds probabilities: h = (1 - lambda) p + lambda g",
  source = "Schapire 2018, COS 511, lecture 17, Theorem 3.1",
  params = {
    points = 8, lambda = 0.5, m = 1000, bias = 0.0,
    side = { "E (h - p)^2", "E (h - y)^2 - E (p - y)^2", "the same, from m draws" },
  },
  sweep = {
    lambda = { 0.0, 0.2, 0.4, 0.6, 0.8, 1.0 },
    m = { 100, 1000, 10000 },
    side = { "E (h - p)^2", "E (h - y)^2 - E (p - y)^2", "the same, from m draws" },
  },
  seeds = 20,
  procedure = function(p)
    local d = drawn(p)
    local _, _, difference = sides(p, random(p))
    local left, right, own = sides(p, d)
    local cost = excess(d)
    local sum = 0
    for _ = 1, p.m do sum = sum + cost(draw(d)) end
    local sampled = sum / p.m
    local variance = expectation(d, function(i, y) return (cost(i, y) - right) ^ 2 end)
    local deviation = math.sqrt(variance / p.m)
    local standardised = deviation > 0 and (sampled - right) / deviation or sampled - right
    if math.abs(standardised) > 6 then
      error(string.format("the mean of %d draws is %.17g standard errors away", p.m, standardised))
    end
    local value = {
      ["E (h - p)^2"] = left,
      ["E (h - y)^2 - E (p - y)^2"] = right,
      ["the same, from m draws"] = sampled,
    }
    return { value = value[p.side], difference = math.max(difference, own), standardised = standardised }
  end,
  plot = {
    name = "sides",
    x = "lambda",
    y = "value",
    ylabel = "mean",
    panels = "m",
    log = "",
  },
}
