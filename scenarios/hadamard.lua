-- One relevant attribute, orthogonal instances: the perceptron, like every learner that sees only inner products, is
-- wrong on half of the n instances; no kernel helps, since to it any two of them look equally alike. Winnow makes about
-- ln(n) mistakes, also as gradient descent on the square roots of its weights. The kernel perceptron keeps every
-- mistake: up to n = 1024.
return {
  title = "Hadamard: n/2 mistakes against ln(n)",
  source = "Kivinen, Warmuth & Auer 1997; Amid & Warmuth 2020",
  params = { n = 64 },
  sweep = { n = { 16, 64, 256, 1024, 4096 } },
  seeds = 5,
  problem = function(p)
    return problem.hadamard { n = p.n }
  end,
  learners = function(p)
    local learners = {
      learner.winnow_normalized { margin = 0.9 },
      learner.winnow_gradient_descent { margin = 0.9, normalize = "trace" },
      learner.perceptron {},
    }
    if p.n <= 1024 then
      local kernel = { kernel = "gaussian", width = math.sqrt(p.n), label = "kernel Perceptron, Gaussian" }
      table.insert(learners, learner.kernel_perceptron(kernel))
    end
    return learners
  end,
  bounds = { bound.cos_winnow_mistakes {}, bound.perceptron_margin {} },
  plot = { x = "n", y = "mistakes", log = "xy" },
}
