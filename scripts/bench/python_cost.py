"""What the Python module pays for trials: against scikit-learn's partial_fit for single rows, against a loop in C for blocks.

    python_cost.py PYTHON_FOLDER C_PROGRAM SCRATCH

Prints lines of WHAT, UNIT, OURS, PEER, RATIO, LIMIT with tabs; LIMIT - requires nothing. CPU times of the thread: medians of
single calls, the fastest of the blocks, which other programs disturb least. A cell of an estimator of scikit-learn: elapsed time of the
whole run against a program that plays the same loop, the faster of two each.
"""
import os
import statistics
import subprocess
import sys
import time

import numpy

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "checkers"))
from definitions import disjunction  # noqa: E402

N, COUNT, BLOCK, PASSES = 100, 20000, 1000, 151


def median_of_calls(call, arguments):
    """Microseconds of a call, the median over groups of 20."""
    times = []
    for first in range(0, len(arguments), 20):
        group = arguments[first:first + 20]
        start = time.thread_time_ns()
        for each in group:
            call(*each)
        times.append((time.thread_time_ns() - start) / 1000.0 / len(group))
    return statistics.median(times[2:])


def row(what, unit, ours, peer, limit):
    print("%s\t%s\t%.6g\t%.6g\t%.6g\t%s" % (what, unit, ours, peer, ours / peer, limit))


LOOP = """
import sys
import numpy
from sklearn.linear_model import Perceptron
count, n = int(sys.argv[1]), int(sys.argv[2])
random = numpy.random.default_rng(1)
rows = random.uniform(-1.0, 1.0, size=(count, n))
labels = numpy.where(rows[:, :5].sum(axis=1) > 0, 1.0, -1.0)
model = Perceptron(fit_intercept=False, random_state=numpy.random.RandomState(1))
for t in range(count):
    if t > 0:
        model.decision_function(rows[t:t + 1])
    model.partial_fit(rows[t:t + 1], labels[t:t + 1], classes=[-1.0, 1.0])
"""


def seconds(call):
    """Elapsed time, the smaller of two."""
    times = []
    for _ in range(2):
        start = time.monotonic()
        call()
        times.append(time.monotonic() - start)
    return min(times)


def cell(winnowlab, scratch):
    """Of 20,000 trials, with the program's start."""
    from sklearn.linear_model import Perceptron
    scenario = {"trials": COUNT, "seeds": 1, "problem": {"linear_threshold": {"n": N, "relevant": 5}}, "learners": []}
    os.chdir(scratch)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    peer = seconds(lambda: subprocess.run([sys.executable, "-c", LOOP, str(COUNT), str(N)], check=True, env=environment))
    ours = seconds(lambda: winnowlab.run(scenario, learners=[Perceptron(fit_intercept=False)], jobs=1, fresh=True, show=False))
    row("cell of scikit-learn's Perceptron, n = %d, against the loop in Python" % N, "s", ours, peer, 1.3)


def main(folder, program, scratch):
    sys.path.insert(0, folder)
    import winnowlab
    rows, positive = disjunction(COUNT, N, 0.05, [0, 1, 2], 1)
    labels = numpy.where(positive, 1.0, -1.0)
    singles = [(x, y) for x, y in zip(rows[:4000], labels)]
    learner = winnowlab.learner("winnow", n=N, r=3)
    ours = median_of_calls(learner.learn_one, singles)
    predict = median_of_calls(learner.predict_one, [(x,) for x, _ in singles])
    try:
        from sklearn.linear_model import Perceptron
    except ImportError:
        sys.exit("python_cost.py: scikit-learn is missing: install python3-sklearn")
    from winnowlab.sklearn import WinnowClassifier
    arrays = [(rows[i:i + 1], labels[i:i + 1]) for i in range(2000)]
    peer, classifier = Perceptron(), WinnowClassifier(scale=False, complements=False)
    for each in (peer, classifier):
        each.partial_fit(rows[:100], labels[:100], classes=[-1.0, 1.0])
    theirs = median_of_calls(peer.partial_fit, arrays)
    row("learn_one, n = %d, against partial_fit of scikit-learn's Perceptron" % N, "us", ours, theirs, 0.1)
    row("predict_one, against its predict", "us", predict, median_of_calls(peer.predict, [(x,) for x, _ in arrays]), "-")
    row("partial_fit of WinnowClassifier, one row", "us", median_of_calls(classifier.partial_fit, arrays), theirs, "-")

    path = os.path.join(scratch, "rows")
    with open(path, "wb") as file:
        numpy.array([COUNT, N], dtype=numpy.uintp).tofile(file)
        rows.tofile(file)
        labels.tofile(file)
    for name, options, text in (("winnow", {"r": 3}, '{"r": 3}'), ("perceptron", {}, "{}")):
        learner = winnowlab.learner(name, n=N, **options)
        times, mistakes = [], 0
        for first in range(0, COUNT * PASSES, BLOCK):
            place = first % COUNT
            block, expected = rows[place:place + BLOCK], labels[place:place + BLOCK]
            start = time.thread_time_ns()
            said = learner.learn_many(block, expected)
            times.append((time.thread_time_ns() - start) / BLOCK)
            mistakes += int((said != expected).sum())
        c_time, c_mistakes = subprocess.run([program, path, name, text], check=True, capture_output=True, text=True).stdout.split()
        if int(c_mistakes) != mistakes:
            sys.exit("python_cost.py: %s makes %d mistakes, in C %s" % (name, mistakes, c_mistakes))
        row("trial of %s, n = %d, blocks of %d, against a loop in C" % (name, N, BLOCK), "ns", min(times[COUNT // BLOCK:]),
            float(c_time), 1.3)

    cell(winnowlab, scratch)


main(*sys.argv[1:])
