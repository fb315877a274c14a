A learner serves other programs: one answer for each message, and one line that says what was wrong.

  $ hello='{"hello":{"protocol":"winnow-lab pipe 1","instances":"vector","n":4,"labels":"sign"}}'
  $ say() { printf '%s\n' "$@"; }
  $ say "$hello" '{"predict":{"t":1,"x":[1,0,0,1]}}' '{"update":{"t":1,"y":-1}}' '{"score":{"index":[1],"value":[1]}}' '{"bye":{}}' '{"more":1}' | "$WINNOW" serve winnow --set r=2 --set theta=0.5 --set eta=1
  {"hello":{"protocol":"winnow-lab pipe 1","name":"winnow","saves":true,"threshold":0.5}}
  {"predict":{"score":1,"prediction":1}}
  {"update":{"updated":true}}
  {"score":{"score":0.18393972058572117}}

The number is 1/2 exp(-1) = 0.1839397205857211607977619...

A state goes on in another process, from a file and from a message:

  $ say "$hello" '{"predict":{"x":[1,0,0,1]}}' '{"update":{"y":-1}}' '{"save":{}}' | "$WINNOW" serve winnow --set r=2 --set theta=0.5 --set eta=1 --save kept.json | tail -n 1 > saved
  $ sed 's/"save"/"load"/' saved > load
  $ say "$hello" '{"score":{"x":[1,0,0,0]}}' | "$WINNOW" serve winnow --load kept.json | tail -n 1
  {"score":{"score":0.18393972058572117}}
  $ (say "$hello"; cat load; say '{"score":{"x":[1,0,0,0]}}') | "$WINNOW" serve winnow | tail -n 1
  {"score":{"score":0.18393972058572117}}

Labels may come late, by the number t of their prediction; the learner predicts anew before it learns one. At first w = (1/2, 1/2, 1/2, 1/2):

  $ late() { say "$hello" "$@" | "$WINNOW" serve winnow --set r=2 --set theta=0.5 --set eta=1 | tail -n +2; }
  $ late '{"predict":{"t":1,"x":[1,0,0,0]}}' '{"predict":{"t":2,"x":[1,0,0,1]}}' '{"update":{"t":2,"y":-1}}' '{"update":{"t":1,"y":-1}}'
  {"predict":{"score":0.5,"prediction":1}}
  {"predict":{"score":1,"prediction":1}}
  {"update":{"updated":true}}
  {"update":{"updated":false}}
  $ late '{"predict":{"t":1,"x":[1,1,0,0]}}' '{"predict":{"t":2,"x":[1,0,0,0]}}' '{"update":{"t":1,"y":-1}}' '{"update":{"t":2,"y":-1}}' '{"score":{"x":[1,0,0,0]}}'
  {"predict":{"score":1,"prediction":1}}
  {"predict":{"score":0.5,"prediction":1}}
  {"update":{"updated":true}}
  {"update":{"updated":false}}
  {"score":{"score":0.18393972058572117}}
  $ late '{"predict":{"t":7,"x":[1,0,0,0]}}' '{"update":{"t":7,"y":-1}}' '{"update":{"t":7,"y":-1}}'
  winnow: standard input:4: t: no prediction 7 waits for its label; the last 10000 do
  {"predict":{"score":0.5,"prediction":1}}
  {"update":{"updated":true}}
  {"error":"standard input:4: t: no prediction 7 waits for its label; the last 10000 do"}
  $ late '{"predict":{"t":7,"x":[1,0,0,0]}}' '{"update":{"t":9,"y":-1}}'
  winnow: standard input:3: t: no prediction 9 waits for its label; the last 10000 do
  {"predict":{"score":0.5,"prediction":1}}
  {"error":"standard input:3: t: no prediction 9 waits for its label; the last 10000 do"}
  $ late '{"predict":{"t":0.5,"x":[1,0,0,0]}}'
  winnow: standard input:2: t: expected a whole number below 2^53
  {"error":"standard input:2: t: expected a whole number below 2^53"}

They wait in the state, too, in the file and in the message:

  $ say "$hello" '{"predict":{"t":1,"x":[1,0,0,1]}}' '{"save":{}}' | "$WINNOW" serve winnow --set r=2 --set theta=0.5 --set eta=1 --save waits.json | tail -n 1 | sed 's/"save"/"load"/' > load
  $ say "$hello" '{"update":{"t":1,"y":-1}}' '{"score":{"x":[1,0,0,0]}}' | "$WINNOW" serve winnow --load waits.json | tail -n 2
  {"update":{"updated":true}}
  {"score":{"score":0.18393972058572117}}
  $ (say "$hello"; cat load; say '{"update":{"t":1,"y":-1}}' '{"score":{"x":[1,0,0,0]}}') | "$WINNOW" serve winnow | tail -n 2
  {"update":{"updated":true}}
  {"score":{"score":0.18393972058572117}}
  $ tr -d '\n' < waits.json | sed 's/"t": *1/"t":-1/' > bad.json; "$WINNOW" serve winnow --load bad.json < /dev/null
  winnow: bad.json: waiting: expected a list of at most 10000 instances with whole numbers t or an id
  [2]

