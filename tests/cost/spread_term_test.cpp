// SPDX-License-Identifier: MIT
#include "cost/spread_term.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_instances.hpp"

namespace comac {
namespace {

SparseChain random_sparse_chain(Random& random, std::size_t rows) {
  const DenseChain dense = test::random_symmetric_chain(random, rows);
  Table joint{rows, rows, {}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < rows; ++j) joint.values.push_back(dense.between(i, j));
  }
  return SparseChain::reversible(sparse_matrix(joint));
}

std::vector<Link> random_links(Random& random, std::size_t rows, std::size_t count) {
  std::vector<Link> links(count);
  for (Link& link : links) {
    link.first = static_cast<std::uint32_t>(random.below(rows));
    link.second = static_cast<std::uint32_t>((link.first + 1 + random.below(rows - 1)) % rows);
    link.kind = random.below(2) == 0 ? LinkKind::must : LinkKind::cannot;
    link.trust = random.below(2) == 0 ? 1 : 0.8;
  }
  return links;
}

/// All pairs of rows one by one.
double formed_charge(const SparseChain& chain, const std::vector<Link>& links, double weight,
                     const Groups& groups, const Partition& partition) {
  double charge = 0;
  for (const Link& link : links) {
    double together = 0;
    for (std::size_t x = 0; x < chain.states(); ++x) {
      for (std::size_t y = 0; y < chain.states(); ++y) {
        const bool same = partition.of(groups.group_of(x)) == partition.of(groups.group_of(y));
        const double chance = chain.between(link.first, x) / chain.mass(link.first) *
                              chain.between(link.second, y) / chain.mass(link.second);
        if (same) together += chance;
      }
    }
    const double bits = weight * (2 * link.trust - 1) / static_cast<double>(chain.states());
    charge += bits * (link.kind == LinkKind::must ? 1 - together : together);
  }
  return charge;
}

struct Instance {
  explicit Instance(Random& random)
      : rows(test::between(random, 4, 12)),
        clusters(test::between(random, 2, 4)),
        chain(random_sparse_chain(random, rows)),
        links(random_links(random, rows, test::between(random, 1, 8))),
        groups(test::random_clusters(random, rows, rows)),
        partition(clusters, test::random_clusters(random, groups.count(), clusters)),
        term(spread_term(spread_links(chain, links, 6))(groups, partition)) {}
  double formed(const Partition& at) const { return formed_charge(chain, links, 6, groups, at); }

  std::size_t rows, clusters;
  SparseChain chain;
  std::vector<Link> links;
  Groups groups;
  Partition partition;
  std::unique_ptr<Term> term;
};

TEST(SpreadTerm, ChargesWhatTheFormedMatrixCharges) {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    Instance instance(random);
    EXPECT_NEAR(instance.term->value(instance.partition), instance.formed(instance.partition), 1e-12);
  }
}

TEST(SpreadTerm, PromisesTheChangesThatMovesMake) {
  Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    Instance at(random);
    for (int step = 0; step < 20; ++step) {
      const auto group = static_cast<std::uint32_t>(random.below(at.groups.count()));
      const auto to = static_cast<std::uint32_t>(random.below(at.clusters));
      const std::vector<std::uint32_t> candidates{to};
      std::vector<double> out{0};
      at.term->add_deltas(group, candidates, at.partition, out);
      const double before = at.formed(at.partition);
      const std::uint32_t from = at.partition.of(group);
      if (to == from) {
        EXPECT_EQ(out[0], 0);
        continue;
      }
      at.term->apply(group, from, to);
      at.partition.move(group, to);
      EXPECT_NEAR(out[0], at.formed(at.partition) - before, 1e-12);
      EXPECT_NEAR(at.term->value(at.partition), at.formed(at.partition), 1e-12);
    }
  }
}

TEST(SpreadTerm, PromisesTheChangeOfMovesTogether) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    Instance at(random);
    Partition moved = at.partition;
    std::vector<Move> moves;
    for (std::uint32_t g = 0; g < at.groups.count(); ++g) {
      if (random.below(2) == 0) continue;
      moves.push_back({g, static_cast<std::uint32_t>(random.below(at.clusters))});
      moved.move(g, moves.back().to);
    }
    EXPECT_NEAR(at.term->delta_of(moves, at.partition), at.formed(moved) - at.formed(at.partition), 1e-12);
  }
}

}  // namespace
}  // namespace comac
