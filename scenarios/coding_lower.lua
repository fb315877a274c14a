-- What a random code forces: rows of independent bits, each label contradicts the learner as long as a linear programme
-- finds a hidden projection. It is forced on the learner at hand, in the run at hand; beside it what blocks force on
-- every learner, and ln(n/r)/C, enough for the learner at the capacity, to which codes come as near as one likes when n
-- grows (docs/constants.md), slowly. The judged bounds know the weights that were found and are below ln(n/r)/C.
-- It takes minutes.
local function drawn(name, title, direction, value)
  return bound.custom {
    name = name,
    title = title,
    status = "reported",
    direction = direction,
    measure = "mistakes",
    create = function(played) return { value = value(played.n) } end,
    value = function(state) return state.value end,
  } {}
end

return {
  title = "Random codes: what is forced on a learner, and what is enough",
  source = "docs/constants.md",
  params = { n = 1024, r = 1, gap = 0.5, tries = 1000 },
  sweep = { n = { 64, 256, 1024, 4096, 16384 } },
  trials = 200,
  seeds = 10,
  problem = function(p)
    return problem.coding_adversary { n = p.n, r = p.r, gap = p.gap, tries = p.tries, pad = true }
  end,
  learners = function(p)
    return {
      learner.asymmetric_winnow { r = p.r, gap = p.gap, rates = "capacity", label = "at the capacity" },
      learner.winnow { r = p.r, gap = p.gap },
    }
  end,
  bounds = function(p)
    local rho = p.r / p.gap
    local capacity = math.log(1 + (rho - 1) ^ (rho - 1) / rho ^ rho)
    return {
      bound.capacity_mistakes {},
      bound.subspace_mistakes {},
      drawn("enough", "ours, in the limit: ln(n/r)/C", "upper", function(n) return math.log(n / p.r) / capacity end),
      drawn("blocks", "ours, blocks: (r/g) floor(log2(g n/r)), forced by block_adversary", "lower", function(n)
        local halvings = 0
        while rho * 2 ^ (halvings + 1) <= n do halvings = halvings + 1 end
        return rho * halvings
      end),
    }
  end,
  plot = { x = "n", y = "mistakes", log = "x" },
}
