# SPDX-License-Identifier: MIT
"""What is said about rows, drawn at random, and an independent judge of whether clusters honour it."""
from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from random import Random

from tables import Table


@dataclass
class Item:
    """A label (`second` is a class) or a link (`second` is a row, `together` says which kind)."""

    place: str  # file:line
    first: str
    second: str
    together: bool | None = None  # None: a label
    confidence: float | None = None


@dataclass
class Said:
    items: list[Item] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    soft: bool = False  # a file has confidences, so that trust is estimated
    broken: bool = False  # a line was made wrong on purpose


def row_names(table: Table, words: list[str]) -> list[str]:
    """What the rows are called beside these words of a command line."""
    if "--id-column" in words and "name" in table.names:
        return table.column("name")
    return [str(r + ("--one-based" in words)) for r in range(table.rows)]


def draw_said(random: Random, table: Table, folder: str, words: list[str], prefix: str = "") -> Said:
    """Writes some of the four kinds of files and returns what they say."""
    said, names = Said(), row_names(table, words)
    wrong = random.choice([0, 0, 0, 0.1, 0.5])
    for kind in random.choice([[], [], ["labels"], ["links"], ["must-link", "cannot-link"], ["labels", "links"], ["labels", "must-link"]]):
        lines, items = ["row,label"] if random.random() < 0.3 and kind == "labels" else [], []
        confident = random.random() < 0.15
        said.soft |= confident
        if confident and kind != "labels":
            lines = ["first,second,confidence" if "-" in kind else "first,second,link,confidence"]
        path = f"{prefix}{kind}.csv"
        for _ in range(random.randint(0, random.choice([2, 6, 15]))):
            item = _draw_item(random, kind, table, names, wrong)
            item.confidence = round(random.random(), 2) if confident and random.random() < 0.7 else 1.0 if confident else None
            lines.append(_line(random, kind, item))
            item.place = f"{path}:{len(lines)}"
            items.append(item)
        if random.random() < 0.04:
            said.broken = True
            lines.append(random.choice(["x", "1,2,3,4,5", "999999,a", "0", "-1,0", "0,1,maybe", "18446744073709551616,0", '"', "0,\x00"]))
        with open(f"{folder}/{path}", "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))
        said.items += items
        said.words += [f"--{kind}", path]
    return said


def _draw_item(random: Random, kind: str, table: Table, names: list[str], wrong: float) -> Item:
    a, b = random.randrange(table.rows), random.randrange(table.rows)
    false = random.random() < wrong
    if kind == "labels":
        return Item("", names[a], "abcde"[random.randrange(5) if false else table.truth[a]])
    if kind == "links":
        return Item("", names[a], names[b], (table.truth[a] == table.truth[b]) != false)
    pairs = [(i, j) for i, j in itertools.product(range(table.rows), repeat=2) if i != j and (table.truth[i] == table.truth[j]) == (kind == "must-link")]
    if pairs and not false:
        a, b = random.choice(pairs)
    return Item("", names[a], names[b], kind == "must-link")


def _line(random: Random, kind: str, item: Item) -> str:
    fields = [_quoted(item.first), _quoted(item.second)]
    if kind == "links":
        fields.append(random.choice(["must", "+1", "1"] if item.together else ["cannot", "-1"]))
    if item.confidence is not None:
        fields.append(str(item.confidence))
    return ",".join(fields)


def _quoted(text: str) -> str:
    return f'"{text}"' if "," in text else text


# The judge -----------------------------------------------------------------------------------------------------------


def labels_of_column(table: Table, words: list[str]) -> list[Item]:
    """What the column `known` says, for --label-column."""
    cells = zip(row_names(table, words), table.column("known"))
    return [Item("known", name, cell) for name, cell in cells if cell not in ("", "?", "NA", "-1")]


def violations(items: list[Item], cluster: dict[str, str]) -> list[str]:
    """What does not hold, in words; items about rows that have no cluster are passed over."""
    found = []
    for item in items:
        if item.together is not None and item.first in cluster and item.second in cluster:
            if (cluster[item.first] == cluster[item.second]) != item.together:
                found.append(f"{item.place}: {item.first} and {item.second} {'together' if item.together else 'apart'}")
    labels = [item for item in items if item.together is None and item.first in cluster]
    for a, b in itertools.combinations(labels, 2):
        if (cluster[a.first] == cluster[b.first]) != (a.second == b.second):
            found.append(f"{a.place} and {b.place}: {a.first} is {a.second}, {b.first} is {b.second}")
    return found


def can_hold(items: list[Item], rows: set[str], clusters: int, most_steps: int = 20_000) -> bool | None:
    """Whether so many clusters can honour all items, by trying; None if that takes too many steps."""
    parent = {row: row for row in rows}

    def root(row: str) -> str:
        while parent[row] != row:
            row = parent[row]
        return row

    named: dict[str, str] = {}
    for item in items:
        if item.first not in rows or (item.together is not None and item.second not in rows):
            continue
        if item.together is None:
            parent[root(item.first)] = root(named.setdefault(item.second, item.first))
        elif item.together:
            parent[root(item.first)] = root(item.second)
    apart: dict[str, set[str]] = {}
    pairs = [(item.first, item.second) for item in items if item.together is False and item.first in rows and item.second in rows]
    for a, b in pairs + list(itertools.combinations(named.values(), 2)):
        if root(a) == root(b):
            return False
        apart.setdefault(root(a), set()).add(root(b))
        apart.setdefault(root(b), set()).add(root(a))
    return _can_colour(sorted(apart, key=lambda row: -len(apart[row])), apart, clusters, most_steps)


def _can_colour(order: list[str], apart: dict[str, set[str]], colours: int, steps: int) -> bool | None:
    colour: dict[str, int] = {}

    def go(at: int) -> bool | None:
        nonlocal steps
        if at == len(order):
            return True
        steps -= 1
        if steps < 0:
            return None
        taken = {colour[other] for other in apart[order[at]] if other in colour}
        for one in range(min(colours, max(colour.values(), default=-1) + 2)):
            if one not in taken:
                colour[order[at]] = one
                if (found := go(at + 1)) is not False:
                    return found
                del colour[order[at]]
        return False

    return go(0)
