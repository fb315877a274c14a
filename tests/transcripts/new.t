A new scenario is written, runs as it is, and is never written over:

  $ "$WINNOW" new my_idea
  my_idea.lua
  $ "$WINNOW" run my_idea
  winnow: my_idea: no such scenario in ./scenarios, but my_idea.lua is here: write the path, my_idea.lua
  [2]
  $ mkdir scenarios; "$WINNOW" new my_idea
  scenarios/my_idea.lua
  $ cmp my_idea.lua scenarios/my_idea.lua
  $ "$WINNOW" run my_idea --quiet --seeds 2 --set n=8 && grep -c holds results/my_idea/*/verdicts.tsv | head -n 1
  8
  $ echo "-- mine" > scenarios/my_idea.lua; "$WINNOW" new my_idea
  winnow: scenarios/my_idea.lua exists: choose another name or edit it
  [2]
  $ cat scenarios/my_idea.lua
  -- mine
  $ "$WINNOW" new "my idea"
  winnow: new my idea: expected letters, digits and _, beginning with a letter, at most 60 of them
  [2]
  $ "$WINNOW" new ../idea
  winnow: new ../idea: expected letters, digits and _, beginning with a letter, at most 60 of them
  [2]
  $ "$WINNOW" new
  winnow: winnow new: expected NAME
  [2]
  $ ls
  my_idea.lua
  results
  scenarios
