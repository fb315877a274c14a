"""Entries of matrices: online matrix prediction, log-determinant mirror descent, completion, and the learners beside them."""
import itertools
import json
import math
import random

from algebra import bisect, combine, diagonal, dot, eigen, entropy, inner, of_spectrum, outer, product, singular_values, solve, trace
from algebra import transposed
from cases import Problem, edge, learner, sequence, told, value
from winnow import Theorem

draw = random.Random(71)


def entries(m, n, trials, comparator=None, loss="absolute", interval=(-1, 1), scale=1.0):
    return sequence("entry", trials, comparator, n=n, m=m, labels="real", loss=loss, interval=list(interval), scale=scale)


def row_trial(cell, row):
    return cell.trials[int(cell.rows[row]["trial"]) - 1]


def pairs(m, n, label, count=40, apart=False):
    trials = []
    while len(trials) < count:
        i, j = draw.randint(1, m), draw.randint(1, n)
        if not (apart and i == j):
            trials.append(((i, j), label(i, j)))
    return trials


# ---- Hedge and the entries apart

CUT = [1, 1, -1, -1, 1]
ORDER = [3, 1, 4, 2]
noisy = lambda low, high: draw.uniform(low, high)
CUTS = entries(5, 5, pairs(5, 5, lambda i, j: noisy(-1, 1), apart=True), {"cut": CUT}, scale=0.5)
ORDERS = entries(4, 4, pairs(4, 4, lambda i, j: noisy(0, 1), apart=True), {"order": ORDER}, interval=(0, 1), scale=3.0)


def hedge(matrices, eta, low, high, scale):
    """R = G (high - low), G the scale of the absolute loss."""
    spread = lambda y: scale * abs(abs(high - y) - abs(low - y))
    whole = scale * (high - low)
    return {
        "": lambda cell: math.log(matrices) / eta + eta * len(cell.trials) * whole**2 / 8,
        "data": lambda cell: math.log(matrices) / eta + eta / 8 * math.fsum(spread(t["y"]) ** 2 for t in cell.trials),
        "potential": lambda cell: eta * spread(row_trial(cell, "potential")["y"]) ** 2 / 8,
    }


value("hedge_regret", learner("hedge_cuts", eta=0.7), told(CUTS), hedge(16, 0.7, -1, 1, 0.5))
value("hedge_regret", learner("hedge_orders", eta=0.2), told(ORDERS), hedge(24, 0.2, 0, 1, 3.0))
value("hedge_regret", learner("hedge_cuts"), told(CUTS), {"": math.sqrt(40 * math.log(16) / 2)})


def gradient(t, low, high, scale):
    """Of the square loss, extended from the ends of the interval, at the raw prediction."""
    z = t["score"]
    slope = lambda p: 2 * scale * (p - t["y"])
    if z > high:
        return max(0.0, slope(high))
    return min(0.0, slope(low)) if z < low else slope(z)


W = [[0.5, -0.25, 0.75], [-0.5, 0.25, 0.125]]
SQUARES = entries(2, 3, pairs(2, 3, lambda i, j: noisy(-1, 1), 12), {"matrix": W}, loss="square", scale=0.5)


def visited(cell):
    return {t["x"] for t in cell.trials}


def apart(eta, scale=0.5):
    steep = 4 * scale  # the largest slope, 2 scale (high - low)
    g = lambda t: gradient(t, -1, 1, scale)
    return {
        "": lambda cell: len(visited(cell)) * 4 / (8 * eta) + eta * steep**2 * len(cell.trials) / 2,
        "data": lambda cell: math.fsum(W[i - 1][j - 1] ** 2 for i, j in visited(cell)) / (2 * eta) + eta / 2 * math.fsum(
            g(t) ** 2 for t in cell.trials
        ),
        "step": lambda cell: eta**2 * g(row_trial(cell, "step")) ** 2,
    }


value("entry_averages_regret", learner("entry_averages", eta=0.15), told(SQUARES), apart(0.15))


def schatten(p, eta, radius, scale=0.5):
    g = lambda t: gradient(t, -1, 1, scale)
    norm = math.fsum(s**p for s in singular_values(W)) ** (1 / p)
    return {
        "": lambda cell: radius**2 / (2 * eta) + eta * (4 * scale) ** 2 * len(cell.trials) / (2 * (p - 1)),
        "data": lambda cell: norm**2 / (2 * eta) + eta / (2 * (p - 1)) * math.fsum(g(t) ** 2 for t in cell.trials),
        "step": lambda cell: eta**2 * g(row_trial(cell, "step")) ** 2 / (2 * (p - 1)),
    }


value("schatten_regret", learner("schatten_mirror_descent", p=1.5, eta=0.1, radius=2.0), told(SQUARES), schatten(1.5, 0.1, 2.0))

# ---- comparators that change


def positive(a, b):
    """tr((b - a)_+)"""
    return math.fsum(max(v, 0.0) for v in eigen(combine(b, a, -1.0))[0])


def kept(x, share, tau, floors):
    """X of trace tau with the share of the identity, or with gamma X raised to a floor and the trace tau."""
    least = share * tau / len(x)
    if not floors:
        return combine(diagonal([least] * len(x)), x, 1 - share)
    gamma = bisect(lambda c: math.fsum(max(c * v, least) for v in eigen(x)[0]) - tau, 0.0, 1.0)
    return of_spectrum(x, lambda v: max(gamma * v, least))


# ---- Matrix Multiplicative Weights, played here

N = 3


def losses(count=12):
    trials = []
    for _ in range(count):
        a = [[draw.uniform(-1, 1) for _ in range(N)] for _ in range(N)]
        a = [[(a[i][j] + a[j][i]) / 6 for j in range(N)] for i in range(N)]
        trials.append((a, draw.uniform(-1, 1)))
    return trials


PLAYED = [[0.5, 0.2, 0.0], [0.2, 0.75, 0.1], [0.0, 0.1, 0.25]]  # of trace 1.5


def weights(eta, tau, scale, equal, comparator, end=None, share=0.0, floors=False, second=None):
    """end: the square loss on [-end, end]; otherwise the linear one. second: the comparator from round 2 on."""

    def slope_and_regret(p, u, y):
        if end is None:
            return scale * y, scale * y * (p - u)
        p = min(max(p, -end), end)
        return 2 * scale * (p - y), scale * ((p - y) ** 2 - (u - y) ** 2)

    def rounds(cell):
        argument, found = diagonal([math.log(tau / N)] * N), []
        for t in cell.trials:
            x = of_spectrum(argument, math.exp)
            u = second if second and found else comparator
            slope, more = slope_and_regret(inner(x, t["x"]), inner(u, t["x"]), t["y"])
            loss = [[slope * a for a in row] for row in t["x"]]
            mean, square, spectrum = inner(x, loss), inner(x, product(loss, loss)), eigen(loss)[0]
            width = max(spectrum) - min(spectrum)
            argument = combine(argument, loss, -eta)
            grown = trace(of_spectrum(argument, math.exp))
            mixed = mean + tau / eta * math.log(grown / tau)
            found.append((more, square, width**2, square / tau - (mean / tau) ** 2, mixed))
            if equal or grown > tau:
                argument = combine(argument, diagonal([math.log(tau / grown)] * N))
            if share:
                argument = of_spectrum(kept(of_spectrum(argument, math.exp), share, tau, floors), math.log)
        return found

    size = trace(comparator)
    far = entropy(eigen(second or comparator)[0]) - size * math.log(tau / N) + tau - size
    forgets = -tau * math.log(1 - share)
    moved = positive(comparator, second) * math.log(N / share) if second else 0.0
    tracking = lambda cell: (moved + (len(cell.trials) - 1) * forgets) / eta

    def step(cell):
        more, charge, _, _, _ = rounds(cell)[int(cell.rows["step"]["trial"]) - 1]
        return eta * more - eta**2 * charge - forgets

    steep = scale if end is None else 4 * scale * end
    sums = lambda cell, part: math.fsum(found[part] for found in rounds(cell))
    rows = {
        "": lambda cell: tau * math.log(N) / eta + eta * tau * steep**2 * len(cell.trials) + tracking(cell),
        "data": lambda cell: far / eta + eta * sums(cell, 1) + tracking(cell),
        "step": step,
    }
    if equal:
        rows["hoeffding"] = lambda cell: far / eta + eta / 8 * tau * sums(cell, 2) + tracking(cell)
        rows["variance"] = lambda cell: far / eta + (math.e - 2) * eta * tau * sums(cell, 3) + tracking(cell)
        rows["mixability"] = lambda cell: far / eta + sums(cell, 4) + tracking(cell)
    if second:
        rows["shift"] = entropy(eigen(second)[0]) - entropy(eigen(comparator)[0]) + moved
    return rows


