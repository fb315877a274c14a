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
  winnow: a reference laboratory for online matrix learning
  
    winnow run SCENARIO
        run a scenario: a path, or a name in ./scenarios or the installed folder
    winnow plot RESULT_DIR
        draw the plots of a result folder
    winnow list [learners|problems|bounds|scenarios] [NAME]
        list what exists, with parameters, defaults and sources
    winnow predict STATE [FILE]
        predict the rows of a data file with a saved state (run --save-state), without learning
    winnow learn < ROWS > PREDICTIONS
        learn rows as they come: predict each, then learn its label; CSV or LIBSVM's format, for a pipe
    winnow serve LEARNER
        serve a learner to other programs: JSON lines on standard input and output
    winnow new NAME
        write a commented scenario to start from, also about your own data: scenarios/NAME.lua
    winnow verify RESULT_DIR
        run a result folder again from its manifest and compare all files
    winnow compare RESULT_DIR [RESULT_DIR]
        compare the learners of one result folder, or two folders, on the same sequences, paired by seed
    winnow report RESULT_DIR...
        write a page about result folders: verdicts, plots, sources; and LaTeX tables
    winnow attack SCENARIO
        search for parameters and sequences that come closest to a bound, or break it
    winnow trace SCENARIO
        tell the first trials of a learner one by one: instance, score, label, update
    winnow explain RESULT_DIR [ROW]
        say in words and numbers how bounds were judged, and what to do
    winnow merge --out DIR RESULT_DIR...
        merge result folders of one scenario: shards, complete or unfinished runs
    winnow value subspace|cut|order|completion
        the exact value of a small game, with proofs that it is no less and no more
    winnow --version | help [COMMAND] | --help | COMMAND --help
  
  Exit status: 0 success; 1 failed in part, or verify found a difference; 2 bad usage, scenario or
    data; 3 a proved bound was violated; 130 interrupted.
  winnow: expected a command
  [2]
  $ refuse help rum
  winnow: rum: no such command; nearest: run (winnow help)
  [2]
  $ refuse help run tiny
  winnow: tiny: one argument too many for winnow help [COMMAND]
  [2]
  $ refuse rum tiny
  winnow: rum: no such command; nearest: run (winnow help)
  [2]
  $ refuse improve
  winnow: improve: no such command (winnow help)
  [2]
  $ refuse --verbose
  winnow: --verbose: no such command (winnow help)
  [2]
  $ refuse --version now
  winnow: now: nothing expected after --version
  [2]
  $ refuse run
  winnow: winnow run: expected SCENARIO
  [2]
  $ refuse run tiny.lua other.lua
  winnow: other.lua: one argument too many for winnow run SCENARIO
  [2]
  $ refuse run -- --seeds
  winnow: --seeds: no such scenario, expected a path or a name in ./scenarios (winnow list scenarios)
  [2]
  $ refuse run -- tiny.lua --seeds
  winnow: --seeds: one argument too many for winnow run SCENARIO
  [2]
  $ refuse plot
  winnow: winnow plot: expected RESULT_DIR
  [2]
  $ refuse report
  winnow: winnow report: expected RESULT_DIR...
  [2]
  $ refuse report nowhere --format pdf
  winnow: --format pdf: expected html, latex or both
  [2]
  $ refuse report nowhere
  winnow: nowhere: not a result folder: it has no manifest.json
  [2]
  $ refuse report nowhere --outt x
  winnow: --outt: no such option of winnow report; nearest: --out (winnow help report)
  [2]
  $ refuse list learners matrix_winow
  winnow: matrix_winow: no such learner; nearest: matrix_winnow (winnow list learners)
  [2]
  $ refuse list problems close
  winnow: close: no such problem; nearest: close_to_subspace (winnow list problems)
  [2]
  $ refuse list learners winnow bounds
  winnow: bounds: one argument too many for winnow list [learners|problems|bounds|scenarios] [NAME]
  [2]
  $ refuse list learners --format html
  winnow: --format html: expected text or json (Markdown and annotations for editors: scripts/member_tables.py)
  [2]

  $ refuse merge nowhere
  winnow: winnow merge: expected --out DIR
  [2]
  $ refuse merge --out here
  winnow: winnow merge: expected --out DIR RESULT_DIR...
  [2]
  $ refuse merge --out here nowhere
  winnow: nowhere: not a result folder: it has neither a manifest.json nor a journal
  [2]
  $ refuse merge --out tiny.lua nowhere
  winnow: nowhere: not a result folder: it has neither a manifest.json nor a journal
  [2]
  $ refuse plot nowhere --shard 1/2
  winnow: --shard: no such option of winnow plot (winnow help plot)
  [2]

