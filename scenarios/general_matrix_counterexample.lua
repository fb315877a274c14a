-- A claimed bound that is false: Algorithm 2, repaired with the label that its update lacks and a neutral start,
-- errs in every trial of a consistent sequence, for as long as one likes, where 7.18 ln 6 = 12.9 mistakes are
-- claimed. The normalised algorithm errs once. The verdict "refuted" is a finding: the run ends well.
return {
  title = "A two-cycle that refutes the bound claimed for General Matrix Winnow",
  source = "Warmuth 2007, section 6",
  trials = 200,
  seeds = 1,
  problem = problem.general_two_cycle { cycle = "neutral" },
  learners = {
    learner.general_matrix_winnow { variant = "repaired", label = "Algorithm 2, repaired" },
    learner.general_matrix_winnow { variant = "normalized", label = "normalised" },
  },
  bounds = { bound.general_matrix_mistakes {}, bound.general_matrix_mistakes_claimed {} },
  plot = { x = "trials", y = "mistakes", log = "" },
}
