# SPDX-License-Identifier: MIT
"""What clusters are, and how sure rows are: as the command says."""
import csv
import io
import json
import pickle

import comac
import numpy as np
import pytest
from comac import CoMaC
from conftest import run


def test_the_command_says_the_same(iris, tmp_path):
    X, _ = iris
    np.save(tmp_path / "iris.npy", X)
    model = CoMaC(3).fit(X)
    out = run("cluster", tmp_path / "iris.npy", "--clusters", 3, "--confidence", "--json", tmp_path / "out.json", "-o", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["confidence"] for row in rows] == [f"{sure:.4f}" for sure in model.confidence_]
    assert model.describe() == json.loads((tmp_path / "out.json").read_text())["description"]
    assert model.describe(X) == model.describe()


def test_names_are_those_of_a_data_frame(iris):
    pandas = pytest.importorskip("pandas")
    X, _ = iris
    frame = pandas.DataFrame(X, columns=["a", "b", "<c>", "d"])
    traits = CoMaC(3).fit(frame).describe()[0]["traits"]
    assert {trait["column"] for trait in traits} <= set(frame.columns)
    assert "&lt;c&gt;" in CoMaC(3).fit(frame).report()


def test_confidence_and_proba_mean_the_same(iris):
    X, _ = iris
    model = CoMaC(3).fit(X)
    shares = model.predict_proba(X)[np.arange(len(X)), model.labels_]
    assert np.corrcoef(shares, model.confidence_)[0, 1] > 0.5
    assert abs(shares.mean() - model.confidence_.mean()) < 0.15


def test_rows_that_are_gone_must_be_given(iris, tmp_path):
    X, _ = iris
    X = X.copy()
    model = CoMaC(3, scale="zscore").fit(X)
    expected = model.describe()
    again = pickle.loads(pickle.dumps(model))
    assert (again.confidence_ == model.confidence_).all()
    with pytest.raises(ValueError, match=r"describe\(X\)"):
        again.describe()
    assert again.describe(X) == expected
    with pytest.raises(ValueError, match="other rows"):
        again.describe(X[::-1])
    model.save(tmp_path / "m.comac")
    assert comac.load(tmp_path / "m.comac").describe(X) == expected
    X += 1
    with pytest.raises(ValueError, match="X was changed"):
        model.describe()


def test_other_methods_and_chains(iris):
    X, _ = iris
    model = CoMaC(3, method="k-means").fit(X)
    assert len(model.confidence_) == 0
    assert all(cluster["traits"] and cluster["confidence"] is None for cluster in model.describe())
    P = np.array([[0.8, 0.2, 0.0, 0.0], [0.2, 0.7, 0.1, 0.0], [0.0, 0.1, 0.7, 0.2], [0.0, 0.0, 0.2, 0.8]])
    chain = comac.aggregate(P, 2)
    assert len(chain.describe()) == 2 and len(chain.confidence_) == 4


def test_improving_keeps_the_rows(iris):
    X, _ = iris
    model = CoMaC(3).fit(X).improve(must_link=[(0, 1)])
    assert model.describe()[0]["traits"]
