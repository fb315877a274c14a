How bounds were judged, in words and numbers. An adversary forces log2(8) = 3 mistakes in the 3 trials that it plays, of 9; its first instance
has four ones, so that its squared length is 3 above 1. What is broken, and by how much, follows.

  $ cat > told.lua << 'END'
  > local function claim(name, status, value, premises)
  >   return bound.custom { name = name, title = "a title", citation = "Nobody 2026", status = status, measure = "mistakes",
  >     value = function() return value end, premises = premises } {}
  > end
  > return { params = { n = 8 }, seeds = 2, trials = 9, problem = function(p) return problem.forced_mistakes { n = p.n } end,
  >   learners = { learner.constant {} },
  >   bounds = { bound.forced_mistakes {}, claim("few", "claimed", 2.5), claim("fewer", "proved", 2), claim("many", "claimed", 9),
  >     claim("unit", "claimed", 4, { premise.noise_free, premise.unit_length }) } }
  > END
  $ winnow run told.lua --out told --jobs 1 --quiet
  [3]
  $ winnow explain told
  1. n = 8, constant: forced_mistakes: mistakes 3 against at least 3, used 1: holds
  2. n = 8, constant: few: mistakes 3 against at most 2.5, used 1.2: refuted
  3. n = 8, constant: fewer: mistakes 3 against at most 2, used 1.5: violated
  4. n = 8, constant: many: mistakes 3 against at most 9, used 0.3333: vacuous
  5. n = 8, constant: unit: mistakes 3 against at most 4: premise: instances have length 1
  $ winnow explain told 1
  n = 8, constant: forced_mistakes
    proved, level cell: r floor(log2(n/r)), Littlestone 1988
    formula: M \xe2\x89\xa5 r\xe2\x8c\x8alog\xe2\x82\x82n/r\xe2\x8c\x8b (esc)
    here: mistakes 3 against at least 3, used 1 (seeds: 2); the worst: mistakes 3 against at least 3, used 1, in seed 1
    played: problem.forced_mistakes { form = "vector", n = 8, r = 1 }; learner.constant { value = -1 }; at most 9 trials
    premises: the adversary could play to its end
    holds: The bound was met, and so were its premises.
  $ winnow explain told few
  n = 8, constant: few
    claimed, level cell: a title, Nobody 2026
    here: mistakes 3 against at most 2.5, used 1.2 (seeds: 2); the worst: mistakes 3 against at most 2.5, used 1.2, in seed 1
    played: problem.forced_mistakes { form = "vector", n = 8, r = 1 }; learner.constant { value = -1 }; at most 9 trials
    premises: it states none
    refuted: An unproved claim that this run contradicts.
    to do: the claim is false, or lacks a premise: winnow attack finds a short sequence
  $ winnow explain told fewer | tail -n 2
    violated: A proved bound that did not hold: a fault in the program or in the proof.
    to do: the code is wrong, or the proof is: run it with --record, and read that trial
  $ winnow explain told many | tail -n 2
    vacuous: Met, but too weak to say anything at this length.
    to do: allow more trials, or options with which the value is smaller
  $ winnow explain told unit
  n = 8, constant: unit
    claimed, level cell: a title, Nobody 2026
    here: mistakes 3 against at most 4 (seeds: 2)
    played: problem.forced_mistakes { form = "vector", n = 8, r = 1 }; learner.constant { value = -1 }; at most 9 trials
    premises: no trial contradicts the comparator; instances have length 1
      the first that failed: instances have length 1, in seed 1, trial 1: measured 3
      no trial contradicts the comparator: 0, at most 1e-09, nearest in seed 1, trial 1
    premise: A premise of the theorem was not met, so it says nothing here.
    to do: choose a problem or options that meet it; --record writes the sequence

Steps of proofs, and where they came nearest to breaking:

  $ cat > steps.lua << 'END'
  > return { seeds = 1, trials = 100, problem = problem.forced_mistakes { n = 8 }, learners = { learner.winnow { r = 1, gap = 1 } },
  >   bounds = { bound.subspace_mistakes {} } }
  > END
  $ winnow run steps.lua --out steps --jobs 1 --quiet
  $ winnow explain steps 1 | grep -v 'formula:\|premises:\|played:'
  winnow: subspace_mistakes
    proved, level trial: (r ln(n/r) + eta H) / c, Warmuth 2007, Theorem 2
    here: mistakes 3 against at most 7.468, used 0.4017 (seeds: 1); the worst: mistakes 3 against at most 7.468, used 0.4017, in seed 1
      one comparator for all trials: 1
      the guaranteed progress is positive: 0.2785
      0 <= X <= I: 0, at most 1e-09, nearest in seed 1, trial 1
    progress: progress 0.3239 against at least 0.2785, used 1.163, in seed 1, trial 3: holds
    holds: The bound was met, and so were its premises.
  $ winnow explain steps subspace_mistakes.progress | head -n 1
  winnow: subspace_mistakes.progress

What is not there is refused:

  $ winnow explain told 6
  winnow: 6: no such row in told: expected a number from 1 to 5 or the name of a bound
  [2]
  $ winnow explain told fewr
  winnow: fewr: no such row in told: expected a number from 1 to 5 or the name of a bound; nearest: fewer, few
  [2]
  $ winnow explain nowhere
  winnow: nowhere: not a result folder: it has no summary.tsv
  [2]
