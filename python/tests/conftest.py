# SPDX-License-Identifier: MIT
import csv
import os
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ["COMAC_COMMAND"]


def run(*words, code=0, cwd=None):
    """Standard output of the command."""
    done = subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == code, done.stderr
    return done.stdout


def read_set(path):
    """Numbers and classes of a file whose column "class" is the truth."""
    with open(path, newline="") as file:
        header, *lines = csv.reader(file)
    at = header.index("class")
    numbers = [[float(value) for c, value in enumerate(line) if c != at] for line in lines]
    return np.array(numbers), np.array([line[at] for line in lines])


@pytest.fixture(scope="session")
def iris():
    return read_set(ROOT / "data" / "iris.csv")


@pytest.fixture(autouse=True)
def no_warnings_go_unseen():
    """A warning that a test doesn't expect fails it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
