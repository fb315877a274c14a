#!/bin/sh
# --save-state: complete, the same bytes whatever the number of workers, part of what makes a cell finished, and listed.
. "$(dirname "$0")/../library.sh"

cat > states.lua << 'END2'
return {
  params = { n = 12, r = 1, representation = "auto" }, sweep = { representation = { "low_rank", "dense" } },
  trials = 60, seeds = 2,
  problem = function(p) return problem.close_to_subspace { n = p.n, r = p.r } end,
  learners = function(p) return {
    learner.matrix_winnow { r = p.r, representation = p.representation },
    learner.matrix_perceptron { representation = p.representation },
    learner.random {}, learner.constant {} } end,
}
END2
cat > rows.lua << 'END2'
return { seeds = 2,
  problem = problem.libsvm { file = "rows.libsvm", instances = "dyad", comparator = "class_subspace", rank = 1, gap = 0.5 },
  learners = { learner.matrix_winnow {} }, bounds = { bound.subspace_mistakes {} } }
END2
printf '1 1:1 2:1\n0 3:1\n0\n1 1:1\n1\n' > rows.libsvm
cat > procedure.lua << 'END2'
return { seeds = 2, procedure = function(p, seed) return { seed = seed } end }
END2

"$WINNOW" run states.lua --out one --jobs 1 --save-state --quiet > /dev/null || not_ok "a run with --save-state" "status $?"
"$WINNOW" run states.lua --out two --jobs 2 --save-state --quiet > /dev/null
count=$(find one/states -name '*.json' | wc -l)
if [ "$count" -eq 16 ]; then ok "a state for each of 16 cells"; else not_ok "a state for each of 16 cells" "$count"; fi
if diff -r one/states two/states > difference.txt; then
  ok "the same states from one and two workers"
else
  not_ok "the same states from one and two workers" "$(head -n 1 difference.txt)"
fi
if [ "$(grep -c '  states/.*\.json$' one/SHA256SUMS)" -eq 16 ] && (cd one && sha256sum --quiet -c SHA256SUMS); then
  ok "states are listed in SHA256SUMS"
else
  not_ok "states are listed in SHA256SUMS" "$(grep -c states one/SHA256SUMS) of them, or a wrong sum"
fi

