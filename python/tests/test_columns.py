# SPDX-License-Identifier: MIT
"""DataFrames as they come: texts, categories, booleans, dates, missing values."""
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


def test_every_kind_of_column_is_used():
    X, group = people()
    model = CoMaC(n_clusters=3).fit(X)
    assert same(group, model.labels_)
    assert (model.predict(X) == model.labels_).all()
    assert model.n_features_in_ == 5 and list(model.feature_names_in_) == list(X.columns)


@pytest.mark.parametrize("kind", ["category", "string", object])
def test_texts_of_any_type_are_the_same_categories(kind):
    X, _ = people()
    expected = CoMaC(n_clusters=3).fit(X).labels_
    assert same(expected, CoMaC(n_clusters=3).fit(X.assign(city=X["city"].astype(kind))).labels_)


def test_missing_values_are_filled_and_unseen_categories_are_said():
    X, group = people()
    holes = X.copy()
    holes.loc[[0, 1], "height"] = np.nan
    holes.loc[[3, 4], "city"] = None
    model = CoMaC(n_clusters=3).fit(holes)
    assert same(group, model.labels_)
    new = X.iloc[:3].copy()
    new.loc[0, "city"] = "Lima"
    new.loc[1, "height"] = np.nan
    with pytest.warns(ComacWarning) as said:
        found = model.predict(new)
    assert (found == model.labels_[:3]).all()
    assert [str(one.message) for one in said] == [
        f"1 missing value filled as the model learned it: 'height' (1 by {float(np.sort(holes['height'].dropna())[44])!r})",
        "1 value of 'city' unknown to the model, taken as none of its categories: 'Lima'",
    ]


def test_free_text_and_what_is_mostly_missing_are_left_out_and_named():
    X, group = people()
    X["name"] = [f"person {row}" for row in range(len(X))]
    X["hardly"] = [1.0 if row < 10 else np.nan for row in range(len(X))]
    with pytest.warns(ComacWarning) as said:
        model = CoMaC(n_clusters=3).fit(X)
    assert [str(one.message) for one in said] == [
        "left out 'name': text of very many different values",
        "left out 'hardly': mostly missing",
    ]
    assert same(group, model.labels_) and model.n_features_in_ == 7
    assert (model.predict(X) == model.labels_).all()


def test_a_model_file_keeps_what_was_learned(tmp_path):
    X, _ = people()
    model = CoMaC(n_clusters=3).fit(X)
    model.save(tmp_path / "people.comac")
    assert (comac.load(tmp_path / "people.comac").predict(X) == model.labels_).all()


def test_several_types_in_a_column_are_refused():
    with pytest.raises(ValueError, match="column 'x' of X holds int, str; expected"):
        CoMaC(n_clusters=2).fit(pandas.DataFrame({"x": [1, "a", 2], "y": [1, 2, 3]}))


def test_missing_values_of_plain_arrays_are_still_refused():
    with pytest.raises(ValueError, match="NaN"):
        CoMaC(n_clusters=2).fit([[1, np.nan], [2, 3], [4, 5]])
