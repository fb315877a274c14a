-- Real data in 1024 dimensions: is a handwritten digit a zero? The two leading directions of the zeros' own bitmaps
-- (the mean bitmap taken away) are a comparator that the theorem can use: what other digits have in its subspace, and
-- what zeros lack, is measured and charged. Needs --data.
return {
  title = "Bitmaps of digits: close to the subspace of the zeros",
  source = "Warmuth 2007, Theorem 2 with noise; Optical Recognition of Handwritten Digits",
  params = { digit = 0, r = 2, gap = 0.5 },
  seeds = 10,
  problem = function(p)
    return problem.bitmaps {
      file = "optdigits32/optdigits-orig.tra",
      positive = p.digit,
      centre = true,
      order = "shuffled",
      comparator = "class_subspace",
      rank = p.r,
      gap = p.gap,
    }
  end,
  learners = function(p)
    return {
      learner.matrix_winnow { r = p.r, gap = p.gap },
      learner.matrix_winnow { r = p.r, gap = p.gap, normalize = "trace", label = "normalised Matrix Winnow" },
      learner.matrix_perceptron {},
      learner.constant { value = -1 },
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { x = "trials", y = "mistakes" },
}
