# SPDX-License-Identifier: MIT
"""The columns of a DataFrame as the library takes them: numbers, and what they stand for."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core

About = tuple[str, list[str]]  # the kind of a column as the library calls it, and its names


@dataclass
class Typed:
    """Numbers with two dimensions, NaN where something is missing, and what each column holds."""

    rows: Any
    about: list[About]
    used: list[int]  # positions in the DataFrame
    notes: list[str]


def needs_types(X: Any) -> bool:
    """Whether X is a DataFrame that holds something else than plain numbers."""
    if not hasattr(X, "iloc") or not hasattr(X, "dtypes") or not hasattr(X, "columns"):
        return False
    return any(dtype.kind not in "iufc" for dtype in X.dtypes) or bool(X.isna().to_numpy().any())


def typed(X: Any) -> Typed:
    """Finds out what the columns hold; leaves out names, free text and what is mostly missing, and says so."""
    columns, about, used, texts, missing = [], [], [], [], []
    for position in range(X.shape[1]):
        column = X.iloc[:, position]
        name = str(X.columns[position])
        if 2 * int(column.isna().sum()) > len(column):
            missing.append(name)
            continue
        values, what = _column(column, name)
        if what[0] == "category" and not _core.are_categories(len(what[1]), int(column.notna().sum())):
            texts.append(name)
            continue
        columns.append(values)
        about.append(what)
        used.append(position)
    notes = [f"left out {_listed(texts)}: text of very many different values"] if texts else []
    notes += [f"left out {_listed(missing)}: mostly missing"] if missing else []
    if not columns:
        raise ValueError("X has no column to cluster by; " + "; ".join(notes))
    return Typed(np.column_stack(columns).astype(np.float64), about, used, notes)


def typed_like(X: Any, about: list[About], used: list[int]) -> Typed:
    """The columns that a model was made of, read as it read them."""
    columns, found = [], []
    for position, (kind, names) in zip(used, about):
        column = X.iloc[:, position]
        if kind == "category":
            values, what = _texts(column)
        elif kind == "ordinal":
            values, what = _ranks(column, names), (kind, names)
        else:
            values, what = _column(column, str(X.columns[position]))
            if what[0] == "category":
                raise ValueError(f"column {X.columns[position]!r} of X holds texts; the model has {kind} there")
        columns.append(values)
        found.append(what if kind == "category" else (kind, names))
    return Typed(np.column_stack(columns).astype(np.float64), found, used, [])


def _listed(names: list[str]) -> str:
    return ", ".join(repr(name) for name in names[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")


def _texts(column: Any) -> tuple[Any, About]:
    """Codes in order of first appearance."""
    there = column.notna().to_numpy()
    names: dict[str, int] = {}
    values = column.to_numpy(dtype=object)
    codes = [float(names.setdefault(str(value), len(names))) if known else np.nan for value, known in zip(values, there)]
    return np.array(codes), ("category", list(names))


def _ranks(column: Any, names: list[str]) -> Any:
    place = {name: float(rank) for rank, name in enumerate(names)}
    return np.array([place.get(str(value), np.nan) for value in column])


def _column(column: Any, name: str) -> tuple[Any, About]:
    """The numbers of a column, and what they stand for."""
    dtype = column.dtype
    if hasattr(dtype, "categories"):
        codes = column.cat.codes.to_numpy().astype(float)
        codes[codes < 0] = np.nan
        return codes, ("ordinal" if dtype.ordered else "category", [str(value) for value in dtype.categories])
    if dtype.kind == "b":
        return column.to_numpy(dtype=float, na_value=np.nan), ("yes/no", [])
    if dtype.kind in "iuf":
        return column.to_numpy(dtype=float, na_value=np.nan), ("number", [])
    if dtype.kind == "M":
        return _days(column), ("date", ["ymd"])
    if dtype.kind == "m":
        return column.dt.total_seconds().to_numpy(dtype=float), ("number", [])
    return _objects(column, name)


def _days(column: Any) -> Any:
    if getattr(column.dtype, "tz", None) is not None:
        column = column.dt.tz_convert("UTC").dt.tz_localize(None)
    instants = column.to_numpy().astype("datetime64[us]")
    days = instants.astype(np.int64) / 86_400e6
    days[np.isnat(instants)] = np.nan
    return days


def _objects(column: Any, name: str) -> tuple[Any, About]:
    there = column.notna().to_numpy()
    values = column.to_numpy(dtype=object)
    kinds = {type(value) for value in values[there]}
    if kinds and all(issubclass(kind, str) for kind in kinds):
        return _texts(column)
    numeric = (bool, int, float, np.number, np.bool_)
    if all(issubclass(kind, numeric) for kind in kinds):
        numbers = np.array([float(value) if known else np.nan for value, known in zip(values, there)])
        booleans = bool(kinds) and all(issubclass(kind, (bool, np.bool_)) for kind in kinds)
        return numbers, ("yes/no" if booleans else "number", [])
    found = ", ".join(sorted(kind.__name__ for kind in kinds))
    raise ValueError(f"column {name!r} of X holds {found}; expected numbers, texts, booleans, dates or categories, one kind in a column")
