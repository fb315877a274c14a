"""Estimators for scikit-learn over the learners of the library.

Each learns row by row, as the learner does online: `fit` plays the rows `passes` times, in their order; `partial_fit` plays them once and
continues. Attributes are scaled by their ranges in the first data (`fit`, the first `partial_fit`); later values outside are clipped.
With scale=False they are taken as they are, sparse matrices too. Classes are two: OneVsRestClassifier of scikit-learn makes more.

Shapes: X (n_samples, n_features), y (n_samples,).
"""
from __future__ import annotations

import math
from typing import Any, Dict, Optional, Tuple

import numpy
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_array, check_is_fitted, check_X_y

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before scikit-learn 1.6
    def validate_data(estimator: Any, X: Any, y: Any = "no_validation", *, reset: bool, **form: Any) -> Any:
        estimator._check_feature_names(X, reset=reset)
        if isinstance(y, str):
            X = check_array(X, estimator=estimator, **form)
        else:
            X, y = check_X_y(X, y, estimator=estimator, **form)
        estimator._check_n_features(X, reset=reset)
        return X if isinstance(y, str) else (X, y)

from .learners import LibraryLearner, learner

BEST_RATE = 1.2784645427610738  # eta = 1 + e^-eta, best for Winnow at gap_low = 0 (Warmuth 2007, Theorem 2)


def _threshold(eta: float, gap: float) -> float:
    """Winnow's theta for its rate (Warmuth 2007, Theorem 2)."""
    return eta * gap / (math.exp(eta) - math.exp(-eta))


class _Online(BaseEstimator):
    """Scaling, passes, and the learner. A subclass has `passes` and `scale` among its parameters and makes the learner."""

    low = -1.0  # attributes are scaled to [low, 1]

    def _new_learner(self, n: int) -> LibraryLearner:
        """A learner for rows of n numbers."""
        raise NotImplementedError

    def _expand(self, X: Any) -> Any:
        """The rows that the learner sees: here with a bias, an attribute that is always 1."""
        if not self.bias:
            return X
        if hasattr(X, "tocsr"):
            from scipy.sparse import hstack
            return hstack([X, numpy.ones((X.shape[0], 1))], format="csr")
        return numpy.hstack([X, numpy.ones((len(X), 1))])

    def _check_rows(self, X: Any, y: Any = "no_validation", reset: bool = False) -> Any:
        return validate_data(self, X, y, reset=reset, dtype=numpy.float64, accept_sparse=False if self.scale else "csr")

    def _rows(self, X: Any) -> Any:
        if self.scale:
            X = numpy.clip(self.low + (X - self.least_) * ((1.0 - self.low) / self.width_), self.low, 1.0)
        return self._expand(X)

    def _begin(self, X: Any) -> None:
        """Ranges and a new learner, after the first rows."""
        if self.scale:
            self.least_ = X.min(axis=0)
            width = X.max(axis=0) - self.least_
            self.width_ = numpy.where(width > 0.0, width, 1.0)
        self.learner_ = self._new_learner(self._rows(X[:1]).shape[1])

    def _play(self, X: Any, labels: Any, passes: int) -> None:
        rows = self._rows(X)
        for _ in range(passes):
            self.learner_.learn_many(rows, labels)

    def _scores(self, X: Any) -> Any:
        check_is_fitted(self)
        return self.learner_.score_many(self._rows(self._check_rows(X)))


