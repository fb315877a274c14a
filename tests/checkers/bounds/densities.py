"""Densities: the matrix log loss."""
import math
import random

from algebra import combine, diagonal, eigen, inner, of_spectrum, outer, unit
from cases import edge, learner, sequence, told, value

draw = random.Random(43)
N = 3
LOG_LOSS = "matrix_log_loss_regret"


def prices(shares):
    """-ln of a density."""
    return [-math.log(share) for share in shares]


def shown(kind, vectors, comparator, label=1, scale=1):
    head = {"labels": "real", "loss": "linear", "interval": [0, 50], "scale": scale}
    return sequence(kind, [(x, label) for x in vectors], comparator, **head)


def expected(prior, dyads, scale=1):
    x_x = lambda t: outer(t["x"]) if dyads else diagonal(t["x"])

    def before(cell, count):
        h = diagonal([prior] * N)
        for t in cell.trials[:count]:
            h = combine(h, x_x(t))
        return h

    def step(cell):
        t = int(cell.rows["step"]["trial"])
        return inner(of_spectrum(before(cell, t - 1), math.log), x_x(cell.trials[t - 1]))

    def theorem(cell):
        t = len(cell.trials)
        return scale * math.fsum(math.log((s + N * prior) / (s + prior)) for s in range(t))

    def spectrum(cell):
        t = len(cell.trials)
        values = eigen(before(cell, t))[0]
        whole = math.lgamma(t + N * prior) - math.lgamma(N * prior)
        return scale * (whole - math.fsum(math.lgamma(h) - math.lgamma(prior) for h in values))

    return {"": theorem, "spectrum": spectrum, "step": step}


TURNED = of_spectrum([[0.5, 0.2, 0.0], [0.2, 0.3, -0.1], [0.0, -0.1, 0.2]], lambda share: -math.log(share))
DIRECTIONS = [unit([draw.gauss(0, 1), draw.gauss(0, 0.5), draw.gauss(0, 0.3)]) for _ in range(25)]
COUNTED = [[float(i == j) for i in range(N)] for j in (0, 0, 1, 0, 2, 0, 1, 1, 0, 0, 0, 2)]
for prior in (0.5, 1.0, 2.25):
    value(LOG_LOSS, learner("matrix_log_loss", prior=prior), told(shown("dyad", DIRECTIONS, {"matrix": TURNED})), expected(prior, True))
    counted = told(shown("vector", COUNTED, {"vector": prices([0.6, 0.25, 0.15])}))
    value(LOG_LOSS, learner("matrix_log_loss", prior=prior), counted, expected(prior, False))
twice = told(shown("dyad", DIRECTIONS, {"matrix": TURNED}, scale=2))
value(LOG_LOSS, learner("matrix_log_loss"), twice, expected(1.0, True, 2))

for kind in ("dyad", "vector"):
    first, far = COUNTED[0], {"vector": prices([0.6, 0.25, 0.15])}
    scaled = lambda d, kind=kind: [[1.0 + (d / 2 if kind == "dyad" else d), 0.0, 0.0]]
    edge(LOG_LOSS, "instances are unit vectors", lambda d, kind=kind: (learner("matrix_log_loss"), told(shown(kind, scaled(d), far))), inside=3e-10)
    edge(LOG_LOSS, "instances are unit vectors", lambda d, kind=kind: (learner("matrix_log_loss"), told(shown(kind, scaled(-d), far))), inside=3e-10, row="spectrum")
    for row in ("", "spectrum", "step"):
        play = lambda d, kind=kind: (learner("matrix_log_loss"), told(shown(kind, [first], far, 1 - d)))
        edge(LOG_LOSS, "labels are 1", play, inside=0, outside=1e-12, row=row)
    play = lambda d, kind=kind: (learner("matrix_log_loss"), told(shown(kind, [first], {"vector": prices([0.6 + d, 0.25, 0.15])})))
    edge(LOG_LOSS, "the comparator is minus the logarithm of a density", play)
    second = told(shown(kind, [first] * 2, far), shown(kind, [COUNTED[2]], {"vector": prices([0.15, 0.25, 0.6])}))
    play = lambda d, kind=kind: (learner("matrix_log_loss"), second if d else told(shown(kind, [first], far)))
    edge(LOG_LOSS, "one comparator for all trials", play, inside=0, outside=1)
play = lambda d: (learner("matrix_log_loss"), told(shown("vector", [[1.0 - d, d, 0.0]], far)))
edge(LOG_LOSS, "instances are unit vectors", play, inside=2e-10)
play = lambda d: (learner("matrix_log_loss", prior=0.5 - d), told(shown("vector", COUNTED, far)))
edge(LOG_LOSS, "the prior is at least 1/2", play, inside=0.0, outside=1e-12)
signed = lambda d: [2 / 3, 2 / 3, -1 / 3] if d else [1.0, 0.0, 0.0]  # sums of entries and of squares are 1
play = lambda d: (learner("matrix_log_loss"), told(shown("vector", [signed(d)], far)))
edge(LOG_LOSS, "instances are unit vectors", play, inside=0, outside=1)
