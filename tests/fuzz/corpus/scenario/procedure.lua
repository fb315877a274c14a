return { params = { n = 3, on = true, text = "a" }, sweep = { n = { 1, 2 } }, seeds = 2, observe = {},
  procedure = function(p, seed) return { sum = p.n + seed } end, plot = { x = "n", y = "sum", log = "x", fit = true } }
