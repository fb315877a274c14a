"""Learners of the library against their definitions in NumPy, in every form that an instance may have."""
import copy
import json
import math
import os
import pickle
import subprocess
import sys

import pytest

from conftest import BUILD, ROOT

numpy = pytest.importorskip("numpy")
winnowlab = pytest.importorskip("winnowlab")
from definitions import MatrixWinnow, Winnow, disjunction, scores_of  # noqa: E402
from winnowlab import learners as module  # noqa: E402
from winnowlab.instances import Reader  # noqa: E402

ETA = 0.9
THETA = 0.2


def rows_of():
    rows, positive = disjunction(200, 12, 0.2, [0, 1], 3)
    return rows, numpy.where(positive, 1.0, -1.0)


def dyads_of(count=60, n=5, seed=4):
    """Unit vectors, labelled by their projection on two axes."""
    random = numpy.random.default_rng(seed)
    rows = random.normal(size=(count, n))
    rows /= numpy.linalg.norm(rows, axis=1)[:, None]
    return rows, numpy.where((rows[:, :2] ** 2).sum(axis=1) > 0.4, 1.0, -1.0)


def matrix_winnow(rows, labels):
    return scores_of(MatrixWinnow(5, 2.0 / 5, ETA), rows, labels, THETA)


def new_winnow(n=12, **more):
    return winnowlab.learner("winnow", n=n, r=2, eta=ETA, theta=THETA, **more)


def new_matrix_winnow(**more):
    return winnowlab.learner("matrix_winnow", n=5, r=2, eta=ETA, theta=THETA, **more)


def one_by_one(learner, instances, labels):
    """Scores before each label."""
    scores = []
    for x, y in zip(instances, labels):
        scores.append(learner.score(x))
        assert learner.predict_one(x) in (1, -1)
        learner.learn_one(x, y)
    return numpy.array(scores)


def test_winnow_is_that_of_the_definition():
    rows, labels = rows_of()
    definition, learner = Winnow(12, 2.0 / 12, ETA), new_winnow()
    scores = scores_of(definition, rows, labels, THETA)
    assert one_by_one(learner, rows, labels) == pytest.approx(scores, rel=1e-13)
    assert learner.score_many(numpy.eye(12)) == pytest.approx(definition.weights, rel=1e-13)
    predictions = new_winnow().learn_many(rows, labels)
    assert (predictions == numpy.where(scores >= THETA, 1.0, -1.0)).all()
    assert 3 < (predictions != labels).sum() < 60  # the learner errs, and learns


def test_matrix_winnow_is_that_of_the_definition():
    rows, labels = dyads_of()
    learner = new_matrix_winnow()
    assert learner.kind == "dyad"
    scores = matrix_winnow(rows, labels)
    assert one_by_one(learner, rows, labels) == pytest.approx(scores, rel=1e-10)
    assert (new_matrix_winnow().learn_many(rows, labels) == numpy.where(scores >= THETA, 1, -1)).all()


@pytest.mark.parametrize("kind, form", [
    ("matrix", lambda x: numpy.outer(x, x)),
    ("matrix", lambda x: numpy.outer(x, x).tolist()),
    ("low_rank", lambda x: (x[None, :], [1.0])),
    ("low_rank", lambda x: ([(2.0 * x).tolist()], numpy.array([0.25]), 0.0)),
])
def test_the_same_dyads_in_other_forms(kind, form):
    rows, labels = dyads_of()
    instances = [form(x) for x in rows]
    scores = matrix_winnow(rows, labels)
    assert one_by_one(new_matrix_winnow(kind=kind), instances, labels) == pytest.approx(scores, rel=1e-9)
    learner = new_matrix_winnow(kind=kind)
    learner.learn_many(instances, labels)
    if kind == "matrix":
        block = new_matrix_winnow(kind=kind)
        block.learn_many(numpy.array(instances), labels)
        assert block.text() == learner.text()


