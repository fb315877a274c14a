#!/bin/sh
# `winnow verify` runs a folder again from its manifest and finds every changed digit.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
TMPDIR=$work/temporary # where verify works: it has to be empty afterwards
mkdir "$TMPDIR"
export TMPDIR

cat > tiny.lua << 'END'
return { title = "Tiny", params = { n = 6, noise = 0 }, sweep = { n = { 6, 8 } }, trials = 40, seeds = 1,
  problem = function(p) return problem.close_to_subspace { n = p.n, r = 2, noise = p.noise } end,
  learners = { learner.matrix_winnow { r = 2 }, learner.constant {} }, bounds = { bound.subspace_mistakes {} },
  observe = { "trace" } }
END

# verify FOLDER [OPTION]...: output in said.txt, its exit status in $status
verify() {
  "$WINNOW" verify "$@" > said.txt 2> errors.txt
  status=$?
}

# sums FOLDER: SHA256SUMS as if nothing had been changed
sums() {
  (cd "$1" && find . -type f ! -path './.journal/*' ! -name SHA256SUMS | sed 's|^\./||' | LC_ALL=C sort |
    xargs sha256sum > ../sums.new && mv ../sums.new SHA256SUMS)
}

# changed FOLDER: a copy of it to be changed
changed() {
  rm -rf copy
  cp -r "$1" copy
}

"$WINNOW" run tiny.lua --out run --quiet --record --save-state --set noise=0.05 --trials 30
verify run
same "an untouched folder: exit status" 0 $status
has "an untouched folder: equal" said.txt "run: equal"
same "an untouched folder: nothing to note" "" "$(grep ^note: said.txt)"
verify run --jobs 1
same "one worker: exit status" 0 $status
same "nothing is left in the folder for temporary files" "" "$(ls -A "$TMPDIR")"

# One digit of each file, the first, the middle one and the last of it; in the manifest one in each fourth line but those of the program's
# circumstances. With SHA256SUMS as it was, which has to notice, and made again.
cat > digits.py << 'END'
import hashlib, os, re, shutil, subprocess, sys

winnow = sys.argv[1]
skipped = re.compile(r' +"(version|revision|compiler|flags|cpu|started|ended|gsl|lua|cjson|xxhash|libc|glpk|libsvm|zlib)":')

def files():
    found = [n for n in os.listdir("copy") if n[0] != "."]
    found += [f + "/" + n for f in ("sequences", "states") for n in os.listdir("copy/" + f)]
    return sorted(n for n in found if n.count("/") == 1 or os.path.isfile("copy/" + n))

def sums():
    with open("copy/SHA256SUMS", "w") as out:
        for name in files():
            if name != "SHA256SUMS":
                out.write(hashlib.sha256(open("copy/" + name, "rb").read()).hexdigest() + "  " + name + "\n")

def attempt(name, place, again):
    with open("run/" + name) as source:
        text = source.read()
    with open("copy/" + name, "w") as out:
        out.write(text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1:])
    if again:
        sums()
    ran = subprocess.run([winnow, "verify", "copy", "--jobs", "1"], capture_output=True, text=True)
    shutil.copy("run/" + name, "copy/" + name)
    shutil.copy("run/SHA256SUMS", "copy/SHA256SUMS")
    what = f"{name}, byte {place}, sums {'new' if again else 'old'}"
    if ran.returncode not in ((1, 2) if name == "manifest.json" else (1,)):
        return [f"{what}: exit status {ran.returncode}"]
    if name != "manifest.json" and not re.search("^differs: " + name + ": ", ran.stdout, re.M):
        return [f"{what}: its place is not said"]
    if ("differs: SHA256SUMS: " + name + " was changed" in ran.stdout) == again and ran.returncode == 1:
        return [f"{what}: the sums"]
    return []

