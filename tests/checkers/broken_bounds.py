"""Every registered bound is broken by a test: some script expects of it a row that is violated or refuted. Arguments: the program, and the
folder with the scripts. A line of a script breaks a bound if it has one of these words beside

  bound=NAME[.ROW]     also where NAME is a variable that the script sets, or loops over
  breaks NAME ...      of controls.sh
  judged ... "NAME[.ROW] ..."
  RUN                  the folder of a run without `bound=`: then all bounds that this run names

Reported bounds are never judged."""
import glob
import os
import re
import subprocess
import sys

failed = False


def registered(program):
    listed = subprocess.run([program, "list", "bounds"], stdout=subprocess.PIPE, check=True).stdout.decode()
    names = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
    return [name for name in names if not name.startswith("control_") and not reported(program, name)]


def reported(program, name):
    shown = subprocess.run([program, "list", "bounds", name], stdout=subprocess.PIPE, check=True).stdout.decode()
    return re.search(r"^  reported (upper|lower) bound", shown, re.MULTILINE) is not None


class Script:
    """A script, whose variables and runs are read line by line."""

    def __init__(self, text):
        self.values, self.runs, self.broken = {}, {}, set()
        self.run = self.end = None
        for line in text.replace("\\\n", " ").splitlines():
            self.read(line)

    def words(self, texts):
        """The words, and what a variable at their beginning can be."""
        out = set()
        for text in texts:
            variable = re.match(r"\$\{?(\w+)[^}\s.]*\}?(.*)", text.strip("\"'"))
            known = self.values.get(variable.group(1)) if variable else None
            out |= {value + variable.group(2) for value in known} if known else {text.strip("\"'")}
        return out

    def read(self, line):
        begun = re.match(r"\s*run (\S+).*<< *'?(\w+)", line)
        looped = re.match(r"\s*for (\w+) in (.*?)(;|$)", line)
        if begun:
            self.run = begun.group(1).strip('"')
            self.end = begun.group(2)
            self.runs[self.run] = set()
        if self.run:
            self.runs[self.run] |= set(re.findall(r"\bbound\.(\w+)", line))
        if line == self.end:
            self.run = None
        if looped:
            self.values[looped.group(1)] = self.words(re.findall(r"\"[^\"]*\"|'[^']*'|\S+", looped.group(2)))
        for name, value in re.findall(r"(?:^|[ ;])([A-Za-z_]\w*)=([\w.$]+)(?=$|[ ;])", line):
            self.values[name] = self.words([value])
        listed = re.match(r"\s*(\w+)=\"([\w.$ ]+)\"$", line)
        if listed:
            self.values[listed.group(1)] = self.words(listed.group(2).split())
        if re.match(r"breaks \w+ ", line):
            self.broken.add(line.split()[1])
        if re.search(r"\b(violated|refuted)\b", line) and not self.run:
            self.break_by(line)

    def break_by(self, line):
        rows = self.words(re.findall(r"bound=([^\s\")]+)", line))
        judged = re.match(r"\s*judged (?:\"[^\"]*\"|\S+) (?:violated|refuted) \S+ \"([^\"]*)\"", line)
        if judged:
            rows |= self.words(judged.group(1).split())
        self.broken |= {word for row in rows for word in re.split(r"[\s.:$]", row)}
        for run, bounds in self.runs.items():
            if not rows and re.search(r"[ \"]%s[ \"/]" % re.escape(run), line):
                self.broken |= bounds


def main():
    global failed
    program, folder = sys.argv[1:3]
    broken = set()
    for path in sorted(glob.glob(os.path.join(folder, "*.sh"))):
        with open(path) as file:
            broken |= Script(file.read()).broken
    for name in registered(program):
        failed |= name not in broken
        print("ok %s is broken by a test" % name if name in broken else "not ok %s: no test breaks it" % name)
    wrong = Script('run x << END\nbounds = bound.seen {}\nEND\nsame "it" holds "$(verdicts x verdict bound=seen)"\n').broken
    print("not ok a bound that only holds counts as broken" if wrong else "ok a bound that only holds is not broken")
    return 1 if failed or wrong else 0


sys.exit(main())
