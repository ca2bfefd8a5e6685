# SPDX-License-Identifier: MIT
"""The option tables as the command prints them, and random values of each option."""
from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from random import Random


@dataclass
class Option:
    name: str
    value: str  # "", "K|auto", "none|zscore|robust", "FILE..."
    range: str


def read_options(command: str) -> dict[str, list[Option]]:
    """The options of each subcommand."""
    text = subprocess.run([command, "help-options"], capture_output=True, text=True, check=True).stdout
    tables: dict[str, list[Option]] = {}
    for line in text.splitlines():
        if found := re.match(r"## comac ([a-z-]+)", line):
            options = tables[found[1]] = []
        elif line.startswith("| `"):
            cells = [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            name, _, value = cells[0].strip("`").split("--", 1)[1].partition(" ")
            options.append(Option(name, value, cells[2]))
    return tables


# More would take long, rightly.
MOST = {"restarts": 6, "max-sweeps": 40, "runs": 2, "rows": 80, "clusters": 7, "neighbours": 15, "pca": 5, "relaxation": 12, "dimensions": 6, "sizes": 30}
SLOW = {"restarts", "max-sweeps", "runs"}
NONSENSE = ["-1", "x", "", "1e400", "nan", "inf", "1.5", " 1", "1,5", "0x10", "99999999999999999999999", "auto", "1..", "..", "9..2", "é", "1\n"]
EXTREME = ["0", "1", "2", "1000000", "4294967296", "9223372036854775807", "18446744073709551615", "1e-300", "1e300"]


def draw_value(random: Random, option: Option) -> str:
    """Mostly one that the option takes, for options that don't name files or columns."""
    if random.random() < 0.03:
        return random.choice(NONSENSE)
    words = option.value.removesuffix("...").split("|")
    plain = [word for word in words if word == word.lower()]
    if len(plain) == len(words):
        return random.choice(plain)
    if plain and random.random() < 0.3:
        return random.choice(plain)
    if random.random() < 0.03 and option.name not in SLOW:
        return random.choice(EXTREME)
    return _number(random, option)


def _number(random: Random, option: Option) -> str:
    most = MOST.get(option.name, 20)
    if option.name == "sizes":
        return ",".join(str(random.randint(1, most)) for _ in range(random.randint(1, 4)))
    if option.name == "clusters" and ".." in option.value and random.random() < 0.2:
        least = random.randint(1, most)
        return f"{least}..{least + random.randint(0, 4)}"
    if option.name == "memory-limit":
        return str(random.choice([0, 0, 1, 20, 100, 1000]))
    if found := re.match(r"(\d+) or more", option.range):
        return str(random.randint(int(found[1]), max(most, int(found[1]))))
    if found := re.match(r"([\d.e-]+) to ([\d.e+]+)", option.range):
        low, high = float(found[1]), min(float(found[2]), 50.0)
        return random.choice([found[1], f"{high:g}", *[f"{low + random.random() * (high - low):.3g}"] * 6])
    return str(random.randrange(10**random.randint(0, 15)))
