Every bad command line ends with status 2 and one line that says what was expected; nothing is written.

  $ cat > tiny.lua << 'END'
  > return {
  >   params = { n = 8, r = 1, kind = "dyad", noisy = false },
  >   sweep = { r = { 1, 2 } },
  >   trials = 5,
  >   seeds = 1,
  >   problem = function(p) return problem.close_to_subspace { n = p.n, r = p.r } end,
  >   learners = { learner.matrix_perceptron {} },
  > }
  > END
  $ ls > before
  $ refuse() { "$WINNOW" "$@"; status=$?; ls > after; diff before after || true; return $status; }
  $ touch after; ls > before

Commands:

  $ refuse
  $ refuse rum tiny
  $ refuse improve
  $ refuse --verbose
  $ refuse --version now
  $ refuse run
  $ refuse run tiny.lua other.lua
  $ refuse plot
  $ refuse list learner
  $ refuse list learners matrix_winow
  $ refuse list problems close
  $ refuse list learners winnow bounds
  $ refuse list learners --format html

Options of run:

  $ refuse run tiny.lua --sedes 3
  $ refuse run tiny.lua --xyzzy
  $ refuse run tiny.lua --format svg
  $ refuse run tiny.lua --seeds
  $ refuse run tiny.lua --seeds 0
  $ refuse run tiny.lua --seeds=-1
  $ refuse run tiny.lua --seeds 1e3
  $ refuse run tiny.lua --seeds 99999999999999999999
  $ refuse run tiny.lua --seeds 1000001
  $ refuse run tiny.lua --trials many
  $ refuse run tiny.lua --trials 1.5
  $ refuse run tiny.lua --jobs 0
  $ refuse run tiny.lua --jobs 5000
  $ refuse run tiny.lua --fresh=yes
  $ refuse run tiny.lua --out ''
  $ refuse run tiny.lua --eigen arpack
  $ refuse run tiny.lua --set
  $ refuse run tiny.lua --set n
  $ refuse run tiny.lua --set =3
  $ refuse run tiny.lua --set n=
  $ refuse run tiny.lua --set n=eight
  $ refuse run tiny.lua --set n=8,,16
  $ refuse run tiny.lua --set n=8.5
  $ refuse run tiny.lua --set m=8
  $ refuse run tiny.lua --set n=8 --set n=16
  $ refuse run tiny.lua --set noisy=perhaps
  $ refuse run tiny.lua --set seeds=3
  $ refuse run tiny.lua --set r=9
  $ refuse run tiny.lua --set r=0

Files and folders that are not there, or are something else:

  $ refuse run nosuch
  $ refuse run nosuch.lua
  $ refuse run .
  $ refuse run tiny.lua --out tiny.lua
  $ refuse run tiny.lua --data nosuch
  $ refuse plot nosuch
  $ refuse plot .
