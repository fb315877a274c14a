#!/bin/sh
# Result folders in bad company: full disks, no right to write, results of another version, a journal that was cut, two runs at
# once. Every time: one clear line, what was there before stays to the byte, and when the trouble is over the same command ends with
# the files of a run that nobody disturbed.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
chmod 755 "$work" # somebody else runs here, too

cat > cells.lua << 'END'
return {
  params = { n = 12, r = 1 }, sweep = { r = { 1, 2 } }, trials = 100, seeds = 3,
  problem = function(p) return problem.close_to_subspace { n = p.n, r = p.r } end,
  learners = function(p) return { learner.matrix_winnow { r = p.r }, learner.matrix_perceptron {} } end,
  bounds = { bound.subspace_mistakes {} }, observe = { "trace" }, plot = { { x = "trials", y = "mistakes" } },
}
END

# run FOLDER OPTION...: the exit status in $status, stderr in stderr.txt; $as is a command to run it with.
as=
run() {
  $as "$WINNOW" run cells.lua --jobs 2 --quiet --out "$@" > stdout.txt 2> stderr.txt
  status=$?
}

# sums FOLDER: names and contents of all its files, hidden ones too, but for the lock.
sums() { (cd "$1" && find . -type f ! -name lock -exec sha256sum {} + | LC_ALL=C sort); }

# one_line NAME TEXT: stderr is one line with the text.
one_line() {
  same "$1: one line" 1 "$(wc -l < stderr.txt)"
  has "$1: it says why" stderr.txt "$2"
}

run reference --record --save-state
same "the undisturbed run: exit status 0" 0 $status
run larger --record --save-state --seeds 5
same "the undisturbed run with more seeds: exit status 0" 0 $status

# ---- a disk that is full

# failed_write NAME FOLDER REASON: the run failed for that reason alone and left nothing half done.
failed_write() {
  same "$1: exit status 1" 1 $status
  same "$1: every line says why" "" "$(grep -vF "$3" stderr.txt | grep -v '^and [0-9]* more failed cells: see manifest.json$')"
  holds "$1: something is said" "$(wc -l < stderr.txt) > 0"
  same "$1: no temporary files" "" "$(find "$2" -name '*.tmp*')"
}

mkdir disk
if mount -t tmpfs -o size=64m none disk 2> /dev/null; then
  trap 'umount disk 2> /dev/null; umount disk 2> /dev/null; rm -rf "$work"' EXIT
  for kilobytes in 8 28 60 140 260 400; do
    umount disk
    mount -t tmpfs -o "size=${kilobytes}k" none disk
    run disk/results --record --save-state
    failed_write "a disk of $kilobytes KiB" disk/results "No space left on device"
    same "a disk of $kilobytes KiB: all result files or none" "" \
      "$([ -e disk/results/manifest.json ] || find disk/results -name '*.tsv')"
    mount -o remount,size=64m disk
    run disk/results --record --save-state
    same "a disk of $kilobytes KiB that has grown: as undisturbed" "0 " "$status $(differences reference disk/results)"
  done
  # There are results already; more seeds do not fit.
  for kilobytes in 0 4 16 40 80 160; do
    rm -rf disk/results disk/filler
    mount -o remount,size=2m disk
    cp -r reference disk/results
    head -c 4m /dev/zero > disk/filler 2> /dev/null
    truncate -s "-${kilobytes}K" disk/filler
    run disk/results --record --save-state --seeds 5
    failed_write "$kilobytes KiB free" disk/results "No space left on device"
    same "$kilobytes KiB free: the earlier results are there, all of them" "" "$(cd disk/results && sha256sum --quiet -c SHA256SUMS 2>&1)"
    rm disk/filler
    run disk/results --record --save-state --seeds 5
    same "$kilobytes KiB free, then more: as undisturbed" "0 " "$status $(differences larger disk/results)"
  done
  # Pictures.
  if command -v gnuplot > /dev/null; then
    "$WINNOW" plot reference --out disk/plots --format svg,png > /dev/null 2> stderr.txt
    same "plot: exit status 0" 0 $?
    sums disk/plots > before.txt
    head -c 4m /dev/zero > disk/filler 2> /dev/null
    for kilobytes in 4 16 24 32; do
      truncate -s "-${kilobytes}K" disk/filler
      "$WINNOW" plot larger --out disk/plots --format svg,png > /dev/null 2> stderr.txt
      same "plot on a full disk: exit status 1" 1 $?
      same "plot on a full disk: one line" 1 "$(wc -l < stderr.txt)"
      same "plot on a full disk: the earlier pictures are there" "" "$(sums disk/plots | diff before.txt -)"
    done
  fi
  # A file system that is mounted for reading only.
  rm -rf disk/filler disk/results
  cp -r reference disk/results
  sums disk/results > before.txt
  mount -o remount,ro disk
  run disk/results --record --save-state --seeds 5
  same "a read-only disk: exit status 1" 1 $status
  one_line "a read-only disk" "Read-only file system"
  same "a read-only disk: nothing has changed" "" "$(sums disk/results | diff before.txt -)"
  umount disk
