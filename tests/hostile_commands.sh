# shellcheck shell=sh disable=SC2034,SC2154
# Small runs of every command, for tests that let something go wrong in them; read with `.` after library.sh.
#
#   prepare NAME       makes the folder `before` with what the command NAME starts from
#   play NAME          in a copy of it, runs the command as "$program"; its output is in ../stdout.txt and ../stderr.txt
#   judge STATUS       in the copy, after a failure: says what is wrong
#   recovered NAME     there, after that: plays without the fault, and says what is not as if nothing had happened
commands="run families attack trace verify merge plot report compare explain predict learn serve list new about value pairs"
if built_with GLPK && built_with LIBSVM; then
  commands="margins $commands"
else
  skip "margins" "built without GLPK or without LIBSVM"
fi

write_scenarios() {
  cat > cells.lua << 'END'
return {
  params = { n = 12, r = 1 }, sweep = { r = { 1, 2 } }, trials = 60, seeds = 1,
  problem = function(p) return problem.close_to_subspace { n = p.n, r = p.r } end,
  learners = function(p) return { learner.matrix_winnow { r = p.r }, learner.matrix_perceptron {} } end,
  bounds = { bound.subspace_mistakes {} }, observe = { "trace" }, plot = { { x = "trials", y = "mistakes" } },
}
END
  # A scenario for each way of learning; `served` is a learner in another program.
  cat > families.lua << END
local mine = learner.custom {
  name = "mine", title = "Winnow in Lua", instances = "vector", parameters = { eta = { default = 1, low = 0, open_low = true } },
  create = function(setting, p) return { w = vec(setting.n, 1 / setting.n), p = p } end,
  threshold = 0.5,
  predict = function(s, x)
    local score = 0
    for i, v in pairs(x) do score = score + v * s.w[i] end
    return score
  end,
  update = function(s, x, prediction, y)
    if prediction == y then return false end
    for i, v in pairs(x) do s.w[i] = s.w[i] * math.exp(s.p.eta * y * v) end
    return true
  end,
  save = function(s) return { w = s.w } end,
  load = function(setting, p, saved) return { w = vec(saved.w), p = p } end,
}
local served = learner.external { command = { "$WINNOW", "serve", "winnow" }, options = { r = 2 }, timeout = 600, label = "served" }
local families = {
  vectors = { problem.disjunction { n = 8, r = 2, density = 0.4 },
    { learner.winnow { r = 2 }, learner.perceptron {}, learner.shifting_winnow { r = 2 }, mine {}, served } },
  dyads = { problem.close_to_subspace { n = 6, r = 1, noise = 0.1 },
    { learner.matrix_winnow { r = 1, representation = "dense" }, learner.kernel_matrix_winnow { r = 1 },
      learner.doubling_matrix_winnow {}, learner.asymmetric_matrix_winnow { r = 1 } } },
  losses = { problem.matrix_losses { n = 4 },
    { learner.matrix_multiplicative_weights {} } },
  rectangles = { problem.rectangular_targets { m = 4, n = 3, r = 1 },
    { learner.general_matrix_winnow { variant = "normalized", r = 1 } } },
  cuts = { problem.graph { file = "graph.txt", comparator = "hindsight" },
    { learner.online_matrix_prediction { class = "max_cut" }, learner.online_matrix_prediction { class = "max_cut", representation = "dense", label = "dense" }, learner.log_det { class = "max_cut" }, learner.entry_averages {} } },
  orders = { problem.gambling { n = 5 }, { learner.elo {}, learner.bradley_terry {}, learner.hedge_orders {} } },
  blocks = { problem.biclusters { m = 6, n = 6 }, { learner.matrix_completion { gamma = 0.5 } } },
  rows = { problem.regression_data { file = "rows.csv", header = true, label = "y", comparator = "least_squares" },
    { learner.ridge {}, learner.widrow_hoff { eta = 0.1 }, learner.least_squares_leader {}, learner.running_mean {} } },
  kernels = { problem.kernel_distances {}, { learner.meg {} } },
  stumps = { problem.decision_stumps { n = 12, features = 6, relevant = 3 }, { learner.definite_boost {} } },
}
return {
  params = { family = "vectors" }, trials = 12, seeds = 1,
  sweep = { family = { "vectors", "dyads", "losses", "rectangles", "cuts", "orders", "blocks", "rows", "kernels", "stumps" } },
  problem = function(p) return families[p.family][1] end,
  learners = function(p) return families[p.family][2] end,
  bounds = { bound.subspace_mistakes {}, bound.matrix_prediction_regret {}, bound.meg_loss {}, bound.ridge_loss {} },
  observe = { "score" },
}
END
  printf '4 5\n1 2 1\n2 3 1\n3 4 1\n1 4 2\n1 3 1\n' > graph.txt
  printf 'a,b,y\n1,0,1\n0,1,2\n1,1,3.5\n2,1,4\n' > rows.csv
  # Thresholds in hindsight come from GLPK and LIBSVM.
  cat > margins.lua << 'END'
return { params = { best = "l1_margin_signed" }, sweep = { best = { "l1_margin_signed", "l2_margin" } }, trials = 12, seeds = 1,
  problem = function(p) return problem.libsvm { file = "rows.libsvm", bias = true, passes = 2, comparator = p.best } end,
  learners = { learner.balanced_winnow { margin = 0.1 }, learner.perceptron {} },
  bounds = { bound.balanced_winnow_mistakes {}, bound.perceptron_margin {} } }
END
  printf '+1 1:1\n+1 2:1\n-1 3:1\n-1 3:1 4:1\n+1 1:1 4:1\n' > rows.libsvm
  cat > predicted.lua << 'END'
return { trials = 12, seeds = 1, problem = problem.libsvm { file = "rows.libsvm", bias = true, passes = 2 },
  learners = { learner.balanced_winnow { margin = 0.1 }, learner.perceptron {} } }
END
  cat > attacked.lua << 'END'
return { trials = 10, seeds = 1, problem = problem.close_to_subspace { n = 4, r = 1 }, learners = learner.matrix_winnow { r = 1 },
  bounds = { bound.subspace_mistakes {} } }
END
  cat > conversation.jsonl << 'END'
{"hello":{"protocol":"winnow-lab pipe 1","instances":"vector","n":4,"labels":"sign"}}
{"predict":{"t":1,"x":[1,0,0,1]}}
{"update":{"t":1,"y":-1}}
{"score":{"index":[1],"value":[1]}}
{"save":{}}
{"bye":{}}
END
}

