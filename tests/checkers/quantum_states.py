"""quantum_states.py FOLDER: the recorded sequences of problem.quantum_state against complex matrices: what is hidden, what is shown, and the
scores of Matrix Multiplicative Weights played with Hermitian matrices of order 2^k. Prints "equal", or what differs."""
import glob
import itertools
import json
import sys

import numpy

from definitions import StateLearner, read_sequence

SINGLE = [numpy.eye(2), numpy.array([[0, 1], [1, 0]]), numpy.array([[0, -1j], [1j, 0]]), numpy.array([[1, 0], [0, -1]])]


def complex_of(x):
    """[[A, -B], [B, A]] as A + iB; an error if it has another form."""
    x = numpy.array(x)
    half = len(x) // 2
    a, b = x[:half, :half], x[half:, :half]
    assert abs(x[half:, half:] - a).max() < 1e-14 and abs(x[:half, half:] + b).max() < 1e-14, "not a Hermitian matrix in real form"
    found = a + 1j * b
    assert abs(found - found.conj().T).max() < 1e-14, "not Hermitian"
    return found


def paulis(k):
    products = []
    for factors in itertools.product(range(4), repeat=k):
        p = numpy.eye(1)
        for i in factors:
            p = numpy.kron(p, SINGLE[i])
        products.append(p)
    return products[1:]


def shown(header, trial):
    if "X" in trial:
        return complex_of(trial["X"])
    factors = numpy.array(trial["factors"])
    return complex_of(sum(w * numpy.outer(z, z) for w, z in zip(trial["weights"], factors)) + trial.get("shift", 0) * numpy.eye(header["n"]))


def is_measurement(e, products):
    if abs(numpy.trace(e) - 1) < 1e-12 and len(e) > 2:  # onto a vector
        return abs(e @ e - e).max() < 1e-12
    return any(abs(e - (numpy.eye(len(e)) + s * p) / 2).max() < 1e-14 for p in products for s in (1, -1))


def check(path, noise, eta, delta):
    header, trials = read_sequence(path)
    given = header["comparator"]
    if "matrix" in given:
        u = numpy.array(given["matrix"])
    elif "frame" in given:
        u = numpy.array(given["frame"]).T @ numpy.array(given["frame"])
    else:
        factors = numpy.array(given["low_rank"]["factors"])
        u = (factors.T * given["low_rank"]["weights"]) @ factors
    rho = 2 * complex_of(u)
    order = len(rho)
    assert abs(numpy.trace(rho) - 1) < 1e-12 and numpy.linalg.eigvalsh(rho).min() > -1e-12, "not a density"
    products, learner = paulis(order.bit_length() - 1), StateLearner(order, eta, delta)
    for t in trials:
        e = shown(header, t)
        assert is_measurement(e, products), "trial %d: not a measurement" % t["t"]
        assert abs(t["y"] - numpy.trace(e @ rho).real) <= noise + 1e-12, "trial %d: the label" % t["t"]
        p = learner.score(e)
        assert abs(p - t["score"]) < 1e-12, "trial %d: score %r, expected %r" % (t["t"], t["score"], p)
        learner.update(e, p, t["y"])
    return numpy.linalg.matrix_rank(rho, tol=1e-9), {json.dumps(t.get("X", t.get("factors"))) for t in trials}


def main():
    folder, noise, eta, delta, rank = sys.argv[1], *map(float, sys.argv[2:6])
    for path in glob.glob(folder + "/sequences/*.jsonl"):
        found, different = check(path, noise, eta, delta)
        assert found == rank, "rank %d" % found
        assert len(different) > 5, "always the same measurements"
    print("equal")


try:
    main()
except AssertionError as wrong:
    print(wrong)
