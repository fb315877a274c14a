-- Matrix prediction against the best cut in hindsight. Ten passes over small graphs of the Biq Mac Library: dense
-- (g05, 60 nodes, its edges joined by as many pairs that are not), sparse with weights 1 and -1 (pm1s, 80 nodes), a
-- torus (t2g, 100 nodes). The first pass teaches nothing, as a pair is new whenever it comes; then pairs are known.
-- All bounds are below T. Needs --data; --set graph=w09_100.0 for another graph.
return {
  title = "Graphs of the Biq Mac Library: which nodes are apart?",
  source = "Hazan, Kale & Shalev-Shwartz 2012, section 2.1; Wiegele 2007",
  params = { graph = "g05_60.0", passes = 10, against = "hindsight" },
  sweep = { graph = { "g05_60.0", "pm1s_80.0", "t2g10_5555" } },
  seeds = 1,
  problem = function(p)
    return problem.graph { file = "biqmac/" .. p.graph, passes = p.passes, comparator = p.against }
  end,
  learners = {
    learner.online_matrix_prediction { class = "max_cut", decomposition = "one_block", label = "matrix prediction" },
    learner.log_det { class = "max_cut", label = "log det" },
    learner.entry_averages {},
    learner.constant { value = 0, label = "always 0" },
  },
  bounds = { bound.matrix_prediction_regret {}, bound.log_det_regret {} },
  plot = {
    { name = "loss", x = "trials", xlabel = "pair", y = "loss", ylabel = "cumulative loss", log = "", free = "x" },
    {
      name = "rolling_loss",
      title = "Graphs of the Biq Mac Library: loss of a pair, mean over the last pass",
      x = "trials",
      xlabel = "pair",
      y = "rolling_loss",
      ylabel = "loss of a pair",
      log = "", free = "x",
    },
    {
      name = "regret",
      title = "Graphs of the Biq Mac Library: regret against the best cut in hindsight",
      x = "trials",
      xlabel = "pair",
      y = "regret",
      log = "", free = "x",
    },
  },
}
