"""Learners of your own: a class with `predict` and `update`, and the learner's side of "winnow-lab pipe 1" (docs/extend.md).

As a program it plays a learner of a file: own.py FILE CLASS [FOLDER OF THE LIBRARY] [FAMILY] [FILE]... `run` starts it so.
"""
from __future__ import annotations

import importlib.util
import inspect
import json
import math
import os
import sys
import traceback
from types import SimpleNamespace
from typing import Any, Dict, Mapping, Optional, Type

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

PROTOCOL = "winnow-lab pipe 1"


class Learner:
    """A learner to be played by `run(scenario, learners=[Mine()])`.

    Arguments of __init__ are numbers, texts, lists and dictionaries: every cell makes its own learner from them, in a process of its own.

    label: its name in tables and plots; None: that of the class. timeout: seconds for one answer.
    score_threshold: where labels are signs, 1 is predicted if and only if the score is at least this. `start` and `update` may change it.
    family: whose theorems it claims to be in the scope of, such as "perceptron" or "winnow"; their bounds judge it then, by what `observe` returns.
    """

    label: Optional[str] = None
    timeout: float = 10.0
    score_threshold: float = 0.0
    family: Optional[str] = None
    arguments: Dict[str, Any]  # what it was made with, by name

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        self = super().__new__(cls)
        bound = inspect.signature(cls.__init__).bind(self, *args, **kwargs)
        self.arguments = {}
        for name, value in list(bound.arguments.items())[1:]:
            kind = bound.signature.parameters[name].kind
            if kind is inspect.Parameter.VAR_KEYWORD:
                self.arguments.update(value)
            elif kind is not inspect.Parameter.VAR_POSITIONAL or value:
                self.arguments[name] = value
        return self

    def start(self, setting: SimpleNamespace) -> None:
        """Called once, before the first trial.

        setting: n and m (order), instances ("vector", ...), labels ("sign" or "real"), loss and interval (real labels), rank, trials, seed.
        """

    def predict(self, x: Any) -> float:
        """The score of x. Where labels are signs, 1 is predicted if it is at least `score_threshold`, otherwise it is the prediction itself.

        x: an array of n numbers (vector, dyad), (n, n) or (m, n) (matrix), a pair (i, j) from 0 (entry, distance), or
        (factors (k, n), weights (k), shift) (low_rank); lists without NumPy. It may be called more than once in a trial: nothing may change.
        """
        raise NotImplementedError("%s has no predict(self, x)" % type(self).__name__)

    def update(self, x: Any, p: float, y: float) -> Optional[bool]:
        """Learns the label y of x, for which p was predicted (1 or -1, or the number). False: nothing changed."""
        return False

    def observe(self) -> Mapping[str, float]:
        """Numbers about itself, for `observe = { "constant:NAME" }` of scenarios and for adversaries and bounds that ask for one, such as its rate
        "eta"; always with the same names."""
        return {}


def _array(values: Any) -> Any:
    return values if numpy is None else numpy.array(values, dtype=float)


def instance(body: Mapping[str, Any], n: int) -> Any:
    """The instance of a message, as `Learner.predict` takes it."""
    if "x" in body:
        return _array(body["x"])
    if "index" in body:
        x = [0.0] * n
        for place, value in zip(body["index"], body["value"]):
            x[place - 1] = value
        return _array(x)
    if "X" in body:
        return _array(body["X"])
    if "i" in body:
        return body["i"] - 1, body["j"] - 1
    return _array(body["factors"]), _array(body["weights"]), body["shift"]


class Player:
    """Answers messages for a learner of the class."""

    def __init__(self, cls: Type[Learner], family: Optional[str] = None) -> None:
        self.cls, self.family = cls, family
        self.learner: Any = None
        self.x: Any = None
        self.p = 0.0
        self.told = 0.0  # the threshold that the laboratory knows

    def hello(self, body: Any) -> Any:
        options = body.get("options") or {}  # an empty table may come as a list
        self.signs = body["labels"] == "sign"
        self.n = body["n"]
        self.learner = self.cls(**options)
        if self.family:
            self.learner.family = self.family
        self.learner.start(SimpleNamespace(**{"m": 0, "loss": None, "interval": None, **body}))
        family = {} if self.learner.family is None else {"family": self.learner.family}
        return {"protocol": PROTOCOL, "name": self.cls.__name__, "observes": list(self.learner.observe()), **family, **self._threshold()}

    def _threshold(self) -> Dict[str, float]:
        """The member that tells a threshold, where it has changed."""
        threshold = float(self.learner.score_threshold)
        if not math.isfinite(threshold):
            raise ValueError("score_threshold is %r, expected a finite number" % threshold)
        if threshold == self.told:
            return {}
        self.told = threshold
        return {"threshold": threshold}

    def _score(self, x: Any) -> float:
        score = float(self.learner.predict(x))
        if not math.isfinite(score):
            raise ValueError("predict returned %r, expected a finite number" % score)
        return score

    def predict(self, body: Any) -> Any:
        self.x = instance(body, self.n)
        score = self._score(self.x)
        self.p = score if not self.signs else 1.0 if score >= self.told else -1.0
        return {"score": score, "prediction": self.p}

    def update(self, body: Any) -> Any:
        updated = self.learner.update(self.x, self.p, body["y"]) is not False
        return {"updated": updated, **self._threshold()}

    def score(self, body: Any) -> Any:
        return {"score": self._score(instance(body, self.n))}

    def observe(self, body: Any) -> Any:
        return {name: float(value) for name, value in self.learner.observe().items()}


def _reason(error: Exception) -> str:
    """One line: what happened, and where in the learner's file."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return "%s: %s (%s, line %s)" % (type(error).__name__, error, place.filename.rsplit("/", 1)[-1], place.lineno)


def serve(cls: Type[Learner], family: Optional[str] = None) -> None:
    """Answers on standard output until the laboratory says bye. What the learner prints goes to standard error."""
    player = Player(cls, family)
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        (name, body), = json.loads(line).items()
        if name == "bye":
            return
        try:
            answer = {name: getattr(player, name)(body)}
        except Exception as error:
            traceback.print_exc()
            answer = {"error": " ".join(_reason(error).split())}
        print(json.dumps(answer), file=out, flush=True)


def play(cls: Type[Learner]) -> None:
    """The last line of a file that is also a program for `learner.external { command = { "python3", "mine.py" } }`.

    It does nothing where the file is imported.
    """
    if cls.__module__ == "__main__":
        serve(cls)


def module_of(path: str) -> Any:
    """The module of a file."""
    spec = importlib.util.spec_from_file_location(os.path.splitext(os.path.basename(path))[0], path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def named(space: Any, name: str) -> Any:
    """What has the dotted name in a module."""
    for part in name.split("."):
        space = getattr(space, part)
    return space


def main() -> None:
    path, name, library, family = (sys.argv[1:] + ["", ""])[:4]
    # not this file's own folder, which has a sklearn.py
    package = os.path.dirname(os.path.abspath(__file__))
    own_folder = [] if os.path.dirname(path) == package else [os.path.dirname(path)]
    sys.path[:1] = [*own_folder, os.path.dirname(package)]
    if library:
        os.environ["WINNOWLAB"] = library
    from winnowlab import experiments, own  # the module, of which this program is another copy
    experiments.within_learner = True
    own.serve(own.named(own.module_of(path), name), family)


if __name__ == "__main__":
    main()
