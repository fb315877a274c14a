#!/usr/bin/python3
"""numpy.linalg.eigh: the peer of our eigensolver.

    eigen_peer.py ORDER ROUNDS

Prints one line: order eigh_ns eigvalsh_ns hermitian_ns core, medians of CPU time; hermitian: of complex numbers, of that order. The environment
chooses the kernels of OpenBLAS (OPENBLAS_CORETYPE). Exit status 2 if NumPy or OpenBLAS on one thread is missing.
"""

import statistics
import sys
import time

sys.dont_write_bytecode = True
from one_thread import check_blas, numpy


def cost(function, matrix, rounds):
    times = []
    for _ in range(rounds):
        start = time.process_time_ns()
        function(matrix)
        times.append(time.process_time_ns() - start)
    return statistics.median(times)


def main():
    core = check_blas().split(",")[0].split()[-1]
    order, rounds = int(sys.argv[1]), int(sys.argv[2])
    generator = numpy.random.default_rng(1)
    real, imaginary = generator.standard_normal((2, order, order))
    symmetric, hermitian = real + real.T, real + real.T + 1j * (imaginary - imaginary.T)
    linalg = numpy.linalg
    measured = [cost(linalg.eigh, symmetric, rounds), cost(linalg.eigvalsh, symmetric, rounds), cost(linalg.eigh, hermitian, rounds)]
    print(order, *("%.6g" % each for each in measured), core)


main()
