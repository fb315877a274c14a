-- Shadow tomography's learner: Matrix Multiplicative Weights guesses the chances of outcomes of measurements of a
-- hidden state of k qubits. The price is k, not the 4^k numbers that a state has. Regret: Hoeffding's lemma proves a
-- quarter of what was published. Errors above eps = 0.1: at most k ln(2)/(2 eps^2), whatever is measured.
local rounds, eps = 1000, 0.1
return {
  title = "A quantum state of k qubits costs regret that grows with k, not with 4^k",
  source = "Aaronson, Chen, Hazan, Kale & Nayak 2018",
  params = { k = 3, measurements = "pauli" },
  sweep = { k = { 1, 2, 3, 4, 5 }, measurements = { "pauli", "worst_pauli" } },
  trials = rounds,
  seeds = 3,
  problem = function(p)
    return problem.quantum_state { qubits = p.k, measurements = p.measurements }
  end,
  learners = function(p)
    return {
      learner.matrix_multiplicative_weights { eta = math.sqrt(8 * p.k * math.log(2) / rounds), label = "every round" },
      learner.matrix_multiplicative_weights { eta = 4 * eps, insensitive = eps, label = "errors above 0.1" },
    }
  end,
  bounds = {
    bound.matrix_multiplicative_weights_regret {},
    bound.matrix_multiplicative_weights_updates {},
    bound.quantum_state_regret_published {},
  },
  plot = {
    {
      name = "regret",
      x = "k",
      y = "regret",
      xlabel = "qubits k",
      panels = "measurements",
      learners = { "every round" },
      bounds = { "matrix_multiplicative_weights_regret.hoeffding", "quantum_state_regret_published" },
    },
    {
      name = "errors",
      x = "k",
      y = "updates",
      xlabel = "qubits k",
      ylabel = "updates",
      panels = "measurements",
      learners = { "errors above 0.1" },
    },
  },
}
