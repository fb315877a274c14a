A scenario with a mistake ends with status 2 and one line: file, line, what, and what was expected. Nothing is written.

  $ refuse() { cat > s.lua; "$WINNOW" run s.lua --out out "$@"; status=$?; test ! -e out || echo "a folder was made"; return $status; }

The table itself:

  $ refuse < /dev/null
  winnow: s.lua:1: a scenario must return one table, not nothing
  [2]
  $ echo 'return 42' | refuse
  winnow: s.lua:1: a scenario must return one table, not a number
  [2]
  $ echo 'return { problem = ' | refuse
  winnow: s.lua:2: unexpected symbol near <eof>
  [2]
  $ echo 'return { seeds = 2 seeds = 3 }' | refuse
  winnow: s.lua:1: expected a comma or } at the end of the field, before seeds
  [2]
  $ refuse << 'END'
  > return {
  >   seeds = 2
  >   -- so many
  > 
  >   trials = 3 }
  > END
  winnow: s.lua:2: expected a comma or } at the end of the field, before trials
  [2]
  $ refuse << 'END'
  > local lists = {
  >   { 1, "two" "three" },
  > }
  > END
  winnow: s.lua:2: expected a comma or } at the end of the field, before "three"
  [2]
  $ refuse << 'END'
  > local list = {
  >   first = 1 = 2,
  > }
  > END
  winnow: s.lua:2: '}' expected (to close '{' at line 1) near '='
  [2]
  $ printf '\033Lua' | refuse
  winnow: s.lua:1: byte 1 is not UTF-8 text
  [2]
  $ echo 'return {}' | refuse
  winnow: s.lua:1: problem is missing: a scenario has a problem and learners, or a procedure
  [2]
  $ echo 'return { problem = problem.disjunction { n = 4 } }' | refuse
  winnow: s.lua:1: learners is missing: a scenario has a problem and learners, or a procedure
  [2]
  $ echo 'return { learners = { learner.winnow {} }, trials = 10 }' | refuse
  winnow: s.lua:1: problem is missing: a scenario has a problem and learners, or a procedure
  [2]
  $ refuse << 'END'
  > return {
  >   probelm = problem.disjunction { n = 4 },
  >   learners = learner.winnow {}, trials = 10,
  > }
  > END
  winnow: s.lua:2: probelm: no such field; nearest: problem (valid: title, source, params, sweep, trials, test, seeds, problem, learners, bounds, observe, plot, procedure)
  [2]
  $ refuse << 'END'
  > return {
  >   title = "two\nlines",
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {}, trials = 10,
  > }
  > END
  winnow: s.lua:2: title must be one line of UTF-8 text
  [2]
  $ refuse << 'END'
  > return {
  >   trials = 0,
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  > }
  > END
  winnow: s.lua:2: trials = 0 must be a whole number from 1 to 9007199254740992
  [2]
  $ refuse << 'END'
  > return {
  >   problem = problem.disjunction { n = 4 },
  >   learners = learner.winnow {},
  > }
  > END
  winnow: s.lua:1: trials is missing, and disjunction has no end of its own
  [2]
  $ refuse << 'END'
  > return {
  >   trials = 10, seeds = "many",
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  > }
  > END
  winnow: s.lua:2: seeds must be a whole number, not a string
  [2]
  $ refuse << 'END'
  > return {
  >   trials = 10, seeds = 2.5,
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  > }
  > END
  winnow: s.lua:2: seeds = 2.5 must be a whole number from 1 to 1000000
  [2]
  $ refuse << 'END'
  > return {
  >   trials = 10, observe = { "weight" },
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  > }
  > END
  winnow: s.lua:2: observe: "weight": no such quantity (valid: potential, trace, *, constant:NAME) (glob)
  [2]

