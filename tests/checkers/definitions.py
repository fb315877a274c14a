"""Learners by their definitions in NumPy, dense, with one decomposition a step: of the peers of the benches (scripts/bench), of the Python tests and
of the checkers. Nothing is taken from winnow but recorded sequences."""
import itertools
import json
import math

import numpy


def function(a, of):
    """`of` the eigenvalues of the symmetric or Hermitian matrix a."""
    values, vectors = numpy.linalg.eigh(a)
    return (vectors * of(values)) @ vectors.conj().T


def density(a):
    """exp(a) of trace 1."""

    def shares(values):
        grown = numpy.exp(values - values[-1])
        return grown / grown.sum()

    return function(a, shares)


class Winnow:
    """w_i = w0 at first, times e^(eta y x_i) (Littlestone 1988; Warmuth 2007)."""

    def __init__(self, n, w0, eta):
        self.weights, self.eta = numpy.full(n, w0), eta

    def score(self, x):
        return self.weights @ x

    def update(self, x, y):
        self.weights = self.weights * numpy.exp(self.eta * y * x)


class MatrixWinnow:
    """W = exp(log W + eta y x x^T), W = w0 I at first; scores tr(W x x^T) (Warmuth 2007, Algorithm 1)."""

    def __init__(self, n, w0, eta):
        self.log_w, self.w, self.eta = math.log(w0) * numpy.eye(n), w0 * numpy.eye(n), eta

    def score(self, x):
        return x @ (self.w @ x)

    def update(self, x, y):
        self.log_w += (self.eta * y) * numpy.outer(x, x)
        self.w = function(self.log_w, numpy.exp)


class StateLearner:
    """Matrix Multiplicative Weights for expectations tr(W E) of a hidden state, with the absolute loss: W = exp(H)/tr, H -= eta sign(p - y) E."""

    def __init__(self, order, eta, insensitive=0.0):
        self.h, self.eta, self.insensitive = numpy.zeros((order, order), complex), eta, max(insensitive, 1e-9)

    def score(self, e):
        return numpy.vdot(density(self.h), e).real

    def update(self, e, p, y):
        if abs(p - y) > self.insensitive:
            self.h -= self.eta * numpy.sign(p - y) * e


def scores_of(learner, rows, labels, theta):
    """Scores before each label, of one that updates where it errs."""
    scores = []
    for x, y in zip(rows, labels):
        scores.append(learner.score(x))
        if (1.0 if scores[-1] >= theta else -1.0) != y:
            learner.update(x, y)
    return numpy.array(scores)


def disjunction(count, n, chance, relevant, seed):
    """Rows of zeros and ones, and whether one of the relevant attributes is 1."""
    rows = (numpy.random.default_rng(seed).random((count, n)) < chance).astype(float)
    return rows, rows[:, relevant].any(axis=1)


def read_sequence(path, trials=None):
    """The header and the first trials of a recorded sequence."""
    with open(path, encoding="ascii") as lines:
        return json.loads(next(lines)), [json.loads(line) for line in itertools.islice(lines, trials)]


def read_numbers(path):
    with open(path, encoding="ascii") as lines:
        return [float(line) for line in lines]
