# SPDX-License-Identifier: MIT
"""Memory, threads, interrupts, progress and pickles."""
import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time

import comac
import numpy as np
import pytest
from comac import CoMaC, ComacWarning
from comac._rows import rows_of


def in_new_process(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_arrays_of_float64_are_not_copied():
    X = np.ones((100, 4))
    assert rows_of(X) is X
    assert np.shares_memory(rows_of(X[::2, 1:]), X)
    assert rows_of(np.asfortranarray(X)).flags.f_contiguous
    assert rows_of(X.astype(np.float32)).dtype == np.float64


PEAK = """
    import numpy as np
    from comac import CoMaC
    def peak():
        return int([line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")][0]) / 1024
    X = np.ones((2_000_000, 8), dtype={kind!r})
    X[-1, -1] = np.nan
    before = peak()
    try:
        CoMaC(2).fit(X)
    except ValueError as error:
        assert "row 1999999, column 7 of the table is NaN" in str(error), error
    print(peak() - before)
"""


def test_nothing_is_copied_on_the_way_to_the_library():
    assert float(in_new_process(PEAK.format(kind="float64"))) < 30  # of 122 MB
    assert 100 < float(in_new_process(PEAK.format(kind="float32"))) < 160  # one copy


def test_strided_rows_are_read_where_they_are(iris):
    X, _ = iris
    wide = np.zeros((300, 8))
    wide[::2, ::2] = X
    expected = CoMaC(3).fit(X).labels_
    packed = np.zeros(150, dtype=[("tag", "i1"), ("row", "f8", 4)])
    packed["row"] = X
    for form in (packed["row"], wide[::2, ::2], np.asfortranarray(X), X.tolist(), X[::-1][::-1], X.astype(">f8")):
        np.testing.assert_array_equal(CoMaC(3).fit(form).labels_, expected)
        np.testing.assert_array_equal(CoMaC(3).fit(X).predict(form), expected)


def test_a_thousand_fits_leak_nothing():
    out = in_new_process(
        """
        import gc, numpy as np
        from comac import CoMaC
        def now():
            return int(open("/proc/self/statm").read().split()[1]) * 4096
        X = np.random.default_rng(1).random((40, 3))
        model = CoMaC(2, method="comac-seq", n_jobs=1)
        def fits(count):
            for _ in range(count):
                model.fit(X, [0, 1] + [-1] * 38, must_link=[(3, 4)]).predict(X)
            gc.collect()
            return now()
        before = fits(200)
        print(fits(1000) - before)
        """
    )
    assert int(out) < 1_000_000  # 1 kB for each


def slow_rows():
    return comac.generate("blobs", rows=6000, clusters=10, dimensions=8)[0]


def test_other_threads_go_on():
    X, done, turns = slow_rows(), threading.Event(), 0
    worker = threading.Thread(target=lambda: (CoMaC(10).fit(X), done.set()))
    start = time.monotonic()
    worker.start()
    while not done.is_set():
        time.sleep(0.001)
        turns += 1
    worker.join()
    assert turns > 50 * (time.monotonic() - start)


def test_threads_of_python_get_the_same(iris):
    X, _ = iris
    expected, found = CoMaC(3).fit(X).labels_, [None] * 8

    def work(i):
        found[i] = CoMaC(3).fit(X).predict(X)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(found))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for labels in found:
        np.testing.assert_array_equal(labels, expected)


def test_progress_rises_and_cancels():
    told = []
    CoMaC(10).fit(slow_rows(), progress=lambda stage, fraction: told.append((stage, fraction)))
    fractions = [fraction for _, fraction in told]
    assert len(told) > 2 and fractions == sorted(fractions) and 0 <= fractions[0] and fractions[-1] <= 1
    with pytest.warns(ComacWarning, match="best labels found so far"):  # a chain is all that an answer takes
        CoMaC(10).fit(slow_rows(), progress=lambda stage, fraction: False)
    X = comac.generate("blobs", rows=600, clusters=8, dimensions=8, spread=4)[0]
    with pytest.warns(ComacWarning, match="best labels found so far"):
        model = CoMaC(8, method="comac-ann", restarts=100_000).fit(X, progress=lambda stage, fraction: stage != "optimise")
    assert model.interrupted_
    with pytest.raises(ZeroDivisionError):
        CoMaC(10).fit(slow_rows(), progress=lambda stage, fraction: 1 / 0)


def test_a_bar_is_drawn_and_removed(capsys):
    from comac._progress import Bar

    bar = Bar()
    bar._start -= 2
    bar("search", 0.5)
    bar.clear()
    assert capsys.readouterr().err == "\r[" + "#" * 15 + "." * 15 + "]  50 % search" + "\r" + " " * 45 + "\r"


