#!/bin/sh
# A sweep of many small cells: few files, a plan that shares what grid points have in common, resuming after a kill, long tables cut short.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# scenario RATES NOISES: a grid in which the options of both problem and learner change
scenario() {
  cat > sweep.lua << END
local rates, noises = {}, {}
for i = 1, $1 do rates[i] = i / 64 end
for i = 1, $2 do noises[i] = i / 128 end
return { title = "Sweep", params = { rate = 1, noise = 0, n = 6 }, sweep = { rate = rates, noise = noises },
  trials = 3, seeds = 1,
  problem = function(p) return problem.close_to_subspace { n = p.n, noise = p.noise } end,
  learners = function(p) return { learner.matrix_winnow { eta = p.rate }, learner.constant {} } end,
  bounds = { bound.subspace_mistakes {} }, plot = { x = "rate", y = "mistakes" } }
END
}

files_of() { (cd "$1" && find . -type f | sort | tr '\n' ' '); }
tables_of() { (cd "$1" && for table in cells verdicts curves bound_curves summary observations; do cat "$table.tsv"; done); }

scenario 2 2
"$WINNOW" run sweep.lua --out small --quiet
same "8 cells: exit status 0" 0 $?
scenario 30 40
"$WINNOW" run sweep.lua --out whole --jobs 2 > whole.txt 2> whole.stderr
same "2400 cells: exit status 0" 0 $?
same "2400 cells: all done" 2400 "$(values whole/cells.tsv status | grep -c '^done$')"
same "as many files as of 8 cells" "$(files_of small)" "$(files_of whole)"

