#!/usr/bin/python3
"""What others offer for the same rows: the peers of the benchmark.

    rivals.py PEER ROWS N TARGET PREDICTIONS COUNT

ROWS and PREDICTIONS are written by build/bench/rival_cost; the first COUNT rows are played. PEER:

    perceptron_rows        scikit-learn's Perceptron: predict a row, then partial_fit with it
    perceptron_batches     the same for batches of 100 rows, each predicted before it is learnt
    perceptron_whole       one partial_fit with all rows; nothing is predicted
    logistic_batches       SGDClassifier with the logistic loss, in batches
    quadratic_batches      Perceptron on the products x_i x_j, i <= j, which are made batch by batch
    factorisation_rows     biases and factors of rank 8 by stochastic gradient descent, rating by rating, in NumPy
    factorisation_batches  the same with the gradients of 100 ratings at once
    elo                    match by match, in Python's numbers, which are faster than NumPy's

A peer is written as its users would write it for speed. Processor time, without reading.

Prints one line: trials row_ns mean_loss reached reached_ns their_mean_loss differences. reached: the trial at which the mean loss of the
last 500 is first at most TARGET, and the time until then; - - if never. their_mean_loss: of the program that is compared, on the same
rows. differences: predictions that are not the same; - where the two start at different random numbers. Exit status: 2 if something is
missing.
"""

import sys
import time

sys.dont_write_bytecode = True
from one_thread import numpy, refuse

BATCH, WINDOW, RANK = 100, 500, 8


def perceptron():
    try:
        from sklearn.linear_model import Perceptron
    except ImportError:
        refuse("%s has no scikit-learn: install the package python3-sklearn" % sys.executable)
    return Perceptron(shuffle=False)


class Linear:
    """scikit-learn's learners; predictions are signs, +1 before the first row."""

    classes = numpy.array([-1.0, 1.0])

    def __init__(self, peer, n):
        self.model = perceptron()
        self.model.fit_intercept = "quadratic" in peer
        self.fitted = False
        if "logistic" in peer:
            from sklearn.linear_model import SGDClassifier

            self.model = SGDClassifier(loss="log_loss", shuffle=False, fit_intercept=False)
        self.pairs = numpy.triu_indices(n) if "quadratic" in peer else None

    def play(self, x, y):
        if self.pairs is not None:
            x = x[:, self.pairs[0]] * x[:, self.pairs[1]]
        score = self.model.decision_function(x) if self.fitted else numpy.zeros(len(y))
        self.learn(x, y)
        return numpy.where(score >= 0.0, 1.0, -1.0)

    def learn(self, x, y):
        self.model.partial_fit(x, y, classes=self.classes)
        self.fitted = True

    @staticmethod
    def loss(predicted, y):
        return (predicted != y).astype(float)


class Factorisation:
    """Koren, Bell and Volinsky 2009, equations 4 and 5, loss (p - y)^2."""

    eta, decay = 0.05, 0.02

    def __init__(self, n):
        draw = numpy.random.default_rng(1)
        self.mean = 0.0
        self.row_bias, self.column_bias = numpy.zeros(n), numpy.zeros(n)
        self.rows, self.columns = 0.1 * draw.standard_normal((n, RANK)), 0.1 * draw.standard_normal((n, RANK))

    def play(self, x, y):
        i, j = x[:, 0].astype(int), x[:, 1].astype(int)
        if len(y) == 1:
            return numpy.array([self.play_one(i[0], j[0], y[0])])
        p, q = self.rows[i], self.columns[j]
        z = self.mean + self.row_bias[i] + self.column_bias[j] + numpy.einsum("tr,tr->t", p, q)
        g = 2.0 * (z - y)
        self.mean -= self.eta * g.mean()  # a sum would overshoot
        numpy.subtract.at(self.row_bias, i, self.eta * (g + self.decay * self.row_bias[i]))
        numpy.subtract.at(self.column_bias, j, self.eta * (g + self.decay * self.column_bias[j]))
        numpy.subtract.at(self.rows, i, self.eta * (g[:, None] * q + self.decay * p))
        numpy.subtract.at(self.columns, j, self.eta * (g[:, None] * p + self.decay * q))
        return numpy.clip(z, -1.0, 1.0)

    def play_one(self, i, j, y):
        p, q = self.rows[i], self.columns[j]
        z = self.mean + self.row_bias[i] + self.column_bias[j] + p @ q
        g = 2.0 * (z - y)
        self.mean -= self.eta * g
        self.row_bias[i] -= self.eta * (g + self.decay * self.row_bias[i])
        self.column_bias[j] -= self.eta * (g + self.decay * self.column_bias[j])
        step = self.eta * (g * q + self.decay * p)
        q -= self.eta * (g * p + self.decay * q)
        p -= step
        return min(max(z, -1.0), 1.0)

    @staticmethod
    def loss(predicted, y):
        return (predicted - y) ** 2


