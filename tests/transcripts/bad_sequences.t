A recorded sequence with a mistake ends with status 2 and one line: file, line, field, and what was expected. Nothing is written.

  $ refuse() {
  >   cat > d.jsonl
  >   echo "return { problem = problem.recorded { file = 'd.jsonl' ${1:+, $1} }, learners = learner.${2:-matrix_winnow} {} }" > s.lua
  >   "$WINNOW" run s.lua --out out; status=$?; test ! -e out || echo "a folder was made"; return $status
  > }

The first line:

  $ refuse < /dev/null
  winnow: s.lua:1: ./d.jsonl:1: the file ends, expected a header
  [2]
  $ echo 'trials' | refuse
  winnow: s.lua:1: ./d.jsonl:1: not JSON, expected one JSON object on each line
  [2]
  $ echo '[1,2]' | refuse
  winnow: s.lua:1: ./d.jsonl:1: not an object, expected one JSON object on each line
  [2]
  $ echo '{"format":"winnow-lab sequence 2","instances":"dyad","n":2,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: format: expected "winnow-lab sequence 1"
  [2]
  $ echo '{"instances":"dyad","n":2,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: format: expected "winnow-lab sequence 1"
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyads","n":2,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: instances: 'dyads', expected vector, dyad, low_rank, matrix, entry or distance
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"distances","n":2,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: instances: 'distances', expected vector, dyad, low_rank, matrix, entry or distance
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"entry","n":2,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: m: expected a whole number from 1 to 10000000
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyad","labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: n: expected a whole number from 1 to 10000000
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyad","n":0,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: n: expected a whole number from 1 to 10000000
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyad","n":2.5,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: n: expected a whole number from 1 to 10000000
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyad","n":1e300,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: n: expected a whole number from 1 to 10000000
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyad","n":2,"labels":"signs"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: labels: expected "sign" or "real"
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyad","n":2,"label":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: label: unknown field, expected format instances n labels gap comparator
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyad","n":2,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:2: the file ends, expected at least one trial
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"dyad","n":2,"labels":"sign"' | refuse
  winnow: s.lua:1: ./d.jsonl:1: not JSON, expected one JSON object on each line
  [2]
  $ echo '{"format":"winnow-lab sequence 1","instances":"matrix","m":0,"n":2,"labels":"sign"}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: m: expected a whole number from 1 to 10000000
  [2]

The comparator:

  $ with() { printf '{"format":"winnow-lab sequence 1","instances":"dyad","n":2,"labels":"sign","comparator":%s}\n{"t":1,"x":[1,0],"y":1}\n' "$1"; }
  $ with '{"frame":[[1,0,0]]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.frame[1]: 3 numbers, expected 2
  [2]
  $ with '{"frame":[[1,1]]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.frame: vector 1 has squared length 2, expected 1 within 1e-06
  [2]
  $ with '{"frame":[[1,0],[0,1],[1,0]]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.frame: expected a list of 1 to n = 2 vectors
  [2]
  $ with '{"frame":[]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.frame: expected a list of 1 to n = 2 vectors
  [2]
  $ with '{"frame":[1,0]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.frame[1]: expected a list of 2 numbers
  [2]
  $ with '{"coordinates":[0]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.coordinates: entry 1, expected a whole number from 1 to n = 2
  [2]
  $ with '{"coordinates":[3]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.coordinates: entry 1, expected a whole number from 1 to n = 2
  [2]
  $ with '{"coordinates":[2,1]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.coordinates: 1 after 2, expected ascending indices
  [2]
  $ with '{"vector":[1]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.vector: 1 numbers, expected 2
  [2]
  $ with '{"vector":[1,-1]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.vector: entry 2 is negative, expected a number >= 0
  [2]
  $ with '{"matrix":[[1,0.5],[0.4,1]]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.matrix: entries (1,2) and (2,1) differ, expected a symmetric matrix
  [2]
  $ with '{"matrix":[[1,2],[2,1]]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator.matrix: comparator: a negative eigenvalue, expected a semidefinite matrix
  [2]
  $ with '{"subspace":[[1,0]]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator: subspace, expected an object with one of frame, low_rank, coordinates, vector, matrix, embedding
  [2]
  $ with '{}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator: expected an object with one of frame, low_rank, coordinates, vector, matrix, embedding
  [2]
  $ with '[1,0]' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator: expected an object with one of frame, low_rank, coordinates, vector, matrix, embedding
  [2]
  $ with '{"coordinates":[1],"vector":[1,0]}' | refuse
  winnow: s.lua:1: ./d.jsonl:1: comparator: expected an object with one of frame, low_rank, coordinates, vector, matrix, embedding
  [2]

