#!/usr/bin/python3
"""Online matrix prediction in NumPy: the peer of the benchmark.

    prediction_peer.py SEQUENCE CLASS DECOMPOSITION FORM PREDICTIONS [ROUNDS]

CLASS and DECOMPOSITION: gambling with recursive or exact, max_cut with two_blocks or one_block. FORM:

    definition   the matrix diag(P, N) of order 2p (Hazan, Kale and Shalev-Shwartz 2012, Algorithm 1)
    one_block    P alone, of order p, of the two blocks that mirror each other (gambling), or N alone (max_cut with one_block)

A round: X = exp(A) by numpy.linalg.eigh, projected for the queried entry: nothing to do, or a factor for the trace, when no
other constraint is active; otherwise the root in nu by false position (Illinois), and Newton's method in (mu, nu) when the
diagonal is too large, too. Only the entries that are asked for are computed. Nothing is taken from winnow but the sequence.

PREDICTIONS: those of the program that is compared, which must agree to 1e-6 absolute. ROUNDS: only the first so many are
played, with the rate for all.

Prints one line: n order rounds round_ns largest_difference eigendecompositions. Exit status: 1 if the programs differ, 2 if
NumPy or OpenBLAS on one thread is missing.
"""

import math
import sys
import time

sys.dont_write_bytecode = True
from one_thread import agrees, check_blas, numpy, refuse

from definitions import read_numbers, read_sequence

AGREEMENT = 1e-6
ROOT = 1e-10


class Setting:
    """beta, tau, the rate and the matrix of a class; pairs of rows count with a sign, everything with the weight."""

    def __init__(self, n, rounds, name, decomposition, form):
        cut = name == "max_cut"
        p = n if cut else 2 * n
        self.offset, self.centre, self.stretch = (0, 0.0, 1.0) if cut else (n, 0.0, 1.0)
        self.low, self.high = (-1.0, 1.0) if cut else (0.0, 1.0)
        self.interval = (self.low, self.high)
        lipschitz = 0.5 if cut else 1.0
        both = 2 * p
        if cut:
            beta, tau = 1.0, float(n)
        elif decomposition == "recursive":
            k = math.ceil(math.log2(n))
            beta, tau = k + 1.0, 2.0 * n * (k + 2)
        else:
            c = sum(abs(1 / math.tan(math.pi * (2 * k + 1) / (2 * n))) for k in range(n)) / n
            beta, tau, both = 0.5 * c, 2.0 * n * c, p
            self.centre = self.stretch = 0.5
            self.low = -1.0
        alone = decomposition == "one_block"
        self.limit, self.tau = (2 if alone else 4) * beta, tau
        divergence = tau * math.log(p if alone else both)
        slope = self.stretch * lipschitz
        self.rate = math.sqrt(divergence / (self.limit * slope * slope * rounds))
        self.start = math.log(tau / (p if alone else 2 * p))
        self.order, self.weight, self.signs = 2 * p, 1.0, ((0, 1.0), (p, -1.0))
        if form == "one_block":
            self.order = p
            self.weight, self.signs = (1.0, ((0, -1.0),)) if cut else (2.0, ((0, 1.0),))

    def pairs(self, i, j):
        return [(at + i, at + j + self.offset, sign) for at, sign in self.signs]


class Point:
    """exp(A - mu D - nu E), scaled to the trace: y, d and what derivatives need."""

    count = 0

    def __init__(self, setting, a, pairs, mu, nu):
        Point.count += 1
        self.setting, self.pairs, self.mu, self.nu = setting, pairs, mu, nu
        b = a.copy()
        for i, j, sign in pairs:
            b[i, i] -= mu
            b[j, j] -= mu
            b[i, j] -= 0.5 * sign * nu
            b[j, i] -= 0.5 * sign * nu
        self.values, self.vectors = numpy.linalg.eigh(b)
        self.powers = numpy.exp(self.values)
        self.trace = setting.weight * self.powers.sum()
        self.scale = min(1.0, setting.tau / self.trace)
        factor = setting.weight * self.scale
        v, e = self.vectors, self.powers
        self.y = factor * sum(sign * (v[i] * e) @ v[j] for i, j, sign in pairs)
        self.d = factor * sum((v[i] * e) @ v[i] + (v[j] * e) @ v[j] for i, j, _ in pairs)

    def slopes(self):
        """-dd/dmu, -dd/dnu = -dy/dmu, -dy/dnu (Daleckii and Krein)."""
        v, w, e = self.vectors, self.values, self.powers
        gap = w[:, None] - w[None, :]
        near = numpy.abs(gap) < 1e-6
        quotient = (e[:, None] - e[None, :]) / numpy.where(near, 1.0, gap)
        quotient = numpy.where(near, 0.5 * (e[:, None] + e[None, :]), quotient)
        d = e_form = 0.0
        for i, j, sign in self.pairs:
            d = d + numpy.outer(v[i], v[i]) + numpy.outer(v[j], v[j])
            cross = numpy.outer(v[i], v[j])
            e_form = e_form + 0.5 * sign * (cross + cross.T)
        factor = self.setting.weight * self.scale
        back = 1.0 / self.setting.tau if self.scale < 1.0 else 0.0
        return (
            factor * numpy.sum(quotient * d * d) - back * self.d * self.d,
            factor * numpy.sum(quotient * d * e_form) - back * self.d * self.y,
            factor * numpy.sum(quotient * e_form * e_form) - back * self.y * self.y,
        )


