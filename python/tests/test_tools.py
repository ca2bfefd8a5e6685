# SPDX-License-Identifier: MIT
"""What stands beside the estimator, held against scikit-learn or said in advance."""
import comac
import numpy as np
import pytest
import sklearn.metrics as metrics
from comac import CoMaC


def test_scores_are_those_of_scikit_learn():
    rng = np.random.default_rng(1)
    truth, found = rng.integers(0, 4, 200), rng.integers(0, 3, 200)
    scores = comac.score(truth, found)
    assert scores["nmi"] == pytest.approx(metrics.normalized_mutual_info_score(truth, found), abs=1e-12)
    assert scores["ari"] == pytest.approx(metrics.adjusted_rand_score(truth, found), abs=1e-12)
    assert scores["ami"] == pytest.approx(metrics.adjusted_mutual_info_score(truth, found), abs=1e-9)
    assert scores["homogeneity"] == pytest.approx(metrics.homogeneity_score(truth, found), abs=1e-12)
    assert scores["completeness"] == pytest.approx(metrics.completeness_score(truth, found), abs=1e-12)
    assert comac.score(["a", None, "b", "b"], [1, 1, 0, 0])["nmi"] == 1
    with pytest.raises(ValueError, match="truth has 2 rows, but labels has 3"):
        comac.score([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="truth has no row with a known class"):
        comac.score([None, -1], [0, 1])


def test_verify_names_what_does_not_hold():
    labels = [0, 0, 1, 2]
    assert comac.verify(labels, ["a", "a", "b", None], must_link=[(0, 1)], cannot_link=[(0, 2)]) == []
    broken = comac.verify(labels, must_link=[(0, 3)], links=[(0, 1, -1), (2, 3, -1)])
    assert [(one["kind"], one["rows"]) for one in broken] == [("must_link", [0, 3]), ("cannot_link", [0, 1])]
    assert "cluster 2" in broken[0]["sentence"]
    (split,) = comac.verify(["x", "x", "y"], ["a", None, "a"])
    assert split["kind"] == "split_class" and split["rows"] == [0, 2] and split["labels"] == ["a"]
    assert comac.verify([-1, -1, 0], must_link=[(0, 1)]) == []
    with pytest.raises(ValueError, match=r"labels\[1\] is unknown; expected a cluster for each row"):
        comac.verify([1, None], must_link=[(0, 1)])


def test_samples_tell_the_truth():
    truth = np.repeat([0, 1, 2], 50)
    y = comac.sample(truth, labelled=0.3)
    assert (y >= 0).sum() == 45 and (y[y >= 0] == truth[y >= 0]).all() and y.dtype.kind == "i"
    assert len(set(comac.sample(truth, labelled=0.3, classes=2)) - {-1}) == 2
    for a, b, kind in comac.sample(truth, pairs=1.0):
        assert (truth[a] == truth[b]) == (kind == 1)
    for bad in ({}, {"labelled": 0.1, "pairs": 0.1}):
        with pytest.raises(ValueError, match="expected either labelled or pairs"):
            comac.sample(truth, **bad)
    with pytest.raises(ValueError, match="classes is '3'; expected one of all, 2"):
        comac.sample(truth, labelled=0.1, classes=3)


def test_artificial_data():
    X, y = comac.generate("blobs", rows=60, clusters=4, dimensions=3, spread=0.5)
    assert X.shape == (60, 3) and sorted(set(y)) == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="circles, clouds, moons"):
        comac.generate("stars")


def test_methods_and_parameters_come_from_the_tables():
    names = [method["name"] for method in comac.methods()]
    assert names[0] == "comac" and "label-spreading" in names and len(names) >= 18
    for option in comac._core.options():
        assert f"    {option['name']} : default=" in CoMaC.__doc__
        assert option["meaning"][1:] in CoMaC.__doc__
    assert CoMaC().beta == 0.5 and CoMaC().max_sweeps == 25 and CoMaC().relaxation == "auto"


def test_comparison_without_pandas(monkeypatch, iris):
    import builtins

    real = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", lambda name, *rest: (_ for _ in ()).throw(ImportError()) if name == "pandas" else real(name, *rest))
    table = comac.compare(*iris, 3, methods=["k-means"], runs=1)
    assert isinstance(table, list) and table[0]["method"] == "k-means"
    with pytest.raises(ValueError, match="runs is 0; expected a whole number from 1 on"):
        comac.compare(*iris, 3, runs=0)
    with pytest.raises(ValueError, match="both drawn and given"):
        comac.compare(*iris, 3, labelled=0.1, must_link=[(0, 1)])


def test_reports(iris, tmp_path):
    X, truth = iris
    y = np.where(np.arange(150) % 5 == 0, truth, None)
    model = CoMaC(3).fit(X, y)
    page = model.report(title="my flowers")
    assert model.report(tmp_path / "out.html", title="my flowers") is None  # a page would fill a notebook
    assert (tmp_path / "out.html").read_text(encoding="utf-8") == page
    assert "my flowers" in page and "<svg" in page and "setosa" in page
    shown = model._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "&lt;svg" in shown and len(shown) < len(page) * 2
    assert "<svg" in CoMaC(3, method="k-means").fit(X).report()
