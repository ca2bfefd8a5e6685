# SPDX-License-Identifier: MIT
"""Small random tables and chains of every kind, as files."""
from __future__ import annotations

import gzip
import struct
from dataclasses import dataclass, field
from random import Random

MISSING = ["", "NA", "?", "nan", "null"]
NAMES = ["x", "size", "a b", "a,b", "größe", "=sum", "price", "x.1", "Value (cm)", "temp", "q\"q"]


@dataclass
class Table:
    """Cells as texts, column by column; `truth` is the hidden class of each row."""

    truth: list[int]
    names: list[str] = field(default_factory=list)
    columns: list[list[str]] = field(default_factory=list)
    path: str = ""
    header: bool = True
    damaged: bool = False

    @property
    def rows(self) -> int:
        return len(self.truth)

    def add(self, name: str, cells: list[str]) -> None:
        while name in self.names:
            name += "_"
        self.names.append(name)
        self.columns.append(cells)

    def column(self, name: str) -> list[str]:
        return self.columns[self.names.index(name)]


def draw_table(random: Random, path: str) -> Table:
    """A table, which is not yet written."""
    rows = random.choice([1, 2, 3, 4] + [random.randint(5, 40)] * 14 + [random.randint(41, 120)] * 2)
    classes = random.randint(1, 5)
    table = Table([random.randrange(classes) for _ in range(rows)], path=path)
    wide = random.random() < 0.05
    columns = random.randint(30, 90) if wide else random.choice([1, 2, 2, 2, 3, 4, 6])
    makers = [_numbers] if random.random() < 0.5 else [_numbers] * 5 + [_whole, _category, _constant, _category, _yes, _date, _text, _extreme]
    for c in range(columns):
        cells = random.choice(makers)(random, table.truth)
        gaps = random.choice([0] * 20 + [0.05, 0.05, 0.3, 0.9, 1])
        cells = [random.choice(MISSING) if random.random() < gaps else cell for cell in cells]
        table.add(f"c{c}" if random.random() < 0.8 else random.choice(NAMES), cells)
    if rows > 2 and random.random() < 0.15:  # duplicate rows
        source = [random.randrange(max(1, rows // 4)) for _ in range(rows)]
        table.columns = [[column[r] for r in source] for column in table.columns]
        table.truth = [table.truth[r] for r in source]
    _add_roles(random, table)
    return table


def _add_roles(random: Random, table: Table) -> None:
    if random.random() < 0.2:
        names = [f"row {r}" if random.random() < 0.9 else f"=1+{r}" for r in range(table.rows)]
        table.add("name", names)
    if random.random() < 0.7:
        table.add("class", ["abcde"[c] for c in table.truth])
    if random.random() < 0.3:
        share, wrong = random.random(), random.choice([0, 0, 0.3])
        known = [random.choice("abcde") if random.random() < wrong else "abcde"[c] for c in table.truth]
        table.add("known", [label if random.random() < share else random.choice(["", "?", "NA", "-1"]) for label in known])


def _numbers(random: Random, truth: list[int]) -> list[str]:
    scale, apart, digits = 10.0 ** random.choice([0, 0, 0, -6, 5]), random.choice([0, 3, 6, 20]), random.choice([1, 3, 6, 17])
    return [f"{scale * (random.gauss(0, 1) + apart * c):.{digits}g}" for c in truth]


def _whole(random: Random, truth: list[int]) -> list[str]:
    return [str(random.randint(0, 6) + 3 * c) for c in truth]


def _constant(random: Random, truth: list[int]) -> list[str]:
    return [random.choice(["0", "7.5", "same"])] * len(truth)


def _category(random: Random, truth: list[int]) -> list[str]:
    return [random.choice(["red", "green", "blue"]) if random.random() < 0.4 else f"kind {c}" for c in truth]


def _yes(random: Random, truth: list[int]) -> list[str]:
    return [random.choice(["yes", "no"]) for _ in truth]


def _date(random: Random, truth: list[int]) -> list[str]:
    return [f"20{random.randint(10, 24)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}" for _ in truth]


def _text(random: Random, truth: list[int]) -> list[str]:
    return ["".join(random.choice("abcdef ,\"'\n;ü") for _ in range(8)) + str(r) for r in range(len(truth))]


def _extreme(random: Random, truth: list[int]) -> list[str]:
    values = ["1e-320", "1e150", "-1e150", "1e308", "-1e308", "0", "-0", "123456789012345678901234567890"]
    return [random.choice(values) if random.random() < 0.3 else f"{random.gauss(0, 1):.3g}" for _ in truth]


# Files ---------------------------------------------------------------------------------------------------------------


def write_table(random: Random, table: Table, folder: str) -> None:
    """Writes it in one of the formats; a few are damaged afterwards."""
    numeric = all(_is_number(cell) for column in table.columns for cell in column)
    if numeric and random.random() < 0.15:
        table.path, table.header = table.path.replace(".csv", ".npy"), False
        content = npy([[float(column[r]) for column in table.columns] for r in range(table.rows)])
    else:
        content = _delimited(random, table).encode("utf-8")
    if random.random() < 0.05:
        table.damaged, content = True, _damaged(random, content)
    if random.random() < 0.05:
        table.path += ".gz"
        content = gzip.compress(content, mtime=0)
    with open(f"{folder}/{table.path}", "wb") as file:
        file.write(content)


def _is_number(cell: str) -> bool:
    try:
        return abs(float(cell)) < 1e300
    except ValueError:
        return False


def _delimited(random: Random, table: Table) -> str:
    delimiter, end = random.choice(",,,;\t"), random.choice(["\n", "\n", "\r\n"])
    table.header = "name" in table.names or "class" in table.names or "known" in table.names or random.random() < 0.8
    lines = [table.names] if table.header else []
    lines += [[column[r] for column in table.columns] for r in range(table.rows)]
    return end.join(delimiter.join(_field(cell, delimiter) for cell in line) for line in lines) + random.choice(["", end, end])


def _field(cell: str, delimiter: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(c in cell for c in f'{delimiter}"\n\r') else cell


def _damaged(random: Random, content: bytes) -> bytes:
    at = random.randrange(len(content) + 1)
    return random.choice(
        [
            b"",
            b"\n\n",
            content[:at],
            content[:at] + bytes([random.randrange(256)]) + content[at:],
            content[:at] + random.choice([b"o6", b"inf", b"1e999", b'"', b",", b"\n", b"\x00", b"\xff\xfe", b"1.2.3"]) + content[at:],
            content + b"1,2,3,4,5,6,7\n",
            bytes(random.randrange(256) for _ in range(40)),
        ]
    )


def npy(rows: list[list[float]]) -> bytes:
    about = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0]) if rows else 0}), }}"
    about += " " * (63 - (len(about) + 10) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(about)) + about.encode() + b"".join(struct.pack(f"<{len(row)}d", *row) for row in rows)


