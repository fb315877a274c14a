"""Estimators for scikit-learn over the learners of the library.

Each learns row by row, as the learner does online: `fit` plays the rows `passes` times, in their order; `partial_fit` plays them once and
continues. With average=True the hypothesis is the mean of the weights before each trial of all passes, which errs less where labels are noisy;
of one pass it is what the online-to-batch theorems are about. Attributes are scaled by their ranges in the first data (`fit`, the first
`partial_fit`); later values outside are clipped. With scale=False they are taken as they are, sparse matrices too. Classes are two:
OneVsRestClassifier of scikit-learn makes more.

Shapes: X (n_samples, n_features), y (n_samples,).
"""
from __future__ import annotations

import math
import warnings
from typing import Any, Dict, Optional, Tuple

import numpy
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import _check_sample_weight, check_array, check_is_fitted, check_X_y

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

import sklearn

from .learners import LibraryLearner, learner

__all__ = ["BalancedWinnowClassifier", "EGRegressor", "MatrixWinnowClassifier", "PerceptronClassifier", "WinnowClassifier"]
TRIED = ((1, 2), (1, 4))  # versions of scikit-learn, the first and the last: with NumPy 1.24 and 2.2

BEST_RATE = 1.2784645427610738  # eta = 1 + e^-eta, best for Winnow at gap_low = 0 (Warmuth 2007, Theorem 2)


if not TRIED[0] <= tuple(int(part) for part in sklearn.__version__.split(".")[:2]) <= TRIED[1]:
    warnings.warn("winnowlab was tried with scikit-learn %d.%d to %d.%d; this is %s" % (*TRIED[0], *TRIED[1], sklearn.__version__), stacklevel=2)


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

    def _check_rows(self, X: Any, y: Any = "no_validation", reset: bool = False, **form: Any) -> Any:
        return validate_data(self, X, y, reset=reset, **form, dtype=numpy.float64, accept_sparse=False if self.scale else "csr")

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
        self.sums_ = (0.0, 0.0, 0)  # of weights and offset before each trial, and how many

    def _play(self, X: Any, labels: Any, passes: int, sample_weight: Any = None) -> None:
        rows = self._rows(X)
        if sample_weight is not None:  # of the perceptron: neither its predictions nor its mistakes depend on a row's length
            rows = rows.multiply(sample_weight[:, None]).tocsr() if hasattr(rows, "tocsr") else rows * sample_weight[:, None]
        for _ in range(passes):
            if self.average:
                weights, offset = self.learner_.learn_averaged(rows, labels)
                self.sums_ = (self.sums_[0] + weights, self.sums_[1] + offset, self.sums_[2] + rows.shape[0])
            else:
                self.learner_.learn_many(rows, labels)

    @property
    def weights_(self) -> Any:
        """The weights of the attributes that the learner sees, scaled ones with bias or complements: an array; matrix learners: (n, n)."""
        return self._hypothesis()[0]

    def _hypothesis(self) -> Tuple[Any, float]:
        if not hasattr(self, "learner_"):
            raise AttributeError("not fitted")
        if not self.average:
            return self.learner_._weights()
        weights, offset, trials = self.sums_
        return weights / trials, offset / trials

    def _scores(self, X: Any) -> Any:
        check_is_fitted(self)
        rows = self._rows(self._check_rows(X))
        if not self.average:
            return self.learner_.score_many(rows)
        weights, offset = self._hypothesis()
        return (rows @ weights if weights.ndim == 1 else numpy.einsum("ij,ij->i", rows @ weights, rows)) + offset

    def _linear(self) -> Tuple[Any, float]:
        """Weights and offset of the attributes as they are given, within the ranges of the first data."""
        weights, offset = self._hypothesis()
        if weights.ndim != 1:
            raise AttributeError("%s has no coef_: its score is quadratic, see weights_" % type(self).__name__)
        n = self.n_features_in_
        if len(weights) == 2 * n and not hasattr(self, "bias"):  # complements
            weights, offset = weights[:n] - weights[n:], offset + weights[n:].sum()
        elif len(weights) > n:
            weights, offset = weights[:n], offset + weights[n]
        if not self.scale:
            return weights, offset
        factor = (1.0 - self.low) / self.width_
        return weights * factor, offset + float(weights @ (self.low - self.least_ * factor))


