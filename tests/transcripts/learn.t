A learner in a pipe: a row in, a prediction out, before its label is used.

  $ learn() { "$WINNOW" learn "$@"; }
  $ printf '1,0,1\n0,1,-1\n0.5,0.25,1\n0.5,0.5,\n0,0.75,-1\n' > rows.csv

The perceptron by hand: w = (0,0); row 2 is a mistake, w = (0,-1); row 3 is one, w = (0.5,-0.75).

  $ learn --learner perceptron --save-state state < rows.csv
  # winnow-lab predictions 1
  # learner: perceptron
  t\tscore\tprediction\tlabel (esc)
  1\t0\t1\t1 (esc)
  2\t0\t1\t-1 (esc)
  3\t-0.25\t-1\t1 (esc)
  4\t-0.125\t-1\t- (esc)
  5\t-0.5625\t-1\t-1 (esc)
  5 instances, 2 mistakes on the 4 with a label, accuracy 0.5

The state goes on, and predicts files; two halves are the whole.

  $ "$WINNOW" predict state rows.csv 2>&1 | tail -n 3
  4\t-0.125\t-1\t- (esc)
  5\t-0.5625\t-1\t-1 (esc)
  5 instances, 0 mistakes on the 4 with a label, accuracy 1
  $ head -n 2 rows.csv | learn --learner perceptron --save-state half > halves
  2 instances, 1 mistakes, accuracy 0.5
  $ tail -n 3 rows.csv | learn --load half --save-state half | cut -f 2- | tail -n 3
  3 instances, 1 mistakes on the 2 with a label, accuracy 0.5
  -0.25\t-1\t1 (esc)
  -0.125\t-1\t- (esc)
  -0.5625\t-1\t-1 (esc)
  $ sed 's/"trials": [0-9]*/"trials": T/' state > a; sed 's/"trials": [0-9]*/"trials": T/' half > b; cmp a b

A line comes out for each that goes in, while the next has not come; the state is there after every second row.

  $ mkfifo in out; learn --learner perceptron --save-state kept --save-every 2 < in > out 2> said & exec 3> in 4< out
  $ echo '1,0,1' >&3; for i in 1 2 3 4; do read -r line <&4; done; echo "$line"
  1\t0\t1\t1 (esc)
  $ test -e kept || echo 'no state yet'
  no state yet
  $ echo '0,1,-1' >&3; read -r line <&4; echo '0.5,0.25,1' >&3; read -r line <&4; echo "$line"; grep -c '"learner": "perceptron"' kept
  3\t-0.25\t-1\t1 (esc)
  1
  $ exec 3>&-; wait; cat said
  3 instances, 2 mistakes, accuracy 0.333333

After every row:

  $ mkfifo in1 out1; learn --learner perceptron --save-state each --save-every 1 < in1 > out1 2> said & exec 3> in1 4< out1
  $ echo '1,0,1' >&3; for i in 1 2 3 4; do read -r line <&4; done; echo '0,1,-1' >&3; read -r line <&4
  $ grep -c '"learner": "perceptron"' each
  1
  $ exec 3>&-; wait; cat said
  2 instances, 1 mistakes, accuracy 0.5

Names of columns, semicolons, classes; LIBSVM's format; numbers.

  $ printf 'a;id;b;spam\n1;7;0;yes\n0;8;10;no\n5;9;2.5;yes\n' | learn --learner perceptron --save-state named \
  >   --rows 'table{positive = "yes", omit = "id", scaling = "range", high = 10}' | cut -f 2-
  3 instances, 2 mistakes, accuracy 0.333333
  # winnow-lab predictions 1
  # learner: perceptron
  score\tprediction\tlabel (esc)
  0\t1\t1 (esc)
  0\t1\t-1 (esc)
  -0.25\t-1\t1 (esc)
  $ printf 'id;a;b;spam\n1;7;0;yes\n' | learn --load named | tail -n 1 # by their names; (7,0)/10 and the weights (0.5,-0.75)
  1 instances, 0 mistakes, accuracy 1
  1\t0.35\t1\t1 (esc)
  $ printf 'a;id;spam\n1;7;yes\n' | learn --load named
  winnow: standard input:1: none of 3 columns is named 'b', expected those of the data that were learned
  [2]
  $ printf '3 1:1\n# a comment\n1 2:1\n? 1:0.5 2:0.25\n' | learn --learner perceptron --rows 'libsvm{n = 2, positive_label = 3}' | tail -n 3
  3 instances, 1 mistakes on the 2 with a label, accuracy 0.5
  1\t0\t1\t1 (esc)
  2\t0\t1\t-1 (esc)
  3\t-0.25\t-1\t- (esc)
  $ printf '1 2 4\n1 0 ?\n' | learn --learner 'widrow_hoff{eta = 0.25}' --save-state real | tail -n 2
  2 instances, loss 16 on the 1 with a label, mean 16
  1\t0\t0\t4 (esc)
  2\t1\t1\t- (esc)

