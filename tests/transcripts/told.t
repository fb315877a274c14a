What functions of a scenario are told of the other side, and for how long. A disjunction of 2 among 8 is forced to 2 log2(8/2) = 4 mistakes.

  $ cat > told.lua << 'END'
  > local kept
  > local function claim(name, value)
  >   return bound.custom { name = name, measure = "mistakes", direction = "lower", value = value,
  >     create = function(played)
  >       kept = kept or played
  >       return { forced = played.constant("forced"), none = played.constant("nosuch") }
  >     end }
  > end
  > local forced = claim("forced", function(s) assert(s.none == nil); return s.forced end)
  > local late = claim("late", function() return kept.constant("forced") end)
  > return { params = { late = false }, seeds = 1, problem = problem.forced_mistakes { n = 8, r = 2 },
  >   learners = learner.winnow { r = 2 }, bounds = function(p) return { forced {}, p.late and late {} or nil } end }
  > END
  $ values() { awk -F '\t' -v wanted="$2" '/^#/ { next } !n { n = split(wanted, w, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
  >   { for (i = 1; i <= n; i++) printf "%s%s", $at[w[i]], i < n ? " " : "\n" }' "$1"; }
  $ winnow run told.lua --quiet && values results/told/summary.tsv "measure mean value"
  mistakes 4 4
  $ winnow run told.lua --set late=true --quiet
  cell * (winnow, seed 1) failed: told.lua:10: problem.constant was lent for one call, which has ended (glob)
  [1]

An adaptive problem may look at its learner, and only look. What a scenario prints goes to standard error.

  $ cat > partner.lua << 'END'
  > local asks = problem.custom {
  >   name = "asks", facts = { n = 2, instances = "vector", adaptive = true },
  >   parameters = { field = { type = "text", default = "name" } },
  >   create = function(facts, p) return p or facts end,
  >   next = function(p, learner)
  >     if p.field == "write" then learner.name = "mine" end
  >     print(p.field, learner[p.field], 1.5)
  >     return vec { 1, 0 }, 1
  >   end,
  > }
  > return { params = { field = "name" }, trials = 1, seeds = 1,
  >   problem = function(p) return asks { field = p.field } end, learners = { learner.winnow { label = "w" } } }
  > END
  $ for field in name family randomised; do winnow run partner.lua --set field=$field --jobs 1 --quiet 2>&1; done
  name\twinnow\t1.5 (esc)
  family\twinnow\t1.5 (esc)
  randomised\tfalse\t1.5 (esc)
  $ winnow run partner.lua --set field=colour --jobs 1 --quiet
  cell * (w, seed 1) failed: trial 1: partner.lua:7: a learner has no "colour" (valid: name, family, randomised, threshold, constant, score) (glob)
  [1]
  $ winnow run partner.lua --set field=write --jobs 1 --quiet
  cell * (w, seed 1) failed: trial 1: partner.lua:6: a learner cannot be changed from here (glob)
  [1]

A scenario that is not there has neighbours:

  $ mkdir scenarios && cp partner.lua scenarios/partners.lua
  $ winnow run partnrs
  winnow: partnrs: no such scenario; nearest: partners (winnow list scenarios)
  [2]

What it prints are letters: nothing that a terminal obeys, nothing that turns the direction of the line.

  $ cat > escapes.lua <<'END'
  > print("red \27[31m\7", "turned \u{202e}", "C1 \u{9b}2J", "two\nlines", "\xff")
  > return {}
  > END
  $ winnow run escapes.lua 2>&1 | head -n 2
  red  [31m \tturned  \tC1  2J\ttwo (esc)
  lines\t? (esc)
