"""Estimators that exist as learners of scenarios: scikit-learn's, and objects with River's `learn_one` and `predict_one`.

A trial is one row. Classes are 1 and -1, known from the start; 1 is predicted where the score is above 0, as these libraries do. The score is

    decision_function, else P(1) - P(-1) of predict_proba, else the prediction          scikit-learn
    P(True) - P(False) of predict_proba_one, else the prediction                        River; features are named by their positions from 0

and 0 before the first label. Numbers are cut to the scenario's interval.
"""
from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import os
import pickle
import re
import sys
from types import SimpleNamespace
from typing import Any, Dict, List, Mapping, Optional

from winnowlab import own, own_source  # absolute: the program of a cell reads this file by its path
from winnowlab.learners import LibraryLearner

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

SMALLEST = 5e-324  # at least this is above 0
EPSILON = 2.0 ** -52


def _plain(value: Any) -> Any:
    """The value, which JSON keeps as it is; ValueError or TypeError: it does not."""
    value = value.tolist() if isinstance(value, numpy.generic) else value
    if json.loads(json.dumps(value, allow_nan=False)) != value:
        raise ValueError("JSON has no such value")
    return value


def _place(cls: Any) -> Dict[str, str]:
    """Where a class is found: in a library that has a version, or in a file."""
    package = cls.__module__.split(".")[0]
    version = getattr(sys.modules.get(package), "__version__", None)
    if "<locals>" in cls.__qualname__:
        raise ValueError("%s: a class within a function cannot be played: move it out" % cls.__qualname__)
    if version is not None:
        return {"class": cls.__module__ + ":" + cls.__qualname__, "library": "%s %s" % (package, version)}
    path = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if path is None or not os.path.exists(path):
        path = own_source.file_of(cls)
    return {"class": cls.__qualname__, "file": os.path.abspath(path)}


def _pickled(model: Any) -> Dict[str, str]:
    """A file of the model as it is; what it says of itself."""
    content = pickle.dumps(model, protocol=4)
    os.makedirs(own_source.FOLDER, exist_ok=True)
    name = "%s-%s.pickle" % (type(model).__name__, hashlib.sha256(content).hexdigest()[:12])
    path = os.path.abspath(os.path.join(own_source.FOLDER, name))
    with open(path, "wb") as file:
        file.write(content)
    return {"pickle": path, "parameters": re.sub(" at 0x[0-9a-f]+", "", repr(model))}


def described(model: Any) -> Dict[str, Any]:
    """What makes the model again: class, library and parameters, or what it consists of."""
    place = _place(type(model))
    try:
        if not hasattr(model, "get_params"):
            return {**place, "state": _plain(vars(model))}
        parameters = {}
        for name, value in model.get_params(deep=False).items():
            parameters[name] = described(value) if hasattr(value, "get_params") and not isinstance(value, type) else _plain(value)
        return {**place, "parameters": parameters}
    except (TypeError, ValueError):
        return {**place, **_pickled(model)}


def _made(about: Mapping[str, Any]) -> Any:
    """The model that was described."""
    if "file" in about:
        space: Any = own.module_of(about["file"])
        name = about["class"]
    else:
        module, name = about["class"].split(":")
        space = importlib.import_module(module)
    if "pickle" in about:
        if "file" in about:
            sys.modules["__main__"].__dict__.update(vars(space))  # where the class may have been
        with open(about["pickle"], "rb") as file:
            return pickle.load(file)
    cls = own.named(space, name)
    if "state" in about:
        model = cls.__new__(cls)
        vars(model).update(about["state"])
        return model
    return cls(**{name: _made(value) if isinstance(value, dict) and "class" in value else value for name, value in about["parameters"].items()})


