# SPDX-License-Identifier: MIT
"""The columns of a DataFrame as the library takes them, which finds out what they hold."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core

About = tuple[str, list[str]]  # the kind of a column as the library calls it, and its names
NUMBER: About = ("number", [])


@dataclass
class Frame:
    """Numbers with two dimensions, NaN where something is missing, and what each column holds."""

    rows: Any
    names: list[str]
    about: list[About]
    used: list[int]  # positions in the DataFrame
    notes: list[str]


def is_frame(X: Any) -> bool:
    return hasattr(X, "iloc") and hasattr(X, "dtypes") and hasattr(X, "columns") and len(X.columns) > 0


def is_plain(X: Any) -> bool:
    """Whether all columns of a DataFrame are numbers without a gap, and none is called like ids or classes."""
    if any(dtype.kind not in "iuf" or not isinstance(dtype, np.dtype) for dtype in X.dtypes):
        return False
    if any(isinstance(name, str) and _core.is_telling_name(name) for name in X.columns):
        return False
    return not X.isna().to_numpy().any()


def read(X: Any) -> Frame:
    """A DataFrame as the command would read it from a file."""
    if len(X) == 0:
        return Frame(np.empty((0, X.shape[1])), [], [], [], [])
    return Frame(*_core.read_frame(_columns(X), [], []))


def read_like(X: Any, names: list[str], about: list[About]) -> Frame:
    """The columns that a model was made of, read as it read them."""
    if len(X) == 0:
        return Frame(np.empty((0, X.shape[1])), names, about, [], [])
    return Frame(*_core.read_frame(_columns(X), names or [""] * len(about), about))


def _columns(X: Any) -> list[Any]:
    named = all(isinstance(name, str) for name in X.columns)
    return [(name if named else "", *_column(X.iloc[:, position])) for position, name in enumerate(X.columns)]


def _column(column: Any) -> tuple[Any, list[str], About]:
    """Numbers, or texts, and what is known about them."""
    dtype = column.dtype
    if hasattr(dtype, "categories"):
        kind = "ordinal" if dtype.ordered else "category"
        return np.empty(0), _texts(column), (kind, [str(value) for value in dtype.categories])
    if dtype.kind in "biuf":
        return column.to_numpy(dtype=float, na_value=np.nan), [], ("yes/no", []) if dtype.kind == "b" else NUMBER
    if dtype.kind == "M":
        return _days(column), [], ("date", ["ymd"])
    if dtype.kind == "m":
        return column.dt.total_seconds().to_numpy(dtype=float), [], NUMBER
    if dtype.kind == "c":
        raise ValueError("Complex data not supported: X holds complex numbers; expected real ones")
    return np.empty(0), _texts(column), NUMBER


def _texts(column: Any) -> list[str]:
    there = column.notna().to_numpy()
    return [str(value) if known else "" for value, known in zip(column.to_numpy(dtype=object), there)]


def _days(column: Any) -> Any:
    if getattr(column.dtype, "tz", None) is not None:
        column = column.dt.tz_convert("UTC").dt.tz_localize(None)
    instants = column.to_numpy().astype("datetime64[us]")
    days = instants.astype(np.int64) / 86_400e6
    days[np.isnat(instants)] = np.nan
    return days
