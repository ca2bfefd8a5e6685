# SPDX-License-Identifier: MIT
"""Calls the package's public functions with wild arguments: wild.py CALLS [SEED] [FIRST].

Whatever it is given, a call may return, or raise an exception that docs/python.md names, with a sentence of our own. Each
fault is printed, and the number of each call is written to standard error first, so that a crash has one, too.
"""
import atexit
import decimal
import faulthandler
import fractions
import os
import pickle
import shutil
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from random import Random

import numpy as np
import pandas
import scipy.sparse

import comac

PACKAGE = Path(comac.__file__).absolute().parent
OWN = ("raise ", "_core.", "fitted.", "before.", "self._check_fitted()", "open(")  # lines from which our exceptions come
DOCUMENTED = (ValueError, TypeError, OSError, MemoryError)
PATIENCE = 20  # seconds for one call: the tables are tiny
SLOW = {"restarts", "max_sweeps", "runs"}  # large numbers take long there, rightly

X = np.array([[c * 5 + np.sin(3 * i + c), np.cos(7 * i) + c] for i, c in enumerate([0, 1, 2] * 4)])
TRUTH = np.array(["a", "b", "c"] * 4)
CHAIN = np.full((4, 4), 0.1) + np.eye(4) * 0.6


def scalars(random):
    """Whatever somebody might give for a number or a word."""
    return random.choice(
        [None, True, False, 0, 1, -1, 2, 3, 13, 2**31, 2**32 - 1, 2**32, 2**63, 2**64, -(2**70), 10**30, 10**400, 0.5, 1.5, -0.0]
        + [float("nan"), float("inf"), -float("inf"), 1e308, 1e-320, 1j, "", "x", "3", "-1", "NA", "a", "é", "\ud800", "a\0b", "auto", b"x"]
        + [np.int8(-1), np.uint64(2**64 - 1), np.float16(2), np.float64("nan"), np.bool_(True), np.str_("x"), np.datetime64("2020-01-01")]
        + [np.datetime64("NaT"), pandas.NA, pandas.NaT, decimal.Decimal("2"), fractions.Fraction(1, 3), object(), int, len, ..., slice(2)]
    )


def arrays(random):
    """Whatever somebody might give for rows, classes or pairs."""
    shape = random.choice([(), (0,), (1,), (12,), (13,), (0, 2), (12, 0), (1, 2), (2, 2), (12, 1), (12, 2), (12, 3), (4, 4), (5, 3), (2, 2, 2)])
    kind = random.choice(["f8", "f8", "f4", "f2", "g", "i8", "i1", "u8", "u4", "?", "c16", "U3", "S3", "O", "M8[s]", "m8[D]", ">f8", "f8,i4"])
    array = np.array([random.choice([0, 1, 2, 5, -1, 2**31]) for _ in range(int(np.prod(shape)))], dtype="i8").reshape(shape)
    with np.errstate(all="ignore"):
        array = array.astype(kind)
    if kind in ("f8", "f4", "O") and array.size and random.random() < 0.5:
        array.flat[random.randrange(array.size)] = random.choice([np.nan, np.inf, -np.inf, 1e30, 0.5])
    form = random.choice(["", "", "", "list", "fortran", "reversed", "read-only", "matrix", "masked", "tuple", "iterator", "memory"])
    return _in_form(array, form)


def _in_form(array, form):
    if form == "list":
        return array.tolist()
    if form == "fortran":
        return np.asfortranarray(array)
    if form == "reversed":
        return array[::-1] if array.ndim else array
    if form == "read-only":
        array.flags.writeable = False
    if form == "matrix":
        return np.asmatrix(array) if array.ndim < 3 else array
    if form == "masked":
        return np.ma.masked_array(array, mask=np.zeros(array.shape, dtype=bool))
    if form == "tuple":
        return tuple(array.tolist()) if array.ndim else array
    if form == "iterator":
        return iter(array.tolist() if array.ndim else [])
    return memoryview(b"0123") if form == "memory" else array


