#!/bin/sh
# A run or a merge that ends while it replaces the files of a result folder, killed before its K-th rename or because that fails: the folder is
# whole, or plot, report and compare refuse it in one line, verify notes it and --dry-run does not call it complete; the same command again
# gives the files of an undisturbed one.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
cat > cells.lua << 'END'
return {
  params = { n = 8, r = 1 }, trials = 40, seeds = 2,
  problem = function(p) return problem.close_to_subspace { n = p.n, r = p.r } end,
  learners = function(p) return { learner.matrix_winnow { r = p.r }, learner.matrix_perceptron {} } end,
  bounds = { bound.subspace_mistakes {} }, plot = { { x = "trials", y = "mistakes" } },
}
END
text="its files may be of two runs: one is replacing them, or ended while it did; the same command again puts that right"

# run FOLDER OPTION...
run() { "$WINNOW" run cells.lua --jobs 1 --quiet --out "$@" 2> stderr.txt; }

# readers: what they make of the folder `now`.
readers() {
  for command in "plot now --out plots --format svg" "report now --out report.html" "compare now old" "compare old now"; do
    # shellcheck disable=SC2086
    "$WINNOW" $command > stdout.txt 2> stderr.txt
    echo "$? $(cat stderr.txt)"
  done | sort | uniq -c | sed 's/^ *//'
}

run old && cp -a old earlier
run new --seeds 3
for i in 1 2; do run "part$i" --shard "$i/2" --seeds 3; done
same "after an undisturbed run there is no mark" "cells lock" "$(cd new/.journal && echo *)"

# By hand, where no strace is.
cp -a new now
: > now/.journal/replacing
same "a marked folder: readers refuse it" "4 2 winnow: now: $text" "$(readers)"
same "a marked folder: nothing is drawn" "" "$(ls -d plots report.html 2> /dev/null)"
"$WINNOW" verify now > stdout.txt
has "a marked folder: verify notes it" stdout.txt "note: now: $text"
same "a marked folder: not complete" "state: interrupted" "$("$WINNOW" run cells.lua --out now --seeds 3 --dry-run | grep state)"
run now --seeds 3
same "a marked folder: the next run ends it" "cells lock" "$(cd now/.journal && echo *)"
same "a marked folder: as undisturbed" "" "$(differences new now)"
same "no mark: complete" "state: complete" "$("$WINNOW" run cells.lua --out now --seeds 3 --dry-run | grep state)"
rm -rf plots report.html

if ! strace -f -qq -e trace=write -o trace.txt true 2> /dev/null || nm "$WINNOW" 2> /dev/null | grep -q __asan_init; then
  skip "runs that end between two renames" "strace is not there, may not trace, or the build is instrumented"
  exit 0
fi

# disturbed FAULT K COMMAND...: ends at its K-th rename; the journal is renamed by none of these.
disturbed() {
  fault=$1
  at=$2
  shift 2
  rm -rf now && cp -a old now
  strace -f -qq -e trace=rename -e "inject=rename:$fault:when=$at" -o trace.txt "$WINNOW" "$@" > stdout.txt 2> stderr.txt
  status=$?
  ended="$fault, rename $at"
} 2> /dev/null

# again COMMAND...: then the same command, undisturbed.
again() {
  "$WINNOW" "$@" > stdout.txt 2> stderr.txt
  same "$1, $ended: then as undisturbed" "0 " "$? $(differences new now | head -n 3)"
}

rm -rf now && cp -a old now
strace -f -qq -e trace=rename,fsync,unlink -o trace.txt "$WINNOW" run cells.lua --jobs 1 --quiet --seeds 3 --out now 2> /dev/null
calls=$(sed -n '/rename.*SHA256SUMS"/,/unlink.*replacing"/p' trace.txt | sed 's/^[0-9]* *//; s/(.*//' | uniq | tr '\n' ' ')
same "the folder is synced before its mark goes" "rename unlink fsync unlink " "$calls"

# The first one is that of the journal's manifest, the second the mark's own, 3 to 9 are tables, 10 the manifest, 11 the sums.
for at in 2 3 11; do
  disturbed signal=SIGKILL "$at" run cells.lua --jobs 1 --quiet --seeds 3 --out now
  same "run, $ended: killed" 137 $status
  if [ "$at" -eq 2 ]; then
    same "run, $ended: the earlier results are whole" "" "$(cd now && sha256sum --quiet -c SHA256SUMS 2>&1; diff cells.tsv ../old/cells.tsv)"
  else
    same "run, $ended: readers refuse it" "4 2 winnow: now: $text" "$(readers)"
  fi
  again run cells.lua --jobs 1 --quiet --seeds 3 --out now
done
for at in 2 10; do
  disturbed error=EIO "$at" run cells.lua --jobs 1 --quiet --seeds 3 --out now
  same "run, $ended: exit status 1, one line" "1 1" "$status $(wc -l < stderr.txt)"
  has "run, $ended: it says why" stderr.txt "cannot be replaced: Input/output error"
  [ "$at" -eq 2 ] || same "run, $ended: readers refuse it" "4 2 winnow: now: $text" "$(readers)"
  again run cells.lua --jobs 1 --quiet --seeds 3 --out now
done
disturbed signal=SIGKILL 5 merge --out now part1 part2 --quiet
same "merge, $ended: readers refuse it" "4 2 winnow: now: $text" "$(readers)"
again merge --out now part1 part2 --quiet
