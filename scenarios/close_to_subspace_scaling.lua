-- How do mistakes grow with n and r? Log-log against r ln(n/r): the theorem says at most linear, slope 1.
return {
  title = "Mistakes grow in proportion to r ln(n/r)",
  source = "Warmuth 2007, Theorem 2",
  params = { n = 64, r = 4 },
  sweep = { n = { 32, 64, 128, 256, 512 }, r = { 1, 2, 4, 8 } },
  trials = 4000,
  seeds = 10,
  problem = function(p)
    return problem.close_to_subspace { n = p.n, r = p.r, margin = "boundary" }
  end,
  learners = function(p)
    return {
      learner.matrix_winnow { r = p.r },
      learner.matrix_winnow { r = p.r, normalize = "trace", label = "normalised Matrix Winnow" },
    }
  end,
  bounds = { bound.subspace_mistakes {} },
  plot = {
    x = function(p)
      return p.r * math.log(p.n / p.r)
    end,
    xlabel = "r ln(n/r)",
    y = "mistakes",
    log = "xy",
    fit = true,
    name = "scaling",
  },
}