Trials:

  $ header() { printf '{"format":"winnow-lab sequence 1","instances":"%s","n":2,"labels":"%s"}\n' "$1" "${2:-sign}"; cat; }
  $ echo '{"t":1,"x":[1,0,0],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: x: 3 numbers, expected 2
  [2]
  $ echo '{"t":1,"x":[1,"a"],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: x: entry 2, expected a finite number
  [2]
  $ echo '{"t":1,"x":[1,null],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: x: entry 2, expected a finite number
  [2]
  $ echo '{"t":1,"x":[1,NaN],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: not JSON, expected one JSON object on each line
  [2]
  $ echo '{"t":1,"x":[1,1e999],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: x: entry 2, expected a finite number
  [2]
  $ echo '{"t":1,"x":[1,0]}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: y: expected 1 or -1
  [2]
  $ echo '{"t":1,"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: x: missing, expected a list of 2 numbers, or index and value
  [2]
  $ echo '{"t":1,"x":[1,0],"y":0}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: y: expected 1 or -1
  [2]
  $ echo '{"t":1,"x":[1,0],"y":"+"}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: y: expected 1 or -1
  [2]
  $ echo '{"t":2,"x":[1,0],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: t: expected 1
  [2]
  $ printf '{"t":1,"x":[1,0],"y":1}\n{"t":1,"x":[1,0],"y":1}\n' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:3: t: expected 2
  [2]
  $ printf '{"t":1,"x":[1,0],"y":1}\n{"t":2,"x":[1,0],\n' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:3: not JSON, expected one JSON object on each line
  [2]
  $ printf '{"t":1,"x":[1,0],"y":1} {"t":2,"x":[1,0],"y":1}\n' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: not JSON, expected one JSON object on each line
  [2]
  $ echo '{"t":1,"x":[1,0],"y":1,"weight":2}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: weight: unknown field, expected t x index value y score prediction
  [2]
  $ echo '{"t":1,"index":[1,3],"value":[1,1],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: index: entry 2, expected a whole number from 1 to n = 2
  [2]
  $ echo '{"t":1,"index":[0],"value":[1],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: index: entry 1, expected a whole number from 1 to n = 2
  [2]
  $ echo '{"t":1,"index":[2,1],"value":[1,1],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: index: 1 after 2, expected ascending indices
  [2]
  $ echo '{"t":1,"index":[1,2],"value":[1],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: value: 1 numbers, expected 2
  [2]
  $ echo '{"t":1,"index":[1],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: value: missing, expected a list of numbers beside index
  [2]
  $ echo '{"t":1,"X":[[1,0],[0,1]],"y":1}' | header dyad | refuse
  winnow: s.lua:1: ./d.jsonl:2: X: unknown field, expected t x index value y score prediction
  [2]
  $ echo '{"t":1,"X":[[1,0],[0.5,1]],"y":1}' | header matrix | refuse
  winnow: s.lua:1: ./d.jsonl:2: X: entries (1,2) and (2,1) differ, expected a symmetric matrix
  [2]
  $ echo '{"t":1,"X":[[1,0]],"y":1}' | header matrix | refuse
  winnow: s.lua:1: ./d.jsonl:2: X: 1 rows, expected 2
  [2]
  $ echo '{"t":1,"X":[[1,0],[1]],"y":1}' | header matrix | refuse
  winnow: s.lua:1: ./d.jsonl:2: X[2]: 1 numbers, expected 2
  [2]
  $ echo '{"t":1,"factors":[[1,0]],"y":1}' | header low_rank | refuse
  winnow: s.lua:1: ./d.jsonl:2: weights: expected a list of numbers, one for each factor
  [2]
  $ echo '{"t":1,"factors":[[1,0]],"weights":[1,2],"y":1}' | header low_rank | refuse
  winnow: s.lua:1: ./d.jsonl:2: weights: 2 numbers, expected 1
  [2]
  $ echo '{"t":1,"factors":[[1]],"weights":[1],"y":1}' | header low_rank | refuse
  winnow: s.lua:1: ./d.jsonl:2: factors[1]: 1 numbers, expected 2
  [2]
  $ echo '{"t":1,"factors":[[1,0]],"weights":[1],"shift":"a","y":1}' | header low_rank | refuse
  winnow: s.lua:1: ./d.jsonl:2: shift: expected a finite number
  [2]
  $ echo '{"t":1,"x":[1,0],"y":0.5}' | header dyad real | refuse
  winnow: s.lua:1: matrix_winnow predicts signs, recorded has numbers as labels
  [2]
  $ echo '{"t":1,"x":[1,0],"y":1}' | header dyad | refuse '' winnow
  winnow: s.lua:1: winnow takes vector instances, recorded produces dyad
  [2]
  $ echo '{"t":1,"x":[1,0],"y":1}' | header dyad | refuse 'gap = 0'
  winnow: s.lua:1: recorded: gap = 0 must be above 0 and at most 10000000
  [2]
  $ echo '{"t":1,"x":[1,0],"y":1}' | header dyad | refuse 'n = 2'
  winnow: s.lua:1: recorded: n: no such parameter (valid: file, passes, gap)
  [2]