def linear(trials, comparator, scale=1.0):
    kind = "vector" if not isinstance(trials[0][0][0], list) else "matrix"
    return sequence(kind, trials, comparator, labels="real", loss="linear", interval=[-100, 100], scale=scale)


MMW = "matrix_multiplicative_weights_regret"
value(
    MMW,
    learner("matrix_multiplicative_weights", tau=1.5, eta=0.3),
    told(linear(losses(), {"matrix": PLAYED}, 2.0)),
    weights(0.3, 1.5, 2.0, True, PLAYED),
)
value(
    MMW,
    learner("matrix_multiplicative_weights", tau=2, trace="at_most", eta=0.3),
    told(linear(losses(), {"matrix": PLAYED})),
    weights(0.3, 2.0, 1.0, False, PLAYED),
)

for size in (1.0, 1.5):  # at the rate of the theorem
    scaled = [[x * size / 1.5 for x in row] for row in PLAYED]
    own = told(linear(losses(), {"matrix": scaled}, 2.0))
    value(MMW, learner("matrix_multiplicative_weights", tau=size), own, {"": 2 * size * 2.0 * math.sqrt(math.log(N) * 12)})

OTHER = [[0.25, -0.1, 0.0], [-0.1, 0.5, 0.3], [0.0, 0.3, 0.75]]  # of trace 1.5
for method in ("mix", "floor"):
    own = losses()
    value(
        MMW,
        learner("matrix_multiplicative_weights", tau=1.5, eta=0.3, share=0.05, method=method),
        told(linear(own, {"matrix": PLAYED}, 2.0), linear(own, {"matrix": OTHER}, 2.0)),
        weights(0.3, 1.5, 2.0, True, PLAYED, share=0.05, floors=method == "floor", second=OTHER),
    )


def traceless(trials, end):
    """On these every multiple of I predicts 0; labels at most `end`."""
    return [([[x - (i == j) * trace(a) / N for j, x in enumerate(row)] for i, row in enumerate(a)], end * y) for a, y in trials]


def on_interval(trials, comparator, loss, end, scale=1.0):
    kind = "matrix" if isinstance(trials[0][0][0], list) else "vector"
    return sequence(kind, trials, comparator, labels="real", loss=loss, interval=[-end, end], scale=scale)


HALF = diagonal([0.5] * N)
value(
    MMW,
    learner("matrix_multiplicative_weights", tau=1.5, eta=0.4),
    told(on_interval(traceless(losses(), 0.1), {"matrix": HALF}, "square", 0.1, 3.0)),
    weights(0.4, 1.5, 3.0, True, HALF, 0.1),
)

UPDATES = "matrix_multiplicative_weights_updates"


def updates(eta, tau, scale, delta, comparator):
    """Played here, with the absolute loss."""

    def rounds(cell):
        argument, found = diagonal([math.log(tau / N)] * N), {}
        for number, t in enumerate(cell.trials, 1):
            p = inner(of_spectrum(argument, math.exp), t["x"])
            if abs(p - t["y"]) <= delta:
                continue
            spectrum = eigen(t["x"])[0]
            found[number] = (abs(t["y"] - inner(comparator, t["x"])), max(spectrum) - min(spectrum))
            argument = combine(argument, t["x"], -eta * scale * math.copysign(1.0, p - t["y"]))
            argument = combine(argument, diagonal([math.log(tau / trace(of_spectrum(argument, math.exp)))] * N))
        return found

    far = entropy(eigen(comparator)[0]) - tau * math.log(tau / N)
    progress = lambda off, width: eta * scale * (delta - off) - (eta * scale * width) ** 2 * tau / 8

    def bound(cell):
        found = rounds(cell)
        assert len(found) == int(cell.line["updates"])
        return (far + eta * scale * math.fsum(off for off, _ in found.values())) / progress(0, max(w for _, w in found.values()))

    return {"": bound, "progress": lambda cell: progress(*rounds(cell)[int(cell.rows["progress"]["trial"])])}


value(
    UPDATES,
    learner("matrix_multiplicative_weights", tau=1.5, eta=0.2, insensitive=0.25),
    told(on_interval(losses(60), {"matrix": PLAYED}, "absolute", 2.0, 1.25)),
    updates(0.2, 1.5, 1.25, 0.25, PLAYED),
)

# ---- random densities of rank one

DENSITY = [[x / 1.5 for x in row] for row in PLAYED]


def rank_one(start, factor, norm):
    """norm: of R and |L - (tr L/n) I|_F."""

    def bound(cell):
        charged = []
        for t in cell.trials:
            x = t["x"] if isinstance(t["x"][0], list) else diagonal(t["x"])
            spectrum = [2.0 * t["y"] * value for value in eigen(x)[0]]
            middle = math.fsum(spectrum) / len(spectrum)
            spread = math.sqrt(math.fsum((v - middle) ** 2 for v in spectrum))
            charged.append((max(spectrum) - min(spectrum)) * norm(max(spectrum) - min(spectrum), spread))
        return start + factor * math.fsum(charged)

    return {"": bound}


SKETCH, LEADER = "sketched_multiplicative_weights_regret", "perturbed_leader_regret"
for text in (linear(losses(), {"matrix": DENSITY}, 2.0), linear([([0.5, -1.0, 0.25], 0.5)] * 3, {"vector": [0.5, 0.25, 0.25]}, 2.0)):
    value(SKETCH, learner("sketched_multiplicative_weights", eta=0.3), told(text), rank_one(math.log(12) / 0.3, 0.9 / 8, lambda r, f: r))
    whole = rank_one(1.4 * math.sqrt(3), 1 / (4 * math.sqrt(math.pi) * 0.7), lambda r, f: f)
    value(LEADER, learner("follow_the_perturbed_leader", scale=0.7), told(text), whole)
HIDDEN = Problem("problem.sparse_losses { n = 100 }")  # at the default scales
value(SKETCH, learner("sketched_multiplicative_weights"), HIDDEN, {"": math.sqrt(6 * 60 * math.log(400)) * (0.5 + 0.5 / 4)}, trials=60)
value(LEADER, learner("follow_the_perturbed_leader"), HIDDEN, {"": math.sqrt(2 * 60 * math.sqrt(100 / math.pi)) * (0.5 + 0.5 * math.sqrt(0.99))}, trials=60)

PLAYED_QUBITS = Problem('problem.quantum_state { qubits = 2, loss = "square" }')
published = {"": lambda cell: 2 * 2 * math.sqrt(2 * 2 * len(cell.trials) * math.log(2))}
value("quantum_state_regret_published", learner("matrix_multiplicative_weights"), PLAYED_QUBITS, published, trials=20)

# ---- online matrix prediction: at the rate of the theorem the bound has the closed forms of the paper's table


def absolute(m, n, comparator, interval=(-1, 1), count=30, scale=1.0, diagonal=False):
    """Labels at the ends, some wrong; the paper's losses."""
    low, high = interval
    return entries(
        m,
        n,
        pairs(m, n, lambda i, j: draw.choice(interval), count, apart=m == n and not diagonal),
        comparator,
        interval=interval,
        scale=scale,
    )


def largest_diagonal(n):
    """c_n: |S| of the matrix of signs S_ij = sign(j - i)."""
    s = [[float((j > i) - (j < i)) for j in range(n)] for i in range(n)]
    whole = product(transposed(s), s)
    return of_spectrum(whole, lambda v: math.sqrt(max(v, 0.0)))[0][0]


def triangular(n):
    """beta and tau of the parts of sym(T_n)."""
    t = [[float(i <= j) for j in range(n)] for i in range(n)]
    root = lambda v: math.sqrt(max(v, 0.0))
    rows, columns = of_spectrum(product(t, transposed(t)), root), of_spectrum(product(transposed(t), t), root)
    beta = max(row[i] for half in (rows, columns) for i, row in enumerate(half)) / 2
    return beta, 2 * trace(rows)


