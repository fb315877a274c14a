#!/bin/sh
# Reports: one page, whatever scenarios are called, and LaTeX.
. "$(dirname "$0")/../library.sh"

cat > plain.lua << 'END'
-- A comment with </code></pre><script>window.injected = 1</script>
return {
  title = "Small",
  source = "Littlestone 1988",
  params = { n = 8 },
  sweep = { n = { 8, 16 } },
  trials = 60,
  seeds = 2,
  problem = function(p) return problem.disjunction { n = p.n, r = 2 } end,
  learners = { learner.winnow { r = 2 }, learner.constant {} },
  bounds = { bound.subspace_mistakes {}, bound.trace_potential {} },
  plot = { { x = "trials", y = "mistakes" }, { x = "n", y = "mistakes", log = "x" } },
}
END
# Names that would be markup, in HTML or in LaTeX, wherever a scenario may put them.
cat > '<script>window.injected=1<!-- & "x" _%$.lua' << 'END'
local evil = "</svg></title></td><script>window.injected = 1</script><img src=x onerror='window.injected=1'> & \\ \" $ % _ { } ~ ^ ]]> -->"
return {
  title = evil,
  source = evil,
  params = { kind = evil },
  sweep = { kind = { evil, "b" } },
  trials = 30,
  seeds = 2,
  problem = problem.close_to_subspace { n = 6, r = 2 },
  learners = { learner.matrix_winnow { r = 2, label = "</text><script>window.injected = 1</script> & ' \" $ _ % \\ η" } },
  bounds = { bound.subspace_mistakes {} },
  plot = { title = evil, xlabel = evil, ylabel = evil, name = "evil" },
}
END
"$WINNOW" run plain.lua --quiet --out results/plain && "$WINNOW" run ./*script*.lua --quiet --out results/evil
"$WINNOW" run plain.lua --quiet --set n=4 --seeds 3 --out results/other
if "$WINNOW" report results/plain results/evil results/other --out page.html > said 2> errors; then
  ok "a report"
else
  not_ok "a report" "$(cat errors)"
fi
has "what it says" said "page.html: 3 experiments, 5 pictures"
python3 "$ROOT/tests/checkers/report_page.py" page.html page_files/*/report.tex
has "the command" page.html "winnow run plain.lua --set n=4 --seeds 3</code>"
has "a text stays a text" page.html '&lt;/svg&gt;&lt;/title&gt;&lt;/td&gt;&lt;script&gt;window.injected = 1&lt;/script&gt;'
same "no text became a tag" "" "$(grep -o '<script>window\|<img src\|<!--' page.html | head -n 1)"
same "equal names, different places" "page_files/plain page_files/plain--2" "$(echo page_files/plain*)"
same "two tables, two figures" "2 2" "$(cat page_files/plain*/report.tex | grep -c 'begin.longtable') $(grep -c includegraphics page_files/plain/report.tex)"

