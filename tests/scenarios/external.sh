#!/bin/sh
# Learners in other programs: the same results as within, the examples in Python and R, what is kept and what is run again.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

cat > compare.py << 'END'
# compare.py RESULTS LABEL OTHER [curves]: "equal" if the cells of both learners have the same totals, curves (but for the potential) and,
# unless told otherwise, scores.
import sys
folder, labels, scored = sys.argv[1], sys.argv[2:4], len(sys.argv) == 4
def table(name):
    rows = [line.rstrip("\n").split("\t") for line in open(f"{folder}/{name}.tsv") if not line.startswith("#")]
    return [dict(zip(rows[0], row)) for row in rows[1:]]
found = {label: [] for label in labels}
for cell in table("cells"):
    if cell["learner"] not in found:
        continue
    mine = [cell[name] for name in ("seed", "status", "trials", "mistakes", "loss", "updates", "stream")]
    mine += [[row[name] for name in ("t", "mistakes", "loss")] for row in table("curves") if row["cell"] == cell["cell"]]
    scores = [[row["t"], row["value"]] for row in table("observations") if row["cell"] == cell["cell"] and row["quantity"] == "score"]
    found[cell["learner"]].append((mine, scores))
one, other = found.values()
if not one or not one[0][1 if scored else 0] or one[0][0][1] != "done" or len(one[0][0]) < 8:
    print("nothing to compare")
elif one == other:
    print("equal")
else:
    print([(a, b) for x, y in zip(one, other) for part in (0, 1) for a, b in zip(x[part], y[part]) if a != b][:2])
END

# pair NAME PROBLEM LEARNER OPTIONS: `winnow serve LEARNER` over pipes plays as the learner itself does, score by score.
pair() {
  cat > pair.lua << END
return {
  title = "pair", seeds = 2, trials = 60, observe = { "score" },
  problem = $2,
  learners = {
    learner.$3 { $4 },
    learner.external { command = { "$WINNOW", "serve", "$3" }, options = { $4 }, timeout = 60, label = "served" },
  },
}
END
  if ! "$WINNOW" run pair.lua --out pair --quiet --fresh > pair.txt 2>&1; then
    not_ok "$1" "$(tail -n 1 pair.txt)"
    return
  fi
  same "$1" "equal" "$(python3 compare.py pair "$3" served 2>&1)"
}
pair "over pipes: winnow" "problem.disjunction { n = 16, r = 2, density = 0.3 }" winnow "r = 2"
pair "over pipes: matrix_winnow on dyads" "problem.close_to_subspace { n = 12, r = 1 }" matrix_winnow "r = 1"
pair "over pipes: low-rank instances" "problem.matrix_losses { n = 6, instances = 'low_rank' }" matrix_multiplicative_weights ""
pair "over pipes: an adversary that asks for scores" "problem.threshold_cycles { n = 8, order = 'most_violated', pad = true }" winnow_normalized "margin = 0.1"
pair "over pipes: entries with real labels" "problem.gambling { n = 5 }" elo ""
pair "over pipes: matrices with real labels" "problem.matrix_losses { n = 4 }" matrix_multiplicative_weights ""
pair "over pipes: rectangular matrices" "problem.rectangular_targets { m = 4, n = 3, r = 1 }" general_matrix_winnow "variant = 'normalized', r = 1"

cp "$ROOT"/examples/winnow_learner.py "$ROOT"/examples/winnow_learner.R .
cat > languages.lua << 'END'
local options = { r = 2, eta = 1.2785, theta = 0.25 }
return {
  params = { program = "python3", file = "winnow_learner.py" }, seeds = 3, trials = 300, observe = { "score" },
  problem = problem.disjunction { n = 24, r = 2 },
  learners = function(p) return {
    learner.winnow(options),
    learner.external { command = { p.program, p.file }, options = options, timeout = 60, label = "program" },
  } end,
}
END
# language NAME PROGRAM FILE
language() {
  if ! command -v "$2" > /dev/null; then
    skip "$1" "$2 is not installed"
    return
  fi
  "$WINNOW" run languages.lua --out "$2" --quiet --set "program=$2" --set "file=$3" > language.txt 2>&1 || {
    not_ok "$1" "$(tail -n 1 language.txt)"
    return
  }
  same "$1" "$(values "$2/cells.tsv" "seed mistakes updates stream" learner=winnow)" \
    "$(values "$2/cells.tsv" "seed mistakes updates stream" learner=program)"
}
language "the learner in Python makes the same mistakes" python3 winnow_learner.py
language "the learner in R makes the same mistakes" Rscript winnow_learner.R
each "and there are some" 3 "$(values python3/cells.tsv mistakes learner=program)" "x > 0"

