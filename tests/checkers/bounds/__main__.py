"""Every bound against its theorem, computed here another way, and its premises just inside and just outside.
Arguments: the program with the tests' own members, a folder for the runs, a folder with the sources; names of families, if not all.
See tests/scenarios/bounds.sh."""
import glob
import importlib
import os
import re
import subprocess
import sys

import cases

FAMILIES = ["subspaces", "thresholds", "rectangular", "regression", "densities", "capped", "boosting", "batch", "entries"]

# What learners refuse, or what follows from premises that are asked for first.
UNREACHABLE = {
    "2 eta G' cap < 1": "log_det refuses such rates",
    "gap > 0": "gap is above gap_low, which must be 0",
    "the comparator's divergence is at most Dv": "follows from the trace and the diagonal",
}
WITHOUT_PREMISE = ["forced_mistakes_printed", "quantum_state_regret_published", "running_mean_loss",
                   "sketched_multiplicative_weights_regret"]
failed = 0


def report(name, problem):
    global failed
    failed += bool(problem)
    print("not ok %s: %s" % (name, problem) if problem else "ok " + name)


def registered(program):
    listed = subprocess.run([program, "list", "bounds"], stdout=subprocess.PIPE, check=True).stdout.decode()
    names = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
    return [name for name in names if not name.startswith("control_")]


def premises_in(sources):
    """The names of premises as the sources have them."""
    calls = r"(?:premise_fail|premise_require|\bfail)\([^;]*;|premise\s*=[^;]*;|two_labels\[\]\s*=[^;]*;|return [^;]*\"[^;]*;"
    found = {}
    for path in glob.glob(os.path.join(sources, "bounds", "**", "*.c"), recursive=True):
        with open(path) as file:
            text = file.read().split("const bound_class bound_")[0]
        for call in re.findall(calls, text):
            for name in re.findall(r'"((?:[^"\\]|\\.)*)"', call):
                if " " in name and "%" not in name:
                    found[name] = os.path.relpath(path, sources)
    return found


def main():
    program, folder, sources = sys.argv[1:4]
    families = sys.argv[4:] or FAMILIES
    seen, valued, edges = set(), set(), set()
    for family in families:
        cases.ALL.clear()
        importlib.import_module(family)
        more, judged = cases.run(program, folder, family, report)
        seen |= more
        valued |= judged
        edges |= {(case.bound, case.premise) for case in cases.ALL if isinstance(case, cases.Edge)}
    if len(sys.argv) > 4:
        return
    for bound in registered(program):
        report("%s has a value case" % bound, "" if any(name == bound for name, _ in valued) else "none")
        if bound not in WITHOUT_PREMISE:
            report("%s has a premise case" % bound, "" if any(name == bound for name, _ in edges) else "none")
    for bound, row in sorted(seen - valued):
        report("%s.%s has an expected value" % (bound, row), "no case computes this row")
    known = {premise for _, premise in edges} | set(UNREACHABLE)
    for premise, path in sorted(premises_in(sources).items()):
        report("the premise '%s' has a case" % premise, "" if premise in known else "none; it is in %s" % path)


main()
sys.exit(failed > 0)