Options of run:

  $ refuse run tiny.lua --sedes 3
  winnow: --sedes: no such option of winnow run; nearest: --seeds, --set (winnow help run)
  [2]
  $ refuse run tiny.lua --xyzzy
  winnow: --xyzzy: no such option of winnow run (winnow help run)
  [2]
  $ refuse run tiny.lua --format svg
  winnow: --format: no such option of winnow run; nearest: --out, --fresh (winnow help run)
  [2]
  $ refuse run tiny.lua --seeds
  winnow: --seeds: expected K after it
  [2]
  $ refuse run tiny.lua --seeds 0
  winnow: --seeds 0: expected a whole number from 1 to 1000000
  [2]
  $ refuse run tiny.lua --seeds=-1
  winnow: --seeds -1: expected a whole number from 1 to 1000000
  [2]
  $ refuse run tiny.lua --seeds 1e3
  winnow: --seeds 1e3: expected a whole number from 1 to 1000000
  [2]
  $ refuse run tiny.lua --seeds 99999999999999999999
  winnow: --seeds 99999999999999999999: expected a whole number from 1 to 1000000
  [2]
  $ refuse run tiny.lua --seeds 1000001
  winnow: --seeds 1000001: expected a whole number from 1 to 1000000
  [2]
  $ refuse run tiny.lua --trials many
  winnow: --trials many: expected a whole number from 1 to 9007199254740992
  [2]
  $ refuse run tiny.lua --trials 1.5
  winnow: --trials 1.5: expected a whole number from 1 to 9007199254740992
  [2]
  $ refuse run tiny.lua --jobs 0
  winnow: --jobs 0: expected a whole number from 1 to 1024
  [2]
  $ refuse run tiny.lua --jobs 5000
  winnow: --jobs 5000: expected a whole number from 1 to 1024
  [2]
  $ refuse run tiny.lua --shard 0/4
  winnow: --shard 0/4: expected I/N, whole numbers with 1 <= I <= N <= 1000000
  [2]
  $ refuse run tiny.lua --shard 5/4
  winnow: --shard 5/4: expected I/N, whole numbers with 1 <= I <= N <= 1000000
  [2]
  $ refuse run tiny.lua --shard 1/
  winnow: --shard 1/: expected I/N, whole numbers with 1 <= I <= N <= 1000000
  [2]
  $ refuse run tiny.lua --shard=x
  winnow: --shard x: expected I/N, whole numbers with 1 <= I <= N <= 1000000
  [2]
  $ refuse run tiny.lua --cell-time 0
  winnow: --cell-time 0: expected a whole number from 1 to 31622400
  [2]
  $ refuse run tiny.lua --run-time 1h
  winnow: --run-time 1h: expected a whole number from 1 to 31622400
  [2]
  $ refuse run tiny.lua --fresh=yes
  winnow: --fresh takes no value
  [2]
  $ refuse run tiny.lua --out ''
  winnow: --out: expected DIR, got nothing
  [2]
  $ refuse run tiny.lua --curves some
  winnow: --curves some: expected all
  [2]
  $ refuse run tiny.lua --eigen arpack
  winnow: --eigen: unknown eigensolver 'arpack', expected one of: gsl, own
  [2]
  $ refuse run tiny.lua --set
  winnow: --set: expected NAME=VALUE after it
  [2]
  $ refuse run tiny.lua --set n
  winnow: --set n: expected NAME=VALUE
  [2]
  $ refuse run tiny.lua --set =3
  winnow: --set =3: expected NAME=VALUE
  [2]
  $ refuse run tiny.lua --set n=
  winnow: --set n=: n must be a number, not ""
  [2]
  $ refuse run tiny.lua --set n=eight
  winnow: --set n=eight: n must be a number, not "eight"
  [2]
  $ refuse run tiny.lua --set n=8,,16
  winnow: --set n=8,,16: n must be a number, not ""
  [2]
  $ refuse run tiny.lua --set n=8.5
  winnow: tiny.lua:6: close_to_subspace: n = 8.5 must be a whole number: at least 1 and at most 10000000
  [2]
  $ refuse run tiny.lua --set m=8
  winnow: --set m=8: no such parameter (valid: kind, n, noisy, r)
  [2]
  $ refuse run tiny.lua --set n=8 --set n=16
  winnow: --set n=16: n is set twice; several values are written n=A,B
  [2]
  $ refuse run tiny.lua --set noisy=perhaps
  winnow: --set noisy=perhaps: noisy must be true or false, not "perhaps"
  [2]
  $ refuse run tiny.lua --set seeds=3
  winnow: --set seeds=3: seeds is not a parameter; write --seeds 3
  [2]
  $ refuse run tiny.lua --set r=9
  winnow: tiny.lua:6: close_to_subspace: r = 9 must be at most n = 8
  [2]
  $ refuse run tiny.lua --set r=0
  winnow: tiny.lua:6: close_to_subspace: r = 0 must be at least 1 and at most 10000000
  [2]

