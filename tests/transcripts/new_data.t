A scenario about a data file is written and runs as it is:

  $ cat > shop.csv <<'END'
  > id;name;colour;size;since;price;status
  > 1;"Doe; A";red;1;2000-01-31;1.5;open
  > 2;Roe B;blue;;2000-02-29;2.5;closed
  > 3;Poe C;red;3;2001-01-01;3;open
  > 4;Loe D;blue;5;2001-01-02;4;closed
  > 5;Moe E;red;2;2001-01-03;1;open
  > END
  $ "$WINNOW" new shop --csv shop.csv --class status
  shop.lua
  $ head -n 3 shop.lua; sed -n '/problem.table {/,/}/p' shop.lua
  -- shop.csv: 5 rows, separator semicolon, names in the first line.
  -- Columns: 2 of numbers, 1 of texts (an indicator for each text), 1 of dates. Gaps: 1.
  -- Left out: id (numbers the rows), name (too many different texts).
      return problem.table {
        file = "shop.csv",
        separator = "semicolon",
        header = true,
        class_column = 7, -- status
        one_hot = "colour",
        dates = "since",
        omit = "id,name",
        missing = "indicator", -- a feature that says so; or mean, drop
        fit = 0.1, -- ranges are found from the first tenth of the rows
        positive = p.class,
        instances = p.instances,
        scaling = "unit",
        bias = true, -- a further feature that is always 1
        order = "file", -- in the order of column 5, since
      }
  $ "$WINNOW" run ./shop.lua --quiet --save-state && ls results/shop/states | wc -l
  27
  $ for state in results/shop/states/*; do "$WINNOW" predict "$state" shop.csv > /dev/null 2>&1 || echo "$state"; done

In a folder with scenarios the file is named from there, with and without --data:

  $ mkdir scenarios other; "$WINNOW" new price --csv shop.csv --class price
  scenarios/price.lua
  $ grep 'file =' scenarios/price.lua
        file = "../shop.csv",
  $ "$WINNOW" run price --quiet && "$WINNOW" run price --quiet --data other

What is left out is listed in lines of at most 110 characters: the first is 13 + 21 + 2 + 46 + 27 + 1 = 110 long, and with a name of 47 it is turned.

  $ for name in 46 47; do (printf "id,%0${name}d,x,y\n" 0; for i in 1 2 3 4 5 6; do echo "$i,t$i,$((i % 4)),$((i % 2))"; done) > long.csv; "$WINNOW" new long$name --csv long.csv --class y > long.out; sed -n '/Left out/,/predict/p' scenarios/long$name.lua | sed '/predict/d; s/0000*/ZEROS/'; rm long.csv scenarios/long$name.lua; done
  -- Left out: id (numbers the rows), ZEROS (too many different texts).
  -- Left out: id (numbers the rows),
  -- ZEROS (too many different texts).

As spreadsheets write it: decimal commas, days first, gaps of the class, quotes in names; two columns have one name:

  $ printf '\357\273\277Nr;Wert;Wert;"Art ""x""";Datum;Zustand\r\n1;1,5;2;rot;31.12.2001;gut\r\n2;;1;blau;01.01.2002;NA\r\n3;2,5;4;rot;02.01.2002;nicht gut\r\n4;0,5;4;blau;03.01.2002;gut\r\n' > werte.csv
  $ "$WINNOW" new werte --csv werte.csv && "$WINNOW" run werte --quiet
  scenarios/werte.lua
  $ head -n 4 scenarios/werte.lua; sed -n '/decimal =/,/missing/p; /trials =/p' scenarios/werte.lua
  -- werte.csv: 4 rows, separator semicolon, names in the first line, decimal commas.
  -- Columns: 2 of numbers, 1 of texts (an indicator for each text), 1 of dates. Gaps: 1.
  -- Left out: Nr (numbers the rows).
  -- To predict: column 6, Zustand; rows in which it is a gap are left out: 1. --class COLUMN names another one.
    trials = 3,
        decimal = "comma",
        class_column = 6, -- Zustand
        one_hot = "4",
        dates = "Datum",
        omit = "Nr",
        missing = "indicator", -- a feature that says so; or mean, drop

