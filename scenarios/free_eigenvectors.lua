-- Learning a density matrix costs no more than learning a distribution. The loss of a unit vector x is -x^T ln(W) x,
-- and W the average of what was seen, with a = 1 (Laplace) or 1/2 (Krichevsky-Trofimov) for each direction before
-- that. "coordinates" draws unit vectors e_i: counting. "eigenvectors" draws from a hidden basis, which the learner
-- has to find, and its regret is the same to the last digits: the eigenvectors are free. Directions that are no
-- eigenvectors of one another cost less; one vector again and again meets the bound exactly.
return {
  title = "Eigenvectors for free",
  source = "Koolen, Kotlowski & Warmuth 2011",
  params = { n = 16, shown = { "eigenvectors", "coordinates", "directions", "repeated" } },
  sweep = { n = { 2, 4, 8, 16, 32 }, shown = { "coordinates", "eigenvectors", "directions", "repeated" } },
  trials = 500,
  seeds = 3,
  problem = function(p)
    if p.shown == "coordinates" then return problem.unit_vectors { n = p.n, instances = "vector" } end
    return problem.unit_vectors { n = p.n, sequence = p.shown }
  end,
  learners = {
    learner.matrix_log_loss { label = "Laplace" },
    learner.matrix_log_loss { prior = 0.5, label = "Krichevsky-Trofimov" },
  },
  bounds = bound.matrix_log_loss_regret {},
  plot = { x = "n", y = "regret", panels = "shown" },
}
