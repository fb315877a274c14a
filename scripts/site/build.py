#!/usr/bin/env python3
"""Writes the documentation as a static site: scripts/site/build.py FOLDER, from the folder of the project.

One pandoc renders all pages, separated by comments; links, ids and tables are then adapted to the site. The folder is replaced as a whole;
a folder that is not one of our sites is left alone. The same sources give the same bytes."""
import html
import os
import posixpath
import re
import shutil
import string
import subprocess
import sys

import pages
import sources

HERE = os.path.dirname(os.path.abspath(__file__))
MARK = "<!-- page -->"
PLAY = os.environ.get("PLAY", "")  # the page of `make play`, where it was made
LIVE = re.compile(r"<!-- play: (\S+) -->")
PICTURE = re.compile(r'(<a href="[^"]*docs/play\.html">)?(<img src="[^"]*pictures/(\w+)/[^"]*"[^>]*>)(?(1)</a>)')
ANSWER = re.compile(r'<h2 id="(answer|after)">(.*?)</h2>(.*?)(?=<h2|<p>Next:|<p>Coursework:|\Z)', re.S)
NAVIGATION = [("index.html", "Winnow Lab"), ("tour.html", "Tour"), ("scenarios/index.html", "Scenarios"),
              ("learners/index.html", "Learners"), ("problems/index.html", "Problems"), ("bounds/index.html", "Bounds"), ("papers/index.html", "Papers"),
              ("documents.html", "Documents")]
CONTENTS_FROM = 4   # headings
SPACE = '<mspace width="0.17em"></mspace>'
OWN_CONTENTS = 10   # links within a page that has a list of its own


class Broken(Exception):
    pass


