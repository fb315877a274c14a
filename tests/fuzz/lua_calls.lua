-- The driver of fuzz_lua_calls.c: a scenario whose calls the bytes of the input choose. `fuzz` is taken away first:
-- byte() is the next byte, 0 at the end; functions are what a scenario can call, tables what has a metatable;
-- methods(value) lists names; word(n) is a word; collect(n) is the collector; learn(message) keeps words.
local fuzz = rawget(_ENV, "fuzz")
rawset(_ENV, "fuzz", nil)
local byte, functions, tables, methods = fuzz.byte, fuzz.functions, fuzz.tables, fuzz.methods
local collect, learn, unpack = fuzz.collect, fuzz.learn, table.unpack
local pcall, setmetatable, rawset, select, type, pairs = pcall, setmetatable, rawset, select, type, pairs

local numbers = {
  0, 1, 2, 3, 4, 5, 7, 8, -1, 0.5, 2.0, -0.0, 1e-300, 1e308, 0 / 0, 1 / 0, -1 / 0, 2 ^ 53, math.maxinteger,
  math.mininteger,
}
local events = { -- all but __concat, which Lua 5.4.4 cannot bear where it is assigned after setmetatable
  "__index", "__newindex", "__call", "__len", "__eq", "__lt", "__le", "__unm", "__add", "__sub", "__mul",
  "__div", "__mod", "__pow", "__idiv", "__band", "__shl", "__bnot", "__tostring", "__name", "__metatable", "__pairs",
  "__close", "__mode", "__gc",
}
local long = { ("text "):rep(40), ("text "):rep(400), ("text "):rep(4000) }
local pool, size, MOST = {}, 0, 48
local depth = 0
local act, value

local function keep(v)
  if v == nil then return end
  size = size % MOST + 1
  pool[size] = v
end

