#!/bin/sh
# The documentation as a static site: a page for all that the program and the folders have, links that lead somewhere, the same bytes twice.
# Links inside Markdown files as they are. Controls: each fault that the link check is for is found.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
uninstrumented 'the site' 'its pages are written by Python'
check="python3 -B $ROOT/scripts/site/check_links.py"
export WINNOW

# ---- Markdown files

cd "$ROOT" || exit 1
if $check README.md docs/*.md docs/lessons/*.md examples/*.md > "$work/markdown.txt"; then
  ok "site: links in Markdown files"
else
  not_ok "site: links in Markdown files" "$(head -n 3 "$work/markdown.txt" | tr '\n' '|')"
fi
holds "site: there are links in Markdown files" "$(sed -n 's/.* files, \([0-9]*\) links.*/\1/p' "$work/markdown.txt") > 100"
same "site: no page without a next one, but the list of all pages" docs/README.md "$(grep -L '^Next: .*\](' docs/*.md docs/lessons/*.md examples/README.md)"
cd "$work" || exit 1

# ---- controls of the link check

# fault NAME TEXT FILE: the check of the file or folder finds it and says TEXT.
fault() {
  if $check "$3" > found.txt; then not_ok "site: finds $1" "$(cat found.txt)"; else has "site: finds $1" found.txt "$2"; fi
}
# page BODY: a folder with a sound page and one of this body.
page() {
  mkdir -p control
  echo '<!DOCTYPE html><html lang="en"><body><h1 id="there">t</h1></body></html>' > control/other.html
  printf '<!DOCTYPE html><html lang="en"><body><h1>t</h1>%s</body></html>\n' "$1" > control/page.html
}
page '<a href="other.html#there">a</a> <a href="https://example.org/">b</a> <img src="other.html" alt="c"><p id="here"><a href="#here">d</a></p>'
if $check --list control > found.txt; then has "site: a sound page" found.txt "0 faults"; else not_ok "site: a sound page" "$(cat found.txt)"; fi
has "site: links to other sites are listed" found.txt "https://example.org/"
page '<a href="none.html">a</a>' && fault "a missing file" "none.html: there is no such file" control
page '<a href="other.html#nowhere">a</a>' && fault "a missing place" "other.html#nowhere: there is no such place" control
page '<a href="#nowhere">a</a>' && fault "a missing place of the page" "#nowhere: there is no such place" control
page '<a href="/tmp">a</a>' && fault "an absolute path" "/tmp: not a relative link" control
page '<a href="../control/../found.txt">a</a>' && fault "a way out of the folder" "out of the folder" control
page '<iframe src="other.html" title="a"></iframe>' && fault "a frame that is not the page of make play" "<iframe>" control
page '<iframe src="https://example.org/play/index.html" title="a"></iframe>' && fault "a frame from elsewhere" "loaded from elsewhere" control
page '<img src="https://example.org/a.png" alt="a">' && fault "a picture from elsewhere" "loaded from elsewhere" control
page '<img src="other.html">' && fault "a picture without words" "a picture without description" control
page '<p><b>a</p></b>' && fault "crossed tags" "</p> within <p>, <b>" control
page '<p id="a">a</p><p id="a">b</p>' && fault "an id twice" "id a is there twice" control
page '<script src="other.html"></script>' && fault "a script" "<script>" control
page '<h1>again</h1>' && fault "a second title" "2 headings of the first level" control
page '<p style="color: red">a</p>' && fault "a style attribute" "attribute style" control
page '' && echo 'a { background: url(https://example.org/a.png) }' > control/a.css
fault "a style sheet that loads" "a.css: loads something" control
printf '# A b\n\n[x](#a-b) [y](two.md#c) `[z](none.md)`\n' > one.md
printf '# C\n' > two.md
if $check one.md > found.txt; then ok "site: a sound Markdown file"; else not_ok "site: a sound Markdown file" "$(cat found.txt)"; fi
printf '# A\n\n[x](none.md)\n' > one.md && fault "a missing file in Markdown" "none.md: there is no such file" one.md
printf '# A\n\n[x](two.md#d)\n' > one.md && fault "a missing heading in Markdown" "two.md#d: there is no such place" one.md