# prepare NAME: what is earlier than the command, made without faults.
prepare() {
  rm -rf before
  mkdir before
  cd before || exit 1
  write_scenarios
  case $1 in
    run) "$WINNOW" run cells.lua --out results --quiet --jobs 1 --record --save-state ;;
    verify | plot | report | explain) "$WINNOW" run cells.lua --out results --quiet --jobs 1 --record ;;
    merge)
      for i in 1 2; do "$WINNOW" run cells.lua --shard "$i/2" --out "part$i" --quiet --jobs 1 --record --save-state || return; done
      ;;
    compare)
      "$WINNOW" run cells.lua --out results --quiet --jobs 1
      "$WINNOW" run cells.lua --out other --quiet --jobs 1 --seeds 2
      ;;
    learn) printf '%s\n' 'a,b,label' '1,0,1' '0,1,-1' '0.5,0,1' '1,1,' > rows.csv ;;
    about) printf '%s\n' 'id,colour,since,size,status' 'a,red,2000-01-31,1,open' 'b,,2000-02-01,2,closed' 'c,red,2000-02-03,,open' \
      'd,blue,2000-02-04,4,closed' > mixed.csv ;;
    predict)
      "$WINNOW" run predicted.lua --out results --quiet --jobs 1 --save-state
      cp "$(find results/states -name '*.json' | LC_ALL=C sort | head -n 1)" state.json
      ;;
  esac > /dev/null 2> ../stderr.txt || not_ok "$1: made ready" "$(cat ../stderr.txt)"
  case $1 in
    plot) "$WINNOW" plot results --out plots --format svg > /dev/null ;;
    report) "$WINNOW" report results --out report.html > /dev/null ;;
  esac
  cd ..
  contents before > contents.before
}

# play NAME: the command, in the working folder.
play() {
  case $1 in
    run) $program run cells.lua --out results --quiet --jobs 1 --record --save-state --seeds 2 ;;
    families) $program run families.lua --out results --quiet --jobs 1 --record --save-state ;;
    margins) $program run margins.lua --out results --quiet --jobs 1 ;;
    attack) $program attack attacked.lua --out results --quiet --jobs 1 --budget 8 ;;
    trace) $program trace cells.lua --learner matrix_winnow --trials 3 ;;
    verify) $program verify results ;;
    merge) $program merge --out results part1 part2 --quiet ;;
    plot) $program plot results --out plots --format svg ;;
    report) $program report results --out report.html ;;
    compare) $program compare results other --format tsv ;;
    explain) $program explain results 1 ;;
    predict) $program predict state.json rows.libsvm ;;
    learn) $program learn --learner 'winnow{r = 2}' --save-state kept.json --save-every 2 < rows.csv ;;
    serve) $program serve winnow --set r=2 --set theta=0.5 --set eta=1 --save kept.json < conversation.jsonl ;;
    list) $program list learners matrix_winnow ;;
    new) $program new mine ;;
    about) $program new about --csv mixed.csv --class status ;;
    value) $program value subspace --set n=5 --tree tree.json --table table.json ;;
    pairs) $program value cut --set n=3 --set T=4 --tree tree.json --table table.json ;;
  esac > ../stdout.txt 2> ../stderr.txt
}

