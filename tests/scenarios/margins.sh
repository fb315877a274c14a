#!/bin/sh
# Comparators by the margin programme, end to end; programs without the optional libraries; comparators of any length.
. "$(dirname "$0")/../library.sh"

run() {
  out=$1
  shift
  cat > "$out.lua"
  "$WINNOW" run "$out.lua" --out "$out" --quiet "$@" > "$out.stdout" 2> "$out.stderr"
  status=$?
}

# Ten rows: +1 where feature 1 or 2 is there and 3 is not.
cat > rows.libsvm << 'END'
+1 1:1
+1 2:1
+1 1:1 2:1
+1 1:1 4:1
+1 2:1 4:1 5:1
-1 3:1
-1 3:1 4:1
-1 1:1 3:1
-1 2:1 3:1 5:1
-1 4:1
END

# scenario COMPARATOR [SOFT]: with the file above, played 100 times
scenario() {
  cat << END
return { trials = 1000, seeds = 2,
  problem = problem.libsvm { file = "rows.libsvm", bias = true, passes = 100, order = "shuffled", comparator = "$1" ${2:+, margin = $2} },
  learners = { learner.balanced_winnow { margin = ${3:-0.1} }, learner.perceptron {}, learner.constant {} },
  bounds = { bound.balanced_winnow_mistakes {}, bound.perceptron_margin {} } }
END
}

# note FOLDER NAME: a number of the manifest's data notes
note() {
  sed -n "s/^ *\"$2\": \([-0-9.e]*\),*$/\1/p" "$1/manifest.json"
}

if built_with GLPK; then
  # By hand: u = (2,2,-3,0,0,-1)/8 has y <u,x> >= 1/8 on every row.
  run signed << END
$(scenario l1_margin_signed)
END
  same "l1 margin: exit status 0" 0 $status
  same "l1 margin: every row holds" holds "$(values signed/verdicts.tsv verdict | sort -u)"
  same "l1 margin: the comparator" "exact 0" "$(values signed/cells.tsv 'comparator comparator_loss' | sort -u)"
  holds "l1 margin: certified" "$(note signed 'no margin above') - $(note signed 'margin of the comparator') < 1e-8"
  holds "l1 margin: at least that of a vector found by hand" "$(note signed 'no margin above') >= 0.125"

  run soft << END
$(scenario l1_margin_signed 0.4 0.4)
END
  same "hinge sum: exit status 0" 0 $status
  same "hinge sum: every row holds or is vacuous" "" "$(values soft/verdicts.tsv verdict | grep -v 'holds\|vacuous')"
  same "hinge sum: the comparator" given "$(values soft/cells.tsv comparator | sort -u)"
  holds "hinge sum: certified" "$(note soft 'hinge sum of the comparator') - $(note soft 'no hinge sum below') < 1e-7"
  holds "hinge sum: it is needed" "$(note soft 'no hinge sum below') > 0.1"
  "$WINNOW" run soft.lua --out again --quiet --jobs 1 > /dev/null 2>&1
  same "one worker and two: same bytes" "$(cat soft/cells.tsv soft/verdicts.tsv | cksum)" "$(cat again/cells.tsv again/verdicts.tsv | cksum)"

  run positive << END
$(scenario l1_margin)
END
  same "no vector of one sign separates: exit status 1" 1 $status
  has "no vector of one sign separates: it is said" positive.stderr 'no vector of this kind separates the data'
else
  skip "l1 margins" "built without GLPK"
fi
if built_with LIBSVM; then
  run euclidean << END
$(scenario l2_margin)
END
  same "l2 margin: exit status 0" 0 $status
  same "l2 margin: the perceptron's bound holds" holds "$(values euclidean/verdicts.tsv verdict bound=perceptron_margin | sort -u)"
  holds "l2 margin: certified" "$(note euclidean 'no margin above') - $(note euclidean 'margin of the comparator') < 1e-5"
else
  skip "l2 margins" "built without LIBSVM"
fi

# ---- a program without both libraries, of the same objects otherwise

