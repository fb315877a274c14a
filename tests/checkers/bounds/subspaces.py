"""Winnow and Matrix Winnow on subspaces and disjunctions (Warmuth 2007)."""
import math
import random

from algebra import diagonal, dot, inner, outer, product, transposed
from cases import Problem, edge, learner, sequence, told, value
from winnow import ETA, Normalised, Theorem, best_rate, hinge, orthonormal, rows_of

# ---- sequences: vectors and dyads at random, labels with noise; the first two attributes or directions are the relevant ones

N, R = 6, 2
FIRST = {"coordinates": [1, 2]}
draw = random.Random(17)


def vectors(count=60, low=0.0, high=1.0, noise=0.2, n=N):
    trials = []
    for _ in range(count):
        x = [low + (high - low) * draw.choice([0.0, 0.0, draw.random(), 1.0]) for _ in range(n)]
        y = 1 if sum(x[:R]) > R * low + 0.5 * (high - low) else -1
        trials.append((x, -y if draw.random() < noise else y))
    return trials


def first_two(x, low=0.0, high=1.0):
    return (x[0] + x[1] - R * low) / (high - low)


def dyads(frame, count=60, n=N):
    trials = []
    for _ in range(count):
        x = orthonormal(1, n)[0]
        if draw.random() < 0.5:  # nearly within the subspace
            near = [math.fsum(dot(x, row) * row[i] for row in frame) + 0.3 * x[i] for i in range(n)]
            x = [a / math.sqrt(dot(near, near)) for a in near]
        y = 1 if math.fsum(dot(x, row) ** 2 for row in frame) >= 0.5 else -1
        trials.append((x, -y if draw.random() < 0.1 else y))
    return trials


VECTORS = sequence("vector", vectors(), FIRST)
MOVED = sequence("vector", vectors(low=-1.0, high=2.0), FIRST)
FRAME = orthonormal(R, N)
DYADS = sequence("dyad", dyads(FRAME), {"frame": FRAME})


def along_frame(x):
    return math.fsum(dot(x, row) ** 2 for row in FRAME)


# ---- subspace_mistakes

for given in ({"normalize": "trace"}, {"eta": 0.9}):  # the claim is of the theorem's learner
    value("subspace_mistakes_upper_rank", learner("winnow", r=R, **given), told(VECTORS), None)
value("subspace_mistakes", learner("winnow", r=R), told(VECTORS), rows_of(Theorem(N, [1, 1], ETA, R / N), first_two))
value(
    "subspace_mistakes",
    learner("winnow", r=3, gap=0.8, gap_low=0.2, interval_low=-1, interval_high=2, eta=0.7, theta=0.6, w0=0.3),
    told(MOVED),
    rows_of(Theorem(N, [1, 1], 0.7, 0.3, 0.8, 0.2, 0.6), lambda x: first_two(x, -1.0, 2.0)),
)
value(
    "subspace_mistakes",
    learner("winnow", r=R, normalize="trace", gap=0.8, gap_low=0.1, eta=0.9, theta=0.25),
    told(VECTORS),
    rows_of(Normalised(N, R, 0.9, 0.25, 0.8, 0.1), first_two),
)
value(
    "subspace_mistakes",
    learner("winnow", r=R, normalize="project"),
    told(VECTORS),
    rows_of(Theorem(N, [1, 1], ETA, R / N), first_two),
)
value("subspace_mistakes", learner("matrix_winnow", r=R), told(DYADS), rows_of(Theorem(N, [1, 1], ETA, R / N), along_frame))
WEIGHTS = [0.7, 0.25, 0.5, 0.0, 0.0, 0.0]
value(
    "subspace_mistakes",
    learner("winnow", gap=0.4, eta=1.5, theta=0.11, w0=0.02),
    told(sequence("vector", vectors(), {"vector": WEIGHTS})),
    rows_of(Theorem(N, WEIGHTS, 1.5, 0.02, 0.4, 0.0, 0.11), lambda x: dot(x, WEIGHTS)),
)
SPREAD = [0.9, 0.4, 0.1, 0.0, 0.0, 0.0]
BASIS = orthonormal(N, N)
MATRIX = product(product(transposed(BASIS), diagonal(SPREAD)), BASIS)
MATRIX = [[(MATRIX[i][j] + MATRIX[j][i]) / 2 for j in range(N)] for i in range(N)]
value(
    "subspace_mistakes",
    learner("matrix_winnow", eta=1.1, theta=0.2, representation="dense"),
    told(sequence("dyad", dyads(BASIS[:2]), {"matrix": MATRIX})),
    rows_of(Theorem(N, SPREAD, 1.1, 1 / N, 0.5, 0.0, 0.2), lambda x: inner(MATRIX, outer(x))),
)

# the rates that the learner finds by itself, on a sequence without noise at any gap
PURE = sequence("vector", [([0.0, 0.0, 1.0, 0.0, 1.0, 1.0], -1), ([1.0, 1.0, 0.0, 1.0, 0.0, 0.0], 1)] * 3, FIRST)
for high, low in ((0.5, 0.0), (1.0, 0.0), (0.8, 0.3)):
    for normalize in ("none", "project", "trace"):
        by_trace = normalize == "trace"
        c = best_rate(high / R, low / R, True) if by_trace else best_rate(high, low)
        value(
            "subspace_mistakes",
            learner("winnow", r=R, gap=high, gap_low=low, normalize=normalize),
            told(PURE),
            {"": (1 if by_trace else R) * math.log(N / R) / c, "progress": c},
        )
