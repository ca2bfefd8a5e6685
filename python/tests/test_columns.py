# SPDX-License-Identifier: MIT
"""DataFrames as they come: texts, categories, booleans, dates, missing values."""
import os
import subprocess
import warnings

import numpy as np
import pandas
import pytest

import comac
from comac import CoMaC, ComacWarning


def people(rows=90):
    random = np.random.default_rng(3)
    group = np.arange(rows) % 3
    frame = pandas.DataFrame(
        {
            "height": random.normal(170 + 30 * group, 4),
            "city": np.array(["Rome", "Oslo", "Bern"])[group],
            "member": group == 1,
            "since": pandas.Timestamp("2020-01-01") + pandas.to_timedelta(400 * group + random.integers(0, 30, rows), unit="D"),
            "size": pandas.Categorical(np.array(["small", "mid", "big"])[group], ["small", "mid", "big"], ordered=True),
        }
    )
    return frame, group


def same(a, b):
    return comac.score(a, b)["nmi"] == 1


def said_by(function):
    """The sentences of its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function()
    return [str(one.message) for one in caught if issubclass(one.category, ComacWarning)]


def test_every_kind_of_column_is_used():
    X, group = people()
    model = CoMaC(n_clusters=3)
    assert said_by(lambda: model.fit(X)) == []
    assert same(group, model.labels_)
    assert (model.predict(X) == model.labels_).all()
    assert model.n_features_in_ == 5 and list(model.feature_names_in_) == list(X.columns)


@pytest.mark.parametrize("kind", ["category", "string", object])
def test_texts_of_any_type_are_the_same_categories(kind):
    X, _ = people()
    expected = CoMaC(n_clusters=3).fit(X).labels_
    assert same(expected, CoMaC(n_clusters=3).fit(X.assign(city=X["city"].astype(kind))).labels_)


def test_a_file_and_a_frame_of_it_are_read_alike(tmp_path):
    X, _ = people()
    X = X.assign(size=X["size"].astype(str), member=np.where(X["member"], "yes", "no"), since=X["since"].astype(str))
    X.loc[4, "city"] = None
    X.to_csv(tmp_path / "people.csv", index=False)
    command = [os.environ["COMAC_COMMAND"], "cluster", str(tmp_path / "people.csv"), "--clusters", "3", "--quiet"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[1:]
    with pytest.warns(ComacWarning, match="^X: 1 missing value filled by the column's median or commonest value: 'city' \\(1\\)$"):
        found = CoMaC(n_clusters=3).fit(X).labels_
    assert [int(line.split(",")[1]) for line in lines] == list(found)


def test_missing_values_are_filled_and_unseen_categories_are_said():
    X, group = people()
    holes = X.copy()
    holes.loc[[0, 1], "height"] = np.nan
    holes.loc[[3, 4], "city"] = None
    model = CoMaC(n_clusters=3)
    assert said_by(lambda: model.fit(holes)) == [
        "X: 4 missing values filled by the column's median or commonest value: 'height' (2), 'city' (2)"
    ]
    known = ~np.isin(np.arange(len(X)), [3, 4])  # nobody knows where these two live
    assert same(group[known], model.labels_[known])
    new = X.iloc[:3].copy()
    new.loc[0, "city"] = "Lima"
    new.loc[1, "height"] = np.nan
    assert said_by(lambda: model.predict(new)) == [
        f"1 missing value filled as the model learned it: 'height' (1 by {float(np.sort(holes['height'].dropna())[44])!r})",
        "1 value of 'city' unknown to the model, taken as none of its categories: 'Lima'",
    ]
    with pytest.warns(ComacWarning):
        assert (model.predict(new) == model.labels_[:3]).all()


def test_a_model_of_numbers_fills_what_new_rows_miss():
    X = pandas.DataFrame({"x": [0.0, 1, 2, 10, 11, 12], "y": [0.0, 1, 0, 9, 9, 8]})
    model = CoMaC(n_clusters=2, neighbours=3).fit(X)
    new = pandas.DataFrame({"x": [11.0, 1.0], "y": [np.nan, 0.0]})
    assert said_by(lambda: model.predict(new)) == ["1 missing value filled as the model learned it: 'y' (1 by 8)"]
    with pytest.warns(ComacWarning):
        assert (model.predict(new) == model.labels_[[4, 1]]).all()


def test_categories_in_another_order_are_the_same():
    X, _ = people()
    X["city"] = pandas.Categorical(X["city"], ["Rome", "Oslo", "Bern"])
    model = CoMaC(n_clusters=3).fit(X)
    turned = X.assign(city=pandas.Categorical(X["city"].astype(str), ["Bern", "Lima", "Oslo", "Rome"]))
    assert (model.predict(turned) == model.labels_).all()


def test_what_is_no_feature_is_left_out_and_named():
    X, group = people()
    X["name"] = [f"person {row}" for row in range(len(X))]
    X["hardly"] = [1.0 if row < 10 else np.nan for row in range(len(X))]
    X["customer_id"] = range(1000, 1000 + len(X))
    X["species"] = np.array(["a", "b"])[np.arange(len(X)) // 45]
    model = CoMaC(n_clusters=3)
    assert said_by(lambda: model.fit(X)) == [
        "X: took 'customer_id' for the names of the rows, not for a feature: all its values differ",
        "X: left out 'name': text of which nearly all values differ",
        "X: left out 'hardly' (80 of 90): mostly missing",
        "X: left out 'species': its name says that it holds the classes; give them as y, or rename the column to cluster by it",
    ]
    assert same(group, model.labels_) and model.n_features_in_ == 9
    assert (model.predict(X) == model.labels_).all()
    assert {trait["column"] for cluster in model.describe() for trait in cluster["traits"]} <= set(X.columns[:5])


def test_clusters_are_described_by_categories():
    X, _ = people()
    model = CoMaC(n_clusters=3).fit(X)
    first = model.describe()[model.labels_[0]]["traits"]
    assert any(trait["column"] == "city" and trait["categories"] == ["Rome"] for trait in first)
    assert any(trait["column"] == "since" and "2020-" in trait["sentence"] for trait in first)
    assert "Rome" in model.report()


def test_a_model_file_keeps_what_was_learned(tmp_path):
    X, _ = people()
    model = CoMaC(n_clusters=3).fit(X)
    model.save(tmp_path / "people.comac")
    loaded = comac.load(tmp_path / "people.comac")
    assert (loaded.predict(X) == model.labels_).all()
    assert loaded.describe(X) == model.describe()


def test_other_methods_take_them_too():
    X, group = people()
    assert same(group, CoMaC(n_clusters=3, method="k-means", scale="robust").fit(X).labels_)


def test_a_text_among_numbers_is_refused_and_named():
    X = pandas.DataFrame({"x": [1, "a", 2, 3], "y": [1, 2, 3, 4]})
    with pytest.raises(ValueError, match="^X: found 'a' where column 'x' holds numbers; correct the value, make the column one of categories"):
        CoMaC(n_clusters=2).fit(X)
    with pytest.raises(ValueError, match="found 'tall' .* 'height'"):
        good, _ = people()
        CoMaC(n_clusters=3).fit(good).predict(good.assign(height="tall"))


def test_missing_values_of_plain_arrays_are_still_refused():
    with pytest.raises(ValueError, match="NaN"):
        CoMaC(n_clusters=2).fit([[1, np.nan], [2, 3], [4, 5]])


def test_hostile_names_and_texts_do_no_harm():
    X, group = people()
    X = X.rename(columns={"city": "<script>\x1b[31m"})
    X["<script>\x1b[31m"] = np.array(["=1+2", "'\"&", "\u202e</td>"])[group]
    model = CoMaC(n_clusters=3).fit(X)
    assert same(group, model.labels_)
    assert "<script>" not in model.report() and "</td>\u202e" not in model.report()
    assert (model.predict(X) == model.labels_).all()
