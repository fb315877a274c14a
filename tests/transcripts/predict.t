A saved state predicts the rows of another file; what is wrong ends with status 2 and one line. Nothing is written but the table.

  $ printf '1 1:2 2:-4\n-1 2:4 3:0.5\n1 1:1\n-1 3:0.25\n' > learned
  $ printf '1 1:4 2:-4\n-1 2:8 3:0.5\n7 1:1 # 7 is no label of the first file\n' > more
  $ echo "return { seeds = 1, problem = problem.libsvm { file = 'learned', scaling = 'unit', bias = true }, learners = learner.perceptron {} }" > s.lua
  $ "$WINNOW" run s.lua --out out --save-state --record --quiet
  $ cp out/states/*.json state; cp out/sequences/*.jsonl sequence; rm -r out learned
  $ ls > before; touch after; ls > before
  $ predict() { "$WINNOW" predict "$@"; status=$?; ls > after; diff before after || true; return $status; }

  $ predict state more
  # winnow-lab predictions 1
  # learner: perceptron
  t\tscore\tprediction\tlabel (esc)
  1\t0.5\t1\t1 (esc)
  2\t-1.5\t-1\t-1 (esc)
  3\t0\t1\t- (esc)
  3 instances, 0 mistakes on the 2 with a label, accuracy 1
  $ touch table; ls > before
  $ predict state sequence 2>&1 > table; cut -f 3-4 table | tail -n 4
  4 instances, 0 mistakes, accuracy 1
  1\t1 (esc)
  -1\t-1 (esc)
  1\t1 (esc)
  -1\t-1 (esc)
  $ printf '7 1:1\n' > rows; ls > before; predict state rows > table
  1 instances, none with a label

Columns are found by their names, in any order; the class may be missing, and what was not learned is left out. Of two classes the answers are their names.
After (0,1), of the other class, the weights are (0,-1):

  $ printf 'a,b,class\n0,1,other\n1,0,one\n' > t.csv
  $ echo "return { seeds = 1, problem = problem.table { file = 't.csv', header = true, class_column = 'class', positive = 'one', instances = 'vector' }, learners = learner.perceptron {} }" > t.lua
  $ "$WINNOW" run t.lua --out out --save-state --quiet; cp out/states/*.json t.json; rm -r out
  $ printf 'b,name,a\n1,x,0\n0.5,y,1\n' > t.csv; ls > before; predict t.json t.csv | tail -n 3
  2 instances, none with a label; columns that were not learned are left out: 1
  t\tscore\tprediction\tlabel (esc)
  1\t-1\tother\t- (esc)
  2\t-0.5\tother\t- (esc)
  $ printf 'class,b,a\none,0.5,1\n' > t.csv; predict t.json t.csv | tail -n 1
  1 instances, 1 mistakes, accuracy 0
  1\t-0.5\tother\tone (esc)
  $ printf 'b,class\n1,one\n' > t.csv; predict t.json t.csv
  winnow: t.csv:1: none of 2 columns is named 'a', expected those of the data that were learned
  [2]

A gap where none was learned leaves its row without an answer, and no other one; who learns rows does not skip one. A text that is no number is none.

  $ printf 'class,b,a\none,0.5,1\none,,1\nother,1,NA\n-,1,0\n' > t.csv; predict t.json t.csv | tail -n 4
  4 instances, 1 mistakes on the 1 with a label, accuracy 0; with a gap where none was learned, and without a prediction: 2
  1\t-0.5\tother\tone (esc)
  2\t-\t-\t- (esc)
  3\t-\t-\t- (esc)
  4\t-1\tother\t- (esc)
  $ winnow learn --load t.json < t.csv | tail -n 1
  winnow: standard input:3: column 2 is '', expected a finite number; missing = "indicator", "mean" or "drop" allows gaps
  1\t-0.5\tother\tone (esc)
  $ printf 'a,b\n1,x\n' > t.csv; predict t.json t.csv
  winnow: t.csv:2: column 2 is 'x', expected a finite number; a column of texts is named in one_hot, ordered, dates or omit, and texts = "indicator" takes all of them
  [2]

The same of numbers, whatever scales them:

  $ printf 'a,b,y\n1,0,1\n3,4,0\n' > r.csv
  $ for options in '' ', scaling = "standard"' ', scaling = "rank", normalize = "unit"' ', scaling = "max_abs", normalize = "largest"'; do
  >   echo "return { seeds = 1, problem = problem.regression_data { file = 'r.csv', header = true, label = 'y' $options }, learners = learner.ridge {} }" > r.lua
  >   "$WINNOW" run r.lua --out out --save-state --quiet; cp out/states/*.json r.json; rm -r out; printf 'b,a\n0,1\n,1\n4,3\n' > r.txt
  >   "$WINNOW" predict r.json r.txt 2> /dev/null | awk '$2 == "-" { printf "none for %s ", $1 } END { print "of", $1 }'
  > done | uniq -c | sed 's/^ *//'
  4 none for 2 of 3

