-- What is known about the subspace beforehand is worth mistakes: that P is diagonal, or three entries of its diagonal.
-- W is projected onto the constraints at the start and after each update, which never takes it further from P. So every
-- step of the proof stays, and the bound only falls where the projected start is nearer to P.
return {
  title = "Side constraints: knowing something about P",
  source = "Warmuth 2007, side constraints; Theorem 2",
  params = { n = 32, r = 4, structure = { "diagonal", "known" } },
  sweep = { structure = { "diagonal", "known" } },
  trials = 1500,
  seeds = 10,
  problem = function(p)
    if p.structure == "known" then
      return problem.constrained_subspace { n = p.n, r = p.r, structure = "known", known = { 0.9, 0.8, 0.7 } }
    end
    return problem.constrained_subspace { n = p.n, r = p.r, structure = "diagonal" }
  end,
  learners = function(p)
    local constraints = { { type = "diagonal" } }
    if p.structure == "known" then
      constraints = {
        { type = "entry", i = 1, value = 0.9 },
        { type = "entry", i = 2, value = 0.8 },
        { type = "entry", i = 3, value = 0.7 },
        { type = "entry", i = 1, j = 2, value = 0 },
        { type = "entry", i = 1, j = 3, value = 0 },
        { type = "entry", i = 2, j = 3, value = 0 },
      }
    end
    return {
      learner.matrix_winnow { r = p.r },
      learner.constrained_matrix_winnow { r = p.r, constraints = constraints, label = "with side constraints" },
    }
  end,
  bounds = { bound.subspace_mistakes {}, bound.constrained_mistakes {} },
  plot = { x = "trials", y = "mistakes", log = "" },
}