# What matters first: the bound that is used most, then pictures, then the table.
most=$(awk -F '\t' '/^#/ { next } $1 == "n" || $1 == "kind" { for (i = 1; i <= NF; i++) at[$i] = i; next }
  $at["verdict"] == "holds" && $at["bound"] !~ /[.]/ && $at["used"] <= 1 && $at["used"] > most { most = $at["used"]; name = $at["bound"] }
  END { printf "%s %.5g", name, most }' results/plain/summary.tsv results/evil/summary.tsv results/other/summary.tsv)
same "the tightest bound comes first" "$most" \
  "$(sed -n 's/^<li><b>.*<code>\([a-z_]*\)<.code>): \(<[^>]*>\)*\([0-9.]*\).* of it used by .*/\1 \3/p' page.html | head -n 1)"
"$WINNOW" run "$ROOT/scenarios/unknown_rank.lua" --quiet --seeds 1 --out claimed > log 2>&1 && "$WINNOW" report claimed --out claimed.html >> log 2>&1 ||
  not_ok "a claim: run and reported" "$(head -c 300 log)"
same "a claim that was refuted is not among the tightest bounds" "doubling_mistakes subspace_mistakes" \
  "$(sed -n 's/^<li><b>.*<code>\([a-z_]*\)<.code>): .* of it used by .*/\1/p' claimed.html | sort | paste -sd ' ' -)"
same "findings, pictures, table" "tightest figure fold" \
  "$(grep -o '<h2 id="tightest"\|<figure>\|<details id="fold">' page.html | sed 's/<figure>/figure/; s/.*id="//; s/"//; s/>//' | uniq | paste -sd ' ' -)"

# The page's policy names its script by the right digest.
digest=$(python3 -c 'import base64, hashlib, re
text = open("page.html", encoding="utf-8").read()
script = re.search(r"<script>(.*?)</script>", text, re.S).group(1)
print("sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode())')
has "the policy" page.html "script-src '$digest'"
has "the policy: no picture from elsewhere" page.html "default-src 'none'; img-src data:; style"

# All rows of the summaries are there, with their numbers.
rows=$(cat results/plain/summary.tsv results/evil/summary.tsv results/other/summary.tsv | grep -cv '^#\|^kind	\|^n	')
same "every row of the summaries" "$rows" "$(sed -n '/<tbody>/,/<\/tbody>/p' page.html | grep -c '^<tr')"

# Equal folders, equal bytes, also a second later, when a pdf would have another date.
sleep 1
"$WINNOW" report results/plain results/evil results/other --out again/page.html > said
left_out=-xnone
if [ -n "$(find page_files -name '*.pdf' ! -exec grep -aqF '/CreationDate (D:20000101' {} \; -print)" ]; then
  left_out='-x*.pdf'
  skip "equal bytes of pdf" "cairo 1.18 compresses the date"
fi
if cmp -s page.html again/page.html && diff -r "$left_out" page_files again/page_files > differ; then
  ok "equal bytes"
else
  not_ok "equal bytes" "$(head -c 300 differ)"
fi
"$WINNOW" report results/plain --format html --out short.html > said
same "html alone" "" "$(find short_files -name '*.pdf' -o -name '*.tex')"

# What is not a result folder is refused, and nothing is written.
mkdir empty
for folder in empty nowhere plain.lua; do
  "$WINNOW" report results/plain "$folder" --out bad.html > said 2> errors
  same "$folder: exit status" 2 $?
  has "$folder: said" errors "winnow: $folder: not a result folder: it has no manifest.json"
done
mkdir strange
echo '{"format": "other"}' > strange/manifest.json
"$WINNOW" report strange --out bad.html > said 2> errors
same "another manifest" 2 $?
has "another manifest: said" errors 'strange/manifest.json: its "format" is not "winnow-lab manifest ..."'
"$WINNOW" report results/plain --format word --out bad.html > said 2> errors
same "another format" 2 $?
has "another format: said" errors '--format word: expected html, latex or both'
cp -r results/plain damaged
echo 'x	y' >> damaged/summary.tsv
"$WINNOW" report damaged --out bad.html > said 2> errors
same "a damaged summary" 2 $?
has "a damaged summary: said" errors 'damaged/summary.tsv'
same "nothing was written" "" "$(ls -d bad* 2> /dev/null)"

# A plot that cannot be drawn does not keep the others from being shown.
cp -r results/plain partly
rm partly/curves.tsv
"$WINNOW" report partly --out partly.html > said 2> errors
same "one plot fails: exit status" 1 $?
has "one plot fails: the page says why" partly.html 'A plot could not be drawn: plot &#39;mistakes&#39;'
has "one plot fails: the other is there" partly.html '" src="data:image/svg+xml;base64,'
rm -r partly/cells.tsv partly_files
"$WINNOW" report partly --out partly.html > said 2> errors
same "no plot at all: exit status" 1 $?
has "no plot at all: the page says why" partly.html 'partly: not a result folder: it has no cells.tsv'
has "no plot at all: there is a LaTeX table" partly_files/plain/report.tex 'begin{longtable'

# The check itself finds faults.
# A picture that would run a script: <svg xmlns="http://www.w3.org/2000/svg"><script/></svg>.
running=$(printf '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>' | base64 -w 0)
sed "s|</header>|<img src=\"http://x/y.png\" onload=\"z\"><img alt=\"\" src=\"data:image/svg+xml;base64,$running\"></div></header><p id=\"verdicts\">|" \
  page.html > faulty.html
printf '%s\n' '\caption{a_b} {' > faulty.tex
mkdir -p faulty && mv faulty.tex faulty/report.tex
python3 "$ROOT/tests/checkers/report_page.py" faulty.html faulty/report.tex > found
same "faults are found" "tags are balanced,ids are unique,nothing is loaded,no handlers in attributes,pictures,pictures that only draw,LaTeX," \
  "$(sed -n 's/^not ok [a-z]*: \([A-Za-z ]*\)[,:].*/\1/p' found | tr '\n' ',')"
