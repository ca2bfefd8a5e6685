# SPDX-License-Identifier: MIT
"""The package as users get it: by pip, as a wheel, with types."""
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import comac
import pytest
from conftest import ROOT

BUILD = os.environ["COMAC_BUILD"]


def call(*words, **environment):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Made of what is built already."""
    folder = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT / "python", COMAC_BUILD=BUILD)
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_is_whole(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("__init__.py", "_estimator.py", "_parameters.py", "_core.pyi", "py.typed"):
        assert f"comac/{name}" in names
    assert any(name.startswith("comac/_core.") and name.endswith(".so") for name in names)
    assert f"comac-{comac.__version__}-cp" in wheel.name and "linux" in wheel.name


def test_pip_installs_it_offline(tmp_path):
    call(sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    call(python, "-m", "pip", "install", "--no-index", "--no-build-isolation", ROOT / "python", COMAC_BUILD=BUILD)
    code = "import comac, sys; print(comac.__file__); assert 'sklearn' not in sys.modules and 'pandas' not in sys.modules"
    where = call(python, "-P", "-c", code, PYTHONPATH="")
    assert where.startswith(str(tmp_path))
    model = "from comac import CoMaC; print(CoMaC(2).fit([[0.0], [0.1], [5.0], [5.1]]).labels_)"
    assert call(python, "-P", "-c", model, PYTHONPATH="") == "[0 0 1 1]\n"


def test_a_source_distribution_has_the_sources(tmp_path):
    call(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, ROOT / "python")
    (found,) = tmp_path.glob("*.tar.gz")
    names = call("tar", "-tzf", found).split()
    root = f"comac-{comac.__version__}"
    for name in ("setup.py", "cpp/CMakeLists.txt", "cpp/src/fitted/cluster.cpp", "cpp/python/native/module.cpp", "cpp/python/CMakeLists.txt"):
        assert f"{root}/{name}" in names


def test_the_stub_names_what_there_is():
    from comac import _core

    stub = (Path(comac.__file__).parent / "_core.pyi").read_text()
    named = set(re.findall(r"^(?:def|class) (\w+)|^(\w+):", stub, flags=re.MULTILINE))
    assert {a or b for a, b in named} == {name for name in dir(_core) if not name.startswith("__")}
    for kind in ("Fitted", "Known"):
        body = re.search(rf"class {kind}:\n((?:    .*\n)+)", stub).group(1)
        members = {a or b for a, b in re.findall(r"^    (?:def (\w+)|(\w+):)", body, flags=re.MULTILINE)}
        own = {name for name in vars(getattr(_core, kind)) if not name.startswith("_")}
        assert {name for name in members if not name.startswith("_")} == own


USER = """
from comac import CoMaC
import comac

model: CoMaC = CoMaC(n_clusters=3, method="comac-seq", trust="auto", beta=0.5).fit([[1.0]], must_link=[(0, 1)])
scores: dict[str, float] = comac.score([1], [1])
page: str = model.report()
model.report("x.html")
"""
WRONG = USER + 'CoMaC(n_clusters=3, method="comac-sec")\n'


def test_types(tmp_path):
    package = Path(comac.__file__).parent
    options = ["--strict", "--no-error-summary", "--cache-dir", tmp_path / "cache", "--python-executable", sys.executable]
    assert call(sys.executable, "-m", "mypy", *options, "-p", "comac", MYPYPATH=str(package.parent)) == ""
    (tmp_path / "user.py").write_text(USER)
    assert call(sys.executable, "-m", "mypy", *options, tmp_path / "user.py", MYPYPATH=str(package.parent)) == ""
    (tmp_path / "user.py").write_text(WRONG)
    with pytest.raises(AssertionError, match='Argument "method" to "CoMaC" has incompatible type'):
        call(sys.executable, "-m", "mypy", *options, tmp_path / "user.py", MYPYPATH=str(package.parent))
