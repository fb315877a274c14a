#!/bin/sh
# Attacks: a planted violation is found, shrunk and kept; what is kept plays again to the same number; the number of workers changes nothing;
# no premise is broken; a crash costs an evaluation; refusals.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# A sanitizer must not take the crash that is meant for a finding.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0:handle_abort=0
export ASAN_OPTIONS

# attack FOLDER [OPTION]... < SCENARIO: leaves its exit status in $status.
attack() {
  out=$1
  shift
  cat > "$out.lua"
  "$CONTROLS" attack "$out.lua" --out "$out" --quiet "$@" > "$out.stdout" 2> "$out.stderr"
  status=$?
}

# ---- planted: Matrix Winnow errs 5 times or less on these sequences; the control says that it never errs more often than 7 times

cat > planted.lua << 'END'
return { trials = 40, seeds = 2,
  problem = problem.close_to_subspace { n = 6, r = 1 }, learners = learner.matrix_winnow { r = 1 },
  bounds = { bound.control_upper { value = 7.5 } } }
END
attack wrong --budget 1500 --jobs 1 < planted.lua
same "a planted violation is found: exit status 3" 3 $status
same "the table says it" violated "$(values wrong/attack.tsv verdict bound=control_upper)"
holds "the scenario's own sequences do not show it" "$(values wrong/attack.tsv start_used bound=control_upper) < 1"
same "8 mistakes need 8 trials, and shrinking leaves no more" 9 "$(wc -l < wrong/control_upper_short.jsonl)"
for name in control_upper control_upper_short; do
  "$CONTROLS" run "wrong/$name.lua" --out "again_$name" --quiet --jobs 1 > /dev/null 2>&1
  same "$name.lua plays again: exit status 3" 3 $?
  same "$name.lua: violated" violated "$(values "again_$name/verdicts.tsv" verdict bound=control_upper | sort -u)"
done
same "used is the same to the last digit" "$(values wrong/attack.tsv used)" \
  "$(values again_control_upper/verdicts.tsv used bound=control_upper | tail -n 1)"
same "no scratch files are left" "" "$(find wrong -name '.attack*')"

attack two --budget 1500 --jobs 2 < planted.lua
for file in attack.tsv control_upper.lua control_upper_short.lua control_upper_short.jsonl; do
  sed '1s/scenario two:/scenario wrong:/' "two/$file" > here # the heading names the scenario
  if cmp -s "wrong/$file" here; then ok "two workers: the same $file"; else not_ok "two workers: $file" "other bytes"; fi
done

# ---- a claim written in the scenario: what is left repeats the text, with the parameters and the sequence that were found

attack claims --budget 60 --jobs 1 << 'END'
local few = bound.custom { name = "few", measure = "mistakes", value = function() return 3.5 end }
return { params = { n = 8, form = "or \"and\"", strict = true }, sweep = { n = { 6, 8 } }, trials = 20, seeds = 1,
  plot = { x = "trials", y = "mistakes" }, problem = function(p) return problem.disjunction { n = p.n, r = 2 } end,
  learners = { learner.winnow { r = 2 } }, bounds = { few {} } }
END
same "a claim of the scenario's own is refuted: exit status 0" "0 refuted" "$status $(values claims/attack.tsv verdict bound=few)"
"$CONTROLS" run claims/few.lua --out claims_again --quiet --jobs 1
same "what is left of it plays again to the same number" "0 $(values claims/attack.tsv used)" \
  "$? $(values claims_again/verdicts.tsv used bound=few)"
same "with its parameters" 'or "and" true' "$(values claims_again/cells.tsv 'form strict')"

# ---- a true bound that trusts the problem: 7.18 r ln(n/r) on clean disjunctions. An attack that contradicts the comparator would break it.

logarithmic() {
  cat << END
local log = bound.custom { name = "log", measure = "mistakes", comparator = true, $1
  create = function(played) return { n = played.n, r = played.comparator.rank } end,
  value = function(s) return 7.18 * s.r * math.log(s.n / s.r) end }
return { trials = 120, seeds = 1, problem = problem.disjunction { n = 6, r = 2 }, learners = learner.winnow { r = 2 },
  bounds = { log {} } }
END
}
# The greatest number of trials of the sequence $1 that contradict x_i or x_j of its header, with the gap from 0 to 1.
contradictions() {
  python3 - "$1" << 'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
relevant = set(lines[0]["comparator"]["coordinates"])
def value(trial):
    places = trial.get("index", range(1, len(trial.get("x", [])) + 1))
    return sum(x for i, x in zip(places, trial.get("value", trial.get("x"))) if i in relevant)
print(sum(value(t) < 1 if t["y"] > 0 else value(t) > 0 for t in lines[1:]))
END
}
logarithmic "" > clean.in
attack clean --budget 400 --jobs 1 < clean.in
same "a true bound that trusts the problem is not refuted" "0 holds" "$status $(values clean/attack.tsv verdict)"
same "no trial of what was found contradicts the comparator" "0 0 0" \
  "$(values clean/attack.tsv noise_trials) $(values clean/attack.tsv noise) $(contradictions clean/log.jsonl)"
