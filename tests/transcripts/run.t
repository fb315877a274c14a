What a run prints. Parameters that do not vary, and seeds and measure if they are the same in all rows, stand before the table; a column without
a value is left out.

  $ cat > table.lua << 'END'
  > return { params = { n = 8, r = 1, name = "a" }, sweep = { n = { 8, 16 } }, seeds = 2, trials = 30,
  >   problem = function(p) return problem.forced_mistakes { n = p.n, r = p.r } end,
  >   learners = { learner.winnow {}, learner.perceptron { label = "Rosenblatt" } }, bounds = { bound.forced_mistakes {} } }
  > END
  $ run() { winnow run "$1.lua" --out "$1" --jobs 1 2> told; status=$?; grep -v '^results: ' told; return $status; }
  $ run table
  name = a, r = 1, seeds = 2, measure = mistakes
   n  learner     mean  sd  min  max  bound            value  used  verdict
   8  winnow         3   0    3    3  forced_mistakes   >= 3     1  holds
   8  Rosenblatt     3   0    3    3  forced_mistakes   >= 3     1  holds
  16  winnow         4   0    4    4  forced_mistakes   >= 4     1  holds
  16  Rosenblatt     4   0    4    4  forced_mistakes   >= 4     1  holds
  bounds: 4, 4 holds
  3 to 4 of 30 trials played: the sequence ends there
  results: table
  $ sed 's/bounds = .*/}/; s/sweep = [^}]*} },//; s/trials = 30/trials = 3/' table.lua > plain.lua && run plain
  n = 8, name = a, r = 1, seeds = 2, measure = mistakes
  learner     mean  sd  min  max
  winnow         3   0    3    3
  Rosenblatt     3   0    3    3
  results: plain

On a terminal a table has at most 100 columns; elsewhere names are whole. What is left out is in summary.tsv, with all digits.

  $ cat > wide.lua << 'END'
  > return { params = { n = 8 }, sweep = { n = { 8, 16 } }, seeds = 2, trials = 5,
  >   problem = function(p) return problem.forced_mistakes { n = p.n, r = 1 } end,
  >   learners = { learner.winnow { r = 1, gap = 1, label = "exactly as it is described in the paper of 1988" },
  >     learner.winnow { r = 1, gap = 1, eta = 1, label = "exactly as it is described in the book of 2006" } },
  >   bounds = { bound.forced_mistakes {}, bound.forced_mistakes_printed {}, bound.subspace_mistakes {} } }
  > END
  $ run wide | sed -n 1,5p
  seeds = 2, measure = mistakes
   n learner                                         mean sd bound                   value   used verdict
   8 exactly as it is described in the paper of 1988    3  0 forced_mistakes          >= 3      1 holds
   8 exactly as it is described in the paper of 1988    3  0 forced_mistakes_printed  >= 3      1 holds
   8 exactly as it is described in the paper of 1988    3  0 subspace_mistakes       7.468 0.4017 vacuous
  $ terminal() { python3 -c 'import pty, sys; pty.spawn(["sh", "-c", sys.argv[1]])' "$1 2> /dev/null" | tr -d '\r'; }
  $ terminal "winnow run wide.lua --out wide" | sed -n 2,5p
   n learner                                      mean sd bound                   value   used verdict
   8 exactly as it is desc.. in the paper of 1988    3  0 forced_mistakes          >= 3      1 holds
   8 exactly as it is desc.. in the paper of 1988    3  0 forced_mistakes_printed  >= 3      1 holds
   8 exactly as it is desc.. in the paper of 1988    3  0 subspace_mistakes       7.468 0.4017 vacuous
  $ terminal "winnow run wide.lua --out wide" | awk 'length($0) > 100'

