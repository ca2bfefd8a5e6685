# SPDX-License-Identifier: MIT
"""Builds the package by CMake, which has the one definition of the build; pyproject.toml has the rest.

COMAC_BUILD names a build folder of CMake (with COMAC_BUILD_PYTHON on) that is to be used instead of a new one.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
ROOT = HERE / "cpp" if (HERE / "cpp").exists() else HERE.parent  # a source distribution brings the sources along
SOURCES = ["CMakeLists.txt", "LICENSE", "cmake", "include", "src", "baselines", "data"]
OWN_SOURCES = ["CMakeLists.txt", "generate.py", "native", "src"]


def version():
    return re.search(r"project\(comac VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def pybind11_folder():
    """Where the pybind11 that pip brought has its CMake files; that of a system is found without."""
    try:
        import pybind11

        return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]
    except ImportError:
        return []


def build_by_cmake():
    folder = os.environ.get("COMAC_BUILD")
    if folder is None:
        folder = HERE / "build" / f"cmake-{sys.implementation.cache_tag}"
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DCOMAC_BUILD_PYTHON=ON", "-DCOMAC_BUILD_COMMAND=OFF", "-DCOMAC_BUILD_TESTS=OFF"]
        options += [f"-DPython_EXECUTABLE={sys.executable}", *pybind11_folder()]
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "comac_python_package", "--parallel", str(os.cpu_count())], check=True)
    return Path(folder) / "python" / "comac"


class Build(build_py):
    def run(self):
        target = Path(self.build_lib) / "comac"
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(build_by_cmake(), target, ignore=shutil.ignore_patterns("__pycache__"))


class SourceDistribution(sdist):
    """With the C++ sources, which lie outside of this folder."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for root, names, target in ((ROOT, SOURCES, "cpp"), (HERE, OWN_SOURCES, "cpp/python")):
            for name in names:
                copied = Path(base_dir) / target / name
                copied.parent.mkdir(parents=True, exist_ok=True)
                if (root / name).is_dir():
                    shutil.copytree(root / name, copied, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
                else:
                    shutil.copy(root / name, copied)


class Compiled(Distribution):
    def has_ext_modules(self):
        return True


setup(version=version(), packages=["comac"], package_dir={"": "src"}, distclass=Compiled, cmdclass={"build_py": Build, "sdist": SourceDistribution})
