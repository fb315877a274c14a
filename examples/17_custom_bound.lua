-- 17. A bound of your own: a claim that is judged in every run.
--
-- `applies` says to which learners and problems it applies, `value` is the bound on `measure`. Without
-- `status = "proved"` it is a claim, and a run that breaks it is a finding (`refuted`), not an error. `create` looks at
-- the problem before the first trial; `premises` are conditions under which it is claimed: `premise.noise_free`, which
-- looks at every trial, and one of its own.
-- The claims: on a clean disjunction the perceptron makes at most (r + 1) n mistakes, and Winnow at most 3 r ln n.
-- Found: the first is refuted for r = 1; the second was not broken here, which proves nothing.
local function claim(name, title, family, formula)
  return bound.custom {
    name = name,
    title = title,
    measure = "mistakes",
    comparator = true,
    applies = function(_, player) return player.family == family end,
    create = function(played) return { n = played.n, r = played.comparator.rank, played = played.trials } end,
    value = formula,
    premises = {
      premise.noise_free,
      { name = "more attributes than literals", holds = function(s) return s.r < s.n, s.r end },
    },
  }
end
local linear = claim("linear", "(r + 1) n", "perceptron", function(s) return (s.r + 1) * s.n end)
local logarithmic = claim("logarithmic", "3 r ln n", "winnow", function(s) return 3 * s.r * math.log(s.n) end)

return {
  title = "Two claims",
  params = { n = 32, r = 1 },
  sweep = { r = { 1, 8 } },
  trials = 1000,
  seeds = 20,
  problem = function(p) return problem.disjunction { n = p.n, r = p.r } end,
  learners = function(p) return { learner.winnow { r = p.r, gap = 1 }, learner.perceptron {} } end,
  bounds = { linear {}, logarithmic {} },
  plot = { x = "trials", y = "mistakes", panels = "r" },
}