A state of a run goes on with the ranges that it found: 4 is clipped to 2, the largest that was learned.

  $ printf 'size,colour,class\n0,red,1\n2,blue,-1\n' > first.csv
  $ echo "return { seeds = 1, problem = problem.table { file = 'first.csv', one_hot = 'colour', positive = '1', scaling = 'unit', instances = 'vector' }, learners = learner.perceptron {} }" > s.lua
  $ "$WINNOW" run s.lua --out ran --save-state --quiet
  $ printf 'size,colour,class\n4,green,1\n' | learn --load ran/states/*.json | tail -n 1
  1 instances, 1 mistakes, accuracy 0
  1\t-1\t-1\t1 (esc)

Ranges of the rows so far. By hand, the rows are (0,0), (0,1), (1/2,0), (1,0.6), (2/3,0.4), (0.5,0.8), and w is (0,-1) after row 2,
(2/3,-0.6) after row 5. A run over the file says the same, and two halves are the whole.

  $ printf '40,1,1\n10,5,-1\n25,0,1\n100,3,-1\n70,2,1\n55,4,-1\n' > raw.csv
  $ learn --learner perceptron --rows 'table{positive = "1", scaling = "unit", online = true}' --save-state whole < raw.csv > all
  6 instances, 2 mistakes, accuracy 0.666667
  $ tail -n +4 all
  1\t0\t1\t1 (esc)
  2\t0\t1\t-1 (esc)
  3\t0\t1\t1 (esc)
  4\t-0.6\t-1\t-1 (esc)
  5\t-0.4\t-1\t1 (esc)
  6\t-0.14666666666666667\t-1\t-1 (esc)
  $ grep -A 4 '"online": {' whole
        "online": {
          "rows": 6,
          "low": [10, 0],
          "high": [100, 5]
        }
  $ echo "return { seeds = 1, problem = problem.table { file = 'raw.csv', positive = '1', scaling = 'unit', online = true, instances = 'vector' }, learners = learner.perceptron {} }" > o.lua
  $ "$WINNOW" run o.lua --out online --save-state --record --quiet
  $ cut -f 2,3 all | tail -n +4 > a; sed -n 's/.*"score":\([^,]*\),"prediction":\([^}]*\)}/\1 \2/p' online/sequences/*.jsonl | tr ' ' '\t' | cmp - a
  $ sed -n '/"state": {/,$p' whole > a; sed -n '/"state": {/,$p' online/states/*.json | cmp - a
  $ head -n 3 raw.csv | learn --learner perceptron --rows 'table{positive = "1", scaling = "unit", online = true}' --save-state half > halves
  3 instances, 1 mistakes, accuracy 0.666667
  $ tail -n 3 raw.csv | learn --load half --save-state half >> halves
  3 instances, 1 mistakes, accuracy 0.666667
  $ grep -v '^[#t]' halves | cut -f 2- > a; tail -n +4 all | cut -f 2- | cmp - a
  $ sed 's/"trials": [0-9]*/"trials": T/' whole > a; sed 's/"trials": [0-9]*/"trials": T/' half | cmp - a

Rows of other classes are predicted only, as a saved state does; they count in the scale.

  $ printf '4,a\n0,c\n3,b\n' | learn --learner perceptron --rows 'table{positive = "a", classes = "a b", scaling = "unit", online = true}' | tail -n 2
  3 instances, 1 mistakes on the 2 with a label, accuracy 0.5
  2\t0\ta\t- (esc)
  3\t0\ta\tb (esc)
  $ printf '1,a\n' | learn --learner perceptron --rows 'table{positive = "a", classes = "b c"}'
  winnow: table: classes = "b c" must have positive = "a" among them
  [2]

