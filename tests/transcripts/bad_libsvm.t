A data file with a mistake ends with status 2 and one line: file, line, what, and what was expected. Nothing is written.

  $ play() { cat > s.lua; "$WINNOW" run s.lua --out out "$@"; status=$?; test ! -e out || echo "a folder was made"; return $status; }
  $ refuse() {
  >   cat > d
  >   echo "return { problem = problem.libsvm { file = 'd' ${1:+, $1} }, learners = learner.${2:-winnow} {} }" | play
  > }

  $ refuse < /dev/null
  winnow: s.lua:1: ./d:1: no rows, expected lines of label index:value ...
  [2]
  $ printf '# nothing but a comment\n\n' | refuse
  winnow: s.lua:1: ./d:1: no rows, expected lines of label index:value ...
  [2]
  $ printf '1 1:1\n-1 a:1\n' | refuse
  winnow: s.lua:1: ./d:2: index 'a', expected a whole number from 1 to 10000000
  [2]
  $ printf '1 1:1\n-1 1\n' | refuse
  winnow: s.lua:1: ./d:2: '1' has no colon, expected index:value
  [2]
  $ printf '1 1:1\n-1 1:\n' | refuse
  winnow: s.lua:1: ./d:2: value '' of index 1, expected a finite number
  [2]
  $ printf '1 1:1\n-1 1:x\n' | refuse
  winnow: s.lua:1: ./d:2: value 'x' of index 1, expected a finite number
  [2]
  $ printf '1 1:1\n-1 1:0x10\n' | refuse
  winnow: s.lua:1: ./d:2: value '0x10' of index 1, expected a finite number
  [2]
  $ printf '1 1:1\n-1 1:nan\n' | refuse
  winnow: s.lua:1: ./d:2: value 'nan' of index 1, expected a finite number
  [2]
  $ printf '1 1:1\n-1 1:1e999\n' | refuse
  winnow: s.lua:1: ./d:2: value '1e999' of index 1, expected a finite number
  [2]
  $ printf '1 1:1\n-1 0:1\n' | refuse
  winnow: s.lua:1: ./d:2: index '0', expected a whole number from 1 to 10000000
  [2]
  $ printf '1 1:1\n-1 -3:1\n' | refuse
  winnow: s.lua:1: ./d:2: index '-3', expected a whole number from 1 to 10000000
  [2]
  $ printf '1 1:1\n-1 99999999999:1\n' | refuse
  winnow: s.lua:1: ./d:2: index '99999999999', expected a whole number from 1 to 10000000
  [2]
  $ printf '1 1:1\n-1 2:1 2:1\n' | refuse
  winnow: s.lua:1: ./d:2: index 2 after 2, expected ascending indices
  [2]
  $ printf '1 1:1\n-1 3:1 2:1\n' | refuse
  winnow: s.lua:1: ./d:2: index 2 after 3, expected ascending indices
  [2]
  $ printf '1 1:1\nmaybe 2:1\n' | refuse
  winnow: s.lua:1: ./d:2: label 'maybe', expected a finite number
  [2]
  $ printf '1 1:1\n2:1\n' | refuse
  winnow: s.lua:1: ./d:2: label '2:1', expected a finite number
  [2]
  $ printf '1,2 1:1\n' | refuse
  winnow: s.lua:1: ./d:1: label '1,2', expected a finite number
  [2]
  $ printf '1 1 :1\n' | refuse
  winnow: s.lua:1: ./d:1: '1' has no colon, expected index:value
  [2]
  $ printf '1 1:1\n-1 2:1\0\n' | refuse
  winnow: s.lua:1: ./d:2: byte 7 is a control character, expected text
  [2]
  $ printf '1 1:1\n-1 2:1\n0 2:1\n' | refuse
  winnow: s.lua:1: ./d:3: label 0, expected two labels, 1 and -1: choose positive_label or set one_vs_rest
  [2]
  $ printf '1 1:1\n1 2:1\n' | refuse 'positive_label = 7'
  winnow: s.lua:1: ./d: no row has positive_label = 7, the first label is 1
  [2]
  $ printf '1 1:1.5\n-1 2:1\n' | refuse
  winnow: s.lua:1: ./d:1: feature 1 = 1.5, expected a value in [0,1]: choose scaling = unit or binary
  [2]
  $ printf '1 1:-0.5\n-1 2:1\n' | refuse
  winnow: s.lua:1: ./d:1: feature 1 = -0.5, expected a value in [0,1]: choose scaling = unit or binary
  [2]
  $ printf '1 1:1\n-1 5:1\n' | refuse 'n = 4'
  winnow: s.lua:1: ./d:2: index 5, expected at most n = 4
  [2]
  $ printf '1 1:1\n-1 5:1\n' | refuse 'relevant = { 6 }'
  winnow: s.lua:1: libsvm: relevant[1] = 6 must be a whole number from 1 to n = 5
  [2]
  $ printf '1 1:1\n-1 5:1\n' | refuse 'relevant = { 2, 2 }'
  winnow: s.lua:1: libsvm: relevant: index 2 occurs twice
  [2]
  $ printf '1 1:1\n-1 5:1\n' | refuse 'relevant = { 1.5 }'
  winnow: s.lua:1: libsvm: relevant[1] = 1.5 must be a whole number from 1 to n = 5
  [2]
  $ printf '1 1:1 2:1\n-1 5:1\n' | refuse 'instances = "dyad", normalize = "none"' matrix_winnow
  winnow: s.lua:1: ./d:1: |x| = 1.4142135623730951, expected at most 1: choose normalize = unit or largest
  [2]
  $ printf '1 1:1\n-1 5:1\n' | refuse 'instances = "dyad"'
  winnow: s.lua:1: winnow takes vector instances, libsvm produces dyad
  [2]
  $ printf '1 1:1\n-1 5:1\n' | refuse 'file2 = "nosuch"'
  winnow: s.lua:1: libsvm: file2: nosuch: no such file in . (the scenario's folder); --data names another folder (data sets of the shipped scenarios: docs/data.md)
  [2]
  $ printf '1 1:1\n-1 5:1\n' | refuse 'passes = 0'
  winnow: s.lua:1: libsvm: passes = 0 must be at least 1 and at most 1000000
  [2]
  $ printf '1 1:1\n-1 5:1\n' | refuse 'scaling = "sqrt"'
  winnow: s.lua:1: libsvm: scaling = "sqrt" must be one of: none unit binary max_abs
  [2]
  $ mkdir data; echo "return { problem = problem.libsvm { file = 'nosuch' }, learners = learner.winnow {} }" | play --data data
  winnow: s.lua:1: libsvm: file: nosuch: no such file in data (--data) or . (the scenario's folder)
  [2]
  $ echo "return { problem = problem.libsvm { file = 'data' }, learners = learner.winnow {} }" | play
  winnow: s.lua:1: ./data: this is a directory; expected a file
  [2]
  $ echo "return { problem = problem.libsvm { file = '/dev/zero' }, learners = learner.winnow {} }" | play
  winnow: s.lua:1: libsvm: file: /dev/zero: is not a regular file, expected a file
  [2]
  $ echo "return { problem = problem.libsvm {}, learners = learner.winnow {} }" | play
  winnow: s.lua:1: libsvm: file is missing; expected the name of a file
  [2]
