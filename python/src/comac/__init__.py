# SPDX-License-Identifier: MIT
"""Clustering that listens: rows are grouped, and what you know about them is honoured."""
from ._core import version as __version__
from ._estimator import CoMaC, aggregate, load
from ._tools import compare, generate, methods, sample, score, verify
from ._warnings import ComacWarning

__all__ = [
    "CoMaC",
    "ComacWarning",
    "__version__",
    "aggregate",
    "compare",
    "generate",
    "load",
    "methods",
    "sample",
    "score",
    "verify",
]