# contents FOLDER: names of all files with their bytes, but for what differs from run to run: journals, times, sums of these, and pdf whose date
# is compressed (cairo 1.18), so that the program cannot make it always the same.
contents() {
  (cd "$1" && find . -type d | LC_ALL=C sort &&
    find . -type f ! -path '*/.journal/*' ! -name timing.tsv ! -name SHA256SUMS ! -name manifest.json \
      ! \( -name '*.pdf' ! -exec grep -aqF '/CreationDate (D:20000101' {} \; \) -exec sha256sum {} + | LC_ALL=C sort -k 2 &&
    find . -name manifest.json | LC_ALL=C sort | xargs -r sed '/"started"\|"ended"/d')
}

# leftovers FOLDER: what must not be there, whatever went wrong.
leftovers() {
  find "$1" "$TMPDIR" -mindepth 1 \( -name '*.tmp*' -o -name '.drawing.*' -o -name '.attack*' -o -name 'winnow-*' ! -path '*/states/*' -o -name '*.new' \)
}

# one_reason: what on stderr is more than one line, where failed cells have a line each. What `predict` counts is no error.
one_reason() {
  grep -v '^cell [0-9a-f]* (.*) \(failed\|ran out of time\): .\|^and [0-9]* more failed cells: see manifest.json$' ../stderr.txt |
    grep -v '^[0-9]* instances, ' | tail -n +2
}

# judge STATUS
judge() {
  case $1 in
    0 | 1) ;;
    2) # what cannot be read is bad input
      grep -q 'cannot be \(read\|opened\|listed\|found\)\|was not started\|no such\|denied\|not a result folder\|expected a result folder\|folder cannot be made' ../stderr.txt || echo "exit status 2: $(tail -n 1 ../stderr.txt)"
      contents . | cmp -s - ../contents.before || echo "exit status 2, and something was written"
      ;;
    *) echo "exit status $1: $(tail -n 1 ../stderr.txt)" ;;
  esac
  [ -z "$(one_reason)" ] || echo "more than one line: $(head -n 3 ../stderr.txt | tr '\n' '|')"
  [ "$1" -eq 0 ] || [ -s ../stderr.txt ] || [ -s ../stdout.txt ] || echo "status $1 and nothing is said"
  ! grep -q 'Sanitizer\|runtime error' ../stderr.txt || echo "a sanitizer's report"
  left=$(leftovers . | head -n 3 | tr '\n' ' ')
  [ -z "$left" ] || echo "left over: $left"
  for folder in */manifest.json */cells.tsv; do
    folder=${folder%/*}
    [ -d "$folder" ] || continue
    if [ -e "$folder/.journal/replacing" ]; then # between two runs: whoever reads it has to say so
      "$WINNOW" compare "$folder" "$folder" 2>&1 | grep -q "^winnow: $folder: its files may be of two runs" || echo "$folder: is of two runs, and nobody says so"
      continue
    fi
    [ -e "$folder/manifest.json" ] || echo "$folder: tables without a manifest"
    (cd "$folder" && sha256sum --quiet -c SHA256SUMS 2>&1 | head -n 2)
  done
}

recovered() {
  play "$1"
  again=$?
  [ $again -eq 0 ] || echo "then, without the fault: exit status $again: $(tail -n 1 ../stderr.txt)"
  contents . | diff ../contents.after - | head -n 3
}

# undisturbed NAME: `before`, contents.after and stdout.reference; the exit statuses in outcomes.txt and what is wrong.txt start anew.
undisturbed() {
  prepare "$1"
  rm -rf now && cp -a before now && cd now || exit 1
  play "$1"
  same "$1: undisturbed, exit status 0" 0 $?
  cp ../stdout.txt ../stdout.reference
  cd ..
  contents now > contents.after
  : > outcomes.txt
  : > wrong.txt
}

# found_wrong NAME: the test that nothing is, whatever the faults were. WRONG: a file for all that is.
found_wrong() {
  same "$1; exit statuses:$(sort outcomes.txt | uniq -c | awk '{ printf " %s of %s", $1, $2 }')" "0 wrong" \
    "$(cut -d : -f 1 wrong.txt | sort -u | wc -l) wrong$(head -n 3 wrong.txt | tr '\n' ';')"
  [ -z "${WRONG:-}" ] || cat wrong.txt >> "$WRONG"
}
