#!/usr/bin/python3
"""Matrix Winnow by its dense definition in NumPy: the peer of the benchmark.

    peer.py --check                      says which NumPy and BLAS would run
    peer.py SEQUENCE R SCORES            plays a recorded sequence of dyads

W = exp(log W + eta y X) by numpy.linalg.eigh at every update, tr(W X) = x.W x (Warmuth 2007, Algorithm 1, with w0 = r/n
and the eta and theta that minimise the bound of Theorem 2 for the gap 1/2). Nothing is taken from winnow but the sequence.

SCORES holds "score prediction" of each trial, by the program that is compared. The two must make the same mistakes, except
where a score is within 1e-9 of theta: there this program takes the other's decision. Scores must agree to 1e-12 relative.

Prints one line: n r trials mistakes rank update_ns score_ns largest_relative_difference ties. Exit status: 1 if the programs
differ, 2 if NumPy or OpenBLAS on one thread is missing.
"""

import math
import sys
import time

sys.dont_write_bytecode = True
from one_thread import agrees, check_blas, numpy, refuse

from definitions import MatrixWinnow, function, read_sequence

TIE = 1e-9
AGREEMENT = 1e-12
GAP = 0.5


def constants(n, r):
    """eta, theta, w0: eta = 1 + e^-eta by fixed-point iteration, theta = eta gap / (e^eta - e^-eta)."""
    eta = 1.0
    for _ in range(100):
        eta = 1.0 + math.exp(-eta)
    return eta, eta * GAP / (math.exp(eta) - math.exp(-eta)), r / n


def read_dyads(path):
    header, trials = read_sequence(path)
    if header["instances"] != "dyad":
        refuse("%s: instances are %s, expected dyad" % (path, header["instances"]))
    x = numpy.array([trial["x"] for trial in trials])
    y = [trial["y"] for trial in trials]
    recorded = [(trial["score"], trial["prediction"]) for trial in trials]
    return header["n"], x, y, recorded


def read_scores(path):
    with open(path, encoding="ascii") as lines:
        return [tuple(float(word) for word in line.split()) for line in lines]


def play(n, r, x, y, theirs):
    eta, theta, w0 = constants(n, r)
    learner = MatrixWinnow(n, w0, eta)
    update = score = worst = 0.0
    updates = ties = 0
    mine = []
    for t in range(len(y)):
        instance = x[t]
        start = time.perf_counter()
        s = learner.score(instance)
        score += time.perf_counter() - start
        other, other_prediction = theirs[t]
        worst = max(worst, abs(s - other) / max(abs(s), abs(other)))
        prediction = 1 if s >= theta else -1
        if abs(s - theta) < TIE:
            ties += 1
            prediction = int(other_prediction)
        mine.append(prediction)
        if prediction == y[t]:
            continue
        start = time.perf_counter()
        learner.update(instance, y[t])
        update += time.perf_counter() - start
        updates += 1
    return mine, updates, update, score, worst, ties


def main(arguments):
    if arguments == ["--check"]:
        print("Python %s, NumPy %s, %s" % (sys.version.split()[0], numpy.__version__, check_blas()))
        return 0
    if len(arguments) != 3:
        refuse("usage: peer.py --check | SEQUENCE R SCORES")
    check_blas()
    n, x, y, recorded = read_dyads(arguments[0])
    r = int(arguments[1])
    theirs = read_scores(arguments[2])
    if theirs != recorded:
        print("peer.py: %s: scores are not those recorded in %s" % (arguments[2], arguments[0]), file=sys.stderr)
        return 1
    function(numpy.eye(n) + 1.0 / n, numpy.exp)  # loads what it needs
    mine, updates, update, score, worst, ties = play(n, r, x, y, theirs)
    for t, prediction in enumerate(mine):
        if prediction != theirs[t][1]:
            print("peer.py: n = %d: the predictions of trial %d differ" % (n, t + 1), file=sys.stderr)
            return 1
    trials = len(y)
    mean_update = 1e9 * update / updates if updates else math.nan
    print(n, r, trials, updates, updates, "%.6g" % mean_update, "%.6g" % (1e9 * score / trials), "%.3g" % worst, ties)
    return agrees("peer.py", "n = %d: scores, relative," % n, worst, AGREEMENT)


sys.exit(main(sys.argv[1:]))
