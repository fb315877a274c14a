"""Linear thresholds with a margin: Winnow on the simplex, balanced Winnow, the perceptron."""
import math
import random

from algebra import bisect, dot, eigen, entropy, inner
from cases import edge, learner, sequence, told, value

draw = random.Random(23)
N = 5


def vectors(u, reach=1.0, count=60, noise=0.1):
    trials = []
    for _ in range(count):
        x = [draw.uniform(-reach, reach) for _ in range(N)]
        y = 1 if dot(x, u) >= 0 else -1
        trials.append((x, -y if draw.random() < noise else y))
    return trials


def row_trial(cell, row):
    return cell.trials[int(cell.rows[row]["trial"]) - 1]


def simplex_rows(target, start, eta, s, asked=None, reach=1.0, threshold=0.0, equal=True, order=N):
    """target(x) = <u',x>, start = D(u', w_1); `asked`: the margin that eta is tuned for."""
    share = (reach + threshold) / (2 * reach)
    c = eta * s - math.log(share * math.exp(eta * reach) + (1 - share) * math.exp(-eta * reach))

    def violation(t):
        return max(0.0, s - t["y"] * target(t["x"]))

    def total(cell):
        return eta * math.fsum(violation(t) for t in cell.trials if t["y"] * t["score"] <= threshold)

    most = math.log(order) if equal else start
    rows = {"": lambda cell: (start + total(cell)) / c, "progress": lambda cell: c - eta * violation(row_trial(cell, "progress"))}
    if equal:
        rows["any_target"] = lambda cell: (most + total(cell)) / c
    if asked is not None:
        rows["simplified"] = lambda cell: 2 * reach**2 * (most + total(cell)) / (asked - threshold) ** 2
    return rows


def tuned(s, reach=1.0, threshold=0.0):
    return math.log((reach + s) * (reach - threshold) / ((reach - s) * (reach + threshold))) / (2 * reach)


def scaled(u):
    size = math.fsum(abs(a) for a in u)
    return [a / size for a in u]


# ---- values

U = [0.8, 0.3, 0.0, 0.0, 0.2]  # |u|_1 = 1.3
SHARE = scaled(U)
PLAIN = sequence("vector", vectors(U), {"vector": U})
target = lambda x: dot(SHARE, x)
start = math.log(N) + entropy(SHARE)
# the problem's margin 0.26 is 0.2 of u'; the learner is tuned for less
value(
    "cos_winnow_mistakes",
    learner("winnow_normalized", margin=0.15),
    told(PLAIN, gap=0.26, gap_low=-0.26),
    simplex_rows(target, start, tuned(0.15), 0.2, 0.15),
)
value(
    "cos_winnow_mistakes",
    learner("winnow_normalized", margin=0.15, eta=0.25),
    told(PLAIN, gap=0.26, gap_low=-0.26),
    simplex_rows(target, start, 0.25, 0.2),
)
# without a margin of the problem that of the learner
value("cos_winnow_mistakes", learner("winnow_normalized", margin=0.15), told(PLAIN), simplex_rows(target, start, tuned(0.15), 0.15, 0.15))
WIDE = sequence("vector", vectors(U, 2.5), {"vector": U})
value(
    "threshold_winnow_updates",
    learner("winnow_threshold", margin=0.3, range=2.5, threshold=0.05),
    told(WIDE, gap=0.52, gap_low=-0.52),
    simplex_rows(target, start, tuned(0.3, 2.5, 0.05), 0.4, 0.3, 2.5, 0.05),
)
FIRST = scaled([1, 2, 3, 1, 1])
value(
    "threshold_winnow_updates",
    learner("winnow_threshold", margin=0.3, range=2.5, threshold=0.05, start=[1, 2, 3, 1, 1]),
    told(WIDE, gap=0.52, gap_low=-0.52),
    simplex_rows(
        target,
        math.fsum(a * math.log(a / b) for a, b in zip(SHARE, FIRST) if a > 0),
        tuned(0.3, 2.5, 0.05),
        0.4,
        0.3,
        2.5,
        0.05,
        equal=False,
    ),
)
SIGNED = [0.8, -0.3, 0.0, 0.0, 0.2]
value(
    "balanced_winnow_mistakes",
    learner("balanced_winnow", margin=0.3, range=2.5),
    told(sequence("vector", vectors(SIGNED, 2.5), {"vector": SIGNED}), gap=0.52, gap_low=-0.52),
    simplex_rows(lambda x: dot(scaled(SIGNED), x), math.log(2 * N) + entropy(SHARE), tuned(0.3, 2.5), 0.4, 0.3, 2.5, order=2 * N),
)
# matrices: a density, dyads with their sign
DENSITY = [[0.5, 0.2, 0.0], [0.2, 0.3, 0.1], [0.0, 0.1, 0.2]]


