"""The estimators: scikit-learn's own checks, and what they learn against the learner itself."""
import numpy
import pytest

pytest.importorskip("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.model_selection import GridSearchCV  # noqa: E402
from sklearn.multiclass import OneVsRestClassifier  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

import winnowlab  # noqa: E402
from definitions import disjunction  # noqa: E402
from winnowlab import sklearn as estimators  # noqa: E402

ESTIMATORS_OF_ROWS = estimators.ESTIMATORS
CLASSIFIERS = [each for each in estimators.ESTIMATORS if each is not estimators.EGRegressor]


@parametrize_with_checks([each() for each in estimators.ESTIMATORS])
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


def test_there_are_five():
    assert [each.__name__ for each in estimators.ESTIMATORS] == [
        "WinnowClassifier", "BalancedWinnowClassifier", "PerceptronClassifier", "EGRegressor", "MatrixWinnowClassifier"]


def named(count=400, n=50, seed=2):
    rows, positive = disjunction(count, n, 0.1, [3, 17], seed)
    return rows, numpy.where(positive, "yes", "no")


def test_without_scaling_winnow_is_the_learner():
    rows, names = named()
    classifier = estimators.WinnowClassifier(r=2, scale=False, complements=False, passes=2).fit(rows, names)
    learner = winnowlab.learner("winnow", n=50, r=2)
    labels = numpy.where(names == "yes", 1, -1)
    for _ in range(2):
        learner.learn_many(rows, labels)
    assert (classifier.predict(rows) == numpy.where(learner.predict_many(rows) > 0, "yes", "no")).all()
    assert list(classifier.classes_) == ["no", "yes"]
    # at the threshold of the theorem the learner decides as the estimator does
    assert ((classifier.decision_function(rows) >= 0) == (learner.predict_many(rows) > 0)).all()
    assert classifier.score(rows, names) == 1.0


@pytest.mark.parametrize("make", CLASSIFIERS)
def test_partial_fit_goes_on(make):
    rows, names = named()
    passes = make(passes=1, scale=False, **({"complements": False} if make is estimators.WinnowClassifier else {}))
    once = clone(passes).fit(rows, names)
    parts = clone(passes).partial_fit(rows[:1], names[:1], classes=["no", "yes"])
    for first in range(1, 400, 57):
        parts.partial_fit(rows[first:first + 57], names[first:first + 57])
    assert (parts.decision_function(rows) == once.decision_function(rows)).all()
    assert once.learner_.text() == parts.learner_.text()
    again = once.fit(rows, names)
    assert again.learner_.text() == parts.learner_.text()  # fit begins anew


@pytest.mark.parametrize("make", [estimators.WinnowClassifier, estimators.BalancedWinnowClassifier, estimators.PerceptronClassifier])
def test_sparse_rows_are_the_dense_ones(make):
    sparse = pytest.importorskip("scipy.sparse")
    rows, names = named()
    estimator = make(scale=False, **({"complements": False} if make is estimators.WinnowClassifier else {}))
    dense = clone(estimator).fit(rows, names)
    other = clone(estimator).fit(sparse.csr_matrix(rows), names)
    # sums are made in another order
    assert other.decision_function(sparse.csr_matrix(rows)) == pytest.approx(dense.decision_function(rows), abs=1e-13)
    with pytest.raises((TypeError, ValueError), match="dense"):
        make().fit(sparse.csr_matrix(rows), names)


def test_what_winnow_is_for():
    """Two of 500 attributes: Winnow errs less than the perceptron on rows it has not seen."""
    rows, names = named(600, 500)
    winnow, perceptron = [make(passes=1).fit(rows[:300], names[:300]).score(rows[300:], names[300:])
                          for make in (estimators.WinnowClassifier, estimators.PerceptronClassifier)]
    assert winnow > 0.95 > perceptron


def test_complements_take_what_speaks_against():
    rows, names = named()
    assert estimators.WinnowClassifier(passes=20).fit(1.0 - rows, names).score(1.0 - rows, names) == 1.0
    assert estimators.WinnowClassifier(passes=20, complements=False).fit(1.0 - rows, names).score(1.0 - rows, names) < 0.9


def test_matrix_winnow_sees_a_subspace():
    """Labels by the length of the projection on a plane, which no linear threshold separates."""
    random = numpy.random.default_rng(1)
    rows = random.normal(size=(600, 8))
    rows /= numpy.linalg.norm(rows, axis=1)[:, None]
    share = (rows[:, :2] ** 2).sum(axis=1)
    kept = (share > 0.5) | (share < 0.1)
    rows, labels = rows[kept], share[kept] > 0.5
    matrix = estimators.MatrixWinnowClassifier(r=2, scale=False, bias=False).fit(rows, labels)
    assert matrix.score(rows, labels) == 1.0
    assert estimators.PerceptronClassifier().fit(rows, labels).score(rows, labels) < 0.8


def test_regression_finds_sparse_weights():
    random = numpy.random.default_rng(1)
    rows = random.uniform(-1, 1, size=(500, 30))
    labels = 3.0 * rows[:, 2] - 2.0 * rows[:, 9] + 7.0
    regressor = estimators.EGRegressor(passes=30).fit(rows, labels)
    assert regressor.score(rows, labels) > 0.97
    assert labels.min() <= regressor.predict(1e6 * rows).min() and regressor.predict(-1e6 * rows).max() <= labels.max()
    plain = estimators.EGRegressor(scale=False, bias=False, eta=0.1, interval=(-1, 1), passes=1).fit(rows, labels / 20)
    learner = winnowlab.learner("eg_pm", n=30, loss="square", interval=(-1, 1), radius=2.0, eta=0.1)
    learner.learn_many(rows, labels / 20)
    assert plain.predict(rows) == pytest.approx(learner.predict_many(rows), rel=1e-15)
    with pytest.raises(ValueError, match="expected a number from -1 to 1"):
        plain.partial_fit(rows, labels)


def test_classes_that_are_refused():
    rows, names = named(20)
    with pytest.raises(ValueError, match="one class"):
        estimators.WinnowClassifier().fit(rows, ["a"] * 20)
    with pytest.raises(ValueError, match="Only binary classification"):
        estimators.WinnowClassifier().fit(rows, ["a", "b", "c", "d"] * 5)
    with pytest.raises(ValueError, match="y has the class 'maybe', expected one of"):
        estimators.WinnowClassifier().fit(rows[:19], names[:19] if len(set(names[:19])) == 2 else ["no", "yes"] * 9 + ["no"]).partial_fit(
            rows[:1], ["maybe"])


def test_they_play_with_the_rest_of_scikit_learn():
    rows, names = named(200, 20)
    search = GridSearchCV(make_pipeline(StandardScaler(), estimators.PerceptronClassifier()), {"perceptronclassifier__passes": [1, 20]}, cv=3)
    assert search.fit(rows, names).best_score_ > 0.8
    classes = rows[:, 0] + 2 * rows[:, 1]
    many = OneVsRestClassifier(estimators.BalancedWinnowClassifier(passes=20)).fit(rows, classes)
    assert many.score(rows, classes) > 0.9


@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("make", ESTIMATORS_OF_ROWS)
def test_coefficients_are_of_the_attributes_as_given(make, average):
    random = numpy.random.default_rng(3)
    rows = random.uniform(-3, 7, size=(80, 6))
    labels = rows @ [2.0, -1.0, 0, 0, 0, 1] + random.normal(size=80)
    fitted = make(average=average).fit(rows, labels if make is estimators.EGRegressor else labels > 4)
    if make is estimators.MatrixWinnowClassifier:
        with pytest.raises(AttributeError, match="has no coef_: its score is quadratic"):
            fitted.coef_
        seen = fitted._rows(rows)
        scores = numpy.einsum("ti,ij,tj->t", seen, fitted.weights_, seen)
        assert fitted.decision_function(rows) + fitted.theta_ == pytest.approx(scores, abs=1e-12)
        return
    scores = rows @ numpy.ravel(fitted.coef_) + fitted.intercept_
    if make is estimators.EGRegressor:
        assert fitted.predict(rows) == pytest.approx(numpy.clip(scores, labels.min(), labels.max()), abs=1e-9)
    else:
        assert fitted.decision_function(rows) == pytest.approx(scores, abs=1e-12) and fitted.coef_.shape == (1, 6)


def perceptron(rows, signs, steps, passes):
    """The mean of the weights before each trial, and the last weights."""
    w, total = numpy.zeros(rows.shape[1]), numpy.zeros(rows.shape[1])
    for _ in range(passes):
        for x, y, step in zip(rows, signs, steps):
            total += w
            if (1 if w @ x >= 0 else -1) != y:
                w = w + step * y * x
    return total / (passes * len(rows)), w


@pytest.mark.parametrize("sparse", [False, True])
def test_averages_and_weights_of_rows_by_definition(sparse):
    rows, names = named()
    signs, steps = numpy.where(names == "yes", 1, -1), numpy.random.default_rng(1).integers(0, 4, size=400) / 2.0
    shown = pytest.importorskip("scipy.sparse").csr_matrix(rows) if sparse else rows
    kept = steps > 0
    mean, last = perceptron(rows[kept], signs[kept], steps[kept], 3)
    options = {"bias": False, "scale": False, "passes": 3}
    averaged = estimators.PerceptronClassifier(average=True, **options).fit(shown, names, sample_weight=steps)
    assert averaged.weights_ == pytest.approx(mean, abs=1e-12) and averaged.coef_ == pytest.approx(mean[None, :], abs=1e-12)
    assert averaged.decision_function(shown) == pytest.approx(rows @ mean, abs=1e-12)
    assert estimators.PerceptronClassifier(**options).fit(shown, names, sample_weight=steps).weights_ == pytest.approx(last, abs=1e-12)
    with pytest.raises(ValueError, match="with margin = 0.5"):
        estimators.PerceptronClassifier(margin=0.5).fit(rows, names, sample_weight=steps)
    with pytest.raises(ValueError, match="negative"):
        estimators.PerceptronClassifier().fit(rows, names, sample_weight=-steps)
    with pytest.raises(TypeError, match="sample_weight"):
        estimators.WinnowClassifier().fit(rows, names, sample_weight=steps)


def test_the_mean_errs_less_where_labels_are_noisy():
    rows, names = named(2000, 30)
    flipped = numpy.where(numpy.random.default_rng(5).random(1000) < 0.2, numpy.where(names[:1000] == "yes", "no", "yes"), names[:1000])
    mean, last = [estimators.PerceptronClassifier(average=average).fit(rows[:1000], flipped).score(rows[1000:], names[1000:])
                  for average in (True, False)]
    assert mean > 0.95 > last


def test_names():
    frame = pytest.importorskip("pandas").DataFrame(named()[0][:, :3], columns=["a", "b", "c"])
    assert list(estimators.PerceptronClassifier().fit(frame, [0, 1] * 200).feature_names_in_) == ["a", "b", "c"]
    space = {}
    exec("from winnowlab.sklearn import *\nfrom winnowlab import *", space)
    assert {name for name in space if not name.startswith("_")} == {each.__name__ for each in estimators.ESTIMATORS} | {
        name for name in winnowlab.__all__ if not name.startswith("_")}