cc=${CC:-cc}
for name in glpk libsvm; do
  "$cc" -std=c11 -D_GNU_SOURCE -I"$ROOT/src" -Wall -Wextra -Wno-unused-parameter -Werror -c -o "$name.o" "$ROOT/src/hindsight/margin/margin_$name.c" 2> compile.log
  same "without $name: it compiles without a warning" "0 " "$? $(head -n 3 compile.log)"
done
libraries=$(sed -n 's/^LIBRARY_LIBS := //p' "$BUILD/libraries.mk" | sed 's/-lglpk//; s/-lsvm//')
# shellcheck disable=SC2086
if "$cc" -o without "$BUILD/obj/src/main.o" glpk.o libsvm.o "$BUILD/obj/all.a" $libraries 2> link.log; then
  for case in "l1_margin GLPK libglpk-dev" "l1_margin_signed GLPK libglpk-dev" "l2_margin LIBSVM libsvm-dev"; do
    set -- $case
    scenario "$1" > refused.lua
    ./without run refused.lua --out refused > refused.stdout 2> refused.stderr
    same "without $2, $1: exit status 2" 2 $?
    same "without $2, $1: one line" "1" "$(wc -l < refused.stderr | tr -d ' ')"
    has "without $2, $1: where" refused.stderr "refused.lua:2: libsvm: comparator = \"$1\""
    has "without $2, $1: what to install" refused.stderr "$2, which this program was built without: install $3"
    if [ -e refused ]; then not_ok "without $2, $1: nothing is written" "there is a folder"; else ok "without $2, $1: nothing is written"; fi
  done
  cat > plain.lua << 'END'
return { trials = 10, seeds = 1, problem = problem.linear_threshold { n = 4 }, learners = { learner.perceptron {} } }
END
  ./without run plain.lua --out plain --quiet > /dev/null 2>&1
  same "without both: other scenarios run" 0 $?
  has "without both: the manifest says so" plain/manifest.json '"glpk": null'
else
  skip "a program without the libraries" "objects of this build need flags of their own"
fi
for name in glpk libsvm; do
  flags=$(WITHOUT=$name sh "$ROOT/scripts/setup.sh" --flags)
  case $flags in
    *HAVE_"$(echo $name | tr a-z A-Z)"*) not_ok "WITHOUT=$name" "$flags" ;;
    *) ok "WITHOUT=$name leaves it out" ;;
  esac
done

# ---- COS 511, Theorem 1.1: the premise is |u|_1 <= 1, the proof has = 1. A shorter u has the bound of u/|u|_1.

run shorter << 'END'
return { trials = 50, seeds = 1, params = { length = 1 }, sweep = { length = { 1, 0.5, 0.25 } },
  problem = function(p) return problem.threshold_cycles { columns = { { 1, -0.5, -1 }, { -0.5, 1, -1 } },
    target = { 0.5 * p.length, 0.5 * p.length, 0 }, pad = true } end,
  learners = { learner.winnow_normalized { margin = 0.2 } }, bounds = bound.cos_winnow_mistakes {} }
END
same "a shorter comparator: exit status 0" 0 $status
for row in cos_winnow_mistakes cos_winnow_mistakes.progress; do
  same "a shorter comparator: $row" "holds" "$(values shorter/verdicts.tsv verdict bound=$row | sort -u)"
  same "a shorter comparator: $row has one value" 1 "$(values shorter/verdicts.tsv value bound=$row | sort -u | wc -l | tr -d ' ')"
done

# ---- real data

if [ -n "${DATA:-}" ] && [ -d "$DATA/dna" ] && built_with GLPK; then
  "$WINNOW" run "$ROOT/scenarios/splice.lua" --data "$DATA" --seeds 1 --out splice --quiet > /dev/null 2> splice.stderr
  same "splice junctions: exit status 0" 0 $?
  same "splice junctions: every row holds" holds "$(values splice/verdicts.tsv verdict | sort -u)"
else
  skip "splice junctions" "no data, or built without GLPK"
fi
