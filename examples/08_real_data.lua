-- 8. Real data: is a mushroom poisonous? Needs agaricus/agaricus.txt.test (docs/data.md says where to get it):
--
--   build/winnow run examples/08_real_data.lua --data /path/to/data
--
-- A file in LIBSVM's format; `problem.table` reads other texts with columns. A comparator is what bounds compare with:
-- here a disjunction of seven attributes that is wrong on few rows, found by others. `shuffled` gives each seed its own
-- order. `rolling_loss` is the mean loss of the last tenth of the run so far.
return {
  title = "Mushrooms",
  source = "UCI Mushroom",
  seeds = 3,
  problem = problem.libsvm {
    file = "agaricus/agaricus.txt.test",
    order = "shuffled",
    relevant = { 25, 26, 27, 28, 30, 31, 109 },
  },
  learners = {
    learner.winnow { r = 7, gap = 1 },
    learner.perceptron { bias = true },
    learner.constant { value = -1 },
  },
  bounds = { bound.subspace_mistakes {} },
  plot = {
    { x = "trials", y = "mistakes" },
    { x = "trials", y = "rolling_loss", ylabel = "errors in the last tenth", log = "" },
  },
}
