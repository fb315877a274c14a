-- Few relevant attributes among many, in real data: only the nucleotides near the junction tell a splice site, and
-- balanced Winnow makes fewer mistakes than the perceptron on each of the three classes against the rest. The
-- comparator is the signed vector with the least hinge sum at margin 0.2, and Winnow is tuned for that margin: of
-- 0.05, 0.1, 0.2 and 0.4 the one where the three bounds have the least sum. Both bounds charge the hinge sum over the
-- updates; they hold, well below the mistakes of "never". Needs --data, and a program built with GLPK.
return {
  title = "Splice junctions: balanced Winnow and the perceptron",
  source = "UCI Molecular Biology, StatLog coding; Schapire 2018, COS 511, lecture 17",
  params = { class = 1, margin = 0.2 },
  sweep = { class = { 1, 2, 3 } },
  seeds = 10,
  problem = function(p)
    return problem.libsvm {
      file = "dna/dna.libsvm",
      positive_label = p.class,
      one_vs_rest = true,
      bias = true,
      order = "shuffled",
      comparator = "l1_margin_signed",
      margin = p.margin,
    }
  end,
  learners = function(p)
    return {
      learner.balanced_winnow { margin = p.margin },
      learner.perceptron {},
      learner.constant { value = -1 },
    }
  end,
  bounds = { bound.balanced_winnow_mistakes {}, bound.perceptron_margin {} },
  plot = { x = "trials", y = "mistakes", panels = "class" },
}