class _Classifier(ClassifierMixin, _Online):
    """Two classes; the second one of `classes_`, in sorted order, is the learner's +1."""

    theta_ = 0.0

    def fit(self, X: Any, y: Any) -> Any:
        """Learns anew: `passes` passes over the rows."""
        X, y = self._check_rows(X, y, reset=True)
        check_classification_targets(y)
        self._set_classes(numpy.unique(y), y)
        self._begin(X)
        self._play(X, self._signs(y), self.passes)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Any:
        """One pass over these rows, continuing. The first call needs `classes`, both of them, unless y has both."""
        first = not hasattr(self, "learner_")
        X, y = self._check_rows(X, y, reset=first)
        if first:
            self._set_classes(numpy.unique(y if classes is None else classes), y)
            self._begin(X)
        self._play(X, self._signs(y), 1)
        return self

    def decision_function(self, X: Any) -> Any:
        """Score minus threshold, (n_samples,): the second class where it is at least 0."""
        return self._scores(X) - self.theta_

    def predict(self, X: Any) -> Any:
        """Classes, (n_samples,)."""
        decided = self.decision_function(X) >= 0.0
        return self.classes_[decided.astype(int)]

    def _set_classes(self, classes: Any, y: Any) -> None:
        if len(classes) > 2:
            raise ValueError("Only binary classification is supported. The type of the target is %s." % type_of_target(y))
        if len(classes) < 2:
            raise ValueError("y has one class, expected two")
        self.classes_ = classes

    def _signs(self, y: Any) -> Any:
        known = numpy.isin(y, self.classes_)
        if not known.all():
            raise ValueError("y has the class %r, expected one of %s" % (y[~known][0], list(self.classes_)))
        return numpy.where(y == self.classes_[1], 1.0, -1.0)

    def _more_tags(self) -> Any:  # before scikit-learn 1.6
        return {"binary_only": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


class WinnowClassifier(_Classifier):
    """Winnow (Littlestone 1988; Warmuth 2007): for classes that few of many attributes decide.

    r: literals of the disjunction it is tuned for. eta, gap: rate (None: the theorem's) and gap. complements: each attribute x also counts
    as 1 - x, which takes classes that an attribute speaks against. Attributes are scaled to [0, 1].
    """

    low = 0.0

    def __init__(self, *, r: int = 1, eta: Optional[float] = None, gap: float = 0.5, complements: bool = True, passes: int = 5,
                 scale: bool = True) -> None:
        self.r, self.eta, self.gap, self.complements, self.passes, self.scale = r, eta, gap, complements, passes, scale

    def _expand(self, X: Any) -> Any:
        if not self.complements:
            return X
        if hasattr(X, "tocsr"):
            raise ValueError("sparse rows have no complements: complements=False")
        return numpy.hstack([X, 1.0 - X])

    def _new_learner(self, n: int) -> LibraryLearner:
        eta = BEST_RATE if self.eta is None else self.eta
        self.theta_ = _threshold(eta, self.gap)
        return learner("winnow", n=n, r=min(self.r, n), eta=eta, gap=self.gap, theta=self.theta_)


class BalancedWinnowClassifier(_Classifier):
    """Balanced Winnow (Littlestone 1989; Kivinen & Warmuth 1997): linear thresholds with sparse weights of any sign.

    margin: y <u,x> >= margin for a u with |u|_1 = 1 is what it is tuned for. eta: rate, None: the best for the margin. bias: an attribute that
    is always 1. Attributes are scaled to [-1, 1].
    """

    def __init__(self, *, margin: float = 0.1, eta: Optional[float] = None, bias: bool = True, passes: int = 5, scale: bool = True) -> None:
        self.margin, self.eta, self.bias, self.passes, self.scale = margin, eta, bias, passes, scale

    def _new_learner(self, n: int) -> LibraryLearner:
        rate: Dict[str, Any] = {} if self.eta is None else {"eta": self.eta}
        return learner("balanced_winnow", n=n, margin=self.margin, **rate)


class PerceptronClassifier(_Classifier):
    """The perceptron (Rosenblatt 1958). margin: it updates where y times the score is at most that; None: on mistakes."""

    def __init__(self, *, margin: Optional[float] = None, bias: bool = True, passes: int = 5, scale: bool = True) -> None:
        self.margin, self.bias, self.passes, self.scale = margin, bias, passes, scale

    def _new_learner(self, n: int) -> LibraryLearner:
        margin: Dict[str, Any] = {} if self.margin is None else {"margin": self.margin}
        return learner("perceptron", n=n, **margin)


class MatrixWinnowClassifier(_Classifier):
    """Matrix Winnow (Warmuth 2007): the class is decided by the length of the row's projection on a subspace of low rank.

    r: its rank; eta, gap: rate (None: the theorem's) and gap. Rows are divided by the largest length that scaled ones can have, so that
    x x^T <= I; with scale=False they must be so. bias: an attribute that is always 1, which makes linear thresholds possible.
    """

    def __init__(self, *, r: int = 1, eta: Optional[float] = None, gap: float = 0.5, bias: bool = True, passes: int = 10,
                 scale: bool = True) -> None:
        self.r, self.eta, self.gap, self.bias, self.passes, self.scale = r, eta, gap, bias, passes, scale

    def _expand(self, X: Any) -> Any:
        rows = super()._expand(X)
        return rows / math.sqrt(rows.shape[1]) if self.scale else rows

    def _new_learner(self, n: int) -> LibraryLearner:
        eta = BEST_RATE if self.eta is None else self.eta
        self.theta_ = _threshold(eta, self.gap)
        return learner("matrix_winnow", n=n, kind="dyad", r=min(self.r, n), eta=eta, gap=self.gap, theta=self.theta_)


class EGRegressor(RegressorMixin, _Online):
    """Exponentiated gradient, EG+- (Kivinen & Warmuth 1997): linear regression with sparse weights of any sign, square loss.

    radius: |w|_1 is at most that, for attributes and labels scaled to [-1, 1]. eta: rate, None: the theorem's. With scale=False labels are taken
    as they are and must be in `interval`; with scale=True `interval` plays no part.
    """

    def __init__(self, *, radius: float = 2.0, eta: Optional[float] = None, interval: Tuple[float, float] = (-1.0, 1.0), bias: bool = True,
                 passes: int = 10, scale: bool = True) -> None:
        self.radius, self.eta, self.interval, self.bias = radius, eta, interval, bias
        self.passes, self.scale = passes, scale

    def fit(self, X: Any, y: Any) -> Any:
        """Learns anew: `passes` passes over the rows."""
        return self._learn(X, y, True, self.passes)

    def partial_fit(self, X: Any, y: Any) -> Any:
        """One pass over these rows, continuing. Labels outside the range of the first ones are clipped to it."""
        return self._learn(X, y, not hasattr(self, "learner_"), 1)

    def predict(self, X: Any) -> Any:
        """Numbers, (n_samples,), within the range of the first labels."""
        low, high = self.interval if not self.scale else (-1.0, 1.0)
        predicted = numpy.clip(self._scores(X), low, high)
        return self.label_least_ + (predicted + 1.0) * (self.label_width_ / 2.0) if self.scale else predicted

    def _learn(self, X: Any, y: Any, first: bool, passes: int) -> Any:
        X, y = self._validate_data(X, y, reset=first, dtype=numpy.float64, y_numeric=True, accept_sparse=False if self.scale else "csr")
        if first:
            self.label_least_ = y.min()
            self.label_width_ = y.max() - y.min() or 1.0
            self._begin(X)
        if self.scale:
            y = numpy.clip(2.0 * (y - self.label_least_) / self.label_width_ - 1.0, -1.0, 1.0)
        self._play(X, numpy.asarray(y, dtype=numpy.float64), passes)
        return self

    def _new_learner(self, n: int) -> LibraryLearner:
        rate: Dict[str, Any] = {"bound": 1.0} if self.eta is None and self.scale else {} if self.eta is None else {"eta": self.eta}
        interval = (-1.0, 1.0) if self.scale else self.interval
        return learner("eg_pm", n=n, loss="square", interval=interval, radius=self.radius, **rate)


ESTIMATORS = (WinnowClassifier, BalancedWinnowClassifier, PerceptronClassifier, EGRegressor, MatrixWinnowClassifier)