missed, tried = [], 0
shutil.copytree("run", "copy")
for name in files():
    text = open("run/" + name).read()
    places = [m.start() for m in re.finditer("[0-9]", text)]
    if name == "SHA256SUMS" or name == "timing.tsv":
        continue
    if name == "manifest.json":
        starts, places = [m.end() for m in re.finditer("^", text, re.M)], []
        for start in starts:
            line = text[start:text.find("\n", start)]
            digits = [m.start() for m in re.finditer("[0-9]", line)]
            if digits and not skipped.match(line):
                places.append(start + digits[-1])
        places = places[::4] # each takes a run
    elif name.count("/") and name not in (files()[-1], [n for n in files() if n.startswith("seq")][0]):
        continue
    else:
        places = [places[0], places[len(places) // 2], places[-1]]
    for i, place in enumerate(places):
        for again in (False, True) if name != "manifest.json" or i == 0 else (True,):
            missed += attempt(name, place, again)
            tried += 1
print(f"missed of {tried if tried < 50 else 'more than 50'}: {'; '.join(missed)}")
END
same "a changed digit in each of the files is found, with and without new sums" "missed of more than 50: " "$(python3 digits.py "$WINNOW")"

changed run
sed 's/"trials": 30,/"trials": 31,/' run/manifest.json > copy/manifest.json
sums copy
verify copy
has "the manifest's difference has its place" said.txt "differs: manifest.json: points[1].trials: 31, run again 30"

changed run
awk -F '\t' -v OFS='\t' '/^#/ { print; next } !h { for (h = 1; h <= NF; h++) at[$h] = h; print; next }
  $at["t"] == 25 && !done { $at["mistakes"] += 1; done = 1 } { print }' run/curves.tsv > copy/curves.tsv
verify copy
if grep -q '^differs: curves.tsv: line [0-9]*, cell [0-9a-f]\{16\}, column mistakes, trial 25: [0-9]*, run again [0-9]*$' said.txt; then
  ok "file, line, cell, column and trial are said"
else
  not_ok "file, line, cell, column and trial are said" "$(cat said.txt)"
fi
has "that the file was changed is said" said.txt "differs: SHA256SUMS: curves.tsv was changed"

# Every bit of the journal counts: its records, their lengths and sums.
cat > bits.py << 'END'
import random, shutil, subprocess, sys

shutil.rmtree("copy")
shutil.copytree("run", "copy")
text = open("run/.journal/cells", "rb").read()
missed, draw = [], random.Random(1)
for place in draw.sample(range(len(text) - 1), 12):  # the last byte is the end of a line
    bit = draw.randrange(8)
    open("copy/.journal/cells", "wb").write(text[:place] + bytes([text[place] ^ 1 << bit]) + text[place + 1:])
    ran = subprocess.run([sys.argv[1], "verify", "copy", "--jobs", "1"], capture_output=True, text=True)
    if ran.returncode != 1 or "differs: .journal/cells: " not in ran.stdout:
        missed.append(f"byte {place}, bit {bit}: exit status {ran.returncode}")
print("missed: " + "; ".join(missed))
END
same "a changed bit of the journal is found" "missed: " "$(python3 bits.py "$WINNOW")"
changed run
rm -r copy/.journal
verify copy
same "a folder without a journal: exit status" 0 $status

# Files that come and go.
changed run
rm copy/observations.tsv
echo note > copy/notes.txt
verify copy
same "missing and extra files: exit status" 1 $status
has "a missing file is said" said.txt "SHA256SUMS: observations.tsv is missing"
has "an extra file is said" said.txt "notes.txt is extra: not in SHA256SUMS"
sums copy
verify copy
has "a missing file, with new sums" said.txt "differs: observations.tsv: missing, but the new run wrote it"
changed run
cp copy/observations.tsv copy/orderings.tsv
sums copy
verify copy
same "a table that the new run has not: exit status" 1 $status
has "a table that the new run has not, with new sums" said.txt "differs: orderings.tsv: here, but the new run did not write it"
changed run
rm copy/SHA256SUMS
verify copy
same "no sums: exit status" 1 $status
changed run
sed -i '$d' copy/cells.tsv
sums copy
verify copy
has "a row that was deleted" said.txt "differs: cells.tsv: line 7: missing, run again"

# The scenario.
cp tiny.lua kept.lua
sed -i '2s/r = 2/r = 3/' tiny.lua
verify run
same "a changed scenario: exit status" 1 $status
has "a changed scenario: the first line that differs" said.txt "differs: scenario: tiny.lua: line 2: '  problem = function(p)"
rm tiny.lua
verify run
same "a scenario that is gone: its text is in the manifest" 0 $status
has "a scenario that is gone is said" said.txt "scenario: tiny.lua is not here"
mv kept.lua tiny.lua

# Data, and the program of a learner.
awk 'BEGIN { for (i = 1; i <= 40; i++) print (i % 3 ? "+1" : "-1") " " 1 + i % 4 ":1 " 5 + i % 2 ":1" }' > rows.libsvm
cp "$ROOT/examples/winnow_learner.py" learner.py
cat > data.lua << 'END'
return { trials = 30, seeds = 1, problem = problem.libsvm { file = "rows.libsvm" },
  learners = { learner.perceptron {}, learner.external { command = { "python3", "learner.py" }, options = { theta = 0.5 } } } }
END
"$WINNOW" run data.lua --out data --quiet
verify data
same "data: exit status" 0 $status
has "data: said" said.txt "data: all 2 files match the manifest"
sed -i '7s/:1$/:2/' rows.libsvm
verify data
same "changed data: exit status" 1 $status
has "changed data: said" said.txt "differs: data: rows.libsvm does not have the sha256 of the manifest"
sed -i '7s/:2$/:1/' rows.libsvm
echo "# more" >> learner.py
verify data
same "a changed program: exit status" 1 $status
has "a changed program: said" said.txt "differs: data: learner.py does not have the sha256 of the manifest"
rm rows.libsvm
verify data
same "data that are not there: exit status" 2 $status
has "data that are not there: said" errors.txt "winnow: data: rows.libsvm: no such file; --data names the folder"

# Runs that did not go well.
cat > failing.lua << 'END'
return { trials = 20, seeds = 3, procedure = function(_, seed)
  if seed == 2 then error("not this one") end
  return { value = seed } end }
END
"$WINNOW" run failing.lua --out failing --quiet 2> /dev/null
verify failing
same "a run that failed in part: exit status" 0 $status
has "a run that failed in part: said" said.txt "1 cells failed and must fail again"
sed -i 's/not this one/not that one/' failing/manifest.json
sums failing
verify failing
same "another reason of the failure: exit status" 1 $status

cat > long.lua << 'END'
return { trials = 20, seeds = 40, params = { wait = 1 }, procedure = function(p, seed)
  if seed > 2 then local x = 0; for i = 1, 6e6 * p.wait do x = x + i end end
  return { value = seed } end }
END
"$WINNOW" run long.lua --out long --quiet --jobs 1 2> /dev/null &
process=$!
for _ in $(seq 600); do
  [ "$( (wc -l < long/.journal/cells) 2> /dev/null || echo 0)" -lt 3 ] && kill -0 $process 2> /dev/null || break
  sleep 0.1
done
kill -INT $process
wait $process
same "an interrupted run: its own exit status" 130 $?
verify long
same "an interrupted run: exit status" 0 $status
has "an interrupted run: said" said.txt "the run was interrupted: its"
cells=$(sed -n 's/.*interrupted: its \([0-9]*\) finished cells.*/\1/p' said.txt)
holds "an interrupted run: not all cells are run" "$cells >= 3 && $cells < 40"
sed -i '$d' long/cells.tsv
sums long
verify long
same "an interrupted run without one of its rows: exit status" 1 $status

# An interruption of verify itself.
"$WINNOW" run long.lua --out whole --quiet --set wait=0
sed -i 's/"wait": "0"/"wait": "9"/; s/"wait": 0/"wait": 9/' whole/manifest.json
"$WINNOW" verify whole --jobs 1 > said.txt 2> errors.txt &
process=$!
for _ in $(seq 600); do
  [ -z "$(ls -A "$TMPDIR"/*/results 2> /dev/null)" ] && kill -0 $process 2> /dev/null || break
  sleep 0.1
done
kill -INT $process
wait $process
same "verify interrupted: exit status" 130 $?
same "verify interrupted: nothing is left" "" "$(ls -A "$TMPDIR")"

mkdir empty
verify empty
same "not a result folder: exit status" 2 $status
has "not a result folder: said" errors.txt "winnow: empty: not a result folder: it has no manifest.json"
verify run --data nowhere
same "no data folder: exit status" 2 $status
verify run another
same "two folders: exit status" 2 $status
same "nothing is left at the end" "" "$(ls -A "$TMPDIR")"

# ---- what an earlier run in the folder left: tables that this one has not are gone, sequences of its cells are no difference

cat > orders.lua << 'END'
return { trials = 10, seeds = 2, problem = problem.gambling { n = 4 }, learners = learner.elo {}, observe = { "ordering" } }
END
sed 's/observe = .*}/}/' orders.lua > plain.lua
for run in "orders.lua" "plain.lua --record" "plain.lua --record --seeds 1"; do
  # shellcheck disable=SC2086
  "$WINNOW" run $run --out reused --quiet --jobs 1 2> errors.txt || not_ok "reused: $run" "$(cat errors.txt)"
  case $run in orders*) [ -s reused/orderings.tsv ] || not_ok "reused: $run" "no orderings.tsv" ;; esac
done
same "a table that a later run has not is gone" "" "$(find reused -name orderings.tsv; grep orderings reused/SHA256SUMS)"
"$WINNOW" verify reused > stdout.txt
same "a folder that an earlier run has used: equal" 0 $?
has "files of other cells are counted" stdout.txt "1 files of cells of other runs are not compared"
# what the manifest says of options changes nothing: a file of a cell of this run is compared
"$WINNOW" run plain.lua --out options --save-state --quiet --jobs 1 2> errors.txt || not_ok "options" "$(cat errors.txt)"
sed -i 's/"save_state": true/"save_state": false/' options/manifest.json
signed() { (cd "$1" && cut -c 67- SHA256SUMS | xargs sha256sum > sums.txt; mv sums.txt SHA256SUMS); }
signed options
"$WINNOW" verify options > stdout.txt
same "states that the manifest does not ask for: equal" "0 options: equal" "$? $(tail -n 1 stdout.txt)"
for state in options/states/*.json; do sed -i 's/[.]\([0-9]\)/.9\1/' "$state"; done
signed options
"$WINNOW" verify options > stdout.txt
same "states that the manifest does not ask for, changed: a difference" 1 $?
has "states that the manifest does not ask for, changed: said" stdout.txt "differs: states/"

rm reused/sequences/*.jsonl
"$WINNOW" verify reused > stdout.txt
same "a sequence that is missing is a difference" 1 $?
