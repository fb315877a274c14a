"""Bounds in the mean against many runs: arguments are the program, a folder to work in, and how many runs are drawn for each bound and number
of seeds. Each bound is played with a pool of seeds; the interval in summary.tsv is compared with its formula, sums of K seeds are drawn from the
pool, and none of them may break a bound that is true. A bound that says twice as much as is true must be found false."""
import math
import os
import random
import subprocess
import sys

POOL, ALPHA = 400, 1e-6
draw = random.Random(20)


class Game:
    """name, problem, learner, what is measured (a column of cells.tsv), rows: (row of the bound, direction, value, is it exact), spread."""

    def __init__(self, bound, problem, learner, column, rows, spread, more=""):
        self.bound, self.problem, self.learner, self.column = bound, problem, learner, column
        self.rows, self.spread, self.more = rows, spread, more


def modulus(k):
    """E |S| of k fair signs."""
    return sum(abs(k - 2 * i) * math.comb(k, i) for i in range(k + 1)) / 2**k


def coins(bound, problem, phases, rounds, gain, low, learner="learner.random {}"):
    """gain: of the best answer, times |S|, in each phase; the label of a trial makes a difference of 2 gain to a loss."""
    exact = phases * gain * modulus(rounds)
    rows = [("", "lower", low, False), (".expectation", "lower", exact, True), (".expectation_at_most", "upper", exact, True)]
    return Game(bound, problem, learner, "regret", rows, 2 * gain * math.sqrt(phases * rounds))


ZERO = "learner.constant { value = 0 }"
FORCED = lambda name, trials: [(name, "lower", trials / 2, True), (name + ".at_most", "upper", trials / 2, True)]
GAMES = [
    coins("max_cut_lower", "problem.max_cut_lower { n = 16, rounds = 4 }", 8, 4, 0.5, math.sqrt(16 * 32 / 16), ZERO),
    coins("max_cut_lower", "problem.max_cut_lower { n = 16, rounds = 16 }", 8, 16, 0.5, math.sqrt(16 * 128 / 16)),
    coins("filtering_lower", "problem.filtering_lower { m = 3, n = 4, active = 2, rounds = 4, scale = 2 }", 8, 4, 2.0, 16 * math.sqrt(2), ZERO),
    coins("gambling_lower", "problem.gambling_lower { items = 3, depth = 2, rounds = 4 }", 6, 4, 0.5, math.sqrt(6 * 24 / 8)),
    coins("tree_regret", "problem.tree_adversary { n = 6, rounds = 9 }", 5, 9, 0.5, math.sqrt(5 * 45 / 8), ZERO),
    coins("sorting_regret", "problem.sorting_adversary { n = 4, rounds = 5 }", 4, 5, 0.5, math.sqrt(4 * 20 / 8)),
    Game("block_mistakes", "problem.block_adversary { n = 64, labels = 'coins' }", "learner.constant { value = 1 }", "mistakes", FORCED("", 10), math.sqrt(10) / 2),
    Game("hadamard_mistakes", "problem.hadamard_adversary { r = 2, labels = 'coins' }", "learner.random {}", "mistakes", FORCED("", 16), 2.0),
    Game(
        "randomized_mistakes",
        "problem.randomized_adversary { n = 64, r = 1, pad = true }",
        "learner.randomized_winnow { r = 1, kappa = 0.5 }",
        "mistakes",
        [(".sampled", "upper", None, False)],
        math.sqrt(100) / 2,
        "trials = 100, ",
    ),
    Game(
        "average_error",
        "problem.disjunction { n = 8 }",
        "learner.winnow { gap = 1 }",
        "average_error",
        [("", "upper", None, True)],
        math.sqrt(1 / 50 + 1 / 80) / 2,
        "trials = 50, test = 80, ",
    ),
]
failed = False


def check(name, good, shown=""):
    global failed
    failed |= not good
    print("ok %s" % name if good else "not ok %s: %s" % (name, shown))


def table(path):
    with open(path) as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def play(program, folder, game):
    scenario = "return { %sseeds = %d, problem = %s, learners = %s, bounds = bound.%s {} }"
    path = os.path.join(folder, "means.lua")
    with open(path, "w") as file:
        file.write(scenario % (game.more, POOL, game.problem, game.learner, game.bound))
    out = os.path.join(folder, "means-%d" % GAMES.index(game))
    subprocess.run([program, "run", path, "--out", out], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return out


def slacks(out, game, direction, value):
    """Of each seed. The bounds whose value is not known before are those whose value is in the mean over seeds what was measured of them."""
    cells = table(os.path.join(out, "cells.tsv"))
    if game.column == "average_error":
        seen = {row["cell"]: float(row["value"]) for row in table(os.path.join(out, "observations.tsv")) if row["quantity"] == game.column}
        return [float(cell["mistakes"]) / float(cell["trials"]) - seen[cell["cell"]] for cell in cells]
    return [(value - float(cell[game.column])) * (1 if direction == "upper" else -1) for cell in cells]


def breaks(pool, spread, seeds, rows, runs):
    """How many of `runs` draws of this many seeds break a bound with these slacks."""
    least = -spread * math.sqrt(2 * seeds * math.log(rows / ALPHA))  # of their sum
    return sum(math.fsum(draw.choices(pool, k=seeds)) < least for _ in range(runs))


def look_at(program, folder, runs, game):
    out = play(program, folder, game)
    summary = {row["bound"]: row for row in table(os.path.join(out, "summary.tsv"))}
    joint = len([row for row in table(os.path.join(out, "verdicts.tsv")) if row["level"] in ("mean", "probability")])
    radius = game.spread * math.sqrt(2 * math.log(joint / ALPHA) / POOL)
    for row, direction, value, exact in game.rows:
        name = game.bound + row
        shown = summary[name]
        mean, low, high = float(shown["mean"]), float(shown["low"]), float(shown["high"])
        good = abs(high - mean - radius) < 1e-9 * (1 + abs(mean)) and abs(mean - low - radius) < 1e-9 * (1 + abs(mean))
        check("%s: the interval" % name, good, "%r, expected a radius of %r" % (shown, radius))
        check("%s holds" % name, shown["verdict"] == "holds", shown["verdict"])
        value = float(shown["value"]) if value is None else value
        check("%s: the value" % name, abs(float(shown["value"]) - value) < 1e-9 * (1 + abs(value)), "%s, not %r" % (shown["value"], value))
        pool = slacks(out, game, direction, value)
        for seeds in (2, 3, 5, 20, 60):
            wrong = breaks(pool, game.spread, seeds, joint, runs)
            check("%s: %d seeds, %d runs, none breaks it" % (name, seeds, runs), wrong == 0, "%d do" % wrong)
        if exact and game.column != "average_error":
            twice = [slack - (value if direction == "lower" else value / 2) for slack in pool]
            seeds = 60
            while breaks(twice, game.spread, seeds, joint, 20) < 20 and seeds < 2000:
                seeds *= 2
            check("%s: wrong by a factor of two, found false by %d seeds" % (name, seeds), seeds < 2000, "not even by these")


def main():
    program, folder, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for game in GAMES:
        look_at(program, folder, runs, game)
    return 1 if failed else 0


sys.exit(main())
