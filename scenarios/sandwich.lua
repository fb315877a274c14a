-- What is forced and what is enough: mistakes over n, for r = 1, 2, 4 and gap 1, 1/2, 1/4. From above 3.591 (r/gap)
-- ln(n/r) (one rate, Theorem 2 of the paper; 7.18 r ln(n/r) at gap 1/2), e (r/gap) ln(n/r) (two rates) and ln(n/r)/C
-- (trace 1, at the capacity); each learner meets the adversary that knows its weights. From below (r/gap)
-- floor(log2(gap n/r)): what `block_adversary`, another sequence, forces on every deterministic learner, so that a
-- learner may lie below it here; on matrices `matrix_block_adversary` adds r (1/gap - 1).
-- Drawn, and judged against those adversaries (docs/constants.md).
local function forced(name, title, further)
  return bound.custom {
    name = name,
    title = title,
    status = "reported",
    direction = "lower",
    measure = "mistakes",
    parameters = { r = { type = "number" }, gap = { type = "number" } },
    create = function(played, _, p)
      local count, halvings = p.r / p.gap, 0
      while count * 2 ^ (halvings + 1) <= played.n do halvings = halvings + 1 end
      return { forced = count * halvings + further * (count - p.r) }
    end,
    value = function(state) return state.forced end,
  }
end
local blocks = forced("blocks", "ours, blocks: (r/g) floor(log2(g n/r)), forced by block_adversary", 0)
local dyads =
  forced("dyads", "ours, blocks and dyads: r (1/g - 1) more, forced on matrices by matrix_block_adversary", 1)

local targets, names = {}, {}
for _, gap in ipairs { 1, 0.5, 0.25 } do
  for _, r in ipairs { 1, 2, 4 } do
    local name = string.format("rank %d at gap %g", r, gap)
    targets[name] = { r = r, gap = gap }
    names[#names + 1] = name
  end
end

return {
  title = "The sandwich: mistakes that are forced, made, and enough",
  source = "docs/constants.md; Warmuth 2007, Theorem 2",
  params = { n = 1024, target = "rank 1 at gap 0.5" },
  sweep = { n = { 64, 256, 1024, 4096, 16384 }, target = names },
  trials = 600,
  seeds = 1,
  problem = function(p)
    local of = targets[p.target]
    return problem.threshold_adversary { n = p.n, r = of.r, gap = of.gap, filling = "fitting", pad = true }
  end,
  learners = function(p)
    local of = targets[p.target]
    return {
      learner.winnow { r = of.r, gap = of.gap, label = "one rate" },
      learner.asymmetric_winnow { r = of.r, gap = of.gap, rates = "best", label = "two rates" },
      learner.asymmetric_winnow { r = of.r, gap = of.gap, rates = "capacity", label = "at the capacity" },
    }
  end,
  bounds = function(p)
    local of = targets[p.target]
    return {
      bound.subspace_mistakes {},
      bound.asymmetric_mistakes {},
      bound.capacity_mistakes {},
      blocks { r = of.r, gap = of.gap },
      dyads { r = of.r, gap = of.gap },
    }
  end,
  plot = { x = "n", y = "mistakes", log = "x", panels = "target" },
}
