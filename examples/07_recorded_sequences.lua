-- 7. Recorded sequences: the same trials again, for other learners or from another program.
--
--   build/winnow run SCENARIO --record       writes every sequence as sequences/CELL.jsonl of its results
--
-- Such a file is text: a line that says what the instances are, and a line for each trial. Any program can write one
-- (docs/formats.md). `sequence.jsonl` beside this file has 40 trials with 12 attributes. Its first
-- line names the hidden attributes, so that bounds know their comparator.
return {
  title = "A recorded sequence",
  problem = problem.recorded { file = "sequence.jsonl", gap = 1 }, -- looked for with --data DIR, then beside this file
  seeds = 1, -- nothing is random here
  learners = {
    learner.winnow { r = 2, gap = 1 },
    learner.winnow { r = 2, gap = 1, eta = 0.3, label = "Winnow, smaller rate" },
    learner.perceptron {},
  },
  bounds = { bound.subspace_mistakes {} },
  plot = { x = "trials", y = "mistakes" },
}
