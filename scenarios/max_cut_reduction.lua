-- Footnote 4: Close to Subspace is NP-hard already at rank 1, by a reduction from Maximum Cut, which the paper does not
-- show. One that works, for a graph on n nodes and a cut of k edges: n + 1 positive examples and no negative ones, at
-- the gap 1/n. The dyads e_i e_i^T ask for u_i^2 >= 1/n, and as u has length 1 only u = w/sqrt(n), w of signs, is left.
-- The Laplacian L, as X = L/(4k), asks for u^T L u >= 4k/n, and that is 4/n times the edges that w cuts. (X <= I where
-- 4k is at least L's largest eigenvalue, which is at most twice the largest degree: a smaller cut is that of one node.)
--
-- For random graphs every projection of rank 1 that meets the dyads is tried, and every cut is counted: one is
-- consistent exactly where there is such a cut, and none of 100 random directions is. The rank is what makes it hard:
-- the identity meets every example.
local function random_graph(n, density)
  local edges = {}
  for i = 2, n do
    for j = 1, i - 1 do
      if math.random() < density then edges[#edges + 1] = { i, j } end
    end
  end
  return edges
end

-- Is tr(u u^T X) at least 1/n for all examples?
local function consistent(u, n, edges, k)
  local quadratic = 0
  for i = 1, n do
    if u[i] * u[i] < (1 - 1e-12) / n then return false end
  end
  for _, edge in ipairs(edges) do quadratic = quadratic + (u[edge[1]] - u[edge[2]]) ^ 2 end
  return quadratic / (4 * k) >= (1 - 1e-12) / n
end

-- Calls visit(w) for all 2^(n-1) vectors of signs with w_1 = 1, until it returns true.
local function some_signs(n, visit)
  for code = 0, 2 ^ (n - 1) - 1 do
    local w = { 1 }
    for i = 2, n do w[i] = (code >> (i - 2)) % 2 == 0 and 1 or -1 end
    if visit(w) then return true end
  end
  return false
end

local function projection_exists(n, edges, k)
  return some_signs(n, function(w)
    local u = {}
    for i = 1, n do u[i] = w[i] / math.sqrt(n) end
    return consistent(u, n, edges, k)
  end)
end

local function cut_exists(n, edges, k)
  return some_signs(n, function(w)
    local count = 0
    for _, edge in ipairs(edges) do
      if w[edge[1]] ~= w[edge[2]] then count = count + 1 end
    end
    return count >= k
  end)
end

local function random_direction(n)
  local u, square = {}, 0
  for i = 1, n do
    u[i] = math.random() + math.random() + math.random() - 1.5
    square = square + u[i] * u[i]
  end
  for i = 1, n do u[i] = u[i] / math.sqrt(square) end
  return u
end

return {
  title = "Maximum Cut as Close to Subspace of rank 1",
  source = "Warmuth 2007, footnote 4",
  params = { n = 7, density = 0.6, share = 0.7, graphs = 40 },
  sweep = { share = { 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9 } },
  seeds = 3,
  procedure = function(p)
    local differ, found, others = 0, 0, 0
    for _ = 1, p.graphs do
      local edges = random_graph(p.n, p.density)
      local k = math.max(1, math.ceil(p.share * #edges)) -- the cut has this many edges
      local projection = projection_exists(p.n, edges, k)
      if projection then found = found + 1 end
      if projection ~= cut_exists(p.n, edges, k) then differ = differ + 1 end
      for _ = 1, 100 do
        if consistent(random_direction(p.n), p.n, edges, k) then others = others + 1 end
      end
    end
    return { differ = differ, others = others, consistent = 100 * found / p.graphs }
  end,
  plot = {
    x = "share",
    y = "consistent",
    xlabel = "share of the edges that are to be cut",
    ylabel = "% of graphs with a consistent projection",
    log = "",
  },
}