T, n = 30, 5
CUT_TRIALS = absolute(n, n, {"cut": CUT}, scale=0.5)
TEAMS = 4
ORDER_TRIALS = absolute(TEAMS, TEAMS, {"order": ORDER}, interval=(0, 1))
RANK_ONE = [[0.4 * a * b for b in (1, -1, 1, 1)] for a in (1, -1, 1)]  # trace norm 0.4 sqrt(12)
FILTER_TRIALS = absolute(3, 4, {"matrix": RANK_ONE})
OMP, PRINTED = "matrix_prediction_regret", "matrix_prediction_regret_printed"
k = 2  # log2 of TEAMS
beta, tau = triangular(TEAMS)
FORMS = [
    (CUT_TRIALS, "max_cut", {"decomposition": "two_blocks"}, math.sqrt(n * math.log(2 * n) * T)),
    (CUT_TRIALS, "max_cut", {"decomposition": "one_block"}, math.sqrt(n * math.log(n) * T / 2)),
    (ORDER_TRIALS, "gambling", {"decomposition": "recursive_printed"}, 4 * (k + 1) * math.sqrt(TEAMS * math.log(4 * TEAMS) * T)),
    (ORDER_TRIALS, "gambling", {"decomposition": "recursive"}, 2 * math.sqrt(2 * TEAMS * (k + 2) * (k + 1) * math.log(4 * TEAMS) * T)),
    (ORDER_TRIALS, "gambling", {"decomposition": "svd"}, 2 * math.sqrt(beta * tau * math.log(2 * TEAMS) * T)),
    (ORDER_TRIALS, "gambling", {"decomposition": "exact"}, largest_diagonal(TEAMS) * math.sqrt(TEAMS * math.log(2 * TEAMS) * T)),
    (
        FILTER_TRIALS,
        "collaborative_filtering",
        {"decomposition": "printed", "trace_norm": 1.5},
        2 * math.sqrt(3 * math.sqrt(7) * math.log(14) * T),
    ),
    (FILTER_TRIALS, "collaborative_filtering", {"decomposition": "sharp", "trace_norm": 1.5}, 2 * math.sqrt(1.5 * 2 * math.log(7) * T)),
]
# a class of one's own with the constants of the paper's
FORMS += [
    (CUT_TRIALS, "own_symmetric", {"beta": 1, "tau": n}, FORMS[0][3]),
    (ORDER_TRIALS, "own", {"beta": k + 1, "tau": 4 * TEAMS * (k + 1)}, FORMS[2][3]),
    (FILTER_TRIALS, "own", {"beta": math.sqrt(7), "tau": 3}, FORMS[6][3]),
]
for trials, kind, options, bound in FORMS:
    value(OMP, learner("online_matrix_prediction", **{"class": kind}, **options), told(trials), {"": bound})
    value(
        OMP,
        learner("online_matrix_prediction", horizon="doubling", **{"class": kind}, **options),
        told(trials),
        {"": bound * math.sqrt(2) / (math.sqrt(2) - 1)},
    )
for trials, kind, options, bound in (
    (CUT_TRIALS, "max_cut", {}, 2 * math.sqrt(n * math.log(n) * T)),
    (ORDER_TRIALS, "gambling", {"decomposition": "recursive_printed"}, FORMS[2][3]),
    (FILTER_TRIALS, "collaborative_filtering", {"trace_norm": 1.5}, FORMS[6][3]),
):
    value(PRINTED, learner("online_matrix_prediction", **{"class": kind}, **options), told(trials), {"": bound})


def two_blocks(eta, comparator_far, one_block=False, share=0.0, floors=False, second=None):
    """Max-cut by its definition, where nothing but the trace is projected: small rates. The rows "data" and "step".
    second: the cut from round 2 on."""

    def rounds(cell):
        scale = n if one_block else 2 * n
        blocks = [diagonal([math.log(n / scale)] * n) for _ in range(2)]
        if one_block:
            blocks = [None, diagonal([0.0] * n)]
        steps = []
        for t in cell.trials:
            i, j = t["x"][0] - 1, t["x"][1] - 1
            powers = [None if b is None else of_spectrum(b, math.exp) for b in blocks]
            total = math.fsum(trace(b) for b in powers if b is not None)
            if total > n:
                blocks = [None if b is None else combine(b, diagonal([math.log(n / total)] * n)) for b in blocks]
                powers = [None if b is None else [[a * n / total for a in row] for row in b] for b in powers]
            d = math.fsum(b[i][i] + b[j][j] for b in powers if b is not None)
            g = -0.5 * t["y"]
            assert d <= (2 if one_block else 4) + 1e-12
            before = math.fsum(trace(b) - 2 * eta * g * sign * b[i][j] for b, sign in zip(powers, (1, -1)) if b is not None)
            for b, sign in zip(blocks, (-1, 1)):
                if b is not None:
                    b[i][j] += sign * eta * g
                    b[j][i] += sign * eta * g
            stepped = math.fsum(trace(of_spectrum(b, math.exp)) for b in blocks if b is not None)
            steps.append((g * g * d, stepped - before))
            if share:
                powers = [None if b is None else of_spectrum(b, math.exp) for b in blocks]
                shrunk = min(1.0, n / math.fsum(trace(b) for b in powers if b is not None))
                keep = lambda v: math.log(max(shrunk * v, share * n / scale) if floors else (1 - share) * shrunk * v + share * n / scale)
                blocks = [None if b is None else of_spectrum(b, keep) for b in powers]
        return steps

    def tracking(cell):
        if not share:
            return 0.0
        order = n if one_block else 2 * n
        span = math.log(order / share)
        cost = n * share if floors else n * (share - math.log(1 - share))
        return (positive(outer(CUT), outer(second)) * span + (len(cell.trials) - 1) * cost) / (2 * eta)

    def step(cell):
        charge, progress = rounds(cell)[int(cell.rows["step"]["trial"]) - 1]
        return eta**2 * charge, progress

    return {
        "": lambda cell: comparator_far / (2 * eta) + eta / 2 * 0.25 * (2 if one_block else 4) * len(cell.trials) + tracking(cell),
        "data": lambda cell: comparator_far / (2 * eta) + eta / 2 * math.fsum(charge for charge, _ in rounds(cell)) + tracking(cell),
        "projection": 0.0,
        "step": step,
    }


EARLY = entries(n, n, [((1, 3), 1.0), ((2, 4), 1.0), ((5, 3), -1.0), ((1, 2), -1.0)], {"cut": CUT}, scale=0.5)
value(OMP, learner("online_matrix_prediction", eta=0.05, **{"class": "max_cut"}), told(EARLY), two_blocks(0.05, n * math.log(2 * n)))
# W = P - N for a decomposition that is not of least trace
MORE = {"positive": diagonal([0.1] * n), "negative": [[0.8 * a * b + 0.1 * (i == j) for j, b in enumerate(CUT)] for i, a in enumerate(CUT)]}
OWN = {"class": "own_symmetric", "beta": 1, "tau": n}
LONGER = [((1, 3), 1.0), ((2, 4), 1.0), ((5, 3), -1.0), ((1, 2), -1.0)]
spread = math.fsum(u * math.log(u) for u in [0.1] * (2 * n - 1) + [0.8 * n + 0.1])
value(
    OMP,
    learner("online_matrix_prediction", eta=0.05, **OWN),
    told(entries(n, n, LONGER, {"decomposition": MORE}, scale=0.5)),
    {**two_blocks(0.05, spread - n * math.log(1 / 2)), "": lambda cell: n * math.log(2 * n) / 0.1 + 0.05 / 2 * 0.25 * 4 * 4},
)
AFTER = [1, -1, -1, -1, 1]
LATE = lambda cut: entries(n, n, [((1, 3), 1.0), ((2, 4), 1.0), ((5, 3), -1.0), ((1, 2), -1.0)], {"cut": cut}, scale=0.5)
for method in ("mix", "floor"):
    for one_block in (False, True):
        value(
            OMP,
            learner(
                "online_matrix_prediction",
                eta=0.02,
                share=0.1,
                method=method,
                decomposition="one_block" if one_block else "two_blocks",
                **{"class": "max_cut"},
            ),
            told(LATE(CUT), LATE(AFTER)),
            two_blocks(0.02, n * math.log(n if one_block else 2 * n), one_block, 0.1, method == "floor", AFTER),
        )

