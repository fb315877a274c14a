#!/usr/bin/python3
"""Online principal components in NumPy: the peer of the benchmark.

    pca_peer.py SEQUENCE K PREDICTIONS TRIALS

W <- cap(exp(log W - eta x x^T)) by numpy.linalg.eigh in every trial, the prediction x.x - x.W x (Warmuth & Kuzmin 2008), with the rate of
capped_meg for all trials of the sequence. The first TRIALS are played. Nothing is taken from winnow but the sequence. PREDICTIONS: those of
the program that is compared, which must agree to 1e-9 absolute.

Prints one line: n trials trial_ns largest_difference, CPU time of prediction and update. Exit status: 1 if the programs differ, 2 if NumPy
or OpenBLAS on one thread is missing.
"""

import math
import sys
import time

sys.dont_write_bytecode = True
from one_thread import agrees, check_blas, numpy, refuse

from definitions import read_numbers, read_sequence

AGREEMENT = 1e-9


def cap(values, m):
    """min(1, c values), ascending, with the sum m."""
    for j in range(m):
        c = (m - j) / values[: len(values) - j].sum()
        if c * values[len(values) - 1 - j] <= 1:
            return numpy.minimum(1, c * values)
    return values


def play(points, k, eta):
    n = points.shape[1]
    m = n - k
    log_w, w, predictions = math.log(m / n) * numpy.eye(n), m / n * numpy.eye(n), []
    start = time.process_time()
    for x in points:
        predictions.append(x @ x - x @ (w @ x))
        values, vectors = numpy.linalg.eigh(log_w - eta * numpy.outer(x, x))
        values = cap(numpy.exp(values), m)
        log_w = (vectors * numpy.log(values)) @ vectors.T
        w = (vectors * values) @ vectors.T
    return predictions, time.process_time() - start


def main(arguments):
    if len(arguments) != 4:
        refuse("usage: pca_peer.py SEQUENCE K PREDICTIONS TRIALS")
    check_blas()
    header, trials = read_sequence(arguments[0])
    theirs = read_numbers(arguments[2])
    n, k, count = header["n"], int(arguments[1]), int(arguments[3])
    points = numpy.array([trial["x"] for trial in trials])
    d, most = (n - k) * math.log(n / (n - k)), (n - k) * len(points) / n
    numpy.linalg.eigh(numpy.eye(n) + 1 / n)  # loads what it needs
    mine, seconds = play(points[:count], k, math.log(1 + math.sqrt(2 * d / most)))
    worst = max(abs(one - other) for one, other in zip(mine, theirs))
    print(n, len(mine), "%.6g" % (1e9 * seconds / len(mine)), "%.3g" % worst)
    return agrees("pca_peer.py", "n = %d: predictions" % n, worst, AGREEMENT)


sys.exit(main(sys.argv[1:]))