# w0 = R/n of a guess R, the start and the rounded constants as printed, and zeros, which are charged the start alone
for options, w0, rates in (({"r": 5}, 5 / N, {}), ({"r": R, "w0": 2}, 2.0, {}), ({"w0": 1 / N, "eta": 1.28, "theta": 0.19}, 1 / N, {"theta": 0.19})):
    value(
        "subspace_mistakes",
        learner("winnow", **options),
        told(VECTORS),
        rows_of(Theorem(N, [1, 1], options.get("eta", ETA), w0, **rates), first_two),
    )
ZEROS = sequence("vector", [([0.0, 1.0, 0.0], -1), ([1.0, 0.0, 1.0], -1)], {"vector": [0.0, 0.0, 0.0]})
value("subspace_mistakes", learner("winnow"), told(ZEROS), rows_of(Theorem(3, [], ETA, 1 / 3), lambda x: 0.0))

# ---- claims beside it


def seven(r, n):
    return 7.18 * r * math.log(n / r)


CLEAN = sequence(
    "vector", [(x, y) for x, y in vectors(noise=0.0) if not 0 < first_two(x) < 0.5 and y == (1 if first_two(x) >= 0.5 else -1)], FIRST
)
value(
    "subspace_mistakes_printed",
    learner("winnow", r=R, w0=R, eta=1.28, theta=0.19),
    told(CLEAN),
    {"": seven(R, N)},
)


def with_upper_rank(cell):
    noise = math.fsum(hinge(t["y"], first_two(t["x"]), 0, 0.5) for t in cell.wrong())
    return (3 * math.log(N / 3) / ETA + noise) * 2 * (1 + math.exp(ETA))


value("subspace_mistakes_upper_rank", learner("winnow", r=3), told(VECTORS), {"": with_upper_rank})

# ---- tr W as potential


def trace_rows(eta, theta, w0, high, low):
    def until(cell, row):
        return [t for t in cell.wrong() if t["t"] <= int(cell.rows[row]["trial"])]

    def together(cell):
        labels = [t["y"] for t in until(cell, "")]
        return w0 * N + (math.exp(eta) - 1) * theta * labels.count(1) - (1 - math.exp(-eta)) * theta * labels.count(-1)

    def ceiling(cell):
        past = until(cell, "ceiling")
        return math.fsum(w0 * math.exp(eta * math.fsum(t["y"] * t["x"][i] for t in past)) for i in range(N))

    return {
        "": together,
        "positive": (math.exp(eta) - 1) * theta,
        "negative": (1 - math.exp(-eta)) * theta,
        "argument": 1e-9,
        "ceiling": ceiling,
    }


value(
    "trace_potential",
    learner("winnow", gap=0.6, gap_low=0.1, eta=0.8, theta=0.3, w0=0.2),
    told(VECTORS),
    trace_rows(0.8, 0.3, 0.2, 0.6, 0.1),
)

# ---- two rates


def two_rates(alpha, beta, gap, per_mistake, updated, inside=first_two):
    """[ r ln(n/r) + alpha H+ + beta H- ] / per_mistake, for the thresholds of the theorem."""

    def charge(t):
        return (alpha if t["y"] > 0 else beta) * hinge(t["y"], inside(t["x"]), 0.0, gap)

    def bound(cell):
        return (R * math.log(N / R) + math.fsum(charge(t) for t in updated(cell))) / per_mistake

    return bound, charge


UP, DOWN = math.log(1.6), -math.log(0.4)  # kappa 0.6
bound, charge = two_rates(UP, DOWN, 0.7, 0.35 * UP, lambda cell: cell.wrong())
value(
    "asymmetric_mistakes",
    learner("asymmetric_winnow", r=R, gap=0.7, kappa=0.6),
    told(VECTORS),
    {"": bound, "progress": lambda cell: 0.35 * UP - charge(cell.trials[int(cell.rows["progress"]["trial"]) - 1])},
)
for kappa in (0.25, 0.75):  # matrices
    up, down = math.log(1 + kappa), -math.log(1 - kappa)
    bound, _ = two_rates(up, down, 0.5, 0.25 * up, lambda cell: cell.wrong(), along_frame)
    value("asymmetric_mistakes", learner("asymmetric_matrix_winnow", r=R, kappa=kappa), told(DYADS), {"": bound})
# any rates and threshold: zeta P in the place of P
ALPHA, BETA, THETA, GAP = 0.5, 0.9, 0.2, 0.6
ZETA = THETA * (math.exp(ALPHA) - math.exp(-BETA)) / (ALPHA * GAP)


def any_rates(cell):
    charged = [ZETA * (ALPHA if t["y"] > 0 else BETA) * hinge(t["y"], first_two(t["x"]), 0.0, GAP) for t in cell.wrong()]
    start = ZETA * R * math.log(ZETA / (R / N)) + R - ZETA * R
    return (start + math.fsum(charged)) / ((1 - math.exp(-BETA)) * THETA)


value(
    "asymmetric_mistakes", learner("asymmetric_winnow", r=R, gap=GAP, alpha=ALPHA, beta=BETA, theta=THETA), told(VECTORS), {"": any_rates}
)
# elimination: 2 r ln(n/r) / (g ln 2), and (e/g) r ln(n/r) for the best rates
value("asymmetric_mistakes", learner("asymmetric_winnow", r=R, kappa=1), told(CLEAN), {"": 4 / math.log(2) * R * math.log(N / R)})
value("asymmetric_mistakes", learner("asymmetric_winnow", r=R, rates="best"), told(CLEAN), {"": 2 * math.e * R * math.log(N / R)})


