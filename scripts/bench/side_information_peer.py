#!/usr/bin/python3
"""Completion with side information in NumPy by its definition: the peer of the benchmark.

    side_information_peer.py ROWS ORDER GAMMA TRACE TRIALS PREDICTIONS

ROWS, of rival_cost: the label and the ORDER numbers of x, of each trial. W = exp(H), H = ln(TRACE/ORDER) I at first, by numpy.linalg.eigh in
each trial; the prediction is the sign of x^T W x - theta; on a mistake H += eta y x x^T. eta maximises eta (gamma - tanh(eta/2)), theta =
eta/sinh(eta). Only the first TRIALS are played, and their predictions must be those of the program in PREDICTIONS.

Prints one line: trials step_ns differing mistakes. Exit status: 2 if NumPy or OpenBLAS on one thread is missing."""

import math
import sys
import time

sys.dont_write_bytecode = True
from one_thread import check_blas, numpy

from definitions import read_numbers


def rate(gamma):
    """The zero of the derivative gamma - tanh(eta/2) - (eta/2)/cosh(eta/2)^2, which falls."""
    low, high = 0.0, 10.0
    for _ in range(100):
        eta = (low + high) / 2
        positive = gamma - math.tanh(eta / 2) - eta / 2 / math.cosh(eta / 2) ** 2 > 0
        low, high = (eta, high) if positive else (low, eta)
    return low


def main():
    order, gamma, trace, trials = int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
    check_blas()
    rows = numpy.fromfile(sys.argv[1]).reshape(-1, order + 1)[:trials]
    theirs = read_numbers(sys.argv[6])[:trials]
    eta = rate(gamma)
    theta = eta / math.sinh(eta)
    argument = numpy.eye(order) * math.log(trace / order)
    predictions = []
    began = time.process_time_ns()
    for row in rows:
        y, x = row[0], row[1:]
        values, vectors = numpy.linalg.eigh(argument)
        score = numpy.sum(numpy.exp(values) * (x @ vectors) ** 2)
        predictions.append(1.0 if score >= theta * (1 - 1e-9) else -1.0)
        if predictions[-1] != y:
            argument += eta * y * numpy.outer(x, x)
    spent = time.process_time_ns() - began
    differing = sum(a != b for a, b in zip(predictions, theirs))
    mistakes = sum(a != b for a, b in zip(predictions, rows[:, 0]))
    print(trials, "%.6g" % (spent / trials), differing, mistakes)


main()