def render(markdown):
    """HTML of each of the texts."""
    command = ["pandoc", "--from", "gfm+tex_math_dollars", "--to", "html5", "--mathml", "--wrap=none", "--fail-if-warnings"]
    made = subprocess.run(command, input=("\n\n%s\n\n" % MARK).join(markdown), check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    return made.split(MARK)


def slug(heading):
    """The id that GitHub gives a heading, from its text."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def text_of(fragment):
    return html.unescape(re.sub(r"<annotation.*?</annotation>|<[^>]*>", "", fragment, flags=re.S))


def set_ids(body):
    """(the body with an id for each heading, [(level, id, text)])"""
    seen, headings = {}, []

    def replace(found):
        level, inner = int(found.group(1)), found.group(3)
        name = slug(text_of(inner))
        count = seen[name] = seen.get(name, -1) + 1
        name += "-%d" % count if count else ""
        headings.append((level, name, inner))
        return '<h%d id="%s">%s</h%d>' % (level, name, inner, level)

    return re.sub(r"<h([1-6])( id=\"[^\"]*\")?>(.*?)</h\1>", replace, body, flags=re.S), headings


def label_cells(body):
    """Cells say the head of their column, where there are more than two: narrow screens show tables as lists."""
    def replace(found):
        heads = [html.escape(text_of(head), quote=True) for head in re.findall(r"<th\b[^>]*>(.*?)</th>", found.group(0), re.S)]
        rows = found.group(0).split("<tr")
        for i, row in enumerate(rows):
            columns = iter(heads)
            rows[i] = re.sub(r"<td", lambda _: '<td data-head="%s"' % next(columns, ""), row)
        made = "<tr".join(rows) if len(heads) > 2 else found.group(0)
        return re.sub(r"<thead>.*?</thead>\n?", "", made, flags=re.S) if not any(heads) else made

    return re.sub(r"<table>.*?</table>", replace, body, flags=re.S)


def breakable(formula):
    """A formula of running text in parts, so that a line may end before a relation: browsers break no line within MathML."""
    found = re.fullmatch(r'(<math display="inline"[^>]*>)<semantics><mrow>(.*)</mrow><annotation[^>]*>[^<]{30,}</annotation></semantics></math>', formula, re.S)
    if not found:
        return formula
    parts, depth = [""], 0
    for piece in re.findall(r"<mo[^>]*>(?:[=≤≥≠≈]|&[lg]t;)</mo>|<[^>]*>|[^<]+", found.group(2)):
        if depth == 0 and piece.startswith("<mo") and piece.endswith("</mo>") and parts[-1].count("</") > 1:
            parts.append("")
        parts[-1] += piece
        if piece.startswith("<") and not piece.endswith(("</mo>", "/>")) or piece == "</mo>":
            depth += -1 if piece.startswith("</") else 1
    return "<wbr>".join("%s<mrow>%s</mrow></math>" % (found.group(1), part) for part in parts)


def tidy_mathematics(body):
    """MathML as browsers set it best: names of functions are identifiers in upright letters, brackets are as tall as TeX said."""
    def upright(found):
        word = "".join(re.findall(r"<mi>(\w)</mi>", found.group(1)))
        return "<mi%s>%s</mi>" % (' mathvariant="normal"' if len(word) == 1 else "", word)

    def replace(found):
        made = re.sub(r'<mstyle mathvariant="normal">((?:<mi>\w</mi>)+)</mstyle>', upright, found.group(0))
        made = re.sub(r"<mo>([a-z]{2,}|ℓ)</mo>", r"<mi>\1</mi>", made)
        made = re.sub(r"(</m(?:i|n|sub|sup|subsup|frac)>)(?=<mi>[a-z]{2,}</mi>)", r"\1" + SPACE, made)
        made = re.sub(r"(<mi>[a-z]{2,}</mi>)(?=<m(i|n|sub|sup|subsup|frac|style)\b)", r"\1" + SPACE, made)
        return breakable(made if "\\left" in made else made.replace('stretchy="true"', 'stretchy="false"'))

    return re.sub(r"<math.*?</math>", replace, body, flags=re.S)


class Writer:
    def __init__(self, folder, site):
        self.folder, self.version, self.played = folder, sources.version(), self.playable()
        self.pages = list(site.pages())
        self.paths = {page.path for page in self.pages}
        self.files = {"LICENSE": "LICENSE.txt"}  # of the project, and where they are copied to
        self.words = {"%s.%s" % (kind, name): "%ss/%s.html" % (kind, name) for kind in sources.KINDS for name in site.members[kind]}
        self.words.update(site.names)
        for path in list(self.words):
            if "_" not in path and "." not in path:
                del self.words[path]  # too common a word
        self.words.update({page.source: page.path for page in self.pages if page.source})
        self.words["README.md"] = "tour.html"
        with open(os.path.join(HERE, "page.html"), encoding="utf-8") as file:
            self.template = string.Template(file.read())

    # ---- links

    def resolve(self, page, link):
        """A link of a page's source as one of the site, relative to the page; None for a folder that has no page."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        path, _, anchor = link.partition("#")
        if path.startswith("/"):
            target = path[1:]
            source = re.sub("^pictures/", "plots/gallery/", target)
        else:
            source = posixpath.normpath(posixpath.join(page.base, path))
            target = pages.site_path(source)
        if target not in self.paths:
            if os.path.isdir(source) and not source.startswith(".."):
                return None
            if source.startswith("..") or not os.path.isfile(source):
                raise Broken("%s: link to %s, which is not on the site" % (page.source or page.path, link))
            self.files[source] = target
        return posixpath.relpath(target, posixpath.dirname(page.path) or ".") + ("#" + anchor if anchor else "")

    def link(self, page, body):
        def replace(found):
            target = self.resolve(page, html.unescape(found.group(2)))
            return "" if target is None else '%s="%s"' % (found.group(1), html.escape(target))

        def size(found):
            path = "plots/gallery/" + html.unescape(found.group(1)).split("plots/gallery/")[1]
            return '<img src="%s" width="%d" height="%d"' % ((found.group(1),) + sources.picture_size(path))

        body = re.sub(r'<img src="([^"]*plots/gallery/[^"]*)"', size, body)
        return self.link_words(page, re.sub(r'(href|src)="([^"]*)"', replace, body))

    def link_words(self, page, body):
        """What is code and names a member or a file of the project becomes a link."""
        def replace(found):
            target = self.words.get(found.group(1))
            if target is None or target == page.path:
                return found.group(0)
            return '<a href="%s">%s</a>' % (self.resolve(page, "/" + target), found.group(0))

        parts = re.split(r"(<a .*?</a>|<pre.*?</pre>|<h[1-6].*?</h[1-6]>)", body, flags=re.S)
        for i in range(0, len(parts), 2):
            parts[i] = re.sub(r"<code>([\w./]+)</code>", replace, parts[i])
        return "".join(parts)

    # ---- pages

    def contents(self, body, headings):
        listed = [heading for heading in headings if heading[0] == 2]
        if len(listed) < CONTENTS_FROM or len(re.findall(r'<a href="#', body)) >= OWN_CONTENTS:
            return ""
        items = "\n".join('<li><a href="#%s">%s</a></li>' % (name, re.sub(r"</?a[^>]*>", "", inner)) for _, name, inner in listed)
        return '<nav class="contents" aria-label="On this page"><ul>\n%s\n</ul></nav>\n' % items

    def navigation(self, page):
        items = []
        for path, name in NAVIGATION:
            current = ' aria-current="page"' if path == page.path else ' aria-current="true"' if name == page.part else ""
            items.append('<li><a href="%s"%s>%s</a></li>' % (self.resolve(page, "/" + path), current, name))
        return "\n".join(items)

    @staticmethod
    def playable():
        """Scenarios of the page of `make play`."""
        return set(re.findall(r'"name":"(\w+)"', sources.read(PLAY))) if PLAY else set()

    def play(self, page, body, root):
        """Pictures lead to the page of `make play` with their scenario, where that has it."""
        def replace(found):
            name = found.group(3)
            if name not in self.played:
                return found.group(0)
            return '<a href="%splay/index.html#scenario=%s">%s</a>' % (root, name, found.group(2))

        parts = re.split(r"(<ul class=\"cards\">.*?</ul>)", body, flags=re.S)
        for i in range(0, len(parts), 2):
            parts[i] = PICTURE.sub(replace, parts[i])
        name = page.path[len("scenarios/"):-len(".html")] if page.path.startswith("scenarios/") else "disjunction" if page.path == "index.html" else ""
        invitation = '<p><a href="%splay/index.html#scenario=%s">Play with it</a>: move its numbers, and the learners run again, in the browser.</p>' % (root, name)
        return (invitation if name in self.played else "") + "".join(parts)

    @staticmethod
    def live(body, root):
        """Figures of lessons: parts of the page of `make play`, where the site has it."""
        def replace(found):
            address = html.escape("%splay/index.html#%s" % (root, found.group(1)))
            return ('<iframe class="live" src="%s&amp;embed=1" title="Figure: move the sliders, and the learners run again" loading="lazy"></iframe>\n'
                    '<p><a href="%s">The same with the text of the scenario</a></p>' % (address, address)) if PLAY else found.group(0)

        return LIVE.sub(replace, body)

    def write(self, page, body):
        body = re.sub(r'<a href="#cb\d+-\d+" aria-hidden="true" tabindex="-1"></a>', "", body)
        body = re.sub(r' id="cb\d+(-\d+)?"', "", body)
        body = re.sub(r"<pre( class=\"[^\"]*\")?>", r'<pre\1 tabindex="0">', body)
        # a long formula is scrolled on a narrow screen, by keys as well
        body = re.sub(r"<(li|p|td)>(?=(?:(?!</?(?:li|p|td)>).)*<annotation[^>]*>[^<]{30,}<)", r'<\1 tabindex="0">', body, flags=re.S)
        body, headings = set_ids(label_cells(self.link(page, tidy_mathematics(body))))
        root = posixpath.relpath(".", posixpath.dirname(page.path) or ".")
        if page.path.startswith("docs/lessons/"):  # first the question, then a guess
            body = ANSWER.sub(r'<h2 id="\1">\2</h2><details><summary>Show it</summary>\3</details>', body)
        body = self.play(page, self.live(body, "" if root == "." else root + "/"), "" if root == "." else root + "/")
        made = self.template.substitute(
            heading=html.escape(page.title if page.path == "index.html" else page.title + " - Winnow Lab"),
            title=html.escape(page.title), root="" if root == "." else root + "/", navigation=self.navigation(page),
            contents=self.contents(body, headings), body=body.strip(), version=self.version,
            made=". This page is made from <code>%s</code>" % page.source if page.source else "")
        path = os.path.join(self.folder, page.path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)

    def write_all(self):
        ready = [page for page in self.pages if not page.path.startswith("man/")]
        bodies = dict(zip((page.path for page in ready), render([page.markdown for page in ready])))
        for page in self.pages:
            self.write(page, bodies.get(page.path, page.markdown))
        for source, target in sorted(self.files.items()):
            to = os.path.join(self.folder, target)
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copyfile(source, to)
        if PLAY:
            os.makedirs(os.path.join(self.folder, "play"))
            shutil.copyfile(PLAY, os.path.join(self.folder, "play/index.html"))
        palette = sources.read("src/report/report.css").split("/* Figures")[0]  # the colours of reports
        with open(os.path.join(self.folder, "site.css"), "w", encoding="utf-8") as file:
            file.write(palette + sources.read(os.path.join(HERE, "site.css")))


def size_of(folder):
    return sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(folder) for name in names)


def main(folder):
    folder = folder.rstrip("/")
    if os.path.isdir(folder) and os.listdir(folder) not in ([], ["play"]) and not os.path.exists(os.path.join(folder, "site.css")):
        sys.exit("%s: a folder that is not empty and not a site: left alone" % folder)
    new = folder + ".new"
    shutil.rmtree(new, ignore_errors=True)
    os.makedirs(new)
    try:
        writer = Writer(new, pages.Site())
        writer.write_all()
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(new, folder)
    except (Broken, OSError, subprocess.CalledProcessError) as error:
        sys.exit("site: %s" % error)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    print("%s: %d pages, %d other files, %.1f MB" % (folder, len(writer.pages), len(writer.files) + 1, size_of(folder) / 1e6))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/site/build.py FOLDER")
    main(sys.argv[1])
