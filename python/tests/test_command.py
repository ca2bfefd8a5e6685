# SPDX-License-Identifier: MIT
"""The same as the command, to the byte, for the same data and options."""
import csv
import io
import json
import os
import warnings
from pathlib import Path

import comac
import numpy as np
import pytest
import scipy.sparse
from comac import CoMaC, ComacWarning
from conftest import ROOT, read_set, run

SETS = sorted(ROOT.glob("data/*.csv")) + sorted(Path(os.environ.get("COMAC_DATA", "/nowhere")).glob("*.csv"))
METHODS = comac.methods()


def has_class(path):
    with open(path) as file:
        return "class" in file.readline().strip().split(",")


SETS = [path for path in SETS if has_class(path)]


def labels_csv(model, labelled):
    """What the command writes."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["row", "cluster", "label"] if labelled else ["row", "cluster"])
    for row, cluster in enumerate(model.labels_):
        name = model.classes_[cluster]
        writer.writerow([row, cluster, "" if name is None else name] if labelled else [row, cluster])
    return out.getvalue()


def test_there_are_sets():
    assert len(SETS) >= 5


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_all_methods_on_all_sets(path, tmp_path):
    warnings.simplefilter("ignore", ComacWarning)  # other systems don't honour everything
    X, truth = read_set(path)
    X, truth = X[:400], truth[:400]
    K = len(set(truth))
    np.save(tmp_path / "rows.npy", X)
    y = np.where(np.arange(len(truth)) % 9 == 0, truth, None)
    first = np.unique(truth, return_index=True)[1]
    y[first] = truth[first]  # some methods need a label of each class
    known = "".join(f"{row},{label}\n" for row, label in enumerate(y) if label is not None)
    (tmp_path / "known.csv").write_text("row,label\n" + known)
    for method in METHODS:
        labelled = method["uses"] != "nothing"
        words = ["cluster", tmp_path / "rows.npy", "--clusters", K, "--method", method["name"], "--restarts", 2, "--seed", 3]
        words += ["--labels", tmp_path / "known.csv"] if labelled else []
        expected = run(*words, "--allow-violations", "-o", "-")
        model = CoMaC(K, method=method["name"], restarts=2, random_state=3)
        model.fit(X, y if labelled else None)
        assert labels_csv(model, labelled) == expected, method["name"]


def without_times(text):
    result = json.loads(text)
    for key in ("times_ms", "input"):
        result.pop(key)
    return result


@pytest.mark.parametrize("options", [{}, {"scale": "zscore", "pca": 2}, {"method": "comac-ann", "beta": 0.8}, {"chain": "dense", "trust": "auto"}])
def test_the_whole_result(iris, tmp_path, options):
    X, truth = iris
    np.save(tmp_path / "iris.npy", X)
    (tmp_path / "links.csv").write_text("first,second,link\n0,1,must\n0,149,cannot\n60,120,must\n")
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    run("cluster", "iris.npy", "--clusters", 3, *words, "--links", "links.csv", "--json", "out.json", "-o", "x.csv", cwd=tmp_path)
    model = CoMaC(3, **options).fit(X, links=[(0, 1, 1), (0, 149, -1), (60, 120, 1)])
    expected, found = without_times((tmp_path / "out.json").read_text()), without_times(json.dumps(model.result_))
    for finding in expected["constraints"]["findings"]:
        finding["places"] = []  # of files
    assert found == expected


def test_explanations(iris, tmp_path):
    X, truth = iris
    np.save(tmp_path / "iris.npy", X)
    y = np.where(np.arange(150) % 5 == 0, truth, None)
    y[145] = "versicolor"
    (tmp_path / "known.csv").write_text("".join(f"{row},{label}\n" for row, label in enumerate(y) if label is not None))
    run("explain", "iris.npy", "--clusters", 3, "--labels", "known.csv", "--row", 7, "--json", "out.json", cwd=tmp_path)
    expected = json.loads((tmp_path / "out.json").read_text())
    for item in expected["items"]:
        item["sentence"] = item["sentence"].split(" (known.csv")[0]
    found = CoMaC(3).fit(X, y).explain(rows=[7])
    # The command explains while it clusters, we afterwards: its model of the rows comes from another start.
    assert found["rows"][0]["margins"] == pytest.approx(expected["rows"][0]["margins"], abs=1e-6)
    assert found["rows"][0]["cluster"] == expected["rows"][0]["cluster"]
    bits = {item["sentence"]: pytest.approx(item["bits"], abs=1e-6) for item in expected["items"]}
    assert {item["sentence"]: item["bits"] for item in found["items"]} == bits
    assert len(bits) == 30 and found["items"][0]["sentence"] == expected["items"][0]["sentence"]
    seq = CoMaC(3, method="comac-seq").fit(X, y).explain(rows=[7])  # no such model
    run("explain", "iris.npy", "--clusters", 3, "--labels", "known.csv", "--row", 7, "--method", "comac-seq", "--json", "out.json", cwd=tmp_path)
    assert seq["rows"] == json.loads((tmp_path / "out.json").read_text())["rows"]


def test_markov_chains(tmp_path):
    rng = np.random.default_rng(1)
    weights = rng.random((30, 30)) * (rng.random((30, 30)) < 0.3) + 5 * np.kron(np.eye(3), np.ones((10, 10)))
    P = weights / weights.sum(axis=1, keepdims=True)
    np.save(tmp_path / "P.npy", P)
    (tmp_path / "links.csv").write_text("0,15,must\n")
    expected = run("cluster", "--transition", tmp_path / "P.npy", "--clusters", 3, "--links", tmp_path / "links.csv", "-o", "-")
    for matrix in (P, P.tolist(), np.asfortranarray(P), scipy.sparse.csr_matrix(P), scipy.sparse.coo_matrix(P)):
        assert labels_csv(comac.aggregate(matrix, 3, must_link=[(0, 15)]), False) == expected
    with pytest.raises(ValueError, match="only models of tables can predict"):
        comac.aggregate(P, 3).predict(P)
    with pytest.raises(ValueError, match="scale is for tables"):
        comac.aggregate(P, 3, scale="zscore")
    with pytest.raises(ValueError, match="the method k-means works on tables"):
        comac.aggregate(P, 3, method="k-means")
    with pytest.raises(ValueError, match="expected a square matrix"):
        comac.aggregate(P[:5], 3)


def test_predictions_and_model_files(iris, tmp_path):
    X, truth = iris
    np.save(tmp_path / "old.npy", X[::2])
    np.save(tmp_path / "new.npy", X[1::2])
    y = np.where(np.arange(75) % 5 == 0, truth[::2], None)
    (tmp_path / "known.csv").write_text("".join(f"{row},{label}\n" for row, label in enumerate(y) if label is not None))
    run("cluster", "old.npy", "--clusters", 3, "--labels", "known.csv", "--save", "iris.comac", "-o", "x.csv", cwd=tmp_path)
    expected = run("predict", "iris.comac", "new.npy", cwd=tmp_path)
    model = CoMaC(3).fit(X[::2], y)
    loaded = comac.load(tmp_path / "iris.comac")
    model.save(tmp_path / "ours.comac")
    assert run("predict", "ours.comac", "new.npy", cwd=tmp_path) == expected
    for one in (model, loaded):
        clusters, shares = one.predict(X[1::2]), one.predict_proba(X[1::2])
        lines = [f"{i},{c},{one.classes_[c]},{shares[i, c]:.4f}" for i, c in enumerate(clusters)]
        assert "\n".join(["row,cluster,label,confidence", *lines]) + "\n" == expected
    assert loaded.n_clusters == 3 and loaded.classes_.tolist() == model.classes_.tolist()
    loaded.improve(must_link=[(0, 74)])
    assert loaded.labels_[0] == loaded.labels_[74]
    with pytest.raises(FileNotFoundError):
        comac.load(tmp_path / "nothing.comac")
    with pytest.raises(ValueError, match="found no comac model"):
        comac.load(tmp_path / "new.npy")


def test_scores_samples_and_artificial_data(iris, tmp_path):
    X, truth = iris
    table = run("generate", "moons", "--rows", 90, "--seed", 4).splitlines()[1:]
    made, classes = comac.generate("moons", rows=90, random_state=4)
    assert [[float(v) for v in line.split(",")] for line in table] == [[*row, float(c)] for row, c in zip(made.tolist(), classes)]

    drawn = run("sample", ROOT / "data" / "iris.csv", "--truth-column", "class", "--labelled", 0.2, "--wrong", 0.1, "--seed", 2)
    y = comac.sample(truth, labelled=0.2, wrong=0.1, random_state=2)
    assert drawn == "row,label\n" + "".join(f"{row},{label}\n" for row, label in enumerate(y) if label is not None)
    pairs = run("sample", ROOT / "data" / "iris.csv", "--truth-column", "class", "--pairs", 0.5)
    links = comac.sample(truth, pairs=0.5)
    assert pairs == "first,second,link\n" + "".join(f"{a},{b},{'must' if k > 0 else 'cannot'}\n" for a, b, k in links)

    model = CoMaC(3).fit(X)
    (tmp_path / "found.csv").write_text(labels_csv(model, False))
    expected = json.loads(run("score", f"{ROOT}/data/iris.csv:class", tmp_path / "found.csv", "--json"))
    assert {"rows": 150, **comac.score(truth, model.labels_)} == expected


def test_comparisons(iris, tmp_path):
    X, truth = iris
    words = ["--clusters", 3, "--truth-column", "class", "--labelled", 0.1, "--runs", 2, "--methods", "comac-seq,k-means,c-gmm"]
    run("compare", ROOT / "data" / "iris.csv", *words, "--json", tmp_path / "out.json")
    expected = {row["method"]: row for row in json.loads((tmp_path / "out.json").read_text())["methods"]}
    found = comac.compare(X, truth, 3, labelled=0.1, runs=2, methods=["comac-seq", "k-means", "c-gmm"])
    assert found["method"].tolist() == ["comac-seq", "k-means", "c-gmm"]
    for row in found.to_dict("records"):
        for key in ("nmi", "deviation", "violated", "runs"):
            assert row[key] == expected[row["method"]][key]