Entries:

  $ entry() { printf '{"format":"winnow-lab sequence 1","instances":"entry","m":2,"n":3,"labels":"sign"}\n%s\n' "$1"; }
  $ entry '{"t":1,"i":3,"j":1,"y":1}' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:2: i: expected a whole number from 1 to m = 2
  [2]
  $ entry '{"t":1,"i":2,"j":0,"y":1}' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:2: j: expected a whole number from 1 to n = 3
  [2]
  $ entry '{"t":1,"i":2,"j":3,"y":1}' | refuse
  winnow: s.lua:1: matrix_winnow takes vector or dyad or low_rank or matrix instances, recorded produces entry
  [2]

Entries with real labels:

  $ real() { printf '{"format":"winnow-lab sequence 1","instances":"entry","m":2,"n":2%s}\n{"t":1,"i":1,"j":2,"y":1}\n' "$1"; }
  $ real ',"labels":"numbers","loss":"absolute","interval":[-1,1]' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: labels: expected "sign" or "real"
  [2]
  $ real ',"labels":"real","loss":"absolute","interval":[1,-1]' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: interval: expected two ascending numbers from -1e+30 to 1e+30
  [2]
  $ real ',"labels":"real","loss":"absolute","interval":[-1,1e31]' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: interval: expected two ascending numbers from -1e+30 to 1e+30
  [2]
  $ real ',"labels":"real","loss":"absolute","interval":[-1,1],"scale":0' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: scale: expected a number from 1e-30 to 1e+30
  [2]
  $ real ',"labels":"real","loss":"square","interval":[-1,1],"scale":1e200' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: scale: expected a number from 1e-30 to 1e+30
  [2]
  $ real ',"labels":"real","loss":"absolute","interval":[-1,1],"comparator":{"cut":[1,1],"order":[1,2]}' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: comparator: expected an object with one of matrix, decomposition, cut, order
  [2]
  $ real ',"labels":"real","loss":"absolute","interval":[-1,1],"comparator":{"cut":[1,0.5]}' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: comparator.cut: entry 2 is 0.5, expected 1 or -1
  [2]
  $ real ',"labels":"real","loss":"absolute","interval":[-1,1],"comparator":{"order":[1]}' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: comparator.order: expected a list of each of 1 to n = 2 once
  [2]

Gaps and changing comparators:

  $ header() { printf '{"format":"winnow-lab sequence 1","instances":"vector","n":2,"labels":"sign"%s}\n{"t":1,"x":[1,0],"y":1}\n' "$1"; }
  $ header ',"gap":[0.1,0.4],"comparator":{"vector":[1,0]}' | refuse 'gap = 0.1' constant
  winnow: s.lua:1: recorded: gap = 0.1 must be above 0.1, the lower end of the header's gap
  [2]
  $ header ',"comparator":{"segments":[{"first":1,"vector":[1,0]},{"first":2,"vector":[0,1]}]}' | refuse 'passes = 2' constant
  winnow: s.lua:1: recorded: passes = 2 must be 1: the comparator of the file changes
  [2]

A loss needs its interval:

  $ printf '{"format":"winnow-lab sequence 1","instances":"vector","n":2,"labels":"real","loss":"square"}\n' | refuse '' constant
  winnow: s.lua:1: ./d.jsonl:1: interval: missing, expected [low,high] of predictions beside loss
  [2]
