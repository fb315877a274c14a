-- Mistakes of Winnow grow with the logarithm of the number of attributes: on random instances, and against an adversary
-- that balances the weights, which uses more than nine tenths of the bound. The other plots are the proof: the
-- potential falls in each mistake (the lecture's Figure 2), by at least C (the dashed line).
return {
  title = "Linear thresholds: how tight is the bound of Winnow?",
  source = "Schapire 2018, COS 511, lecture 17, Theorem 1.1; Littlestone 1988",
  params = { n = 1024, margin = 0.3, sequence = { "adversary", "random" } },
  sweep = { n = { 16, 128, 1024, 8192, 65536 }, sequence = { "adversary", "random" } },
  trials = 400,
  seeds = 2,
  problem = function(p)
    if p.sequence == "adversary" then
      return problem.balancing_adversary { n = p.n, margin = p.margin, pad = true }
    end
    return problem.linear_threshold { n = p.n, margin = p.margin, relevant = 1, entries = "extreme" }
  end,
  learners = function(p)
    return { learner.winnow_normalized { margin = p.margin } }
  end,
  bounds = { bound.cos_winnow_mistakes {} },
  observe = { "potential", "progress" },
  plot = {
    { x = "n", y = "mistakes", panels = "sequence", log = "x" },
    { x = "trials", y = "potential", panels = "sequence", log = "", ylabel = "potential: RE(u, w)",
      title = "Why: every mistake lowers the potential, which starts at ln n and is never negative" },
    { x = "trials", y = "progress", panels = "sequence", log = "", ylabel = "drop of the potential at a mistake",
      title = "Progress per mistake: the adversary reaches the guaranteed minimum" },
  },
}