def chance(factor):
    """The trials in which an error was possible, and its probability, for p = min(1, factor score)."""

    def updated(cell):
        return [t for t in cell.trials if (factor * t["score"] < 1 if t["y"] > 0 else t["score"] > 0)]

    def error(t):
        p = min(1.0, factor * t["score"])
        return 1 - p if t["y"] > 0 else p

    return updated, error


updated, error = chance(0.6 / (0.7 * UP))
random_bound, random_charge = two_rates(UP, DOWN, 0.7, 0.7 * UP, updated)


def random_progress(cell):
    t = cell.trials[int(cell.rows["progress"]["trial"]) - 1]
    return 0.7 * UP * error(t) - random_charge(t)


value(
    "randomized_mistakes",
    learner("randomized_winnow", r=R, gap=0.7, kappa=0.6),
    told(VECTORS),
    {"": random_bound, "sampled": random_bound, "progress": random_progress},
)
for kappa in (0.25, 0.75):  # matrices
    up, down = math.log(1 + kappa), -math.log(1 - kappa)
    tosses, _ = chance(kappa / (0.5 * up))
    bound, _ = two_rates(up, down, 0.5, 0.5 * up, tosses, along_frame)
    value("randomized_mistakes", learner("randomized_matrix_winnow", r=R, kappa=kappa), told(DYADS), {"": bound})
value("randomized_mistakes", learner("randomized_winnow", r=R, kappa=1), told(CLEAN), {"": 2 / math.log(2) * R * math.log(N / R)})
# trace 1: coins with the chances p1 = gap/r and p0 = gap_low/r; the rates that make the two divergences equal


def coins(p, q):
    return (p * math.log(p / q) if p > 0 else 0.0) + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0)


def logit(p):
    return math.log(p / (1 - p))


def capacity(high, low=0.0):
    """theta, C and the rates, in closed form."""
    p1, p0 = high / R, low / R
    if low == 0:
        c = math.log(1 + (1 / p1 - 1) ** (1 / p1 - 1) / (1 / p1) ** (1 / p1))
        theta = 1 - math.exp(-c)
        return theta, c, logit(p1) - logit(theta), math.inf
    entropy = lambda p: -p * math.log(p) - (1 - p) * math.log(1 - p)
    theta = 1 / (1 + math.exp(-(entropy(p0) - entropy(p1)) / (p1 - p0)))
    return theta, coins(p1, theta), logit(p1) - logit(theta), logit(theta) - logit(p0)


def trace_one(per_mistake, rate, updated, chance, high, low):
    """Rows where the trial t is charged rate(t) h_t / r; chance(t): of a mistake."""

    def charge(t):
        return rate(t) * hinge(t["y"], first_two(t["x"]), low, high) / R

    def bound(cell):
        return (math.log(N / R) + math.fsum(charge(t) for t in updated(cell))) / per_mistake

    def progress(cell):
        t = cell.trials[int(cell.rows["progress"]["trial"]) - 1]
        return per_mistake * chance(t) - charge(t)

    return {"": bound, "progress": progress}


theta, c, up, down = capacity(0.7, 0.2)
value(
    "capacity_mistakes",
    learner("asymmetric_winnow", r=R, rates="capacity", gap=0.7, gap_low=0.2),
    told(VECTORS),
    trace_one(c, lambda t: up if t["y"] > 0 else down, lambda cell: cell.wrong(), lambda t: 1.0, 0.7, 0.2),
)
ANY = 0.2  # a threshold; kappa = 0.6 makes c+ = alpha p1 - ln(1 + kappa theta) and c- = -ln(1 - kappa theta)
value(
    "capacity_mistakes",
    learner("asymmetric_winnow", r=R, kappa=0.6, gap=0.7, normalize="trace", theta=ANY),
    told(VECTORS),
    trace_one(
        min(UP * 0.35 - math.log(1 + 0.6 * ANY), -math.log(1 - 0.6 * ANY)),
        lambda t: UP if t["y"] > 0 else DOWN,
        lambda cell: cell.wrong(),
        lambda t: 1.0,
        0.7,
        0.0,
    ),
)
for r, high, c in ((1, 1, math.log(2)), (1, 0.5, math.log(1.25)), (2, 1, math.log(1.25)), (4, 1, math.log(1 + 27 / 256))):
    inside = [float(i < r) for i in range(N)]
    clear = sequence("vector", [([1 - x for x in inside], -1), (inside, 1)], {"coordinates": list(range(1, r + 1))})
    value("capacity_mistakes", learner("asymmetric_winnow", r=r, rates="capacity", gap=high), told(clear), {"": math.log(N / r) / c})
for high in (0.5, 0.4):
    value("capacity_mistakes", learner("asymmetric_winnow", r=R, rates="capacity", gap=high), told(CLEAN), {"": math.log(N / R) / capacity(high)[1]})


def by_score(high, low):
    p1, p0 = high / R, low / R
    j2 = coins(p1, (p0 + p1) / 2) + coins(p0, (p0 + p1) / 2)

    def error(t):
        s = t["score"]
        p = 0.0 if s <= p0 else 1.0 if s >= p1 else min(1.0, coins(p0, s) / j2)
        return 1 - p if t["y"] > 0 else p

    def rate(t):
        return logit(p1) - logit(t["score"]) if t["y"] > 0 else logit(t["score"]) - logit(p0)

    rows = trace_one(j2, rate, lambda cell: [t for t in cell.trials if error(t) > 0], error, high, low)
    return {**rows, "sampled": rows[""]}


