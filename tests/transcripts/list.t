What exists, in two forms, and what is made of them. Text for people:

  $ winnow list learners running_mean
  learner.running_mean: Running mean
    the mean of the labels so far
    source: baseline
    takes vector dyad low_rank matrix rectangular entry distance; predicts numbers; equivariant under permutations, rotations, rotations of vectors
    formula: predicts 1/(t-1) \xce\xa3_(s<t)y_s, clipped; in the first trial the start (esc)
    start            the first prediction; absent: the middle of the loss's interval, 0 on the line
                     number

A reference of all parameters in Markdown (scripts/member_tables.py), where | parts columns and is written \|:

  $ sed -n '/^### learner.random$/,/^```$/p' "$ROOT/docs/members.md"
  ### learner.random
  
  **Random**: predicts +1 with a fixed probability.  
  Source: baseline.  
  Takes vector dyad low_rank matrix rectangular entry distance; predicts signs or numbers; randomised; equivariant under permutations, rotations, rotations of vectors.
  
  Formula: predicts $+1$ (the end $p_1$ of the interval) with probability $q$, otherwise $-1$ ($p_0$); nothing is learnt.
  
  | parameter | value | without it | meaning |
  |---|---|---|---|
  | `probability` | number in [0, 1] | `0.5` | probability of predicting +1 (real labels: the high end of the interval) |
  
  ```lua
  return {
    trials = 100,
    seeds = 1,
    problem = problem.disjunction { n = 16 },
    learners = learner.random {},
  }
  ```
  $ sed -n '/^### learner.eg_pm$/,/^### /p' "$ROOT/docs/members.md" | grep '^| `radius`'
  | `radius` | number in (0, 1e+100] | `1` | the weights' \|w\|_1 is at most radius |
  $ grep '^| [[]`eg_pm`' "$ROOT/docs/members.md"
  | [`eg_pm`](#learnereg_pm) | regression with weights of any sign, \|w\|_1 <= radius: exponentiated gradient on radius (x, -x) | Kivinen & Warmuth 1997 |

Names in either spelling:

  $ for name in randomized_winnow randomised_winnow; do "$WINNOW" list learners $name | head -n 1; done | uniq -c | sed 's/^ *//'
  2 learner.randomized_winnow: randomised Winnow
  $ for name in normalize normalise; do echo "return { trials = 9, seeds = 1, problem = problem.disjunction { n = 4 }, learners = learner.winnow { $name = 'trace' } }" > spelt.lua; "$WINNOW" run spelt.lua --out $name --quiet; done; cmp normalize/cells.tsv normalise/cells.tsv

Annotations for editors, by the same script:

  $ sed -n '/learner.random.options$/,/^function/p' "$ROOT/scenarios/types/members.lua"
  ---@class (exact) learner.random.options
  ---@field label? string name in result files and legends
  ---@field probability? number probability of predicting +1 (real labels: the high end of the interval); number in [0, 1]; default 0.5
  
  ---Random: predicts +1 with a fixed probability
  ---
  ---baseline
  ---
  ---takes vector dyad low_rank matrix rectangular entry distance; predicts signs or numbers; randomised; equivariant under permutations, rotations, rotations of vectors
  ---@param options? learner.random.options
  ---@return learner
  function learner.random(options) end
  $ grep '^---@param.* problem.hadamard.options' "$ROOT/scenarios/types/members.lua"
  ---@param options problem.hadamard.options
  $ grep -B 2 '^function bound.subspace_mistakes(' "$ROOT/scenarios/types/members.lua"
  ---@param options? bound.subspace_mistakes.options
  ---@return bound
  function bound.subspace_mistakes(options) end

All of it for programs; a parameter without a default has none there:

  $ winnow list learners random --format json | python3 -c 'import json, sys; m = json.load(sys.stdin)["learners"][0]; print(m["predicts"], m["randomised"], m["instances"][0], m["parameters"][0]["default"])'
  signs or numbers True vector 0.5
  $ winnow list --format json | python3 -c 'import json, sys; print(*sorted(json.load(sys.stdin)))'
  bounds instances learners observables plot problems
  $ winnow list bounds forced_mistakes --format json | grep family
        "problem_family": "forced_mistakes",
  $ winnow list scenarios --format json
  winnow: --format json: winnow list scenarios gives text only
  [2]

Unknown ones are refused in every form:

  $ winnow list learners winow --format json
  winnow: winow: no such learner; nearest: winnow (winnow list learners)
  [2]
  $ winnow list learners nosuch
  winnow: nosuch: no such learner; nearest: constant, winnow_threshold, nearest_neighbour (winnow list learners)
  [2]
  $ winnow list lerners
  winnow: lerners: expected learners, problems, bounds, scenarios, or the name of a learner, problem or bound; nearest: learners
  [2]
  $ winnow list lerners winnow
  winnow: lerners: expected learners, problems, bounds or scenarios before winnow
  [2]

A kind may be in the singular, and a name may stand alone:

  $ winnow list learner random | head -n 1
  learner.random: Random
  $ winnow list external | head -n 1
  learner.external: Program
  $ winnow list gambling --format json | python3 -c 'import json, sys; print(*json.load(sys.stdin))'
  problems

One scenario, with the values that its parameters have on the grid:

  $ mkdir scenarios
  $ cat > scenarios/mine.lua << 'END'
  > return { title = "Mine", source = "Nobody 2026", params = { width = 8, depth = 1, name = "a" }, sweep = { width = { 8, 16 }, depth = { 1, 2 } },
  >   seeds = 3, trials = 5, problem = function(p) return problem.disjunction { n = p.width } end, learners = { learner.winnow {}, learner.perceptron {} } }
  > END
  $ winnow list scenarios mine
  mine: Mine
    source: Nobody 2026
    file: scenarios/mine.lua
    grid points: 4, seeds: 3, cells: 24
    depth            1 2
    name             a
    width            8 16
  $ winnow list scenarios min
  winnow: min: no such scenario; nearest: mine (winnow list scenarios)
  [2]
  $ echo "return { trials = 1, seeds = 1, problem = problem.disjunction { n = 8 }, learners = learner.winnow {} }" > scenarios/bare.lua
  $ winnow list scenarios bare
  bare: bare
    file: scenarios/bare.lua
    grid points: 1, seeds: 1, cells: 1
    no parameters

All of them; below one that cannot run stands why, unless its data may be somewhere else:

  $ echo "return { title = 'Broken', trials = 1, seed = 1, problem = problem.disjunction { n = 8 }, learners = learner.winnow {} }" > scenarios/broken.lua
  $ echo 'return { title = "Elsewhere", seeds = 1, problem = problem.libsvm { file = "x.libsvm", gap = 1 }, learners = learner.perceptron {} }' > scenarios/elsewhere.lua
  $ printf '%s\n' '-- A title = "wrong".' 'local title = "wrong"' 'return {' '  title = "Far away",' \
  >   '  seeds = 1, problem = problem.libsvm { file = "x.libsvm", gap = 1 }, learners = learner.perceptron {} }' > scenarios/far.lua
  $ printf '%s\n' '-- The title of this is "not this". It takes minutes.' 'return { title = "Ri" .. "ght",' \
  >   '  seeds = 1, trials = 1, problem = problem.disjunction { n = 8 }, learners = learner.winnow {} }' > scenarios/spoken.lua
  $ winnow list scenarios
  scenarios
    bare                         bare
    broken                       
      invalid: scenarios/broken.lua:1: seed: no such field; nearest: seeds* (glob)
    elsewhere                    Elsewhere
    far                          Far away
    mine                         Mine
    spoken                       Right (minutes)
  $ mkdir data
  $ winnow list scenarios --data data | grep -A 1 elsewhere
    elsewhere                    Elsewhere
      invalid: scenarios/elsewhere.lua:1: libsvm: file: x.libsvm: no such file in data (--data) or scenarios (the scenario's folder)
    far                          Far away
  $ winnow list scenarios --data nowhere bare
  winnow: --data nowhere: no such folder
  [2]
