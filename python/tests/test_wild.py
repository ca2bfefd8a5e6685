# SPDX-License-Identifier: MIT
"""Wild arguments, the same ones each time; scripts/attack gives many more."""
import subprocess
import sys
from pathlib import Path

import comac
import numpy as np
import pytest
from comac import CoMaC

WILD = Path(__file__).with_name("wild.py")
ROWS = np.arange(12.0).reshape(6, 2) ** 2


def test_wild_arguments_end_in_a_sentence():
    done = subprocess.run([sys.executable, str(WILD), "1500"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: comac.generate("blobs", rows=-1), "rows is -1; expected a whole number from 0 on"),
        (lambda: comac.generate("blobs", sizes="12"), "sizes is '12'; expected a list"),
        (lambda: comac.generate("blobs", sizes=[2.5]), r"sizes\[0\] is 2.5; expected a whole number from 0 on"),
        (lambda: comac.generate("blobs", distance=10**400), "distance is 1000.*; expected a number"),
        (lambda: comac.generate("blobs", random_state=2**64), "random_state is 18446744073709551616; expected a whole number from 0 on"),
        (lambda: comac.sample([1, 2], labelled="half"), "labelled is 'half'; expected a number"),
        (lambda: comac.compare(ROWS, [0, 1] * 3, 2, methods=[]), "methods names none; expected at least one"),
        (lambda: comac.compare(ROWS, [0, 1] * 3, 2, runs=0.5), "runs is 0.5; expected a whole number from 1 on"),
        (lambda: CoMaC(2, method=5).fit(ROWS), "method is 5; expected the name of a method"),
        (lambda: CoMaC(2, beta=[1]).fit(ROWS), r"beta is \[1\]; expected a number or a text"),
        (lambda: CoMaC(2).fit(ROWS, links=[(0, 1, np.nan)]), r"links\[0\] says nan; expected 1, -1, must or cannot"),
        (lambda: CoMaC(2).fit(ROWS, progress="yes"), "progress is 'yes'; expected True, False, None or a function"),
        (lambda: CoMaC(2).fit([[10**400], [1]]), "X holds something else than numbers; expected numbers only"),
        (lambda: CoMaC(2).fit(ROWS).score(ROWS, [1]), "y has 1 values, but there are 6 rows; expected one for each row"),
        (lambda: CoMaC(2).fit(ROWS).save(1), "path is 1; expected a path, as a text or an os.PathLike"),
        (lambda: CoMaC(2).fit(ROWS).save("a\0b"), "path is .*; expected a path"),
        (lambda: CoMaC(2).fit(ROWS).report(1), "path is 1; expected a path"),  # not the descriptor of standard output
        (lambda: CoMaC(2).fit(ROWS).report(title=None), "title is None; expected a text"),
    ],
)
def test_what_the_library_cannot_take_is_named(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
