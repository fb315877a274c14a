-- Real data in 8745 dimensions: is a short message spam? Each message is the dyad of its bag of words; the subspace is
-- that of the leading directions of all spam. Two messages have no words at all: they are zero instances, counted in
-- the manifest; the bound would charge them in full if they were spam. Needs --data.
return {
  title = "Spam: messages as unit dyads in 8745 dimensions",
  source = "SMS Spam Collection (Almeida, Gomez Hidalgo and Yamakami 2011); Warmuth 2007, Theorem 2",
  params = { r = 4, gap = 0.4 },
  seeds = 5,
  problem = function(p)
    return problem.libsvm {
      file = "smsspam/smsspam.libsvm",
      instances = "dyad",
      order = "shuffled",
      empty = "zero",
      comparator = "class_subspace",
      rank = p.r,
      gap = p.gap,
    }
  end,
  learners = function(p)
    return {
      learner.matrix_winnow { r = p.r, gap = p.gap },
      learner.matrix_perceptron {},
      learner.constant { value = -1 },
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { x = "trials", y = "mistakes" },
}
