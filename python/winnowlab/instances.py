"""What a learner is shown: Python values as views that libwinnow reads, without copies where the memory is as it needs it.

======================  =============================================================  ======================================
kind                    one instance                                                   a block of ``count``
======================  =============================================================  ======================================
vector, dyad            n numbers, or a dictionary (see `Reader.positions`)            array (count, n), or a SciPy sparse
                                                                                       matrix of that shape
matrix                  array (n, n), symmetric                                        array (count, n, n)
rectangular             array (m, n)                                                   array (count, m, n)
entry, distance         (i, j), counted from 0                                         integers (count, 2)
low_rank                (factors (k, n), weights (k)) or (factors, weights, shift)     a list of such
======================  =============================================================  ======================================

Any block may also be a list of single instances. NumPy arrays of float64 whose rows lie in one piece are not copied, nor are array.array('d').
"""
from __future__ import annotations

import ctypes
from array import array
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from .library import KINDS, Instance

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

BOOLEANS = (bool,) if numpy is None else (bool, numpy.bool_)
EACH = ctypes.c_ssize_t(0)  # a view for each instance
Features = Optional[Dict[Any, int]]


def numbers(values: Any, what: str) -> Tuple[int, int, Any]:
    """(address, count, owner) of float64 numbers in one piece: `values` itself if it is that, or a copy."""
    if numpy is not None and isinstance(values, numpy.ndarray):
        if values.dtype != numpy.float64 or not values.flags.c_contiguous:
            values = numpy.ascontiguousarray(values, dtype=numpy.float64)
        return values.ctypes.data, values.size, values
    if not (isinstance(values, array) and values.typecode == "d"):
        try:
            values = array("d", values)
        except TypeError:
            raise ValueError("%s: expected numbers, got %.80r" % (what, values)) from None
    return values.buffer_info()[0], len(values), values


