-- From online to batch on real data: a random part of the mushrooms is the sample, 1000 others test what was learnt.
-- There is noise, hence no mistake bound without a sample: the bound on the error of the kept examples comes from how
-- many were kept. Needs --data (docs/data.md says where to get the files).
return {
  title = "From online to batch: is a mushroom poisonous?",
  source = "UCI Mushroom; Floyd & Warmuth 1995",
  params = { m = 1600 },
  sweep = { m = { 50, 100, 200, 400, 800, 1600, 3200 } },
  trials = function(p) return p.m end,
  test = 1000,
  seeds = 10,
  problem = problem.libsvm {
    file = "agaricus/agaricus.txt.train",
    file2 = "agaricus/agaricus.txt.test",
    order = "shuffled",
    relevant = { 25, 26, 27, 28, 30, 31, 109 },
    gap = 1,
  },
  learners = {
    learner.winnow { r = 7, gap = 1 },
    learner.perceptron { bias = true },
  },
  bounds = { bound.compression_error {}, bound.average_error {} },
  plot = {
    {
      x = "m",
      y = "test_error",
      xlabel = "examples m",
      ylabel = "error of the hypothesis of the kept examples",
    },
    {
      x = "m",
      y = "average_error",
      title = "Is a mushroom poisonous? The average state of the run",
      xlabel = "examples m",
      ylabel = "average error of the states",
    },
  },
}
