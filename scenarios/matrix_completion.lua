-- Each entry of an n x n matrix of signs is shown once. The matrix has 2 x 2 classes, so that what is to be learnt
-- grows like n and not like the n^2 entries: the mistakes of matrix completion, and their bound, grow like n ln n,
-- those of guessing like n^2. General Matrix Winnow on the same entries has a bound of order n^2 ln n only, which
-- says nothing.
return {
  title = "Matrix completion: n x n signs in 2 x 2 classes, every entry once",
  source = "Herbster, Pasteris & Pontil 2016",
  params = { n = 32, classes = 2 },
  sweep = { n = { 8, 16, 32, 64 } },
  seeds = 5,
  problem = function(p)
    return problem.biclusters {
      m = p.n, n = p.n, row_classes = p.classes, column_classes = p.classes, repetition = false,
    }
  end,
  learners = function(p)
    local gamma = 1 / math.sqrt(p.classes)
    return {
      learner.matrix_completion { gamma = gamma, label = "matrix completion, sharp" },
      learner.matrix_completion { gamma = gamma, tuning = "published", label = "matrix completion, published" },
      learner.general_matrix_winnow { -- of K = 2 P Q^T / (m + n), which has the margin 2 gamma / (m + n)
        gap = gamma / p.n, gap_low = -gamma / p.n, label = "General Matrix Winnow",
      },
      learner.random { label = "guessing" },
    }
  end,
  bounds = { bound.matrix_completion_mistakes {}, bound.general_matrix_mistakes {} },
  plot = {
    {
      name = "order", x = "n", y = "mistakes", log = "xy", fit = true,
      learners = { "matrix completion, sharp", "General Matrix Winnow", "guessing" },
    },
    {
      x = "trials", y = "mistakes", log = "xy",
      learners = { "matrix completion, sharp", "matrix completion, published", "guessing" },
    },
  },
}