Parameters and the grid:

  $ refuse << 'END'
  > return { params = { n = 4 },
  >   sweep = { m = { 1, 2 } },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:2: sweep.m: no such parameter (valid: n); what is swept needs a value in params
  [2]
  $ refuse << 'END'
  > return { params = { n = 4 },
  >   sweep = { n = { 4, "8" } },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:2: sweep.n: expected a number, as in params, not a string
  [2]
  $ refuse << 'END'
  > return { params = { n = 4 },
  >   sweep = { n = {} },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:2: sweep.n must be a list of at least one value
  [2]
  $ refuse << 'END'
  > return { params = { n = 4 },
  >   sweep = { n = { 4, 8, 4 } },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:2: sweep.n: 4 is listed twice
  [2]
  $ refuse << 'END'
  > return {
  >   params = { seed = 4 },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:2: params.seed: the result files have a column of this name
  [2]
  $ refuse << 'END'
  > return {
  >   params = { ["my n"] = 4 },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:2: params: "my n" must be a name: letters, digits and _, at most 63, no digit first
  [2]
  $ refuse << 'END'
  > return {
  >   params = { n = 0/0 },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:2: params.n = nan must be a finite number; whole ones up to 2^53
  [2]
  $ refuse << 'END'
  > return {
  >   params = { f = print },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:2: params.f must be a number, a string, true, false or a list of texts, not a function
  [2]
  $ refuse << 'END'
  > local many = {}
  > for i = 1, 4000 do many[i] = i end
  > return { params = { a = 1, b = 1 },
  >   sweep = { a = many, b = many },
  >   trials = 10, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
  > END
  winnow: s.lua:4: the grid has more than 10000000 points
  [2]
  $ refuse << 'END'
  > return { params = { n = 4 }, trials = 10,
  >   problem = function(p)
  >     return problem.disjunction { n = p.N }
  >   end,
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:3: p.N: no such parameter; nearest: n
  [2]

Problems, learners, bounds:

  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.close_to_subpace { n = 4 },
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:2: problem.close_to_subpace: no such problem; nearest: close_to_subspace (winnow list problems)
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = {
  >     learner.winnow {},
  >     learner.perceptorn {},
  >   } }
  > END
  winnow: s.lua:5: learner.perceptorn: no such learner; nearest: perceptron (winnow list learners)
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = learner.winnow { etta = 1 } }
  > END
  winnow: s.lua:3: winnow: etta: no such parameter; nearest: eta (valid: *) (glob)
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction {},
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:2: disjunction: n is missing; expected a whole number: at least 1 and at most 10000000
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = "4" },
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:2: disjunction: n = "4" must be a whole number: at least 1 and at most 10000000
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4, density = 1.5 },
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:2: disjunction: density = 1.5 must be at least 0 and at most 1
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4, r = 5 },
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:2: disjunction: r = 5 must be at most n = 4
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4, form = "rotatd" },
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:2: disjunction: form = "rotatd" must be one of: vector matrix rotated
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = learner.winnow { eta = 0 } }
  > END
  winnow: s.lua:3: winnow: eta = 0 must be above 0 and at most 100
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = learner.winnow { eta = 1/0 } }
  > END
  winnow: s.lua:3: winnow: eta = inf must be a number: above 0 and at most 100
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = learner.winnow { normalize = "project", w0 = 1 } }
  > END
  winnow: s.lua:3: winnow: w0 has no effect with normalize = "project": leave it out
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.close_to_subspace { n = 4 },
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:3: winnow takes vector instances, close_to_subspace produces dyad
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.close_to_subspace { n = 4 },
  >   learners = learner.matrix_winnow { representation = "diagonal" } }
  > END
  winnow: s.lua:3: matrix_winnow: representation diagonal cannot take instances of kind dyad; auto chooses one that can
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.close_to_subspace { n = 4, r = 4 },
  >   learners = learner.matrix_winnow { r = 4 } }
  > END
  winnow: s.lua:2: close_to_subspace: r = n = 4 leaves no negative instances: positives must be 1
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.threshold_adversary { n = 1000, rotated = true },
  >   learners = learner.matrix_winnow {} }
  > END
  winnow: s.lua:2: threshold_adversary: n = 1000 must be at most 256 with rotated = true
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = { learner.winnow {}, learner.winnow { eta = 1 } } }
  > END
  winnow: s.lua:3: two learners have the label "winnow"; give one of them a label of its own: label = "..."
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = { learner.winnow { label = "a\tb" } } }
  > END
  winnow: s.lua:3: winnow: label must have 1 to 80 bytes of text without tab, line end, '#' or leading '"', and not be "-"
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = {} }
  > END
  winnow: s.lua:3: learners: at least one is needed
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = learner.winnow {},
  >   learners = learner.winnow {} }
  > END
  winnow: s.lua:2: problem must be a problem such as problem.NAME { ... }, not a learner
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 },
  >   learners = { learner.winnow } }
  > END
  winnow: s.lua:3: learners[1] must be a learner such as learner.NAME { ... }, not a function
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  >   bounds = { bound.subspace_mistake {} } }
  > END
  winnow: s.lua:3: bound.subspace_mistake: no such bound; nearest: subspace_mistakes, subspace_mistakes_printed, subspace_mistakes_upper_rank (winnow list bounds)
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  >   bounds = { bound.subspace_mistakes { r = 1 } } }
  > END
  winnow: s.lua:3: subspace_mistakes: r: no such parameter; it has none
  [2]

