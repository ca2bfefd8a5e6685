# SPDX-License-Identifier: MIT
"""What a user says about the rows, in the forms that Python has for it, as the library takes it."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import _core

NO_NUMBERS = np.empty(0)


def is_missing(value: Any) -> bool:
    """None, NaN, NaT and pandas.NA."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def _class_of(value: Any, place: str) -> Any:
    """The class that a value names, as Python's own text, whole number or truth value; None if it is missing."""
    if is_missing(value):
        return None
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (str, np.str_)):
        return str(value)
    if isinstance(value, (int, float, np.integer, np.floating)) and float(value).is_integer():
        return int(value)
    if isinstance(value, (int, float, complex, np.number, np.ndarray, list, tuple, dict)):
        raise ValueError(f"{place} is {value!r}; expected a class, which is a text or a whole number, or -1, None or NaN for unknown")
    return value


class Classes:
    """A column of classes: `ids` index `values`, or are `Classes.unknown`.

    Beside missing values, what files call unknown (-1, "", "?", "NA") is, unless the column is of clusters.
    """

    unknown = 2**32 - 1

    def __init__(self, column: Any, name: str, rows: int | None = None, of_clusters: bool = False) -> None:
        array = np.asarray(column)
        if not isinstance(column, np.ndarray) and array.dtype.kind not in "iub":
            array = np.asarray(column, dtype=object)  # else numpy might make a text of NaN
        self._is_unknown = _says_nothing if of_clusters else _core.is_unknown_label
        if array.ndim == 2 and array.shape[1] == 1:
            array = array[:, 0]
        if array.ndim != 1:
            raise ValueError(f"{name} has the shape {array.shape}; expected one class for each row")
        if rows is not None and len(array) != rows:
            raise ValueError(f"{name} has {len(array)} values, but there are {rows} rows; expected one for each row")
        self.values: list[Any] = []
        if array.dtype.kind in "iub":
            self.ids = self._of_whole_numbers(array)
        else:
            self.ids = self._of_objects(array.tolist(), name)

    @property
    def names(self) -> list[str]:
        return [str(value) for value in self.values]

    @property
    def known(self) -> Any:
        """The rows whose class is known."""
        return np.flatnonzero(self.ids != self.unknown).astype(np.uint32)

    def _of_whole_numbers(self, array: Any) -> Any:
        distinct, first, inverse = np.unique(array, return_index=True, return_inverse=True)
        numbers = np.full(len(distinct), self.unknown, dtype=np.uint32)
        for at in np.argsort(first, kind="stable"):  # in order of first appearance, as in a file
            if not self._is_unknown(str(distinct[at])):
                numbers[at] = len(self.values)
                self.values.append(distinct[at].item())
        return numbers[inverse]

    def _of_objects(self, column: list[Any], name: str) -> Any:
        numbers: dict[str, int] = {}
        ids = np.full(len(column), self.unknown, dtype=np.uint32)
        for row, value in enumerate(column):
            found = _class_of(value, f"{name}[{row}]")
            if found is None or self._is_unknown(str(found)):
                continue
            if str(found) not in numbers:
                numbers[str(found)] = len(self.values)
                self.values.append(found)
            ids[row] = numbers[str(found)]
        return ids


def _says_nothing(text: str) -> bool:
    return False


def confidences(values: Any, name: str, count: int) -> Any:
    """Numbers from 0 to 1, one for each of `count` items; none if nothing is said."""
    if values is None:
        return NO_NUMBERS
    numbers = np.asarray(values, dtype=float).ravel()
    if len(numbers) != count:
        raise ValueError(f"{name} has {len(numbers)} values; expected {count}")
    wrong = np.flatnonzero(~((numbers >= 0) & (numbers <= 1)))
    if len(wrong) > 0:
        raise ValueError(f"{name}[{wrong[0]}] is {numbers[wrong[0]]:g}; expected a confidence from 0 to 1")
    return numbers


def _row_numbers(numbers: Any, name: str, rows: int) -> Any:
    wrong = np.flatnonzero(~((numbers >= 0) & (numbers < rows) & (numbers == np.floor(numbers))))
    if len(wrong) > 0:
        raise ValueError(f"{name}[{wrong[0]}] names row {numbers[wrong[0]]:.15g}; expected a row number from 0 to {rows - 1}")
    return numbers.astype(np.uint32)


def row_numbers(values: Any, name: str, rows: int) -> Any:
    """One row number, or some, as a user gives them."""
    numbers = np.atleast_1d(_numbers(values, name))
    if numbers.ndim != 1:
        raise ValueError(f"{name} has the shape {numbers.shape}; expected row numbers")
    return _row_numbers(numbers, name, rows)


