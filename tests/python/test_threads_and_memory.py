"""Learners in threads, and memory over a million calls."""
import gc
import threading

import pytest

numpy = pytest.importorskip("numpy")
import winnowlab  # noqa: E402


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/status") as file:
        return 1024 * int(next(line for line in file if line.startswith("VmRSS")).split()[1])


def in_threads(functions):
    errors = []

    def guarded(function):
        try:
            function()
        except Exception as error:
            errors.append(error)
    threads = [threading.Thread(target=guarded, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_learners_of_different_threads_are_independent():
    random = numpy.random.default_rng(1)
    rows = (random.random((3000, 40)) < 0.1).astype(float)
    labels = [numpy.where(rows[:, i] > 0, 1, -1) for i in range(6)]
    texts = {}

    def play(i):
        learner = winnowlab.learner("winnow", n=40, r=1)
        for first in range(0, 3000, 100):
            learner.learn_many(rows[first:first + 100], labels[i][first:first + 100])
            with pytest.raises(ValueError, match="label %d: expected 1 or -1" % (i + 2)):
                learner.learn_one(rows[0], i + 2)  # each thread has its own message
        texts[i] = learner.text()
    in_threads([lambda i=i: play(i) for i in range(6)])
    for i in range(6):
        alone = winnowlab.learner("winnow", n=40, r=1)
        alone.learn_many(rows, labels[i])
        assert texts[i] == alone.text()


def test_a_learner_that_threads_share_loses_no_update():
    """A perceptron that always updates adds up y x: whole numbers, in any order."""
    learner = winnowlab.learner("perceptron", n=300, margin=1e100)
    rows = numpy.broadcast_to(numpy.ones(300), (20000, 300))

    def play():
        for _ in range(10):
            learner.learn_many(rows, numpy.ones(20000))
            learner.learn_one(rows[0], 1)
    in_threads([play] * 4)
    assert (learner.score_many(numpy.eye(300)) == 4 * 10 * 20001).all()


def test_python_goes_on_during_a_block():
    learner = winnowlab.learner("perceptron", n=2000, margin=1e100)
    rows = numpy.ones((20000, 2000))
    thread = threading.Thread(target=lambda: learner.learn_many(rows, numpy.ones(len(rows))))
    counted = 0
    thread.start()
    while thread.is_alive():
        counted += 1
    thread.join()
    assert counted > 1000


LIMIT = 4 << 20


def test_no_memory_is_lost_in_a_million_calls():
    learner = winnowlab.learner("winnow", n=100, r=3)
    random = numpy.random.default_rng(1)
    rows = (random.random((500, 100)) < 0.05).astype(float)
    labels = numpy.where(rows[:, :3].any(axis=1), 1, -1)
    pairs = list(zip(rows, labels.tolist()))

    def play(times):
        for _ in range(times):
            for x, y in pairs:
                learner.predict_one(x)
                learner.learn_one(x, y)
    play(20)
    gc.collect()
    before = resident()
    play(1000)
    gc.collect()
    assert resident() - before < LIMIT


def make_and_drop(times, kept=None):
    """Learners, states, dictionaries, lists, blocks, refusals."""
    rows = numpy.eye(200)
    for _ in range(times):
        learner = winnowlab.learner("winnow", n=200, r=3)
        learner.learn_many(rows[:20], numpy.ones(20))
        learner.predict_many(rows[:5].tolist())
        learner.score({"a": 1.0, "b": 0.5})
        for bad in ([1.0], {999: 1.0}):
            with pytest.raises(ValueError):
                learner.predict_one(bad)
        with pytest.raises(ValueError):
            winnowlab.learner("winnow", n=200, r=-1)
        again = winnowlab.learners._from_text(learner.text(), 0, None)
        if kept is not None:
            kept.append(again)


def test_no_memory_is_lost_with_learners():
    make_and_drop(200)
    gc.collect()
    before = resident()
    make_and_drop(2000)
    gc.collect()
    assert resident() - before < LIMIT
    make_and_drop(2000, kept := [])
    assert resident() - before > LIMIT and len(kept) == 2000  # what is kept is seen