class Elo:
    """Elo 1978, section 8.4: k = 30, ratings 0 at first; loss |p - y|."""

    def __init__(self, n):
        self.ratings = [0.0] * n

    def play(self, x, y):
        ratings, predicted = self.ratings, []
        for (i, j), outcome in zip(x, y):
            expected = 1.0 / (1.0 + 10.0 ** ((ratings[j] - ratings[i]) / 400.0))
            predicted.append(expected)
            ratings[i] += 30.0 * (outcome - expected)
            ratings[j] -= 30.0 * (outcome - expected)
        return numpy.array(predicted)

    @staticmethod
    def loss(predicted, y):
        return abs(predicted - y)


def rows_of(peer, path, n, count):
    """The rows as the peer's users have them, and the labels."""
    width = 3 if peer.startswith(("factorisation", "elo")) else n + 1
    table = numpy.fromfile(path, count=count * width).reshape(count, width)
    x, y = numpy.ascontiguousarray(table[:, 1:]), numpy.ascontiguousarray(table[:, 0])
    return ([(int(i), int(j)) for i, j in x], y.tolist()) if peer == "elo" else (x, y)


def play(model, x, y, batch):
    """Predictions, and the time after each batch."""
    predicted, clock, spent = [], [], 0.0
    for start in range(0, len(y), batch):
        began = time.process_time_ns()
        predicted.append(model.play(x[start : start + batch], y[start : start + batch]))
        spent += time.process_time_ns() - began
        clock.append(spent)
    return numpy.concatenate(predicted), clock


def reached(loss, target, clock, batch):
    window = numpy.convolve(loss, numpy.ones(WINDOW), "valid")
    for end in range(WINDOW, len(loss) + 1, 50):
        if end % batch == 0 and window[end - WINDOW] <= target * WINDOW:
            return "%d %.6g" % (end, clock[end // batch - 1])
    return "- -"


def main():
    peer, path, n, target, predictions, count = sys.argv[1:]
    n, target, count = int(n), float(target), int(count)
    x, y = rows_of(peer, path, n, count)
    model = Elo(n) if peer == "elo" else Factorisation(n) if peer.startswith("factorisation") else Linear(peer, n)
    if peer == "perceptron_whole":
        began = time.process_time_ns()
        model.learn(x, y)
        print(count, "%.6g" % ((time.process_time_ns() - began) / count), "- - - - -")
        return
    batch = 1 if peer.endswith("rows") else BATCH
    predicted, clock = play(model, x, y, batch)
    theirs = numpy.loadtxt(predictions, max_rows=count)
    loss = model.loss(predicted, numpy.asarray(y))
    differences = "-"
    if peer in ("perceptron_rows", "elo"):
        differences = numpy.count_nonzero(abs(predicted - theirs) > 1e-9)
    print(count, "%.6g %.6g" % (clock[-1] / count, loss.mean()), reached(loss, target, clock, batch),
          "%.6g" % model.loss(theirs, numpy.asarray(y)).mean(), differences)


main()
