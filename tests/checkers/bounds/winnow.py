"""The theorems of Winnow (Warmuth 2007, Theorem 2, in the forms of any rate, threshold and start), for several families."""
import math
import random

from algebra import dot, entropy

draw = random.Random(5)

ETA = 1 + 0.27846454276107379511  # 1 + LambertW(1/e)


def hinge(y, inside, low, high):
    return max(0.0, high - inside if y > 0 else inside - low)


class Theorem:
    """Delta(zeta U, w0 I), zeta and the progress b of a mistake, for any eta, theta, w0 and comparator."""

    def __init__(self, n, spectrum, eta, w0, high=0.5, low=0.0, theta=None):
        theta = eta * (low + high) / (math.exp(eta) - math.exp(-eta)) if theta is None else theta
        zeta = theta * (math.exp(eta) - math.exp(-eta)) / (eta * (low + high))
        trace = math.fsum(spectrum)
        self.eta, self.theta, self.zeta, self.low, self.high = eta, theta, zeta, low, high
        self.start = zeta * entropy(spectrum) + zeta * trace * math.log(zeta / w0) + w0 * n - zeta * trace
        self.b = (1 - math.exp(-eta)) * theta - eta * zeta * low

    def bound(self, hinges):
        return (self.start + self.eta * self.zeta * math.fsum(hinges)) / self.b

    def progress(self, h):
        return self.b - self.eta * self.zeta * h


class Normalised:
    """W of trace 1, comparator P/r."""

    def __init__(self, n, r, eta, theta, high=0.5, low=0.0):
        self.eta, self.r, self.low, self.high, self.start = eta, r, low, high, math.log(n / r)
        up = eta * high / r - math.log(1 + (math.exp(eta) - 1) * theta)
        down = -eta * low / r - math.log(1 - (1 - math.exp(-eta)) * theta)
        self.c = min(up, down)

    def bound(self, hinges):
        return (self.start + self.eta * math.fsum(hinges) / self.r) / self.c

    def progress(self, h):
        return self.c - self.eta * h / self.r


def best_rate(high, low=0.0, trace_one=False):
    """The progress of a mistake at the best rate; high, low: of a density where the trace is 1."""

    def progress(eta):
        if trace_one:
            grown = math.exp(eta * (low + high))
            theta = (grown - 1) / (math.exp(eta) - 1 + grown * (1 - math.exp(-eta)))
            return -eta * low - math.log(1 - (1 - math.exp(-eta)) * theta)
        theta = eta * (low + high) / (math.exp(eta) - math.exp(-eta))
        return (1 - math.exp(-eta)) * theta - eta * low

    below, above = 1e-3, 5.0
    for _ in range(100):
        first, second = below + (above - below) / 3, above - (above - below) / 3
        below, above = (first, above) if progress(first) < progress(second) else (below, second)
    return progress(below)


def rows_of(theorem, inside):
    """The theorem's row and "progress", where inside(x) is tr(PX)."""

    def hinges(cell):
        return [hinge(t["y"], inside(t["x"]), theorem.low, theorem.high) for t in cell.wrong()]

    def progress(cell):
        t = cell.trials[int(cell.rows["progress"]["trial"]) - 1]
        return theorem.progress(hinge(t["y"], inside(t["x"]), theorem.low, theorem.high))

    return {"": lambda cell: theorem.bound(hinges(cell)), "progress": progress}


def orthonormal(count, n):
    frame = []
    while len(frame) < count:
        x = [draw.gauss(0, 1) for _ in range(n)]
        for _ in range(2):
            for row in frame:
                along = dot(x, row)
                x = [a - along * b for a, b in zip(x, row)]
        length = math.sqrt(dot(x, x))
        frame.append([a / length for a in x])
    return frame