Files and folders that are not there, or are something else:

  $ refuse run nosuch
  winnow: nosuch: no such scenario, expected a path or a name in ./scenarios (winnow list scenarios)
  [2]
  $ refuse run nosuch.lua
  winnow: nosuch.lua: no such file
  [2]
  $ refuse run .
  winnow: .: no such scenario, expected a path or a name in ./scenarios (winnow list scenarios)
  [2]
  $ refuse run tiny.lua --out tiny.lua
  winnow: --out: tiny.lua: is a file, expected a folder
  [2]
  $ refuse run tiny.lua --data nosuch
  winnow: --data nosuch: no such folder
  [2]
  $ refuse plot nosuch
  winnow: nosuch: not a result folder: it has no manifest.json
  [2]
  $ refuse plot .
  winnow: .: not a result folder: it has no manifest.json
  [2]
  $ refuse run ./
  winnow: ./: this is a directory; expected a scenario file
  [2]
  $ refuse run /dev/zero
  winnow: /dev/zero: this is not a regular file; expected a scenario file
  [2]
  $ refuse run tiny.lua --out /proc/nothing
  winnow: --out: /proc/nothing: the folder cannot be made: No such file or directory
  [2]

A long list of overrides is no mistake: the folder's name is cut and ends with a hash.

  $ "$WINNOW" run tiny.lua --quiet --set r=1 --set n=$(seq -s , 1000 1200); ls results/tiny | sed 's/[0-9a-f]\{12\}$/HASH/'
  n=1000+1001+1002+1003+1004+1005+1006+1007+1008+1009+1010+1011+1012+1013+1014+1015+1016+1017+1018+1019+1020+1021+1022+1023+1024+1025+1026+1027+1028+1029+1030+1031+1032+1033+1034+103...HASH
  $ "$WINNOW" run tiny.lua --quiet --set r=1 --set n=$(seq -s , 1000 1201); ls results/tiny | wc -l
  2

Plotting:

  $ "$WINNOW" run tiny.lua --quiet --out r
  $ refuse() { "$WINNOW" "$@"; }
  $ refuse plot r --format gif
  winnow: --format gif: expected some of svg, pdf, png
  [2]
  $ refuse plot r --format svg,,png
  winnow: --format : expected some of svg, pdf, png
  [2]
  $ refuse plot r --format=
  winnow: --format: expected svg,pdf,png, got nothing
  [2]
  $ refuse plot r extra
  winnow: extra: one argument too many for winnow plot RESULT_DIR
  [2]
  $ refuse plot r --seeds 3
  winnow: --seeds: no such option of winnow plot (winnow help plot)
  [2]
  $ echo '{' > r/manifest.json
  $ refuse plot r
  winnow: r/manifest.json: line 2: not JSON at column 1
  [2]

Output that cannot be written is a failure:

  $ "$WINNOW" list > /dev/full
  winnow: standard output cannot be written: No space left on device
  [1]
  $ "$WINNOW" --version > /dev/full
  winnow: standard output cannot be written: No space left on device
  [1]
