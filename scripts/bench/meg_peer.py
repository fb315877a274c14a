#!/usr/bin/python3
"""Matrix exponentiated gradient in NumPy: the peer of the benchmark.

    meg_peer.py SEQUENCE FORM PREDICTIONS TRIALS

FORM, of the update with the instance X and eta = 2 (Tsuda, Raetsch & Warmuth 2005, section 3 and 5):

    literal   W = exp(log W - 2 eta (tr(W X) - y) X) / trace, logarithm and exponential by an eigendecomposition each
    stable    A = log W is kept, W = exp(A - lambda_max) / trace by one eigendecomposition

The first TRIALS of a recorded sequence of distances are played. Nothing is taken from winnow but the sequence. PREDICTIONS: those
of the program that is compared, which must agree to 1e-9 absolute.

Prints one line: n trials trial_ns largest_difference, CPU time of prediction and update. Exit status: 1 if the programs differ, 2
if NumPy or OpenBLAS on one thread is missing.
"""

import sys
import time

sys.dont_write_bytecode = True
from one_thread import agrees, check_blas, numpy, refuse

from definitions import density, function, read_numbers, read_sequence

AGREEMENT = 1e-9
ETA = 2.0


def read_pairs(path, trials):
    header, pairs = read_sequence(path, trials)
    if header["instances"] != "distance":
        refuse("%s: instances are %s, expected distance" % (path, header["instances"]))
    return header["n"], [(pair["i"] - 1, pair["j"] - 1, pair["y"]) for pair in pairs]


def add_distance(a, i, j, step):
    a[i, i] += 0.5 * step
    a[j, j] += 0.5 * step
    a[i, j] -= 0.5 * step
    a[j, i] -= 0.5 * step


def literal(w, _, i, j, step):
    logarithm = function(w, numpy.log)
    add_distance(logarithm, i, j, step)
    w = function(logarithm, numpy.exp)
    return w / numpy.trace(w)


def stable(_, a, i, j, step):
    add_distance(a, i, j, step)
    return density(a)


def play(n, sequence, update):
    w = numpy.eye(n) / n
    a = numpy.zeros((n, n))
    predictions = []
    start = time.process_time()
    for i, j, y in sequence:
        prediction = 0.5 * (w[i, i] + w[j, j]) - w[i, j]
        predictions.append(prediction)
        w = update(w, a, i, j, -2.0 * ETA * (prediction - y))
    return predictions, time.process_time() - start


def main(arguments):
    forms = {"literal": literal, "stable": stable}
    if len(arguments) != 4 or arguments[1] not in forms:
        refuse("usage: meg_peer.py SEQUENCE literal|stable PREDICTIONS TRIALS")
    check_blas()
    trials = int(arguments[3])
    n, sequence = read_pairs(arguments[0], trials)
    theirs = read_numbers(arguments[2])[:trials]
    if len(theirs) != len(sequence):
        refuse("%s: %d predictions, expected %d" % (arguments[2], len(theirs), len(sequence)))
    function(numpy.eye(n) + 1.0 / n, numpy.exp)  # loads what it needs
    mine, seconds = play(n, sequence, forms[arguments[1]])
    worst = max(abs(one - other) for one, other in zip(mine, theirs))
    print(n, len(sequence), "%.6g" % (1e9 * seconds / len(sequence)), "%.3g" % worst)
    return agrees("meg_peer.py", "n = %d: predictions" % n, worst, AGREEMENT)


sys.exit(main(sys.argv[1:]))
