"""General Matrix Winnow on rectangular matrices (Warmuth 2007, section 6, as repaired)."""
import math
import random

from algebra import bisect, combine, dot, entropy, inner, of_spectrum, outer, singular_values, transposed
from cases import Problem, edge, learner, sequence, told, value
from winnow import ETA, Theorem, hinge, orthonormal, rows_of

draw = random.Random(31)
M, N, R = 2, 3, 2
BOTH = M + N
LEFT, RIGHT = orthonormal(R, M), orthonormal(R, N)
TARGET = combine(outer(LEFT[0], RIGHT[0]), outer(LEFT[1], RIGHT[1]))  # G, of rank 2
SINGLE = outer(LEFT[0], RIGHT[0])


def rectangles(target, count=50):
    trials = []
    for _ in range(count):
        x = [[draw.uniform(-1, 1) for _ in range(N)] for _ in range(M)]
        x = combine(x, target, draw.choice([0.0, 1.0]))
        largest = singular_values(x)[0]
        x = [[a / largest for a in row] for row in x]
        y = 1 if inner(target, x) >= 0.25 else -1
        trials.append((x, -y if draw.random() < 0.1 else y))
    return trials


def play_of(target):
    return told(sequence("matrix", rectangles(target), {"matrix": target}, m=M))


class General:
    """( ln N - S + eta H/r ) / min(c+, c-), margins and H of G, which is r times its density's."""

    def __init__(self, start, r, eta, theta, low, high):
        self.start, self.r, self.eta, self.low, self.high = start, r, eta, low, high
        up = eta * high / r - math.log(math.cosh(eta) + theta * math.sinh(eta))
        down = -eta * low / r - math.log(math.cosh(eta) - theta * math.sinh(eta))
        self.c = min(up, down)

    def bound(self, hinges):
        return (self.start + self.eta * math.fsum(hinges) / self.r) / self.c

    def progress(self, h):
        return self.c - self.eta * h / self.r


value(
    "general_matrix_mistakes",
    learner("general_matrix_winnow", r=R, gap=1.2, gap_low=-0.3, eta=0.25, theta=0.2),
    play_of(TARGET),
    rows_of(General(math.log(BOTH / R), R, 0.25, 0.2, -0.3, 1.2), lambda x: inner(TARGET, x)),
)
# the table of the theory: r = 1 at gap 1/2, 1/c = 29.614859
tuned = bisect(lambda eta: math.tanh(eta) - 0.25 - 0.25 * math.tanh(0.25 * eta), 0.1, 1.0)
value(
    "general_matrix_mistakes",
    learner("general_matrix_winnow"),
    play_of(SINGLE),
    rows_of(General(math.log(BOTH), 1, tuned, math.tanh(0.25 * tuned) / math.tanh(tuned), 0.0, 0.5), lambda x: inner(SINGLE, x)),
)
# a matrix of trace norm 0.8, lifted: signs with margin 0.1
WEAK = combine([[0.5 * a for a in row] for row in SINGLE], outer(LEFT[1], RIGHT[1]), 0.3)
spectrum = [0.5 + 0.2 / BOTH, 0.3 + 0.2 / BOTH] + [0.2 / BOTH] * (BOTH - 2)
eta = math.atanh(0.1)
value(
    "general_matrix_mistakes",
    learner("general_matrix_winnow", gap=0.1, gap_low=-0.1),
    play_of(WEAK),
    rows_of(General(math.log(BOTH) + entropy(spectrum), 1, eta, 0.0, -0.1, 0.1), lambda x: inner(WEAK, x)),
)
# diagonal matrices: vectors of order 3 are 3 x 3
DIAGONAL = sequence("vector", [([draw.uniform(-1, 1) for _ in range(3)], draw.choice([1, -1])) for _ in range(30)], {"coordinates": [2]})
value(
    "general_matrix_mistakes",
    learner("general_matrix_winnow", eta=0.3, theta=0.25),
    told(DIAGONAL),
    rows_of(General(math.log(6), 1, 0.3, 0.25, 0.0, 0.5), lambda x: x[1]),
)

# and a vector of |u|_1 = 0.9 is the matrix diag(u)
VECTOR = [0.5, -0.3, 0.1]
spectrum = [0.5 + 0.1 / 6, 0.3 + 0.1 / 6, 0.1 + 0.1 / 6] + [0.1 / 6] * 3
value(
    "general_matrix_mistakes",
    learner("general_matrix_winnow", gap=0.1, gap_low=-0.1, eta=0.12),
    told(sequence("vector", [([draw.uniform(-1, 1) for _ in range(3)], draw.choice([1, -1])) for _ in range(30)], {"vector": VECTOR})),
    rows_of(General(math.log(6) + entropy(spectrum), 1, 0.12, 0.0, -0.1, 0.1), lambda x: dot(VECTOR, x)),
)