has "what is left says so" clean/log.lua "no trial contradicts the comparator"
has "and that no premise was checked" clean/log.lua "premises checked: none, the bound states none"
logarithmic "noise = true," > charged.in
attack charged --budget 400 --jobs 1 < charged.in
same "one that says it charges noise is refuted by noise" "0 refuted" "$status $(values charged/attack.tsv verdict)"
same "and its trials that contradict the comparator are counted" "$(contradictions charged/log.jsonl)" \
  "$(values charged/attack.tsv noise_trials)"
holds "which there are" "$(values charged/attack.tsv noise_trials) > 0"
has "what is left says how many" charged/log.lua \
  "Its sequence: $(contradictions charged/log.jsonl) of $(($(wc -l < charged/log.jsonl) - 1)) trials contradict the comparator, by "
logarithmic "" | attack asked --budget 400 --jobs 1 --noise 3
holds "--noise 3: no more than that" "$(values asked/attack.tsv noise_trials) <= 3"
holds "and more is found than without" "$(values asked/attack.tsv used) > $(values clean/attack.tsv used)"
logarithmic "premises = { premise.noise_free, premise.gap }," | attack judged --budget 60 --jobs 1
has "premises that were checked are named" judged/log.lua \
  "premises checked: no trial contradicts the comparator; no instance is in the gap"

# ---- a theorem: used more than by the scenario's own sequences, with its premises met, by an independent look at the file

attack theorem --budget 400 << 'END'
return { trials = 60, seeds = 2,
  problem = problem.close_to_subspace { n = 8, r = 1 },
  learners = learner.matrix_winnow { r = 1 },
  bounds = { bound.subspace_mistakes {} } }
END
same "a theorem that holds: exit status 0" 0 $status
holds "it is used more" "$(values theorem/attack.tsv used) > $(values theorem/attack.tsv start_used)"
holds "and not broken" "$(values theorem/attack.tsv used) <= 1"
"$CONTROLS" run theorem/subspace_mistakes.lua --out theorem_again --quiet --jobs 1
same "the scenario it left runs" 0 $?
same "its used is that of the table" "$(values theorem/attack.tsv used)" \
  "$(values theorem_again/verdicts.tsv used bound=subspace_mistakes | tail -n 1)"
same "its premises are met" - "$(values theorem_again/verdicts.tsv premise bound=subspace_mistakes | sort -u)"

# ---- the scenario's own cells: the best of all is the start, whoever plays it; a bound in the mean is attacked by its mean over eight seeds

few='local few = bound.custom { name = "few", measure = "mistakes", value = function() return 3.5 end }'
cat > own.in << END
$few
return { trials = 30, seeds = 3, problem = problem.disjunction { n = 12, r = 2 },
  learners = { learner.winnow { r = 2 }, learner.perceptron {} }, bounds = { few {} } }
END
attack own --budget 6 --jobs 1 < own.in
"$CONTROLS" run own.lua --out own_run --quiet --jobs 1
same "the start is the best of the scenario's own cells" "0 $(values own_run/verdicts.tsv used bound=few | sort -g | tail -n 1)" \
  "$status $(values own/attack.tsv start_used)"
same "which the second learner plays" perceptron "$(values own/attack.tsv learner)"
sed 's/{ \(learner.winnow.*\), \(learner.perceptron {}\) }/{ \2, \1 }/' own.in > first.in
attack first --budget 2 --jobs 1 < first.in
same "or the first" perceptron "$(values first/attack.tsv learner)"
sed 's/measure/level = "mean", measure/; s/seeds = 3/seeds = 8/; s/{ learner.winnow { r = 2 }, \(.*\) }, bounds/\1, bounds/' own.in > mean.in
attack mean --budget 1 --jobs 1 < mean.in
"$CONTROLS" run mean.lua --out mean_run --quiet --jobs 1
same "a bound in the mean: the mean over eight seeds" "0 mean $(values mean_run/cells.tsv mistakes | awk '{ sum += $1 } END { print sum / 8 }')" \
  "$status $(values mean/attack.tsv 'verdict measured')"