value(
    "randomized_capacity_mistakes",
    learner("randomized_winnow", r=R, rates="capacity", gap=0.7, gap_low=0.2),
    told(VECTORS),
    by_score(0.7, 0.2),
)
j2 = coins(0.25, 0.125) - math.log(1 - 0.125)
value(
    "randomized_capacity_mistakes",
    learner("randomized_winnow", r=R, rates="capacity"),
    told(CLEAN),
    {"": math.log(N / R) / j2, "sampled": math.log(N / R) / j2},
)
# nothing is left of a positive instance: its noise pays for the mistake
REMOVED = [([0.0, 0.0, 1.0, 0.0, 0.0, 0.0], -1)] + 3 * [([0.0, 0.0, 1.0, 0.0, 0.0, 0.0], 1)] + 2 * [([0.0] * N, 1)]
paid = math.log(N / R) / j2 + 5
value(
    "randomized_capacity_mistakes",
    learner("randomized_winnow", r=R, rates="capacity"),
    told(sequence("vector", REMOVED, FIRST)),
    {"": paid, "sampled": paid},
)
single, _ = chance((math.exp(0.8) - 1) / (0.8 * 0.5))
value(
    "randomized_mistakes",
    learner("randomized_winnow", r=R, rates="single", eta=0.8),
    told(VECTORS),
    {
        "": lambda cell: math.exp(0.8)
        / 0.5
        * (R * math.log(N / R) / 0.8 + math.fsum(hinge(t["y"], first_two(t["x"]), 0.0, 0.5) for t in single(cell)))
    },
)

# ---- comparators that change


def changed(t):
    """The relevant attributes: 1 and 2 in the first trial, then 2 and 5."""
    return [0, 1] if t["t"] == 1 else [1, 4]


def shifting(share):
    eta, theta, high, low = 1.2, 0.11, 0.6, 0.05
    theorem = Normalised(N, R, eta, theta, high, low)
    per_mistake = theorem.c + math.log(1 - share)

    def of(t):
        return hinge(t["y"], math.fsum(t["x"][i] for i in changed(t)), low, high)

    def bound(cell):
        # one of two directions changed
        return (math.log(N / R) + 0.5 * math.log(N / share) + eta * math.fsum(of(t) for t in cell.wrong()) / R) / per_mistake

    def progress(cell):
        return per_mistake - eta * of(cell.trials[int(cell.rows["progress"]["trial"]) - 1]) / R

    return {"": bound, "progress": progress, "shift": 0.5 * math.log(N / share)}


LATER = sequence("vector", vectors(), {"coordinates": [2, 5]})
for method in ("mix", "floor"):
    value(
        "shifting_mistakes",
        learner("shifting_winnow", r=R, gap=0.6, gap_low=0.05, eta=1.2, theta=0.11, share=0.01, method=method),
        told(VECTORS, LATER),
        shifting(0.01),
    )

# at the rate and share that it finds by itself, without noise
c = best_rate(0.25, 0.0, True)
moved = 0.5 * math.log(N / (1 - math.exp(-c / 4)))
value("shifting_mistakes", learner("shifting_winnow", r=R), told(PURE), {"": math.log(N / R) / (0.75 * c), "progress": 0.75 * c})
value(
    "shifting_mistakes",
    learner("shifting_winnow", r=R),
    told(PURE, sequence("vector", [([0.0] * N, -1)], {"coordinates": [1, 4]})),
    {"": (math.log(N / R) + moved) / (0.75 * c), "shift": moved},
)

# ---- kernels, doubling, constraints

for options in ({}, {"eta": 0.9, "theta": 0.3, "gap": 0.6}):
    gap, eta, theta = options.get("gap", 0.5), options.get("eta", ETA), options.get("theta")
    value(
        "kernel_mistakes",
        learner("kernel_matrix_winnow", r=R, **options),
        told(DYADS),
        rows_of(Theorem(N, [1, 1], eta, R / N, gap, 0.0, theta), along_frame),
    )
value(
    "kernel_mistakes",
    learner("kernel_matrix_winnow", r=R, normalize="trace", eta=0.9, theta=0.12),
    told(DYADS),
    rows_of(Normalised(N, R, 0.9, 0.12), along_frame),
)


def doubling(n, r, true_gap, gaps):
    """The guesses in the order of their bounds, up to the first that covers rank and gap."""
    ranks = [2**k for k in range(10) if 2**k < n] + [n]
    most = lambda R, g, r: (r * math.log(n / R) + R - r) * (1 + math.exp(ETA)) / (ETA * g)
    guesses = sorted((max(most(R, g, 1), most(R, g, R)), R, g) for R in ranks for g in gaps)
    total = 0
    for bound, R, g in guesses:
        if R >= r and g <= true_gap:
            return total + math.floor(most(R, g, r))
        total += math.floor(bound) + 1
    return math.nan


