#!/bin/sh
# docs/papers.md: what each row names exists, each command runs, and prints what the row quotes; a number that is not quoted is a fault.
# Commands marked `long` with TEST_ALL only.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
uninstrumented 'papers' 'its commands are those of other tests'
"$WINNOW" list --format json > listed.json
LONG=${TEST_ALL:-} python3 -B - "$ROOT" "$WINNOW" listed.json << 'END'
import glob, json, os, re, shlex, subprocess, sys

root, winnow, listed = sys.argv[1:4]
lists = json.load(open(listed))
members = {member["name"]: member for kind in ("learners", "problems", "bounds") for member in lists[kind]}
known = {os.path.basename(path)[:-4] for path in glob.glob(root + "/scenarios/*.lua")}
known |= {parameter["name"] for member in members.values() for parameter in member.get("parameters", [])} | set(members)
for path in glob.glob(root + "/tests/unit/*/test_*.c"):
    known.add(os.path.basename(path)[:-2])
    known |= set(re.findall(r"^Test\(\w+, (\w+)", open(path).read(), re.M))
errata = set(re.findall(r"^\| (E\d\.\d+) \|", open(root + "/docs/errata.md").read(), re.M))
# Rows of bounds, and values of options.
known |= {"progress", "simplified", "step", "rotated"}

def report(name, wrong):
    print("%s papers: %s%s" % ("not ok" if wrong else "ok", name, ": " + wrong if wrong else ""))

rows, quoted, commands, paper = [], 0, {}, ""
for line in open(root + "/docs/papers.md", encoding="utf-8"):
    paper = line[3:].strip() if line.startswith("## ") else paper
    if line.startswith("| ") and not line.startswith("| item |"):
        rows.append((paper, [cell.strip() for cell in line.strip().strip("|").split("|")]))
named = 0
for paper, cells in rows:
    title = "%s, %s" % (paper, cells[0])
    if len(cells) != 4:
        report(title, "%d cells" % len(cells))
        continue
    names = re.findall(r"`([^`]+)`", cells[1])
    wrong = [name for name in names if name.split(" {")[0] not in known and not os.path.exists(os.path.join(root, name))]
    wrong += [name for name in re.findall(r"\bE\d\.\d+", " ".join(cells)) if name not in errata]
    named += len(names)
    report(title + ": what it names exists", ", ".join(wrong))
    free = re.findall(r"(?<![\w.-])\d[\d.]*", re.sub(r"`[^`]*`|\$[^$]*\$|Theorem \d+", "", cells[3]))
    if free and cells[2] != "-":
        report(title, "a number that is not quoted: " + " ".join(free))
    for command in re.findall(r"`([^`]+)`", cells[2]):
        words = commands.setdefault(command, {"long": "<!-- long -->" in cells[2], "says": []})
        words["says"] += [(title, text) for text in re.findall(r"`([^`]+)`", cells[3])]
ran = 0
for number, (command, words) in enumerate(commands.items()):
    if words["long"] and not os.environ["LONG"]:
        print("skip papers: %s: a long one, for make test-all" % command)
        continue
    arguments = [winnow] + shlex.split(command)[1:]
    if arguments[1] == "run":
        arguments += ["--jobs", "1", "--out", os.path.join(os.getcwd(), "run%d" % number)]
    done = subprocess.run(arguments, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    ran += 1
    said = " ".join(done.stdout.split())
    report(command, "" if command.startswith("build/winnow ") and done.returncode == 0 and said else (done.stderr or "nothing said").strip()[-300:])
    for title, text in words["says"]:
        quoted += 1
        if not re.search(r"(?<![\w.])%s(?![\w.]*\w)" % re.escape(" ".join(text.split())), said):
            report("%s: prints '%s'" % (command, text), "it does not: " + said[:400])
print("# %d rows, %d names, %d commands run, %d quotations" % (len(rows), named, ran, quoted))
sys.exit(not (rows and ran and quoted))
END
