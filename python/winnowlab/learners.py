"""The learners of the library: `learner(name, n=..., ...)`."""
from __future__ import annotations

import ctypes
import difflib
import json
import os
import threading
import weakref
from array import array
from typing import Any, Iterable, Optional, Tuple, Union

from .instances import EACH, Features, Reader, label, labels
from .library import KINDS, Instance, Prediction, Setting, WinnowValueError, check, lib

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

Path = Union[str, "os.PathLike[str]"]
MANY = 1_000_000  # trials that are foreseen: they take address space, no memory
_ONE = ctypes.c_size_t(1)


class LibraryLearner:
    """A learner of libwinnow; `learner` and `load` make it.

    An instance x is, by kind: n numbers, or a dictionary (vector, dyad); an array (n, n) (matrix) or (m, n) (rectangular); a pair (i, j)
    from 0 (entry, distance); (factors (k, n), weights (k), shift) (low_rank). Labels are 1 and -1, or numbers where `loss` was given.

    Threads may share a learner: its calls wait for each other. Different learners run at the same time, also while Python runs.
    """

    def __init__(self, handle: ctypes.c_void_p, name: str, features: Features) -> None:
        self.name = name
        self._handle = handle
        self._free = weakref.finalize(self, lib.winnow_learner_free, handle)
        self._lock = threading.Lock()
        self.setting = Setting()
        check(lib.winnow_learner_setting(handle, ctypes.byref(self.setting)))
        self.kind = KINDS[self.setting.kind]
        self.signs = self.setting.loss is None
        self._reader = Reader(self.kind, self.setting.n, self.setting.m, features)
        self._view, self._said, self._label = self._reader.new(), Prediction(), ctypes.c_double()
        self._one = (handle, _ONE, ctypes.byref(self._view), EACH)
        self._label_at, self._said_at = ctypes.byref(self._label), ctypes.byref(self._said)

    @property
    def features(self) -> Features:
        """The position of each name that dictionaries had so far; None after `load` without names."""
        return self._reader.features

    def __repr__(self) -> str:
        return "<winnowlab learner %s: %s, n = %d>" % (self.name, self.kind, self.setting.n)

    @property
    def weights(self) -> Any:
        """The weights W of the score tr(W X) + offset, in the shape of an instance; of dyads and low-rank ones (n, n). An array."""
        return self._weights()[0]

    def _weights(self) -> Tuple[Any, float]:
        n, m, offset = self.setting.n, self.setting.m, ctypes.c_double()
        shape = (n,) if self.kind == "vector" else (m or n, n)
        flat = array("d", bytes(8 * shape[0] * shape[-1] if len(shape) > 1 else 8 * n))
        with self._lock:
            check(lib.winnow_learner_weights(self._handle, flat.buffer_info()[0], ctypes.byref(offset)))
        if numpy is not None:
            return numpy.array(flat).reshape(shape), offset.value
        return (flat if len(shape) == 1 else [flat[n * i:n * (i + 1)] for i in range(shape[0])]), offset.value

    # ---- one instance

    def predict_one(self, x: Any) -> float:
        """The prediction for x: 1 or -1, or a number of the interval. Changes nothing."""
        with self._lock:
            self._ask(x)
            value: float = self._said.value
            return int(value) if self.signs else value

    def score(self, x: Any) -> float:
        """The score of x, tr(W X), of which the prediction is made. Changes nothing."""
        with self._lock:
            self._ask(x)
            score: float = self._said.score
            return score

    def learn_one(self, x: Any, y: Any) -> None:
        """One trial: the learner predicts x and is told its label y."""
        with self._lock:
            self._reader.learning, learned = True, 0
            try:
                owner = self._reader.read(x, self._view)
                self._label.value = label(y)
                check(lib.winnow_learn_block(*self._one, self._label_at, None, None))
                learned = 1
                del owner
            finally:
                self._reader.end(learned)

    def _ask(self, x: Any) -> None:
        owner = self._reader.read(x, self._view)
        check(lib.winnow_predict_block(*self._one, self._said_at, None))
        del owner

    # ---- blocks

    def predict_many(self, xs: Any) -> Any:
        """The predictions for a block, e.g. an array (count, n): `count` of them, an array. Changes nothing."""
        return self._play(xs)[1]

    def score_many(self, xs: Any) -> Any:
        """The scores of a block, `count` of them, an array. Changes nothing."""
        return self._play(xs)[0]

    def learn_many(self, xs: Any, ys: Any) -> Any:
        """Trials, one after the other; ys: `count` labels. Returns the prediction that each instance got before its label was known.

        Without a Python loop for arrays. If a row is refused, the learner has learned those before it.
        """
        return self._play(xs, ys)[1]

    def learn_averaged(self, xs: Any, ys: Any) -> Tuple[Any, float]:
        """Trials as of `learn_many`. Returns the sums over the trials of the weights before each, and of the offset. Needs NumPy."""
        count, views, stride, owners = self._reader.block(xs)
        address, owner = labels(ys, count)
        truth: Any = (ctypes.c_double * count).from_address(address.value) if count else ()
        first, step = owners[0], stride.value * 8
        base = ctypes.addressof(first) if not hasattr(first, "ctypes") else first.ctypes.data
        at = (first.value or first.matrix) if step else base
        place = "value" if step and first.value else "matrix"
        weights, offset = self._weights()
        total, total_offset, since, updated = numpy.zeros_like(weights), 0.0, 0, ctypes.c_int()
        for trial in range(count):
            if step:
                setattr(first, place, at + trial * step)
            view = base if step else base + trial * ctypes.sizeof(Instance)
            with self._lock:
                check(lib.winnow_predict(self._handle, view, self._said_at))
                check(lib.winnow_update(self._handle, view, truth[trial], ctypes.byref(updated)))
            if updated.value:
                total, total_offset, since = total + (trial + 1 - since) * weights, total_offset + (trial + 1 - since) * offset, trial + 1
                weights, offset = self._weights()
        del views, owners, owner
        return total + (count - since) * weights, total_offset + (count - since) * offset

    def _play(self, xs: Any, ys: Optional[Any] = None) -> Tuple[Any, Any]:
        """(scores, predictions)"""
        with self._lock:
            self._reader.learning, learned = ys is not None, ctypes.c_size_t(0)
            try:
                count, views, stride, owners = self._reader.block(xs)
                size = ctypes.c_size_t(count)
                if numpy is not None:
                    said = numpy.empty((count, 2))
                    out = ctypes.c_void_p(said.ctypes.data)
                else:
                    said = (Prediction * count)()
                    out = ctypes.byref(said)
                if ys is None:
                    check(lib.winnow_predict_block(self._handle, size, views, stride, out, None))
                else:
                    address, owner = labels(ys, count)
                    check(lib.winnow_learn_block(self._handle, size, views, stride, address, out, ctypes.byref(learned)))
                    del owner
                del owners
            finally:
                self._reader.end(learned.value)
        if numpy is not None:
            return said[:, 0], said[:, 1]
        return array("d", [each.score for each in said]), array("d", [each.value for each in said])

    # ---- states

    def text(self) -> str:
        """The learner as text, complete: what `save` writes."""
        pointer = ctypes.c_void_p()
        with self._lock:
            check(lib.winnow_learner_save(self._handle, ctypes.byref(pointer)))
        try:
            return ctypes.string_at(pointer.value or 0).decode()
        finally:
            lib.winnow_text_free(pointer)

    def save(self, path: Path) -> None:
        """Writes the learner to a file, the format of `winnow run --save-state`; `load` and `winnow predict` read it.

        Names of features are not in it.
        """
        text = self.text()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")

    def __reduce__(self) -> Any:
        features = self.features
        return _from_text, (self.text(), 0, None if features is None else list(features))


