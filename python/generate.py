# SPDX-License-Identifier: MIT
"""Writes _parameters.py, the estimator's parameters, from the option table: generate.py FOLDER-OF-_core"""
import sys
from pathlib import Path

# What is said otherwise than on a command line: its default here and what follows its meaning.
OURS = {
    "restarts": (None, "None: as many as the authors of the method make"),
    "trust": (None, "None: 1, or auto if something has a confidence"),
    "threads": (None, "None, 0 and -1: all cores"),
    "seed": (1, "None or a numpy RandomState or Generator: drawn from it"),
}


def default(row):
    if row["option"] in OURS:
        return OURS[row["option"]][0]
    text = row["default"]
    if row["kind"] == "flag":
        return False
    if text == "":
        return None
    kinds = {"whole": int, "real": float}
    return kinds[row["kind"]](text) if row["kind"] in kinds and text[0].isdigit() else text


def annotation(row, methods):
    names = methods if row["option"] == "method" else row["value"].split("|")
    if row["kind"] == "choice":
        kind = "Literal[" + ", ".join(f'"{name}"' for name in names) + "]"
    else:
        kind = {"whole": "int", "real": "float", "flag": "bool"}.get(row["kind"], "str")
        if "|" in row["value"]:
            kind += f' | Literal["{names[-1]}"]'
    if row["option"] == "seed":
        kind = "Any"
    if row["option"] == "clusters":
        kind = "int | str | None"
    return kind if default(row) is not None else kind + " | None"


def documentation(row, methods):
    lines = [row["meaning"]]
    lines.append("one of " + ", ".join(methods) if row["option"] == "method" else "expected: " + (row["range"] or "True or False"))
    if row["option"] in OURS:
        lines.append(OURS[row["option"]][1])
    if row["why"]:
        lines.append("why this default: " + row["why"])
    head = f"    {row['name']} : default={default(row)!r}\n"
    return head + "".join(f"        {line[0].upper()}{line[1:]}.\n" for line in lines)


def source(core):
    methods = [method["name"] for method in core.methods()]
    rows = sorted(core.options(), key=lambda row: row["option"] != "clusters")
    signature = "".join(
        f"        {row['name']}: {annotation(row, methods)} = {default(row)!r},\n" + ("        *,\n" if i == 0 else "")
        for i, row in enumerate(rows)
    )
    body = "".join(f"        self.{row['name']} = {row['name']}\n" for row in rows)
    docs = "".join(documentation(row, methods) for row in rows)
    return f'''# Made by generate.py from the option table; don't edit.
from __future__ import annotations

from typing import Any, Literal

PARAMETERS_DOC = """Parameters
    ----------
{docs}"""


class Parameters:
    def __init__(
        self,
{signature}    ) -> None:
{body}'''


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    sys.path.insert(0, str(folder))
    import _core

    (folder / "_parameters.py").write_text(source(_core), encoding="utf-8")