else
  skip "a disk that is full" "no file system may be mounted here"
fi

# A limit on the size of files is the same for a single file and needs no rights; its signal must not end the program.
for blocks in 1 4 10 30; do # of 512 bytes
  rm -rf limited
  cp -r reference limited
  # shellcheck disable=SC3045 # dash and bash both have ulimit -f
  (ulimit -f $blocks && exec "$WINNOW" run cells.lua --jobs 2 --quiet --out limited --seeds 5) > stdout.txt 2> stderr.txt
  status=$?
  failed_write "files of at most $blocks blocks" limited "File too large"
  same "files of at most $blocks blocks: the earlier results are there" "" "$(cd limited && sha256sum --quiet -c SHA256SUMS 2>&1)"
  run limited --record --save-state --seeds 5
  same "files of at most $blocks blocks, then no limit: as undisturbed" "0 " "$status $(differences larger limited)"
done

# ---- no right to write

cp -r reference closed
if [ "$(id -u)" -ne 0 ]; then
  chmod -R a-w closed
elif setpriv --reuid=65534 --regid=65534 --clear-groups "$WINNOW" --version > /dev/null 2>&1; then
  as="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
if [ "$(id -u)" -ne 0 ] || [ -n "$as" ]; then
  sums closed > before.txt
  run closed --seeds 5
  same "a folder that is not one's own: exit status 1" 1 $status
  one_line "a folder that is not one's own" "Permission denied"
  same "a folder that is not one's own: nothing has changed" "" "$(sums closed | diff before.txt -)"
  mkdir closed/inner && chmod 555 closed/inner
  run closed/inner/new
  same "a new folder where none may be made: exit status 2" 2 $status
  one_line "a new folder where none may be made" "Permission denied"
  rmdir closed/inner
  if command -v gnuplot > /dev/null; then
    mkdir open && chmod 777 open
    $as "$WINNOW" plot closed --format svg --out open/plots > stdout.txt 2> stderr.txt
    same "what may only be read can be drawn elsewhere" "0 1" "$? $(find open/plots -name '*.svg' | wc -l)"
  fi
else
  skip "a folder that is not one's own" "there is nobody else to be"
fi
as=
chmod -R u+w closed

# ---- results of another version, and the files of somebody else

# refused NAME TEXT: the folder `other` is not touched.
refused() {
  sums other > before.txt
  run other --seeds 5 --record
  same "$1: exit status 2" 2 $status
  one_line "$1" "$2"
  same "$1: nothing has changed" "" "$(sums other | diff before.txt -)"
  rm -rf other
}
cp -r reference other
sed -i 's/winnow-lab manifest 1/winnow-lab manifest 2/' other/manifest.json
refused "a manifest of another version" "other/manifest.json: its format is 'winnow-lab manifest 2', expected 'winnow-lab manifest 1'"
mkdir other
echo '{ "name": "My pages", "icons": [] }' > other/manifest.json
refused "a manifest.json of somebody else" "other/manifest.json: its format is missing"
mkdir other
echo 'version: 1' > other/manifest.json
refused "a manifest.json that is no JSON" "other/manifest.json: its format is missing"
cp -r reference other
sed -i '1s/ 1$/ 2/' other/curves.tsv
refused "a table of another version" "other/curves.tsv: begins with '# winnow-lab curves 2', expected '# winnow-lab curves 1'"
mkdir other
printf 'cell\tphone\n' > other/cells.tsv
refused "a cells.tsv of somebody else" "other/cells.tsv: begins with"

# A journal of another version: it stays, to the byte, before what is added, however often all cells run again.
cp -r reference other
printf 'winnow journal 2\n{"cell":"0123456789abcdef","x":1}\n' > foreign.txt
cp foreign.txt other/.journal/cells
"$WINNOW" run cells.lua --jobs 2 --out other --record --save-state > stdout.txt 2> stderr.txt
same "a journal of another version: as undisturbed" "0 " "$? $(differences reference other)"
has "a journal of another version: said" stderr.txt "other/.journal/cells: 2 lines are damaged or of another version"
for _ in 1 2 3; do run other --record --save-state --fresh; done
same "a journal of another version: it is still there" 0 "$(head -n 2 other/.journal/cells | cmp -s - foreign.txt; echo $?)"
# A control: without it the replaced records are cleaned away.
cp -r reference clean
for _ in 1 2 3; do run clean --record --save-state --fresh; done
holds "records that were replaced do not pile up" "$(wc -l < clean/.journal/cells) < $(wc -l < other/.journal/cells) - 12"

# ---- closed standard streams: what is printed goes nowhere, and into no file that was opened in their place

