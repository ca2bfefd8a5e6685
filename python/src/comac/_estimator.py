# SPDX-License-Identifier: MIT
"""The estimator, and what makes one of a Markov chain or a model file."""
from __future__ import annotations

import html
import json
import os
import pickle
import sys
import zlib
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._checks import path as path_of
from ._checks import text
from ._columns import NUMBER, is_frame, is_plain, read, read_like
from ._known import Classes, Said, row_numbers
from ._options import DEFAULTS, OPTION_OF, check_names, given, text_of
from ._parameters import PARAMETERS_DOC, Parameters
from ._progress import Progress, shown
from ._rows import check_same_columns, names_of, rows_of
from ._warnings import warn


class NotFittedError(ValueError, AttributeError):
    """Something was asked that only a fitted estimator can answer."""


def _not_fitted(estimator: Any) -> Exception:
    """scikit-learn's own exception where it is in use, since its tools look for that."""
    sentence = f"This {type(estimator).__name__} instance is not fitted yet; call fit first."
    exceptions = sys.modules.get("sklearn.exceptions")
    return NotFittedError(sentence) if exceptions is None else exceptions.NotFittedError(sentence)  # type: ignore[no-any-return]


class CoMaC(Parameters):
    __doc__ = f"""Constrained Markov clustering, and the other methods that comac has.

    {PARAMETERS_DOC}
    Attributes
    ----------
    labels_ : array of int32
        The cluster of each row, from 0.
    classes_ : array
        The class that each cluster stands for, so that classes_[labels_] names the class of each row: -1 (None
        for texts) where no label is; without labels the numbers of the clusters.
    confidence_ : array of float64
        How sure the cluster of each row is, from 0 to 1, as predict_proba tells it of new rows; empty where the
        method knows none.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : array of str
        Their names, if X had any.
    n_clusters_ : int
        How many clusters there are.
    strength_ : float or None
        How clearly there are so many, clear beyond 4 and 0 for one cluster; None where the number was given.
    cost_ : float
        What was minimised, in bits for comac's own methods.
    transition_ : array
        Chances to go from one cluster to another in one step.
    certificate_ : dict
        What was said and whether it holds, as in the JSON of the command.
    result_ : dict
        The whole JSON of the command.
    interrupted_ : bool
        Whether Ctrl-C ended the search; then these are the best clusters so far.
    """

    _estimator_type = "clusterer"

    labels_: npt.NDArray[np.int32]
    classes_: npt.NDArray[Any]
    confidence_: npt.NDArray[np.float64]
    transition_: npt.NDArray[np.float64]
    feature_names_in_: npt.NDArray[Any]
    n_features_in_: int
    n_clusters_: int
    strength_: float | None
    cost_: float
    interrupted_: bool

    # Fitting ---------------------------------------------------------------------------------------------------------

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        y_confidence: Any = None,
        must_link: Any = None,
        cannot_link: Any = None,
        links: Any = None,
        progress: Progress = None,
    ) -> CoMaC:
        """Clusters the rows of X.

        y : class of each row, a text or a whole number; -1, None, NaN or pandas.NA: unknown.
        y_confidence : how sure each class is, from 0 to 1.
        must_link, cannot_link : pairs of rows, counted from 0, as a list, array, DataFrame or sparse matrix; a
            third column is a confidence.
        links : triples (row, row, 1 or -1), with a confidence or without, or a sparse matrix of +1 and -1.
        progress : True shows a bar, a function is called with a stage and a fraction (False from it cancels);
            None shows a bar where someone watches.

        With metric="precomputed" X is a square matrix of distances, dense or scipy's; of a sparse one the entries
        that are missing are far. Such an estimator can't predict.
        """
        if str(self.metric) == "precomputed":
            parts = _core.similarities(*_by_rows(X, zeros=True), self._neighbours())
            return self._fit_chain(parts, (y, y_confidence, must_link, cannot_link, links), progress)
        names = names_of(X)
        frame = read(X) if is_frame(X) and not is_plain(X) else None
        rows = rows_of(X if frame is None else frame.rows, least=2)
        plain = [NUMBER] * rows.shape[1] if is_frame(X) else []
        said = Said(rows.shape[0], y, y_confidence, must_link, cannot_link, links)
        with shown(progress) as callback:
            fitted = _core.fit_rows(
                rows,
                frame.names if frame else [] if names is None else list(names),
                frame.about if frame else plain,
                said.known,
                text(self.method, "method", "the name of a method"),
                given(self.get_params()),
                callback,
            )
        self._values = said.values
        self._take(fitted, names)
        self._used = frame.used if frame else list(range(rows.shape[1]))
        self.n_features_in_ = X.shape[1] if frame else rows.shape[1]
        warn(frame.notes if frame else [])
        return self

    def _neighbours(self) -> int:
        near_rows_of_a_table = 10
        return near_rows_of_a_table if isinstance(self.neighbours, str) else int(self.neighbours)

    def _fit_chain(self, parts: tuple[Any, Any, Any], known: tuple[Any, ...], progress: Progress) -> CoMaC:
        """`parts` are the offsets, columns and values of a matrix."""
        said = Said(len(parts[0]) - 1, *known)
        parameters = self.get_params()
        if str(self.metric) == "precomputed":
            parameters.update(metric=DEFAULTS["metric"], neighbours=DEFAULTS["neighbours"])
        with shown(progress) as callback:
            method = text(self.method, "method", "the name of a method")
            fitted = _core.fit_chain(*parts, said.known, method, given(parameters), callback)
        self._values = said.values
        self._take(fitted, None)
        return self

    def fit_predict(self, X: Any, y: Any = None, **said: Any) -> npt.NDArray[np.int32]:
        """The cluster of each row of X; takes what fit takes."""
        return self.fit(X, y, **said).labels_

    def improve(
        self,
        y: Any = None,
        *,
        y_confidence: Any = None,
        must_link: Any = None,
        cannot_link: Any = None,
        links: Any = None,
        progress: Progress = None,
    ) -> CoMaC:
        """Goes on from the clusters there are with more labels and links; what was said before still holds.

        If n_clusters was set to another number meanwhile, the rows are clustered anew on the chain there is.
        """
        before = self._check_fitted()
        clusters = "" if self.n_clusters is None else text_of("n_clusters", self.n_clusters)
        said = Said(len(self.labels_), y, y_confidence, must_link, cannot_link, links)
        with shown(progress) as callback:
            fitted = before.improve(said.known, clusters, callback)
        self._values = {**self._values, **said.values}
        self._take(fitted, getattr(self, "feature_names_in_", None))
        return self

    def partial_fit(self, X: Any, y: Any = None, **said: Any) -> CoMaC:
        """Like fit the first time; then like improve, for the same rows, which X may leave out (None)."""
        if not hasattr(self, "_fitted"):
            return self.fit(X, y, **said)
        if X is not None:
            if not self._fitted.has_rows(*self._rows(X)):
                raise ValueError("X has other rows than those that were fitted; expected the same, or None: new rows are for predict")
        return self.improve(y, **said)

    def _take(self, fitted: Any, names: Any) -> None:
        self._fitted = fitted
        self.labels_ = fitted.labels()
        self.classes_ = self._classes()
        self.confidence_ = fitted.confidence()
        self.n_features_in_ = getattr(self, "n_features_in_", fitted.columns)
        self._used = getattr(self, "_used", list(range(fitted.columns)))
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self.n_clusters_ = fitted.clusters
        self.strength_ = fitted.strength
        self.cost_ = fitted.cost
        self.transition_ = fitted.transition()
        self.interrupted_ = fitted.interrupted
        warn(fitted.warnings())

    def _classes(self) -> Any:
        names = self._fitted.label_names
        if not names:
            return np.arange(self._fitted.clusters)
        values = [self._values.get(name, name) for name in names]
        if all(isinstance(value, int) for value in values):
            return np.array([values[i] if i >= 0 else -1 for i in self._fitted.class_of_cluster()])
        classes = np.full(self._fitted.clusters, None, dtype=object)
        for cluster, i in enumerate(self._fitted.class_of_cluster()):
            classes[cluster] = values[i] if i >= 0 else None
        return classes

    # Asking ----------------------------------------------------------------------------------------------------------

    def predict(self, X: Any, *, progress: Progress = None) -> npt.NDArray[np.int32]:
        """The cluster of each row of X, seen before or not: classes_[predict(X)] are their classes."""
        clusters: npt.NDArray[np.int32] = self._predicted(X, False, progress)[0]
        return clusters

    def predict_proba(self, X: Any, *, progress: Progress = None) -> npt.NDArray[np.float64]:
        """For each row of X how sure each cluster is, from 0 to 1; the sum over the clusters is 1."""
        shares: npt.NDArray[np.float64] = self._predicted(X, True, progress)
        return shares

    def _predicted(self, X: Any, shares: bool, progress: Progress) -> Any:
        fitted = self._check_fitted()
        rows, about = self._rows(X)
        with shown(progress) as callback:
            found, notes = fitted.predict(rows, about, shares, callback)
        warn(notes)
        return found

    def _rows(self, X: Any) -> tuple[Any, list[Any]]:
        """X as the model takes it: its columns, and what they hold where it isn't plain numbers."""
        expected = self._fitted.about
        if not expected or not is_frame(X):
            rows = rows_of(X)
            check_same_columns(self, X, rows.shape[1])
            return rows, []
        check_same_columns(self, X, X.shape[1])
        X = X.iloc[:, self._used]
        if is_plain(X) and all(about == NUMBER for about in expected):
            return rows_of(X), expected
        frame = read_like(X, self._fitted.column_names, expected)
        return rows_of(frame.rows), frame.about

    def score(self, X: Any, y: Any) -> float:
        """How well predict(X) agrees with the classes y: normalised mutual information, 1 if they are equal."""
        found = self.predict(X)
        truth = Classes(y, "y", len(found))
        known = truth.known
        return float(_core.score(truth.ids[known], found[known])["nmi"])

    @property
    def result_(self) -> dict[str, Any]:
        return json.loads(self._check_fitted().json())  # type: ignore[no-any-return]

    @property
    def certificate_(self) -> dict[str, Any]:
        return self.result_["constraints"]  # type: ignore[no-any-return]

    def describe(self, X: Any = None) -> list[dict[str, Any]]:
        """What each cluster is: the columns that set it apart, in their own units, a typical row, rows at its border.

        X : the rows that were fitted. They are remembered, but not copied; give them after loading a model.
        """
        fitted = self._check_fitted()
        rows, about = (None, []) if X is None else self._rows(X)
        return json.loads(fitted.describe(rows, about))  # type: ignore[no-any-return]

    def explain(self, rows: Any = (), *, progress: Progress = None) -> dict[str, Any]:
        """What each label and link costs, the most expensive first; for `rows`, how near other clusters are."""
        numbers = row_numbers(rows, "rows", len(self._check_fitted().labels())).tolist()
        with shown(progress) as callback:
            return json.loads(self._fitted.explain(numbers, callback))  # type: ignore[no-any-return]

    @overload
    def report(self, path: None = None, *, title: str = "X") -> str: ...
    @overload
    def report(self, path: str | os.PathLike[str], *, title: str = "X") -> None: ...
    def report(self, path: str | os.PathLike[str] | None = None, *, title: str = "X") -> str | None:
        """The report as one HTML page; with `path`, it is written there instead."""
        page: str = self._check_fitted().html(text(title, "title"), False)
        if path is None:
            return page
        with open(path_of(path), "w", encoding="utf-8") as file:
            file.write(page)
        return None

    def save(self, path: str | os.PathLike[str], *, rows: str = "all") -> None:
        """Writes the model file, which the command reads, too; without rows ("none") it can't predict."""
        fitted = self._check_fitted()
        fitted.save(path_of(path), text(rows, "rows", "all or none"))

    def _check_fitted(self) -> Any:
        if not hasattr(self, "_fitted"):
            raise _not_fitted(self)
        return self._fitted

    # What scikit-learn and notebooks ask for --------------------------------------------------------------------------

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by their names."""
        return {name: getattr(self, name) for name in DEFAULTS}

    def set_params(self, **parameters: Any) -> CoMaC:
        """Changes parameters; fit or improve takes them into account."""
        for name, value in parameters.items():
            if name not in DEFAULTS:
                raise ValueError(f"Invalid parameter {name!r} for estimator {self!r}; expected one of {', '.join(DEFAULTS)}")
            setattr(self, name, value)
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        """All of its content with a checksum, so that a damaged pickle is refused."""
        content = pickle.dumps((type(self), self.__dict__), protocol)
        return _unpickled, (zlib.crc32(content), content)

    def __sklearn_tags__(self) -> Any:  # what scikit-learn 1.6 and later ask for
        from sklearn.utils import Tags, TargetTags  # type: ignore[import]

        none = {"transformer_tags": None, "classifier_tags": None, "regressor_tags": None}
        return Tags(estimator_type="clusterer", target_tags=TargetTags(required=False), **none)

    def __repr__(self) -> str:
        changed = [f"{name}={getattr(self, name)!r}" for name, value in DEFAULTS.items() if getattr(self, name) is not value]
        return f"{type(self).__name__}({', '.join(changed)})"

    def _repr_html_(self) -> str | None:
        if not hasattr(self, "_fitted"):
            return None
        page = html.escape(self._fitted.html(repr(self), True))
        return f'<iframe srcdoc="{page}" sandbox style="width:100%;height:860px;border:0"></iframe>'


def _unpickled(checksum: int, content: bytes) -> CoMaC:
    if zlib.crc32(content) != checksum:
        raise ValueError("found a pickle whose checksum is not that of its content: it is damaged; copy or pickle it again")
    kind, state = pickle.loads(content)
    model: CoMaC = kind.__new__(kind)
    model.__dict__.update(state)
    return model


def aggregate(
    P: Any,
    n_clusters: int | None = None,
    *,
    y: Any = None,
    y_confidence: Any = None,
    must_link: Any = None,
    cannot_link: Any = None,
    links: Any = None,
    progress: Progress = None,
    **parameters: Any,
) -> CoMaC:
    """Groups the states of a chain: P is a square matrix, dense or scipy's, of chances, whose rows sum to 1, or of similarities.

    Returns a fitted estimator, which can't predict. Takes what CoMaC and its fit take.
    """
    check_names(parameters)
    return CoMaC(n_clusters, **parameters)._fit_chain(_by_rows(P), (y, y_confidence, must_link, cannot_link, links), progress)


def _by_rows(P: Any, zeros: bool = False) -> tuple[Any, Any, Any]:
    """Where each row begins, and columns and values of what is not 0, in order; with `zeros` of all that is given."""
    if not hasattr(P, "tocsr"):
        dense = rows_of(P)
        if dense.shape[0] != dense.shape[1]:
            raise ValueError(f"P has the shape {dense.shape}; expected a square matrix")
        rows, columns = np.nonzero(np.ones_like(dense) if zeros else dense)
        offsets = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(dense)))])
        return offsets.astype(np.int64), columns.astype(np.uint32), dense[rows, columns]
    if P.shape[0] != P.shape[1]:
        raise ValueError(f"P has the shape {P.shape}; expected a square matrix")
    sparse = P.tocsr()
    if not (sparse.has_canonical_format and (zeros or (sparse.data != 0).all())):
        sparse = sparse.copy()
        sparse.sum_duplicates()
        if not zeros:
            sparse.eliminate_zeros()
    return sparse.indptr.astype(np.int64), sparse.indices.astype(np.uint32), sparse.data.astype(float)


def load(path: str | os.PathLike[str]) -> CoMaC:
    """The estimator of a model file, written by CoMaC.save or by comac cluster --save."""
    fitted = _core.load(path_of(path))
    names = {option: name for name, option in OPTION_OF.items()}
    model = CoMaC()
    model.set_params(method=fitted.method, **{names[option]: _value(text) for option, text in fitted.changed_options()})
    model._values = {name: _value(name) if name.lstrip("-").isdigit() else name for name in fitted.label_names}
    if not all(isinstance(value, int) for value in model._values.values()):
        model._values = {}
    names_in = fitted.column_names
    model._take(fitted, np.asarray(names_in, dtype=object) if names_in else None)
    return model


def _value(text: str) -> Any:
    """A parameter from its text."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