def root_nu(at, setting, a, pairs, target):
    """y = target with mu = 0: nu doubled until y is past the target, then false position."""
    side = 1.0 if at.y > target else -1.0
    near, near_excess = 0.0, at.y - target
    far = side
    at = Point(setting, a, pairs, 0.0, far)
    while (at.y - target) * side > 0:
        near, near_excess = far, at.y - target
        far *= 2
        at = Point(setting, a, pairs, 0.0, far)
    far_excess, last = at.y - target, 0
    while abs(at.y - target) > ROOT:
        nu = (near * far_excess - far * near_excess) / (far_excess - near_excess)
        at = Point(setting, a, pairs, 0.0, nu)
        excess = at.y - target
        if excess * near_excess > 0:
            near, near_excess = nu, excess
            far_excess *= 0.5 if last == 1 else 1.0
            last = 1
        else:
            far, far_excess = nu, excess
            near_excess *= 0.5 if last == 2 else 1.0
            last = 2
    return at


def newton(at, setting, a, pairs, target):
    """d = limit, and y = target unless it is None, from the point `at`."""

    def misses(point):
        return max(abs(point.d - setting.limit), 0.0 if target is None else abs(point.y - target))

    for _ in range(50):
        if misses(at) <= ROOT * max(1.0, setting.limit):
            return at
        dd, dy, yy = at.slopes()
        if target is None:
            step = ((at.d - setting.limit) / dd, 0.0)
        else:
            step = numpy.linalg.solve([[dd, dy], [dy, yy]], [at.d - setting.limit, at.y - target])
        part = 1.0
        new = Point(setting, a, pairs, at.mu + step[0], at.nu + step[1])
        while misses(new) >= misses(at) and part > 1e-3:
            part *= 0.5
            new = Point(setting, a, pairs, at.mu + part * step[0], at.nu + part * step[1])
        at = new
    return at


def project(setting, a, pairs):
    at = Point(setting, a, pairs, 0.0, 0.0)
    inside = setting.low <= at.y <= setting.high
    if inside and at.d <= setting.limit:
        return at
    if not inside:
        target = setting.high if at.y > setting.high else setting.low
        on_box = root_nu(at, setting, a, pairs, target)
        if on_box.d <= setting.limit:
            return on_box
        both = newton(on_box, setting, a, pairs, target)
        if both.mu >= 0 and both.nu * on_box.nu > 0:
            return both
    on_diagonal = newton(at, setting, a, pairs, None)
    if setting.low <= on_diagonal.y <= setting.high:
        return on_diagonal
    target = setting.high if on_diagonal.y > setting.high else setting.low
    return newton(on_diagonal, setting, a, pairs, target)


def play(setting, rounds, gradient):
    a = setting.start * numpy.eye(setting.order)
    predictions = []
    for i, j, label in rounds:
        pairs = setting.pairs(i, j)
        at = project(setting, a, pairs)
        low, high = setting.interval
        predictions.append(min(high, max(low, setting.centre + setting.stretch * at.y)))
        step = -setting.rate * setting.stretch * gradient(label)
        for row, column, sign in pairs:
            a[row, row] -= at.mu
            a[column, column] -= at.mu
            a[row, column] += sign * (step - 0.5 * at.nu)
            a[column, row] = a[row, column]
        if at.scale < 1.0:
            a[numpy.diag_indices(setting.order)] += math.log(at.scale)
    return predictions


def main(arguments):
    if len(arguments) not in (5, 6):
        refuse("usage: prediction_peer.py SEQUENCE CLASS DECOMPOSITION FORM PREDICTIONS [ROUNDS]")
    path, name, decomposition, form, other = arguments[:5]
    check_blas()
    header, trials = read_sequence(path)
    n = header["n"]
    rounds = [(trial["i"] - 1, trial["j"] - 1, trial["y"]) for trial in trials]
    theirs = read_numbers(other)
    setting = Setting(n, len(rounds), name, decomposition, form)
    if len(arguments) == 6:
        rounds, theirs = rounds[: int(arguments[5])], theirs[: int(arguments[5])]
    numpy.linalg.eigh(numpy.eye(setting.order) + 1.0 / n)  # loads what it needs
    start = time.process_time()
    mine = play(setting, rounds, (lambda y: -0.5 * y) if name == "max_cut" else (lambda y: 1.0 - 2.0 * y))
    cost = 1e9 * (time.process_time() - start) / len(rounds)
    worst = max(abs(x - y) for x, y in zip(mine, theirs)) if len(mine) == len(theirs) else math.inf
    print(n, setting.order, len(rounds), "%.6g" % cost, "%.3g" % worst, Point.count)
    return agrees("prediction_peer.py", "%s, n = %d: predictions" % (name, n), worst, AGREEMENT)


sys.exit(main(sys.argv[1:]))