CLEAN_EIGHT = sequence(
    "vector",
    [([0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0], -1), ([0.5, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1)] * 2,
    {"coordinates": [1, 2]},
)
EIGHT_ONE = sequence("vector", [([0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0], -1)] * 20, {"coordinates": [1]})
value(
    "doubling_mistakes",
    learner("doubling_matrix_winnow", gap=0.5),
    told(CLEAN_EIGHT, gap=0.5),
    {"": doubling(8, 2, 0.5, [0.5]), "progress": 0.5 * 0.27846454276107379511},
)
value("doubling_mistakes", learner("doubling_matrix_winnow"), told(CLEAN_EIGHT, gap=0.5), {"": doubling(8, 2, 0.5, [1, 0.5, 0.25, 0.125])})
value(
    "doubling_mistakes",
    learner("doubling_matrix_winnow", least_gap=0.25),
    told(CLEAN_EIGHT, gap=0.3),
    {"": doubling(8, 2, 0.3, [1, 0.5, 0.25])},
)

# a bound that is an integer but for rounding counts as one; a gap at which it is less
for short, most in ((1e-10, 15), (5e-3, 14)):
    gap = math.log(8) / 0.27846454276107379511 / (15 - short)
    value("doubling_mistakes", learner("doubling_matrix_winnow", gap=gap), told(EIGHT_ONE, gap=gap), {"": most})

# W_11 = 1, which P meets: the projection of (r/n) I changes that entry alone
c = 0.5 * 0.27846454276107379511
start = (R - 1) * math.log(N / R) + 1 + (N - 1) * R / N - R
constrained = {"constraints": [{"type": "entry", "i": 1, "j": 1, "value": 1}]}
rows = rows_of(Theorem(N, [1, 1], ETA, R / N), first_two)
rows[""] = lambda cell: (start + ETA * math.fsum(hinge(t["y"], first_two(t["x"]), 0, 0.5) for t in cell.wrong())) / c
rows["start"] = R * math.log(N / R)
rows["residual"] = 1e-9
value("constrained_mistakes", learner("constrained_matrix_winnow", r=R, **constrained), told(VECTORS), rows)

# ---- premises: 0 <= X <= I in a trial with an update; the relevant attribute is 0 there, so that there is no noise

ONE = {"coordinates": [1]}
PRINTED = dict(r=1, w0=1, eta=1.28, theta=0.19)
LEARNERS = [
    ("subspace_mistakes", "winnow", {}),
    ("subspace_mistakes", "winnow", {"normalize": "trace"}),
    ("subspace_mistakes", "winnow", {"normalize": "project"}),
    ("subspace_mistakes_printed", "winnow", PRINTED),
    ("subspace_mistakes_upper_rank", "winnow", {"r": 2}),
    ("trace_potential", "winnow", {}),
    ("asymmetric_mistakes", "asymmetric_winnow", {}),
    ("randomized_mistakes", "randomized_winnow", {}),
    ("shifting_mistakes", "shifting_winnow", {}),
    ("constrained_mistakes", "constrained_matrix_winnow", {}),
    ("doubling_mistakes", "doubling_matrix_winnow", {"gap": 0.5}),
    ("capacity_mistakes", "asymmetric_winnow", {"rates": "capacity"}),
    ("randomized_capacity_mistakes", "randomized_winnow", {"rates": "capacity"}),
]


def one_negative(x, comparator=None, **options):
    return told(sequence("vector", [(x, -1)], ONE if comparator is None else comparator), gap=0.5, **options)


for name, kind, options in LEARNERS:
    given = learner(kind, **options)
    edge(name, "0 <= X <= I", lambda d: (given, one_negative([0.0, 1.0 + d, 1.0, 1.0])))
    edge(name, "0 <= X <= I", lambda d: (given, one_negative([0.0, -d, 1.0, 1.0])))
edge(
    "randomized_capacity_mistakes",
    "0 <= X <= I",
    lambda d: (learner("randomized_winnow", rates="capacity"), one_negative([0.0, 1.0 + d, 1.0, 1.0])),
    row="sampled",
)
edge("randomized_mistakes", "0 <= X <= I", lambda d: (learner("randomized_winnow"), one_negative([0.0, 1.0 + d, 1.0, 1.0])), row="sampled")
for sign in (1, -1):
    for first in (True, False):  # of two eigenvalues each
        weights = lambda d: [sign * (1 + 2 * d), -0.5] if first else [-0.5, sign * (1 + 2 * d)]
        low_rank = lambda d: {"factors": [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]], "weights": weights(d), "shift": 0.0}
        play = lambda d: (
            learner("matrix_winnow", interval_low=-1, interval_high=1),
            told(sequence("low_rank", [(low_rank(d), -1)], {"frame": [[1.0, 0.0, 0.0, 0.0]]}, n=4)),
        )
        edge("subspace_mistakes", "a I <= X <= b I", play)
for name, kind, options in LEARNERS[:6] + LEARNERS[8:9]:
    if name == "subspace_mistakes_printed":
        continue
    given = learner(kind, interval_low=-1, interval_high=1, **options)
    edge(name, "a I <= X <= b I", lambda d: (given, one_negative([-1.0, 1.0 + 2 * d, 1.0, 1.0])))
    edge(name, "a I <= X <= b I", lambda d: (given, one_negative([-1.0, -1.0 - 2 * d, 1.0, 1.0])))

# one comparator for all trials
OTHER = sequence("vector", [([0.0] * 4, -1)], {"coordinates": [2]})
for name, kind, options in LEARNERS:
    if name == "shifting_mistakes":
        continue
    given = learner(kind, **options)
    play = lambda d: (given, one_negative([0.0, 1.0, 1.0, 1.0], second=OTHER if d else None))
    edge(name, "one comparator for all trials", play, inside=0, outside=1)