def frames(random):
    """What pandas and scipy have."""
    frame = pandas.DataFrame({"x": X[:, 0], "y": X[:, 1]})
    return random.choice(
        [
            lambda: frame.astype(random.choice(["float32", "str", "object", "Float64", "string", "category", "complex128"])),
            lambda: frame.assign(z=TRUTH),
            lambda: frame.assign(z=pandas.Series([pandas.NA, 1] * 6, dtype="Int64")),
            lambda: frame.assign(z=pandas.date_range("2020", periods=12, tz="UTC")),
            lambda: frame.assign(z=pandas.to_timedelta(np.arange(12), "h"), w=[[1]] * 12),
            lambda: frame.assign(z=pandas.period_range("2020", periods=12, freq="M")),
            lambda: frame.assign(z=pandas.Categorical([None] * 12), id=range(12)),
            lambda: frame.set_axis(["a", "a"], axis=1),
            lambda: frame.set_axis([0, "a"], axis=1),
            lambda: frame.set_axis(pandas.MultiIndex.from_tuples([("a", 1), ("a", 2)]), axis=1),
            lambda: frame.iloc[:0],
            lambda: frame.iloc[:, :0],
            lambda: frame.iloc[[0] * 12],
            lambda: frame["x"],
            lambda: frame * random.choice([np.nan, np.inf, 1e308, 0]),
            lambda: pandas.Series(TRUTH, index=range(12, 0, -1)).astype("category"),
            lambda: pandas.Series([pandas.NA] * 12),
            lambda: pandas.Index([1, 2, 3]),
            lambda: scipy.sparse.csr_matrix(X),
            lambda: scipy.sparse.coo_matrix(([1, -1, 2, 0], ([0, 1, 11, 3], [5, 2, 10, 3])), shape=(12, 12)),
            lambda: scipy.sparse.csr_matrix(CHAIN * random.choice([1, 1, np.nan, -1])),
            lambda: scipy.sparse.csr_matrix((0, 0)),
        ]
    )()


def pairs(random):
    """What is nearly right for links."""
    row = lambda: random.choice([0, 1, 5, 11, 11, 12, -1, 2**32, 0.5, "0", None, float("nan")])  # noqa: E731
    width = random.choice([2, 2, 3, 3, 4, 1])
    return [tuple(random.choice([row(), 1, -1, 0.5]) if c > 1 else row() for c in range(width)) for _ in range(random.randrange(4))]


def anything(random):
    return random.choice([scalars, scalars, arrays, frames, pairs])(random)


def progress(random):
    return random.choice([None, True, False, 5, "x", lambda stage, fraction: None, lambda stage, fraction: False])


# Calls ---------------------------------------------------------------------------------------------------------------