# ---- log-determinant


def log_det(eta, eps, far, far_of_class, p, offset, sign, cap, start, g_of, steep, moved=None):
    """Y by its definition, for numbers that stay inside their interval."""

    def inverse(a):
        return transposed([solve(a, [float(i == k) for i in range(p)]) for k in range(p)])

    def rounds(cell):
        back, found = diagonal([1 / start] * p), []
        for t in cell.trials:
            i, j = t["x"][0] - 1, t["x"][1] - 1 + offset
            for q in (i, j):
                y = inverse(back)
                if y[q][q] > cap:
                    back[q][q] += 1 / cap - 1 / y[q][q]
            y = inverse(back)
            move = eta * g_of(t, sign * y[i][j]) * sign
            root = math.sqrt(y[i][i] * y[j][j])
            found.append((move, math.fsum(m - math.log(1 + m) for m in (move * (y[i][j] - root), move * (y[i][j] + root)))))
            back[i][j] += move
            back[j][i] += move
            if moved is not None:
                back = of_spectrum(back, lambda v: min(v, 1 / eps))
        return found

    tracking = 0.0 if moved is None else moved / (2 * eta * eps)

    rho = 2 * eta * steep * cap
    return {
        "": lambda cell: far_of_class / (2 * eta) + eta * steep**2 * cap**2 * len(cell.trials) / (1 - rho) + tracking,
        "data": lambda cell: (far + math.fsum(s for _, s in rounds(cell))) / (2 * eta) + tracking,
        "projection": 0.0,
        "step": 0.0,
        "stability": lambda cell: 2 * (rounds(cell)[int(cell.rows["stability"]["trial"]) - 1][0] * cap) ** 2 / (1 - rho),
    }


far = lambda eps: n * math.log(1 + eps) - (n - 1) * math.log(eps) - math.log(n + eps)
value(
    "log_det_regret",
    learner("log_det", eps=0.4, eta=0.05, **{"class": "max_cut"}),
    told(EARLY),
    log_det(0.05, 0.4, far(0.4), far(0.4), n, 0, -1, 1.4, 1.4, lambda t, z: -0.5 * t["y"], 0.5),
)
rho = math.sqrt(2 * far(1) / T)  # 2 eta G' cap at the rate of the theorem
value(
    "log_det_regret",
    learner("log_det", eps=1, **{"class": "max_cut"}),
    told(CUT_TRIALS),
    {"": 0.5 * 2 * (far(1) / rho + rho / 2 * T / (1 - rho))},
)
value(
    "log_det_regret",
    learner("log_det", eps=0.4, eta=0.3, floor=True, **{"class": "max_cut"}),
    told(LATE(CUT), LATE(AFTER)),
    log_det(0.3, 0.4, far(0.4), far(0.4), n, 0, -1, 1.4, 1.4, lambda t, z: -0.5 * t["y"], 0.5, math.sqrt(n**2 - (n - 2) ** 2)),
)
# filtering: y = 2 Z_ij, where Z has the singular values of W as its eigenvalues
p, trace_norm, eps = 7, 1.5, 0.3
start = trace_norm / p + eps
of_z = singular_values(RANK_ONE) + [0.0] * 4
far_here = -math.fsum(math.log(s + eps) for s in of_z) + p * math.log(start) + (math.fsum(of_z) + p * eps) / start - p
SHORT = entries(3, 4, [((1, 1), 0.5), ((2, 3), -0.25), ((3, 4), 0.5), ((1, 2), -0.5)], {"matrix": RANK_ONE}, loss="square", scale=0.5)
value(
    "log_det_regret",
    learner("log_det", eps=eps, eta=0.05, trace_norm=trace_norm, **{"class": "collaborative_filtering"}),
    told(SHORT),
    log_det(
        0.05,
        eps,
        far_here,
        p * math.log(1 + trace_norm / (p * eps)),
        p,
        3,
        2,
        math.sqrt(4) / 2 + eps,
        start,
        lambda t,
        z: z - t["y"],
        2 * 2.0,
    ),
)

# ---- completion

ROWS, COLUMNS = [[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]], [[0.8, 0.6], [0.6, -0.8]]
BOTH = 5


def completion(eta, theta, gamma, leading):
    density = [[dot(a, b) / BOTH for b in ROWS + COLUMNS] for a in ROWS + COLUMNS]
    theorem = Theorem(BOTH, eigen(density)[0], eta, 1 / BOTH, (1 + gamma) / BOTH, (1 - gamma) / BOTH, theta)

    def violation(t):
        agreement = t["y"] * dot(ROWS[t["x"][0] - 1], COLUMNS[t["x"][1] - 1])
        return max(0.0, gamma - agreement) / BOTH

    noise = lambda cell: math.fsum(violation(t) for t in cell.wrong())
    return {
        "": lambda cell: theorem.bound([noise(cell)]),
        "progress": lambda cell: theorem.progress(violation(row_trial(cell, "progress"))),
        "closed_form": lambda cell: leading + eta * theorem.zeta * noise(cell) / theorem.b,
    }


SIGNS = sequence("entry", pairs(3, 2, lambda i, j: draw.choice([1, -1]), 30), {"embedding": {"rows": ROWS, "columns": COLUMNS}}, n=2, m=3)


def sharp(gamma):
    """Where the derivative of eta (gamma - tanh(eta/2)) is 0."""
    return bisect(lambda eta: math.tanh(eta / 2) + eta / 2 / math.cosh(eta / 2) ** 2 - gamma, 0.01, 5.0)


for gamma in (0.4, 1.0):
    value(
        "matrix_completion_mistakes",
        learner("matrix_completion", gamma=gamma, tuning="published"),
        told(SIGNS),
        completion(gamma, 1 / BOTH, gamma, 3.55 * BOTH * math.log(BOTH) / gamma**2),
    )
    eta = sharp(gamma)
    value(
        "matrix_completion_mistakes",
        learner("matrix_completion", gamma=gamma),
        told(SIGNS),
        completion(eta, eta / (BOTH * math.sinh(eta)), gamma, BOTH * math.log(BOTH) / (eta * (gamma - math.tanh(eta / 2)))),
    )

# ---- lower bounds


def absolute_walk(k):
    """E|S| of k fair signs, from its distribution."""
    return math.fsum(math.comb(k, i) * abs(2 * i - k) for i in range(k + 1)) / 2**k


LOWER = [
    ("max_cut_lower", "n = 4, rounds = 5", {"trials": 10}, math.sqrt(4 * 10 / 16), absolute_walk(5)),
    ("gambling_lower", "items = 3, depth = 2, rounds = 5", {"trials": 30}, math.sqrt(3 * 2 * 30 / 8), 3 * absolute_walk(5)),
    (
        "filtering_lower",
        "m = 3, n = 4, active = 2, rounds = 3, scale = 2.5",
        {"trials": 24},
        2.5 * math.sqrt(4 * 2 * 24 / 2),
        2.5 * 8 * absolute_walk(3),
    ),
]


def half_maximum_cut(cell):
    """(1/2) max over all cuts of three nodes of the sum of y W_ij, W_ij = 1 across the cut and -1 elsewhere."""
    across = lambda side, t: 1 if (side >> t["x"][0] ^ side >> t["x"][1]) & 1 else -1
    return 0.5 * max(math.fsum(t["y"] * across(side, t) for t in cell.trials) for side in range(0, 16, 2))


def node_by_node(n, trials):
    pairs = n * (n - 1) // 2
    chance = lambda m, p: math.comb(trials, m) * p**m * (1 - p) ** (trials - m)
    return 0.5 * sum(chance(m, k / pairs) * absolute_walk(m) for k in range(1, n) for m in range(1, trials + 1))