edge(
    "kernel_mistakes",
    "one comparator for all trials",
    lambda d: (
        learner("kernel_matrix_winnow"),
        told(
            sequence("dyad", [([0.0, 1.0], -1)], {"frame": [[1.0, 0.0]]}),
            sequence("dyad", [([0.0, 1.0], -1)], {"frame": [[0.0, 1.0]]}) if d else None,
        ),
    ),
    inside=0,
    outside=1,
)

# the standard optimal algorithm: at gap 1 with r = 1 it halves
def halves(x, label=-1, comparator=ONE, second=None):
    text = sequence("vector", [(x, label)], comparator)
    return learner("standard_optimal", gap=1), told(text, second=second, gap=1.0)


value("standard_optimal_mistakes", *halves([0.0, 1.0, 1.0, 1.0]), {"": math.floor(math.log2(4))})
edge("standard_optimal_mistakes", "one comparator for all trials", lambda d: halves([0.0, 1.0, 1.0, 1.0], second=OTHER if d else None), inside=0, outside=1)
for name, play in [
    ("0 <= w <= 1", lambda d: halves([0.0, 1.0, 1.0, 1.0], comparator={"vector": [1.0 + d, 0.0, 0.0, 0.0]})),
    ("the weights have the sum r", lambda d: halves([0.0, 1.0, 1.0, 1.0], comparator={"vector": [1.0 - d, 0.0, 0.0, 0.0]})),
    ("the weights have the sum r", lambda d: halves([0.0, 0.0, 1.0, 1.0], comparator={"vector": [1.0, d, 0.0, 0.0]})),
    ("0 <= x <= 1", lambda d: halves([0.0, 1.0 + d, 1.0, 1.0])),
    ("the weights explain the mistakes", lambda d: halves([1.0 - d, 0.0, 0.0, 0.0], label=1)),
]:
    edge("standard_optimal_mistakes", name, play, inside=5e-13, outside=2e-12)
for name, play in [
    ("0 <= w <= 1", lambda d: halves([0.0, 1.0, 1.0, 1.0], comparator={"vector": [1.0, -d, d, 0.0]})),
    ("0 <= x <= 1", lambda d: halves([-d, 1.0, 1.0, 1.0])),
    ("the weights explain the mistakes", lambda d: halves([d, 1.0, 1.0, 1.0])),
]:
    edge("standard_optimal_mistakes", name, play, inside=0.0, outside=1e-300)

# P is a projection: the length of its vector, on dyads
MATRIX_LEARNERS = [
    ("subspace_mistakes", "matrix_winnow", {}),
    ("subspace_mistakes", "matrix_winnow", {"normalize": "trace"}),
    ("subspace_mistakes_printed", "matrix_winnow", PRINTED),
    ("subspace_mistakes_upper_rank", "matrix_winnow", {"r": 2}),
    ("trace_potential", "matrix_winnow", {}),
    ("asymmetric_mistakes", "asymmetric_matrix_winnow", {}),
    ("randomized_mistakes", "randomized_matrix_winnow", {}),
    ("shifting_mistakes", "shifting_matrix_winnow", {}),
    ("constrained_mistakes", "constrained_matrix_winnow", {}),
    ("doubling_mistakes", "doubling_matrix_winnow", {"gap": 0.5}),
    ("kernel_mistakes", "kernel_matrix_winnow", {}),
    ("capacity_mistakes", "asymmetric_matrix_winnow", {"rates": "capacity"}),
]
for name, kind, options in MATRIX_LEARNERS:
    given = learner(kind, **options)
    play = lambda d: (given, told(sequence("dyad", [([0.0, 0.0, 1.0], -1)], {"frame": [[math.sqrt(1 + d), 0.0, 0.0]]}), gap=0.5))
    row = "negative" if name == "trace_potential" else ""
    if name in ("constrained_mistakes", "asymmetric_mistakes", "randomized_mistakes", "capacity_mistakes") or (name == "subspace_mistakes" and not options):
        edge(name, "the spectrum of the comparator is known", play)
        continue
    edge(name, "P is a projection", play, row=row)
    # any other comparator is none
    play = lambda d: (given, told(sequence("dyad", [([0.0, 0.0, 1.0], -1)], {"vector": [1.0, d, 0.0]}), gap=0.5))
    edge(name, "P is a projection", play, inside=0.0, outside=0.5, row=row)
edge(
    "subspace_mistakes",
    "P is a projection",
    lambda d: (learner("winnow", normalize="trace"), one_negative([0.0, 1.0, 1.0, 1.0], {"vector": [1.0, d, 0.0, 0.0]})),
    inside=0.0,
    outside=0.5,
)

# the comparator's entropy: a negative entry has none
for name, kind, options in LEARNERS[:1] + LEARNERS[6:8] + LEARNERS[9:10]:
    given = learner(kind, **options)
    play = lambda d: (given, one_negative([0.0, 1.0, 1.0, 1.0], {"vector": [0.5, 0.5, 0.0, -d]}))
    edge(name, "the spectrum of the comparator is known", play, inside=0.0, outside=1e-12)

