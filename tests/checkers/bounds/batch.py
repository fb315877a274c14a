"""From online to batch: bounds on the error on further trials, of a run of M trials and a test of 40."""
import math
import random

from algebra import bisect
from cases import edge, learner, sequence, told, value

draw = random.Random(61)
M, TEST, N, DELTA = 60, 40, 8, 0.1


def clean(count):
    trials = []
    while len(trials) < count:
        x = [float(draw.random() < 0.4) for _ in range(N)]
        trials.append((x, 1 if x[0] else -1))
    return trials


SAMPLE = sequence("vector", clean(M + TEST), {"coordinates": [1]})
GIVEN = learner("winnow", gap=1)
EXTRA = {"trials": M, "test": TEST}
MOST = math.floor(math.log(N) / 0.27846454276107379511)  # ln(n)/c at gap 1


def root(most):
    """eps with sum over i <= most of C(m,i) (1 - eps)^(m - i) = delta."""
    return bisect(lambda eps: DELTA - math.fsum(math.comb(M, i) * (1 - eps) ** (M - i) for i in range(most + 1)), 0.0, 1.0)


def closed(most):
    return (most * math.log(math.e * M / most) + math.log(1 / DELTA)) / (M - most)


def observed(kept, most):
    return 1 - (DELTA / ((most + 1) * math.comb(M, kept))) ** (1 / (M - kept))


NAMED = 'delta = 0.1, mistake_bound = "subspace_mistakes"'
for rows, factor in ((0, 1.0), (240, 240 / 180)):  # of N rows in random order: N/(N - m)
    value(
        "compression_error",
        GIVEN,
        told(SAMPLE, rows=rows),
        {
            "": factor * root(MOST),
            "closed": min(1.0, factor * closed(MOST)),
            "observed": lambda cell, factor=factor: factor * observed(int(cell.rows["kept"]["measured"]), MOST),
            "consistent": 0.0,
            "kept": MOST,
        },
        NAMED,
        **EXTRA,
    )
value("compression_error", GIVEN, told(SAMPLE), {"": root(MOST)}, NAMED, trials=M, test=1)
# M is given, 0 among others
value("compression_error", GIVEN, told(SAMPLE), {"": root(9), "closed": closed(9), "consistent": 0.0}, "delta = 0.1, mistakes = 9", **EXTRA)
NEVER = sequence("vector", [([0.0] * 7 + [float(i)], -1) for i in range(M + TEST)], {"coordinates": [1]})
value(
    "compression_error",
    learner("constant"),
    told(NEVER),
    {"": 1 - DELTA ** (1 / M), "closed": math.log(1 / DELTA) / M, "observed": 1 - DELTA ** (1 / M), "consistent": 0.0},
    "delta = 0.1, mistakes = 0",
    **EXTRA,
)
# of rank n no mistake is made
WHOLE = sequence("vector", [([float(i % 2)] + [0.0] * (N - 1), 1 if i % 2 else -1) for i in range(M + TEST)], {"coordinates": list(range(1, N + 1))})
value("compression_error", learner("winnow", gap=1, r=N), told(WHOLE), {"": root(0), "kept": 0}, NAMED, **EXTRA)
# "sampled" with what a sample of the test can be off by
made = lambda cell: len(cell.wrong()) / M
for rows, factor in ((0, 1.0), (240, 240 / 180)):
    value(
        "average_error",
        GIVEN,
        told(SAMPLE, rows=rows),
        {
            "": made,
            "sampled": lambda cell, factor=factor: min(
                1.0, made(cell) + factor * math.sqrt(math.log(1 / DELTA) / (2 * M)) + math.sqrt(math.log(1e6) / (2 * TEST))
            ),
            "a_priori": MOST / M,
        },
        NAMED,
        **EXTRA,
    )
# delta as it is without the option: 1/20
value(
    "average_error",
    learner("constant", value=1),
    told(SAMPLE),
    {
        "": made,
        "sampled": lambda cell: min(1.0, made(cell) + math.sqrt(math.log(20) / (2 * M)) + math.sqrt(math.log(1e6) / (2 * TEST))),
    },
    **EXTRA,
)
# no value is above 1
value("compression_error", GIVEN, told(SAMPLE), {"": root(50), "closed": 1.0}, "delta = 0.1, mistakes = 50", **EXTRA)
value("compression_error", GIVEN, told(SAMPLE), {"": 1.0, "closed": 1.0}, "delta = 0.1, mistakes = %d" % M, **EXTRA)
value("average_error", GIVEN, told(SAMPLE), {"a_priori": 1.0}, "delta = 0.1, mistakes = 70", **EXTRA)
# a bound that is an integer but for rounding counts as one
for short, most in ((1e-10, 9), (5e-3, 8)):
    start = bisect(lambda w: math.log(w) - N * w + 1 + 0.27846454276107379511 * (9 - short), 1e-6, 1 / N)  # w0 with (-ln w0 + n w0 - 1)/c
    value("compression_error", learner("winnow", gap=1, w0=start), told(SAMPLE), {"kept": most}, NAMED, **EXTRA)
value("final_state_consistent", GIVEN, told(SAMPLE), {"": 0.0}, **EXTRA)

# ---- premises

for name, rows in (("compression_error", ("", "closed", "observed")), ("average_error", ("", "sampled", "a_priori"))):
    for row in rows:
        play = lambda d: (GIVEN, told(SAMPLE, exchangeable=not d))
        edge(name, "exchangeable trials", play, inside=0, outside=1, row=row, options=NAMED, **EXTRA)
    # noise in the last trial of the run adds 1/c of it, of eta*; the tolerance is 1e-6 of the bound
    ETA, START = 1.2784645427610738, math.log(N)
    noisy = lambda d: sequence("vector", clean(M - 1) + [([d * START / ETA] + [0.0] * (N - 1), -1)] + clean(TEST), {"coordinates": [1]})
    row = "a_priori" if name == "average_error" else ""
    edge(name, "noise-free", lambda d: (GIVEN, told(noisy(d))), inside=5e-7, outside=2e-6, row=row, options=NAMED, **EXTRA)
    # a premise of the bound on mistakes, in any trial
    wide = lambda d: sequence("vector", clean(M - 1) + [([0.0] * (N - 1) + [1 + d], -1)] + clean(TEST), {"coordinates": [1]})
    edge(name, "0 <= X <= I", lambda d: (GIVEN, told(wide(d))), row=row, options=NAMED, **EXTRA)
    # one mistake, in the first positive trial in any order
    single = sequence(
        "vector", [([float(i % 2)] + [0.0] * 6 + [1e-4 * i], 1 if i % 2 else -1) for i in range(M + TEST)], {"coordinates": [1]}
    )
    play = lambda d: (GIVEN, told(single), EXTRA, "delta = 0.1, mistakes = %d" % (1 - d))
    edge(name, "at most as many mistakes as given", play, inside=0, outside=1, row=row)
for name, row in (("compression_error", "consistent"), ("compression_error", ""), ("final_state_consistent", "")):
    first = clean(M + TEST)
    twice = lambda d: sequence(
        "vector", [([0.5] * N, 1), ([0.5] * (N - 1) + [0.5 + 1e-12 * (1 - d)], -1)] + first[2:], {"coordinates": [1]}
    )
    options = "" if name == "final_state_consistent" else "delta = 0.1, mistakes = 40"
    edge(
        name,
        "the sample gives no instance two labels",
        lambda d: (learner("winnow"), told(twice(d))),
        inside=0,
        outside=1,
        row=row,
        options=options,
        **EXTRA,
    )
