-- What is the least that a round against loss matrices can cost? Matrix Multiplicative Weights decomposes a matrix of
-- order n. Its sketch needs one product exp(H/2) u with a random vector, from products of the sparse H: 100,000 rows
-- are no obstacle, and the price is a constant, as the regret grows with sqrt(ln n) all the same. The perturbed leader
-- needs one eigenvector, but pays n^(1/4) with a Gaussian matrix as noise, which has n^2 numbers, and sqrt(n) with a
-- Gaussian dyad, which it does not outgrow in 1000 rounds where n is large. All have the rate of their theorems.
local rounds = 1000
return {
  title = "Loss matrices without decompositions: a sketch, and a perturbed leader",
  source = "Carmon, Duchi, Sidford & Tian 2019; Kotlowski & Warmuth 2015; Garber, Hazan & Ma 2015",
  params = { n = 64 },
  sweep = { n = { 4, 16, 64, 256, 1000, 10000, 100000 } },
  trials = rounds,
  seeds = 3,
  problem = function(p)
    return problem.sparse_losses { n = p.n, gap = 0.3 }
  end,
  learners = function(p)
    local sketch = math.sqrt(8 * math.log(4 * p.n) / (3 * rounds))
    local list = {
      learner.sketched_multiplicative_weights { eta = sketch, label = "sketch" },
      learner.follow_the_perturbed_leader { perturbation = "rank_one", label = "leader, Gaussian dyad" },
    }
    if p.n <= 256 then
      local eta = math.sqrt(8 * math.log(p.n) / rounds)
      list[3] = learner.follow_the_perturbed_leader { label = "leader, Gaussian matrix" }
      list[4] = learner.matrix_multiplicative_weights { eta = eta, label = "Matrix Multiplicative Weights" }
    end
    return list
  end,
  bounds = {
    bound.matrix_multiplicative_weights_regret {},
    bound.sketched_multiplicative_weights_regret {},
    bound.perturbed_leader_regret {},
  },
  plot = {
    name = "regret",
    x = "n",
    y = "regret",
    log = "xy",
    xlabel = "order n",
    bounds = {
      "matrix_multiplicative_weights_regret.hoeffding",
      "sketched_multiplicative_weights_regret",
      "perturbed_leader_regret",
    },
  },
}
