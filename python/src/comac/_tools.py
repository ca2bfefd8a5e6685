# SPDX-License-Identifier: MIT
"""What the command does beside clustering."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _core
from ._checks import number, several, text, whole
from ._known import Classes, Said
from ._options import check_names, given, seed_of
from ._parameters import Parameters
from ._progress import Progress, shown
from ._rows import rows_of


def methods() -> list[dict[str, Any]]:
    """All methods: name, what each can use, a summary and where it is from."""
    return _core.methods()


def score(truth: Any, labels: Any) -> dict[str, float]:
    """How well clusters agree with the truth: nmi, ari, ami, homogeneity, completeness and accuracy.

    Rows whose class is unknown (-1, None, NaN) in `truth` don't count.
    """
    expected, found = Classes(truth, "truth"), _all_known(labels, "labels")
    if len(expected.ids) != len(found.ids):
        raise ValueError(f"truth has {len(expected.ids)} rows, but labels has {len(found.ids)}; expected the same rows in both")
    known = expected.known
    if len(known) == 0:
        raise ValueError("truth has no row with a known class")
    return _core.score(expected.ids[known], found.ids[known])


def verify(
    labels: Any, y: Any = None, *, must_link: Any = None, cannot_link: Any = None, links: Any = None
) -> list[dict[str, Any]]:
    """What of all that was said does not hold in the clusters `labels`: nothing if the list is empty.

    Each finding has a kind, rows, labels and a sentence. Shares no code with what clusters.
    """
    found = _all_known(labels, "labels")
    said = Said(len(found.ids), y, None, must_link, cannot_link, links)
    numbers = all(isinstance(value, int) and value >= 0 for value in found.values)
    clusters = np.array(found.values, dtype=np.uint32)[found.ids] if numbers else found.ids
    return _core.violations(said.known, clusters, [] if numbers else found.names)


def sample(
    truth: Any,
    *,
    labelled: float | None = None,
    pairs: float | None = None,
    classes: str | int = "all",
    wrong: float = 0,
    random_state: int = 1,
) -> Any:
    """Draws what might be known of the truth: labels of a share of the rows, or pairs of rows.

    With `labelled`, an array for y: the truth of the rows drawn, and -1 (None for texts) for the others. With
    `pairs`, an array for links: two rows and 1 or -1. `wrong` is the share of them that is false; `classes`=2 labels
    rows of two classes only.
    """
    if (labelled is None) == (pairs is None):
        raise ValueError("expected either labelled or pairs")
    column, seed, wrong = Classes(truth, "truth"), seed_of(random_state), number(wrong, "wrong")
    if pairs is not None:
        drawn = _core.sample_pairs(column.ids, column.names, number(pairs, "pairs"), wrong, seed).to_dict()
        return np.array([(a, b, 1 if must else -1) for a, b, must in drawn["links"]], dtype=np.int64).reshape(-1, 3)
    which = text(str(classes), "classes")
    drawn = _core.sample_labels(column.ids, column.names, number(labelled, "labelled"), which, wrong, seed).to_dict()
    numbers = all(isinstance(value, int) for value in column.values)
    y = np.full(len(column.ids), -1 if numbers else None, dtype=np.int64 if numbers else object)
    for row, label in drawn["labels"]:
        y[row] = column.values[label]
    return y


def generate(
    shape: str,
    *,
    sizes: Sequence[int] = (),
    rows: int = 0,
    clusters: int = 0,
    dimensions: int = 2,
    distance: float = 6,
    spread: float | None = None,
    random_state: int = 1,
) -> tuple[Any, Any]:
    """Artificial data (X, y): circles, clouds, moons or blobs; 0 and None stand for what the shape is usually.

    `sizes` are the rows of each class, instead of rows and clusters; `distance` is that of neighbouring clouds and blobs.
    """
    return _core.generate(
        text(shape, "shape"),
        [whole(size, f"sizes[{i}]") for i, size in enumerate(several(sizes, "sizes"))],
        whole(rows, "rows"),
        whole(clusters, "clusters"),
        whole(dimensions, "dimensions"),
        number(distance, "distance"),
        -1 if spread is None else number(spread, "spread"),
        seed_of(random_state),
    )


def compare(
    X: Any,
    truth: Any,
    n_clusters: int | str | None = None,
    *,
    y: Any = None,
    must_link: Any = None,
    cannot_link: Any = None,
    links: Any = None,
    labelled: float | None = None,
    pairs: float | None = None,
    methods: Sequence[str] | None = None,
    runs: int = 10,
    progress: Progress = None,
    **parameters: Any,
) -> Any:
    """How the methods do on rows whose classes are known: a DataFrame if pandas is there, else a list.

    What is known is said as in fit, or drawn anew for each run: `labelled` or `pairs` as in sample.
    """
    check_names(parameters)
    rows = rows_of(X)
    classes = Classes(truth, "truth", len(rows))
    said = Said(len(rows), y, None, must_link, cannot_link, links)
    if labelled is not None and pairs is not None:
        raise ValueError("both labelled and pairs are given; expected one of them")
    drawn = "pairs" if pairs is not None else "labelled" if labelled is not None else ""
    if drawn and len(said.known) > 0:
        raise ValueError("side information is both drawn and given; expected one of them")
    runs = whole(runs, "runs", least=1)
    names = [method["name"] for method in _core.methods()]
    if methods is not None:
        names = [text(name, f"methods[{i}]", "the name of a method") for i, name in enumerate(several(methods, "methods"))]
    if not names:
        raise ValueError("methods names none; expected at least one")
    options = given(vars(Parameters(n_clusters, **parameters)))
    share = number(pairs if pairs is not None else labelled, drawn) if drawn else 0.0
    with shown(progress) as callback:
        table = _core.compare(rows, classes.ids, classes.names, said.known, drawn, share, names, options, runs, callback)
    return _as_frame(table)


def _as_frame(table: list[dict[str, Any]]) -> Any:
    try:
        import pandas  # type: ignore[import]
    except ImportError:
        return table
    return pandas.DataFrame(table)


def _all_known(labels: Any, name: str) -> Classes:
    """Clusters: here -1 is one like others."""
    column = Classes(labels, name, of_clusters=True)
    if len(column.known) < len(column.ids):
        row = int(np.flatnonzero(column.ids == Classes.unknown)[0])
        raise ValueError(f"{name}[{row}] is unknown; expected a cluster for each row")
    return column