Numbers cost what the loss says, 1/4 and 3/4:

  $ echo "return { seeds = 1, trials = 1, problem = problem.max_cut { n = 2, sequence = 'repeated' }, learners = learner.constant { value = 0.5 } }" > m.lua
  $ "$WINNOW" run m.lua --out cut --save-state --quiet; cp cut/states/*.json cut.json; rm -r cut
  $ printf '{"format":"winnow-lab sequence 1","instances":"entry","m":2,"n":2,"labels":"real","loss":"absolute","interval":[-1,1]}\n{"t":1,"i":1,"j":2,"y":1}\n{"t":2,"i":2,"j":1,"y":-1}\n' > cut.jsonl
  $ ls > before; predict cut.json cut.jsonl > table
  2 instances, loss 1, mean 0.5

  $ predict --help
  winnow predict STATE [FILE] [options]
    predict the rows of a data file with a saved state (run --save-state), without learning
  
    --allow-external     start the programs of learner.external also where a scenario or state from elsewhere names them
    --top N              ratings: the N highest for each row (or each of FILE, without those that it has), where no FILE is needed
    --weights            instead the weights of the features, the largest first; of matrices the eigenvectors of the --top N (3) largest eigenvalues
    --help               show usage and options
  $ predict state
  winnow: winnow predict: expected STATE FILE, STATE --top N or STATE --weights
  [2]
  $ predict state more more
  winnow: more: one argument too many for winnow predict STATE [FILE]
  [2]
  $ predict state more --jobs 2
  winnow: --jobs: no such option of winnow predict; nearest: --top (winnow help predict)
  [2]
  $ predict nosuch more
  winnow: nosuch: cannot be opened: No such file or directory
  [2]
  $ predict state nosuch
  winnow: nosuch: No such file or directory
  [2]
  $ predict state .
  winnow: .: is not a regular file, expected a file
  [2]
  $ predict more state
  winnow: more: line 1: not JSON at column 3
  [2]
  $ printf '1 1:1\n-1 4:1\n' > rows; predict state rows
  winnow: rows:2: index 4, expected at most n = 3
  [2]
  $ printf '1 1:1\n-1 2:two\n' > rows; predict state rows
  winnow: rows:2: value 'two' of index 2, expected a finite number
  [2]
  $ sed 's/"n":4/"n":3/' sequence | head -n 1 > rows; predict state rows
  winnow: rows:2: the file ends, expected at least one trial
  [2]
  $ sed 's/"format": "winnow-lab state 1"/"format": "winnow-lab state 2"/' state > rows; predict rows more
  winnow: rows: format: "winnow-lab state 2", expected "winnow-lab state 1"
  [2]

Weights by name, the largest first. By hand: the perceptron is wrong on the second row, w = (0, -1; 0, -1), and on the third, which
takes alpha and red and gives beta back.

  $ printf 'alpha,beta,colour,y\n1,0,red,1\n0,1,blue,-1\n1,1,red,1\n' > few.csv
  $ winnow learn --learner perceptron --rows 'table{class_column = "y", positive = "1", one_hot = "colour"}' --save-state few.json < few.csv
  # winnow-lab predictions 1
  # learner: perceptron
  t	score	prediction	label (esc)
  1	0	1	1 (esc)
  2	0	1	-1 (esc)
  3	-1	-1	1 (esc)
  3 instances, 2 mistakes, accuracy 0.333333
  $ winnow predict few.json few.csv | tail -n 3 | cut -f 3-
  3 instances, 0 mistakes, accuracy 1
  1\t1 (esc)
  -1\t-1 (esc)
  1\t1 (esc)
  $ winnow predict few.json --weights
  # winnow-lab weights 1
  feature	weight (esc)
  # perceptron: 0 is added to the score, which is compared with 0
  alpha	1 (esc)
  colour=red	1 (esc)
  colour=blue	-1 (esc)
  beta	0 (esc)

The kernel (<x,x'> + 3)/4 adds a number to every score: one mistake, on (1,0), leaves -(x_1 + 3)/4, which is right on the last row.

  $ printf 'a,b,class\n0,1,one\n1,0,other\n0,1,other\n' > few.csv
  $ winnow learn --learner 'kernel_perceptron{kernel = "polynomial", degree = 1, offset = 3}' --rows \
  >   'table{class_column = "class", positive = "one", instances = "vector"}' --save-state few.json < few.csv 2>&1 | tail -n 1
  3 instances, 1 mistakes, accuracy 0.666667
  $ winnow predict few.json --weights
  # winnow-lab weights 1
  feature	weight (esc)
  # kernel_perceptron: -0.75 is added to the score, which is compared with 0
  a	-0.25 (esc)
  b	0 (esc)