class _Classifier(ClassifierMixin, _Online):
    """Two classes; the second one of `classes_`, in sorted order, is the learner's +1."""

    theta_ = 0.0

    @property
    def coef_(self) -> Any:
        """(1, n_features): decision_function(X) = X @ coef_.T + intercept_, where no value is clipped."""
        return self._linear()[0][None, :]

    @property
    def intercept_(self) -> Any:
        """(1,)"""
        return numpy.array([self._linear()[1] - self.theta_])

    def fit(self, X: Any, y: Any) -> Any:
        """Learns anew: `passes` passes over the rows."""
        return self._learn(X, y, None, True, self.passes)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Any:
        """One pass over these rows, continuing. The first call needs `classes`, both of them, unless y has both."""
        return self._learn(X, y, classes, not hasattr(self, "learner_"), 1)

    def _learn(self, X: Any, y: Any, classes: Any, first: bool, passes: int, sample_weight: Any = None) -> Any:
        X, y = self._check_rows(X, y, reset=first)
        check_classification_targets(y)
        weights = None if sample_weight is None else _check_sample_weight(sample_weight, X, dtype=numpy.float64)
        if weights is not None:
            if (weights < 0.0).any():
                raise ValueError("sample_weight has a negative number, expected weights of at least 0")
            X, y, weights = X[weights > 0.0], y[weights > 0.0], weights[weights > 0.0]
        if first:
            self._set_classes(numpy.unique(y if classes is None else classes), y)
            self._begin(X)
        self._play(X, self._signs(y), passes, weights)
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
            raise ValueError("y has the class %r, expected one of %s" % (y[~known].tolist()[0], self.classes_.tolist()))
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
                 average: bool = False, scale: bool = True) -> None:
        self.r, self.eta, self.gap, self.complements, self.passes, self.average, self.scale = r, eta, gap, complements, passes, average, scale

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

    def __init__(self, *, margin: float = 0.1, eta: Optional[float] = None, bias: bool = True, passes: int = 5, average: bool = False,
                 scale: bool = True) -> None:
        self.margin, self.eta, self.bias, self.passes, self.average, self.scale = margin, eta, bias, passes, average, scale

    def _new_learner(self, n: int) -> LibraryLearner:
        rate: Dict[str, Any] = {} if self.eta is None else {"eta": self.eta}
        return learner("balanced_winnow", n=n, margin=self.margin, **rate)


class PerceptronClassifier(_Classifier):
    """The perceptron (Rosenblatt 1958). margin: it updates where y times the score is at most that; None: on mistakes.

    sample_weight multiplies a row's step; rows of weight 0 are not there. It needs margin=None: then the step alone depends on a row's length.
    """

    def __init__(self, *, margin: Optional[float] = None, bias: bool = True, passes: int = 5, average: bool = False,
                 scale: bool = True) -> None:
        self.margin, self.bias, self.passes, self.average, self.scale = margin, bias, passes, average, scale

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Learns anew: `passes` passes over the rows."""
        return self._learn(X, y, None, True, self.passes, self._check_margin(sample_weight))

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Any:
        """One pass over these rows, continuing. The first call needs `classes`, both of them, unless y has both."""
        return self._learn(X, y, classes, not hasattr(self, "learner_"), 1, self._check_margin(sample_weight))

    def _check_margin(self, sample_weight: Any) -> Any:
        if sample_weight is not None and self.margin is not None:
            raise ValueError("sample_weight: with margin = %r a row's weight would change more than its step; leave margin out" % self.margin)
        return sample_weight

    def _more_tags(self) -> Any:  # before scikit-learn 1.6
        return {**super()._more_tags(), "_xfail_checks": {"check_sample_weights_invariance": "the order of rows matters to a learner of sequences"}}

    def _new_learner(self, n: int) -> LibraryLearner:
        margin: Dict[str, Any] = {} if self.margin is None else {"margin": self.margin}
        return learner("perceptron", n=n, **margin)


class MatrixWinnowClassifier(_Classifier):
    """Matrix Winnow (Warmuth 2007): the class is decided by the length of the row's projection on a subspace of low rank.

    r: its rank; eta, gap: rate (None: the theorem's) and gap. Rows are divided by the largest length that scaled ones can have, so that
    x x^T <= I; with scale=False they must be so. bias: an attribute that is always 1, which makes linear thresholds possible.
    """

    def __init__(self, *, r: int = 1, eta: Optional[float] = None, gap: float = 0.5, bias: bool = True, passes: int = 10,
                 average: bool = False, scale: bool = True) -> None:
        self.r, self.eta, self.gap, self.bias, self.passes, self.average, self.scale = r, eta, gap, bias, passes, average, scale

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
                 passes: int = 10, average: bool = False, scale: bool = True) -> None:
        self.radius, self.eta, self.interval, self.bias = radius, eta, interval, bias
        self.passes, self.average, self.scale = passes, average, scale

    @property
    def coef_(self) -> Any:
        """(n_features,): predict(X) = X @ coef_ + intercept_, where nothing is clipped."""
        return self._linear()[0] * (self.label_width_ / 2.0 if self.scale else 1.0)

    @property
    def intercept_(self) -> float:
        offset = self._linear()[1]
        return float(self.label_least_ + (offset + 1.0) * (self.label_width_ / 2.0)) if self.scale else offset

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
        X, y = self._check_rows(X, y, reset=first, y_numeric=True)
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