cat > streams.lua << 'END'
local rows = {}
for i = 1, 60 do rows[i] = i end
return { params = { i = 1 }, sweep = { i = rows }, trials = 3, seeds = 1, problem = problem.disjunction { n = 3 }, learners = learner.winnow {} }
END
"$WINNOW" run streams.lua --out streams --jobs 1 <&- >&- 2>&-
same "closed streams: exit status" 1 $?
same "closed streams: the journal has a record a cell and nothing else" "60 0" \
  "$(grep -c '^[0-9]* [0-9a-f]\{32\} ' streams/.journal/cells) $(grep -vc '^[0-9]* [0-9a-f]\{32\} ' streams/.journal/cells)"

# ---- a journal that was cut: what is whole before the cut is used, the rest runs again

whole=$(wc -c < reference/.journal/cells)
first=$(head -n 1 reference/.journal/cells | wc -c)
wrong=
cuts=0
for cut in 0 1 2 3 4 5 36 37 38 39 46 60 $((first - 1)) "$first" $((first + 1)) $((first + 4)) $((first + 40)) \
  $((whole / 3)) $((whole / 2)) $((whole - 2)) $((whole - 1)); do
  rm -rf cut
  cp -r reference cut
  head -c "$cut" reference/.journal/cells > cut/.journal/cells
  kept=$(wc -l < cut/.journal/cells)
  "$WINNOW" run cells.lua --jobs 2 --out cut --record --save-state > stdout.txt 2> stderr.txt
  result="$? $(grep -c "^$kept cells done, $((12 - kept)) new" stderr.txt) $(differences reference cut)"
  [ "$result" = "0 $((kept > 0)) " ] || wrong="$wrong cut at $cut: $result;"
  [ "$(wc -l < cut/.journal/cells)" -eq 12 ] || wrong="$wrong $cut: not 12 records;"
  cuts=$((cuts + 1))
done
same "a journal cut at $cuts places: as undisturbed" "" "$wrong"

# ---- two runs at once

run alone --record --save-state --seeds 30
"$WINNOW" run cells.lua --jobs 2 --quiet --out twice --record --save-state --seeds 30 > stdout.txt 2> first.txt &
first=$!
waited=0
while [ ! -s twice/.journal/cells ] && [ $waited -lt 1000 ]; do
  sleep 0.01
  waited=$((waited + 1))
done
kill -STOP $first
run twice --record --save-state --seeds 30
second=$status
kill -CONT $first
wait $first
same "the first of two runs: exit status 0" 0 $?
same "the second of two runs: exit status 1" 1 $second
one_line "the second of two runs" "another run is writing here"
same "after two runs at once: as undisturbed" "" "$(differences alone twice)"

refusals=0
for round in 1 2 3; do
  for each in 1 2 3 4; do
    ("$WINNOW" run cells.lua --jobs 2 --quiet --out "race$round" --record --save-state > /dev/null 2> "race$round.$each.txt"
      echo $? > "race$round.$each.status") &
  done
  wait
  refused=$(cat "race$round".?.txt | grep -c "another run is writing here")
  refusals=$((refusals + refused))
  same "four runs of a new folder at once ($round): each ends well or is refused" "$((4 - refused)) $refused" \
    "$(grep -lx 0 "race$round".?.status | wc -l) $(grep -lx 1 "race$round".?.status | wc -l)"
  same "four runs of a new folder at once ($round): as undisturbed" "" "$(differences reference "race$round")"
done
echo "# $refusals of 12 refused"

# ---- two plots at once: their files would be mixed

mkdir drawn
flock drawn "$WINNOW" plot reference --out drawn > /dev/null 2> plot.txt
same "a plot into a folder where another one draws: exit status" 1 $?
same "a plot into a folder where another one draws: said" "winnow: drawn: another plot is drawing here" "$(cat plot.txt)"
same "a plot into a folder where another one draws: nothing is drawn" "" "$(ls -A drawn)"

# ---- two attacks at once: they would work in one folder, .attack

cat > attacked.lua << 'END'
return { trials = 10, seeds = 1, problem = problem.close_to_subspace { n = 4, r = 1 }, learners = learner.matrix_winnow { r = 1 },
  bounds = { bound.subspace_mistakes {} } }
END
attack="attack attacked.lua --quiet --budget 60 --jobs 1"
# shellcheck disable=SC2086
"$WINNOW" $attack --out lone > stdout.txt 2> stderr.txt
# shellcheck disable=SC2086
"$WINNOW" $attack --out shared > stdout.txt 2> first.txt &
first=$!
waited=0
while [ ! -e shared/.attack/best.jsonl ] && [ ! -e shared/.attack/island0.jsonl ] && [ $waited -lt 1000 ]; do
  sleep 0.01
  waited=$((waited + 1))
done
kill -STOP $first
# shellcheck disable=SC2086
"$WINNOW" $attack --out shared > stdout.txt 2> stderr.txt
second=$?
kill -CONT $first
wait $first
same "two attacks at once: one ends well, one is refused" "0 1" "$? $second"
one_line "two attacks at once" "shared: another attack is working here"
same "two attacks at once: as undisturbed" "" "$(diff -r lone shared)"