What is wrong:

  $ refuse() { say "$@" | "$WINNOW" serve winnow > answers; status=$?; tail -n 1 answers; return $status; }
  $ refuse '{"predict":{"x":[1]}}'
  winnow: standard input:1: predict: expected hello before it
  {"error":"standard input:1: predict: expected hello before it"}
  [2]
  $ refuse "$hello" '{"predict":{"x":[1]}}'
  winnow: standard input:2: x: 1 numbers, expected 4
  {"error":"standard input:2: x: 1 numbers, expected 4"}
  [2]
  $ refuse "$hello" '{"update":{"y":1}}'
  winnow: standard input:2: update: expected a predict before it
  {"error":"standard input:2: update: expected a predict before it"}
  [2]
  $ refuse "$hello" '{"predict":{"x":[1,0,0,0]}}' '{"update":{"y":0}}'
  winnow: standard input:3: y: expected 1 or -1
  {"error":"standard input:3: y: expected 1 or -1"}
  [2]
  $ refuse "$hello" 'hallo'
  winnow: standard input:2: not JSON, expected one object on each line
  {"error":"standard input:2: not JSON, expected one object on each line"}
  [2]
  $ refuse '{"hello":{"protocol":"winnow-lab pipe 2"}}'
  winnow: standard input:1: protocol: expected "winnow-lab pipe 1"
  {"error":"standard input:1: protocol: expected \"winnow-lab pipe 1\""}
  [2]
  $ refuse '{"hello":{"protocol":"winnow-lab pipe 1","instances":"dyad","n":4,"labels":"sign"}}'
  winnow: winnow does not take dyad instances
  {"error":"winnow does not take dyad instances"}
  [2]
  $ refuse '{"hello":{"protocol":"winnow-lab pipe 1","instances":"vector","n":4,"labels":"real"}}'
  winnow: standard input:1: labels: winnow does not predict numbers
  {"error":"standard input:1: labels: winnow does not predict numbers"}
  [2]
  $ "$WINNOW" serve winow < /dev/null
  winnow: winow: no such learner; nearest: winnow (winnow list learners)
  [2]
  $ "$WINNOW" serve winnow --load absent.json < /dev/null
  winnow: absent.json: cannot be opened: No such file or directory
  [2]
  $ mkfifo pipe; "$WINNOW" serve winnow --save pipe < /dev/null
  winnow: --save: pipe: is not a regular file, expected one or none
  [2]
  $ "$WINNOW" serve winnow --set rr=2 < /dev/null
  winnow: winnow: rr: no such parameter; nearest: r (valid: *) (glob)
  [2]
  $ "$WINNOW" serve winnow --set r=two < /dev/null
  winnow: winnow: r = "two" must be a whole number* (glob)
  [2]
  $ "$WINNOW" serve perceptron --load kept.json < /dev/null
  winnow: --load kept.json: the state of winnow, not of perceptron
  [2]
  $ "$WINNOW" serve winnow < /dev/null

What was learned before a message that is refused is saved; H_3 would be 90000.

  $ say "$hello" '{"predict":{"x":[1,0,0,1]}}' '{"update":{"y":-1}}' '{"predict":{"x":[0,100000,-90000,0]}}' '{"update":{"y":-1}}' | "$WINNOW" serve winnow --set r=2 --set theta=0.5 --set eta=1 --save refused.json | tail -n 1
  winnow: standard input:5: the update is refused: spectral parameter: the score is -inf, beyond a double
  {"error":"standard input:5: the update is refused: spectral parameter: the score is -inf, beyond a double"}
  $ cmp refused.json kept.json
  $ say "$hello" '{"predict":{"x":[1,0,0,1]}}' '{"update":{"y":-1}}' '{"score":{"x":[1e200,1e308,1e308,1e308]}}' | "$WINNOW" serve winnow --set r=2 --set theta=0.5 --set eta=1 --save refused.json | tail -n 1
  winnow: standard input:4: spectral parameter: the score is inf, beyond a double
  {"error":"standard input:4: spectral parameter: the score is inf, beyond a double"}
  $ cmp refused.json kept.json
