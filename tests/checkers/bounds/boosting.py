"""DefiniteBoost and AdaBoost (Tsuda, Raetsch & Warmuth 2005, section 4). The learner is played here, too."""
import math
import random

from algebra import combine, diagonal, eigen, entropy, inner, of_spectrum, trace
from cases import edge, learner, sequence, told, value

draw = random.Random(53)
N = 4
KEPT = [0.4, 0.3, 0.2, 0.1]  # the density that meets the constraints


def constraints(matrices, count=12):
    """<U,C> <= 0, of both signs."""
    found = []
    while len(found) < count:
        x = [[draw.uniform(-1, 1) if i == j or matrices else 0.0 for j in range(N)] for i in range(N)]
        x = [[(x[i][j] + x[j][i]) / 2 for j in range(N)] for i in range(N)]
        y = inner(x, diagonal(KEPT)) + draw.choice([0.0, 0.1])
        values = eigen(x)[0]
        if min(values) < y < max(values):
            found.append((x if matrices else [x[i][i] for i in range(N)], y))
    return found


def violation(trials, comparator=None):
    kind = "matrix" if isinstance(trials[0][0][0], list) else "vector"
    return sequence(kind, trials, comparator, labels="real", loss="violation", interval=[-10, 10])


def steps(cell, low=None, high=None, start=None):
    """What happens in each trial: v, R, ln rho, and ln of the dual objective after it."""
    start = start or [1.0] * N
    argument, found = diagonal([math.log(w) for w in start]), []
    for t in cell.trials:
        x = t["x"] if isinstance(t["x"][0], list) else diagonal(t["x"])
        c = combine(x, diagonal([t["y"]] * N), -1)
        values = eigen(c)[0]
        least, largest = (min(values), max(values)) if low is None else (low, high)
        weights = of_spectrum(argument, math.exp)
        v = inner(weights, c) / trace(weights)
        width, rho = largest - least, 1.0
        if v > 0:
            alpha = math.log((1 - v / least) / (1 - v / largest)) / width
            rho = (1 - v / largest) ** (largest / width) * (1 - v / least) ** (-least / width)
            argument = combine(argument, c, -alpha)
        found.append((max(v, 0.0), width, math.log(rho), math.log(trace(of_spectrum(argument, math.exp)) / sum(start))))
    return found


def at(cell, row, numbers):
    return numbers[int(cell.rows[row]["trial"]) - 1]


def all_values(matrices, **options):
    played = lambda cell: steps(cell, options.get("low"), options.get("high"), options.get("start"))
    problem = told(violation(constraints(matrices), {"vector": KEPT}))
    given = learner("definite_boost", **options)
    far = math.log(N) + entropy(KEPT)
    if "start" in options:
        far = math.fsum(u * math.log(u * sum(options["start"]) / w) for u, w in zip(KEPT, options["start"]))
    gains = {
        "": lambda cell: math.fsum(rho for _, _, rho, _ in played(cell)),
        "quadratic": lambda cell: -math.fsum(2 * v * v / (width * width) for v, width, _, _ in played(cell)),
        "step": lambda cell: at(cell, "step", played(cell))[2],
    }
    value("definite_boost_dual", given, problem, gains)
    limits = {
        "": far,
        "count": lambda cell: max(width for v, width, _, _ in played(cell) if v > 0) ** 2 * far / (2 * 0.05**2),
        "dual": -far,
        "step": lambda cell: -at(cell, "step", played(cell))[2],
    }
    value("definite_boost_iterations", given, problem, limits, options="eps = 0.05")
    if matrices:
        return
    product = lambda cell: math.exp(math.fsum(rho for _, _, rho, _ in played(cell)))
    value("boosting_training_error", given, problem, {"": lambda cell: math.exp(played(cell)[-1][3]), "product": product})


all_values(False)
all_values(True)
all_values(False, low=-3.0, high=2.5)
all_values(False, start=[2.0, 1.0, 0.5, 0.5])
all_values(True, start=[2.0, 1.0, 0.5, 0.5])

# ---- premises

ENDS = learner("definite_boost", low=-1, high=1)
for name, row in (("definite_boost_dual", ""), ("definite_boost_iterations", ""), ("boosting_training_error", "product")):
    # eigenvalues -1 and 1, violated by equal weights; the second comes to less
    play = lambda d: (ENDS, told(violation([([-1 - 2 * d, 1.0, 0.5], 0.0)], {"vector": [1.0, 0.0, 0.0]})))
    edge(name, "no eigenvalue below low", play, row=row)
    play = lambda d: (ENDS, told(violation([([-1.0, 1.0 + 2 * d, 0.5], 0.0)], {"vector": [1.0, 0.0, 0.0]})))
    edge(name, "no eigenvalue above high", play, row=row)
for sign in (1, -1):
    play = lambda d: (learner("definite_boost"), told(violation([([-1.0, 1.0, 0.5], 0.0)], {"vector": [1.0 + sign * d, 0.0, 0.0]})))
    edge("definite_boost_iterations", "the comparator's trace is 1", play)
play = lambda d: (learner("definite_boost"), told(violation([([2 * d, -1.0, 1.0, 0.5], 0.0)], {"vector": [1.0, 0.0, 0.0, 0.0]})))
edge("definite_boost_iterations", "the comparator meets the constraint", play)
OTHER = violation([([-1.0, 1.0], 0.0)], {"vector": [0.5, 0.5]})
play = lambda d: (learner("definite_boost"), told(violation([([-1.0, 2.0], 0.0)] * 2, {"vector": [1.0, 0.0]}), OTHER if d else None))
edge("definite_boost_iterations", "one comparator for all trials", play, inside=0, outside=1)
# a violated constraint must leave something to do: C = diag(d, 1)
for name, row in (("definite_boost_dual", ""), ("definite_boost_iterations", ""), ("boosting_training_error", "product")):
    play = lambda d: (learner("definite_boost"), told(violation([([d, 1.0], 0.0)], {"vector": [1.0, 0.0]})))
    edge(name, "C has a negative eigenvalue", play, inside=-1e-9, outside=1e-9, row=row)
# a constraint that no positive definite density meets
play = lambda d: (learner("definite_boost"), told(violation([([d, 1.0], 0.0)])))
edge("definite_boost_iterations", "a feasible density", play, inside=-1e-9, outside=1e-9, unchecked=True)