# ---- a problem written in the scenario, whose first trial is enough: one evaluation finds it, and what is left repeats the text

attack always --budget 1 --jobs 1 << 'END'
local always = problem.custom { name = "always", facts = function() return { n = 2, instances = "vector" } end,
  create = function() return {} end, next = function() return sparse(2, { [1] = 1 }), -1 end }
return { trials = 2, seeds = 1, problem = always {}, learners = learner.perceptron {}, bounds = { bound.control_upper { value = 0.5 } } }
END
same "a problem of the scenario's own, in one evaluation" "3 violated 1" "$status $(values always/attack.tsv 'verdict evaluations')"
same "one trial of two is left" 2 "$(wc -l < always/control_upper_short.jsonl)"
"$CONTROLS" run always/control_upper.lua --out always_again --quiet --jobs 1 > /dev/null 2>&1
same "what is left plays again" "3 $(values always/attack.tsv used)" "$? $(values always_again/verdicts.tsv used bound=control_upper)"

# ---- data beside the scenario: what is left is played again with them, and says that it wants them

mkdir beside
seq 1 40 | awk 'BEGIN { print "a,b,label" } { print $1 % 2 "," $1 % 5 / 4 "," ($1 % 7 < 3 ? 1 : -1) }' > beside/rows.csv
attack beside/found --budget 1 --jobs 1 << END
$few
return { seeds = 1, problem = problem.table { file = "rows.csv", class_column = "label", positive = "1", instances = "vector" },
  learners = { learner.perceptron {} }, bounds = { few {} } }
END
same "a scenario with its data beside it is attacked" "0 refuted" "$status $(values beside/found/attack.tsv verdict)"
has "what is left says that it wants them" beside/found/few.lua "run it with --data"
"$CONTROLS" run beside/found/few.lua --data beside --out beside/again --quiet --jobs 1
same "with them it plays again to the same number" "0 $(values beside/found/attack.tsv used)" \
  "$? $(values beside/again/verdicts.tsv used bound=few)"

# ---- another program's learner, whose scores edits ask for, runs beside the scenario

printf '#!/bin/sh\npwd -P >> "%s/where"\nexec "%s" serve perceptron\n' "$work" "$WINNOW" > player
chmod +x player
attack beside/served --budget 11 --jobs 1 << END
$few
return { trials = 3, seeds = 1, problem = problem.disjunction { n = 6, r = 2 },
  learners = { learner.external { command = { "$work/player" }, timeout = 60 } }, bounds = { few {} } }
END
same "another program's learner is attacked" "0 11" "$status $(values beside/served/attack.tsv evaluations)"
same "it runs beside the scenario, and beside what is left" "" "$(grep -vx "$(cd beside && pwd -P)\(/served\)\{0,1\}" where)"

# ---- a learner that crashes costs its evaluations

attack crash --budget 60 << 'END'
return { trials = 20, seeds = 1,
  problem = problem.close_to_subspace { n = 6, r = 1 }, learners = learner.control_winnow { r = 1, fault = "abort" },
  bounds = { bound.control_upper { value = 50 } } }
END
same "crashes are survived" 0 $status

# ---- refusals

refused() {
  name=$1
  said=$2
  shift 2
  "$WINNOW" attack theorem.lua --out none "$@" > /dev/null 2> refused
  same "$name: exit status 2" 2 $?
  has "$name: said" refused "$said"
  if [ -e none ]; then not_ok "$name: nothing is written" "a folder none"; else ok "$name: nothing is written"; fi
}
refused "a bound of no scenario" "--bound subspace_mistake: no bound of this scenario; nearest: subspace_mistakes" --bound subspace_mistake
refused "an invariant of no bound" "--bound subspace_mistakes.nope: the scenario's own cells have no such row" --bound subspace_mistakes.nope --budget 10
refused "a budget that is none" "--budget lots: expected a number of evaluations (2000) or of seconds (60s)" --budget lots

# One second for two bounds: the search ends, with a row for each.
cat > timed.lua << 'END'
return { params = { n = 8 }, trials = 60, seeds = 1, problem = function(p) return problem.disjunction { n = p.n } end,
  learners = { learner.winnow {} }, bounds = { bound.subspace_mistakes {}, bound.trace_potential {} } }
END
status=0
timeout 60 "$WINNOW" attack timed.lua --run-time 1 --jobs 1 --quiet --out timed > timed.log 2>&1 || status=$?
same "--run-time ends an attack" "0 2" "$status $(grep -vc '^#\|^bound' timed/attack.tsv)"