def test_entries_are_matrices_with_one_1():
    pairs = 3 * [(i, j) for i in range(3) for j in range(4)]
    labels = [1 if (i + j) % 2 else -1 for i, j in pairs]
    matrices = numpy.zeros((36, 3, 4))
    for place, (i, j) in enumerate(pairs):
        matrices[place, i, j] = 1.0
    options = {"n": 4, "m": 3, "variant": "normalized", "eta": 0.5, "theta": 0.0}
    by_matrix = winnowlab.learner("general_matrix_winnow", **options)
    assert by_matrix.kind == "rectangular"
    scores = one_by_one(by_matrix, matrices, labels)
    assert one_by_one(winnowlab.learner("general_matrix_winnow", kind="entry", **options), pairs, labels) == pytest.approx(scores, abs=1e-12)
    block = winnowlab.learner("general_matrix_winnow", kind="entry", **options)
    block.learn_many(numpy.array(pairs), numpy.array(labels))
    assert block.score_many(pairs) == pytest.approx(by_matrix.score_many(matrices), abs=1e-12)
    assert numpy.abs(scores).max() > 0.01


def test_distances_are_matrices():
    """(i, j) is z z^T with z = (e_i - e_j)/sqrt 2; numbers as labels."""
    random = numpy.random.default_rng(5)
    pairs = [tuple(random.choice(6, 2, replace=False)) for _ in range(30)]
    labels = random.random(30)
    matrices = []
    for i, j in pairs:
        z = numpy.zeros(6)
        z[i], z[j] = 0.5 ** 0.5, -(0.5 ** 0.5)
        matrices.append(numpy.outer(z, z))
    options = {"n": 6, "loss": "square", "interval": (0, 1), "eta": 0.7}
    one, other = winnowlab.learner("meg", kind="distance", **options), winnowlab.learner("meg", kind="matrix", **options)
    assert one.learn_many(numpy.array(pairs), labels) == pytest.approx(other.learn_many(matrices, labels), rel=1e-9)
    assert isinstance(one.predict_one(pairs[0]), float)


def sparse(rows):
    return pytest.importorskip("scipy.sparse").csr_matrix(rows)


def unsorted(rows):
    matrix = sparse(rows)
    for i in range(matrix.shape[0]):
        part = slice(matrix.indptr[i], matrix.indptr[i + 1])
        matrix.indices[part] = matrix.indices[part][::-1].copy()
    matrix.has_sorted_indices = False
    return matrix


