# SPDX-License-Identifier: MIT
"""Every way to say what is known, and the sentence for each bad one."""
import re

import numpy as np
import pandas
import pytest
import scipy.sparse
from comac import CoMaC, ComacWarning

UNKNOWN = [-1, None, float("nan"), np.nan, pandas.NA, pandas.NaT]


def fitted(iris, *y, **said):
    return CoMaC(n_clusters=3).fit(iris[0], *y, **said)


def counts(model):
    certificate = model.certificate_
    return certificate["labels"], certificate["must_link"], certificate["cannot_link"]


@pytest.mark.parametrize("unknown", UNKNOWN, ids=repr)
@pytest.mark.parametrize("kind", ["texts", "numbers"])
def test_unknown_classes(iris, unknown, kind):
    classes = iris[1] if kind == "texts" else np.unique(iris[1], return_inverse=True)[1]
    y = [value if i % 5 == 0 else unknown for i, value in enumerate(classes.tolist())]
    expected = [value if i % 5 == 0 else -1 for i, value in enumerate(classes.tolist())]
    model = fitted(iris, y)
    assert counts(model) == (30, 0, 0)
    np.testing.assert_array_equal(model.labels_, fitted(iris, expected).labels_)
    assert set(model.classes_) == set(classes)


@pytest.mark.parametrize(
    "make",
    [
        np.array,
        pandas.Series,
        lambda y: pandas.Series(y).replace(-1, None).astype("Int64"),
        lambda y: pandas.Series(y).replace(-1, np.nan).astype(float),
        lambda y: pandas.Series(y).replace(-1, np.nan).astype("category"),
        lambda y: np.array(y, dtype=object),
        lambda y: np.array(y).reshape(-1, 1),
        lambda y: np.array(y, dtype=np.int8),
        lambda y: np.array(y, dtype=float),
    ],
)
def test_columns_of_classes(iris, make):
    y = [i // 50 if i % 7 == 0 else -1 for i in range(150)]
    model = fitted(iris, make(y))
    assert counts(model) == (22, 0, 0)
    assert model.classes_.tolist() == fitted(iris, y).classes_.tolist()
    np.testing.assert_array_equal(model.labels_, fitted(iris, y).labels_)


def test_what_files_call_unknown_is_unknown(iris):
    y = ["", "?", "NA", "-1"] * 37 + ["setosa", "x"]
    assert counts(fitted(iris, y)) == (2, 0, 0)


def test_pairs_in_every_form(iris):
    pairs = [(0, 5), (60, 70)]
    matrix = scipy.sparse.coo_matrix(([1, 1], zip(*pairs)), shape=(150, 150))
    forms = [pairs, np.array(pairs), np.array(pairs, dtype=float), pandas.DataFrame(pairs), matrix, matrix.tocsr()]
    for form in forms:
        model = fitted(iris, must_link=form, cannot_link=[(1, 149)])
        assert counts(model) == (0, 2, 1)
        assert model.labels_[0] == model.labels_[5] and model.labels_[1] != model.labels_[149]
    assert counts(fitted(iris, must_link=[], cannot_link=np.empty((0, 2)))) == (0, 0, 0)


def test_links_in_every_form(iris):
    triples = [(0, 5, 1), (1, 149, -1)]
    matrix = scipy.sparse.coo_matrix(([1, -1], ([0, 1], [5, 149])), shape=(150, 150))
    words = [(0, 5, "must"), (1, 149, "cannot")]
    for form in [triples, np.array(triples), pandas.DataFrame(words), matrix, matrix + matrix.T, words]:
        assert counts(fitted(iris, links=form)) == (0, 1, 1)


def test_confidences_make_items_soft(iris):
    hard = fitted(iris, must_link=[(0, 149)])
    assert hard.labels_[0] == hard.labels_[149]
    matrix = scipy.sparse.coo_matrix(([0.6], ([0], [149])), shape=(150, 150))
    for said in ({"must_link": [(0, 149, 0.6)]}, {"links": [(0, 149, 1, 0.6)]}, {"links": matrix}, {"must_link": matrix}):
        model = fitted(iris, **said)
        assert model.certificate_["trust"]["estimated"]  # as the command does where there are confidences
        assert model.labels_[0] != model.labels_[149]
        assert [finding["verdict"] for finding in model.certificate_["findings"]] == ["outvoted"]
    y = np.where(np.arange(150) % 5 == 0, iris[1], None)
    assert counts(fitted(iris, y, y_confidence=np.full(150, 0.9))) == (30, 0, 0)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"y": [1, 2]}, "y has 2 values, but there are 150 rows; expected one for each row"),
        ({"y": [0.5] * 150}, "y[0] is 0.5; expected a class, which is a text or a whole number, or -1, None or NaN for unknown"),
        ({"y": np.zeros((150, 2))}, "y has the shape (150, 2); expected one class for each row"),
        ({"must_link": [(0, 150)]}, "must_link[0] names row 150; expected a row number from 0 to 149"),
        ({"must_link": [(0, 1), (-1, 2)]}, "must_link[1] names row -1; expected a row number from 0 to 149"),
        ({"cannot_link": [(0, 1.5)]}, "cannot_link[0] names row 1.5; expected a row number from 0 to 149"),
        ({"must_link": [("a", "b")]}, "must_link holds something else than numbers; expected row numbers"),
        ({"must_link": [(0, 1, 2, 3)]}, "must_link has the shape (1, 4); expected pairs of rows, with or without a confidence"),
        ({"must_link": [(0, 1), (2,)]}, "expected pairs of rows, with or without a confidence"),
        ({"must_link": [(0, 1, 1.5)]}, "must_link[0] is 1.5; expected a confidence from 0 to 1"),
        ({"links": [(0, 1, 2)]}, "links[0] says 2; expected 1, -1, must or cannot"),
        ({"links": [(0, 1)]}, "expected rows of two row numbers, 1 or -1, and perhaps a confidence"),
        ({"links": scipy.sparse.eye(3)}, "links is a matrix of the shape (3, 3); expected (150, 150)"),
        ({"must_link": -scipy.sparse.eye(150)}, "must_link is a matrix with negative entries; give a matrix of +1 and -1 as links"),
        ({"y_confidence": [1] * 150}, "y_confidence is given, but y is not; expected both"),
        ({"y": [1] * 150, "y_confidence": [2] * 150}, "y_confidence[0] is 2; expected a confidence from 0 to 1"),
        ({"must_link": [(0, 1)], "cannot_link": [(1, 0)]}, "rows 0 and 1 must be together"),
    ],
)
def test_bad_ones_are_told(iris, said, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        fitted(iris, **said)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"method": "k-means"}, "n_clusters is missing; say how many"),
        ({"n_clusters": 0}, "n_clusters is 0; expected 1 or more"),
        ({"n_clusters": 151}, "n_clusters is 151; expected at most the number of rows, 150"),
        ({"n_clusters": "many"}, "n_clusters is 'many'; expected 1 or more"),
        ({"n_clusters": 3, "beta": 2}, "beta is 2; expected 0 to 1"),
        ({"n_clusters": 3, "chain": "thick"}, "chain is 'thick'; expected auto, dense, sparse"),
        ({"n_clusters": 3, "method": "kmeans"}, "there is no method 'kmeans'; the nearest names are 'k-means'"),
        ({"n_clusters": 3, "method": "k-means", "beta": 0.1}, "beta makes no difference to k-means; leave it out"),
        ({"n_clusters": 3, "no_propagation": True}, "use method='comac-seq' or comac-ann with it"),
        ({"n_clusters": 3, "random_state": "x"}, "random_state is 'x'; expected a whole number from 0 on, None or a generator"),
        ({"n_clusters": 3, "n_jobs": "x"}, "n_jobs is 'x'; expected a whole number, or None for all cores"),
        ({"n_clusters": True}, "n_clusters is True; expected a number or a text"),
    ],
)
def test_bad_parameters_are_told(iris, parameters, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        CoMaC(**parameters).fit(iris[0])


@pytest.mark.parametrize(
    ("X", "kind", "sentence"),
    [
        ([[1, "a"]], ValueError, "X holds something else than numbers"),
        ([[1, np.nan], [2, 3]], ValueError, "row 0, column 1 of the table is NaN; expected a finite number"),
        ([1, 2], ValueError, "Expected 2D array, got 1D array instead"),
        (scipy.sparse.eye(3), TypeError, "X is a sparse matrix; expected a dense one"),
        (np.empty((0, 2)), ValueError, "0 sample(s)"),
    ],
)
def test_bad_rows_are_told(X, kind, sentence):
    with pytest.raises(kind, match=re.escape(sentence)):
        CoMaC(n_clusters=1).fit(X)


def test_what_does_not_hold_is_warned_of(iris):
    with pytest.warns(ComacWarning) as caught:
        CoMaC(n_clusters=2).fit(iris[0], cannot_link=[(0, 60), (60, 120), (0, 120)])
    assert any("not honoured" in str(warning.message) for warning in caught)
    assert caught[0].filename == __file__


def test_other_methods_take_no_more_than_they_can(iris):
    with pytest.raises(ValueError, match="k-means can use labels but no links"):
        CoMaC(n_clusters=3, method="k-means").fit(iris[0], must_link=[(0, 1)])
    model = CoMaC(n_clusters=3, method="k-means").fit(iris[0])
    with pytest.raises(ValueError, match="the method k-means makes no model"):
        model.predict(iris[0])
