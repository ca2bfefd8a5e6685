# SPDX-License-Identifier: MIT
"""CoMaC as an estimator of scikit-learn."""
import itertools
import warnings

import comac
import numpy as np
import pandas
import pytest
from comac import CoMaC, ComacWarning
from sklearn.base import ClusterMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_dataframe_column_names_consistency, check_estimator


class Mixed(CoMaC, ClusterMixin):
    """scikit-learn makes the checks for clusterers only for what has its mixin."""


def checks_of(estimator):
    checks = list(check_estimator(estimator, generate_only=True))
    return [pytest.param(*check, id=str(getattr(check[1], "func", check[1]).__name__) + str(i)) for i, check in enumerate(checks)]


def test_scikit_learn_makes_all_its_checks():
    assert len(checks_of(CoMaC(n_clusters=3))) >= 28
    assert len(checks_of(Mixed(n_clusters=3))) >= 33


@pytest.mark.parametrize(("estimator", "check"), checks_of(CoMaC(n_clusters=3)) + checks_of(Mixed(n_clusters=3)))
def test_check(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(estimator)


def test_columns_are_matched_by_name():
    check_dataframe_column_names_consistency("CoMaC", CoMaC(n_clusters=2))


def test_clone_keeps_parameters_and_leaves_the_fit_behind(iris):
    model = CoMaC(n_clusters=3, beta=0.4, method="comac-seq").fit(iris[0])
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert not hasattr(copy, "labels_")
    assert repr(copy) == "CoMaC(n_clusters=3, method='comac-seq', beta=0.4)"


def test_a_wrong_parameter_is_named():
    with pytest.raises(ValueError, match="Invalid parameter 'gamma' for estimator CoMaC"):
        CoMaC().set_params(gamma=1)
    with pytest.raises(TypeError, match="gamma"):
        CoMaC(gamma=1)


def test_a_pipeline_scales_first(iris):
    X, _ = iris
    piped = make_pipeline(StandardScaler(), CoMaC(n_clusters=3)).fit(X)
    alone = CoMaC(n_clusters=3).fit(StandardScaler().fit_transform(X))
    np.testing.assert_array_equal(piped[-1].labels_, alone.labels_)
    np.testing.assert_array_equal(piped.predict(X), alone.labels_)


def test_grid_search(iris):
    X, y = iris
    warnings.simplefilter("ignore", ComacWarning)  # comac-seq leaves clusters empty
    grid = {"beta": [0.5, 0.7], "method": ["comac", "comac-seq"]}
    folds = KFold(3, shuffle=True, random_state=1)
    search = GridSearchCV(CoMaC(n_clusters=3), grid, scoring="adjusted_rand_score", cv=folds, error_score="raise").fit(X, y)
    assert len(search.cv_results_["params"]) == 4
    assert search.best_score_ > 0.85  # labels of the training rows are known
    assert GridSearchCV(CoMaC(n_clusters=3), {"beta": [0.5]}, cv=folds).fit(X, y).best_score_ > 0.8  # by CoMaC.score


def test_names_of_columns(iris):
    X, _ = iris
    frame = pandas.DataFrame(X, columns=["a", "b", "c", "d"])
    model = CoMaC(n_clusters=3).fit(frame)
    assert list(model.feature_names_in_) == ["a", "b", "c", "d"]
    assert model.n_features_in_ == 4
    np.testing.assert_array_equal(model.labels_, CoMaC(n_clusters=3).fit(X).labels_)
    assert not hasattr(model.fit(X), "feature_names_in_")


def test_random_state_and_jobs(iris):
    X, _ = iris
    seq = {"n_clusters": 3, "method": "comac-seq", "restarts": 1}
    costs = {CoMaC(**seq, random_state=seed).fit(X).cost_ for seed in range(1, 9)}
    assert len(costs) > 1
    by_numpy = [CoMaC(**seq, random_state=np.random.RandomState(5)).fit(X).labels_ for _ in range(2)]
    np.testing.assert_array_equal(*by_numpy)
    assert CoMaC(**seq, random_state=np.random.default_rng(5)).fit(X).labels_.shape == (150,)
    assert CoMaC(**seq, random_state=None).fit(X).labels_.shape == (150,)
    for jobs in (1, 2, -1, -2, None):
        np.testing.assert_array_equal(CoMaC(n_clusters=3, n_jobs=jobs).fit(X).labels_, CoMaC(n_clusters=3).fit(X).labels_)


def test_before_fit():
    with pytest.raises(NotFittedError, match="not fitted yet"):
        CoMaC(n_clusters=2).predict([[1.0]])
    assert CoMaC()._repr_html_() is None


def test_classes_name_the_clusters(iris):
    X, truth = iris
    model = CoMaC(n_clusters=3).fit(X, truth)
    np.testing.assert_array_equal(model.classes_[model.labels_], truth)
    numbers = np.unique(truth, return_inverse=True)[1] + 5
    model.fit(X, numbers)
    np.testing.assert_array_equal(model.classes_[model.labels_], numbers)
    assert model.classes_.dtype.kind == "i"
    np.testing.assert_array_equal(model.fit(X).classes_, [0, 1, 2])
    one = np.where(numbers == 5, 5, -1)
    assert sorted(model.fit(X, one).classes_) == [-1, -1, 5]


def test_new_rows(iris):
    X, truth = iris
    model = CoMaC(n_clusters=3).fit(X[::2], truth[::2])
    assert adjusted_rand_score(truth[1::2], model.predict(X[1::2])) > 0.8
    shares = model.predict_proba(X[1::2])
    assert shares.shape == (75, 3)
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-12)
    assert (shares.argmax(axis=1) == model.predict(X[1::2])).mean() > 0.98  # a known row keeps its cluster
    assert model.score(X[1::2], truth[1::2]) > 0.75


