#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the command with random invocations: attack.py COMMAND FOUND RUNS [SEED] [FIRST].

Each failure leaves its files in FOUND/SEED-NUMBER, where run.sh repeats it. Ends with 1 if there was one.
"""
from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from checks import USAGE, VIOLATED, comparable, faults_of
from invocations import Maker, Step
from options import read_options

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "result.schema.json"
PATIENCE = float(os.environ.get("COMAC_PATIENCE", "20"))  # seconds for one run; tables are small


class Attack:
    def __init__(self, command: str, found: str | Path, seed: int = 1) -> None:
        self.command, self.found, self.seed = os.path.abspath(command), Path(found).absolute(), seed
        self.schema = json.loads(SCHEMA.read_text())
        self.maker = Maker(read_options(command))
        self.codes: dict[str, int] = {}

    def run(self, number: int) -> str:
        """The scenario of this number; what was wrong about it, or ""."""
        random = Random(f"{self.seed}/{number}")
        folder = tempfile.mkdtemp(prefix="comac-attack-")
        try:
            steps = self.maker.scenario(random, folder)
            given = set(os.listdir(folder))
            for step in steps:
                for _ in range(8):
                    code, told, faults = self._try(step, folder, given)
                    if faults:
                        return self._keep(folder, number, steps, faults)
                    if code != USAGE or step.is_wrong or not self.maker.follow(step, told):
                        break
                if code > VIOLATED:
                    break
                given |= set(step.outputs().values())
            return ""
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _try(self, step: Step, folder: str, given: set[str]) -> tuple[int, str, list[str]]:
        """The step with 1, 2 and 3 threads: how it ended, and faults of the first or where the others differ from it."""
        first: tuple[object, ...] | None = None
        for threads in ("1", "2", "3") if step.has_threads else ("",):
            words = step.words + (["--threads", threads] if threads else [])
            for path in step.outputs().values():
                (Path(folder) / path).unlink(missing_ok=True)
            try:
                done = subprocess.run([self.command, *words], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                return 0, "", [f"took more than {PATIENCE:g} s"]
            except ValueError:  # a NUL in a word can't be given to a process
                return USAGE, "", []
            files = {name: (Path(folder) / name).read_bytes() for name in set(os.listdir(folder)) - given}
            if first is None:
                self._count(step.command, done.returncode)
                if faults := faults_of(step, done.returncode, done.stdout, done.stderr, files, self.schema, folder):
                    return done.returncode, "", faults
            same = (done.returncode, comparable(step, "", done.stdout), _told(step, done.stderr), {name: comparable(step, name, files[name]) for name in sorted(files)})
            first = first or same
            if same != first:
                return 0, "", [f"differs with {threads} threads: {_difference(first, same)}"]
            if done.returncode > VIOLATED:
                break
        return done.returncode, done.stderr.decode(errors="replace"), []

    def _count(self, command: str, code: int) -> None:
        self.codes[f"{command} {code}"] = self.codes.get(f"{command} {code}", 0) + 1

    def _keep(self, folder: str, number: int, steps: list[Step], faults: list[str]) -> str:
        kept = self.found / f"{self.seed}-{number}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept)
        lines = [shlex.join([self.command, *step.words]) for step in steps]
        (kept / "run.sh").write_text(f"cd {shlex.quote(str(kept))}\n" + "".join(line + "\n" for line in lines))
        shown = "\n".join(f"  {line}" for line in lines)
        return f"scenario {number} of seed {self.seed}: {'; '.join(faults)}\n  cd {kept}\n{shown}\n  again: scripts/attack 1 {self.seed} {number}\n"


def _told(step: Step, error: bytes) -> bytes:
    verbose = any(word in ("-v", "--verbose") for word in step.words)
    return b"" if verbose or step.command == "compare" else error  # both tell times


def _difference(first: tuple[object, ...], other: tuple[object, ...]) -> str:
    for what, a, b in zip(("exit code", "standard output", "standard error"), first, other):
        if a != b:
            return f"{what}: {a!r:.300} and {b!r:.300}"
    before, after = first[3], other[3]
    assert isinstance(before, dict) and isinstance(after, dict)
    return "files " + ", ".join(sorted(name for name in before | after if before.get(name) != after.get(name)))


def main(words: list[str]) -> int:
    command, found, runs = words[0], words[1], int(words[2])
    seed, first = int(words[3]) if len(words) > 3 else 1, int(words[4]) if len(words) > 4 else 0
    attack, failures = Attack(command, found, seed), 0
    with ThreadPoolExecutor(int(os.environ.get("COMAC_JOBS", os.cpu_count() or 1))) as pool:
        for done, failure in enumerate(pool.map(attack.run, range(first, first + runs)), 1):
            if failure:
                failures += 1
                print(failure, flush=True)
            if done % 1000 == 0:
                print(f"{done} of {runs}, {failures} failed", file=sys.stderr, flush=True)
    print("ended with:", ", ".join(f"{name} {count}" for name, count in sorted(attack.codes.items())), file=sys.stderr)
    print(f"{runs} scenarios, {failures} failed", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