def symmetric():
    a = [[draw.uniform(-0.3, 0.3) for _ in range(3)] for _ in range(3)]
    return [[(a[i][j] + a[j][i]) / 2 for j in range(3)] for i in range(3)]


MATRICES = [(x, 1 if inner(DENSITY, x) >= 0 else -1) for x in (symmetric() for _ in range(40))]
for bound, name in (("threshold_winnow_updates", "winnow_threshold"), ("cos_winnow_mistakes", "winnow_normalized")):
    value(
        bound,
        learner(name, margin=0.1),
        told(sequence("matrix", MATRICES, {"matrix": [[1.5 * a for a in row] for row in DENSITY]})),
        simplex_rows(lambda x: inner(DENSITY, x), math.log(3) + entropy(eigen(DENSITY)[0]), tuned(0.1), 0.1, 0.1, order=3),
    )

value(
    "threshold_winnow_updates",
    learner("winnow_threshold", margin=0.3, threshold=0.1, range=1.5),
    told(sequence("matrix", MATRICES, {"matrix": DENSITY})),
    simplex_rows(
        lambda x: inner(DENSITY, x), math.log(3) + entropy(eigen(DENSITY)[0]), tuned(0.3, 1.5, 0.1), 0.3, 0.3, 1.5, 0.1, order=3
    ),
)

ratio = 1.5 / 0.2
value(
    "guess_and_halve_updates",
    learner("guess_and_halve", range=1.5),
    told(
        sequence("vector", [(x, y) for x, y in vectors(U, 1.5, noise=0.0) if abs(target(x)) >= 0.2], {"vector": U}), gap=0.26, gap_low=-0.26
    ),
    {"": 32 / 3 * ratio**2 * math.log(N) + math.log2(2 * ratio) + 1, "stages": 3},
)


def perceptron_rows(u, s, asked=None, step=1.0, product=dot):
    length = math.sqrt(product(u, u))
    g, m = s / length, (asked or 0.0) / step

    def updates(cell, until=math.inf):
        right = lambda t: t["prediction"] == t["y"] and (asked is None or t["y"] * t["score"] > asked)
        return [t for t in cell.trials if t["t"] <= until and not right(t)]

    def noise(past):
        return math.fsum(max(0.0, g - t["y"] * product(u, t["x"]) / length) for t in past)

    def squares(past):
        return max(product(t["x"], t["x"]) for t in past) + 2 * m

    def bound(cell):
        past = updates(cell)
        k = squares(past)
        return ((math.sqrt(k) + math.sqrt(k + 4 * g * noise(past))) / (2 * g)) ** 2

    def alignment(cell):
        past = updates(cell, int(cell.rows["alignment"]["trial"]))
        return len(past) * g - noise(past)

    def square_length(cell):
        past = updates(cell, int(cell.rows["length"]["trial"]))
        return len(past) * squares(past)

    return {"": bound, "updates": bound, "alignment": alignment, "length": square_length}


