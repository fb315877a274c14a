#!/bin/sh
# winnow-play, the build without processes: the tables of each scenario as an ordinary run writes them, to the byte; the limits; refusals.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
play=$BUILD/winnow-play

# ask NAME FILE [MEMBER]...: the request for the scenario in FILE, with members of JSON; the answer is in NAME.answer.
ask() {
  name=$1
  file=$2
  shift 2
  python3 - "$name" "$file" "$@" > "$name.request" << 'END'
import json
import sys
name, file, *members = sys.argv[1:]
with open(file, encoding="utf-8") as text:
    request = {"scenario": name, "text": text.read()}
for member in members:
    request.update(json.loads("{%s}" % member))
print(json.dumps(request))
END
  "$play" "$name.request" "$name.answer" 2> "$name.stderr"
  status=$?
}

# told NAME: the error in the answer.
told() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1])).get("error", ""))' "$1.answer"; }

# ---- the same bytes

cat > tables.py << 'END'
import json
import pathlib
import sys
answer, folder = json.load(open(sys.argv[1])), pathlib.Path(sys.argv[2])
if "tables" not in answer:
    sys.exit(answer.get("error", "no tables"))
tables = {name: text for name, text in answer["tables"].items() if name != "timing.tsv"}
files = {path.name: path.read_text() for path in folder.glob("*.tsv") if path.name != "timing.tsv"}
differ = sorted(name for name in set(tables) | set(files) if tables.get(name) != files.get(name))
if differ or len(files) < 4 or "\tdone\t" not in files["cells.tsv"]:
    sys.exit("differ: %s of %d tables" % (", ".join(differ), len(files)))
END
cat > custom.lua << 'END'
-- Functions of the scenario itself, which run in the cells.
local coins = problem.custom {
  name = "coins", title = "Coins", parameters = { n = { type = "integer", low = 1 } },
  facts = function(p) return { n = p.n, instances = "vector" } end,
  create = function(_, p) return { n = p.n } end,
  next = function(s)
    local x = vec(s.n)
    for i = 1, s.n do x[i] = math.random(0, 1) end
    s.y = x[1] > 0 and 1 or -1
    return x
  end,
  reveal = function(s) return s.y end,
}
return {
  title = "custom",
  params = { n = 4 },
  trials = 50,
  seeds = 2,
  problem = function(p) return coins { n = p.n } end,
  learners = { learner.perceptron {}, learner.random {} },
}
END
count=0
for file in custom.lua "$ROOT"/scenarios/*.lua; do
  name=$(basename "$file" .lua)
  grep -Eq 'file *=|learner\.external|command *=|coding_adversary' "$file" && continue # data, other programs, GLPK
  case $name in
    close_to_subspace | custom | custom_learner | disjunction | general_matrix | greedy_dyads | learned_order | potential | quantum_states | w0_misprint) ;;
    *) [ -n "${TEST_ALL:-}" ] || continue ;;
  esac
  trials=60
  grep -q 'procedure *=' "$file" && trials=0
  if [ $trials -gt 0 ]; then set -- --trials $trials; else set --; fi
  "$WINNOW" run "$file" --out "$name.results" --quiet --jobs 2 --seeds 1 "$@" > "$name.log" 2>&1
  if [ $trials -gt 0 ]; then set -- "\"trials\": $trials"; else set --; fi
  ask "$name" "$file" '"seeds": 1' "$@"
  difference=$(python3 tables.py "$name.answer" "$name.results" 2>&1) || not_ok "without processes: $name" "$difference"
  count=$((count + 1))
done
if [ $count -ge "$(sweep 55 10)" ]; then ok "without processes: $count scenarios"; else not_ok "without processes" "only $count scenarios"; fi

# ---- limits

printf 'while true do pcall(function() while true do end end) end\n' > endless.lua
ask endless endless.lua
same "without processes: an endless loop" "endless.lua:1: evaluation took longer than 10 s" "$(told endless)"
printf 'local t = {}\nfor i = 1, 1e9 do t[i] = { i } end\n' > large.lua
ask large large.lua
same "without processes: memory" "large.lua: evaluation needs more than 512 MiB of memory" "$(told large)"
sed 's/    return x$/    while true do end/; s/  create = /  seconds = 1, create = /' custom.lua > slow.lua
ask slow slow.lua '"seeds": 1'
case $(python3 -c 'import json; print(json.load(open("slow.answer")).get("notes") or json.load(open("slow.answer")).get("error"))') in
  *"took longer than"*) ok "without processes: a function of a cell" ;;
  *) not_ok "without processes: a function of a cell" "$(head -c 600 slow.answer)" ;;
esac

# ---- refusals

printf 'return {\n  titel = "x" }\n' > mistyped.lua
ask mistyped mistyped.lua
case $(told mistyped) in
  "mistyped.lua:2: titel: no such field; nearest: title"*) ok "without processes: a mistyped field" ;;
  *) not_ok "without processes: a mistyped field" "$(told mistyped)" ;;
esac
cp "$ROOT/scenarios/close_to_subspace.lua" subspace.lua
ask subspace subspace.lua '"set": ["n=3"]' '"seeds": 1'
case $(told subspace) in
  "subspace.lua:"*"r = 4"*) ok "without processes: a value out of range" ;;
  *) not_ok "without processes: a value out of range" "$(told subspace)" ;;
esac
cat > command.lua << 'END'
return {
  params = { n = 4 },
  trials = 5,
  seeds = 1,
  problem = function(p) return problem.disjunction { n = p.n, r = 1 } end,
  learners = { learner.external { command = { "sh", "-c", "touch started" } } },
}
END
ask command command.lua
if [ ! -e started ] && [ -n "$(told command)" ]; then ok "without processes: no program is started"; else not_ok "without processes: no program is started" "$(told command)"; fi
for wrong in '"seeds": 0' '"trials": 1.5' '"set": ["n"]' '"scenario": "../x"'; do
  ask wrong subspace.lua "$wrong"
  if [ $status -eq 1 ] && [ "$(wc -l < wrong.stderr)" -eq 1 ] && [ ! -e wrong.answer ]; then
    ok "without processes: a wrong request, $wrong"
  else
    not_ok "without processes: a wrong request, $wrong" "status $status, $(cat wrong.stderr)"
  fi
done

# ---- a trace is that of the command

ask trace "$ROOT/scenarios/disjunction.lua" '"what": "trace"' '"first": 4' '"learner": "perceptron"'
python3 -c 'import json; print(json.load(open("trace.answer"))["told"], end="")' > trace.told
"$WINNOW" trace "$ROOT/scenarios/disjunction.lua" --learner perceptron --trials 4 2>&1 | sed 's/^disjunction:/trace:/' > trace.expected
first_score() { sed -n 's/^  score: *//p' "$1" | head -n 4; }
same "without processes: a trace" "$(first_score trace.expected)" "$(first_score trace.told)"
