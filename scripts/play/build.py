#!/usr/bin/env python3
"""Writes the page that runs scenarios: scripts/play/build.py FOLDER PAGE, from the folder of the project. FOLDER has winnow.js and winnow.wasm, WINNOW is the
program. The page is one file that asks for nothing else. The same sources give the same bytes."""
import base64
import gzip
import hashlib
import html
import json
import os
import pathlib
import re
import string
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
KINDS = ("problem", "learner")
NOT_HERE = re.compile(r"\bfile\s*=|learner\.external|problem\.recorded|command\s*=|problem\.coding_adversary")

# What a scenario starts with here, where all values of its first picture are too much for a page, or its first value has not all of its learners.
FIRST = {"high_dimension": {"p.n": 1000}, "side_information": {"p.n": 24}, "sketched_weights": {"p.n": 16}, "practice": {"p.game": "all"}}


def story(text):
    """The comment before the scenario."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        lines.append(line.lstrip("- "))
    return " ".join(lines)


def scenarios():
    found = []
    for path in sorted(pathlib.Path("scenarios").glob("*.lua")):
        text = path.read_text(encoding="utf-8")
        if NOT_HERE.search(text):
            continue  # data files, other programs and GLPK are not in the page
        title = re.search(r'^  title\s*= "((?:[^"\\]|\\.)*)"', text, re.M)
        found.append({"name": path.stem, "title": json.loads('"%s"' % title.group(1)) if title else path.stem, "story": story(text), "text": text,
                      "first": FIRST.get(path.stem, {})})
    return found


def limits(text):
    """[low, high, whole] of "integer in [1, 100]", "number from 0 on"; None for what is no number."""
    kind = re.match(r"(integer|number)\b", text)
    if kind is None:
        return None
    ends = re.search(r"in [\[(]([^,]+), ([^\])]+)[\])]", text)
    least = re.search(r"from (\S+) on", text)
    low, high = (float(ends.group(1)), float(ends.group(2))) if ends else (float(least.group(1)) if least else None, None)
    return [low, high, kind.group(1) == "integer"]


def names():
    """What pictures call members: learners by their titles, bounds by their short names."""
    found = {}
    for kind in ("learner", "bound"):
        listed = subprocess.run([os.environ["WINNOW"], "list", kind + "s", "--format", "json"], check=True, stdout=subprocess.PIPE).stdout
        for member in json.loads(listed)[kind + "s"]:
            found[member["name"]] = member["title"] if kind == "learner" else member.get("short", member["name"].replace("_", " "))
    return found


def ranges():
    """What members declare of their numbers: {"problem.NAME": {"n": [low, high, whole]}}."""
    declared = {}
    for kind in KINDS:
        listed = subprocess.run([os.environ["WINNOW"], "list", kind + "s", "--format", "json"], check=True, stdout=subprocess.PIPE).stdout
        for member in json.loads(listed)[kind + "s"]:
            found = {parameter["name"]: limits(parameter["range"]) for parameter in member["parameters"]}
            declared["%s.%s" % (kind, member["name"])] = {name: range_of for name, range_of in found.items() if range_of}
    return declared


def main(folder, page):
    folder = pathlib.Path(folder)
    version = ".".join(re.findall(r"#define WINNOW_VERSION_\w+ (\d+)", pathlib.Path("src/winnow.h").read_text(encoding="utf-8")))
    palette = pathlib.Path("src/report/report.css").read_text(encoding="utf-8").split("* {")[0]  # the colours of reports and of the site, and figures
    data = json.dumps({"scenarios": scenarios(), "ranges": ranges(), "names": names(), "version": version}, separators=(",", ":"), sort_keys=True)
    wasm = base64.b64encode(gzip.compress((folder / "winnow.wasm").read_bytes(), 9, mtime=0)).decode()
    script = pathlib.Path("src/report/figure.js").read_text(encoding="utf-8") + (HERE / "play.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()  # the only script that the page's policy lets run
    made = string.Template((HERE / "page.html").read_text(encoding="utf-8")).substitute(
        style=palette + (HERE / "play.css").read_text(encoding="utf-8"), version=html.escape(version), data=data.replace("<", "\\u003c"),
        engine=((folder / "winnow.js").read_text(encoding="utf-8") + (HERE / "worker.js").read_text(encoding="utf-8")).replace("</", "<\\/"),
        wasm=wasm, script=script, digest=digest)
    pathlib.Path(page).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(page).write_text(made, encoding="utf-8")
    print("%s: %.2f MB, %.2f MB compressed" % (page, len(made) / 1e6, len(gzip.compress(made.encode(), 9)) / 1e6))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: scripts/play/build.py FOLDER PAGE")
    main(sys.argv[1], sys.argv[2])
