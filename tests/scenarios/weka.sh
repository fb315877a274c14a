#!/bin/sh
# The number of mistakes against another program, Weka's Winnow, on the same sequences of 0/1 attributes: Winnow, with two
# rates, balanced (w+ - w-, unnormalised: the neutral start of general_matrix_winnow on vectors), and balanced and normalised,
# where a threshold of 0 makes normalising harmless. Weka predicts 1 above the threshold and ours from it on, so that rates and
# thresholds are such that scores do not meet it.
. "$(dirname "$0")/../library.sh"

JAR=/usr/share/java/weka.jar
if ! command -v java > /dev/null; then
  skip "Weka's Winnow" "java is not installed (Debian: default-jre-headless)"
  exit 0
fi
if [ ! -r "$JAR" ]; then
  skip "Weka's Winnow" "$JAR is not there (Debian: weka)"
  exit 0
fi

# Random data: all labels tossed.
cat > data.lua << 'END'
return {
  params = { data = "disjunction", n = 60, density = 0.1, r = 3, noise = 0, attribute_noise = 0 },
  sweep = { data = { "disjunction", "irrelevant", "noisy", "random" } },
  trials = 400, seeds = 3,
  problem = function(p)
    local noise = { noisy = 0.1, random = 0.5 }
    local dense = p.data == "irrelevant" or p.data == "random"
    return problem.disjunction { n = p.n, r = p.r, density = dense and 0.5 or p.density,
      noise = noise[p.data] or p.noise, attribute_noise = p.data == "noisy" and 0.02 or p.attribute_noise }
  end,
  learners = {
    learner.winnow { eta = 0.7, theta = 1.2345, w0 = 0.0567, label = "winnow" },
    learner.asymmetric_winnow { r = 3, alpha = 0.9, beta = 0.4, theta = 1.2345, label = "rates" },
    learner.general_matrix_winnow { variant = "repaired", eta = 0.3, theta = 0.4321, w0 = 0.25, label = "balanced" },
  },
}
END
cat > zero.lua << 'END'
return {
  trials = 400, seeds = 12,
  problem = problem.disjunction { n = 201, r = 3, density = 0.5, noise = 0.1 },
  learners = { learner.balanced_winnow { margin = 0.2, eta = 0.3 } },
}
END

# arff SEQUENCE ONE: a recorded sequence with sparse instances as a data set whose class is 1 where the label is ONE.
arff() {
  awk -v one="$2" '
    function list(name) {
      if (!match($0, "\"" name "\":\\[[^]]*\\]")) return ""
      return substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
    }
    NR == 1 {
      match($0, /"n":[0-9]+/)
      n = substr($0, RSTART + 4, RLENGTH - 4) + 0
      print "@relation sequence"
      for (i = 1; i <= n; i++) print "@attribute a" i " {0,1}"
      print "@attribute class {0,1}\n@data"
      next
    }
    {
      if ($0 ~ /"x":/) {
        count = split(list("x"), value, ",")
        for (i = 1; i <= count; i++) index_of[i] = i
      } else {
        count = split(list("index"), index_of, ",")
        split(list("value"), value, ",")
      }
      row = ""
      for (i = 1; i <= count; i++) {
        if (value[i] != 0 && value[i] != 1) exit 1
        if (value[i] == 1) row = row index_of[i] - 1 " 1,"
      }
      match($0, /"y":-?1/)
      row = row n " " (substr($0, RSTART + 4, RLENGTH - 4) == one ? 1 : 0)
      print "{" row "}"
    }' "$1"
}

# weka FILE OPTION...: its number of mistakes, in one pass in the order of the file.
weka() {
  file=$1
  shift
  java -cp "$JAR" weka.classifiers.functions.Winnow -t "$file" -no-cv -v -I 1 -S -1 "$@" > weka.text 2> weka.errors
  if [ -s weka.errors ]; then
    tr '\n' ' ' < weka.errors
  else
    sed -n 's/^Cumulated mistake count: //p' weka.text
  fi
}

# exp NUMBER, with all digits
exp() { awk -v x="$1" 'BEGIN { printf "%.17g", exp(x) }'; }

constant() {
  w0=$(awk 'BEGIN { print 3 / 60 }')
  case $1 in
    winnow) echo "-A $(exp 0.7) -B $(exp -0.7) -H 1.2345 -W 0.0567" ;;
    rates) echo "-A $(exp 0.9) -B $(exp -0.4) -H 1.2345 -W $w0" ;;
    balanced) echo "-L -A $(exp 0.3) -B $(exp -0.3) -H 0.4321 -W 0.25" ;;
  esac
}

"$WINNOW" run data.lua --out data --record --quiet > /dev/null || not_ok "sequences for Weka" "status $?"
"$WINNOW" run zero.lua --out zero --record --quiet > /dev/null || not_ok "sequences for Weka" "status $?"

# A probe by hand: e_1 and e_1 + e_2 labelled 1, then e_2 labelled 0. Thresholds of 1.5 with weights of 1: a promotion to
# (2, 1), a right answer, a right answer.
printf '%s\n' '{"n":2}' '{"index":[1],"value":[1],"y":1}' '{"x":[1,1],"y":1}' '{"index":[2],"value":[1],"y":-1}' > probe
arff probe 1 > probe.arff
count=$(weka probe.arff -A 2 -B 0.5 -H 1.5 -W 1)
if [ -s weka.errors ]; then
  skip "Weka's Winnow" "it does not run here: $(head -n 1 weka.errors)"
  exit 0
fi
same "Weka's mistakes on three instances by hand" 1 "$count"

for learner in winnow rates balanced; do
  ours=""
  theirs=""
  values data/cells.tsv "cell data seed mistakes" "learner=$learner" > list
  while read -r cell data seed mistakes; do
    [ "$learner" = winnow ] || [ "$seed" = 1 ] || [ "$data" = noisy ] || continue # enough, in seconds
    arff "data/sequences/$cell.jsonl" 1 > sequence.arff || not_ok "attributes are 0 or 1" "$cell"
    # shellcheck disable=SC2046
    count=$(weka sequence.arff $(constant "$learner"))
    ours="$ours $data$seed:$mistakes"
    theirs="$theirs $data$seed:$count"
  done < list
  same "the same mistakes as Weka: $learner" "$theirs" "$ours"
done

# Threshold 0: all weights are equal in the first trial, a tie in which ours updates for either label. Weka predicts 0 in a tie and so
# errs, if the first label is called 1. Seeds with another tie are left out.
compared=0
theirs=""
ours=""
values zero/cells.tsv "cell seed updates" > list
while read -r cell seed updates; do
  [ "$compared" -lt 3 ] || break
  file=zero/sequences/$cell.jsonl
  ties=$(sed -n 's/.*"score":\([^,}]*\).*/\1/p' "$file" | awk '{ x = $1 < 0 ? -$1 : $1; ties += x < 1e-9 } END { print ties }')
  [ "$ties" = 1 ] || continue
  compared=$((compared + 1))
  first=$(sed -n '2s/.*"y":\(-*1\).*/\1/p' "$file")
  arff "$file" "$first" > sequence.arff
  count=$(weka sequence.arff -L -A "$(exp 0.3)" -B "$(exp -0.3)" -H 0 -W 1)
  ours="$ours $seed:$updates"
  theirs="$theirs $seed:$count"
done < list
same "the same updates as Weka: balanced, normalised" "$theirs" "$ours"
same "seeds without a tie" 3 "$compared"