def interrupt_when(reached):
    """A function for progress that sends Ctrl-C to this process once."""
    sent = []

    def look(stage, fraction):
        if not sent and reached(stage, fraction):
            sent.append(stage)
            os.kill(os.getpid(), signal.SIGINT)

    return look


def test_ctrl_c_keeps_the_best_so_far():
    X = comac.generate("blobs", rows=600, clusters=8, dimensions=8, spread=4)[0]
    model, start = CoMaC(8, method="comac-ann", restarts=100_000), time.monotonic()  # would take hours
    with pytest.warns(ComacWarning, match="interrupted: these are the best labels found so far"):
        model.fit(X, progress=interrupt_when(lambda stage, fraction: stage == "optimise"))
    assert time.monotonic() - start < 60
    assert model.interrupted_ and len(model.labels_) == 600 and set(model.labels_) <= set(range(8))
    assert model.predict(X[:10]).shape == (10,)


def test_ctrl_c_at_once_has_an_answer():
    with pytest.warns(ComacWarning, match="best labels found so far"):
        CoMaC(10).fit(slow_rows(), progress=interrupt_when(lambda stage, fraction: True))


def test_pickles_go_to_other_processes(iris, tmp_path):
    X, truth = iris
    y = np.where(np.arange(150) % 5 == 0, truth, None)
    model = CoMaC(3, scale="zscore").fit(X, y, must_link=[(0, 1)])
    (tmp_path / "model.pickle").write_bytes(pickle.dumps(model))
    np.save(tmp_path / "rows.npy", X + 0.01)
    in_new_process(
        """
        import os, pickle, numpy as np
        folder = os.environ["FOLDER"]
        model = pickle.load(open(folder + "/model.pickle", "rb"))
        np.save(folder + "/predicted.npy", model.predict_proba(np.load(folder + "/rows.npy")))
        assert model.certificate_["labels"] == 30
        assert list(model.classes_[model.labels_][:2]) == ["setosa", "setosa"], model.classes_
        assert "<svg" in model.report()
        assert len(model.explain()["items"]) == 31
        model.improve(cannot_link=[(0, 149)])
        """,
        FOLDER=str(tmp_path),
    )
    np.testing.assert_array_equal(np.load(tmp_path / "predicted.npy"), model.predict_proba(X + 0.01))
    again = pickle.loads(pickle.dumps(model))
    assert again.result_ == model.result_ and again.get_params() == model.get_params()
    other = pickle.loads(pickle.dumps(CoMaC(3, method="k-means").fit(X)))
    np.testing.assert_array_equal(other.labels_, CoMaC(3, method="k-means").fit(X).labels_)
    assert other.result_["options"]["method"] == "k-means"
    with pytest.raises(ValueError, match=re.escape("what k-means found was pickled without its rows; fit again for a report")):
        other.report()


def test_damaged_pickles_are_refused(iris):
    """Every bit counts: what is read back from a damaged pickle is an error or the same model."""
    X, truth = iris
    model = CoMaC(3).fit(X, np.where(np.arange(150) % 5 == 0, truth, None))
    whole = pickle.dumps(model)
    expected = model.labels_, model.get_params(), model.result_, model.predict_proba(X[:5] + 0.1)
    random = np.random.default_rng(1)
    bits = np.concatenate([np.arange(8 * 60), random.integers(0, 8 * len(whole), 1600)])
    refused = 0
    for bit in bits:
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        try:
            found = pickle.loads(bytes(damaged))
            found = found.labels_, found.get_params(), found.result_, found.predict_proba(X[:5] + 0.1)
        except Exception:
            refused += 1
            continue
        for one, other in zip(found, expected):
            np.testing.assert_equal(one, other)
    assert refused > 0.9 * len(bits)
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 1
    with pytest.raises(ValueError, match="checksum is not that of its content"):
        pickle.loads(bytes(damaged))


def overhead(model, X):
    """Milliseconds of a fit beyond those of the library, at the least."""
    extra = []
    for _ in range(15):
        start = time.perf_counter()
        model.fit(X)
        extra.append(1000 * (time.perf_counter() - start) - model.result_["times_ms"]["total"])
    return min(extra)


def test_little_time_is_lost(iris):
    """By the order of magnitude only, since other work may run: on a free core it is under 1 ms, and under 5 %."""
    assert overhead(CoMaC(3), iris[0]) < 10
    X = comac.generate("blobs", rows=10_000, clusters=5, dimensions=8)[0]
    model = CoMaC(5)
    start = time.perf_counter()
    model.fit(X)
    spent = 1000 * (time.perf_counter() - start)
    assert spent - model.result_["times_ms"]["total"] < 0.3 * spent