# of |u|_1 = 1/2 at its own rate; signs are a generalised projection of rank 2, and the margins of its density half as large
HALF = [0.3, -0.2, 0.0]
spectrum = [0.3 + 0.5 / 6, 0.2 + 0.5 / 6] + [0.5 / 6] * 4
for u, r, start in ((HALF, 1, math.log(6) + entropy(spectrum)), ([1, 0, -1], 2, math.log(3))):
    value(
        "general_matrix_mistakes",
        learner("general_matrix_winnow", gap=0.2, gap_low=-0.2, r=r),
        told(sequence("vector", [([-1.0, 0.0, 0.0], -1)], {"vector": u})),
        rows_of(General(start, r, math.atanh(0.2 / r), 0.0, -0.2, 0.2), lambda x, u=u: dot(u, x)),
    )


def claimed(cell):
    noise = math.fsum(hinge(t["y"], inner(TARGET, t["x"]), 0, 0.8) for t in cell.wrong())
    return (R * math.log(BOTH / R) / ETA + noise) * (1 + math.exp(ETA)) / 0.8


for variant in ("normalized", "repaired"):
    value(
        "general_matrix_mistakes_claimed", learner("general_matrix_winnow", r=R, gap=0.8, variant=variant), play_of(TARGET), {"": claimed}
    )


def positive_part(x):
    """Z_+ of [[0, X^T], [X, 0]]."""
    whole = [[0.0] * N + list(row) for row in transposed(x)] + [list(row) + [0.0] * M for row in x]
    return of_spectrum(whole, lambda v: max(0.0, v))


LIFTED = positive_part(TARGET)
value(
    "general_positive_part_mistakes",
    learner("general_matrix_winnow", r=R, variant="positive_part"),
    play_of(TARGET),
    rows_of(Theorem(BOTH, [1, 1], ETA, R / BOTH), lambda x: inner(LIFTED, positive_part(x))),
)

# ---- premises

FIRST = [[1.0, 0.0], [0.0, 0.0]]
KINDS = [
    ("general_matrix_mistakes", {}),
    ("general_matrix_mistakes_claimed", {}),
    ("general_positive_part_mistakes", {"variant": "positive_part"}),
]


def one(x, comparator, y):
    return told(sequence("matrix", [(x, y)], {"matrix": comparator}, m=2))


for name, options in KINDS:
    given = learner("general_matrix_winnow", **options)
    norm = "0 <= X <= I" if options else "||X|| <= 1"  # of the positive part
    y = -1 if options else 1
    edge(name, norm, lambda d: (given, one([[0.0, 0.0], [0.0, 1 + d]], FIRST, y)))
    edge(name, norm, lambda d: (given, one([[0.0, -1 - d], [0.0, 0.0]], FIRST, y)))
for name, options in KINDS[:2]:
    # other variants for the claim
    edge(
        name,
        "||X|| <= 1",
        lambda d: (learner("general_matrix_winnow"), told(sequence("vector", [([0.0, -1 - d], 1)], {"coordinates": [1]}))),
    )
    other = sequence("vector", [([0.0, 0.0], 1)], {"coordinates": [2]})
    play = lambda d: (
        learner("general_matrix_winnow"), told(sequence("vector", [([0.0, -1.0], 1)] * 2, {"coordinates": [1]}), other if d else None)
    )
    edge(name, "one comparator for all trials", play, inside=0, outside=1)
    play = lambda d: (learner("general_matrix_winnow"), told(sequence("vector", [([0.0, -1.0], 1)], {"vector": [0.5, 0.5 + d]})))
    if name == "general_matrix_mistakes":
        edge(name, "a generalised projection or a matrix of trace norm at most 1", play)
    play = lambda d: (learner("general_matrix_winnow"), told(sequence("vector", [([0.0, -1.0], 1)], {"vector": [d, 0.0]})))
    edge(name, "G is not 0", play, inside=1.0, outside=0.0)

    def embedding(p, q):
        return told(sequence("entry", [((1, 1), -1)], {"embedding": {"rows": [p], "columns": [q]}}, n=1, m=1))

    if name == "general_matrix_mistakes":
        edge(
            name,
            "the rows of P and Q are unit vectors",
            lambda d: (learner("general_matrix_winnow", gap=0.1, gap_low=-0.1), embedding([1 + d, 0.0], [0.6, 0.8])),
        )
        edge(
            name,
            "the rows of P and Q are unit vectors",
            lambda d: (learner("general_matrix_winnow", gap=0.1, gap_low=-0.1), embedding([1.0, 0.0], [0.6 * (1 - d), 0.8 * (1 - d)])),
        )
        edge(
            name,
            "P Q^T is not 0",
            lambda d: (learner("general_matrix_winnow", gap=0.1, gap_low=-0.1), embedding([1.0, 0.0], [d, math.sqrt(1 - d * d)])),
            inside=1e-6,
            outside=0.0,
        )
    else:
        edge(
            name,
            "G is a generalised projection",
            lambda d: (learner("general_matrix_winnow"), one([[0.0, 0.0], [0.0, 1.0]], [[1.0 - d, 0.0], [0.0, 0.0]], 1)),
            inside=0.0,
            outside=1e-6,
        )
        edge(
            name,
            "gap_low = 0",
            lambda d: (learner("general_matrix_winnow", gap_low=d), one([[0.0, 0.0], [0.0, 1.0]], FIRST, 1)),
            inside=0.0,
            outside=1e-12,
        )
