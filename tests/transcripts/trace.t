The first trials in words. Weights of 1/4, a rate of ln 2 and a threshold of 0.6: the first two weights double, and then the sum is 1.

  $ cat > told.lua << 'END'
  > local first = problem.custom { name = "first", facts = { n = 4, instances = "vector" }, create = function() return {} end,
  >   next = function() return vec { 1, 1, 0, 0 }, 1 end }
  > local function counting(name, save)
  >   return learner.custom { name = name, instances = "vector", create = function() return { seen = 0 } end,
  >     predict = function(s) return s.seen - 1 end, update = function(s) s.seen = s.seen + 1 return true end,
  >     save = save, load = save and function(_, _, saved) return saved end }
  > end
  > local silent, saving = counting("silent"), counting("saving", function(s) return s end)
  > return { title = "Told", trials = 100, seeds = 1, params = { n = 4 }, problem = first {},
  >   learners = { learner.winnow { eta = 0.6931471805599453, w0 = 0.25, theta = 0.6 }, learner.perceptron {}, silent {}, saving {},
  >     learner.random { label = "a coin" } } }
  > END
  $ winnow trace told.lua --trials 2
  told: Told
    n = 4, seed 1, trials 1 to 2 of 100
  winnow: multiplicative weight updates w_i exp(eta y x_i) on mistakes
    eta = 0.6931, theta = 0.6, w0 = 0.25, r = 1, gap = 0.5
  before the first trial: weights of W 0.25 (4 times), sum 1
  
  trial 1
    instance:   x_1, x_2 are 1, the others 0
    score:      w . x = 0.5, below the threshold 0.6
    prediction: -1
    label:      +1: a mistake, number 1
    update:     w_1, w_2: 0.25 -> 0.5
                sum 1 -> 1.5
  
  trial 2
    instance:   x_1, x_2 are 1, the others 0
    score:      w . x = 1, not below the threshold 0.6
    prediction: +1
    label:      +1: right
    update:     none

Matrices: the eigenvalue of the dyad doubles. The trials of a scenario may be fewer than asked for.

  $ cat > dyads.lua << 'END'
  > local dyads = problem.custom { name = "dyads", facts = { n = 4, instances = "dyad" }, create = function() return {} end,
  >   next = function() return vec { 0, 1, 0, 0 }, 1 end }
  > return { title = "Dyads", trials = 1, seeds = 1, problem = dyads {},
  >   learners = { learner.matrix_winnow { eta = 0.6931471805599453, w0 = 0.25, theta = 0.6 } } }
  > END
  $ winnow trace dyads.lua | tail -n 8
  trial 1
    instance:   X = z z^T, z_2 is 1, the others 0
    score:      tr(W X) = 0.25, below the threshold 0.6
    prediction: -1
    label:      +1: a mistake, number 1
    update:     eigenvalues before: 0.25 (4 times)
                eigenvalues after:  0.25 (3 times), 0.5
                trace 1 -> 1.25

Of an instance of low rank the weights are shown, and the multiple of I:

  $ cat > shifted.lua << 'END'
  > local shifted = problem.custom { name = "shifted", facts = { n = 4, instances = "low_rank", rank = 1 }, create = function() return {} end,
  >   next = function() return { factors = mat { { 0, 1, 0, 0 } }, weights = vec { 0.5 }, shift = 0.25 }, 1 end }
  > return { trials = 1, seeds = 1, problem = shifted {}, learners = learner.matrix_perceptron {} }
  > END
  $ winnow trace shifted.lua | grep instance
    instance:   X of rank 1, weights (0.5), plus I times 0.25

Of few numbers the places and the values:

  $ sed 's/0, 1, 0, 0/0, 0.5, 0, -2/' dyads.lua > numbers.lua
  $ winnow trace numbers.lua | grep instance
    instance:   X = z z^T, z_2 = 0.5, z_4 = -2, the others 0

Learners in Lua show what they save, and others say that they do not:

  $ winnow trace told.lua --trials 1 --learner saving | tail -n 5
    instance:   x_1, x_2 are 1, the others 0
    score:      -1
    prediction: -1
    label:      +1: a mistake, number 1
    update:     lua.seen: 0 -> 1
  $ winnow trace told.lua --trials 1 --learner silent | tail -n 1
    update:     made; the learner shows no state (it has no save)
  $ sed 's/function(s) return s end/function() error("not today") end/' told.lua > unsaved.lua
  $ winnow trace unsaved.lua --trials 1 --learner saving > told
  winnow: saving: unsaved.lua:8: not today
  [1]
  $ winnow trace told.lua --trials 1 --learner 'a coin' | grep score
    score:      0.5, the upper end with probability 0.5

Another grid point, and what is refused:

  $ winnow trace told.lua --set n=5 --trials 1 | sed -n 2p
    n = 5, seed 1, trial 1 of 100
  $ winnow trace told.lua --learner winow
  winnow: --learner winow: no learner of this scenario; nearest: winnow
  [2]
  $ winnow trace told.lua --seed 0
  winnow: --seed 0: expected a whole number from 1 to 1000000
  [2]
  $ echo 'return { seeds = 1, procedure = function() return { x = 1 } end }' > alone.lua
  $ winnow trace alone.lua
  winnow: alone.lua: a procedure has no trials to tell
  [2]
  $ cat > fails.lua << 'END'
  > local fails = learner.custom { name = "fails", instances = "vector", create = function() return {} end,
  >   predict = function() return 0 end, update = function() error("no idea") end }
  > return { seeds = 1, trials = 5, problem = problem.forced_mistakes { n = 4 }, learners = fails {} }
  > END
  $ winnow trace fails.lua > told
  winnow: fails: * (glob)
  [1]
  $ ls
  alone.lua
  dyads.lua
  fails.lua
  numbers.lua
  shifted.lua
  told
  told.lua
  unsaved.lua
