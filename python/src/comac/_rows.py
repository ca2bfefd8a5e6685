# SPDX-License-Identifier: MIT
"""Rows as users have them, as the library takes them: an array of float64 with two dimensions."""
from __future__ import annotations

from typing import Any

import numpy as np


def names_of(X: Any) -> Any:
    """The names of a DataFrame's columns if all are texts, else None, as in scikit-learn."""
    columns = getattr(X, "columns", None)
    if columns is None or len(columns) == 0:
        return None
    texts = [isinstance(column, str) for column in columns]
    if any(texts) and not all(texts):
        kinds = sorted({type(column).__name__ for column in columns})
        raise TypeError(
            "Feature names are only supported if all input features have string names, but your input has "
            f"{kinds} as feature name / column name types. Rename the columns."
        )
    return np.asarray(columns, dtype=object) if all(texts) else None


def rows_of(X: Any, least: int = 1) -> Any:
    """An array of float64 with at least so many rows: the same memory if X is one, else one copy."""
    if hasattr(X, "tocsr") and hasattr(X, "nnz"):
        raise TypeError("X is a sparse matrix; expected a dense one (X.toarray()), or a Markov chain for comac.aggregate")
    array = np.asarray(X)
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported: X holds complex numbers; expected real ones")
    if array.dtype != np.float64 or not array.flags.aligned or any(stride % 8 for stride in array.strides):
        array = _converted(array)
    if array.ndim != 2:
        raise ValueError(
            f"Expected 2D array, got {array.ndim}D array instead: X has the shape {array.shape}. "
            "Reshape your data, by X.reshape(-1, 1) if it has one column or X.reshape(1, -1) if it is one row"
        )
    if array.shape[0] < least:
        raise ValueError(f"Found array with {array.shape[0]} sample(s) (shape={array.shape}) while a minimum of {least} is required.")
    if array.shape[1] == 0:
        raise ValueError(f"Found array with 0 feature(s) (shape={array.shape}) while a minimum of 1 is required.")
    return array


def _converted(array: Any) -> Any:
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"X holds something else than numbers; expected numbers only ({error})") from None


def check_same_columns(estimator: Any, X: Any, columns: int) -> None:
    """That X has the columns that the estimator was fitted on; the sentences are scikit-learn's."""
    expected, found = getattr(estimator, "feature_names_in_", None), names_of(X)
    if expected is not None and found is not None and list(expected) != list(found):
        raise ValueError(_difference(list(expected), list(found)))
    if columns != estimator.n_features_in_:
        raise ValueError(
            f"X has {columns} features, but {type(estimator).__name__} is expecting "
            f"{estimator.n_features_in_} features as input."
        )


def _difference(expected: list[str], found: list[str]) -> str:
    message = "The feature names should match those that were passed during fit.\n"
    unexpected, missing = sorted(set(found) - set(expected)), sorted(set(expected) - set(found))
    for heading, names in (("unseen at fit time", unexpected), ("seen at fit time, yet now missing", missing)):
        if names:
            message += f"Feature names {heading}:\n" + "".join(f"- {name}\n" for name in names[:5])
    if not unexpected and not missing:
        message += "Feature names must be in the same order as they were in fit.\n"
    return message