part = lambda d: one([[0.0, 0.0], [0.0, 1.0]], [[1.0 - d, 0.0], [0.0, 0.0]], -1)
play = lambda d: (learner("general_matrix_winnow", variant="positive_part"), part(d))
edge("general_positive_part_mistakes", "the comparator is a generalised projection", play, inside=0.0, outside=1e-6)
top = (math.exp(0.15) - math.cosh(0.3)) / math.sinh(0.3)  # theta at which c+ is 0, for eta = 0.3
edge(
    "general_matrix_mistakes",
    "the guaranteed progress is positive",
    lambda d: (learner("general_matrix_winnow", eta=0.3, theta=top + d), one([[0.0, 0.0], [0.0, 1.0]], FIRST, 1)),
    inside=-1e-9,
    outside=1e-9,
)
edge(
    "general_matrix_mistakes",
    "the guaranteed progress is positive",
    lambda d: (
        learner("general_matrix_winnow", eta=0.3, theta=(math.cosh(0.3) - 1) / math.sinh(0.3) - d), one([[0.0, 0.0], [0.0, 1.0]], FIRST, 1)
    ),
    inside=-1e-9,
    outside=1e-9,
)

# ---- lower bound: (r/gap)^2; a G of rank r with the diagonal w

for r, gap in ((1, 1), (2, 0.5), (3, 0.75)):
    rows = round(r / gap) ** 2
    played = lambda labels: Problem("problem.hadamard_adversary { r = %d, gap = %r, labels = %r }" % (r, gap, labels))
    value("hadamard_mistakes", learner("constant"), played("contradict"), {"": rows}, trials=40)
    value("hadamard_mistakes", learner("constant"), played("coins"), {"": rows / 2, "at_most": rows / 2}, trials=40)
for labels, row in (("contradict", ""), ("coins", ""), ("coins", "at_most")):
    played = Problem("problem.hadamard_adversary { r = 2, labels = %r }" % labels)
    edge(
        "hadamard_mistakes",
        "the adversary could play to its end",
        lambda d: (learner("constant"), played, {"trials": 16 - d}),
        inside=0,
        outside=1,
        row=row,
    )
    products = Problem("problem.product_hadamard { labels = %r }" % labels)
    edge(
        "product_hadamard_mistakes",
        "the adversary could play to its end",
        lambda d: (learner("constant"), products, {"trials": 8 - d}),
        inside=0,
        outside=1,
        row=row,
    )
for r, gap, copies in ((1, 1, 5), (1, 0.5, 3), (2, 1, 2)):
    rows, n = round(r / gap) ** 2, (2 * round(r / gap) ** 2) ** copies
    least = rows * math.floor(math.log(n * 1.000001) / math.log(2 * rows))
    played = lambda labels: Problem("problem.product_hadamard { r = %d, gap = %r, copies = %d, labels = %r }" % (r, gap, copies, labels))
    value("product_hadamard_mistakes", learner("constant"), played("contradict"), {"": least}, trials=40)
    value("product_hadamard_mistakes", learner("constant"), played("coins"), {"": least / 2, "at_most": least / 2}, trials=40)
value(
    "general_matrix_mistakes_claimed",
    learner("general_matrix_winnow", r=2),
    Problem("problem.hadamard_adversary { r = 2 }"),
    {"": 2 * math.log(36 / 2) * (1 + math.exp(ETA)) / (ETA * 0.5)},
    trials=40,
)

# ---- two rates: coins with the chances (1 + gap/r)/2 and (1 + gap_low/r)/2


def coins(p, q):
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


HIGH, LOW = 0.5 * (1 + 0.5), 0.5 * (1 - 0.1)  # gap 0.5, gap_low -0.1, r = 1
middle = bisect(lambda q: coins(LOW, q) - coins(HIGH, q), LOW, HIGH)
UP_RATE = 0.5 * (math.log(HIGH / (1 - HIGH)) - math.log(middle / (1 - middle)))
DOWN_RATE = 0.5 * (math.log(middle / (1 - middle)) - math.log(LOW / (1 - LOW)))


def two_rates(cell):
    charge = lambda t: (UP_RATE if t["y"] > 0 else DOWN_RATE) * hinge(t["y"], inner(SINGLE, t["x"]), -0.1, 0.5)
    return (math.log(BOTH) + math.fsum(charge(t) for t in cell.wrong())) / coins(HIGH, middle)


value(
    "general_matrix_mistakes",
    learner("general_matrix_winnow", gap=0.5, gap_low=-0.1, rates="capacity"),
    play_of(SINGLE),
    {"": two_rates},
)
