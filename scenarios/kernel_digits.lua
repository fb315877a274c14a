-- Real data, with kernels: is an 8 x 8 digit an eight, the digit that is hardest to tell? Matrix Winnow needs inner
-- products only. With the linear kernel it is Matrix Winnow on the pixels themselves; with a Gaussian kernel it seeks
-- the subspace among infinitely many features, which the eights' own pixels do not have. The perceptron with the same
-- kernel, on the same dyads of features, is the additive learner to compare with. Needs --data.
return {
  title = "Eights among handwritten digits: linear and Gaussian kernels",
  source = "Warmuth 2007, section 1; Kuzmin and Warmuth 2007; Optical Recognition of Handwritten Digits",
  params = { digit = 8, r = 4, gap = 0.5, width = 0.7, dimension = 200 },
  trials = 2000,
  seeds = 4,
  problem = function(p)
    return problem.table {
      file = "optdigits/optdigits.tra",
      positive = tostring(p.digit),
      scaling = "range",
      low = 0,
      high = 16,
      centre = true,
      order = "shuffled",
      comparator = "class_subspace",
      rank = p.r,
      gap = p.gap,
    }
  end,
  learners = function(p)
    return {
      learner.kernel_matrix_winnow { r = p.r, gap = p.gap, label = "linear kernel" },
      learner.kernel_matrix_winnow {
        kernel = "gaussian",
        width = p.width,
        dimension = p.dimension,
        r = p.r,
        gap = p.gap,
        label = "Gaussian kernel",
      },
      learner.kernel_perceptron { kernel = "gaussian", width = p.width, label = "Gaussian kernel, Perceptron" },
      learner.matrix_winnow { r = p.r, gap = p.gap },
      learner.constant { value = -1 },
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.kernel_mistakes {} },
  plot = { x = "trials", y = "mistakes" },
}
