# SPDX-License-Identifier: MIT
"""Chains, similarities and distances that are given."""
import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import normalized_mutual_info_score, pairwise_distances
from sklearn.neighbors import kneighbors_graph

import comac

X, _ = comac.generate("blobs", rows=150, clusters=3, dimensions=3, spread=0.5)


def agreement(a, b):
    return normalized_mutual_info_score(a.labels_, b.labels_)


def of_rows(n_clusters=3):
    return comac.CoMaC(n_clusters, row_model="off", scale="none").fit(X)


def test_precomputed_distances_end_as_the_rows_do():
    D = pairwise_distances(X)
    for given in (D, sparse.csr_matrix(kneighbors_graph(X, 15, mode="distance"))):
        assert agreement(comac.CoMaC(3, metric="precomputed").fit(given), of_rows()) > 0.9
    labels = comac.CoMaC(3, metric="precomputed").fit(D, must_link=[(0, 149)]).labels_
    assert labels[0] == labels[149]
    with pytest.raises(ValueError, match="square"):
        comac.CoMaC(3, metric="precomputed").fit(X)


def test_similarities_end_as_the_rows_do():
    near = kneighbors_graph(X, 10, include_self=True)
    for given in (near, near.toarray(), near + near.T):
        assert agreement(comac.aggregate(given, 3), of_rows()) > 0.8
    assert len(comac.aggregate(near + near.T).classes_) >= 2
