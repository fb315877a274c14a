-- 2. Parameters and sweeps: how do mistakes depend on the number n of attributes?
--
-- A function receives p, the parameters of one grid point, and is called for each of them. `sweep` has lists of values;
-- two lists make all pairs. The command line can replace any parameter:
--
--   build/winnow run examples/02_parameters_and_sweeps.lua --set r=1,4 --set n=64 --seeds 20
return {
  title = "Winnow and the perceptron with many irrelevant attributes",
  params = { n = 64, r = 2 }, -- each with a value of its own
  sweep = { n = { 16, 64, 256, 1024 } },
  trials = 1000,
  seeds = 5,
  problem = function(p)
    return problem.disjunction { n = p.n, r = p.r }
  end,
  learners = function(p)
    return { learner.winnow { r = p.r }, learner.perceptron {} }
  end,
  -- Against a parameter: one point for each of its values. Winnow's curve grows like ln n.
  plot = { x = "n", y = "mistakes", log = "x", xlabel = "attributes n" },
}
