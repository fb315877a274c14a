"""Cases of bounds, and playing them. Each case is a cell: a sequence written here, a learner and a bound.

    value(bound, learner, problem, {row: expected})   what the rows say: a number, a pair with what was measured, or a function of the cell
    value(bound, learner, problem, None)              the bound does not speak of this learner: there is no row
    edge(bound, premise, play)                        play(d) -> learner, problem (and extra, options) in which the premise is broken by d:
                                                      judged at d = inside, `premise` with its name at d = outside

All cells of one file are one run."""
import json
import math
import os
import re
import subprocess

from algebra import bisect

RELATIVE = 1e-12

# By how much a row may be above its bound, of max(1, |value|, |measured|): bounds say 1e-9 of that or of a potential, which is not much
# larger here. Where they say more:
TOLERANCE = 1e-7
TOLERANCES = {
    ("constrained_mistakes", "progress"): 1e-5, ("boosting_training_error", ""): 1e-6, ("boosting_training_error", "product"): 1e-6
}


class Problem:
    """The Lua text of a problem, and the files that it plays: name -> sequence."""

    def __init__(self, text, files=None):
        self.text, self.files = text, files or {}


class Cell:
    """What a play left: rows of verdicts.tsv by name ("": the theorem's), the line of cells.tsv, the trials."""

    def __init__(self, rows, line, trials):
        self.rows, self.line, self.trials = rows, line, trials

    def wrong(self):
        return [t for t in self.trials if t["prediction"] != t["y"]]


class Case:
    def __init__(self, bound, learner, problem, options, extra):
        self.bound, self.learner, self.problem, self.options, self.extra = bound, learner, problem, options, extra


class Value(Case):
    def __init__(self, expected, *rest):
        super().__init__(*rest)
        self.expected = expected


class Edge(Case):
    def __init__(self, premise, row, broken, unchecked, *rest):
        super().__init__(*rest)
        self.premise, self.row, self.broken, self.unchecked = premise, row, broken, unchecked


ALL = []


def value(bound, learner, problem, expected, options="", **extra):
    ALL.append(Value(expected, bound, learner, problem, options, extra))


def edge(bound, premise, play, inside=5e-10, outside=2e-9, row="", options="", unchecked=False, **extra):
    """unchecked: there is no comparator, so that the row is not judged inside either."""
    for broken, d in ((False, inside), (True, outside)):
        learner, problem, *more = play(d)
        own_extra, own_options = more + [extra, options][len(more) :]
        ALL.append(Edge(premise, row, broken, unchecked, bound, learner, problem, own_options, own_extra))


def sequence(kind, trials, comparator=None, n=None, **header):
    """trials: (instance, label), an instance as in a file: the members of a trial, or the numbers of a vector or dyad or
    matrix, or the pair of an entry."""
    member = {"vector": "x", "dyad": "x", "matrix": "X"}
    lines = []
    for t, (x, y) in enumerate(trials, 1):
        if kind in ("entry", "distance"):
            x = {"i": x[0], "j": x[1]}
        elif not isinstance(x, dict):
            x = {member[kind]: x}
        lines.append({"t": t, **x, "y": y})
    if n is None:
        n = len(lines[0]["X"][0]) if kind == "matrix" else len(lines[0]["x"])
    head = {"format": "winnow-lab sequence 1", "instances": kind}
    if "m" in header:
        head["m"] = header.pop("m")
    head.update({"n": n, "labels": "sign"})
    head.update(header)
    if comparator is not None:
        head["comparator"] = comparator
    return "".join(json.dumps(line) + "\n" for line in [head] + lines)


def told(text, second=None, **options):
    """A sequence and its facts: gap, gap_low, exchangeable; second: the sequence with the comparator from trial 2 on."""
    files = {"file": text} if second is None else {"file": text, "second": second}
    return Problem("problem.control_told { %s }" % lua(options), files)


def lua(options):
    def one(v):
        if isinstance(v, bool):
            return "true" if v else "false"
        if isinstance(v, (list, tuple)):
            return "{ " + ", ".join(one(x) for x in v) + " }"
        if isinstance(v, dict):
            return "{ " + lua(v) + " }"
        return json.dumps(v) if isinstance(v, str) else repr(v)

    return ", ".join("%s = %s" % (name, one(v)) for name, v in options.items())


def learner(name, **options):
    return "learner.%s { %s }" % (name, lua(options))


# ---- playing