# The scenario of the three languages.
if command -v python3 > /dev/null; then
  (cd "$ROOT" && "$WINNOW" run external_python --out "$work/three" --quiet) 2> three.txt
  same "three languages: exit status" "0 " "$? $(cat three.txt)"
  same "three languages: C and Lua err in the same trials" equal \
    "$(python3 compare.py three "C: learner.winnow" "Lua: learner.custom" curves 2>&1)"
  same "three languages: C and Python err in the same trials" equal \
    "$(python3 compare.py three "C: learner.winnow" "Python: learner.external" curves 2>&1)"
  each "three languages: there are mistakes" 15 "$(values three/cells.tsv mistakes "learner=Python: learner.external")" "x > 0"
else
  skip "three languages" "python3 is not installed"
fi

# --learner: a program in any scenario, also a stranger's, whose own programs stay shut out.
mkdir away
(
  mkdir home && cd home || exit 1
  cat > ../away/plain.lua << 'END'
return {
  params = { n = 24 }, sweep = { n = { 12, 24 } }, seeds = 3, trials = 300,
  problem = function(p) return problem.disjunction { n = p.n, r = 2 } end,
  learners = learner.winnow { r = 2, eta = 1.2785, theta = 0.25 },
}
END
  sed 's/learners = \(.*\),$/learners = { \1, learner.external { command = { "sh", "theirs.sh" } } },/' ../away/plain.lua > ../away/armed.lua
  echo 'touch started' > ../away/theirs.sh
  added="{\"command\":[\"python3\",\"$work/winnow_learner.py\"],\"options\":{\"r\":2,\"eta\":1.2785,\"theta\":0.25},\"label\":\"it's mine\",\"timeout\":60}"
  "$WINNOW" run ../away/plain.lua --quiet --learner "$added" 2> errors
  same "--learner: exit status" "0 " "$? $(cat errors)"
  folder=$(ls -d results/plain/*)
  case $folder in
  "results/plain/learner=it's mine..."*) ok "--learner: the folder has its label" ;;
  *) not_ok "--learner: the folder has its label" "$folder" ;;
  esac
  same "--learner: the same mistakes as ours, at each point" "$(values "$folder/cells.tsv" "n seed mistakes updates stream" learner=winnow)" \
    "$(values "$folder/cells.tsv" "n seed mistakes updates stream" "learner=it's mine")"
  same "--learner: six cells" 6 "$(values "$folder/cells.tsv" cell "learner=it's mine" | wc -l)"
  "$WINNOW" verify "$folder" > verify.txt 2>&1
  same "--learner: verify starts no program that a manifest names" "2 1" "$? $(grep -c 'is not started' verify.txt)"
  "$WINNOW" verify --allow-external "$folder" > verify.txt 2>&1
  same "--learner: verify, allowed" "0 $folder: equal" "$? $(tail -n 1 verify.txt)"
  "$WINNOW" report "$folder" --format html --out page.html > report.txt 2>&1
  same "--learner: a report shows the label and the command" "1 1" \
    "$(grep -c '(learner = it&#39;s mine)</h2>' page.html) $(grep -c 'winnow run ../away/plain.lua --learner &#39;{' page.html)"
  "$WINNOW" run ../away/armed.lua --quiet --learner "$added" 2> errors
  same "--learner: a stranger's own program is refused" "2 1" "$? $(grep -c '"theirs.sh"} is not started, because it comes from elsewhere' errors)"
  if [ -e ../away/started ] || [ -e results/armed ]; then not_ok "--learner: and nothing was run" "it was"; else ok "--learner: and nothing was run"; fi
  for wrong in '{"command":["python3"],"colour":1}' '{"command":' '["python3"]' '{"options":{}}'; do
    "$WINNOW" run ../away/plain.lua --quiet --out wrong --learner "$wrong" 2> errors
    same "--learner: $wrong is refused by name" "2 1" "$? $(grep -cF -- "--learner $wrong: " errors)"
  done
  "$WINNOW" run ../away/plain.lua --quiet --out wrong --learner '{"command":["sh"],"label":"winnow"}' 2> errors
  same "--learner: a label twice" "2 1" "$? $(grep -c 'two learners have the label "winnow"' errors)"
  "$WINNOW" run ../away/plain.lua --quiet --out wrong --learner '{"command":["no-such-program"]}' 2> errors
  same "--learner: no such program" "2 1" "$? $(grep -c 'plain.lua: --learner: external: command: no-such-program: no such program in PATH' errors)"
  echo 'return { seeds = 1, procedure = function() return { x = 1 } end }' > ../away/procedure.lua
  "$WINNOW" run ../away/procedure.lua --quiet --out wrong --learner "$added" 2> errors
  same "--learner: a procedure has no learners" "2 1" "$? $(grep -c -- '--learner: a procedure has no learners' errors)"
  [ ! -e wrong ] || not_ok "--learner: what is refused writes nothing" "there is a folder"
)

# What it says on standard error is kept, and no result; a changed program is another cell.
printf 'import sys\nsys.stderr.write("hello there\\n")\n' | cat - winnow_learner.py > chatty.py
"$WINNOW" run languages.lua --out chatty --quiet --seeds 1 --set file=chatty.py
same "standard error is kept" "hello there" "$(cat chatty/stderr/*.txt | sort -u)"
if grep -q stderr chatty/SHA256SUMS; then not_ok "but is no result" "it is listed"; else ok "but is no result"; fi
before=$(values chatty/cells.tsv cell learner=program | sort)
"$WINNOW" run languages.lua --out chatty --quiet --seeds 1 --set file=chatty.py
same "the same program: no cell is run again" "$before" "$(values chatty/cells.tsv cell learner=program | sort)"
echo "# another line" >> chatty.py
"$WINNOW" run languages.lua --out chatty --quiet --seeds 1 --set file=chatty.py
if [ "$before" != "$(values chatty/cells.tsv cell learner=program | sort)" ]; then
  ok "a changed program is run again"
else
  not_ok "a changed program is run again" "the same cells"
fi

# A state of the program's own goes on.
"$WINNOW" run languages.lua --out states --quiet --save-state --seeds 1 && state=$(grep -l '"external"' states/states/*.json)
printf '{"format":"winnow-lab sequence 1","instances":"vector","n":24,"labels":"sign"}\n{"t":1,"index":[1],"value":[1],"y":1}\n' > one.jsonl
weight=$(tr -d ' \n' < "$state" | sed 's/.*"weights":\[\([^],]*\).*/\1/')
same "a kept state predicts" "$weight" "$("$WINNOW" predict "$state" one.jsonl --allow-external 2> /dev/null | tail -n 1 | cut -f 2)"

# Nothing is left behind when the run is killed.
cat > sleeper.py << 'END'
import os, time
print(os.getpid(), file=open("sleeper", "w"), flush=True)
time.sleep(600)
END
"$WINNOW" run languages.lua --out killed --quiet --jobs 1 --set file=sleeper.py 2> /dev/null &
runner=$!
# sleepers: 1 while the program that noted its number lives, 0 afterwards.
sleepers() { cat "/proc/$(cat sleeper)/cmdline" 2> /dev/null | grep -acF sleeper.py; }
for _ in $(seq 100); do
  [ -s sleeper ] && break
  sleep 0.1
done
same "a run and its program, before they are killed" 1 "$(sleepers)"
kill -9 $runner
wait $runner 2> /dev/null
for _ in $(seq 100); do
  [ "$(sleepers)" -gt 0 ] || break
  sleep 0.1
done
same "a killed run leaves no program behind" 0 "$(sleepers)"

# Nor does what a program starts itself outlive the run, not even in a session of its own, with children that have lost their parent.
cat > helped.sh << 'END'
sleep 600 &
echo $! >> helpers
setsid sh -c 'echo $$ >> helpers; sh -c "sleep 600 & echo \$! >> helpers"; sleep 600' &
until [ "$(wc -l < helpers)" = 3 ]; do sleep 0.1; done
exec python3 winnow_learner.py
END
# How many of them run.
living() {
  count=0
  while read -r helper; do
    state=$(sed 's/.*) //; s/ .*//' "/proc/$helper/stat" 2> /dev/null)
    case $state in '' | Z) ;; *) count=$((count + 1)) ;; esac
  done < helpers
  echo $count
}
timeout -k 5 60 "$WINNOW" run languages.lua --out helped --quiet --seeds 1 --set program=sh --set file=helped.sh 2> helped.txt
same "helpers of a program keep no run waiting and end with it" "0 3 0" "$? $(wc -l < helpers) $(living)"
# The cell's time is over while its program does not answer: its worker is killed.
sed -i 's/^exec .*/exec sleep 600/' helped.sh
rm helpers
timeout -k 5 60 "$WINNOW" run languages.lua --out late --quiet --seeds 1 --cell-time 2 --set program=sh --set file=helped.sh 2> helped.txt
same "also where the worker is killed" "1 3 0" "$? $(wc -l < helpers) $(living)"

echo "return { seeds = 1, trials = 2, problem = problem.disjunction { n = 2, r = 1 }, learners = learner.external { command = { 'no-such-program' } } }" > absent.lua
"$WINNOW" run absent.lua --out absent --quiet 2> absent.txt
same "a program that is not there: status" 2 "$?"
has "a program that is not there" absent.txt "absent.lua:1: external: command: no-such-program: no such program in PATH"
if [ -e absent ]; then not_ok "and nothing is written" "there is a folder"; else ok "and nothing is written"; fi