def doubtful(trials, pairs, answers):
    """(1/2) max <S,W> over answers, functions of pairs; NaN unless each trial's pair has the mean nearest 0 under exponential weights."""
    eta = math.sqrt(8 * math.log(len(answers)) / len(trials))
    gains = [0] * len(answers)
    asked = True
    for t in trials:
        weights = [math.exp(eta * gain / 2) for gain in gains]
        mean = lambda z: abs(math.fsum(w * answer(*z) for w, answer in zip(weights, answers))) / math.fsum(weights)
        asked = asked and mean(t["x"]) <= min(map(mean, pairs)) + 1e-12
        gains = [gain + (1 if t["y"] > 0 else -1) * answer(*t["x"]) for gain, answer in zip(gains, answers)]
    return max(gains) / 2 if asked else math.nan


def doubtful_cuts(n):
    cut = lambda side: lambda i, j: 1 if (side >> i ^ side >> j) & 1 else -1
    return lambda cell: doubtful(cell.trials, list(itertools.combinations(range(1, n + 1), 2)), [cut(side) for side in range(0, 2 << n, 4)])


def doubtful_signs(m, n):
    product = lambda u, v: lambda i, j: u[i - 1] * v[j - 1]
    vectors = lambda size: itertools.product((1, -1), repeat=size)
    answers = [product((1, *u), v) for u in vectors(m - 1) for v in vectors(n)]
    return lambda cell: doubtful(cell.trials, list(itertools.product(range(1, m + 1), range(1, n + 1))), answers)


def doubtful_insertion(n, first):
    """Each item takes the first of its best places."""

    def sorts(cell):
        order, gained = list(range(1, first + 1)), 0.0
        place = lambda w: lambda item, pivot: 1 if w <= order.index(pivot) else -1
        for item in range(first + 1, n + 1):
            trials = [t for t in cell.trials if t["x"][0] == item]
            answers = [place(w) for w in range(item)]
            gained += doubtful(trials, [(item, pivot) for pivot in order], answers)
            gain = lambda w: sum((1 if t["y"] > 0 else -1) * answers[w](*t["x"]) for t in trials)
            order.insert(max(range(item), key=gain), item)
        return gained

    return sorts


LOWER += [
    ("tree_regret", "n = 4, rounds = 5", {"trials": 15}, math.sqrt(3 * 15 / 8), 1.5 * absolute_walk(5)),
    ("tree_regret", "n = 6, rounds = 3, tree = \"path\"", {"trials": 15}, math.sqrt(5 * 15 / 8), 2.5 * absolute_walk(3)),
    # insertion of five items: 1 + 1 + 2 + 2 comparisons
    ("sorting_regret", "n = 5, rounds = 3", {"trials": 18}, math.sqrt(6 * 18 / 8), 3 * absolute_walk(3)),
    ("random_pairs_regret", "n = 3, rounds = 15", {"trials": 15}, node_by_node(3, 15), half_maximum_cut),
    ("median_regret", "n = 5, rounds = 6", {"trials": 24}, doubtful_cuts(5), doubtful_cuts(5)),
    ("median_regret", "n = 3, rounds = 6, class = \"completion\"", {"trials": 24}, doubtful_signs(2, 3), doubtful_signs(2, 3)),
    ("median_regret", "n = 7, rounds = 6, class = \"order\", sorted = 3", {"trials": 48}, doubtful_insertion(7, 3), doubtful_insertion(7, 3)),
]
for name, options, extra, bound, exact in LOWER:
    played = Problem("problem.%s { %s }" % (name.replace("_regret", "_adversary"), options))
    value(name, learner("running_mean"), played, {"": bound, "expectation": exact, "expectation_at_most": exact}, **extra)
    for row in ("", "expectation", "expectation_at_most"):
        play = lambda d: (learner("running_mean"), played, {"trials": extra["trials"] - d})
        edge(name, "the adversary has played to its end", play, inside=0, outside=1, row=row)

# ---- games: the value by its definition, every pair and label in turn, every answer listed


def left_to_force(answers, sums, left):
    """V with so many trials to come, for sums of labels by pair."""
    if left == 0:
        return max(sum(s * w for s, w in zip(sums, answer)) for answer in answers) / 2
    after = lambda z, y: left_to_force(answers, sums[:z] + (sums[z] + y,) + sums[z + 1 :], left - 1)
    return max((after(z, 1) + after(z, -1)) / 2 for z in range(len(sums)))


TRIANGLE = [(1, 2), (1, 3), (2, 3)]
OF_THREE = [tuple(-a * b for a, b in ((1, u), (1, v), (u, v))) for u in (1, -1) for v in (1, -1)]
OF_ORDERS = [w for w in [(a, b, c) for a in (1, -1) for b in (1, -1) for c in (1, -1)] if not w[0] == w[2] == -w[1]]
OF_SIGNS = [tuple(u * v for u in (1, a) for v in (b, c)) for a in (1, -1) for b in (1, -1) for c in (1, -1)]


def game(answers, pairs, low, high, scale):
    def potential(cell):
        sums = [0] * len(pairs)
        before = int(cell.rows["potential"]["trial"]) - 1
        for t in cell.trials[:before]:
            i, j = t["x"]
            y = 1 if t["y"] == high else -1
            sums[pairs.index((i, j) if (i, j) in pairs else (j, i))] += y if (i, j) in pairs or low == -1 else -y
        return scale * (high - low) * left_to_force(answers, tuple(sums), len(cell.trials) - before)

    whole = scale * (high - low) * left_to_force(answers, (0,) * len(pairs), 4)
    return {"": whole, "potential": potential}


GAMES = [
    ("cut", 3, TRIANGLE, OF_THREE, {"cut": [1, -1, 1]}, (-1, 1), 0.5),
    ("order", 3, TRIANGLE, OF_ORDERS, {"order": [2, 1, 3]}, (0, 1), 3.0),
    ("completion", 2, [(1, 1), (1, 2), (2, 1), (2, 2)], OF_SIGNS, {"matrix": [[1, -1], [-1, 1]]}, (-1, 1), 1.0),
]


def play_game(kind, order, pairs_of, answers, comparator, ends, factor):
    for turn in range(4):
        played = [(pairs_of[(t * t + turn) % len(pairs_of)], float(draw.choice(ends))) for t in range(4)]
        if kind != "completion":
            played[2] = (played[2][0][::-1], played[2][1])  # (j, i)
        text = entries(order, order, played, comparator, interval=ends, scale=factor)
        value("minimax_regret", learner("minimax", **{"class": kind}), told(text), game(answers, pairs_of, *ends, factor))


for one in GAMES:
    play_game(*one)

COINS = {
    "game": "cut", "n": 2, "T": 2, "value": "1/2",
    "nodes": [{"show": [0, 1], "minus": a, "plus": b} for a, b in ((1, 2), (3, 4), (4, 5))] + [{"answer": [w]} for w in (-1, 1, 1)],
}
HALVES = {
    "game": "subspace", "n": 2, "r": 1, "gap": "1/1", "value": 1,
    "nodes": [{"show": [0], "minus": 1, "plus": 2}, {"diagonal": ["0", "1"]}, {"diagonal": ["1", "0/1"]}],
}
TREES = [(Problem("problem.game_tree { }", {"file": json.dumps(tree)}), *rest) for tree, *rest in ((COINS, "running_mean", 0.5), (HALVES, "constant", 1))]
for tree, player, worth in TREES:
    value("game_value", learner(player), tree, {"": worth}, trials=9)
edge(
    "game_value",
    "the adversary has played to its end",
    lambda d: (learner("running_mean"), TREES[0][0], {"trials": 2 - d}),
    inside=0,
    outside=1,
)

# ---- side information: dyads of order 4 with |x| <= 1, U of trace 2.5

SIDE_U = [[1.0, 0.3, 0.0, 0.2], [0.3, 0.5, 0.1, 0.0], [0.0, 0.1, 0.75, 0.0], [0.2, 0.0, 0.0, 0.25]]


def shown(count=30):
    trials = []
    for _ in range(count):
        x = [draw.uniform(-1, 1) for _ in range(4)]
        size = math.sqrt(dot(x, x)) * draw.uniform(1.0, 1.5)
        trials.append(([v / size for v in x], draw.choice((1, -1))))
    return trials


SIDE = sequence("dyad", shown(), {"matrix": SIDE_U})
against = lambda t: inner(SIDE_U, outer(t["x"]))
GAMMA, LARGEST, OWN_RATE = 0.6, 3.0, 0.35


