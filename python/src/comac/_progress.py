# SPDX-License-Identifier: MIT
"""How far long work is, shown where a person sees it."""
from __future__ import annotations

import multiprocessing
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Union

from ._checks import refuse

Progress = Union[bool, Callable[[str, float], Any], None]


def _someone_watches() -> bool:
    """At a terminal, or in a notebook; not in a thread or a process that works for others."""
    if threading.current_thread() is not threading.main_thread() or multiprocessing.parent_process() is not None:
        return False
    in_notebook = "ipykernel" in sys.modules
    return in_notebook or (sys.stderr is not None and sys.stderr.isatty() and hasattr(sys, "ps1"))


class Bar:
    """A line on standard error, from the first second on; it goes when the work is done."""

    width = 30

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = 0

    def __call__(self, stage: str, fraction: float) -> None:
        if time.monotonic() - self._start < 1:
            return
        full = int(self.width * fraction)
        line = f"[{'#' * full}{'.' * (self.width - full)}] {100 * fraction:3.0f} % {stage}"
        self._write(line.ljust(self._shown))
        self._shown = len(line)

    def clear(self) -> None:
        if self._shown > 0:
            self._write(" " * self._shown)
            self._write("")

    def _write(self, line: str) -> None:
        sys.stderr.write("\r" + line)
        sys.stderr.flush()


class shown:
    """`with shown(progress) as callback:` gives the callback that the library takes, or None."""

    def __init__(self, progress: Progress) -> None:
        if progress is None:
            progress = _someone_watches()
        if not isinstance(progress, bool) and not callable(progress):
            raise refuse(progress, "progress", "True, False, None or a function")
        self._bar = Bar() if progress is True else None
        self._callback = self._bar if progress is True else (progress if callable(progress) else None)

    def __enter__(self) -> Callable[[str, float], Any] | None:
        return self._callback

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.clear()
