-- 1. A first run: a scenario is a Lua file that returns one table.
--
--   build/winnow run examples/01_first_run.lua      runs it and prints a table
--   build/winnow plot results/01_first_run          draws it, into plots/01_first_run
--
-- A problem says where instances x and labels y, 1 or -1, come from: here y = 1 if one of two hidden attributes of 50
-- is on. Learners predict each label before they see it; what counts is the number of mistakes.
return {
  title = "A first run",
  trials = 500, -- rounds of one run
  seeds = 5,    -- runs with other random numbers; the table has their mean
  problem = problem.disjunction { n = 50, r = 2 },
  learners = {
    learner.winnow { r = 2 },    -- multiplies weights after a mistake
    learner.perceptron {},       -- adds to them
    learner.constant {},         -- a baseline that learns nothing
  },
  plot = {}, -- mistakes against trials; all fields have defaults
}
