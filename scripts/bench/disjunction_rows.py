#!/usr/bin/python3
"""Prints the seconds of processor time that NumPy takes for the least a million disjunction trials need: binary rows, and their product with the weights."""

import sys
import time

sys.dont_write_bytecode = True
from one_thread import numpy

started = time.process_time()
draw, weights = numpy.random.default_rng(1), numpy.full(64, 1 / 64)
for _ in range(1000):
    (draw.random((1000, 64)) < 0.3).astype(float) @ weights
print("%.6g" % (time.process_time() - started))
