# SPDX-License-Identifier: MIT
"""Parameters of the estimator as options of the library."""
from __future__ import annotations

import inspect
import os
from typing import Any

import numpy as np

from . import _core
from ._checks import refuse, text
from ._parameters import Parameters

OPTION_OF = {row["name"]: row["option"] for row in _core.options()}
KIND_OF = {row["name"]: row["kind"] for row in _core.options()}
DEFAULTS: dict[str, Any] = {
    name: parameter.default for name, parameter in inspect.signature(Parameters.__init__).parameters.items() if name != "self"
}


def seed_of(random_state: Any) -> int:
    """A whole number as it is; None draws from numpy's own generator, another generator is drawn from."""
    if isinstance(random_state, (int, np.integer)) and not isinstance(random_state, bool) and 0 <= random_state < 2**64:
        return int(random_state)
    if random_state is None:
        return int(np.random.randint(2**31 - 1))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31 - 1))
    raise refuse(random_state, "random_state", "a whole number from 0 on, None or a generator")


def threads_of(n_jobs: Any) -> int:
    """As in scikit-learn: -1 all cores, -2 all but one; None is -1 here."""
    if n_jobs is None:
        return 0
    if not isinstance(n_jobs, (int, np.integer)):
        raise refuse(n_jobs, "n_jobs", "a whole number, or None for all cores")
    if n_jobs >= 0:
        return int(n_jobs)
    return 0 if n_jobs == -1 else max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))


def text_of(name: str, value: Any) -> str:
    """The value of a parameter as the library reads it."""
    if name == "random_state":
        return str(seed_of(value))
    if name == "n_jobs":
        return str(threads_of(value))
    if isinstance(value, (bool, np.bool_)):
        if KIND_OF[name] != "flag":
            raise ValueError(f"{name} is {value}; expected a number or a text")
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return str(int(number)) if KIND_OF[name] == "whole" and number.is_integer() else repr(number)
    if not isinstance(value, (str, int, np.integer)):
        raise refuse(value, name, "a number or a text")
    return text(str(value), name)


def given(parameters: dict[str, Any]) -> list[tuple[str, str]]:
    """What differs from the defaults, as texts by the options' names."""
    return [
        (OPTION_OF[name], text_of(name, value))
        for name, value in parameters.items()
        if name != "method" and not _is_default(name, value)
    ]


def _is_default(name: str, value: Any) -> bool:
    if name == "random_state":
        return False
    return value is None or value is DEFAULTS[name] or (isinstance(value, (str, int, float)) and value == DEFAULTS[name])


def check_names(parameters: dict[str, Any]) -> None:
    for name in parameters:
        if name not in DEFAULTS:
            raise TypeError(f"there is no parameter {name!r}; expected one of {', '.join(DEFAULTS)}")
