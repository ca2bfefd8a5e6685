# SPDX-License-Identifier: MIT
"""What is shown is run: every block of Python in the README and the docs, as written, with its output."""
import doctest
import re
import shutil
import warnings

import pytest
from conftest import ROOT

PAGES = {"README.md": 1, "docs/python.md": 12, "docs/coming-from.md": 1}


@pytest.mark.parametrize("page", PAGES)
def test_blocks_run_as_written(page, tmp_path, monkeypatch):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(python|pycon)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) >= PAGES[page]
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    warnings.simplefilter("ignore")
    names = {}
    for kind, block in blocks:
        if kind == "python":
            exec(compile(block, page, "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        assert runner.run(test, clear_globs=False).failed == 0
        names.update(test.globs)


def test_the_names_of_the_pages_are_those_of_the_package():
    import comac

    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    for name in set(re.findall(r"\bcomac\.([a-z_]+)\(", text)):
        assert hasattr(comac, name), name
