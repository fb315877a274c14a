-- 18. A learner in another language: a program that answers lines of JSON on its standard input.
--
-- `winnow_learner.py` is Winnow in forty lines of Python, `winnow_learner.R` the same in R; docs/extend.md has the
-- protocol. The program starts once for each run, in the folder of this file, and is told `options`. If it fails,
-- its cells fail with the reason, and the others continue. Needs python3.
local eta = 1.2784645427610738
local options = { r = 2, eta = eta, theta = eta / (math.exp(eta) - math.exp(-eta)) }

return {
  title = "Winnow in C and in Python",
  trials = 200,
  seeds = 2,
  problem = problem.disjunction { n = 24, r = 2 },
  learners = {
    learner.winnow(options),
    learner.external { command = { "python3", "winnow_learner.py" }, options = options, label = "Python" },
  },
  plot = { x = "trials", y = "mistakes" },
}
