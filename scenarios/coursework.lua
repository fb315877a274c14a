-- How many samples does a learner need? The label is the sign of a sum of three attributes of n, all of them 1 or -1;
-- the others are noise, and n is odd, so that the sum of all is never 0. After m samples each learner is tested on 500
-- more. Winnow needs about ln n samples, the perceptron and least squares about n, the nearest neighbour far more: a
-- distance is a sum over all attributes, and the three that count are lost among them.
-- Least squares: w is the minimiser of sum_s (w.x_s - y_s)^2 + |w|^2, followed step by step by
-- P = (I + sum_s x_s x_s')^-1.
local least_squares = learner.custom {
  name = "least_squares", title = "Least squares", citation = "Hoerl & Kennard 1970", instances = "vector",
  create = function(setting) return { w = vec(setting.n), P = mat.identity(setting.n) } end,
  predict = function(s, x) return x:dot(s.w) end,
  update = function(s, x, _, y)
    local Px = s.P:multiply(x)
    local scale = 1 / (1 + Px:dot(x))
    s.w:add((y - x:dot(s.w)) * scale, Px)
    s.P:add(-scale, Px:outer(Px))
    return true
  end,
}

return {
  title = "Coursework: samples that four learners need when three attributes of n count",
  source = "Littlestone 1988; Cover & Hart 1967; Kivinen, Warmuth & Auer 1997",
  params = { n = 33, m = 100 },
  sweep = { n = { 17, 65, 257 }, m = { 20, 50, 100, 200, 400 } },
  trials = function(p) return p.m end,
  test = 500,
  seeds = 5,
  problem = function(p)
    return problem.irrelevant_features { n = p.n, few = 3, regime = "sparse_target" }
  end,
  learners = {
    learner.balanced_winnow { margin = 1 / 3, label = "Winnow" },
    learner.perceptron {},
    least_squares {},
    learner.nearest_neighbour {},
  },
  plot = {
    x = "m", y = "average_error", panels = "n", log = "x", xlabel = "samples m",
    ylabel = "test error, mean over the states before each sample",
  },
}
