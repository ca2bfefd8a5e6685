# SPDX-License-Identifier: MIT
"""Random invocations, the same ones each time; scripts/attack runs many more."""
import os
from pathlib import Path

from attack import Attack
from knowledge import Item, can_hold, violations

RUNS, SEED = 300, 4


def test_random_invocations_keep_every_promise():
    attack = Attack(os.environ["COMAC_COMMAND"], Path(os.environ["COMAC_BUILD"]) / "attack", SEED)
    failures = [failure for failure in map(attack.run, range(RUNS)) if failure]
    assert not failures, "\n".join(failures)
    done = {name.split()[0] for name in attack.codes if name.endswith(" 0")}
    assert done >= {"cluster", "predict", "explain", "describe", "verify", "score", "sample", "compare", "inspect", "generate"}
    assert attack.codes["cluster 0"] >= RUNS / 4, "too few of them do anything"


def link(a, b, together):
    return Item("", a, b, together)


def test_the_judge_sees_what_does_not_hold():
    clusters = {"0": "0", "1": "0", "2": "1"}
    assert violations([link("0", "1", True), link("1", "2", False)], clusters) == []
    assert len(violations([link("0", "1", False), link("1", "2", True), link("0", "9", False)], clusters)) == 2
    labels = [Item("", "0", "a"), Item("", "1", "b"), Item("", "2", "a")]
    assert len(violations(labels, clusters)) == 2  # a and b together, a in two clusters


def test_the_solver_knows_what_can_hold():
    triangle = [link("0", "1", False), link("1", "2", False), link("0", "2", False)]
    rows = {"0", "1", "2", "3"}
    assert (can_hold(triangle, rows, 2), can_hold(triangle, rows, 3)) == (False, True)
    assert can_hold([*triangle, link("0", "3", True), link("3", "1", True)], rows, 4) is False
    labels = [Item("", "0", "a"), Item("", "1", "b"), link("0", "2", True), link("2", "1", False)]
    assert (can_hold(labels, rows, 1), can_hold(labels, rows, 2)) == (False, True)
