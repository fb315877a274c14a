-- Measurements of a hidden state of 8 qubits, played by Matrix Multiplicative Weights on matrices of order 512.
return {
  title = "Quantum states of the benchmark",
  source = "Aaronson, Chen, Hazan, Kale & Nayak 2018",
  params = { qubits = 8 },
  trials = 6,
  seeds = 1,
  problem = function(p)
    return problem.quantum_state { qubits = p.qubits }
  end,
  learners = { learner.matrix_multiplicative_weights { eta = 0.1 } },
}