# What a terminal shows of 2400 rows of the summary: what they share, the names of columns, 200 of them, the number of the others, their verdicts, and where they are.
same "the table on stdout ends" 202 "$(sed '/rows more/,$d' whole.txt | wc -l)"
rows=$(awk -F '\t' '!/^#/ && !header { header = 1; for (i = 1; i <= NF; i++) place[$i] = i; next }
  !/^#/ && index($place["bound"], ".") == 0' whole/summary.tsv | wc -l)
has "the others are counted" whole.txt "$((rows - 200)) rows more, in whole/summary.tsv, "
all=$("$WINNOW" run sweep.lua --out whole --jobs 1 2> again.stderr | tail -n +2 | grep -c 'matrix_winnow\|constant')
same "again: nothing is said" "" "$(cat again.stderr)"
same "again: the same table" 200 "$all"
same "again: no record is added" 2400 "$(wc -l < whole/.journal/cells)"

# The plan is sent and kept in parts; the manifest has all of it, and so does each key.
if command -v python3 > /dev/null; then
  python3 - << 'END' > checked.txt 2>&1 || cat checked.txt
import json
points = json.load(open("whole/manifest.json"))["points"]
grid = [(i / 128, k / 64) for i in range(1, 41) for k in range(1, 31)]
print("points", len(points) == 1200 and [(p["parameters"]["noise"], p["parameters"]["rate"]) for p in points] == grid)
print("problems", all(p["problem"]["options"]["noise"] == p["parameters"]["noise"] and p["problem"]["options"]["n"] == 6
                      and p["problem"]["name"] == "close_to_subspace" for p in points))
print("learners", all([l["name"] for l in p["learners"]] == ["matrix_winnow", "constant"] and
                      p["learners"][0]["options"]["eta"] == p["parameters"]["rate"] for p in points))
print("bounds", all([b["name"] for b in p["bounds"]] == ["subspace_mistakes"] for p in points))
members = "bounds data eigen engine label learner observe parameters problem record seed trials".split()
good = 0
seen = set()
for line in open("whole/.journal/cells"):
    record = json.loads(line.split(" ", 2)[2])
    key = record["key"]
    text = json.dumps(key, sort_keys=True, separators=(",", ":"))
    p = key["parameters"]
    seen.add((p["noise"], p["rate"], key["label"], key["seed"]))
    good += (sorted(key) == members and '"key":' + text in line and key["problem"]["options"]["noise"] == p["noise"]
             and key["learner"]["name"] == key["label"]
             and (key["label"] == "constant" or key["learner"]["options"]["eta"] == p["rate"]))
print("keys", good == 2400 and len(seen) == 2400)
END
  for what in points problems learners bounds keys; do has "each of the grid's own: $what" checked.txt "$what True"; done
else
  skip "each of the grid's own" "python3 is not installed"
fi

# Killed in the middle: records that were written stay, the others run, and the tables are those of the run that nothing disturbed.
"$WINNOW" run sweep.lua --out killed --jobs 2 --quiet &
run=$!
for _ in $(seq 3000); do
  [ "$( (wc -l < killed/.journal/cells) 2> /dev/null || echo 0)" -lt 300 ] && kill -0 $run 2> /dev/null || break
  sleep 0.01
done
kill -9 $run
wait $run 2> /dev/null
written=$(grep -c '}$' killed/.journal/cells)
if [ "$written" -lt 2400 ]; then
  ok "killed before its end"
else
  skip "killed before its end" "all cells were done"
fi
find killed -type f -exec sha256sum {} + > before
if ! command -v gnuplot > /dev/null; then
  skip "a plot of the killed run" "gnuplot is not installed"
elif [ "$written" -lt 2400 ]; then
  "$WINNOW" plot killed --out unfinished --format svg > plot.txt 2>&1
  same "a plot of the killed run: exit status 0" 0 $?
  has "a plot of the killed run: what goes on" plot.txt "$((2400 - written)) of 2400 cells are missing; what runs them: winnow run sweep.lua --out killed"
  has "a plot of the killed run: marked" unfinished/mistakes_rate.gp "unfinished: $written of 2400 cells"
else
  skip "a plot of the killed run" "the run had ended"
fi
same "the killed run is as it was" "" "$(find killed -type f -exec sha256sum {} + | diff before - 2>&1)"
"$WINNOW" run sweep.lua --out killed --jobs 1 > /dev/null 2> resumed.stderr
same "resumed: exit status 0" 0 $?
same "resumed: the files of a run that ended" "$(files_of whole)" "$(files_of killed)"
there=$(sed -n 's/^\([0-9]*\) cells done, .* 0 to rerun$/\1/p' resumed.stderr)
[ "$written" -eq 2400 ] || holds "resumed: what was written is there" "${there:-0} >= $written && ${there:-0} < 2400"
same "resumed: the tables of an undisturbed run" "" "$(tables_of whole > a; tables_of killed > b; cmp a b 2>&1)"
(cd killed && sha256sum --quiet -c SHA256SUMS > ../sums.txt 2>&1)
same "resumed: the sums fit" "" "$(cat sums.txt)"

# A picture has room for 24 curves.
if command -v gnuplot > /dev/null; then
  "$WINNOW" plot whole --out plots --format svg > plot.txt 2>&1
  same "a plot of 80 curves: exit status 0" 0 $?
  has "a plot of 80 curves: says what it leaves out" plots/mistakes_rate.gp "only the first 12"
  same "a plot of 80 curves: draws 24" 24 "$(grep -o 'noise = [0-9.]*' plots/mistakes_rate.gp | sort | uniq | wc -l | awk '{ print 2 * $1 }')"
else
  skip "a plot of 80 curves" "gnuplot is not installed"
fi

# compare keeps its rows apart, whatever their number.
"$WINNOW" compare whole killed --format tsv > compared.tsv
same "compare: exit status 0" 0 $?
same "compare: no difference anywhere" 0 "$(awk -F '\t' '!/^#/ && header && $place["difference"] + 0 != 0 { wrong++ }
  !/^#/ && !header { header = 1; for (i = 1; i <= NF; i++) place[$i] = i } END { print wrong + 0 }' compared.tsv)"
