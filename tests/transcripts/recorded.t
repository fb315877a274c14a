What a run observes and records at its last trial, and how it writes what it records.

The score of the last trial is observed, whether or not the curve keeps that trial: it is what the recorded sequence has.

  $ echo "return { seeds = 1, observe = { 'score', 'progress' }, problem = problem.linear_threshold { n = 6, margin = 0.3 }, learners = learner.perceptron {} }" > s.lua
  $ for trials in 49 110 200 211; do
  >   rm -rf out; "$WINNOW" run s.lua --trials $trials --record --out out --quiet
  >   tail -n 1 out/sequences/*.jsonl | sed 's/.*"score":\([^,]*\),.*/\1/' > recorded
  >   awk -v t=$trials '$2 == t && $3 == "score" { print $5 }' out/observations.tsv | diff recorded - && echo same
  > done
  same
  same
  same
  same

A custom problem says what its loss is multiplied by: |1/4 - 1| three times, and twice that.

  $ custom() { echo "return { trials = 3, seeds = 1, problem = problem.custom { name = 'mine', facts = { n = 2, instances = 'vector', labels = 'real', loss = 'absolute', interval = { 0, 1 }$1 }, create = function() return 0 end, next = function() return vec { -0.0, 1 }, 1 end } {}, learners = learner.constant { value = 0.25 } }" > c.lua; "$WINNOW" run c.lua --out c --fresh --quiet --record; awk '!/^#/ && ++n == 2 { split($0, a, "\t"); for (i in name) if (name[i] == "loss") print a[i] } !/^#/ && n == 1 { split($0, name, "\t") }' c/cells.tsv; }
  $ custom ''
  2.25
  $ custom ', scale = 2'
  4.5
  $ sed -n 1,2p "$(ls -t c/sequences/*.jsonl | head -n 1)"
  {"format":"winnow-lab sequence 1","instances":"vector","n":2,"labels":"real","loss":"absolute","interval":[0,1],"scale":2}
  {"t":1,"x":[0,1],"y":1,"score":0.25,"prediction":0.25}

A label outside of the interval is shown in full.

  $ sed '2s/"y":1/"y":1.0000000000000002/' c/sequences/*.jsonl > d.jsonl
  $ echo "return { seeds = 1, problem = problem.recorded { file = 'd.jsonl' }, learners = learner.constant { value = 0 } }" > s.lua
  $ "$WINNOW" run s.lua --out d --quiet
  winnow: s.lua:1: ./d.jsonl:2: y: 1.0000000000000002, expected a number from 0 to 1
  [2]

A picture over forecasts or places has no line fitted to it, and no axes of each panel.

  $ plot() { echo "return { seeds = 1, observe = { 'calibration', 'ordering' }, problem = problem.max_cut { n = 4 }, trials = 8, learners = learner.online_matrix_prediction { class = 'max_cut' }, plot = { $1 } }" > p.lua; "$WINNOW" run p.lua --out p --fresh --quiet; }
  $ plot "x = 'forecast', y = 'calibration', fit = true"
  winnow: p.lua:1: plot.fit has no effect with x = "forecast"
  [2]
  $ plot "x = 'trials', spread = 'variance'"
  winnow: p.lua:1: plot.spread = "variance" must be "sd", "se", "ci", "quantiles" or "none"
  [2]
  $ plot "x = 'forecast', y = 'calibration', free = 'x'"
  winnow: p.lua:1: plot.free has no effect with x = "forecast"
  [2]
  $ plot "x = 'index', y = 'ordering', fit = true"
  winnow: p.lua:1: plot.fit has no effect with x = "index"
  [2]
  $ plot "x = 'index', y = 'ordering', free = 'x'"
  winnow: p.lua:1: plot.free has no effect with x = "index"
  [2]