def _kind_of(name: str, m: int) -> str:
    """What is meant if nothing is said."""
    kinds = lib.winnow_learner_kinds(name.encode())
    taken = [kind for number, kind in enumerate(KINDS) if kinds & 1 << number]
    if m > 0:
        taken = [kind for kind in taken if kind in ("rectangular", "entry")] or taken
    elif "dyad" in taken and ("matrix" in name or name == "meg"):
        return "dyad"
    return taken[0] if taken else "vector"


def plain(value: Any) -> Any:
    """NumPy's numbers and arrays as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError("%r is no value for a parameter" % (value,))


def learner(name: str, *, n: int, m: int = 0, kind: Optional[str] = None, factors: int = 1, trials: int = MANY, seed: int = 1,
            loss: Optional[str] = None, interval: Tuple[float, float] = (0.0, 1.0), scale: float = 1.0,
            features: Optional[Iterable[str]] = None, **parameters: Any) -> LibraryLearner:
    """A new learner by its name in scenarios, such as learner("matrix_winnow", n=64, r=4).

    n: order of the instances; m: rows of rectangular ones and of entries. kind: "vector", "dyad" (x stands for x x^T), ... By default it is
    "dyad" for learners named after matrices, and for meg; otherwise the first that `winnow list learners NAME` shows. factors: most factors of
    a low-rank instance. trials: at most this many labels will come; some rates depend on it. loss, interval, scale: for predictions that are
    numbers (WINNOW's header has the losses). features: names of dictionaries, in order. All other keywords are the learner's parameters.

    ValueError: what the library refuses, in its own words.
    """
    if kind is None:
        kind = _kind_of(name, m)
    if kind not in KINDS:
        near = difflib.get_close_matches(str(kind), KINDS, 1)
        raise WinnowValueError("kind %r: expected one of %s%s" % (kind, ", ".join(KINDS), "; nearest: " + near[0] if near else ""))
    low, high = interval if loss is not None else (0.0, 0.0)
    for what, value in (("n", n), ("m", m), ("factors", factors), ("trials", trials), ("seed", seed)):
        if value != int(value) or not 0 <= value < 1 << 63:
            raise WinnowValueError("%s = %r: expected a whole number, at least 0" % (what, value))
    setting = Setting(n=int(n), kind=KINDS.index(kind), rank=int(factors), trials=int(trials), seed=int(seed), m=int(m),
                      loss=None if loss is None else loss.encode(), low=low, high=high, scale=scale)
    handle = ctypes.c_void_p()
    options = json.dumps(parameters, default=plain)
    check(lib.winnow_learner_new(name.encode(), options.encode(), ctypes.byref(setting), ctypes.byref(handle)))
    return LibraryLearner(handle, name, {each: place for place, each in enumerate(features or ())})


def _from_text(text: str, more: int, features: Optional[Iterable[str]]) -> LibraryLearner:
    handle = ctypes.c_void_p()
    check(lib.winnow_learner_load(text.encode(), more, ctypes.byref(handle)))
    known = None if features is None else {each: place for place, each in enumerate(features)}
    return LibraryLearner(handle, json.loads(text)["learner"], known)


def load(path: Path, *, more: int = MANY, features: Optional[Iterable[str]] = None) -> LibraryLearner:
    """A learner from a file of `save` or `winnow run --save-state`; it continues bit for bit.

    more: at most this many labels will come beyond those that were foreseen. features: the names of dictionaries, in order.
    """
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return _from_text(text, more, features)
    except WinnowValueError as error:
        raise WinnowValueError("%s: %s" % (os.fspath(path), error)) from None
