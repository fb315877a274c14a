Help, of the program and of a command, on standard output:

  $ winnow help | head -n 4
  winnow: a reference laboratory for online matrix learning
  
    winnow run SCENARIO
        run a scenario: a path, or a name in ./scenarios or the installed folder
  $ winnow help > asked
  $ winnow --help | diff asked -
  $ winnow help merge
  winnow merge --out DIR RESULT_DIR... [options]
    merge result folders of one scenario: shards, complete or unfinished runs
  
    --out DIR            the result folder to write (required)
    --quiet              no progress and no table
    --help               show usage and options
  $ winnow help merge > asked
  $ winnow merge --help | diff asked -

Without a command it is an error, on standard error:

  $ winnow 2> told
  [2]
  $ tail -n 2 told
    data; 3 a proved bound was violated; 130 interrupted.
  winnow: expected a command

Every option has one name: the time of a whole run is --run-time for run and for attack.

  $ for command in run attack; do winnow help $command | grep -o '^  --run-time SECONDS'; done
    --run-time SECONDS
    --run-time SECONDS