def write_chain(random: Random, folder: str) -> Table:
    """A transition matrix; most are proper. Its states stand in for rows."""
    states, classes = random.choice([1, 2, 3] + [random.randint(4, 30)] * 7), random.randint(1, 4)
    chain = Table([random.randrange(classes) for _ in range(states)], header=False)
    matrix = [[_chance(random, chain.truth[i] == chain.truth[j]) for j in range(states)] for i in range(states)]
    for row in matrix:
        total = sum(row)
        row[:] = [value / total if total > 0 else 0 for value in row]
    if random.random() < 0.1:
        chain.damaged = True
        matrix[random.randrange(states)][random.randrange(states)] = random.choice([-0.5, 2, float("nan"), float("inf"), 0])
    kind = random.choice(["csv", "npy", "mtx"])
    chain.path = f"chain.{kind}"
    with open(f"{folder}/{chain.path}", "wb") as file:
        file.write(npy(matrix) if kind == "npy" else _chain_text(matrix, kind).encode())
    return chain


def _chance(random: Random, together: bool) -> float:
    return random.random() * (1 if together else 0.1) if random.random() < (0.9 if together else 0.4) else 0


def _chain_text(matrix: list[list[float]], kind: str) -> str:
    if kind == "csv":
        return "".join(",".join(repr(float(value)) for value in row) + "\n" for row in matrix)
    entries = [(i + 1, j + 1, value) for i, row in enumerate(matrix) for j, value in enumerate(row) if value != 0]
    head = f"%%MatrixMarket matrix coordinate real general\n{len(matrix)} {len(matrix)} {len(entries)}\n"
    return head + "".join(f"{i} {j} {float(value)!r}\n" for i, j, value in entries)
