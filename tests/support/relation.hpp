// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac::test {

/// Which pairs of rows must and cannot be together: every pair listed, by definition. O(rows^4).
class Relation {
 public:
  using Pairs = std::vector<std::vector<bool>>;

  Relation(const SideInformation& known, std::size_t rows)
      : rows_(rows), must_(rows, std::vector<bool>(rows, false)), cannot_(must_) {
    for (std::size_t i = 0; i < rows; ++i) must_[i][i] = true;
    for (const Link& link : known.links) {
      set(link.kind == LinkKind::must ? must_ : cannot_, link.first, link.second);
    }
    for (const Label& a : known.labels) {
      for (const Label& b : known.labels) set(a.label == b.label ? must_ : cannot_, a.row, b.row);
    }
    said_ = must_;
    close();
  }

  bool must(std::size_t i, std::size_t j) const { return must_[i][j]; }
  bool cannot(std::size_t i, std::size_t j) const { return cannot_[i][j]; }
  /// The pair was said to be together, by a link or by two labels, or is a row and itself.
  bool said_must(std::size_t i, std::size_t j) const { return said_[i][j]; }

  bool consistent() const {
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < rows_; ++j) {
        if (must_[i][j] && cannot_[i][j]) return false;
      }
    }
    return true;
  }

 private:
  static void set(Pairs& pairs, std::size_t i, std::size_t j) { pairs[i][j] = pairs[j][i] = true; }

  void close() {
    for (std::size_t k = 0; k < rows_; ++k) {
      for (std::size_t i = 0; i < rows_; ++i) {
        for (std::size_t j = 0; j < rows_; ++j) {
          if (must_[i][k] && must_[k][j]) must_[i][j] = true;
        }
      }
    }
    const Pairs said = cannot_;
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < rows_; ++j) {
        if (said[i][j]) spread(i, j);
      }
    }
  }

  void spread(std::size_t i, std::size_t j) {
    for (std::size_t a = 0; a < rows_; ++a) {
      for (std::size_t b = 0; b < rows_; ++b) {
        if (must_[a][i] && must_[b][j]) set(cannot_, a, b);
      }
    }
  }

  std::size_t rows_;
  Pairs must_, cannot_, said_;
};

/// What is left of `known` if items are taken one by one (labels, must-links, cannot-links) and those that
/// contradict the ones before are left out; and the indices of those.
struct KeptItems {
  SideInformation kept;
  std::vector<std::size_t> dropped_labels;
  std::vector<std::size_t> dropped_links;
};

inline KeptItems keep_consistent(const SideInformation& known, std::size_t rows) {
  KeptItems result;
  result.kept.label_names = known.label_names;
  const auto keep = [&](auto& items, const auto& item, std::vector<std::size_t>& dropped, std::size_t index) {
    items.push_back(item);
    if (Relation(result.kept, rows).consistent()) return;
    items.pop_back();
    dropped.push_back(index);
  };
  for (std::size_t i = 0; i < known.labels.size(); ++i) {
    keep(result.kept.labels, known.labels[i], result.dropped_labels, i);
  }
  for (const LinkKind kind : {LinkKind::must, LinkKind::cannot}) {
    for (std::size_t i = 0; i < known.links.size(); ++i) {
      if (known.links[i].kind == kind) keep(result.kept.links, known.links[i], result.dropped_links, i);
    }
  }
  return result;
}

/// Whether a partition honours a relation.
inline bool honours(const Relation& relation, const std::vector<std::uint32_t>& cluster) {
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    for (std::size_t j = 0; j < cluster.size(); ++j) {
      if (relation.must(i, j) && cluster[i] != cluster[j]) return false;
      if (relation.cannot(i, j) && cluster[i] == cluster[j]) return false;
    }
  }
  return true;
}

}  // namespace comac::test