local function picked() return pool[1 + byte() % #pool] end
local function number() return numbers[1 + byte() % #numbers] end
local function word() return fuzz.word(256 * byte() + byte()) end

-- A program calls few functions often, and few metamethods, so that those that harm each other meet.
local function few(list, count)
  local chosen = {}
  for i = 1, count do chosen[i] = list[1 + (256 * byte() + byte()) % #list] end
  return function()
    local place = byte()
    if place < 208 then return chosen[1 + place % count] end
    return list[1 + (256 * byte() + byte()) % #list]
  end
end
local any_function, any_event = few(functions, 4), few(events, 3)

-- A function that does as the bytes say, and returns `result`, or something else.
local function callback(result)
  return function(...)
    if depth < 3 then
      depth = depth + 1
      for _ = 1, byte() % 3 do act(...) end
      depth = depth - 1
    end
    local how = byte()
    if how < 16 then error(value(1)) end
    if how < 64 then return value(1), value(1) end
    if how < 80 then return ... end
    if type(result) == "function" then return result(...) end
    return result
  end
end

local function metatable(n)
  local mt = {}
  for _ = 0, byte() % 3 do mt[any_event()] = byte() % 2 == 0 and callback(value(n + 1)) or value(n + 1) end
  return mt
end

local function entries(n)
  local t = {}
  for i = 1, 1 + byte() % 40 do t[n % 2 == 0 and i or "k" .. i] = n < 2 and { i } or numbers[1 + i % 8] end
  return t
end

local any_kind = few((function()
  local kinds = {}
  for i = 0, 255 do kinds[i + 1] = i end
  return kinds
end)(), 6)

function value(n)
  local kind = any_kind()
  if kind < 96 or n > 3 then return picked() end
  if kind < 128 then return number() end
  if kind < 152 then return word() end
  if kind < 168 then return byte() % 8 == 0 and "a\0b" or long[1 + byte() % #long] end
  if kind < 176 then return kind % 3 == 0 and nil or kind % 3 == 1 end
  if kind < 188 then return callback(picked()) end
  if kind < 196 then return any_function() end
  if kind < 216 then return entries(byte() % 4) end
  if kind < 232 then
    local ok, t = pcall(setmetatable, entries(byte() % 4), metatable(n))
    return ok and t or nil
  end
  local t = {}
  for _ = 0, byte() % 3 do t[byte() % 2 == 0 and word() or 1 + byte() % 4] = value(n + 1) end
  return t
end

local function failed(message)
  if type(message) == "string" then learn(message) end
end

local function call(f, ...)
  local ok, first, second, third = pcall(f, ...)
  if not ok then return failed(first) end
  keep(first)
  keep(second)
  keep(third)
end

local function arguments()
  local count = byte() % 8
  if count == 0 then return end
  if count > 5 then return unpack(pool, 1 + byte() % #pool, #pool) end
  if count == 1 then return value(0) end
  if count == 2 then return value(0), value(0) end
  if count == 3 then return value(0), value(0), value(0) end
  return value(0), value(0), value(0), value(0)
end

local operators = {
  function(a, b) return a + b end,
  function(a, b) return a - b end,
  function(a, b) return a * b end,
  function(a, b) return a / b end,
  function(a, b) return a ^ b end,
  function(a) return -a end,
  function(a) return #a end,
  function(a, b) return a .. b end,
  function(a, b) return a == b, a ~= b end,
  function(a, b) return a < b, a <= b end,
  function(a, b) return a[b] end,
  function(a, b) a[b] = value(1) end,
  function(a, b) return a(b) end,
  function(a)
    for _, v in pairs(a) do keep(v) end
  end,
  function(a)
    local closed <close> = a
    keep(closed)
  end,
}

function act(...)
  local kind = byte() % 16
  if kind < 5 then
    call(any_function(), arguments())
  elseif kind < 9 then
    local v = byte() % 4 == 0 and tables[1 + byte() % #tables] or picked()
    local names = methods(v)
    local name = #names > 0 and names[1 + byte() % #names] or word()
    local ok, f = pcall(function() return v[name] end)
    if ok then keep(f) call(f, byte() % 8 == 0 and value(0) or v, arguments()) end
  elseif kind == 9 then
    call(operators[1 + byte() % #operators], picked(), value(0))
  elseif kind == 10 then
    keep(value(0))
  elseif kind == 11 then
    local t = picked()
    if type(t) == "table" then call(rawset, t, byte() % 2 == 0 and word() or number(), value(0)) end
  elseif kind == 12 then
    call(setmetatable, picked(), metatable(0))
  elseif kind == 13 then -- a metatable changed after it was set
    local t, mt, f = entries(byte() % 4), metatable(0), any_function()
    pcall(setmetatable, t, mt)
    if byte() % 2 == 0 then mt.__mode = ({ "k", "v", "kv" })[1 + byte() % 3] else mt[any_event()] = value(1) end
    keep(t)
    local first = value(0)
    collect(4 + byte() % 8)
    if byte() % 2 == 0 then call(f, t) else call(f, first, t) end
  elseif kind == 14 then
    collect(byte() % 12)
  else
    keep((...))
  end
end

-- What the types of values are made by is among the functions; these are there from the beginning.
keep(vec { 1, 0.5, -2 })
keep(sparse(3, { [2] = 1 }))
keep(mat { { 2, 1, 0 }, { 1, 2, 1 }, { 0, 1, 2 } })
keep(spectral { n = 3, kind = "dyad" })
keep(entries(0))
keep(long[2])
keep({})
for _ = 1, 4 do
  local t = entries(byte() % 4)
  pcall(setmetatable, t, metatable(0))
  keep(t)
end
keep(long[3])
collect(byte() % 12)

if fuzz.learning then
  local unknown = { {}, { zz = 1 }, "zz", 2, pool[1] }
  local function ask(f)
    for i = 1, #unknown do
      failed(select(2, pcall(f, unknown[i])))
      for v = 1, 4 do failed(select(2, pcall(f, pool[v], unknown[i], unknown[i]))) end
    end
  end
  for i = 1, #functions do ask(functions[i]) end
  for v = 1, 4 do
    local names = methods(pool[v])
    for i = 1, #names do learn(names[i]) ask(pool[v][names[i]]) end
  end
  for _, kind in pairs { problem, learner, bound, premise } do
    failed(select(2, pcall(function() return kind.zz end)))
    local ok, custom = pcall(function() return kind.custom end)
    if ok then ask(custom) failed(select(2, pcall(custom, { name = "zz" }))) end
  end
  return { zz = 1 }
end

-- A definition or a field, some of it changed.
local function changed(t)
  for _ = 1, byte() % 4 - 1 do
    local key = word()
    for k in pairs(t) do
      if byte() % 4 == 0 then key = k break end
    end
    t[key] = value(0)
  end
  keep(t)
  return t
end

local function declare(kind, definition)
  local ok, made = pcall(kind.custom, changed(definition))
  if not ok then failed(made) return nil end
  keep(made)
  ok, made = pcall(made, byte() % 8 == 0 and value(0) or {})
  if ok then return made end
end

for _ = 0, byte() do act() end
local constants = changed { eta = 0.5, theta = callback(0.25) }
local mine = declare(problem, {
  name = "mine_p",
  constants = constants,
  asks_learner = byte() % 4 == 0 and { "eta" } or nil,
  facts = changed { n = 3, instances = "vector", gap = { -1, 1 }, adaptive = byte() % 4 == 0 },
  create = callback({}),
  next = callback(function() return vec { 1, 0, -1 }, 1 end),
  reveal = callback(1),
  comparator = byte() % 4 == 0 and callback({ vector = { 1, 0, 0 } }) or nil,
})
local own = declare(learner, {
  name = "mine_l",
  instances = { "vector" },
  constants = constants,
  observe = changed { size = callback(1) },
  parameters = changed { rate = 0.5 },
  create = callback({ w = vec(3) }),
  predict = callback(function() return 0.5 end),
  update = callback(true),
  save = byte() % 4 == 0 and callback({ 1 }) or nil,
  load = byte() % 4 == 0 and callback({}) or nil,
})
local invariants, premises = {}, {}
for i = 1, byte() % 3 do
  invariants["i" .. i] = changed { measure = "m", judge = callback(function() return 0, 1 end) }
end
for i = 1, byte() % 3 do premises[i] = changed { name = "premise " .. i, holds = callback(true) } end
keep(invariants)
keep(premises)
local judge = declare(bound, {
  name = "mine_b",
  measure = "mistakes",
  level = byte() % 2 == 0 and "trial" or nil,
  value = callback(10),
  trivial = callback(9),
  measured = byte() % 2 == 0 and callback(1) or nil,
  watch = callback(nil),
  create = callback({}),
  applies = callback(true),
  invariants = invariants,
  premises = premises,
})
for _ = 1, byte() % 8 do act() end
return changed {
  title = "calls",
  trials = 6,
  seeds = 1,
  params = changed { a = 1 },
  problem = mine or problem.disjunction { n = 8, r = 2 },
  learners = { own or learner.winnow {}, byte() % 4 == 0 and learner.perceptron {} or nil },
  bounds = { judge },
  observe = byte() % 4 == 0 and { "size" } or nil,
  plot = byte() % 4 == 0 and changed { x = callback(1), y = "loss" } or nil,
}