Plots and procedures:

  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  >   plot = { x = "n", y = "mistakes" } }
  > END
  winnow: s.lua:3: plot.x = "n" must be "trials", a parameter or a function, x = function(p) return ... end (parameters: none)
  [2]
  $ refuse << 'END'
  > return { trials = 10, params = { n = 4, r = 1 },
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  >   plot = { x = "r*log(n/r)", y = "mistakes" } }
  > END
  winnow: s.lua:3: plot.x = "r*log(n/r)" must be "trials", a parameter or a function, x = function(p) return ... end (parameters: n, r)
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  >   plot = { y = "mistake" } }
  > END
  winnow: s.lua:3: plot.y = "mistake": no such quantity; nearest: mistakes, expected_mistakes (valid: mistakes, loss, regret, *) (glob)
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  >   plot = { y = "trace" } }
  > END
  winnow: s.lua:3: plot.y = "trace" needs observe = { "trace" }
  [2]
  $ refuse << 'END'
  > return { trials = 10,
  >   problem = problem.disjunction { n = 4 }, learners = learner.winnow {},
  >   plot = { y = "mistakes", name = "a/b" } }
  > END
  winnow: s.lua:3: plot.name = "a/b" must be a file name of letters, digits, '_', '-' and '.', at most 99
  [2]
  $ refuse << 'END'
  > return { procedure = function() return {} end, learners = learner.winnow {} }
  > END
  winnow: s.lua:1: learners beside procedure: a scenario has either a procedure or a problem and learners
  [2]
  $ refuse << 'END'
  > return { procedure = 3 }
  > END
  winnow: s.lua:1: procedure must be a function(p, seed), not a number
  [2]

What a scenario may not do:

  $ echo 'return { title = os.date() }' | refuse
  winnow: s.lua:1: os: no such global
  [2]
  $ echo 'local file = io.open("/etc/passwd")' | refuse
  winnow: s.lua:1: io: no such global
  [2]
  $ echo 'seeds = 3' | refuse
  winnow: s.lua:1: seeds: a scenario cannot define globals; write: local seeds
  [2]
  $ echo 'return { title = tilte }' | refuse
  winnow: s.lua:1: tilte: no such global
  [2]
  $ echo 'math.randomseed(1)' | refuse
  winnow: s.lua:1: math.randomseed does not exist: math.random is a stream that depends on the cell's seed alone, so that a run can be repeated
  [2]
  $ echo 'local t = setmetatable({}, { __gc = print })' | refuse
  winnow: s.lua:1: setmetatable: no __gc in a scenario
  [2]
  $ echo 'local t = { [print] = 1 }  for k in pairs(t) do end' | refuse
  winnow: s.lua:1: a table with a function as key cannot be visited in a fixed order
  [2]
  $ echo 'error("my own words")' | refuse
  winnow: s.lua:1: my own words
  [2]
  $ echo 'error({})' | refuse
  winnow: s.lua:1: error was called with a table, expected a string
  [2]
  $ refuse << 'END'
  > local function inner(x) return x.field end
  > local function outer() return inner(nil) end
  > return { title = outer() }
  > END
  winnow: s.lua:1: attempt to index a nil value (local 'x') (called from line 3)
  [2]
  $ echo 'local function f() return f() + 1 end  return f()' | refuse
  winnow: s.lua:1: stack overflow (called from line 1, 1, 1, 1, 1, 1, ...)
  [2]
