"""What the site is made of: the program's own lists and help, scenarios, Markdown, pictures, the public header, man pages."""
import glob
import json
import os
import re
import subprocess

WINNOW = os.environ.get("WINNOW", "build/winnow")
MANUALS = os.environ.get("MANUALS", "build/man")  # the made pages
KINDS = ("learner", "problem", "bound")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def members():
    """{"learner": {name: member}, ...}, each as `winnow list --format json` says it."""
    listed = json.loads(output(WINNOW, "list", "--format", "json"))
    return {kind: {member["name"]: member for member in listed[kind + "s"]} for kind in KINDS}


def examples():
    """{"learner.winnow": its example in docs/members.md, ...}."""
    return dict(re.findall(r"^### (\w+\.\w+)$(?:(?!^### ).)*?^```lua\n(return .*?\n\})\n```$", read("docs/members.md"), re.M | re.S))


def commands():
    """(name, help) of the program itself, with the name "", and of each of its commands."""
    usage = output(WINNOW, "--help")
    names = re.findall(r"^  winnow (\w+)", usage, re.M)
    return [("", usage)] + [(name, output(WINNOW, name, "--help")) for name in names]


def version():
    return output(WINNOW, "--version").split()[1]


def pictures(name):
    return sorted(glob.glob("plots/gallery/%s/*.svg" % name))


class Scenario:
    """A Lua file that returns a scenario, as text: it is not run."""

    def __init__(self, path):
        self.path, self.name = path, os.path.splitext(os.path.basename(path))[0]
        self.text = read(path).rstrip("\n") + "\n"
        code = re.sub(r"^\s*--.*$", "", self.text, flags=re.M)
        self.title = self.field(code, "title") or self.name
        self.source = self.field(code, "source") or ""
        head = re.match(r"(--.*\n)*", self.text).group(0)
        self.head = re.sub(r"^-- ?", "", head, flags=re.M)
        self.uses = {kind: sorted(set(re.findall(r"\b%s\.(\w+)" % kind, code)) - {"custom"}) for kind in KINDS}
        files = re.findall(r"\bfile2?\s*=\s*\"([^\"]+)\"", code)
        self.data = sorted({file for file in files if not os.path.exists(os.path.join(os.path.dirname(path), file))})
        self.pictures = pictures(self.name) if path.startswith("scenarios/") else []

    @staticmethod
    def field(code, name):
        found = re.search(r"^  %s\s*=\s*\"([^\"]*)\"" % name, code, re.M)
        return found and found.group(1)


VERDICTS = ("violated", "refuted", "inconclusive", "premise", "unchecked", "vacuous", "holds")  # worst first


def verdicts():
    """{bound: {scenario: the worst verdict of the reference results}}."""
    found = {}
    for path in sorted(glob.glob("results/reference/*/summary.tsv")):
        rows = [line.split("\t") for line in read(path).splitlines() if not line.startswith("#")]
        names = rows[0]
        for row in rows[1:]:
            bound, verdict = row[names.index("bound")], row[names.index("verdict")]
            if verdict not in VERDICTS:
                continue
            of = found.setdefault(bound, {})
            scenario = path.split("/")[2]
            of[scenario] = min(of.get(scenario, "holds"), verdict, key=VERDICTS.index)
    return found


def scenarios(folder):
    return [Scenario(path) for path in sorted(glob.glob(folder + "/*.lua"))]


def documents():
    """Paths of the Markdown files except README.md, which is the start page and the tour."""
    found = [path for pattern in ("docs/*.md", "docs/lessons/*.md", "examples/*.md", "*.md") for path in sorted(glob.glob(pattern))]
    return [path for path in found if path != "README.md"]


def readme():
    """(what comes before the first section, {title: text of the section})."""
    parts = re.split(r"^## (.*)\n", read("README.md"), flags=re.M)
    return parts[0], dict(zip(parts[1::2], parts[2::2]))


def header_blocks():
    """Of winnow.h: the comment at its top, and (names, text) of each declaration with the comment before it."""
    text = read("src/winnow.h")
    intro = re.match(r"/\*(.*?)\*/", text, re.S).group(1)
    body = text[text.index("typedef"):text.rindex("#ifdef __cplusplus")]
    blocks, pending = [], ""
    for block in re.split(r"\n\n(?![^{}]*\n\})", body.strip()):
        names = re.findall(r"^\} (\w+);|^(?:[\w ]+[ *])(winnow_\w+)\(|^typedef struct \w+ (\w+);", block, re.M)
        names = ["".join(name) for name in names]
        if not names:
            pending = block + "\n\n"
            continue
        blocks.append((names, pending + block))
        pending = ""
    return intro, blocks


def manuals():
    """(name, section, HTML without head and foot) of each man page, its headings one level lower and references to the others linked."""
    pages, paths = [], sorted(glob.glob(os.path.join(MANUALS, "*.[1-9]")))

    def lower(found):
        return "<h%d>%s</h%d>" % (int(found.group(1)) + 1, re.sub(r"</?a[^>]*>", "", found.group(2)), int(found.group(1)) + 1)

    def refer(found):
        page = "%s.%s" % (found.group(1), found.group(2))
        return '<a href="/man/%s.html">%s</a>' % (page, found.group(0)) if os.path.join(MANUALS, page) in paths else found.group(0)

    for path in paths:
        name, section = os.path.basename(path).rsplit(".", 1)
        html = output("mandoc", "-T", "html", "-O", "fragment", path)
        html = re.sub(r"<table class=\"(head|foot)\">.*?</table>", "", html, flags=re.S)
        html = re.sub(r"<h([1-5])[^>]*>(.*?)</h\1>", lower, html, flags=re.S)
        html = re.sub(r"<b>([\w-]+)</b>\s?\((\d)\)", refer, html)
        pages.append((name, section, html))
    return pages


def picture_size(path):
    found = re.search(r"viewBox=\"0 0 (\d+) (\d+)\"", read(path)[:2000])
    return (int(found.group(1)), int(found.group(2))) if found else (640, 480)