So with running means and variances, and numbers to predict. The eleventh row does not fit into the learner, and does not count in the
scale that is saved. A row without a label does.

  $ seq 1 40 | awk '{ printf "%.10g,%.10g,%.10g\n", 100 * sin($1), cos(3 * $1) / 7, sin(2 * $1) }' > wave.csv
  $ rows='regression_data{scaling = "standard", online = true}'
  $ learn --learner 'widrow_hoff{eta = 0.1}' --rows "$rows" --save-state whole < wave.csv > all 2> said
  $ learn --learner 'widrow_hoff{eta = 0.1}' --rows "$rows" --save-state half --trials 10 < wave.csv > halves
  winnow: row 11: the learner is made for 10 rows with a label, expected --trials T of all that come
  [2]
  $ sed -i '$d' halves; tail -n +11 wave.csv | learn --load half --save-state half >> halves 2> said
  $ grep -v '^[#t]' halves | cut -f 2- > a; tail -n +4 all | cut -f 2- | cmp - a
  $ sed 's/"trials": [0-9]*/"trials": T/' whole > a; sed 's/"trials": [0-9]*/"trials": T/' half | cmp - a
  $ echo "return { seeds = 1, problem = problem.regression_data { file = 'wave.csv', scaling = 'standard', online = true }, learners = learner.widrow_hoff { eta = 0.1 } }" > o.lua
  $ "$WINNOW" run o.lua --out standard --save-state --record --quiet
  $ cut -f 3 all | tail -n +4 > a; sed -n 's/.*"prediction":\([^}]*\)}/\1/p' standard/sequences/*.jsonl | cmp - a
  $ printf '4,\n0,1\n2,1\n' | learn --learner 'widrow_hoff{eta = 1}' --rows 'regression_data{scaling = "max_abs", online = true}' --save-state kept | tail -n 1
  3 instances, loss 2 on the 2 with a label, mean 1
  3\t0\t0\t1 (esc)
  $ grep largest kept
          "largest": [4]

A gap counts in no scale: a state goes on with how many there were in each column.

  $ printf ',1\n1990,-1\n?,1\n1995,-1\n,1\n1992,-1\n' > years.csv; head -n 3 years.csv > first.csv
  $ online() { echo "return { seeds = 1, problem = problem.table { file = '$1', positive = '1', scaling = 'unit', online = true, missing = 'indicator', instances = 'vector' }, learners = learner.perceptron {} }" > g.lua; "$WINNOW" run g.lua --out "$2" --save-state --quiet; }
  $ online years.csv gaps; online first.csv part
  $ tail -n 3 years.csv | learn --load part/states/*.json --save-state kept > table
  3 instances, 1 mistakes, accuracy 0.666667
  $ grep -A 4 '"online": {' kept
        "online": {
          "rows": 6,
          "low": [1990, 0],
          "high": [1995, 1],
          "gaps": [3, 0]
  $ grep -A 4 '"online": {' gaps/states/*.json > a; grep -A 4 '"online": {' kept | cmp - a
  $ sed -n '/"state": {/,$p' gaps/states/*.json > a; sed -n '/"state": {/,$p' kept | cmp - a

What is wrong ends with status 2 and one line; what was learned before is saved.

  $ printf '1,0,1\n0,1,-1\n0,x,1\n' | learn --learner perceptron --save-state before > table
  winnow: standard input:3: column 2 is 'x', expected a finite number; a column of texts is named in one_hot, ordered, dates or omit, and texts = "indicator" takes all of them
  [2]
  $ "$WINNOW" predict before rows.csv 2> counts | sed -n 5p
  2\t-1\t-1\t-1 (esc)
  $ printf '1,0,1\n0,1\n' | learn --learner perceptron > table
  winnow: standard input:2: 1 columns besides the class, expected 2
  [2]
  $ printf '1,0,1\n2,0,1\n' | learn --learner perceptron > table
  winnow: standard input:2: column 1 is 2, expected a value in [0,1]: scaling = "unit" with online = true scales rows as they are learned
  [2]
  $ printf 'a,spam\n1,yes\n' | learn --learner perceptron
  # winnow-lab predictions 1
  # learner: perceptron
  t\tscore\tprediction\tlabel (esc)
  1\t-\t-\tyes (esc)
  1 instances, 1 mistakes, accuracy 0; classes: yes
  $ printf '1 1:1\n' | learn --learner perceptron
  winnow: libsvm: n: expected the number of features, which rows that come one by one do not say
  [2]
  $ printf '1,2\n3,abc\n' | learn --learner 'widrow_hoff{eta = 1}' > table
  winnow: standard input:2: column 2 is 'abc', expected a finite number; a column of texts is named in one_hot, ordered, dates or omit, and texts = "indicator" takes all of them
  [2]
  $ printf '1,1\n1,1\n' | learn --learner perceptron --trials 1 > table
  winnow: row 2: the learner is made for 1 rows with a label, expected --trials T of all that come
  [2]
  $ learn < rows.csv
  winnow: winnow learn: expected --learner 'NAME{option = value}', or --load STATE
  [2]
  $ learn --learner perceptrn < rows.csv
  winnow: perceptrn: no such learner; nearest: perceptron (winnow list learners)
  [2]
  $ learn --learner 'winnow{r 2}' < rows.csv
  winnow: --learner 'winnow{r 2}': at character 10: expected = and a value
  [2]
  $ learn --learner 'winnow{r = 2' < rows.csv
  winnow: --learner 'winnow{r = 2': at character 13: expected a comma or }
  [2]
  $ learn --learner 'winnow{r = two}' < rows.csv
  winnow: --learner 'winnow{r = two}': at character 12: expected a number, "text", true, false or a list {1, 2}
  [2]
  $ learn --learner perceptron --rows max_cut < rows.csv
  winnow: --rows: max_cut: expected table, libsvm or regression_data
  [2]
  $ learn --learner perceptron --rows 'table{positive = "1", scaling = "unit"}' < rows.csv
  winnow: table: scaling = "unit" is found from all rows, which come one by one here: online = true finds it from the rows so far; or learn a file of rows with winnow run --save-state and go on with --load
  [2]
  $ learn --learner perceptron --rows regression_data < rows.csv
  winnow: --learner: perceptron does not predict numbers, as --rows regression_data asks
  [2]
  $ learn --load state --learner perceptron < rows.csv
  winnow: --learner: not together with --load, whose state has it
  [2]
  $ learn --learner perceptron --save-every 2 < rows.csv
  winnow: --save-every: needs --save-state FILE
  [2]
  $ learn --learner perceptron --save-state nosuch/state < rows.csv 2>&1 | sed 's/: No such.*//'
  winnow: --save-state: nosuch/state: cannot be written

