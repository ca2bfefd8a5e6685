// SPDX-License-Identifier: MIT
// Ten thousand random instances: what was said holds, or the certificate says what doesn't.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <utility>

#include "comac/cluster.hpp"
#include "comac/constraints/colouring.hpp"
#include "comac/constraints/propagate.hpp"
#include "comac/partition/partition.hpp"
#include "support/random_instances.hpp"
#include "support/relation.hpp"

namespace comac {
namespace {

using ClassPair = std::pair<std::uint32_t, std::uint32_t>;

struct Faults {
  std::set<std::size_t> links;
  std::set<ClassPair> classes;
  bool operator==(const Faults&) const = default;
};

/// Looks at every link and every pair of labels that was kept.
Faults look_at_all_pairs(const SideInformation& known, const test::KeptItems& kept,
                         const std::vector<std::uint32_t>& cluster) {
  Faults faults;
  for (std::size_t i = 0; i < known.links.size(); ++i) {
    const bool together = cluster[known.links[i].first] == cluster[known.links[i].second];
    if (together != (known.links[i].kind == LinkKind::must)) faults.links.insert(i);
  }
  for (const std::size_t i : kept.dropped_links) faults.links.erase(i);
  for (const Label& a : kept.kept.labels) {
    for (const Label& b : kept.kept.labels) {
      const bool together = cluster[a.row] == cluster[b.row];
      if (together != (a.label == b.label)) faults.classes.insert(std::minmax(a.label, b.label));
    }
  }
  return faults;
}

Faults certified(const Certificate& certificate) {
  Faults faults;
  for (const Violation& v : certificate.violated) {
    const bool is_new = v.kind == Violation::Kind::link
                            ? faults.links.insert(v.link).second
                            : faults.classes.insert({v.first_label, v.second_label}).second;
    EXPECT_TRUE(is_new) << "named twice";
  }
  return faults;
}

/// Whether the colouring of the restart that won honours everything.
bool start_is_feasible(const SideInformation& known, const Options& options, const Result& result,
                       const test::Relation& relation) {
  const Constraints constraints = propagate(known, result.cluster.size(), OnConflict::drop);
  Random random(options.seed, result.best_restart);
  const Partition start(options.clusters, greedy_colouring(constraints.components, constraints.exclusive,
                                                           options.clusters, random));
  return honours(relation, start.cluster_of_row(constraints.components));
}

TEST(Certificate, OfTenThousandInstances) {
  std::size_t feasible = 0, violated = 0, dropped = 0;
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    Random random(seed);
    const std::size_t rows = test::between(random, 5, 14);
    const test::Said said{random.below(8), random.below(12), 4};
    const SideInformation known =
        seed % 4 == 0 ? test::arbitrary_side(random, rows, said)
                      : test::truthful_side(random, test::random_clusters(random, rows, 4), said);
    Options options;
    options.clusters = test::between(random, 2, 4);
    options.beta = random.below(2) == 0 ? 0.5 : random.uniform();
    options.method = std::array{Method::comac, Method::comac_seq, Method::comac_ann}[seed % 3];
    options.on_conflict = OnConflict::drop;
    options.seed = seed, options.restarts = 2, options.threads = 1;
    const Result result = cluster(test::random_table(random, rows, 2), known, options);

    const auto kept = test::keep_consistent(known, rows);
    const test::Relation relation(kept.kept, rows);
    const Faults expected = look_at_all_pairs(known, kept, result.cluster);
    ASSERT_EQ(certified(result.certificate), expected) << seed;
    ASSERT_EQ(result.certificate.dropped.size(), kept.dropped_labels.size() + kept.dropped_links.size());
    ASSERT_EQ(result.certificate.labels, kept.kept.labels.size());
    ASSERT_EQ(result.certificate.must_links + result.certificate.cannot_links, kept.kept.links.size());
    ASSERT_EQ(result.certificate.violated.empty(), honours(relation, result.cluster)) << seed;
    ASSERT_TRUE(result.certificate.warnings.empty() || !result.certificate.violated.empty()) << seed;
    violated += result.certificate.violated.empty() ? 0 : 1;
    dropped += result.certificate.dropped.empty() ? 0 : 1;
    if (!start_is_feasible(known, options, result, relation)) continue;
    ++feasible;
    ASSERT_TRUE(result.certificate.violated.empty()) << seed;
  }
  EXPECT_GT(feasible, 5000U);
  EXPECT_GT(violated, 500U);
  EXPECT_GT(dropped, 500U);
}

}  // namespace
}  // namespace comac