class Calls:
    """The public functions, each with arguments that it takes."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, self.folder)
        os.chdir(self.folder)  # paths are wild, too
        self.parameters = sorted(comac.CoMaC().get_params())
        self.fitted = [comac.CoMaC(3).fit(X, [*TRUTH[:6], *[None] * 6]), comac.aggregate(CHAIN, 2), comac.CoMaC(3, method="k-means").fit(X)]
        self.fitted.append(comac.CoMaC(3).fit(pandas.DataFrame({"x": X[:, 0], "z": TRUTH})))
        self.fitted[0].save(self.path("model.comac"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def draw(self, random):
        """A function and its keyword arguments, of which one or two are wild."""
        known = {"y": None, "must_link": [(0, 3)], "cannot_link": [(0, 1)], "links": [(1, 2, -1)], "progress": None}
        names = random.sample(sorted(known), 2)
        said = {name: known[name] for name in names}
        before = pickle.loads(pickle.dumps(random.choice(self.fitted)))
        function, arguments = random.choice(
            [
                (comac.CoMaC().fit, {"X": X, **said, "y_confidence": None}),
                (self._estimator, {"n_clusters": 3, **{name: None for name in random.sample(self.parameters, 2)}}),
                (comac.CoMaC(3).fit_predict, {"X": X, **said}),
                (before.improve, said),
                (before.set_params(n_clusters=scalars(random)).improve, said),
                (before.partial_fit, {"X": X, **said}),
                (random.choice([before.predict, before.predict_proba]), {"X": X, "progress": None}),
                (before.score, {"X": X, "y": TRUTH}),
                (before.describe, {"X": X}),
                (before.explain, {"rows": [0], "progress": None}),
                (before.report, {"path": self.path("page.html"), "title": "X"}),
                (before.save, {"path": self.path("saved.comac"), "rows": "all"}),
                (before.set_params, {"n_clusters": 3}),
                (comac.aggregate, {"P": CHAIN, "n_clusters": 2, **said}),
                (comac.load, {"path": self.path("model.comac")}),
                (comac.score, {"truth": TRUTH, "labels": TRUTH}),
                (comac.verify, {"labels": TRUTH, "y": TRUTH, "must_link": [(0, 3)], "links": []}),
                (comac.sample, {"truth": TRUTH, "labelled": 0.5, "wrong": 0, "classes": "all", "random_state": 1}),
                (comac.sample, {"truth": TRUTH, "pairs": 0.5, "wrong": 0, "random_state": 1}),
                (comac.generate, {"shape": "blobs", "rows": 9, "clusters": 3, "dimensions": 2, "distance": 6, "spread": 1, "random_state": 1}),
                (comac.generate, {"shape": "moons", "sizes": [3, 4]}),
                (comac.compare, {"X": X, "truth": TRUTH, "n_clusters": 3, "methods": ["k-means"], "runs": 1, "labelled": 0.5, "progress": None}),
                (comac.compare, {"X": X, "truth": TRUTH, "n_clusters": 3, "methods": ["comac"], "runs": 1, "y": TRUTH}),
            ]
        )
        for name in random.sample(sorted(arguments), min(len(arguments), random.choice([1, 1, 2]))):
            arguments[name] = progress(random) if name == "progress" else anything(random)
            if name in SLOW and isinstance(arguments[name], (int, np.integer)):
                arguments[name] = int(arguments[name]) % 3
        return function, arguments

    def _estimator(self, **parameters):
        return comac.CoMaC(**parameters).fit(X, must_link=[(0, 3)])


def fault_of(function, arguments):
    """What is wrong about how the call ended, or ""."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(**arguments)
        return ""
    except Exception as error:  # noqa: BLE001
        frames = traceback.extract_tb(error.__traceback__)
        inside = [frame for frame in frames if Path(frame.filename).parent == PACKAGE]
        own = bool(inside) and inside[-1] is frames[-1] and any(word in frames[-1].line for word in OWN)
        place = f"{frames[-1].filename}:{frames[-1].lineno}: {frames[-1].line}"
        if not isinstance(error, DOCUMENTED) or isinstance(error, UnicodeError) or not own:
            return f"{type(error).__name__}: {str(error)[:300]!r} in {place}"
        if any(word in str(error) for word in ("incompatible", "Unable to cast", "std::", "should not happen", "object has no")):
            return f"{type(error).__name__}: {str(error)[:300]!r} in {place}"
        return ""
    except KeyboardInterrupt:
        return "" if callable(arguments.get("progress")) else "KeyboardInterrupt"
    except BaseException as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"


def shown(function, arguments):
    words = ", ".join(f"{name}={value!r:.200}" for name, value in arguments.items() if value is not X and value is not TRUTH)
    return f"{getattr(function, '__qualname__', function)}({words})"


def main(calls, seed=1, first=0):
    warnings.simplefilter("ignore")
    all_calls, faults = Calls(), 0
    for number in range(first, first + calls):
        random = Random(f"{seed}/{number}")
        function, arguments = all_calls.draw(random)
        print(f"call {number} of seed {seed}: {shown(function, arguments)}", file=sys.stderr, flush=True)
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        if fault := fault_of(function, arguments):
            faults += 1
            print(f"call {number} of seed {seed}: {shown(function, arguments)}\n  {fault}", flush=True)
    faulthandler.cancel_dump_traceback_later()
    print(f"{calls} calls, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