An update that overflows is refused, and the state is that of the rows before it. Row 1 leaves w = (1,2), so that the score of row 2 is 1e200, and its
step would be 1e400.

  $ printf '1 2 4\n' | learn --learner 'widrow_hoff{eta = 0.25}' --save-state right > said
  1 instances, loss 16, mean 16
  $ printf '1 2 4\n1e200 0 4\n1 2 4\n' | learn --learner 'widrow_hoff{eta = 0.25}' --save-state kept | tail -n 2
  winnow: row 2: the update is refused: spectral parameter: a step of size inf, expected at most 1e+140
  1\t0\t0\t4 (esc)
  2\t1e+200\t1e+200\t4 (esc)
  $ cmp right kept

A learner that tosses coins has a log loss: here that of chance 1/2, ln 2.

  $ printf 'a,b,label\n1,0,1\n0,1,-1\n' | learn --learner random 2>&1 > table
  2 instances, 1 mistakes, accuracy 0.5, log loss 0.693147

No row, or names alone: nothing to learn.

  $ learn --learner perceptron < /dev/null
  0 instances, none with a label
  $ echo 'a,b,label' | learn --learner perceptron
  0 instances, none with a label

Texts get indicators as they come, and gaps a feature of their own: the predictions are those of rows in which they are written out.

  $ printf 'colour,size,y\nred,0.5,1\nblue,,0\nred,0.25,-1\ngreen,1,1\nblue,0.5,1\n?,0.5,1\nred,1,\n' > texts.csv
  $ printf '1,0,0,0,0.5,0,1\n0,1,0,0,0,1,-1\n1,0,0,0,0.25,0,-1\n0,0,1,0,1,0,1\n0,1,0,0,0.5,0,1\n0,0,0,1,0.5,0,1\n1,0,0,0,1,0,\n' > written.csv
  $ texts='table{texts = "indicator", missing = "indicator"}'
  $ learn --learner perceptron --rows "$texts" --save-state whole < texts.csv > said
  7 instances, 4 mistakes on the 6 with a label, accuracy 0.333333
  $ learn --learner perceptron < written.csv 2> /dev/null | cmp - said
  $ grep -A 1 '"texts": \[' whole
        "texts": [
          ["red", "blue", "green"]

Two parts are the whole, wherever the state is taken; it predicts, by hand with the weights -1, 0, 1 of the
texts, 5/4 of the size and -1 of its gap. A text that was not learned has no indicator.

  $ for k in 2 4 6; do
  >   head -n $k texts.csv | learn --learner perceptron --rows "$texts" --save-state piece > one 2> /dev/null
  >   { head -n 1 texts.csv; tail -n +$((k + 1)) texts.csv; } | learn --load piece --save-state piece --save-every 1 > two 2> /dev/null
  >   { cat one; tail -n +4 two; } | cut -f 2- > parts; cut -f 2- said | cmp - parts; sed 's/"trials": [0-9]*/"trials": T/' piece > a; sed 's/"trials": [0-9]*/"trials": T/' whole | cmp - a
  > done
  $ printf 'size,colour\n,red\n0,violet\n0.4,green\n' > new.csv; "$WINNOW" predict whole new.csv 2> /dev/null | tail -n 3 | cut -f 2
  -2
  0
  1.5
  $ learn --learner perceptron --rows 'table{one_hot = "colour"}' < texts.csv 2>&1 | tail -n 1
  winnow: standard input:3: column 2 is '', expected a finite number; missing = "indicator", "mean" or "drop" allows gaps
  $ printf 'a,y\nu,1\n,1\n' | learn --learner perceptron --rows 'table{one_hot = "a"}' 2>&1 | grep '^winnow'
  winnow: standard input:3: column 1 is '', expected a value for one_hot; missing = "indicator", "mean" or "drop" allows gaps
  $ learn --learner perceptron --rows 'table{missing = "mean"}' < texts.csv
  winnow: table: missing = "mean" is found from all rows, which come one by one here: missing = "indicator" takes rows as they come; or learn a file of rows with winnow run --save-state and go on with --load
  [2]

A column has places for 32 texts; further ones have none.

  $ { echo a,y; seq 40 | sed 's/.*/t&,1/'; } | learn --learner 'winnow{r = 1}' --rows 'table{one_hot = "a"}' --save-state full 2>&1 > said | cat
  40 instances, 40 mistakes, accuracy 0
  $ tail -n 8 said | cut -f 2 | sort -u; grep -c '"t32"' full; grep '"t33"' full
  0
  1
  [1]

Classes: one against the rest. A class that comes new has a new learner, so that each plays as if the rows began with its first one; the largest score
is the prediction, of equal ones the first class in the order of the texts.

  $ awk 'BEGIN { s = 7; for (i = 0; i < 60; i++) { for (j = 0; j < 3; j++) { s = (s * 1103515245 + 12345) % 2147483648; x[j] = int(s / 65536) % 8 / 8 }
  >   c = x[0] > x[1] && x[0] > x[2] ? "tall" : x[1] > x[2] ? "low" : "middle"; print x[0] "," x[1] "," x[2] "," (i % 9 == 8 ? "" : c) } }' > rest.csv
  $ learn --learner perceptron --save-state classes < rest.csv > said
  60 instances, 24 mistakes on the 54 with a label, accuracy 0.555556; classes: low, middle, tall
  $ tail -n +4 said | awk '$4 != "-" && $3 != $4' | wc -l
  24
  $ for class in low middle tall; do
  >   first=$(cut -d , -f 4 rest.csv | grep -nx $class | head -n 1 | cut -d : -f 1)
  >   tail -n +$first rest.csv | learn --learner perceptron --rows "table{positive = \"$class\", classes = \"low middle tall\"}" 2> /dev/null | tail -n +4 | awk -v c=$class -v f=$first '{ print NR + f - 1, $2, c, f }'
  > done | awk '$1 > $4 && (!($1 in best) || $2 > best[$1]) { best[$1] = $2; of[$1] = $3 } END { for (t = 2; t <= 60; t++) print t "\t" best[t] "\t" of[t] }' > rest
  $ tail -n +5 said | cut -f 1-3 | cmp - rest
  $ head -n 4 said | tail -n 1 | cut -f 2-3
  -\t- (esc)

