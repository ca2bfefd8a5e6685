# SPDX-License-Identifier: MIT
import csv
import json
import os
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest
from comac import CoMaC

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ["COMAC_COMMAND"]


SCHEMA = json.loads((ROOT / "docs" / "result.schema.json").read_text())
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "number": (int, float), "integer": int}


def is_of_type(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def schema_fault(value, schema=SCHEMA, path="$"):
    """The first place where a value does not follow the schema, or None."""
    types = schema.get("type", [])
    if types and not any(is_of_type(value, name) for name in ([types] if isinstance(types, str) else types)):
        return f"{path} is not {types}"
    if value not in schema.get("enum", [value]):
        return f"{path} is not listed"
    if is_of_type(value, "number") and value < schema.get("minimum", value):
        return f"{path} is too small"
    inner = []
    if isinstance(value, dict):
        known = schema.get("properties", {})
        if set(schema.get("required", [])) - set(value) or (schema.get("additionalProperties") is False and set(value) - set(known)):
            return f"{path} has other members than it should"
        inner = [(value[name], one, f"{path}.{name}") for name, one in known.items() if name in value]
    elif isinstance(value, list) and "items" in schema:
        inner = [(one, schema["items"], f"{path}[{i}]") for i, one in enumerate(value)]
    return next((fault for fault in (schema_fault(*one) for one in inner) if fault), None)


def check_json(words, cwd):
    """Every JSON that the command writes about a result follows the schema."""
    if words[0] in ("cluster", "describe") and "--json" in words:
        path = Path(cwd or ".") / words[words.index("--json") + 1]
        if path.is_file():
            assert schema_fault(json.loads(path.read_text())) is None


@pytest.fixture(autouse=True)
def results_follow_the_schema(monkeypatch):
    plain = CoMaC.result_.fget

    def checked(self):
        result = plain(self)
        assert schema_fault(result) is None
        return result

    monkeypatch.setattr(CoMaC, "result_", property(checked))


def run(*words, code=0, cwd=None):
    """Standard output of the command."""
    words = [str(word) for word in words]
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == code, done.stderr
    check_json(words, cwd)
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
