# SPDX-License-Identifier: MIT
"""What the command says on standard error."""
from __future__ import annotations

import warnings
from collections.abc import Iterable


class ComacWarning(UserWarning):
    """Something about a run that its user should know, though there is a result."""


def warn(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        warnings.warn(sentence, ComacWarning, stacklevel=4)