for options in ({}, {"margin": 0}, {"eta": 0.5, "margin": 0.2}):
    rows = perceptron_rows(SIGNED, 0.4, options.get("margin"), options.get("eta", 1.0))
    value(
        "perceptron_margin",
        learner("perceptron", **options),
        told(sequence("vector", vectors(SIGNED), {"vector": SIGNED}), gap=0.4, gap_low=-0.4),
        rows,
    )
value(
    "perceptron_margin",
    learner("kernel_perceptron"),
    told(sequence("vector", vectors(SIGNED), {"vector": SIGNED}), gap=0.4, gap_low=-0.4),
    perceptron_rows(SIGNED, 0.4),
)
value(
    "perceptron_margin",
    learner("matrix_perceptron"),
    told(sequence("matrix", MATRICES, {"matrix": DENSITY}), gap=0.1, gap_low=-0.1),
    perceptron_rows(DENSITY, 0.1, product=inner),
)

# ---- premises

LEARNERS = [
    ("cos_winnow_mistakes", "winnow_normalized", {"margin": 0.3}),
    ("threshold_winnow_updates", "winnow_threshold", {"margin": 0.3}),
    ("balanced_winnow_mistakes", "balanced_winnow", {"margin": 0.3}),
]
E1 = {"vector": [1.0, 0.0]}
for name, kind, options in LEARNERS + [("guess_and_halve_updates", "guess_and_halve", {})]:
    given = learner(kind, **options)
    for sign in (1, -1):
        play = lambda d: (given, told(sequence("vector", [([-0.5 * sign, sign * (1 + d)], -sign)], E1), gap=0.3, gap_low=-0.3))
        edge(name, "entries within [-range, range]", play)
    zero = lambda d: (given, told(sequence("vector", [([-1.0, 1.0], -1)], {"vector": [d, 0.0]}), gap=3e-4, gap_low=-3e-4))
    edge(name, "the comparator is a vector that is not zero", zero, inside=1e-3, outside=0.0)
    play = lambda d: (
        given,
        told(
            sequence("vector", [([-1.0, 1.0], -1)] * 2, E1),
            sequence("vector", [([0.0, 0.0], -1)], {"vector": [0.5, 0.5]}) if d else None,
            gap=0.3,
            gap_low=-0.3,
        ),
    )
    edge(name, "one comparator for all trials", play, inside=0, outside=1)
    if name != "balanced_winnow_mistakes":
        play = lambda d: (given, told(sequence("vector", [([-1.0, 1.0], -1)], {"vector": [1.0, -d]}), gap=0.3, gap_low=-0.3))
        edge(name, "the comparator is not negative", play, inside=0.0, outside=1e-12)
# a range of its own
wide = lambda d: (learner("winnow_threshold", margin=0.3, range=2.5), told(sequence("vector", [([-0.5, 2.5 * (1 + d)], -1)], E1)))
edge("threshold_winnow_updates", "entries within [-range, range]", wide)
wide = lambda d: (learner("balanced_winnow", margin=0.3, range=2.5), told(sequence("vector", [([-0.5, 2.5 * (1 + d)], -1)], E1)))
edge("balanced_winnow_mistakes", "entries within [-range, range]", wide)
wide = lambda d: (learner("guess_and_halve", range=2.5), told(sequence("vector", [([-0.5, 2.5 * (1 + d)], -1)], E1), gap=0.3, gap_low=-0.3))
edge("guess_and_halve_updates", "entries within [-range, range]", wide)
edge(
    "guess_and_halve_updates",
    "y <u,x> >= margin",
    lambda d: (learner("guess_and_halve", range=2.5), told(sequence("vector", [([-0.3 + 2.5 * d, 2.0], -1)], E1), gap=0.3, gap_low=-0.3)),
)

edge(
    "guess_and_halve_updates",
    "margin <= range",
    lambda d: (
        learner("guess_and_halve", range=2.5), told(sequence("vector", [([-2.5, 2.5], -1)], E1), gap=2.5 * (1 + d), gap_low=-2.5 * (1 + d))
    ),
)