# Names: learner, seed, what is swept, cell; of the learner what may stand in the name of a file anywhere.
cell=$(values one/cells.tsv cell learner=matrix_winnow representation=dense seed=2)
same "a state has the name of its learner" "matrix_winnow-seed2-representation=dense-$cell.json" "$(cd one/states && echo *"$cell".json)"
cat > named.lua << 'END2'
return { params = { n = 4 }, seeds = 1, trials = 5, problem = function(p) return problem.disjunction { n = p.n, r = 1 } end, learners = learner.winnow { label = "Éta/2 <a>" } }
END2
"$WINNOW" run named.lua --out named --save-state > named.txt
same "a label that is no name of a file" "__ta_2__a_-seed1-$(values named/cells.tsv cell).json" "$(ls named/states)"
same "where states are is said" "states: named/states, for winnow predict" "$(tail -n 1 named.txt)"
# In a sweep a cell of before has its parameter in the name: its state gets that, as do those of version 1.1, and it does not run again.
sed 's/params = { n = 4 },/& sweep = { n = { 4, 8 } },/' named.lua > more.lua
for name in "$(ls named/states)" "$(values named/cells.tsv cell).json"; do
  rm -rf more
  cp -r named more && mv more/states/* "more/states/$name" 2> mv.txt
  touch -d '2001-01-01' more/states/*
  "$WINNOW" run more.lua --out more --save-state --quiet > more.txt 2>&1
  same "a sweep goes on: exit status" 0 $?
  same "a sweep goes on: the state is called so" "./__ta_2__a_-seed1-n=4-$(values named/cells.tsv cell).json" \
    "$(cd more/states && find . -not -newermt 2002-01-01 -name '*.json')"
  same "a sweep goes on: equal again" "2 more: equal" "$(find more/states -type f | wc -l) $("$WINNOW" verify more | tail -n 1)"
done

# A missing state: its cell runs again, and no other.
lost=$(find one/states -name '*.json' | LC_ALL=C sort | head -n 1)
cp "$lost" kept.json
rm "$lost"
touch -d '2001-01-01' one/states/*.json
"$WINNOW" run states.lua --out one --jobs 1 --save-state --quiet > /dev/null
again=$(find one/states -name '*.json' -newermt 2002-01-01 | wc -l)
if [ "$again" -eq 1 ] && cmp -s "$lost" kept.json; then
  ok "a missing state is made again, alone"
else
  not_ok "a missing state is made again, alone" "$again files written"
fi
"$WINNOW" run states.lua --out plain --jobs 1 --quiet > /dev/null
if [ -e plain/states ]; then not_ok "no states without the option" "there is a folder"; else ok "no states without the option"; fi

"$WINNOW" run procedure.lua --out procedure --save-state --quiet > /dev/null || not_ok "a procedure has no state" "status $?"
"$WINNOW" run procedure.lua --out procedure --save-state > procedure.txt 2>&1
if [ -z "$(find procedure/states -type f)" ] && ! grep -q 'to rerun\|left' procedure.txt; then
  ok "a procedure has no state"
else
  not_ok "a procedure has no state" "$(head -n 1 procedure.txt)"
fi

# Zero instances: counted in the manifest, and the one labelled 1 is charged in full. Matrix Winnow (n = 3, r = 1) errs on
# e_3, which the subspace (in the plane of e_1 and e_2) does not violate, and on the last row: H = 0.5, so the bound is
# 7.18 ln 3 + 9.18 H.
"$WINNOW" run rows.lua --out rows --quiet > /dev/null || not_ok "rows without entries" "status $?"
if tr -d ' \n' < rows/manifest.json | grep -q '"data_notes":{"read":".*,"rows":5,"zeroinstances":2}'; then
  ok "zero instances are counted in the manifest"
else
  not_ok "zero instances are counted in the manifest" "$(grep -A 3 data_notes rows/manifest.json | tr -d '\n')"
fi
same "mistakes on zero instances" "2 2" "$(values rows/cells.tsv mistakes | paste -sd ' ' -)"
each "a zero instance labelled 1 is charged in full" 2 "$(values rows/verdicts.tsv value bound=subspace_mistakes)" \
  "x > 7.1822429 * log(3) + 9.1822429 / 2 - 1e-5 && x < 7.1822430 * log(3) + 9.1822430 / 2 + 1e-5"

# A season that goes on after the state was saved carries nothing over; the next one does. Elo's formula by awk.
printf 'a,b,w,s\nA,B,A,2001\nA,B,A,2002\nA,B,A,2002\n' > played.csv
printf 'a,b,w,s\nA,B,A,2002\nA,B,A,2003\n' > coming.csv
cat > league.lua << 'END2'
return { seeds = 1, problem = problem.matches { file = "played.csv", first = "a", second = "b", winner = "w", season = "s", pair = "name" },
  learners = { learner.elo { k = 20, carry = 0.5 } } }
END2
"$WINNOW" run league.lua --out league --save-state --quiet
"$WINNOW" predict league/states/*.json coming.csv > coming.tsv 2> coming.txt
expected=$(awk 'function p(d) { return 1 / (1 + 10 ^ (-d / 400)) }
  BEGIN { d = 40 * (1 - p(0)); d /= 2; d += 40 * (1 - p(d)); d += 40 * (1 - p(d)); printf "%.9f %.9f", p(d), p(d / 2) }')
same "matches to come: the last season goes on, a new one begins" "$expected" \
  "$(awk '/^[0-9]/ { out = out sprintf(" %.9f", $3) } END { print substr(out, 2) }' coming.tsv)"