def table(path):
    with open(path) as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def instance(header, trial):
    """The numbers of a trial, as in `sequence`."""
    if "i" in trial:
        return trial["i"], trial["j"]
    if "index" in trial:
        stored = dict(zip(trial["index"], trial["value"]))
        return [stored.get(i + 1, 0.0) for i in range(header["n"])]
    return trial.get("x") or trial.get("X") or trial.get("factors")


def problem_text(case, folder, names):
    text = case.problem.text
    for option, content in case.problem.files.items():
        if content not in names:
            names[content] = "%d.jsonl" % len(names)
            with open(os.path.join(folder, names[content]), "w") as file:
                file.write(content)
        text = text.replace("{", '{ %s = "%s",' % (option, names[content]), 1)
    return text


def play(program, folder, cases, extra):
    """Cells of the cases, in their order."""
    os.makedirs(folder)
    names = {}
    lines = ["local cases = {"]
    for case in cases:
        texts = (problem_text(case, folder, names), case.learner, case.bound, case.options)
        lines.append("  { function() return %s end, function() return %s end, function() return bound.%s { %s } end }," % texts)
    lines.append("}")
    lines.append("local function pick(i) return function(p) return cases[p.case][i]() end end")
    numbers = ", ".join(str(i + 1) for i in range(len(cases)))
    lines.append("return { params = { case = 1 }, sweep = { case = { %s } }, %s" % (numbers, lua({"seeds": 1, **extra})))
    lines.append("  , problem = pick(1), learners = pick(2), bounds = pick(3) }")
    with open(os.path.join(folder, "bounds.lua"), "w") as file:
        file.write("\n".join(lines) + "\n")
    command = [program, "run", "bounds.lua", "--out", "results", "--quiet", "--record", "--jobs", "1"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    if done.returncode not in (0, 3):
        return None, done.stdout.decode()
    results = os.path.join(folder, "results")
    tolerances = {}
    with open(os.path.join(results, ".journal", "cells")) as file:
        for line in file:
            record = json.loads(line.split(" ", 2)[2])
            tolerances.update({(record["cell"], row["bound"]): row["tolerance"] for row in record["rows"]})
    rows, found = {}, [None] * len(cases)
    for row in table(os.path.join(results, "verdicts.tsv")):
        rows.setdefault(int(row["case"]) - 1, []).append(row)
    for line in table(os.path.join(results, "cells.tsv")):
        i = int(line["case"]) - 1
        with open(os.path.join(results, "sequences", line["cell"] + ".jsonl")) as file:
            header, *trials = [json.loads(text) for text in file]
        for trial in trials:
            trial["x"] = instance(header, trial)
        named = {row["bound"].partition(".")[2]: row for row in rows.get(i, [])}
        for row in named.values():
            row["tolerance"] = tolerances[line["cell"], row["bound"]]
        found[i] = Cell(named, line, trials)
    return found, done.stdout.decode()


# ---- judging


def near(measured, expected):
    if math.isnan(expected) or math.isinf(expected):
        return repr(measured) == repr(expected)
    return abs(measured - expected) <= max(RELATIVE * abs(expected), 1e-15 if expected == 0 else 0.0)


def test_error(p, count):
    """q - p, where the frequency of what has probability p is above q in so many trials with probability 1e-6 (Chernoff)."""

    def beyond(q):
        rest = (1 - q) * math.log((1 - q) / (1 - p)) if q < 1 else 0.0
        return q * math.log(q / p) + rest - math.log(1e6) / count

    return 1 - p if p >= 1 or beyond(1.0) <= 0 else bisect(beyond, p, 1.0) - p


# Premises on the comparator alone, which no trial breaks.
AT_START = re.compile("one comparator |the comparator('s trace is| does not change|'s diagonal is at most b$)|P is |the spectrum of the comparator ")
# Premises that a denominator of the formula is positive: where one fails the formula has no value, and the row shows none.
DENOMINATORS = ("the guaranteed progress is positive", "r^2 eta < 4", "eta |X|^2 < 1")


def least_tolerance(row):
    """1e-9 of losses, and of counts against values that are no halves of whole numbers."""
    value = float(row["value"])
    if row["measure"] in ("regret", "loss") and row["status"] != "reported":
        return 1e-9 * (1 - 1e-12) * max(1.0, value)
    return 1e-9 if row["measure"].split()[0] in ("mistakes", "updates") and not (2 * value).is_integer() else 0.0


def judge(case, cell):
    """What is wrong with a cell, as a text; "" for nothing."""
    if isinstance(case, Edge):
        row = cell.rows.get(case.row)
        if row is None:
            return "there is no row '%s'" % case.row
        if case.broken:
            if AT_START.match(case.premise) and row["trial"] != "nan":
                return "just outside: in trial %s" % row["trial"]
            if (row["verdict"], row["premise"]) == ("premise", case.premise):
                return "" if case.premise not in DENOMINATORS or row["value"] == "nan" else "just outside: shows the value %s" % row["value"]
            return "just outside: %s, premise %s" % (row["verdict"], row["premise"])
        if (row["verdict"] == "unchecked") == case.unchecked and row["verdict"] != "premise":
            return ""
        return "just inside: %s, premise %s, value %s" % (row["verdict"], row["premise"], row["premise_value"])
    for name, expected in case.expected.items():
        if name not in cell.rows:
            return "there is no row '%s'" % name
        row = cell.rows[name]
        number = expected(cell) if callable(expected) else expected
        if isinstance(number, tuple):
            number, measured = number
            if not math.isclose(float(row["measured"]), measured, rel_tol=1e-9, abs_tol=1e-12):
                return "row '%s': measured %s, expected %r" % (name, row["measured"], measured)
        if not near(float(row["value"]), float(number)):
            return "row '%s': value %s, expected %r" % (name, row["value"], number)
        whole = cell.line.get(row["measure"]) if row["trial"] == "nan" else None  # mistakes, updates, loss or regret of the run
        if whole is not None and not math.isclose(float(row["measured"]), float(whole), rel_tol=1e-9, abs_tol=1e-9):
            return "row '%s': measured %s, cells.tsv has %s %s" % (name, row["measured"], row["measure"], whole)
        good = ("holds", "vacuous", "refuted") + (("inconclusive",) if row["level"] == "mean" else ())  # one seed says little
        good += ("-",) if row["status"] == "reported" else ()
        if row["verdict"] not in good:
            return "row '%s': %s, %s %s" % (name, row["verdict"], row["premise"], row["premise_value"])
        most = TOLERANCES.get((case.bound, name), TOLERANCE) * max(1.0, abs(float(row["value"])), abs(float(row["measured"])))
        tolerance = float(row["tolerance"])
        if case.bound == "compression_error" and row["level"] == "probability":
            if not math.isclose(tolerance, test_error(float(row["value"]), case.extra["test"]), rel_tol=1e-9, abs_tol=1e-12):
                return "row '%s': tolerance %s, expected %r" % (name, tolerance, test_error(float(row["value"]), case.extra["test"]))
        elif not least_tolerance(row) <= tolerance <= most:
            return "row '%s': tolerance %s" % (name, tolerance)
    return ""


def run(program, folder, name, report):
    """Plays all cases that were registered; returns the rows seen and the rows with an expected value, as pairs (bound, row)."""
    groups = {}
    for case in ALL:
        groups.setdefault(tuple(sorted(case.extra.items())), []).append(case)
    seen, valued = set(), set()
    for place, (extra, cases) in enumerate(groups.items()):
        cells, said = play(program, os.path.join(folder, "%s%d" % (name, place)), cases, dict(extra))
        if cells is None:
            report("%s: the cases run" % name, said.strip().splitlines()[-1] if said.strip() else "failed")
            continue
        for number, (case, cell) in enumerate(zip(cases, cells), 1):
            kind = "the premise '%s'%s" % (case.premise, ", row " + case.row if case.row else "") if isinstance(case, Edge) else "value"
            kind += "" if not isinstance(case, Edge) else ", just outside" if case.broken else ", just inside"
            title = "%s: %s (%s)" % (case.bound, kind, case.learner)
            if isinstance(case, Value) and case.expected is None:
                report(title, cell is None and "no cell" or cell.rows and "there are rows: %s" % ", ".join(cell.rows))
                continue
            if cell is None or not cell.rows:
                report(title, "case %d of %s: no rows" % (number, name))
                continue
            try:
                wrong = judge(case, cell)
            except (KeyError, ValueError, ZeroDivisionError) as error:
                wrong = "%s: %s" % (type(error).__name__, error)
            report(title, wrong and "case %d of %s: %s" % (number, name, wrong))
            seen.update((case.bound, row) for row in cell.rows)
            if isinstance(case, Value):
                valued.update((case.bound, row) for row in case.expected)
    return seen, valued
