#!/usr/bin/python3
"""Matrix Multiplicative Weights on measurements of a quantum state, as Hermitian matrices in NumPy: the peer of the benchmark.

    quantum_peer.py SEQUENCE

The recorded sequence has each E = A + iB as the real matrix [[A, -B], [B, A]], the label and the program's score, which must agree to 1e-9.
Played with eta = 0.1 and the absolute loss: W = exp(H)/trace by one eigendecomposition a trial, H -= eta sign(p - y) E.

Prints one line: order trials trial_ns largest_difference, CPU time of prediction and update. Exit status: 1 if the programs differ, 2 if NumPy
or OpenBLAS on one thread is missing.
"""

import json
import sys
import time

sys.dont_write_bytecode = True
from one_thread import check_blas, numpy

AGREEMENT = 1e-9
ETA = 0.1


def read_sequence(path):
    with open(path, encoding="ascii") as lines:
        order = json.loads(next(lines))["n"] // 2
        for line in lines:
            trial = json.loads(line)
            x = numpy.array(trial["X"])
            yield x[:order, :order] + 1j * x[order:, :order], trial["y"], trial["score"]


def main():
    check_blas()
    h, total, trials, worst = None, 0, 0, 0.0
    for e, label, score in read_sequence(sys.argv[1]):
        if h is None:
            h = numpy.zeros_like(e)
        start = time.process_time_ns()
        values, vectors = numpy.linalg.eigh(h)
        grown = numpy.exp(values - values.max())
        w = (vectors * (grown / grown.sum())) @ vectors.conj().T
        p = numpy.vdot(w, e).real
        if abs(p - label) > AGREEMENT:
            h -= ETA * numpy.sign(p - label) * e
        total += time.process_time_ns() - start
        trials += 1
        worst = max(worst, abs(p - score))
    print(len(h), trials, "%.6g" % (total / trials), "%.3g" % worst)
    return 0 if worst <= AGREEMENT else 1


sys.exit(main())
