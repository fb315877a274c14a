-- Theorem 1 reduces from Hitting Set, not, as printed, from Set Cover. For random families of 5 subsets of {1..5} every
-- diagonal W of rank r is tried: one with tr(W X_i) >= 1/2 for all examples X_i = diag(1[j in S_i]) exists exactly when
-- some r elements hit every set, and for many families not when some r sets cover every element.

-- All subsets of {1..count} with `size` elements, as lists of 0 and 1.
local function subsets(count, size)
  local found = {}
  local function extend(chosen, place, left)
    if place > count then
      if left == 0 then table.insert(found, table.move(chosen, 1, count, 1, {})) end
      return
    end
    for bit = 0, math.min(1, left) do
      chosen[place] = bit
      extend(chosen, place + 1, left - bit)
    end
  end
  extend({}, 1, size)
  return found
end

-- Is there a diagonal W of rank r? On a given support larger entries only raise every trace: 1 stands for all of them.
local function satisfiable(member, n, r)
  for _, support in ipairs(subsets(n, r)) do
    local all = true
    for i = 1, #member do
      local trace = 0
      for j = 1, n do trace = trace + support[j] * member[i][j] end
      all = all and trace >= 0.5
    end
    if all then return true end
  end
  return false
end

local function hitting_set(member, n, r)
  for _, chosen in ipairs(subsets(n, r)) do
    local missed = false
    for _, set in ipairs(member) do
      local hit = false
      for j = 1, n do hit = hit or (chosen[j] == 1 and set[j] == 1) end
      missed = missed or not hit
    end
    if not missed then return true end
  end
  return false
end

local function set_cover(member, n, r)
  for _, chosen in ipairs(subsets(#member, r)) do
    local uncovered = false
    for j = 1, n do
      local covered = false
      for i = 1, #member do covered = covered or (chosen[i] == 1 and member[i][j] == 1) end
      uncovered = uncovered or not covered
    end
    if not uncovered then return true end
  end
  return false
end

local readings = { ["Hitting Set"] = hitting_set, ["Set Cover"] = set_cover }

return {
  title = "Theorem 1 is about Hitting Set, not Set Cover",
  source = "Warmuth 2007, Theorem 1",
  params = { n = 5, sets = 5, r = 2, families = 100, density = 0.4, reading = { "Hitting Set", "Set Cover" } },
  sweep = { r = { 1, 2, 3, 4 }, reading = { "Hitting Set", "Set Cover" } },
  seeds = 5,
  procedure = function(p)
    local differ, solvable = 0, 0
    for _ = 1, p.families do
      local member = {}
      for i = 1, p.sets do
        member[i] = {}
        for j = 1, p.n do member[i][j] = math.random() < p.density and 1 or 0 end
      end
      local constraints = satisfiable(member, p.n, p.r)
      if constraints then solvable = solvable + 1 end
      if readings[p.reading](member, p.n, p.r) ~= constraints then differ = differ + 1 end
    end
    return { differ = 100 * differ / p.families, satisfiable = 100 * solvable / p.families }
  end,
  plot = {
    x = "r",
    y = "differ",
    ylabel = "% of families answered differently",
    log = "",
  },
}