# ---- the site

for program in pandoc mandoc; do
  if ! command -v $program > /dev/null; then
    skip "site: pages" "$program is not installed (scripts/setup.sh site)"
    exit 0
  fi
done
# build FOLDER
build() {
  (cd "$ROOT" && MANUALS=$work/man python3 -B scripts/site/build.py "$1")
}
mkdir "$work/man"
sh "$ROOT/scripts/man.sh" "$WINNOW" "$work/man" || not_ok "site: manual pages" "not made"
if ! build "$work/site" > built.txt 2>&1; then
  not_ok "site: is built" "$(tail -n 3 built.txt | tr '\n' '|')"
  exit 0
fi
if $check site > found.txt; then ok "site: links"; else not_ok "site: links" "$(head -n 3 found.txt | tr '\n' '|')"; fi
holds "site: pages and links" "$(sed -n 's/ files,.*//p' found.txt) > 200 && $(sed -n 's/.* files, \([0-9]*\) links.*/\1/p' found.txt) > 3000"
has "site: said what it is" built.txt "MB"

# Each member as the reference has it: a page with mathematics, its help and a row for each of its parameters.
sed -n '/^## Reference$/,$p' "$ROOT/docs/members.md" > reference.txt
python3 - > members.txt << 'END'
import html, os, re
members, missing = 0, []
for kind, name, body in re.findall(r"^### (\w+)\.(\w+)\n(.*?)(?=^##|\Z)", open("reference.txt").read(), re.M | re.S):
    path, members = "site/%ss/%s.html" % (kind, name), members + 1
    text = html.unescape(open(path).read()) if os.path.exists(path) else ""
    parts = re.split(r'<h2 id="', text)
    formula = [part for part in parts if part.startswith("formula")]
    if not formula or "<math" not in formula[0]:
        missing.append(path)
    help_text = re.search(r"\*\*.*?\*\*: (.*)\.  \n", body).group(1)
    if help_text not in re.sub(r"<[^>]*>", "", text) and "<" not in help_text:
        missing.append("%s: %s" % (path, help_text))
    if "`" in re.sub(r"<(annotation|pre)\b.*?</\1>", "", text, flags=re.S):
        missing.append("%s: ` of Markdown" % path)
    listed = html.unescape(open("site/%ss/index.html" % kind).read())
    if 'href="%s.html"' % name not in listed:
        missing.append("site/%ss/index.html: %s" % (kind, name))
    missing += ["%s: %s" % (path, row) for row in re.findall(r"^\| `(\w+)` \|", body, re.M)
                if not re.search(r"<tr[^>]*>\s*<td[^>]*><code>%s</code></td>" % row, text)]
print(members, "; ".join(missing[:5]))
END
same "site: every member with its parameters" "" "$(cut -d ' ' -f 2- members.txt)"
holds "site: there are members" "$(cut -d ' ' -f 1 members.txt) > 100"