class Estimator(own.Learner):
    """A model of another library; `estimator` makes it."""

    score_threshold = SMALLEST

    def __init__(self, model: str, constants: Optional[Mapping[str, float]] = None) -> None:
        self.about, self.constants = json.loads(model), constants or {}

    def start(self, setting: SimpleNamespace) -> None:
        if setting.instances not in ("vector", "dyad", "matrix"):
            raise ValueError("an estimator takes rows of numbers, not %s instances" % setting.instances)
        self.model, self.signs, self.fitted = _made(self.about), setting.labels == "sign", False
        self.low, self.high = (-numpy.inf, numpy.inf) if setting.interval is None else setting.interval
        if not self.signs:
            self.score_threshold = 0.0
        seed = setting.seed % 2 ** 32
        if hasattr(self.model, "learn_one"):
            if hasattr(self.model, "seed"):
                self.model.seed = seed
            self.classifies = hasattr(self.model, "predict_proba_one")
        else:
            self.classes = {"classes": numpy.array([-1, 1])} if "classes" in inspect.signature(self.model.partial_fit).parameters else {}
            self.classifies = bool(self.classes)
            random = numpy.random.RandomState(seed)  # one for all rows: with a number each row would begin anew
            names = [name for name in self.model.get_params() if name == "random_state" or name.endswith("__random_state")]
            self.model.set_params(**dict.fromkeys(names, random))
        if self.classifies and not self.signs:
            raise ValueError("%s predicts classes, and the labels are numbers" % type(self.model).__name__)

    def predict(self, x: Any) -> float:
        if hasattr(self.model, "learn_one"):
            score = self._score_of_names(dict(enumerate(x.ravel().tolist())))
        else:
            score = self._score_of_row(x.reshape(1, -1)) if self.fitted else 0.0
        return score if self.signs else float(min(max(score, self.low), self.high))

    def _score_of_names(self, x: Dict[int, float]) -> float:
        if self.classifies:
            try:
                chances = self.model.predict_proba_one(x)
                return float(chances.get(True, 0.0) - chances.get(False, 0.0))
            except NotImplementedError:
                return {True: 1.0, False: -1.0}.get(self.model.predict_one(x), 0.0)
        return float(self.model.predict_one(x) or 0.0)

    def _score_of_row(self, row: Any) -> float:
        if hasattr(self.model, "decision_function"):
            return float(self.model.decision_function(row)[0])
        if hasattr(self.model, "predict_proba"):
            negative, positive = self.model.predict_proba(row)[0]
            return float(positive - negative) if positive == positive else 0.0  # not a number: naive Bayes after one row
        return float(self.model.predict(row)[0])

    def update(self, x: Any, p: float, y: float) -> Optional[bool]:
        if hasattr(self.model, "learn_one"):
            self.model.learn_one(dict(enumerate(x.ravel().tolist())), y > 0 if self.classifies else y)
            return None
        before = self._weights()
        self.model.partial_fit(x.reshape(1, -1), numpy.array([y]), **({} if self.fitted else self.classes))
        self.fitted = True
        return None if before is None else before != self._weights()

    def _weights(self) -> Any:
        """The bytes of linear weights and intercept; None: there are none, or none yet."""
        model = self.model
        return model.coef_.tobytes() + model.intercept_.tobytes() if self.signs and hasattr(model, "coef_") else None

    def observe(self) -> Mapping[str, float]:
        """What the family's bounds ask for, where that is known."""
        if self.family != "perceptron" or not hasattr(self.model, "eta0"):
            return self.constants
        w = numpy.ravel(getattr(self.model, "coef_", 0.0))
        return {"eta": self.model.eta0, "theta": 0.0, "bias": float(self.model.fit_intercept), "linear": 1.0,
                "squared_norm": float(w @ w), "score_error": float(len(w) * EPSILON * abs(w).max()), **self.constants}


def estimator(model: Any, *, label: Optional[str] = None, family: Optional[str] = None, timeout: float = 10.0,
              constants: Optional[Mapping[str, float]] = None) -> Estimator:
    """A model of scikit-learn (`partial_fit`, `predict`) or River (`learn_one`, `predict_one`) for `run(scenario, learners=[...])`.

    It is played as it was made, not as it was trained; `random_state` is the cell's seed. label: its name; that of its class. timeout: seconds
    for an answer. family: whose theorems it claims to be in the scope of, "perceptron"; their bounds judge it then. constants: what these
    bounds ask for (`winnow list bounds NAME`); of scikit-learn's Perceptron they are known.
    """
    name = type(model).__name__
    if isinstance(model, (type, LibraryLearner)):
        raise ValueError("%r: expected an estimator, made by its class; learners of the library are named in the scenario" % (model,))
    if not (callable(getattr(model, "partial_fit", None)) or callable(getattr(model, "learn_one", None))):
        raise ValueError("%s has neither partial_fit (scikit-learn) nor learn_one (River): it does not learn row by row" % name)
    about = described(model.clone() if hasattr(model, "clone") else model)
    made = Estimator(json.dumps(about, sort_keys=True))  # text: a table of Lua would lose each None
    if constants is not None:
        made.arguments["constants"] = dict(constants)
    made.label, made.timeout, made.family = label or name, timeout, family
    return made


def files_of(about: Mapping[str, Any]) -> List[str]:
    """Files that the model is made from: its cells run again when they change."""
    found = [about[kind] for kind in ("file", "pickle") if kind in about]
    for value in about.values():
        if isinstance(value, Mapping):
            found += files_of(value)
    return found