A row of fewer seeds than asked for says so, and a learner whose cells all failed keeps its row. What bounds say of it is not known.

  $ winnow run table.lua --out part --jobs 1 --shard 1/4 --quiet && winnow run table.lua --out part --jobs 1 --shard 1/4 2> /dev/null
  name = a, r = 1, seeds = 1 of 2, measure = mistakes
   n  learner  mean  min  max  bound            value  used  verdict
   8  winnow      3    3    3  forced_mistakes   >= 3     1  holds
  16  winnow      4    4    4  forced_mistakes   >= 4     1  holds
  bounds: 2, 2 holds
  3 to 4 of 30 trials played: the sequence ends there
  shard 1/4: 2 of 8 cells; verdicts over seeds are left to winnow merge
  results: part
  $ cat > fails.lua << 'END'
  > local fails = learner.custom { name = "fails", instances = "vector", create = function() return {} end,
  >   predict = function() return 0 end, update = function() error("no idea") end }
  > return { seeds = 3, trials = 5, problem = problem.forced_mistakes { n = 8 }, learners = { fails {}, learner.winnow {} }, bounds = bound.eg_loss {} }
  > END
  $ run fails
  learner   seeds  measure   mean  sd  min  max
  fails    0 of 3  failed       -   -    -    -
  winnow        3  mistakes     3   0    3    3
  3 of 5 trials played: the sequence ends there
  results: fails
  cell [0-9a-f]{16} \(fails, seed 1\) failed: fails\.lua:2: no idea (re)
  cell [0-9a-f]{16} \(fails, seed 2\) failed: fails\.lua:2: no idea (re)
  cell [0-9a-f]{16} \(fails, seed 3\) failed: fails\.lua:2: no idea (re)
  [1]

Bounds that nobody is in the scope of, and a state that never changes, are named.

  $ cat > idle.lua << 'END'
  > local idle = learner.custom { name = "idle", instances = "vector", create = function(s) return { w = vec(s.n) } end,
  >   predict = function(s, x) return s.w:dot(x) - 1 end,
  >   update = function(s, x, _, y) local w = s.w; w = w + y * x; return true end }
  > local sound = learner.custom { name = "sound", instances = "vector", create = function(s) return { w = vec(s.n) } end,
  >   predict = function(s, x) return s.w:dot(x) - 1 end,
  >   update = function(s, x, _, y) s.w = s.w + y * x; return true end }
  > return { seeds = 2, trials = 5, problem = problem.disjunction { n = 8 }, learners = { idle {}, sound {} },
  >   bounds = { bound.eg_loss {}, bound.forced_mistakes {}, bound.perceptron_margin {} } }
  > END
  $ run idle | tail -n 5
  eg_loss speaks of exponentiated gradient: no row (winnow list bounds eg_loss)
  forced_mistakes speaks of forced mistakes: no row (winnow list bounds forced_mistakes)
  perceptron_margin speaks of perceptron: no row (winnow list bounds perceptron_margin)
  idle reports updates, but its state never changes (2 cells): in update write to the fields of the state, as in state.w = ..., not to a local name
  results: idle

An interrupted run says how to go on.

  $ cat > long.lua << 'END'
  > return { params = { n = 8, long = 0 }, sweep = { long = { 1, 0 } }, seeds = 1,
  >   trials = function(p) return p.long == 1 and 100000000 or 5 end,
  >   problem = problem.disjunction { n = 8 }, learners = { learner.winnow {} } }
  > END
  $ timeout -s INT --preserve-status 2 winnow run long.lua --out long --jobs 1 --quiet
  interrupted: 1 of 2 cells done; the same command goes on
  [130]

What was judged is counted below the table, and a premise that failed is named.

  $ sed 's/trials = 30/trials = 2/' table.lua > early.lua && run early
  name = a, r = 1, seeds = 2, measure = mistakes
   n  learner     mean  sd  bound            value  verdict  premise
   8  winnow         2   0  forced_mistakes   >= 3  premise  the adversary could play to its end
   8  Rosenblatt     2   0  forced_mistakes   >= 3  premise  the adversary could play to its end
  16  winnow         2   0  forced_mistakes   >= 4  premise  the adversary could play to its end
  16  Rosenblatt     2   0  forced_mistakes   >= 4  premise  the adversary could play to its end
  bounds: 4, 4 premise
  results: early