def side_mistakes(eta, theta, gamma):
    zeta = theta * math.sinh(eta) / eta
    b = theta * (gamma * math.sinh(eta) - math.cosh(eta) + 1)
    far = LARGEST * max(1.0, zeta * math.log(zeta * 4) + 1 - zeta)
    hinge = lambda cell: math.fsum(max(0.0, gamma - t["y"] * (against(t) - 1)) for t in cell.wrong())
    return {"": lambda cell: (far + eta * zeta * hinge(cell)) / b}


for options, eta, theta, gamma in (
    ({}, sharp(GAMMA), sharp(GAMMA) / math.sinh(sharp(GAMMA)), GAMMA),
    ({}, sharp(1), sharp(1) / math.sinh(sharp(1)), 1),
    ({"tuning": "published"}, GAMMA, 1.0, GAMMA),
    ({"eta": 0.4}, 0.4, 0.4 / math.sinh(0.4), GAMMA),
):
    own = learner("side_information_completion", gamma=gamma, trace=LARGEST, **options)
    value("side_information_mistakes", own, told(SIDE), side_mistakes(eta, theta, gamma))
# D of U = 0 is the largest where ln n < 1
value(
    "side_information_mistakes",
    learner("side_information_completion", gamma=GAMMA, trace=0.02, eta=0.4),
    told(sequence("dyad", [([0.6, 0.8], 1), ([1.0, 0.0], -1)], {"matrix": [[0.01, 0.0], [0.0, 0.005]]})),
    {
        "": lambda cell: (0.02 + 0.4 * math.fsum(
            max(0.0, GAMMA - t["y"] * (0.01 * t["x"][0] ** 2 + 0.005 * t["x"][1] ** 2 - 1)) for t in cell.wrong()
        )) / (0.4 * (GAMMA - math.tanh(0.2)))
    },
)


def expected(eta):
    updated = lambda cell: [t for t in cell.trials if t["y"] * (t["score"] - 1) <= GAMMA]
    hinge = lambda cell: math.fsum(max(0.0, GAMMA - t["y"] * (against(t) - 1)) for t in updated(cell))
    own = entropy(eigen(SIDE_U)[0]) - trace(SIDE_U) * math.log(LARGEST / 4) + LARGEST - trace(SIDE_U)
    steps = (math.e - 2) * (1 + GAMMA) * eta

    def step(cell):
        t = row_trial(cell, "progress")
        chance = min(1.0, max(0.0, (GAMMA - t["y"] * (t["score"] - 1)) / (2 * GAMMA)))
        return eta * (2 * GAMMA * chance - max(0.0, GAMMA - t["y"] * (against(t) - 1))) - steps * eta

    return {
        "": lambda cell: (hinge(cell) + LARGEST * math.log(4) / eta + steps * len(cell.trials)) / (2 * GAMMA),
        "data": lambda cell: (hinge(cell) + own / eta + steps * len(updated(cell))) / (2 * GAMMA),
        "progress": step,
    }


EXPECTED, RANDOM = "side_information_expected_mistakes", "randomized_side_information_completion"
value(EXPECTED, learner(RANDOM, gamma=GAMMA, trace=LARGEST, eta=OWN_RATE, representation="dense"), told(SIDE), expected(OWN_RATE))
tuned_rate = math.sqrt(LARGEST * math.log(4) / ((math.e - 2) * (1 + GAMMA) * 30))
value(EXPECTED, learner(RANDOM, gamma=GAMMA, trace=LARGEST, representation="dense"), told(SIDE), {"": expected(tuned_rate)[""]})


def one_dyad(x, u, y=-1):
    return sequence("dyad", [(x, y)] * 2, {"matrix": u})


for name, kind, row in (
    ("side_information_mistakes", "side_information_completion", ""),
    (EXPECTED, RANDOM, ""),
    (EXPECTED, RANDOM, "data"),
):
    play = lambda d: (learner(kind, gamma=0.5, trace=1 / (1 + d), eta=0.2), told(one_dyad([1.0, 0.0], [[1.0, 0.0], [0.0, 0.0]])))
    edge(name, "the comparator's trace is at most D", play, row=row)
    play = lambda d: (learner(kind, gamma=0.5, trace=8, eta=0.2), told(one_dyad([math.sqrt(1 + d), 0.0], [[1.0, 0.0], [0.0, 0.0]])))
    edge(name, "0 <= X <= I", play, row=row)
    play = lambda d: (
        learner(kind, gamma=0.5, trace=8, eta=0.2),
        told(one_dyad([1.0, 0.0], [[1.0, 0.0], [0.0, 0.0]]), one_dyad([1.0, 0.0], [[0.0, 0.0], [0.0, 1.0]]) if d else None),
    )
    edge(name, "one comparator for all trials", play, inside=0, outside=1, row=row)
value("side_information_mistakes", learner("matrix_winnow"), told(SIDE), None)  # its comparators have no largest trace
ZERO_OF_RATE = 2 * math.atanh(0.5)
play = lambda d: (
    learner("side_information_completion", gamma=0.5, trace=8, eta=ZERO_OF_RATE + d),
    told(one_dyad([1.0, 0.0], [[1.0, 0.0], [0.0, 0.0]])),
)
edge("side_information_mistakes", "the guaranteed progress is positive", play, inside=-1e-9, outside=1e-9)

# ---- premises

LABELS = "labels are in their range"
INTERVAL = "the comparator is in the interval of predictions"
CF, SMALL_CUT = {"class": "collaborative_filtering"}, {"class": "max_cut"}
ONE_CUT = entries(2, 2, [((1, 2), 1.0)] * 2, {"cut": [1, -1]}, scale=0.5)
ONE_ENTRY = entries(2, 2, [((1, 2), 1.0)] * 2, {"matrix": [[0.5, 0.0], [0.0, 0.0]]})
BELOW = entries(2, 2, [((1, 2), -1.0)] * 2, {"matrix": [[0.5, 0.0], [0.0, 0.0]]})
LINEAR = linear([([1.0, 0.0, 0.0], 1.0)], {"vector": [1.0, 0.0, 0.0]})
for name, given, text in (
    ("hedge_regret", learner("hedge_cuts"), ONE_CUT),
    ("entry_averages_regret", learner("entry_averages"), ONE_ENTRY),
    ("schatten_regret", learner("schatten_mirror_descent"), ONE_ENTRY),
    ("schatten_regret", learner("schatten_mirror_descent"), BELOW),
    (MMW, learner("matrix_multiplicative_weights", eta=0.1), LINEAR),
    (OMP, learner("online_matrix_prediction", eta=0.1, **SMALL_CUT), ONE_CUT),
    (PRINTED, learner("online_matrix_prediction", **SMALL_CUT), ONE_CUT),
    ("log_det_regret", learner("log_det", eta=0.01, eps=0.4, **SMALL_CUT), ONE_CUT),
):
    edge(name, LABELS, lambda d: (given, told(text, beyond=d)), inside=0.0, outside=1e-12)
for name, kind, options in (
    ("entry_averages_regret", "control_entry_averages", {}),
    (OMP, "control_matrix_prediction", {"eta": 0.1, **CF, "trace_norm": 2}),
    ("log_det_regret", "control_log_det", {"eta": 0.01, "eps": 0.4, **CF, "trace_norm": 2}),
):
    edge(name, "|g| <= G", lambda d: (learner(kind, fault="steep", size=d, **options), told(ONE_ENTRY)))


def at_entry(w):
    """The entry (1,1) of a comparator is asked for."""
    return told(entries(len(w), len(w[0]), [((1, 1), 1.0)], {"matrix": w}))


for sign in (1, -1):
    for name, premise, given in (
        ("entry_averages_regret", "the comparator is in the interval", learner("entry_averages")),
        ("schatten_regret", "the comparator is in the interval", learner("schatten_mirror_descent", radius=2)),
        (OMP, INTERVAL, learner("online_matrix_prediction", eta=0.1, trace_norm=2, **CF)),
        (PRINTED, INTERVAL, learner("online_matrix_prediction", trace_norm=2, **CF)),
        ("log_det_regret", INTERVAL, learner("log_det", eta=0.01, eps=0.4, trace_norm=2, **CF)),
    ):
        # the widths of the intervals are 2, where the tolerance is relative to them
        size = 2 if name == "entry_averages_regret" else 1
        edge(name, premise, lambda d: (given, at_entry([[sign * (1 + size * d), 0.0], [0.0, 0.0]])))

