-- 14. Procedures: an experiment without learners.
--
-- A procedure gets the parameters and a seed, and returns named numbers: a formula to be tabulated, an identity to be
-- tested, a simulation. math.random depends on the seed alone, so that the same scenario gives the same numbers
-- everywhere. Here: how large is the best of k sums of n coins? The theory of experts says about sqrt(2 n ln k).
return {
  title = "The luckiest of k experts who toss coins",
  params = { n = 100, k = 16 },
  sweep = { k = { 4, 16, 64, 256 } },
  seeds = 20,
  procedure = function(p)
    local best = -p.n
    for _ = 1, p.k do
      local sum = 0
      for _ = 1, p.n do sum = sum + (math.random() < 0.5 and 1 or -1) end
      best = math.max(best, sum)
    end
    return { best = best, share = best / math.sqrt(2 * p.n * math.log(p.k)) }
  end,
  plot = {
    { x = "k", y = "best", log = "x", ylabel = "largest of k sums of 100 coins" },
    { x = "k", y = "share", log = "x", ylabel = "its share of sqrt(2 n ln k)" },
  },
}