# the progress of a mistake
POSITIVE = "the guaranteed progress is positive"
HALF = told(sequence("vector", [([0.0, 1.0, 1.0, 1.0], -1)], ONE))
edge(
    "subspace_mistakes",
    POSITIVE,
    lambda d: (learner("winnow", gap=0.8, gap_low=0.4, eta=math.log(2) + d), HALF),
    inside=-1e-9,
    outside=1e-9,
)
ZERO = (1 - math.exp(-0.2)) / (1 - math.exp(-1.0))  # the threshold at which c- is 0 for eta = 1 and gap_low = 0.2
edge(
    "subspace_mistakes",
    POSITIVE,
    lambda d: (learner("winnow", normalize="trace", gap=0.9, gap_low=0.2, eta=1.0, theta=ZERO - d), HALF),
    inside=-1e-9,
    outside=1e-9,
)
TOP = (math.exp(0.5) - 1) / (math.exp(1.0) - 1)  # and c+, for eta = 1 and gap = 0.5
edge(
    "subspace_mistakes",
    POSITIVE,
    lambda d: (learner("winnow", normalize="trace", eta=1.0, theta=TOP + d), HALF),
    inside=-1e-9,
    outside=1e-9,
)
edge(
    "kernel_mistakes",
    POSITIVE,
    lambda d: (
        learner("kernel_matrix_winnow", normalize="trace", eta=1.0, theta=TOP + d),
        told(sequence("dyad", [([0.0, 1.0], -1)], {"frame": [[1.0, 0.0]]})),
    ),
    inside=-1e-9,
    outside=1e-9,
)
CLEAR = Normalised(4, 1, 1.0, 0.3).c
edge(
    "shifting_mistakes",
    POSITIVE,
    lambda d: (learner("shifting_winnow", eta=1.0, theta=0.3, share=1 - math.exp(-CLEAR) + d), HALF),
    inside=-1e-9,
    outside=1e-9,
)
for name, kind in (("asymmetric_mistakes", "asymmetric_winnow"), ("randomized_mistakes", "randomized_winnow")):
    # it is never 0 but by underflow
    edge(name, POSITIVE, lambda d: (learner(kind, alpha=1.0, beta=d, theta=d), HALF), inside=1e-150, outside=1e-170)

# noise
for name, kind, options in (
    ("subspace_mistakes_printed", "winnow", PRINTED), ("doubling_mistakes", "doubling_matrix_winnow", {"gap": 0.5})
):
    given = learner(kind, **options)
    edge(name, "no noise", lambda d: (given, one_negative([d, 1.0, 1.0, 1.0])))
for name, kind in (("asymmetric_mistakes", "asymmetric_winnow"), ("randomized_mistakes", "randomized_winnow")):
    play = lambda d: (learner(kind, kappa=1), one_negative([d, 1.0, 1.0, 1.0]))
    edge(name, "no noise on negative updates", play, inside=5e-15, outside=2e-14)

for name, kind in (("capacity_mistakes", "asymmetric_winnow"), ("randomized_capacity_mistakes", "randomized_winnow")):
    play = lambda d: (learner(kind, rates="capacity"), one_negative([d, 1.0, 1.0, 1.0]))
    edge(name, "no noise on negative updates", play, inside=5e-15, outside=2e-14)
    play = lambda d: (learner(kind, rates="capacity"), one_negative([0.0, 1.0, 1.0, 1.0], {"vector": [d, 0.0, 0.0, 0.0]}))
    edge(name, "P is not 0", play, inside=1.0, outside=0.0)
    edge(
        name,
        "the spectrum of the comparator is known",
        lambda d: (learner(kind, rates="capacity"), one_negative([0.0, 1.0, 1.0, 1.0], {"vector": [1.0, 0.0, 0.0, -d]})),
        inside=0.0,
        outside=1e-12,
    )
for sign in (1, -1):
    edge(
        "randomized_capacity_mistakes",
        "the comparator has trace r",
        lambda d: (learner("randomized_winnow", rates="capacity"), one_negative([0.0, 1.0, 1.0, 1.0], {"vector": [1.0 + sign * d, 0.0, 0.0, 0.0]})),
    )
# c- is 0 at theta = 0, c+ at (e^(a/2) - 1)/(e^a - 1)
edge(
    "capacity_mistakes",
    POSITIVE,
    lambda d: (learner("asymmetric_winnow", alpha=1.0, beta=1.0, normalize="trace", theta=TOP + d), HALF),
    inside=-1e-9,
    outside=1e-9,
)

# what single bounds ask
play = lambda d: (learner("constrained_matrix_winnow"), one_negative([0.0, 1.0, 1.0, 1.0], [ONE, {"frame": [[1.0, 0.0, 0.0, 0.0]]}][d]))
edge("constrained_mistakes", "the comparator is a vector, where instances are", play, inside=0, outside=1)
tuned = ETA * 0.5 / (math.exp(ETA) - math.exp(-ETA))
edge(
    "subspace_mistakes",
    "theta = eta (gap_low + gap) / (e^eta - e^-eta)",
    lambda d: (learner("winnow", normalize="project", theta=tuned * (1 + d)), HALF),
)
edge(
    "subspace_mistakes",
    "theta = eta (gap_low + gap) / (e^eta - e^-eta)",
    lambda d: (learner("winnow", normalize="project", theta=tuned * (1 - d)), HALF),
)
edge(
    "constrained_mistakes",
    "theta = eta gap / (e^eta - e^-eta)",
    lambda d: (learner("constrained_matrix_winnow", theta=tuned * (1 + d)), HALF),
)
edge(
    "constrained_mistakes",
    "theta = eta gap / (e^eta - e^-eta)",
    lambda d: (learner("constrained_matrix_winnow", theta=tuned * (1 - d)), HALF),
)
for sign in (1, -1):
    play = lambda d: (
        learner("winnow", r=2, normalize="project"), one_negative([0.0, 0.0, 1.0, 1.0], {"vector": [1.0, 1.0 + 2 * sign * d, 0.0, 0.0]})
    )
    edge("subspace_mistakes", "the comparator has the trace that is projected onto", play)
    play = lambda d: (learner("constrained_matrix_winnow", constraints=[{"type": "entry", "i": 1, "j": 1, "value": 1 + sign * d}]), HALF)
    edge("constrained_mistakes", "P satisfies the constraints", play)