# Each scenario with its text and all its pictures, which are files of the site.
missing=
scenarios=0
for file in "$ROOT"/scenarios/*.lua "$ROOT"/examples/*.lua; do
  name=$(basename "$file" .lua)
  folder=$(basename "$(dirname "$file")")
  scenarios=$((scenarios + 1))
  grep -q 'class="sourceCode lua"' "site/$folder/$name.html" && grep -q "href=\"[a-z./]*$name.html\"" site/scenarios/index.html || missing="$missing $name"
  [ "$folder" = scenarios ] || continue
  for picture in "$ROOT/plots/gallery/$name"/*.svg; do
    [ -e "$picture" ] || continue
    grep -q "src=\"../pictures/$name/$(basename "$picture")\"" "site/scenarios/$name.html" &&
      cmp -s "$picture" "site/pictures/$name/$(basename "$picture")" || missing="$missing $picture"
  done
done
same "site: every scenario with its pictures" "" "$missing"
holds "site: there are scenarios" "$scenarios > 80"

# Each bound is a claim of one paper, with the worst verdict of the reference results.
"$WINNOW" list --format json > listed.json
python3 - "$ROOT" > papers.txt << 'END'
import glob, json, re, sys
cells = {}
for path in glob.glob("site/papers/*.html"):
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", open(path).read(), re.S):
        data = [re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)]
        if len(data) == 5:
            cells.setdefault(data[0].split(":")[0], []).append(data)
missing = []
for bound in json.load(open("listed.json"))["bounds"]:
    found = cells.get(bound["name"], [])
    if len(found) != (1 if re.match(r"(after )?[A-Z][^;()]*? \d{4}\b", bound["source"]) else 0):
        missing.append("%s: %d times" % (bound["name"], len(found)))
expected = {"general_matrix_mistakes_claimed": "refuted", "subspace_mistakes": "holds", "forced_mistakes": "holds"}
missing += ["%s: %s" % (name, cells[name][0][3]) for name, verdict in expected.items() if cells[name][0][3] != verdict]
print(len(cells), "; ".join(missing[:5]))
END
same "site: each claim on the page of its paper" "" "$(cut -d ' ' -f 2- papers.txt)"
holds "site: there are claims" "$(cut -d ' ' -f 1 papers.txt) > 30"

# A scenario without a line end at its end is a page like others.
mkdir -p bare/scenarios && printf 'return { title = "Bare" }' > bare/scenarios/bare.lua
same "site: a scenario without a last line end" 'return { title = "Bare" }.' \
  "$(cd bare && PYTHONPATH=$ROOT/scripts/site python3 -B -c 'import sources; print(sources.scenarios("scenarios")[0].text.replace("\n", "."))')"

# The first thing that the first page offers is the page of ideas.
same "site: the ideas come first" docs/ideas.html "$(sed -n '/id="where-to-go"/,$p' site/index.html | grep -o 'href="[^"]*"' | sed -n 's/href="\(.*\)"/\1/p' | head -n 1)"

# The other documents.
missing=
for file in "$ROOT"/docs/*.md; do
  title=$(sed -n 's/^# //p;1q' "$file")
  grep -qF "<h1>$title</h1>" "site/docs/$(basename "$file" .md).html" || missing="$missing $file"
done
same "site: every document" "" "$missing"
missing=
for command in $("$WINNOW" --help | sed -n 's/^  winnow \([a-z]*\) .*/\1/p'); do
  grep -q "<h2 id=\"winnow-$command\">" site/commands.html || missing="$missing $command"
done
for name in $(grep -o 'winnow_[a-z_]*(' "$ROOT/src/winnow.h" | tr -d '(' | sort -u); do
  grep -q "<h2[^>]*>.*$name" site/library.html || missing="$missing $name"
done
same "site: every command and function" "" "$missing"

mv site before
if LC_ALL=C TZ=Asia/Tokyo build "$work/site" > /dev/null 2>&1 && diff -r before site > found.txt; then
  ok "site: the same bytes again"
else
  not_ok "site: the same bytes again" "$(head -n 3 found.txt | tr '\n' '|')"
fi

mkdir own && echo mine > own/file
build "$work/own" > said.txt 2>&1
same "site: another folder is left alone" "1 mine" "$? $(cat own/*)"
has "site: and it is said" said.txt "left alone"

# ---- in a browser

NODE_PATH=$BUILD/browser/node_modules${NODE_PATH:+:$NODE_PATH}
export NODE_PATH
browser=$(command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ] || ! node -e "require.resolve('playwright-core'); require.resolve('axe-core')" 2> /dev/null; then
  skip "site in a browser" "a Chromium, playwright-core or axe-core is not installed (make test-report)"
  exit 0
fi
mkdir -p "$BUILD/browser/screenshots"
node "$ROOT/tests/browser/site.cjs" "$work/site" "$BUILD/browser/screenshots" "$browser"