# s > threshold, where a small rate leaves the progress positive; and the progress alone
ONE = sequence("vector", [([-1.0, 1.0], -1)], E1)
play = lambda d: (learner("winnow_threshold", margin=0.3, threshold=0.2, eta=1e-5), told(ONE, gap=0.2 + d, gap_low=-0.2 - d))
edge("threshold_winnow_updates", "margin > threshold", play, inside=1e-4, outside=-1e-12)
ZERO = bisect(lambda eta: math.log(math.cosh(eta)) - 0.3 * eta, 0.3, 2.0)  # C = 0
for name, kind, options in LEARNERS:
    play = lambda d: (learner(kind, margin=0.3, eta=ZERO + d), told(ONE, gap=0.3, gap_low=-0.3))
    edge(name, "the guaranteed progress is positive", play, inside=-1e-9, outside=1e-9)
play = lambda d: (learner("winnow_threshold", margin=0.3, start=[d, 1.0]), told(ONE))
edge("threshold_winnow_updates", "the start weights are positive where the comparator is", play, inside=1e-12, outside=0.0)

# matrices
for name, kind, options in LEARNERS[:2]:
    given = learner(kind, **options)
    play = lambda d: (given, told(sequence("dyad", [([0.0, math.sqrt(1 + d)], -1)], E1)))
    edge(name, "||X|| <= range", play)
    play = lambda d: (given, told(sequence("matrix", [([[-1 - d, 0.0], [0.0, 1.0]], 1)], {"matrix": [[0.5, 0.0], [0.0, 0.25]]})))
    edge(name, "||X|| <= range", play)
    play = lambda d: (given, told(sequence("dyad", [([0.0, 1.0], -1)], {"frame": [[math.sqrt(1 + d), 0.0]]})))
    edge(name, "the comparator is semidefinite, of known entropy", play)
    play = lambda d: (given, told(sequence("dyad", [([0.0, 1.0], -1)], {"matrix": [[1.0, 0.0], [0.0, d]]})))
    edge(name, "the comparator is a projection or a vector", play, inside=0.0, outside=0.5)
    play = lambda d: (given, told(sequence("dyad", [([0.0, 1.0], -1)], {"vector": [d, 0.0]})))
    edge(name, "the comparator's trace is positive", play, inside=1e-9, outside=0.0)
edge(
    "threshold_winnow_updates",
    "||X|| <= range",
    lambda d: (learner("winnow_threshold", margin=0.3, range=2.5), told(sequence("dyad", [([0.0, math.sqrt(2.5 * (1 + d))], -1)], E1))),
)

# the perceptron
for kind in ("perceptron", "kernel_perceptron"):
    play = lambda d: (learner(kind), told(sequence("vector", [([-1.0, 1.0], -1)], {"vector": [d, 0.0]}), gap=0.3, gap_low=-0.3))
    edge("perceptron_margin", "the comparator is a vector that is not zero", play, inside=1e-3, outside=0.0)
    play = lambda d: (
        learner(kind), told(ONE, sequence("vector", [([0.0, 0.0], -1)], {"vector": [0.5, 0.5]}) if d else None, gap=0.3, gap_low=-0.3)
    )
    edge("perceptron_margin", "one comparator for all trials", play, inside=0, outside=1)
play = lambda d: (learner("matrix_perceptron"), told(sequence("dyad", [([0.0, 1.0], -1)], {"vector": [d, 0.0]}), gap=0.3, gap_low=-0.3))
edge("perceptron_margin", "the comparator is not zero", play, inside=1e-3, outside=0.0)
play = lambda d: (
    learner("matrix_perceptron"), told(sequence("dyad", [([0.0, 1.0], -1)], {"matrix": [[1.0, 0.0], [0.0, d]]}), gap=0.3, gap_low=-0.3)
)
edge("perceptron_margin", "the comparator is a projection or a vector", play, inside=0.0, outside=0.5)
