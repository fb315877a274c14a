-- A state of 12 qubits is a matrix of order 4096 that nobody writes down. Where it is pure, or of low rank, and is
-- measured by projections onto vectors, everything is a sum of dyads, and a learner that changes only after errors
-- above eps = 0.1 keeps the space of those that it learned from: it makes k ln(2)/(2 eps^2) errors at most, less for a
-- mixed state, and here a tenth to a third of that, while the state's numbers grow with 4^k.
local eps = 0.1
return {
  title = "Learning a state of up to 12 qubits by dyads",
  source = "Aaronson, Chen, Hazan, Kale & Nayak 2018",
  params = { k = 6, rank = 1 },
  sweep = { k = { 4, 6, 8, 10, 12 }, rank = { 1, 4 } },
  trials = 500,
  seeds = 3,
  problem = function(p)
    return problem.quantum_state { qubits = p.k, state = "low_rank", rank = p.rank, measurements = "overlap" }
  end,
  learners = { learner.matrix_multiplicative_weights { eta = 4 * eps, insensitive = eps, label = "errors above 0.1" } },
  bounds = { bound.matrix_multiplicative_weights_updates {} },
  plot = { name = "errors", x = "k", y = "updates", xlabel = "qubits k", ylabel = "errors", panels = "rank" },
}