edge(
    "hedge_regret",
    "the comparator is of the class",
    lambda d: (learner("hedge_cuts"), told(entries(2, 2, [((1, 2), 1.0)], [{"cut": [1, -1]}, {"matrix": [[-1, 1], [1, -1]]}][d]))),
    inside=0,
    outside=1,
)
edge(
    "hedge_regret",
    "the comparator is of the class",
    lambda d: (learner("hedge_cuts"), told(entries(2, 2, [((1, 2), 1.0)], {"cut": [1, -1]}, interval=(-1, 1 + d)))),
    inside=0,
    outside=1e-12,
)
MINIMAX = {name: learner("minimax", **{"class": name}) for name in ("cut", "order", "completion")}
for row in ("", "potential"):
    play = lambda d: (MINIMAX["cut"], told(entries(2, 2, [((1, 2), 1.0 - d)], {"cut": [1, -1]})))
    edge("minimax_regret", "labels are at the ends of their range", play, inside=0.0, outside=1e-12, row=row)
for kind, *answers in (
    ("cut", {"cut": [1, -1]}, {"matrix": [[-1, 1], [1, -1]]}),
    ("order", {"order": [2, 1]}, {"cut": [1, -1]}),
    ("completion", {"matrix": [[1, -1], [-1, 1]]}, {"matrix": [[1, -1], [1, 1]]}),
    ("completion", {"matrix": [[1, -1], [-1, 1]]}, {"matrix": [[1, -1], [-1, 0.5]]}),
):
    play = lambda d: (MINIMAX[kind], told(entries(2, 2, [((1, 2), 1.0)], answers[d])))
    edge("minimax_regret", "the comparator is of the class", play, inside=0, outside=1)
norm = math.sqrt(0.5**2 + 0.25**2)
edge(
    "schatten_regret",
    "|U|_p <= R",
    lambda d: (learner("schatten_mirror_descent", p=2, radius=norm / (1 + d)), at_entry([[0.5, 0.0], [0.0, 0.25]])),
)

# Matrix Multiplicative Weights
for sign in (1, -1):
    play = lambda d: (
        learner("matrix_multiplicative_weights", tau=2, eta=0.1),
        told(linear([([1.0, 0.0, 0.0], 1.0)], {"vector": [2.0 * (1 + sign * d), 0.0, 0.0]})),
    )
    edge(MMW, "the comparator's trace is tau", play)
play = lambda d: (
    learner("matrix_multiplicative_weights", tau=2, eta=0.1, trace="at_most"),
    told(linear([([1.0, 0.0, 0.0], 1.0)], {"vector": [2.0 * (1 + d), 0.0, 0.0]})),
)
edge(MMW, "the comparator's trace is at most tau", play)
play = lambda d: (
    learner("matrix_multiplicative_weights", tau=2, eta=0.1, trace="at_most"),
    told(linear([([1.0, 0.0], 1.0)], {"vector": [2.0 * (1 - d), 0.0]})),
)
edge(MMW, "n >= 3 or the comparator's trace is tau", play)
play = lambda d: (learner("matrix_multiplicative_weights", eta=0.1), told(linear([([1.0, 0.0, 0.0], 1.0)], {"vector": [1.0 + d, -d, 0.0]})))
edge(MMW, "the comparator is positive semidefinite", play, inside=0.0, outside=1e-12)
for sign in (1, -1):
    play = lambda d: (
        learner("matrix_multiplicative_weights", eta=0.1), told(linear([([sign * (1 + d), 0.0, 0.0], 1.0)], {"vector": [1.0, 0.0, 0.0]}))
    )
    edge(MMW, "|L| <= G", play)
    play = lambda d: (
        learner("matrix_multiplicative_weights", eta=2.0),
        told(linear([([sign * (1 + d) / 2, 0.0, 0.0], 1.0)], {"vector": [1.0, 0.0, 0.0]})),
    )
    edge(MMW, "eta |L| <= 1", play)
    play = lambda d: (
        learner("matrix_multiplicative_weights", eta=0.5),
        told(linear([([1.0, sign * (1 + d), -sign * (1 + d)], 1.0)], {"vector": [1.0, 0.0, 0.0]}, 1.0)),
    )
    edge(MMW, "eta R <= 1", play, row="variance")

for loss, end in (("absolute", 0.5), ("square", 0.5)):
    play = lambda d: (
        learner("matrix_multiplicative_weights", eta=0.1),
        told(on_interval([([0.5 + d, 0.0, 0.0], 0.5)], {"vector": [1.0, 0.0, 0.0]}, loss, end)),
    )
    edge(MMW, "the comparator is in the interval", play)
for u, trace_option, premise in (
    (lambda d: [1.0 + d, 0.0, 0.0], "equal", "the comparator's trace is tau"),
    (lambda d: [1.0 - d, 0.0, 0.0], "equal", "the comparator's trace is tau"),
):
    play = lambda d: (
        learner("matrix_multiplicative_weights", eta=0.1, insensitive=0.1, trace=trace_option),
        told(on_interval([([1.0, 0.0, 0.0], 1.0)], {"vector": u(d)}, "absolute", 1.0)),
    )
    edge(UPDATES, premise, play)
play = lambda d: (
    learner("matrix_multiplicative_weights", eta=0.1, insensitive=0.1, trace=["equal", "at_most"][d]),
    told(on_interval([([1.0, 0.0, 0.0], 1.0)], {"vector": [1.0, 0.0, 0.0]}, "absolute", 1.0)),
)
edge(UPDATES, "the trace is always tau", play, inside=0, outside=1)
BESIDE = on_interval([([0.0, 1.0, 0.0], 1.0)], {"vector": [0.0, 1.0, 0.0]}, "absolute", 1.0)
play = lambda d: (
    learner("matrix_multiplicative_weights", eta=0.1, insensitive=0.1),
    told(on_interval([([1.0, 0.0, 0.0], 1.0)] * 2, {"vector": [1.0, 0.0, 0.0]}, "absolute", 1.0), BESIDE if d else None),
)
edge(UPDATES, "one comparator for all trials", play, inside=0, outside=1)
play = lambda d: (
    learner("matrix_multiplicative_weights", eta=0.1, insensitive=0.1),
    told(on_interval([([1.0, 0.0, 0.0], 1.0)], {"vector": [1.0 + d, -d, 0.0]}, "absolute", 1.0)),
)
edge(UPDATES, "the comparator is positive semidefinite", play, inside=0.0, outside=1e-12)
play = lambda d: (  # eta s tau R^2 = 8 delta at width 2
    learner("matrix_multiplicative_weights", eta=0.2 * (1 + d), insensitive=0.1),
    told(on_interval([([1.0, -1.0, 0.0], 1.0)], {"vector": [1.0, 0.0, 0.0]}, "absolute", 1.0)),
)
edge(UPDATES, "eta s tau R^2 < 8 delta", play, inside=-1e-9, outside=1e-9)
# random densities of rank one
FOLLOW = learner("follow_the_perturbed_leader", scale=0.5)
for sign in (1, -1):
    play = lambda d: (FOLLOW, told(linear([([1.0, 0.0, 0.0], 1.0)], {"vector": [1.0 + sign * d, 0.0, 0.0]})))
    edge(LEADER, "the comparator's trace is 1", play)
play = lambda d: (FOLLOW, told(linear([([1.0, 0.0, 0.0], 1.0)], {"vector": [1.0 + d, -d, 0.0]})))
edge(LEADER, "the comparator is positive semidefinite", play, inside=0.0, outside=1e-12)
play = lambda d: (FOLLOW, told(LINEAR, adaptive=bool(d)))
edge(LEADER, "the losses do not depend on what was played", play, inside=0, outside=1)
play = lambda d: (FOLLOW, told(*[LINEAR, linear([([0.0, 1.0, 0.0], 1.0)], {"vector": [0.0, 1.0, 0.0]})][: d + 1]))
edge(LEADER, "one comparator for all trials", play, inside=0, outside=1)
# classes of matrices
OWN = [(OMP, "online_matrix_prediction", {"eta": 0.1}), (PRINTED, "online_matrix_prediction", {})]
for name, kind, options in OWN + [("log_det_regret", "log_det", {"eta": 0.01, "eps": 0.4})]:
    # of trace norm 1, where a little less is asked for
    play = lambda d: (learner(kind, trace_norm=1 / (1 + d), **CF, **options), at_entry([[0.5, 0.0], [0.0, 0.5]]))
    edge(name, "the comparator's trace is at most tau", play)
