The learners of one folder, on ten trials that are all +1: two of them err in no trial, one in all.

  $ cat > ones.lua << 'END'
  > local ones = problem.custom { name = "ones", facts = { n = 2, instances = "vector" },
  >   create = function(facts) return {} end, next = function() return vec { 1, 0 }, 1 end }
  > return { seeds = 2, trials = 10, problem = ones {}, learners = { learner.constant { label = "never", value = -1 },
  >   learner.constant { label = "always", value = 1 }, learner.constant { label = "always too", value = 1 } } }
  > END
  $ winnow run ones.lua --out ones --quiet
  $ winnow compare ones
  ranking, equal where the interval of the differences holds 0; behind: their mean to the best, 95 % (Student's t)
  
  seeds = 2, measure = mistakes
  learner     rank  mean  behind  low  high  note
  always         1     0       0    0     0  -
  always too     1     0       0    0     0  all pairs equal
  never          3    10      10   10    10  all differences equal
  
  pairs; difference = learner - against, paired by seed; p by Student's t and Holm's correction for all pairs
  
  measure = mistakes, pairs = 2
  learner     against     mean  its_mean  difference  sd  low  high  p  note
  always too  always         0         0           0   0    0     0  1  all pairs equal
  never       always        10         0          10   0   10    10  1  all differences equal
  never       always too    10         0          10   0   10    10  1  all differences equal
  $ winnow compare ones --format tsv
  # winnow-lab compare-learners 1
  # folder: ones
  learner\tagainst\tmeasure\tpairs\tmean\tits_mean\tdifference\tsd\tlow\thigh\tp\tnote (esc)
  always too\talways\tmistakes\t2\t0\t0\t0\t0\t0\t0\t1\tall pairs equal (esc)
  never\talways\tmistakes\t2\t10\t0\t10\t0\t10\t10\t1\tall differences equal (esc)
  never\talways too\tmistakes\t2\t10\t0\t10\t0\t10\t10\t1\tall differences equal (esc)

One that says -1 at one grid point and 1 at the other has rank 1 at both, and the one that errs in all 1 and 2:

  $ sed 's/trials = 10,/trials = 10, params = { said = 1 }, sweep = { said = { -1, 1 } },/; s/learners = {/learners = function(p) return {/; s/"always", value = 1/"swept", value = p.said/; /always too/s/,[^,]*,[^,]*$/ } end }/' ones.lua > swept.lua
  $ winnow run swept.lua --out swept --quiet && winnow compare swept | sed -n '/^all grid points/,/^swept/p'
  all grid points; first: at how many; better, worse: pairs with p below 0.05
  
  learner  points  mean_rank  first  better  worse
  never         2        1.5      1       0      0
  swept         2          1      2       0      0

  $ winnow compare ones ones | tail -n 4
  always      mistakes   0   0           0   0    0     0  all pairs equal
  always      loss       0   0           0   0    0     0  all pairs equal
  always too  mistakes   0   0           0   0    0     0  all pairs equal
  always too  loss       0   0           0   0    0     0  all pairs equal
  $ winnow run ones.lua --out more --seeds 3 --quiet && winnow compare ones more | tail -n 1
  finished in more only: 3 cells, from never, seed 3 on
  $ echo 'return { seeds = 1, procedure = function() return { x = 1 } end }' > alone.lua
  $ winnow run alone.lua --out alone --quiet && winnow compare alone
  winnow: alone: a procedure has no learners to compare
  [2]