Their state goes on and predicts, and what takes one learner refuses it.

  $ head -n 31 rest.csv | learn --learner perceptron --save-state some > one 2> /dev/null; tail -n +32 rest.csv | learn --load some --save-state some > two 2> /dev/null
  $ { cat one; tail -n +4 two; } | cut -f 2- > parts; cut -f 2- said | cmp - parts; sed 's/"trials": [0-9]*/"trials": T/' some > a; sed 's/"trials": [0-9]*/"trials": T/' classes | cmp - a
  $ "$WINNOW" predict classes rest.csv 2>&1 > said | cat; cut -f 3 said | tail -n +4 | sort | uniq -c | sed 's/^ *//'
  60 instances, 12 mistakes on the 54 with a label, accuracy 0.777778
  10 low
  20 middle
  30 tall
  $ printf '{"format":"winnow-lab sequence 1","instances":"vector","n":3,"labels":"sign"}\n{"t":1,"x":[0.5,0,0],"y":1}\n' > sequence; "$WINNOW" predict classes sequence 2> /dev/null | tail -n 1 | cut -f 1,4
  1\t- (esc)
  $ printf '1,\n' | learn --learner perceptron --rows 'table{positive = ""}' --save-state none > said 2>&1; printf '1,u\n' > one.csv; "$WINNOW" predict none one.csv 2> /dev/null | tail -n 1
  1\t-\t-\t- (esc)
  $ "$WINNOW" serve perceptron --load classes < /dev/null
  winnow: classes: format: "winnow-lab classes 1", expected "winnow-lab state 1"
  [2]
  $ printf '0,1.5\n' | learn --learner perceptron
  winnow: standard input:1: the last column is not 1, -1 or 0, nor a class: say which is, as in --rows 'table{class_column = 1}', or learn numbers with ridge or another learner that predicts them
  [2]
  $ seq 101 | sed 's/.*/1,c&/' | learn --learner perceptron 2>&1 | tail -n 1
  winnow: standard input:101: column 2 is 'c101', expected at most 100 classes