class Reader:
    """Reads instances of one kind and order.

    features: the position of each name in dictionaries with names, which grows; None: the names are not known.
    learning: a name that was not seen before gets the next position, in `fresh` until `end`; otherwise it is left out.
    """

    def __init__(self, kind: str, n: int, m: int, features: Features) -> None:
        self.kind, self.n, self.m, self.features = kind, n, m, features
        self.learning, self.row = False, 0
        self.fresh: Dict[Any, Tuple[int, int]] = {}  # name: position, and the first row that has it
        self.number = KINDS.index(kind)
        self.read = getattr(self, "_" + {"dyad": "vector", "rectangular": "matrix", "distance": "entry"}.get(kind, kind))

    def new(self) -> Instance:
        """A view of nothing yet."""
        return Instance(kind=self.number, n=self.n, m=self.m)

    # ---- single instances: each fills `view` and returns what must live as long as it

    def positions(self, x: Mapping[Any, float]) -> List[Tuple[int, float]]:
        """Positions and values of a dictionary, ascending.

        Whole numbers as keys are positions from 0. Texts are names: each gets the next free position when it is first learned.
        """
        pairs = []
        for key, value in x.items():
            if not isinstance(key, str):
                pairs.append((int(key), value))
                continue
            if self.features is None:
                raise ValueError("a dictionary with names, whose positions are not known: load(path, features=[...])")
            position = self.features.get(key)
            if position is None and self.learning:
                position = self._new_position(key, len(self.features) + len(self.fresh))
            if position is not None:
                pairs.append((position, value))
        pairs.sort()
        if pairs and pairs[0][0] < 0:
            raise ValueError("position %d: positions count from 0" % pairs[0][0])
        return pairs

    def _new_position(self, name: str, following: int) -> int:
        if name not in self.fresh and following == self.n:
            raise ValueError("feature %r is one too many: n = %d" % (name, self.n))
        return self.fresh.setdefault(name, (following, self.row))[0]

    def end(self, rows: int) -> None:
        """Of what was read the first `rows` were learned: their names keep their positions, those of the others are forgotten."""
        if self.fresh and self.features is not None:
            self.features.update((name, position) for name, (position, row) in self.fresh.items() if row < rows)
            self.fresh.clear()
        self.learning, self.row = False, 0

    def _vector(self, x: Any, view: Instance) -> Any:
        if isinstance(x, Mapping):
            pairs = self.positions(x)
            index, value = array("L", [pair[0] for pair in pairs]), array("d", [pair[1] for pair in pairs])
            if not pairs:  # an empty array has no address, and no index means a dense x
                index, value = array("L", [0]), array("d", [0.0])
            view.index, view.value, view.count = index.buffer_info()[0], value.buffer_info()[0], len(index)
            return index, value
        address, count, owner = numbers(x, "x")
        if count != self.n:
            raise ValueError("x has %d numbers, expected n = %d" % (count, self.n))
        view.index, view.value = None, address
        return owner

    def _matrix(self, x: Any, view: Instance) -> Any:
        rows = self.m or self.n
        if not hasattr(x, "shape"):
            if len(x) != rows or any(len(row) != self.n for row in x):
                raise ValueError("x must have %d rows of %d numbers" % (rows, self.n))
            x = array("d", [value for row in x for value in row])
        elif tuple(x.shape) != (rows, self.n):
            raise ValueError("x has shape %s, expected (%d, %d)" % (tuple(x.shape), rows, self.n))
        view.matrix, _, owner = numbers(x, "x")
        return owner

    def _entry(self, x: Any, view: Instance) -> Any:
        i, j = x
        if i < 0 or j < 0:
            raise ValueError("(%d, %d): rows and columns count from 0" % (i, j))
        view.row, view.column = int(i), int(j)

    def _low_rank(self, x: Any, view: Instance) -> Any:
        factors, weights, shift = x if len(x) == 3 else (*x, 0.0)
        if not hasattr(factors, "shape"):
            factors = array("d", [value for row in factors for value in row])
        view.factors, size, first = numbers(factors, "factors")
        view.weights, view.rank, second = numbers(weights, "weights")
        if size != view.rank * self.n:
            raise ValueError("factors has %d numbers, expected %d, n = %d for each weight" % (size, view.rank * self.n, self.n))
        view.shift = shift
        return first, second

    # ---- blocks

    def block(self, xs: Any) -> Tuple[int, Any, Any, Any]:
        """(count, address of the views, stride, what must live as long as they). See winnow_learn_block of winnow.h."""
        if hasattr(xs, "to_numpy"):  # a frame of pandas
            xs = xs.to_numpy(dtype=float)
        if numpy is not None and hasattr(xs, "tocsr") and self.kind in ("vector", "dyad"):
            return self._sparse_rows(xs.tocsr())
        if numpy is not None and isinstance(xs, numpy.ndarray) and self.kind != "low_rank":
            return self._rows(xs)
        views = (Instance * len(xs))()
        owners = []
        for self.row, (view, x) in enumerate(zip(views, xs)):
            view.kind, view.n, view.m = self.number, self.n, self.m
            owners.append(self.read(x, view))
        return len(xs), ctypes.byref(views), EACH, (views, owners)

    def _shape(self) -> Sequence[int]:
        return {"vector": (self.n,), "dyad": (self.n,), "matrix": (self.n, self.n),
                "rectangular": (self.m, self.n)}.get(self.kind, (2,))

    def _views(self, count: int) -> Any:
        """An array of views whose kind and order are set."""
        views = numpy.zeros(count, dtype=Instance)
        views["kind"], views["n"], views["m"] = self.number, self.n, self.m
        return views

    def _rows(self, xs: Any) -> Tuple[int, Any, Any, Any]:
        shape = tuple(self._shape())
        if xs.shape[1:] != shape:
            raise ValueError("X has shape %s, expected (count%s)" % (xs.shape, "".join(", %d" % size for size in shape)))
        if self.kind in ("entry", "distance"):
            if (xs < 0).any():
                raise ValueError("X: rows and columns count from 0")
            views = self._views(len(xs))
            views["row"], views["column"] = xs[:, 0], xs[:, 1]
            return len(xs), ctypes.c_void_p(views.ctypes.data), EACH, views
        # each instance in one piece, one a whole number of numbers after the other; 0 would mean a view for each
        if xs.dtype != numpy.float64 or xs.strides[1:] != (8 * shape[-1], 8)[-len(shape):] or xs.strides[0] == 0 or xs.strides[0] % 8:
            xs = numpy.ascontiguousarray(xs, dtype=numpy.float64)
        first = self.new()
        if len(shape) == 1:
            first.value = xs.ctypes.data
        else:
            first.matrix = xs.ctypes.data
        return len(xs), ctypes.byref(first), ctypes.c_ssize_t(xs.strides[0] // 8), (first, xs)

    def _sparse_rows(self, xs: Any) -> Tuple[int, Any, Any, Any]:
        if xs.shape[1] != self.n:
            raise ValueError("X has shape %s, expected (count, %d)" % (xs.shape, self.n))
        if not xs.has_canonical_format:
            xs = xs.copy()
            xs.sum_duplicates()
        starts = xs.indptr.astype(numpy.uintp)
        index = numpy.append(xs.indices, 0).astype(numpy.uintp)  # never empty: no index would mean a dense row
        value = numpy.append(xs.data, 0.0) if xs.nnz == 0 else numpy.ascontiguousarray(xs.data, dtype=numpy.float64)
        views = self._views(xs.shape[0])
        views["index"] = index.ctypes.data + 8 * starts[:-1]
        views["value"] = value.ctypes.data + 8 * starts[:-1]
        views["count"] = numpy.diff(starts)
        return xs.shape[0], ctypes.c_void_p(views.ctypes.data), EACH, (views, index, value)


def labels(ys: Any, count: int) -> Tuple[Any, Any]:
    """(address, owner) of `count` labels; True and False are 1 and -1."""
    if hasattr(ys, "to_numpy"):
        ys = ys.to_numpy()
    if numpy is not None and isinstance(ys, numpy.ndarray):
        if ys.dtype == bool:
            ys = numpy.where(ys, 1.0, -1.0)
    else:
        ys = array("d", [label(y) for y in ys])
    address, found, owner = numbers(ys, "y")
    if found != count:
        raise ValueError("y has %d labels, expected %d" % (found, count))
    return ctypes.c_void_p(address), owner


def label(y: Any) -> Any:
    """A label as a number; True and False are 1 and -1."""
    return (1.0 if y else -1.0) if isinstance(y, BOOLEANS) else y