play = lambda d: (learner("constrained_matrix_winnow", constraints=[{"type": "entry", "i": 1, "j": 1, "at_most": 1 - d}]), HALF)
edge("constrained_mistakes", "P satisfies the constraints", play, inside=9e-10, outside=1.1e-9)
edge(
    "subspace_mistakes_upper_rank",
    "the rank is at most R",
    lambda d: (learner("winnow", r=2), one_negative([0.0, 0.0, 0.0, 1.0], {"coordinates": [1, 2, 3][:d]})),
    inside=2,
    outside=3,
)
edge(
    "kernel_mistakes",
    "k(x,x) <= 1",
    lambda d: (learner("kernel_matrix_winnow"), told(sequence("dyad", [([0.0, math.sqrt(1 + d)], -1)], {"frame": [[1.0, 0.0]]}))),
)
doubled = sequence("vector", [([0.0, 1.0, 1.0, 1.0], -1)], ONE)
edge(
    "doubling_mistakes",
    "the gap is known",
    lambda d: (learner("doubling_matrix_winnow"), told(doubled) if d else told(doubled, gap=0.5)),
    inside=0,
    outside=1,
)
edge(
    "doubling_mistakes",
    "a guess covers the rank and the gap",
    lambda d: (learner("doubling_matrix_winnow"), told(doubled, gap=0.125 - d)),
    inside=0.0,
    outside=1e-12,
)
play = lambda d: (
    learner("shifting_winnow"),
    one_negative([0.0, 1.0, 1.0, 1.0], second=sequence("vector", [([0.0] * 4, -1)], {"coordinates": [1, 2][: 1 + d]})),
)
edge("shifting_mistakes", "all comparators are projections of one rank", play, inside=0, outside=1)
play = lambda d: (learner("shifting_winnow"), one_negative([0.0, 1.0, 1.0, 1.0], {"vector": [1.0, d, 0.0, 0.0]}))
edge("shifting_mistakes", "P is a projection", play, inside=0.0, outside=0.5)
for fault, name in (("sunk", "lambda_min(W) >= a/n, as a multiple of a/n"), ("grown", "tr W = 1"), ("shrunk", "tr W = 1")):
    edge("shifting_mistakes", name, lambda d: (learner("control_shifting", fault=fault, size=d), HALF))

# ---- adversaries

for n, r in ((16, 1), (24, 3), (3, 1)):
    forced = Problem("problem.forced_mistakes { n = %d, r = %d }" % (n, r))
    least = r * math.floor(math.log2(n / r))
    value("forced_mistakes", learner("constant"), forced, {"": least}, trials=40)
    value("forced_mistakes_printed", learner("constant"), forced, {"": r * math.ceil(math.log2(n / r))}, trials=40)
edge(
    "forced_mistakes",
    "the adversary could play to its end",
    lambda d: (learner("constant"), Problem("problem.forced_mistakes { n = 16 }"), {"trials": 4 - d}),
    inside=0,
    outside=1,
)
for n, r, gap in ((16, 1, 0.5), (31, 2, 2 / 3), (9, 1, 1)):
    blocks = round(r / gap)
    least = blocks * math.floor(math.log2(n / blocks))
    played = lambda labels: Problem("problem.block_adversary { n = %d, r = %d, gap = %r, labels = %r }" % (n, r, gap, labels))
    value("block_mistakes", learner("constant"), played("contradict"), {"": least}, trials=40)
    value("block_mistakes", learner("constant"), played("coins"), {"": least / 2, "at_most": least / 2}, trials=40)
for labels, row in (("contradict", ""), ("coins", ""), ("coins", "at_most")):
    played = Problem("problem.block_adversary { n = 16, labels = %r }" % labels)
    edge(
        "block_mistakes",
        "the adversary could play to its end",
        lambda d: (learner("constant"), played, {"trials": 6 - d}),
        inside=0,
        outside=1,
        row=row,
    )
    dyads = Problem("problem.matrix_block_adversary { n = 16, labels = %r }" % labels)
    edge(
        "matrix_block_mistakes",
        "the adversary could play to its end",
        lambda d: (learner("constant"), dyads, {"trials": 7 - d}),
        inside=0,
        outside=1,
        row=row,
    )
for n, r, group in ((16, 1, 2), (7, 2, 3), (2, 1, 2)):
    least = r * group * math.floor(math.log2(n / (r * group))) + r * (group - 1)
    played = lambda labels: Problem("problem.matrix_block_adversary { n = %d, r = %d, gap = %r, labels = %r }" % (n, r, 1 / group, labels))
    value("matrix_block_mistakes", learner("constant"), played("contradict"), {"": least}, trials=40)
    value("matrix_block_mistakes", learner("constant"), played("coins"), {"": least / 2, "at_most": least / 2}, trials=40)