Distances, matches, ratings and a graph:

  $ printf '%s\n' ',a,b,c' 'a,0,1,2' 'b,1,0,2' 'c,2,2,0' > towns.csv
  $ "$WINNOW" new towns --csv towns.csv && grep -c kernel_distances scenarios/towns.lua && "$WINNOW" run towns --quiet
  scenarios/towns.lua
  1
  $ printf '%s\n' 'item,kind,a,b,c,d' 'a,u,0,1,2,2' 'b,u,1,0,2,2' 'c,v,2,2,0,1' 'd,v,2,2,1,0' > kinds.csv
  $ "$WINNOW" new kinds --csv kinds.csv && grep -A 1 'distances between' scenarios/kinds.lua && "$WINNOW" run kinds --quiet
  scenarios/kinds.lua
  -- Columns 3 to 6 are distances between the rows, here features of each row. A file of them alone, or after one
  -- column of names, is read as distances (problem.kernel_distances).
  $ printf '%s\n' 'name,"a, 1",b,c' '"a, 1",0,,' 'b,1,0,' 'c,2,2,0' > half.csv && "$WINNOW" new half --csv half.csv && "$WINNOW" run half --quiet
  scenarios/half.lua
  $ printf '%s\n' 'Date,HomeTeam,AwayTeam,FTHG,FTAG,Season,Neutral' '18/08/2001,B,C,2,2,2001/02,FALSE' '17/08/2001,A,B,1,0,2001/02,TRUE' '17/08/2002,C,A,NA,,2002/03,FALSE' '16/08/2002,A,B,0,3,2002/03,FALSE' > league.csv
  $ "$WINNOW" new league --csv league.csv && "$WINNOW" run league --quiet && grep 'home =\|neutral =\|time =\|order =\|season =\|missing =' scenarios/league.lua
  scenarios/league.lua
        missing = "drop", -- what was not played: 1
        home = "first",
        neutral = "Neutral=TRUE",
        time = "Date",
        order = "time", -- sorted
        season = "Season",
        home = "learned",
  $ printf '%s\n' 'day,home,away,score1,score2' '1,A,B,1,0' '2,B,C,2,2' '3,C,A,0,1' '4,A,B,0,3' > games.csv
  $ "$WINNOW" new games --matches games.csv && "$WINNOW" run games --quiet && grep '_score =\| time =' scenarios/games.lua
  scenarios/games.lua
        first_score = "score1",
        second_score = "score2",
        time = "day",
  $ printf '%s\n' 'user,item,rating' '1,2,3' '1,3,5' '2,3,1' > films.csv
  $ "$WINNOW" new films --ratings films.csv && "$WINNOW" run films --quiet && grep ' low =\| high =\|order =' scenarios/films.lua
  scenarios/films.lua
        order = "file",
        low = 1,
        high = 5,
  $ printf '3 2\n1 2 1\n2 3 -1\n' > graph.txt
  $ "$WINNOW" new graph --graph graph.txt && "$WINNOW" run graph --quiet
  scenarios/graph.lua

What is not so is refused, and nothing is written:

  $ "$WINNOW" new no --csv none.csv
  winnow: none.csv: No such file or directory
  [2]
  $ "$WINNOW" new no --csv shop.csv --class state
  winnow: new: --class = "state": no column of shop.csv has this name; nearest: status
  [2]
  $ "$WINNOW" new no --csv shop.csv --matches games.csv
  winnow: new: --csv, --matches, --ratings and --graph each name the data, expected one of them
  [2]
  $ "$WINNOW" new no --class status
  winnow: new: --class has no effect without --csv
  [2]
  $ "$WINNOW" new no --matches shop.csv
  winnow: shop.csv: no columns of two teams (home_team, away_team; winner, loser) among id, name, colour, size, since, price, status: name them so in its first line, or in a scenario by problem.matches { first = ..., second = ..., first_score = ..., second_score = ... }
  [2]
  $ "$WINNOW" new no --ratings shop.csv
  winnow: shop.csv: no columns of who, what and rating (userId, movieId, rating) among id, name, colour, size, since, price, status: name them so in its first line, or in a scenario by problem.ratings { row = ..., column = ..., rating = ... }
  [2]
  $ "$WINNOW" new no --graph shop.csv
  winnow: shop.csv:1: 1 columns, expected 2: nodes, edges
  [2]
  $ ls scenarios
  films.lua
  games.lua
  graph.lua
  half.lua
  kinds.lua
  league.lua
  price.lua
  towns.lua
  werte.lua