for name, kind, options in ((OMP, "online_matrix_prediction", {"eta": 0.1, "share": 0.1}), ("log_det_regret", "log_det", {"eta": 0.01, "floor": True})):
    for sign in (1, -1):
        smaller = lambda d: entries(2, 2, [((1, 1), 1.0)] * 2, {"matrix": [[0.5 * (1 + sign * d), 0.0], [0.0, 0.5 * (1 + sign * d)]]})
        play = lambda d: (learner(kind, trace_norm=2, **CF, **options), told(smaller(0), smaller(d)))
        edge(name, "all comparators have one trace", play)
for name, kind, options in OWN:
    lopsided = lambda d: entries(2, 2, [((1, 2), 1.0)], {"matrix": [[-1.0, 1.0], [1.0 - d, -1.0]]}, scale=0.5)
    edge(
        name,
        "the comparator is of the class: symmetric",
        lambda d: (learner(kind, **SMALL_CUT, **options), told(lopsided(d))),
        inside=0.0,
        outside=1e-3,
    )
    itself = lambda d: entries(2, 2, [((1, 1), -1.0)], {"matrix": [[d - 1.0, 1.0], [1.0, -1.0]]}, scale=0.5)
    edge(name, "the comparator is of the class: -1 where i = j", lambda d: (learner(kind, **SMALL_CUT, **options), told(itself(d))))
play = lambda d: (
    learner("online_matrix_prediction", eta=0.1, decomposition="exact", **{"class": "gambling"}),
    told(entries(3, 3, [((1, 2 - d), 1.0)], {"order": [1, 2, 3]}, interval=(0, 1))),
)
edge(OMP, "the comparator is of the class: 1/2 where i = j", play, inside=0, outside=1)
play = lambda d: (
    learner("log_det", eta=0.01, eps=0.4, **{"class": "gambling"}),
    told(entries(3, 3, [((1, 2 - d), 1.0)], {"order": [1, 2, 3]}, interval=(0, 1))),
)
edge("log_det_regret", "the comparator is of the class: 1/2 where i = j", play, inside=0, outside=1)
for name, kind, options in ((OMP, "online_matrix_prediction", {"decomposition": "one_block"}), ("log_det_regret", "log_det", {"eps": 0.4})):
    play = lambda d: (
        learner(kind, eta=0.01, **SMALL_CUT, **options),
        told(entries(2, 2, [((1, 2), 1.0)], [{"cut": [1, -1]}, {"matrix": [[-1, 1], [1, -1]]}][d], scale=0.5)),
    )
    edge(name, "the comparator is of the class: a cut", play, inside=0, outside=1)
# a e_1 v^T, v = (0.4, ..): the diagonal sum at (1,1) is a (1 + 0.4^2), 4 beta = 2 sqrt(2); trace norm a
for name, kind, options in OWN[:1]:
    wide = lambda d: [[2 * math.sqrt(2) * (1 + d) / 1.16 * v for v in (0.4, math.sqrt(0.84))], [0.0, 0.0]]
    play = lambda d: (learner(kind, trace_norm=2.8, decomposition="sharp", **CF, **options), at_entry(wide(d)))
    edge(name, "the comparator's diagonal is at most beta", play)
# the same where 4 beta = 4 sqrt(m + n) is below the trace norm that 6 x 6 matrices may have
large = lambda d: [[4 * math.sqrt(12) * (1 + d) / 1.0025 * v for v in (0.05, math.sqrt(0.9975), 0, 0, 0, 0)]] + [[0.0] * 6] * 5
edge(
    PRINTED,
    "the comparator's diagonal is at most beta",
    lambda d: (learner("online_matrix_prediction", trace_norm=14, **CF), at_entry(large(d))),
)
broad = lambda d: entries(2, 2, [((2, 1), 1.0)], {"matrix": [[1.0 + d, 1.0 + d], [0.0, 0.0]]})  # b = sqrt(2)/2
edge(
    "log_det_regret",
    "the comparator's diagonal is at most b",
    lambda d: (learner("log_det", eta=0.01, eps=0.4, trace_norm=2, **CF), told(broad(d))),
)
tuned = math.sqrt(2 * math.log(4) / (4 * 0.25 * 2))  # sqrt( tau ln(2p) / (4 beta G^2 T) )
for sign in (1, -1):
    edge(
        PRINTED,
        "eta is the theorem's",
        lambda d: (learner("online_matrix_prediction", eta=tuned * (1 + sign * d), **SMALL_CUT), told(ONE_CUT)),
    )
MANY = entries(2, 2, [((1, 2), 1.0)] * 8, {"cut": [1, -1]}, scale=0.5)
for decomposition, row in (("two_blocks", "data"), ("one_block", "data"), ("one_block", "")):
    edge(
        OMP,
        "eta G <= 1",
        lambda d: (learner("online_matrix_prediction", decomposition=decomposition, eta=2 * (1 + d), **SMALL_CUT), told(MANY)),
        row=row,
    )

# completion
MATCH = "matrix_completion_mistakes"


def embedded(p, q):
    return told(sequence("entry", [((1, 1), -1)], {"embedding": {"rows": [p], "columns": [q]}}, n=1, m=1))


for row in ("", "closed_form"):
    edge(
        MATCH,
        "the rows of P and Q are unit vectors",
        lambda d: (learner("matrix_completion", gamma=0.5), embedded([1 + d, 0.0], [0.6, 0.8])),
        row=row,
    )
edge(
    MATCH,
    "the rows of P and Q are unit vectors",
    lambda d: (learner("matrix_completion", gamma=0.5), embedded([1.0, 0.0], [0.6 * (1 - d), 0.8 * (1 - d)])),
)
other = sequence("entry", [((1, 1), -1)], {"matrix": [[1.0]]}, n=1, m=1)
play = lambda d: (learner("matrix_completion", gamma=0.5), told(other) if d else embedded([1.0, 0.0], [0.6, 0.8]))
edge(MATCH, "the comparator is an embedding of rows and columns", play, inside=0, outside=1)
ZERO = bisect(lambda eta: math.tanh(eta / 2) - 0.5, 0.1, 3.0)  # eta (gamma - tanh(eta/2)) is 0
play = lambda d: (learner("matrix_completion", gamma=0.5, eta=ZERO + d), embedded([1.0, 0.0], [0.6, 0.8]))
edge(MATCH, "the guaranteed progress is positive", play, inside=-1e-9, outside=1e-9)

# ---- P and N of a comparator


def parts(d=0.0, order=2):
    """Of order 2: W = P - N = [[0, 1/2], [1/2, 0]], N with the eigenvalue -d."""
    positive, negative = [[0.5, 0.5], [0.5, 0.5]], [[0.5, 0.0], [0.0, 0.5]]
    if d:
        positive, negative = [[0.5 - d, 0.5], [0.5, 0.5]], [[0.5, 0.0], [0.0, -d]]
    if order > 2:
        negative = [[0.5 * (i == j) for j in range(4)] for i in range(4)]
        positive = [[0.5 * (i == j) + 0.25 * (i // 2 != j // 2) for j in range(4)] for i in range(4)]
    return {"decomposition": {"positive": positive, "negative": negative}}


SMALL_OWN = {"class": "own_symmetric", "beta": 1, "tau": 4}
given = learner("online_matrix_prediction", eta=0.05, **SMALL_OWN)
at_parts = lambda *of: told(entries(2, 2, [((1, 2), 1.0)] * 3, parts(*of), scale=0.5))
edge(OMP, "P and N are positive semidefinite", lambda d: (given, at_parts(d)), inside=0.0, outside=0.25)
edge(OMP, "the comparator's decomposition has the order of the learner's", lambda d: (given, at_parts(0.0, d)), inside=2, outside=4)
edge(OMP, "no entry of a symmetric matrix is on its diagonal", lambda d: (given, told(entries(2, 2, [((1, 2), 1.0), ((1, 1 + d), 1.0)], parts(), scale=0.5))), inside=1, outside=0)