def _columns(table: Any, name: str, expected: str, widths: tuple[int, ...]) -> Any:
    """A list, array or DataFrame of rows that all have one of these widths."""
    try:
        array = np.asarray(table)
    except ValueError:  # rows of several lengths
        array = np.empty(0, dtype=object)
        table = [table]
    if array.size == 0 and len(table) == 0:
        return np.empty((0, widths[0]))
    if array.ndim != 2 or array.shape[1] not in widths:
        raise ValueError(f"{name} has the shape {array.shape}; expected {expected}")
    return array


def _numbers(array: Any, name: str) -> Any:
    try:
        return np.asarray(array, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} holds something else than numbers; expected row numbers") from None


def _add_pairs(known: Any, pairs: Any, name: str, must: bool, rows: int) -> None:
    if hasattr(pairs, "tocoo"):
        first, second, values = _entries(pairs, name, rows)
        if (values < 0).any():
            raise ValueError(f"{name} is a matrix with negative entries; give a matrix of +1 and -1 as links")
        trust = NO_NUMBERS if (values == 1).all() else confidences(values, name, len(values))
    else:
        array = _numbers(_columns(pairs, name, "pairs of rows, with or without a confidence", (2, 3)), name)
        first, second = array[:, 0], array[:, 1]
        trust = confidences(array[:, 2], name, len(array)) if array.shape[1] == 3 else NO_NUMBERS
    known.add_links(_row_numbers(first, name, rows), _row_numbers(second, name, rows), must, trust)


def _entries(matrix: Any, name: str, rows: int) -> tuple[Any, Any, Any]:
    """The entries of a sparse matrix in order of row and column, one of two that mirror one another."""
    if matrix.shape != (rows, rows):
        raise ValueError(f"{name} is a matrix of the shape {matrix.shape}; expected ({rows}, {rows})")
    entries = matrix.tocoo()
    kept = entries.data != 0
    values = np.asarray(entries.data, dtype=float)[kept]
    low, high = np.minimum(entries.row, entries.col)[kept], np.maximum(entries.row, entries.col)[kept]
    table = np.unique(np.column_stack([low, high, values]), axis=0)
    return table[:, 0], table[:, 1], table[:, 2]


_KINDS = {"1": 1, "+1": 1, "must": 1, "must-link": 1, "ml": 1, "-1": -1, "cannot": -1, "cannot-link": -1, "cl": -1}


def _kind(value: Any, place: str) -> int:
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    text = str(int(value)) if is_whole else str(value)
    if text not in _KINDS:
        raise ValueError(f"{place} says {value!r}; expected 1, -1, must or cannot")
    return _KINDS[text]


def _add_links(known: Any, links: Any, rows: int) -> None:
    if hasattr(links, "tocoo"):
        first, second, values = _entries(links, "links", rows)
        kinds = np.sign(values)
        trust = NO_NUMBERS if (np.abs(values) == 1).all() else confidences(np.abs(values), "links", len(values))
    else:
        array = _columns(links, "links", "rows of two row numbers, 1 or -1, and perhaps a confidence", (3, 4))
        first, second = (_numbers(array[:, c], "links") for c in (0, 1))
        kinds = np.array([_kind(value, f"links[{i}]") for i, value in enumerate(array[:, 2].tolist())])
        trust = confidences(_numbers(array[:, 3], "links"), "links", len(array)) if array.shape[1] == 4 else NO_NUMBERS
    first, second = _row_numbers(first, "links", rows), _row_numbers(second, "links", rows)
    for i in range(len(first)):  # one by one: they keep their order
        known.add_links(first[i : i + 1], second[i : i + 1], bool(kinds[i] > 0), trust[i : i + 1])


class Said:
    """All that was said: `known` for the library, and the user's own values of the classes by their names."""

    def __init__(
        self, rows: int, y: Any = None, y_confidence: Any = None, must_link: Any = None, cannot_link: Any = None, links: Any = None
    ) -> None:
        self.known = _core.Known()
        self.values: dict[str, Any] = {}
        if y is not None:
            classes = Classes(y, "y", rows)
            labelled = classes.known
            self.values = dict(zip(classes.names, classes.values))
            trust = NO_NUMBERS if y_confidence is None else confidences(y_confidence, "y_confidence", rows)[labelled]
            self.known.add_labels(labelled, classes.ids[labelled], classes.names, trust)
        elif y_confidence is not None:
            raise ValueError("y_confidence is given, but y is not; expected both")
        if must_link is not None:
            _add_pairs(self.known, must_link, "must_link", True, rows)
        if cannot_link is not None:
            _add_pairs(self.known, cannot_link, "cannot_link", False, rows)
        if links is not None:
            _add_links(self.known, links, rows)
