-- 16. A problem of your own: `facts` says what comes, `next` gives an instance with its label.
--
-- math.random is the problem's own stream: every learner meets the same trials, whatever the others do. What
-- `comparator` returns is hidden from learners and known to bounds: here the attributes of the disjunction.
-- Seasons: attributes come in blocks, of which one is awake at a time; all relevant ones are in the last.
local seasons = problem.custom {
  name = "seasons",
  title = "Attributes that sleep",
  parameters = { n = { type = "integer", low = 8 }, length = { type = "integer", default = 50, low = 1 } },
  facts = function(p) return { n = p.n, instances = "vector", gap = { 0, 1 } } end,
  create = function(_, p) return { p = p, t = 0, block = p.n // 4 } end,
  next = function(s)
    local first = s.t // s.p.length % 4 * s.block -- of the block that is awake
    local entries, positive = {}, false
    for i = first + 1, first + s.block do
      if math.random() < 0.25 then
        entries[i] = 1
        positive = positive or i > s.p.n - 2
      end
    end
    s.t = s.t + 1
    return sparse(s.p.n, entries), positive and 1 or -1
  end,
  comparator = function(s) return { coordinates = { s.p.n - 1, s.p.n } } end,
}

return {
  title = "Attributes that sleep",
  params = { n = 32 },
  trials = 600,
  seeds = 5,
  problem = function(p) return seasons { n = p.n } end,
  learners = { learner.winnow { r = 2, gap = 1 }, learner.perceptron {} },
  bounds = { bound.subspace_mistakes {} },
  plot = { x = "trials", y = "mistakes", log = "" },
}
