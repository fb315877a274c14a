#!/usr/bin/python3
"""Matrix Multiplicative Weights on measurements of a quantum state, as Hermitian matrices in NumPy: the peer of the benchmark.

    quantum_peer.py SEQUENCE

The recorded sequence has each E = A + iB as the real matrix [[A, -B], [B, A]], the label and the program's score, which must agree to 1e-9.
Played with eta = 0.1 and the absolute loss: W = exp(H)/trace by one eigendecomposition a trial, H -= eta sign(p - y) E.

Prints one line: order trials trial_ns largest_difference, CPU time of prediction and update. Exit status: 1 if the programs differ, 2 if NumPy
or OpenBLAS on one thread is missing.
"""

import sys
import time

sys.dont_write_bytecode = True
from one_thread import check_blas, numpy

from definitions import StateLearner, read_sequence

AGREEMENT = 1e-9
ETA = 0.1


def main():
    check_blas()
    header, trials = read_sequence(sys.argv[1])
    order = header["n"] // 2
    learner, total, worst = StateLearner(order, ETA), 0, 0.0
    for trial in trials:
        x = numpy.array(trial["X"])
        e = x[:order, :order] + 1j * x[order:, :order]
        start = time.process_time_ns()
        p = learner.score(e)
        learner.update(e, p, trial["y"])
        total += time.process_time_ns() - start
        worst = max(worst, abs(p - trial["score"]))
    print(order, len(trials), "%.6g" % (total / len(trials)), "%.3g" % worst)
    return 0 if worst <= AGREEMENT else 1


sys.exit(main())
