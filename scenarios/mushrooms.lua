-- Real data: is a mushroom poisonous? A disjunction of seven of 126 binary attributes is wrong on 48 of 8124
-- mushrooms (odour not almond, anise or none; green spores). The noise that the bound charges is measured. Needs
-- --data (README says where to get the files).
return {
  title = "Mushrooms: a disjunction on real data",
  source = "UCI Mushroom; Littlestone 1988; Auer and Warmuth 1998",
  params = { gap = 1, passes = 1 },
  trials = 100000,
  seeds = 10,
  problem = function(p)
    return problem.libsvm {
      file = "agaricus/agaricus.txt.train",
      file2 = "agaricus/agaricus.txt.test",
      order = "shuffled",
      passes = p.passes,
      relevant = { 25, 26, 27, 28, 30, 31, 109 },
      gap = p.gap,
    }
  end,
  learners = function(p)
    return {
      learner.winnow { r = 7, gap = p.gap },
      learner.winnow { r = 7, gap = p.gap, normalize = "trace", label = "normalised Winnow" },
      learner.perceptron { bias = true },
      learner.constant { value = -1 },
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { x = "trials", y = "mistakes" },
}