def frame(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


@pytest.mark.parametrize("form", [
    lambda rows: rows.tolist(), lambda rows: list(rows), lambda rows: rows.astype(int), lambda rows: rows.astype("float32"), lambda rows: rows > 0.5,
    numpy.asfortranarray, lambda rows: numpy.repeat(rows, 2, axis=1)[:, ::2], lambda rows: numpy.hstack([rows, rows])[:, :12],
    lambda rows: numpy.repeat(rows, 3, axis=0)[::3],
    lambda rows: numpy.broadcast_to(rows, (2,) + rows.shape)[1], lambda rows: rows[::-1].copy()[::-1],
    lambda rows: [{i: v for i, v in enumerate(x) if v} for x in rows],
    lambda rows: [{i: v for i, v in reversed(list(enumerate(x)))} for x in rows],
    sparse, unsorted, lambda rows: sparse(rows).tocoo(), frame,
], ids=lambda form: "")
def test_rows_in_other_forms(form):
    rows, labels = rows_of()
    expected, given = new_winnow(), new_winnow()
    expected.learn_many(rows, labels)
    first = form(rows)
    before = copy.deepcopy(first)
    assert (given.learn_many(first, labels) == new_winnow().learn_many(rows, labels)).all()
    assert given.text() == expected.text()
    assert str(first) == str(before)  # nothing of the caller's is changed


@pytest.mark.parametrize("form", [
    lambda x: x.tolist(), tuple, lambda x: x.astype(int), lambda x: numpy.repeat(x, 2)[::2], lambda x: x[::-1].copy()[::-1],
    lambda x: dict(enumerate(x)), lambda x: {"name%d" % i: v for i, v in enumerate(x)},
])
def test_single_rows_in_other_forms(form):
    rows, labels = rows_of()
    expected, given = new_winnow(), new_winnow()
    expected.learn_many(rows, labels)
    for x, y in zip(rows, labels):
        given.learn_one(form(x), y)
    assert given.text() == expected.text()


def test_one_row_many_times():
    """An array whose rows are the same memory."""
    row = numpy.ones(12)
    one, other = new_winnow(), new_winnow()
    one.learn_many(numpy.broadcast_to(row, (5, 12)), -numpy.ones(5))
    for _ in range(5):
        other.learn_one(row, -1)
    assert one.text() == other.text()


def test_empty_rows_and_blocks():
    learner = new_winnow()
    assert learner.score({}) == 0.0
    assert (learner.score_many(sparse(numpy.zeros((3, 12)))) == 0.0).all()
    assert len(learner.learn_many(numpy.zeros((0, 12)), [])) == 0 and len(learner.predict_many([])) == 0


def test_labels_in_other_forms():
    rows, labels = rows_of()
    texts = []
    for form in (labels, labels.astype(int), labels > 0, list(labels > 0), [bool(y > 0) for y in labels], labels.tolist()):
        learner = new_winnow()
        learner.learn_many(rows, form)
        texts.append(learner.text())
    assert len(set(texts)) == 1
    one = new_winnow()
    for x, y in zip(rows, labels):
        one.learn_one(x, bool(y > 0))
    assert one.text() == texts[0]


def test_arrays_are_not_copied():
    rows = numpy.random.default_rng(1).random((7, 20))
    reader = Reader("vector", 8, 0, {})
    for block in (rows[:, :8].copy(), rows[:, :8], rows[::2, 4:12], rows[::-1, :8]):
        count, _, stride, (first, owner) = reader.block(block)
        assert owner is block and count == len(block)
        assert [first.value + 8 * i * stride.value for i in range(count)] == [x.ctypes.data for x in block]
    view = reader.new()
    reader.read(rows[2, :8], view)
    assert view.value == rows[2].ctypes.data
    matrices = rows[:6, :16].copy().reshape(6, 4, 4)
    _, _, stride, (first, owner) = Reader("matrix", 4, 0, {}).block(matrices)
    assert stride.value == 16 and first.matrix == matrices.ctypes.data and owner is matrices


def test_names_get_places_by_learning_alone():
    learner = winnowlab.learner("perceptron", n=3)
    learner.learn_one({"a": 1.0}, 1)
    learner.learn_one({"a": 1.0}, -1)  # w = (-1/2, 0, 0)
    for ask in (learner.predict_one, learner.score):
        assert ask({"unknown": 5.0, "another": 1.0, "third": 1.0}) == ask({})
    assert learner.score({"a": 1.0, "unknown": 5.0}) == learner.score({"a": 1.0})
    assert list(learner.score_many([{"x": 1.0}, {"a": 1.0, "y": 2.0}])) == [learner.score({}), learner.score({"a": 1.0})]
    assert learner.features == {"a": 0}
    for refused in ({"bad": math.nan}, {"b": 1.0, "c": 1.0, "d": 1.0}):
        with pytest.raises(ValueError):
            learner.learn_one(refused, 1)
    with pytest.raises(ValueError):
        learner.learn_one({"b": 1.0}, 7)  # no label
    assert learner.features == {"a": 0}
    with pytest.raises(ValueError):  # the first two rows are learned
        learner.learn_many([{"b": 1.0}, {"a": 1.0}, {"c": math.nan}], [1, 1, 1])
    assert learner.features == {"a": 0, "b": 1}
    learner.learn_many([{"c": 1.0, "b": 1.0}, {"c": 2.0}], [1, -1])
    assert learner.features == {"a": 0, "b": 1, "c": 2}


def test_names_of_features():
    rows, labels = rows_of()
    learner = new_winnow(features=["b", "a"])
    learner.learn_one({"a": 1.0, "c": 1.0}, 1)
    assert learner.features == {"b": 0, "a": 1, "c": 2}
    assert learner.score({"c": 1.0}) == learner.score([0, 0, 1] + [0] * 9)
    again = pickle.loads(pickle.dumps(learner))
    assert again.features == learner.features and again.score({"c": 1.0}) == learner.score({"c": 1.0})
    small = new_winnow(n=2)
    with pytest.raises(ValueError, match="feature 'c' is one too many: n = 2"):
        small.learn_one({"a": 1.0, "b": 1.0, "c": 1.0}, 1)


def test_saved_learners_go_on(working_folder):
    rows, labels = rows_of()
    one = new_winnow()
    one.learn_many(rows[:100], labels[:100])
    one.save("state.json")
    others = [winnowlab.load("state.json"), pickle.loads(pickle.dumps(one)), copy.deepcopy(one)]
    expected = one.learn_many(rows[100:], labels[100:])
    for other in others:
        assert (other.learn_many(rows[100:], labels[100:]) == expected).all()
    assert others[1].text() == one.text() == others[2].text()
    with pytest.raises(ValueError, match="whose positions are not known"):
        others[0].predict_one({"a": 1.0})
    table = subprocess.run([os.path.join(BUILD, "winnow"), "predict", "state.json", sequence(rows[:3], labels[:3])], capture_output=True, text=True)
    assert table.returncode == 0 and len(table.stdout.splitlines()) == 6, table.stderr
    with open("state.json") as file:
        state = json.load(file)
    state["state"]["colour"] = 1
    with open("bad.json", "w") as file:
        json.dump(state, file)
    with pytest.raises(ValueError, match="^bad.json: state: colour"):
        winnowlab.load("bad.json")


def sequence(rows, labels):
    with open("rows.jsonl", "w") as file:
        print(json.dumps({"format": "winnow-lab sequence 1", "instances": "vector", "n": rows.shape[1], "labels": "sign"}), file=file)
        for t, (x, y) in enumerate(zip(rows, labels), start=1):
            print(json.dumps({"t": t, "x": list(x), "y": y}), file=file)
    return "rows.jsonl"


@pytest.mark.parametrize("name, options, message", [
    ("winow", {"n": 4}, "winow: no such learner"),
    ("winnow", {"n": 4, "rr": 1}, "winnow: rr: no such parameter; nearest: r"),
    ("winnow", {"n": 4, "r": 0.5}, "r"),
    ("winnow", {"n": 4, "eta": [1]}, "eta"),
    ("winnow", {"n": 0}, "n must be at least 1"),
    ("winnow", {"n": 1.5}, "n = 1.5: expected a whole number"),
    ("winnow", {"n": -1}, "n = -1: expected a whole number"),
    ("winnow", {"n": 4, "kind": "dyad"}, "dyad"),
    ("winnow", {"n": 4, "kind": "tensor"}, "kind 'tensor': expected one of vector"),
    ("winnow", {"n": 4, "loss": "square"}, "predicts signs|predicts numbers"),
    ("eg", {"n": 4}, "loss must be given"),
    ("eg", {"n": 4, "loss": "cubic"}, "loss 'cubic'"),
])
def test_learners_that_are_refused(name, options, message):
    with pytest.raises(ValueError, match=message):
        winnowlab.learner(name, **options)


@pytest.mark.parametrize("x, message", [
    ([1.0] * 3, "x has 3 numbers, expected n = 4"), (numpy.ones(5), "x has 5 numbers"), ("abcd", "expected numbers"), (["a"] * 4, "expected numbers"),
    ({4: 1.0}, "expected ascending positions below n = 4"), ({-1: 1.0}, "positions count from 0"),
])
def test_instances_that_are_refused(x, message):
    learner = winnowlab.learner("winnow", n=4)
    before = learner.text()
    for call in (learner.predict_one, learner.score, lambda x: learner.learn_one(x, 1), lambda x: learner.learn_many([x], [1])):
        with pytest.raises(ValueError, match=message):
            call(x)
    assert learner.text() == before


@pytest.mark.parametrize("name, good, bad, label, message", [
    ("winnow", [1, 0, 0, 1], [1, math.nan, 0, 0], 1, "entry 2 of the vector is nan, expected a finite number"),
    ("perceptron", [1, 0, 0, 1], {2: math.inf}, 1, "entry 3 of the vector is inf"),
    ("matrix_winnow", [0.6, 0, 0, 0.8], [1e200, 0, 0, 0], 1, "beyond a double"),
    ("winnow", [1, 0, 0, 1], [0, 1e5, -0.9e5, 0], -1, "the update is refused: "),
    ("matrix_winnow", numpy.eye(4), numpy.tri(4), 1, r"entries \(2,1\) and \(1,2\) of the matrix differ by 1, expected a symmetric matrix"),
])
def test_one_bad_row_does_not_end_a_learner(name, good, bad, label, message):
    learner = winnowlab.learner(name, n=4, **({"kind": "matrix"} if numpy.ndim(good) == 2 else {}))
    learner.learn_one(good, -1)
    learner.score(good)
    before = learner.text()
    with pytest.raises(ValueError, match=message):
        learner.learn_one(bad, label)
    learner.score(good)
    assert learner.text() == before
    with pytest.raises(ValueError, match="instance 2: .*" + message):
        learner.learn_many([good, bad], [-1, label])
    learner.learn_one(good, 1)


def test_other_kinds_that_are_refused():
    with pytest.raises(ValueError, match="X has shape"):
        new_winnow().predict_many(numpy.ones((3, 11)))
    with pytest.raises(ValueError, match="X has shape"):
        new_winnow().predict_many(sparse(numpy.ones((3, 11))))
    with pytest.raises(ValueError, match="y has 2 labels, expected 3"):
        new_winnow().learn_many(numpy.ones((3, 12)), [1, 1])
    with pytest.raises(ValueError, match="instance 2: label 0.5: expected 1 or -1"):
        new_winnow().learn_many(numpy.ones((3, 12)), [1, 0.5, 1])
    with pytest.raises(ValueError, match="label 3"):
        new_winnow().learn_one(numpy.ones(12), 3)
    with pytest.raises(ValueError, match="x has shape"):
        new_matrix_winnow(kind="matrix").predict_one(numpy.ones((4, 5)))
    with pytest.raises(ValueError, match="5 rows of 5"):
        new_matrix_winnow(kind="matrix").predict_one([[1.0] * 5] * 4)
    with pytest.raises(ValueError, match="factors has 4 numbers, expected 5"):
        new_matrix_winnow(kind="low_rank").predict_one(([[1.0] * 4], [1.0]))
    entries = winnowlab.learner("matrix_completion", n=4, m=3, gamma=0.5)
    for pair in ((3, 0), (0, 4)):
        with pytest.raises(ValueError, match="counted from 0"):
            entries.predict_one(pair)
    for call in (entries.predict_one, lambda pair: entries.predict_many(numpy.array([pair]))):
        with pytest.raises(ValueError, match="count from 0"):
            call((-1, 0))


def test_without_numpy():
    """The same learner with Python's own arrays and lists."""
    rows, labels = rows_of()
    learner = new_winnow()
    predictions = learner.learn_many(rows, labels)
    program = """
import json, sys
sys.modules["numpy"] = None
import winnowlab
from array import array
rows, labels = json.load(sys.stdin)
learner = winnowlab.learner("winnow", n=12, r=2, eta=%r, theta=%r)
said = list(learner.learn_many([array("d", x) for x in rows[:100]], labels[:100]))
for x, y in zip(rows[100:], labels[100:]):
    said.append(learner.predict_one(x))
    learner.learn_one(x, y)
print(json.dumps([said, learner.text(), list(learner.score_many(rows[:3])), "numpy" in dir(winnowlab)]))
""" % (ETA, THETA)
    done = subprocess.run([sys.executable, "-c", program], input=json.dumps([rows.tolist(), labels.tolist()]), capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")})
    assert done.returncode == 0, done.stderr
    said, text, scores, _ = json.loads(done.stdout)
    assert said == predictions.tolist() and text == learner.text() and scores == learner.score_many(rows[:3]).tolist()


def test_the_version_of_the_library_is_checked():
    program = "import winnowlab.version; winnowlab.version.VERSION"
    for version, message in (("0.9.9", "no libwinnow 0.9.9 in"), ("1.9.9", "winnowlab 1.9.9 needs libwinnow 1.9.9; .*libwinnow.so.* is ")):
        # a folder like an installation's, whose library has only the major version in its name
        os.makedirs("lib", exist_ok=True)
        if not os.path.exists("lib/libwinnow.so.1"):
            library = [name for name in os.listdir(BUILD) if name.startswith("libwinnow.so.1.")][0]
            os.symlink(os.path.join(BUILD, library), "lib/libwinnow.so.1")
        program = ("import importlib.util, sys; spec = importlib.util.find_spec('winnowlab'); m = type(sys)('winnowlab'); m.__path__ = "
                   "spec.submodule_search_locations; sys.modules['winnowlab'] = m; import winnowlab.version as v; v.VERSION = %r; "
                   "import winnowlab.library" % version)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                              env={**os.environ, "WINNOWLAB": os.getcwd(), "PYTHONPATH": os.path.join(ROOT, "python")})
        assert done.returncode == 1
        assert "ImportError" in done.stderr
        import re
        assert re.search(message, done.stderr), done.stderr


def test_the_default_kind():
    kinds = {"winnow": "vector", "matrix_winnow": "dyad", "perceptron": "vector", "matrix_perceptron": "dyad", "winnow_normalized": "vector",
             "kernel_perceptron": "vector"}
    for name, kind in kinds.items():
        options = {"margin": 0.1} if name == "winnow_normalized" else {}
        assert winnowlab.learner(name, n=3, **options).kind == kind
    assert module.MANY == winnowlab.learner("winnow", n=3).setting.trials


@pytest.mark.parametrize("name, kind, options", [
    ("perceptron", "vector", {"bias": True}), ("balanced_winnow", "vector", {"margin": 0.1}), ("winnow", "vector", {"r": 2}),
    ("matrix_winnow", "dyad", {"r": 2}), ("matrix_perceptron", "matrix", {}), ("matrix_perceptron", "low_rank", {}),
    ("general_matrix_winnow", "rectangular", {"r": 1})])
def test_weights_make_the_score(name, kind, options):
    """tr(W X) + offset, from what the learner says of itself, on instances that it has not seen."""
    numpy = pytest.importorskip("numpy")
    random = numpy.random.default_rng(7)
    n, m = 5, 3 if kind == "rectangular" else 0
    learner = winnowlab.learner(name, n=n, m=m, kind=kind, **options)

    def draw():
        x = random.random(n) / n
        dense = {"vector": numpy.diag(x), "dyad": numpy.outer(x, x), "low_rank": 0.5 * numpy.outer(x, x) + 0.25 * numpy.eye(n),
                 "matrix": numpy.outer(x, x) + numpy.diag(x), "rectangular": random.random((3, n)) / 8}[kind]
        return (x if kind in ("vector", "dyad") else (x[None, :], [0.5], 0.25) if kind == "low_rank" else dense), dense
    for t in range(30):
        learner.learn_one(draw()[0], 1 if t % 3 else -1)
    weights, offset = learner._weights()
    assert numpy.abs(weights).max() > 0 and weights.shape == {"vector": (n,), "rectangular": (3, n)}.get(kind, (n, n))
    for _ in range(5):
        x, dense = draw()
        told = (numpy.diag(weights) if kind == "vector" else weights) * dense
        assert learner.score(x) == pytest.approx(told.sum() + offset, rel=1e-9, abs=1e-12)


def test_what_has_no_weights():
    with pytest.raises(ValueError, match="kernel_perceptron has no weights: its score is no sum over the entries"):
        learner = winnowlab.learner("kernel_perceptron", n=3, kernel="gaussian")
        learner.learn_one([0.5, 0, 0.1], -1)
        learner.weights
