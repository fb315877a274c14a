Learners in other programs: what they do wrong ends their cell with a reason; the other cells are kept.

  $ cat > play.sh <<'END'
  > # play.sh HOW: a learner of signs in a shell, which says +1 and learns nothing
  > answer() { printf '%s\n' "$1"; }
  > while IFS= read -r line; do
  >   case $line in
  >   '{"hello"'*)
  >     case $1 in
  >     slow) sleep 20 ;;
  >     old) answer '{"hello":{"protocol":"winnow-lab pipe 0"}}' ;;
  >     stranger) answer 'hallo' ;;
  >     more) answer '{"hello":{"protocol":"winnow-lab pipe 1","colour":1}}' ;;
  >     high) answer '{"hello":{"protocol":"winnow-lab pipe 1","threshold":"high"}}' ;;
  >     raised*) answer '{"hello":{"protocol":"winnow-lab pipe 1","threshold":0.5}}' ;;
  >     *) answer '{"hello":{"protocol":"winnow-lab pipe 1"}}' ;;
  >     esac ;;
  >   '{"predict":{"t":3,'*)
  >     case $1 in
  >     crash) echo "no such weight" >&2; exit 4 ;;
  >     kill) kill -9 $$ ;;
  >     late) sleep 20 ;;
  >     half) printf '{"predict":{"sco' ; exit 0 ;;
  >     nothing) answer '{"predict":{}}' ;;
  >     infinite) answer '{"predict":{"score":1e999}}' ;;
  >     middle) answer '{"predict":{"score":0,"prediction":0.5}}' ;;
  >     contrary) answer '{"predict":{"score":0,"prediction":-1}}' ;;
  >     coin) answer '{"predict":{"score":0,"prediction":-1,"probability":0.5}}' ;;
  >     raised) answer '{"predict":{"score":0.5,"prediction":1}}' ;;
  >     raised_contrary) answer '{"predict":{"score":0.25,"prediction":1}}' ;;
  >     other) answer '{"update":{}}' ;;
  >     twice) answer '{"predict":{"score":1,"score":-1}}' ;;
  >     turned) answer "$(printf '{"error":"\342\200\256 txet \033[31m"}' | sed 's/\x1b/\\u001b/')" ;;
  >     sorry) answer '{"error":"I have had enough"}' ;;
  >     *) answer '{"predict":{"score":1}}' ;;
  >     esac ;;
  >   '{"predict"'*) answer '{"predict":{"score":1}}' ;;
  >   '{"update"'*) answer '{"update":{"updated":false}}' ;;
  >   '{"bye"'*) exit 0 ;;
  >   esac
  > done
  > END
  $ cat > s.lua <<'END'
  > return {
  >   params = { how = "well" }, seeds = 1, trials = 5,
  >   problem = problem.disjunction { n = 4, r = 1 },
  >   learners = function(p) return {
  >     learner.external { command = { "sh", "play.sh", p.how }, timeout = 2, label = "program" },
  >     learner.constant { value = 1 },
  >   } end,
  > }
  > END
  $ values() { awk -F '\t' -v wanted="$2" '/^#/ { next } !n { n = split(wanted, w, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
  >   { for (i = 1; i <= n; i++) printf "%s%s", $at[w[i]], i < n ? " " : "\n" }' "$1"; }
  $ how() { "$WINNOW" run s.lua --out out --quiet --fresh --set "how=$1"; echo "status $?"; values out/cells.tsv "learner status trials"; }
  $ how well
  status 0
  program done 5
  constant done 5
  $ for name in slow old stranger more high crash kill late half nothing infinite middle contrary coin raised raised_contrary other twice turned sorry; do "$WINNOW" run s.lua --out out --quiet --fresh --set "how=$name" 2>&1 | sed 's,.*(program\, seed 1) failed: ,,'; done
  external: the program (hello): did not answer within 2 s
  external: the program speaks protocol "winnow-lab pipe 0", expected "winnow-lab pipe 1"
  external: the program answered hello with hallo, expected {"hello":{..}}
  external: the program answered hello with a member "colour", expected protocol name constants observes saves threshold family
  external: the program answered hello with something else as threshold, expected a finite number
  trial 3: the program (predict): ended with exit status 4; it said: no such weight
  trial 3: the program (predict): was ended by signal 9 (Killed)
  trial 3: the program (predict): did not answer within 2 s
  trial 3: the program (predict): ended with exit status 0
  trial 3: the program answered predict without score, expected a finite number
  trial 3: the program answered predict with something else as score, expected a finite number
  trial 3: the program predicts 0.5, expected 1 or -1
  trial 3: the program answered predict with the score 0 and the prediction -1, but from its threshold 0 on it is 1, below it -1; what its scores are compared with is the member threshold of its hello
  trial 3: the program answered predict with the score 0.25 and the prediction 1, but from its threshold 0.5 on it is 1, below it -1; what its scores are compared with is the member threshold of its hello
  trial 3: the program answered predict with {"update":{}}, expected {"predict":{..}}
  trial 3: the program answered predict with {"predict":{"score":1,"score":-1}}: score: there twice, expected once
  trial 3: the program says:   txet  [31m
  trial 3: the program says: I have had enough
  $ how crash > /dev/null 2>&1; cat out/stderr/*.txt; values out/cells.tsv "learner status trials"
  no such weight
  program failed nan
  constant done 5
