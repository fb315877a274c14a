-- Who knows which rows and which columns resemble each other learns a matrix of signs from a few mistakes, however
-- large it is. Three classes of rows and of columns; the graphs join mostly items of one class. Without them a
-- mistake or two for each row and column are needed, and the bound, (D/gamma^2) ln n with D = m + n, says so. With
-- them D hardly depends on m + n; with a tenth of the edges drawn at random part of that is lost. The coin learns from
-- every trial within the margin, which pays where labels are noisy and not here.
local gamma = 1 / math.sqrt(3)

-- D of the three kinds of side information, measured ("trace of the comparator" in manifest.json) and rounded up.
local function trace(p)
  if p.side == "no graphs" then return 2 * p.n end
  return p.side == "graphs" and 32 or 16 + 1.5 * p.n
end

return {
  title = "Side information: with the graphs, mistakes hardly grow with n",
  source = "after Herbster, Pasteris & Tse 2020",
  params = { n = 32, side = { "graphs", "no graphs", "noisy graphs" } },
  sweep = { n = { 12, 24, 48, 96 }, side = { "no graphs", "noisy graphs", "graphs" } },
  trials = 3000,
  seeds = 3,
  problem = function(p)
    return problem.side_information {
      m = p.n,
      n = p.n,
      classes = 3,
      side = p.side == "no graphs" and "none" or "graphs",
      wrong = p.side == "noisy graphs" and 0.1 or 0,
    }
  end,
  learners = function(p)
    return {
      learner.side_information_completion { gamma = gamma, trace = trace(p), label = "conservative" },
      learner.randomized_side_information_completion { gamma = gamma, trace = trace(p), label = "with a coin" },
    }
  end,
  bounds = {
    bound.side_information_mistakes {},
    bound.side_information_expected_mistakes {},
    bound.subspace_mistakes {}, -- the same proof with the divergence of the hidden matrix itself: less than D ln n
  },
  plot = {
    name = "mistakes",
    x = "n",
    y = "mistakes",
    log = "xy",
    fit = true,
    panels = "side",
    learners = { "conservative", "with a coin" },
    bounds = { "side_information_mistakes" },
  },
}