Numbers that count the columns are names, as in a file, and the head of ARFF has them.

  $ printf '0,1,2\n\n0.5,0.1,1\n0.2,0.1,0\n' | learn --learner perceptron --save-state counted 2>&1 > said | cat; grep names counted
  2 instances, 1 mistakes, accuracy 0.5
        "names": ["0", "1", "2"],
  $ printf '0,1,2,y\n0.5,0.1,1,1\n0.5,0.1,0.1,2x\n' | learn --learner perceptron 2>&1 | tail -n 1
  winnow: standard input:3: column 4 is '2x', expected one of the classes '1 -1 0', or nothing; positive = "" takes each class against the rest
  $ printf '0,1\n1,0\n' | learn --learner perceptron --save-state signs > said 2>&1; printf '0,2x\n' > more.csv; "$WINNOW" predict signs more.csv
  winnow: more.csv:1: column 2 is '2x', expected one of the classes '1 -1 0', or nothing
  [2]
  $ printf '0,1,1\n1,0,0\n' | learn --learner perceptron --rows 'table{positive = "1", header = false}' 2>&1 > /dev/null
  2 instances, 1 mistakes, accuracy 0.5
  $ printf '%% toys\n@RELATION t\n\n@ATTRIBUTE size numeric\n@attribute "a colour" {red, %sdark blue%s}\n@attribute y {1, 0}\n@data\n0.5,red,1\n%% no row\n0.25,%sdark blue%s,0\n?,red,1\n' "'" "'" "'" "'" > toys.arff
  $ learn --learner perceptron --rows 'table{one_hot = "a colour", missing = "indicator"}' --save-state toys < toys.arff > said
  3 instances, 1 mistakes, accuracy 0.666667
  $ grep -A 2 '"names"' toys | sed 's/^ *//'
  "names": ["size", "a colour", "y"],
  "texts": [
  ["red", "dark blue"]
  $ learn --load toys < toys.arff > said
  3 instances, 1 mistakes, accuracy 0.666667
  $ learn --learner perceptron < toys.arff 2>&1 | tail -n 1
  winnow: standard input:8: column 2 is 'red', expected a finite number; a column of texts is named in one_hot, ordered, dates or omit, and texts = "indicator" takes all of them
  $ printf '0,one\n1,two\n1,3\n' | learn --learner perceptron 2>&1 | tail -n 1
  winnow: standard input:3: column 2 is '3', expected a class like 'one' before, all numbers or all texts

Labels that come late, by hand: row 2 leaves w = (0,-1); row 4 is a mistake on (1,0), w = (-1,-1); row 6 is one on (1/2,1/2), whatever its columns have.

  $ printf 'id,a,b,y\nx1,1,0,\nx2,0,1,-1\nx3,.5,.5,\nx1,0,0,-1\n,1,1,\nx3,0,0,1\nx9,1,0,1\n' > late.csv
  $ learn --learner perceptron --id id --save-state late < late.csv 2>&1 > said | cat; tail -n 7 said
  7 instances, 4 mistakes on the 4 with a label, accuracy 0
  1\t0\t1\t- (esc)
  2\t0\t1\t-1 (esc)
  3\t-0.5\t-1\t- (esc)
  4\t0\t1\t-1 (esc)
  5\t-2\t-1\t- (esc)
  6\t-1\t-1\t1 (esc)
  7\t-0.5\t-1\t1 (esc)
  $ head -n 4 late.csv | learn --learner perceptron --id id --save-state some > one
  3 instances, 1 mistakes on the 1 with a label, accuracy 0; waiting for a label: 2
  $ { head -n 1 late.csv; tail -n 4 late.csv; } | learn --load some --id id --save-state some > two 2> /dev/null
  $ { cat one; tail -n +4 two; } | cut -f 2- > parts; cut -f 2- said | cmp - parts; sed 's/"trials": [0-9]*/"trials": T/' some > a; sed 's/"trials": [0-9]*/"trials": T/' late | cmp - a
  $ tail -n +2 late.csv | learn --learner perceptron --id 1 2> /dev/null | cmp - said

A label may come alone, of a class too; the instance is the one that was predicted, with the scale of then.

  $ printf 'id,a,y\np,0,u\nq,4,\nr,8,v\nq,,v\n' | learn --learner perceptron --id id --rows 'table{missing = "indicator", scaling = "unit", online = true}' --save-state alone 2>&1 | tail -n 2
  4\t0\tv\tv (esc)
  4 instances, 2 mistakes on the 3 with a label, accuracy 0.333333; classes: u, v
  $ learn --learner perceptron --id name < late.csv
  winnow: --id = "name": no column of standard input has this name
  [2]
  $ printf '1 1:1\n' | learn --learner perceptron --id id --rows 'libsvm{n = 2}'
  winnow: --id: rows of libsvm have no column for it, expected those of a table
  [2]
  $ printf '1 1:1\n' | learn --learner perceptron --id id
  winnow: --id: rows of libsvm have no column for it, expected those of a table
  [2]
  $ printf '1,0,1\n' | learn --learner perceptron --id 4
  winnow: --id = 4: expected a column of standard input from 1 to 3
  [2]
  $ printf '@relation t\n@attribute id {p,q}\n@attribute a numeric\n@attribute y {u,v}\n@data\np,1,\nq,0,v\np,1,u\n' | learn --learner perceptron --id id --rows 'table{positive = ""}' 2>&1 | tail -n 1
  3 instances, 2 mistakes on the 2 with a label, accuracy 0; classes: u, v
