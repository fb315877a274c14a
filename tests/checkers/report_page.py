"""What must be true of every report: report_page.py PAGE [REPORT.TEX...]. Prints `ok NAME` or `not ok NAME: reason`."""
import base64
import re
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

VOID = {"meta", "link", "br", "img", "input", "hr", "wbr"}
IMPLIED = {"td", "th"}  # whose end tags may be left out
PICTURE = "data:image/svg+xml;base64,"
DRAWN = {"svg", "title", "desc", "g", "path", "rect", "circle", "polygon", "use", "text", "tspan", "defs", "filter", "feFlood", "feComposite"}


def report(name, problem):
    print("ok " + name if not problem else "not ok %s: %s" % (name, problem))


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.problems, self.ids, self.links, self.loads = [], [], [], [], []
        self.pictures, self.scripts, self.nameless = [], 0, 0
        self.handlers = []

    def handle_starttag(self, tag, attributes, empty=False):
        names = [name for name, _ in attributes]
        found = dict(attributes)
        if len(set(names)) != len(names):
            self.problems.append("<%s> has an attribute twice" % tag)
        if "id" in found:
            self.ids.append(found["id"])
        self.handlers += [name for name in names if name.startswith("on") or name == "style"]
        for name in ("href", "src", "xlink:href", "action", "srcset", "data", "poster"):
            if tag == "img" and name == "src" and found.get(name, "").startswith(PICTURE):
                self.pictures.append(found[name][len(PICTURE):])
            elif name in found:
                (self.links if found[name].startswith("#") else self.loads).append(found[name])
        for name in ("aria-labelledby", "aria-describedby"):
            self.links += ["#" + place for place in found.get(name, "").split()]
        self.links += ["#" + name for value in found.values() for name in re.findall(r"url\(#([^)]*)\)", value or "")]
        self.scripts += tag == "script"
        if tag == "img":
            self.nameless += len(found.get("alt") or "") < len("Plot of x against y.")
        if tag in IMPLIED and self.open and self.open[-1] in IMPLIED:
            self.open.pop()
        if tag not in VOID and not empty:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes, True)

    def handle_endtag(self, tag):
        if tag not in IMPLIED and self.open and self.open[-1] in IMPLIED:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.problems.append("line %d: </%s> within %s" % (self.getpos()[0], tag, self.open[-3:]))
        else:
            self.open.pop()


def picture_problem(picture):
    """What makes it no picture of gnuplot's: text that is not XML, an element or attribute that could run or load."""
    try:
        root = ElementTree.fromstring(base64.b64decode(picture, validate=True))
    except (ValueError, ElementTree.ParseError) as error:
        return str(error)
    for element in root.iter():
        tag = element.tag.replace("{http://www.w3.org/2000/svg}", "")
        if tag not in DRAWN:
            return "<%s>" % tag
        for name, value in element.items():
            leaves = name.endswith("href") and not value.startswith("#") or re.search(r"url\((?!#)", value)
            if leaves or name.lower().startswith("on"):
                return "<%s %s=%s>" % (tag, name, value)
    return None if root.tag.endswith("}svg") else "no svg"


def check_page(path):
    text = open(path, encoding="utf-8", errors="strict").read()
    page = Page()
    page.feed(text)
    page.close()
    report("page: tags are balanced", "; ".join(page.problems[:3] + page.open))
    twice = sorted({name for name in page.ids if page.ids.count(name) > 1}) if len(page.ids) < 5000 else \
        len(page.ids) - len(set(page.ids))
    report("page: ids are unique", twice and str(twice))
    known = {"#" + name for name in page.ids}
    report("page: links lead somewhere", "; ".join([link for link in page.links if link not in known][:3]))
    report("page: nothing is loaded", "; ".join(page.loads[:3]))
    report("page: no handlers in attributes", "; ".join(page.handlers[:3]))
    report("page: one script", page.scripts != 1 and "%d" % page.scripts)
    report("page: pictures, each described", (not page.pictures or page.nameless) and
           "%d, %d not" % (len(page.pictures), page.nameless))
    report("page: pictures that only draw", "; ".join(filter(None, map(picture_problem, page.pictures))))
    styles = "".join(re.findall(r"<style>(.*?)</style>", text, re.S))
    report("page: the style sheet loads nothing", re.search(r"url\(|@import|http", styles) and "it does")


def check_latex(path):
    """Balanced braces and environments, rows of equal length, no bare special character."""
    problems, depth, environments, math, columns = [], 0, [], False, 0
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if line.startswith("%"):
            continue
        for name, argument in re.findall(r"\\(begin|end)\{(\w+)\}", line):
            if name == "begin":
                environments.append(argument)
            elif not environments or environments.pop() != argument:
                problems.append("%d: \\end{%s}" % (number, argument))
        line = re.sub(r">\{(\\\w+(\{\w+\})?)+\}p\{[\d.]+\\linewidth\}", "p", line)  # columns of a given width
        spec = re.search(r"\\begin\{longtable\}\{(\w+)\}", line)
        columns = len(spec.group(1)) if spec else columns
        plain = re.sub(r"\\(includegraphics\[[^]]*\]|label)\{[^}]*\}", "", line)
        plain = re.sub(r"\\[\\{}$&#%_]", " ", plain) if not line.rstrip().endswith("\\\\") else \
            re.sub(r"\\[{}$&#%_]", " ", plain.replace("\\\\", ""))
        if environments[-1:] == ["longtable"] and line.rstrip().endswith("\\\\") and "&" in plain and \
                plain.count("&") != columns - 1:
            problems.append("%d: %d columns" % (number, plain.count("&") + 1))
        for at, char in enumerate(plain):
            depth += (char == "{") - (char == "}")
            if char == "$":
                math = not math
            if depth < 0 or char in "#%~" or (char in "_^<>|\"" and not math) or \
                    (char == "&" and environments[-1:] != ["longtable"]):
                problems.append("%d: '%s' at %d" % (number, char, at))
        if math or depth:
            problems.append("%d: not closed" % number)
            math, depth = False, 0
    report("%s: LaTeX" % path.split("/")[-2], "; ".join((problems + environments)[:3]))


check_page(sys.argv[1])
for name in sys.argv[2:]:
    check_latex(name)