def test_the_number_of_clusters_is_found(iris):
    X, _ = iris
    found = [CoMaC(n).fit(X) for n in (None, "auto", "2..12")] + [CoMaC().fit(X)]
    for model in found:
        np.testing.assert_array_equal(model.labels_, found[0].labels_)
    assert len(found[0].classes_) == len(set(found[0].labels_)) >= 2
    assert len(CoMaC("4..5").fit(X).classes_) in (4, 5)


def test_going_on(iris):
    X, truth = iris
    model = CoMaC(n_clusters=3).fit(X)
    a, b = next(
        pair for pair in itertools.combinations(range(150), 2) if truth[pair[0]] == truth[pair[1]] and len(set(model.labels_[list(pair)])) == 2
    )
    model.improve(must_link=[(a, b)])
    assert model.labels_[a] == model.labels_[b]
    model.improve(np.where(np.arange(150) % 10 == 0, truth, None))
    assert model.labels_[a] == model.labels_[b]
    assert model.certificate_["labels"] == 15 and model.certificate_["must_link"] == 1
    assert set(model.set_params(n_clusters=4).improve().labels_) == {0, 1, 2, 3}


@pytest.mark.parametrize("method", ["comac-seq", "comac-ann"])
def test_going_on_without_propagation(method):
    X = [[1, 2], [2, 1], [3, 3], [10, 11], [11, 10], [20, 21]]
    model = CoMaC(n_clusters=2, method=method, no_propagation=True).fit(X, links=[(0, 1, 1), (3, 1, -1)])
    model.improve(must_link=[(0, 2)]).partial_fit(X, cannot_link=[(0, 5)])
    assert comac.verify(model.labels_, links=[(0, 1, 1), (3, 1, -1), (0, 2, 1), (0, 5, -1)]) == []
    assert len(model.set_params(n_clusters=3).improve().classes_) == 3


@pytest.mark.parametrize(
    "rows, sentence",
    [
        ([150], r"rows\[0\] names row 150; expected a row number from 0 to 149"),
        (-1, r"rows\[0\] names row -1; expected"),
        ([0, -(2**31) - 1], r"rows\[1\] names row -2147483649; expected"),
        ([2**32], r"rows\[0\] names row 4294967296; expected"),
        ([10**30], r"rows\[0\] names row 1e\+30; expected"),
        ([10**400], "rows holds something else than numbers; expected row numbers"),
        ([0.5], r"rows\[0\] names row 0.5; expected"),
        ([float("nan")], r"rows\[0\] names row nan; expected"),
        ("first", "rows holds something else than numbers"),
        (None, r"rows\[0\] names row nan; expected"),
        ([[0, 1]], r"rows has the shape \(1, 2\); expected row numbers"),
    ],
)
def test_rows_to_explain_exist(iris, rows, sentence):
    model = CoMaC(n_clusters=3).fit(iris[0])
    with pytest.raises(ValueError, match=sentence):
        model.explain(rows=rows)


@pytest.mark.parametrize("clusters", [-1, 0, 151, 10**30, "many", "-3", 2.5])
def test_the_number_of_clusters_to_go_on_with_is_checked(iris, clusters):
    model = CoMaC(n_clusters=3).fit(iris[0]).set_params(n_clusters=clusters)
    with pytest.raises(ValueError, match="n_clusters is '?" + str(clusters)):
        model.improve()


def test_partial_fit_goes_on_with_the_same_rows(iris):
    X, _ = iris
    model = CoMaC(n_clusters=3).partial_fit(X).partial_fit(X, must_link=[(0, 1)]).partial_fit(None, cannot_link=[(0, 149)])
    assert model.certificate_["must_link"] == 1 and model.certificate_["cannot_link"] == 1
    with pytest.raises(ValueError, match="new rows are for predict"):
        model.partial_fit(X[::-1])
    scaled = CoMaC(n_clusters=3, scale="zscore", pca=2).fit(X)
    scaled.partial_fit(X.copy(), must_link=[(0, 1)])
