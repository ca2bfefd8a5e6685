# SPDX-License-Identifier: MIT
"""Random invocations: the files in a folder, and the command lines to run there one after the other."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from knowledge import Item, draw_said, labels_of_column
from options import Option, draw_value
from tables import Table, draw_table, write_chain, write_table

FILES = {"labels", "links", "must-link", "cannot-link", "transition", "continue", "output", "json", "report", "save", "config", "csv", "out"}
ROLES = {"label-column", "truth-column", "id-column"}
LEFT_OUT = FILES | ROLES | {"help", "threads", "data-dir", "method", "methods", "one-based", "again"}
METHODS = ["comac"] * 12 + ["comac-seq", "comac-ann"] * 3


@dataclass
class Step:
    """One command line, and what is known about it."""

    words: list[str]
    table: Table | None = None
    items: list[Item] = field(default_factory=list)
    method: str = "comac"
    has_threads: bool = True
    is_soft: bool = False  # some of the items have confidences
    asks_again: bool = False  # it predicts the rows of the model itself, which out.csv has
    is_wrong: bool = False  # something was made wrong on purpose

    @property
    def command(self) -> str:
        return self.words[0]

    def value(self, option: str) -> str | None:
        """What follows the option, or None."""
        return dict(zip(self.words, self.words[1:])).get(f"--{option}")

    def outputs(self) -> dict[str, str]:
        """The files that it writes, by option."""
        named = {option: self.value(option) for option in ("output", "json", "report", "save", "csv")}
        if self.command == "score":
            del named["json"]  # a flag there
        return {option: path for option, path in named.items() if path and path != "-" and not path.startswith("-")}


class Maker:
    """Draws scenarios from the option tables of the command."""

    def __init__(self, tables: dict[str, list[Option]]) -> None:
        self.tables = tables
        self.methods = next(option for option in tables["cluster"] if option.name == "method").value.split("|")

    def scenario(self, random: Random, folder: str) -> list[Step]:
        kinds = [self._clusters] * 8 + [self._models] * 5 + [self._asks] * 4 + [self._scores] * 2
        kinds += [self._samples, self._compares, self._inspects, self._generates]
        steps: list[Step] = random.choice(kinds)(random, folder)
        if random.random() < 0.03:
            self._spoil(random, random.choice(steps))
        return steps

    # Parts of a command line -----------------------------------------------------------------------------------------

    def _options(self, random: Random, command: str, most: int, without: set[str] = frozenset()) -> list[str]:  # type: ignore[assignment]
        """Some options, mostly few, and each at most once."""
        usable = [option for option in self.tables[command] if option.name not in LEFT_OUT | without]
        words: list[str] = []
        for option in random.sample(usable, min(len(usable), random.choice([0, 1, 2, 3, most]))):
            words.append(f"--{option.name}")
            if option.name in ("columns", "ignore", "category", "ordinal", "plot-columns"):
                words.append(random.choice(["c0", "c1", "c0,c1", "c0=a,b", "c0=0,1,2", "nothing", "class"]))
            elif option.value:
                words.append(draw_value(random, option))
        return words

    def _roles(self, random: Random, table: Table, command: str) -> list[str]:
        words = []
        for option, column in (("truth-column", "class"), ("label-column", "known"), ("id-column", "name")):
            known = any(one.name == option for one in self.tables[command])
            if known and random.random() < (0.8 if column in table.names else 0.01):
                words += [f"--{option}", column]
        return words

    def _input(self, random: Random, folder: str, command: str) -> Step:
        """DATA or a chain, what is said about it, and some options."""
        chain = random.random() < 0.12 and command == "cluster"
        if chain:
            table = write_chain(random, folder)
            words = [command, "--transition", table.path]
        else:
            table = draw_table(random, "table.csv")
            write_table(random, table, folder)
            words = [command, table.path, *self._roles(random, table, command)]
        words += ["--one-based"] if random.random() < 0.1 else []
        said = draw_said(random, table, folder, words)
        items = said.items + (labels_of_column(table, words) if "--label-column" in words and "known" in table.names else [])
        method = random.choice(METHODS + self.methods if command == "cluster" else METHODS)
        words += said.words + (["--method", method] if method != "comac" or random.random() < 0.1 else [])
        words += self._options(random, command, 8)
        if "--clusters" not in words and random.random() < 0.7:
            words += ["--clusters", str(random.randint(1, 6))]
        return Step(words, table, items, method, is_soft=said.soft, is_wrong=table.damaged or said.broken)

    # Scenarios -------------------------------------------------------------------------------------------------------

    def _clusters(self, random: Random, folder: str) -> list[Step]:
        step = self._input(random, folder, "cluster")
        step.words += _writes(random, [("output", "out.csv"), ("json", "run.json"), ("report", "run.html")])
        steps = [step]
        if "--output" in step.words and "--append" not in step.words and random.random() < 0.3:
            steps.append(_verified(step))
        return steps

    def _models(self, random: Random, folder: str) -> list[Step]:
        """Saved, then asked about rows, or gone on from."""
        first = self._input(random, folder, "cluster")
        first.words += ["--save", "model.comac", "--output", "out.csv"]
        if random.random() < 0.5:
            words = ["predict", "model.comac", first.table.path if random.random() < 0.7 else "new.csv"]
            if words[2] == "new.csv":
                write_table(random, draw_table(random, "new.csv"), folder)
            words += self._options(random, "predict", 2) + _writes(random, [("output", "predicted.csv")])
            plain = not {"--append", "--one-based", "--id-column"} & {*first.words, *words} and "--missing" not in first.words
            return [first, Step(words, first.table, asks_again=plain and words[2] != "new.csv")]
        assert first.table
        more = draw_said(random, first.table, folder, first.words, "more-")
        words = ["cluster", "--continue", "model.comac", *more.words, "--output", "again.csv"]
        if random.random() < 0.4:
            words += ["--clusters", str(random.randint(1, 6))]
        words += random.choice([[], [], ["--trust", "0.8"], ["--trust", "auto"], ["--allow-violations"], ["--confidence"]])
        words += _writes(random, [("json", "again.json"), ("report", "again.html"), ("save", "again.comac")])
        return [first, Step(words, first.table, first.items + more.items, first.method, is_wrong=more.broken)]

    def _asks(self, random: Random, folder: str) -> list[Step]:
        step = self._input(random, folder, random.choice(["explain", "describe"]))
        if step.command == "explain" and random.random() < 0.5:
            step.words += ["--row", random.choice(["0", "1", "2", "row 1", "-1", "1000", "x"])]
        step.words += _writes(random, [("output", "told.txt"), ("json", "told.json")])
        return [step]

    def _scores(self, random: Random, folder: str) -> list[Step]:
        first = self._input(random, folder, "cluster")
        first.words += ["--output", "out.csv"]
        truth = first.table.path + random.choice([":class", "", ":known", ":c0", ":1", ":99"]) if first.table else "none.csv"
        words = ["score", truth, "out.csv", *random.choice([[], ["--json"], ["--id-column", "name"], ["--truth-column", "class"]])]
        return [first, Step(words, has_threads=False)]

    def _samples(self, random: Random, folder: str) -> list[Step]:
        table = draw_table(random, "table.csv")
        write_table(random, table, folder)
        words = ["sample", table.path, "--truth-column", random.choice(["class", "class", "class", "known", "none"])]
        words += [random.choice(["--labelled", "--pairs"]), random.choice(["0", "0.2", "0.5", "1", "1.5", "-1", "1e9", "nan"])]
        words += self._options(random, "sample", 2, {"labelled", "pairs"}) + _writes(random, [("output", "known.csv")])
        return [Step(words, table, has_threads=False)]

    def _compares(self, random: Random, folder: str) -> list[Step]:
        table = draw_table(random, "table.csv")
        write_table(random, table, folder)
        names = random.sample(self.methods, 3)
        words = ["compare", table.path, *self._roles(random, table, "compare"), "--methods", ",".join(names), "--runs", str(random.randint(1, 2))]
        words += random.choice([["--labelled", "0.3"], ["--pairs", "0.5"], draw_said(random, table, folder, words).words, []])
        words += ["--clusters", str(random.randint(1, 5))] + self._options(random, "compare", 3, {"clusters", "labelled", "pairs", "runs", "restarts"})
        return [Step(words + _writes(random, [("csv", "table.out.csv"), ("json", "table.json"), ("report", "table.html")]), table)]

    def _inspects(self, random: Random, folder: str) -> list[Step]:
        table = draw_table(random, "table.csv")
        write_table(random, table, folder)
        words = ["inspect", table.path, *self._roles(random, table, "inspect"), *self._options(random, "inspect", 4)]
        return [Step(words, table, has_threads=False)]

    def _generates(self, random: Random, folder: str) -> list[Step]:
        words = ["generate", random.choice(["circles", "clouds", "moons", "blobs", "rings"]), *self._options(random, "generate", 5)]
        return [Step(words + _writes(random, [("output", "made.csv")]), has_threads=False)]

    def follow(self, step: Step, told: str) -> bool:
        """Does what the sentence about wrong usage advises, mostly to leave an option out; False if it can't."""
        if "--clusters is missing" in told or "expected at most the number of rows" in told:
            rows = step.table.rows if step.table else 2
            self._leave_out(step, "clusters")
            step.words += ["--clusters", str(min(2, rows))]
            return True
        if "makes no model" in told or "works on tables" in told:
            step.method = "comac"
            return self._leave_out(step, "method")
        if "found no column" in told:
            return any([self._leave_out(step, option) for option in ("columns", "ignore", "category", "ordinal", "truth-column")])
        named = re.match(r"comac: --([a-z-]+)", told)
        return named is not None and self._leave_out(step, named[1])

    def _leave_out(self, step: Step, option: str) -> bool:
        if f"--{option}" not in step.words:
            return False
        at = step.words.index(f"--{option}")
        takes_value = next((bool(one.value) for one in self.tables.get(step.command, []) if one.name == option), True)
        del step.words[at : at + 1 + takes_value]
        return True

    def _spoil(self, random: Random, step: Step) -> None:
        """A mistake as people make it on the command line."""
        step.is_wrong = True
        at = random.randrange(len(step.words) + 1)
        wrong = ["--clusterz", "--", "-", "--clusters", "none.csv", "--output=", "-x", "--json=/nowhere/x.json", "", "--continue=table.csv"]
        step.words[at:at] = [random.choice(wrong)]


def _writes(random: Random, outputs: list[tuple[str, str]]) -> list[str]:
    return [word for option, path in outputs if random.random() < 0.5 for word in (f"--{option}", path)]


def _verified(step: Step) -> Step:
    """comac verify of what the step wrote."""
    words = ["verify", step.value("output") or ""]
    if step.table and "--label-column" in step.words and "known" in step.table.names:
        words += [step.table.path, "--label-column", "known"]
    for option in ("labels", "links", "must-link", "cannot-link", "id-column"):
        if (value := step.value(option)) is not None:
            words += [f"--{option}", value]
    return Step(words + (["--one-based"] if "--one-based" in step.words else []), step.table, step.items, has_threads=False)
