# SPDX-License-Identifier: MIT
"""Arguments as the library takes them: what it can't take is refused with a sentence that names it."""
from __future__ import annotations

import numbers
import operator
import os
import reprlib
from collections.abc import Iterable
from typing import Any


def refuse(value: Any, name: str, expected: str) -> ValueError:
    return ValueError(f"{name} is {reprlib.repr(value)}; expected {expected}")


def text(value: Any, name: str, expected: str = "a text") -> str:
    if isinstance(value, str):
        try:
            value.encode("utf-8")  # half of a pair of code units is no character
            return str(value)
        except UnicodeEncodeError:
            pass
    raise refuse(value, name, expected)


def path(value: Any, name: str = "path") -> str:
    expected = "a path, as a text or an os.PathLike"
    try:
        found = text(os.fsdecode(value), name, expected)
    except TypeError:
        raise refuse(value, name, expected) from None
    if "\0" in found:
        raise refuse(value, name, expected)
    return found


def number(value: Any, name: str) -> float:
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        try:
            return float(value)
        except (OverflowError, TypeError):  # too large, or a time of numpy
            pass
    raise refuse(value, name, "a number")


def whole(value: Any, name: str, least: int = 0, most: int = 2**63 - 1) -> int:
    try:
        found = least - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        found = least - 1
    if least <= found <= most:
        return found
    raise refuse(value, name, f"a whole number from {least} on" if most == 2**63 - 1 else f"a whole number from {least} to {most}")


def several(values: Any, name: str) -> list[Any]:
    """The items of a list, but not the letters of a text."""
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes)):
        try:
            return list(values)
        except TypeError:  # an array of no dimension
            pass
    raise refuse(values, name, "a list")
