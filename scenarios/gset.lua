-- Seen once, the edges of a graph tell next to nothing of the others, and matrix prediction pays what a constant pays;
-- played again, they are known. Three passes over a torus with weights 1 and -1 (G11, 800 nodes) and a union of planar
-- graphs (G14, 800 nodes, its 4694 edges joined by as many pairs that are not). The bounds, 3582 and 8678, are below T
-- = 4800 and 28164; the best cut in hindsight is known up to an interval. Averages entry by entry remember every pair,
-- which no cut can. Needs --data; --set graph=G1,G6,G22,G32,G43,G48,G51 for other graphs.
return {
  title = "Graphs of the G-set: which nodes are apart?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.1; Helmberg & Rendl 2000",
  params = { graph = "G11", passes = 3, against = "hindsight" },
  sweep = { graph = { "G11", "G14" } },
  seeds = 1,
  problem = function(p)
    return problem.graph { file = "gset/" .. p.graph .. ".txt", passes = p.passes, comparator = p.against }
  end,
  learners = {
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "matrix prediction" },
    learner.entry_averages {},
    learner.constant { value = 0, label = "always 0" },
  },
  bounds = { bound.matrix_prediction_regret {} },
  plot = {
    {
      name = "loss",
      x = "trials",
      xlabel = "pair",
      y = "loss",
      ylabel = "cumulative loss",
      bounds = false,
      log = "",
      free = "x",
    },
    {
      name = "rolling_loss",
      title = "Graphs of the G-set: loss of a pair, mean over the last tenth",
      x = "trials",
      xlabel = "pair",
      y = "rolling_loss",
      ylabel = "loss of a pair",
      log = "", free = "x",
    },
  },
}
