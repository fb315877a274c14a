"""Subspaces that are kept: capped MEG and capped gradient descent."""
import math
import random

from algebra import bisect, combine, diagonal, inner, of_spectrum, outer, trace, unit
from cases import edge, learner, sequence, told, value

draw = random.Random(47)
N = 3
LOSS, REGRET, GRADIENT = "capped_loss", "capped_regret", "capped_gradient_regret"


def matrix(x):
    return x if isinstance(x[0], list) else outer(x)


def shown(kind, instances, comparator, off=0.0, scale=1.0, end=3.0):
    """off: by how much the labels are wrong."""
    whole = lambda x: math.fsum(x) if kind == "vector" else trace(matrix(x))
    head = {"labels": "real", "loss": "absolute", "interval": [0, end], "scale": scale}
    return sequence(kind, [(x, whole(x) + off) for x in instances], comparator, **head)


def played(cell, form, k, eta):
    """What capped MEG drops in each trial."""
    m, w, found = N - k, diagonal([(N - k) / N] * N), []
    for t in cell.trials:
        x = form(t["x"])
        found.append(inner(w, x))
        argument = combine(of_spectrum(w, math.log), x, -eta)
        sum_at = lambda c, argument=argument: trace(of_spectrum(argument, lambda h: min(1.0, math.exp(h + c)))) - m
        c = bisect(sum_at, -50.0, 50.0)
        w = of_spectrum(argument, lambda h: min(1.0, math.exp(h + c)))
    return found


def expected(form, p, k, eta, scale, most, tuned, regret):
    m = N - k
    start = m * math.log(N / m)
    rate = lambda cell: eta(cell) if callable(eta) else eta
    limit = lambda cell: most(cell) if callable(most) else most
    theirs = lambda t: trace(form(t["x"])) - inner(p, form(t["x"]))
    best = lambda cell: math.fsum(theirs(t) for t in cell.trials)
    less = lambda cell: best(cell) if regret else 0.0

    def step(cell):
        i = int(cell.rows["step"]["trial"]) - 1
        own = played(cell, form, k, rate(cell))[i]
        return (1 - math.exp(-rate(cell))) * own - rate(cell) * theirs(cell.trials[i])

    rows = {"": lambda cell: scale * ((start + rate(cell) * best(cell)) / (1 - math.exp(-rate(cell))) - less(cell))}
    if not regret:
        rows["step"] = step
    if tuned:
        rows["tuned"] = lambda cell: scale * (best(cell) + math.sqrt(2 * limit(cell) * start) + start - less(cell))
    return rows


def own_rate(k, most):
    m = N - k
    return lambda cell: math.log(1 + math.sqrt(2 * m * math.log(N / m) / (most(cell) if callable(most) else most)))


FRAME = [unit([1.0, 0.5, -0.25])]
POINTS = [[0.9 * x for x in unit([a + draw.gauss(0, 0.3) for a in FRAME[0]])] for _ in range(30)]
SETS = [[draw.uniform(0.5, 1.0), draw.uniform(0, 0.3), draw.uniform(0, 0.4)] for _ in range(20)]
DYADS, DIAGONALS = (outer, outer(FRAME[0])), (diagonal, diagonal([1.0, 0.0, 0.0]))
points = lambda scale: told(shown("dyad", POINTS, {"frame": FRAME}, scale=scale, end=1.0))
sets = told(shown("vector", SETS, {"coordinates": [1]}))
for bound, regret in ((LOSS, False), (REGRET, True)):
    rounds = lambda cell: 2 * len(cell.trials) / 3  # m T/n
    everything = lambda cell: 2.0 * len(cell.trials)  # m T
    value(bound, learner("capped_meg"), points(1.0), expected(*DYADS, 1, own_rate(1, rounds), 1.0, rounds, True, regret))
    value(bound, learner("capped_meg"), sets, expected(*DIAGONALS, 1, own_rate(1, everything), 1.0, everything, True, regret))
    play = learner("capped_meg", loss_at_most=8.0)
    value(bound, play, points(1.5), expected(*DYADS, 1, own_rate(1, 8.0), 1.5, 8.0, True, regret))
    value(bound, learner("capped_meg", eta=0.6), points(0.5), expected(*DYADS, 1, 0.6, 0.5, None, False, regret))


def gradient(form, eta, scale):
    def bound(cell):
        rate = eta if eta is not None else math.sqrt(2 / (N * len(cell.trials)))
        return scale * (2 / (2 * N * rate) + rate / 2 * math.fsum(inner(form(t["x"]), form(t["x"])) for t in cell.trials))

    return {"": bound}


value(GRADIENT, learner("capped_gradient_descent"), points(1.5), gradient(outer, None, 1.5))
value(GRADIENT, learner("capped_gradient_descent", eta=0.2), sets, gradient(diagonal, 0.2, 1.0))

ONE, PLANE, FIRST = {"coordinates": [1]}, {"coordinates": [1, 2]}, [1.0, 0.0, 0.0]
for bound, name in ((LOSS, "capped_meg"), (REGRET, "capped_meg"), (GRADIENT, "capped_gradient_descent")):
    play = lambda d, name=name: (learner(name), told(shown("dyad", [FIRST], ONE, -d)))
    edge(bound, "labels are tr X", play)
    play = lambda d, name=name: (learner(name), told(shown("dyad", [FIRST], PLANE if d else ONE)))
    edge(bound, "the comparator is a projection of the learner's dimension", play, inside=0, outside=1)
    second = shown("dyad", [FIRST], {"coordinates": [2]})
    play = lambda d, name=name: (learner(name), told(shown("dyad", [FIRST] * 2, ONE), second if d else None))
    edge(bound, "one comparator for all trials", play, inside=0, outside=1)
for bound in (LOSS, REGRET):
    for kind, x in (("dyad", lambda d: [math.sqrt(1 + d), 0.0, 0.0]), ("vector", lambda d: [1 + d, 0.0, 0.0]), ("vector", lambda d: [0.5, -d, 0.0])):
        edge(bound, "0 <= X <= I", lambda d, kind=kind, x=x: (learner("capped_meg"), told(shown(kind, [x(d)], ONE))))
    play = lambda d: (learner("capped_meg", loss_at_most=0.5 * (1 - d)), told(shown("dyad", [[0.5, 0.5, 0.5]], ONE)))
    edge(bound, "the comparator drops at most loss_at_most", play, row="tuned")
minus = lambda d: sequence("vector", [([0.5, -d, 0.0], 0.5 - d)], ONE, labels="real", loss="absolute", interval=[-1, 3], scale=1.0)
edge(GRADIENT, "X >= 0", lambda d: (learner("capped_gradient_descent"), told(minus(d))))
