// SPDX-License-Identifier: MIT
// Ten thousand random instances: what was said holds, or the certificate says what doesn't.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "comac/cluster.hpp"
#include "constraints/colouring.hpp"
#include "constraints/propagate.hpp"
#include "partition/partition.hpp"
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

Faults certified(const SideInformation& known, const Certificate& certificate) {
  Faults faults;
  for (const Violation& v : certificate.violated()) {
    const bool is_new =
        v.item.is_label()
            ? faults.classes.insert({known.labels[v.item.index].label, known.labels[v.other.index].label})
                  .second
            : faults.links.insert(v.item.index).second;
    EXPECT_TRUE(is_new) << "named twice";
  }
  return faults;
}

/// What is left without the items that the certificate calls dropped.
test::KeptItems without_dropped(const SideInformation& known, const Certificate& certificate) {
  test::KeptItems result;
  for (const Conflict& conflict : certificate.dropped())
    (conflict.item.is_label() ? result.dropped_labels : result.dropped_links).push_back(conflict.item.index);
  const auto keep = [](const auto& items, const std::vector<std::size_t>& dropped, auto& kept) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (std::ranges::find(dropped, i) == dropped.end()) kept.push_back(items[i]);
    }
  };
  result.kept.label_names = known.label_names;
  keep(known.labels, result.dropped_labels, result.kept.labels);
  keep(known.links, result.dropped_links, result.kept.links);
  return result;
}

/// Every dropped item contradicts its chain, and nothing in the chain is superfluous.
void expect_minimal(const SideInformation& known, const Certificate& certificate, std::size_t rows) {
  for (const Conflict& conflict : certificate.dropped()) {
    auto items = conflict.against;
    items.push_back(conflict.item);
    for (std::size_t left_out = 0; left_out <= items.size(); ++left_out) {
      SideInformation some;
      some.label_names = known.label_names;
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (i == left_out) continue;
        if (items[i].is_label())
          some.labels.push_back(known.labels[items[i].index]);
        else
          some.links.push_back(known.links[items[i].index]);
      }
      ASSERT_EQ(test::Relation(some, rows).consistent(), left_out < items.size());
    }
  }
}

/// Whether there is a partition at all that honours everything.
bool is_feasible(const test::Relation& relation, std::vector<std::uint32_t>& cluster, std::size_t row,
                 std::size_t clusters) {
  if (row == cluster.size()) return true;
  for (cluster[row] = 0; cluster[row] < clusters; ++cluster[row]) {
    bool fits = true;
    for (std::size_t other = 0; other < row && fits; ++other) {
      const bool together = cluster[other] == cluster[row];
      fits = together ? !relation.cannot(other, row) : !relation.must(other, row);
    }
    if (fits && is_feasible(relation, cluster, row + 1, clusters)) return true;
  }
  return false;
}

/// Whether the start of the restart that won honours everything: for comac, whether anything does.
bool start_is_feasible(const SideInformation& known, const Options& options, const Result& result,
                       const test::Relation& relation) {
  if (options.search.method == Method::comac) {
    auto cluster = result.cluster;
    return is_feasible(relation, cluster, 0, options.cluster_count());
  }
  Belief belief(known);
  belief.drop(result.certificate.dropped());
  const Constraints constraints = propagate(belief, result.cluster.size());
  Random random(options.seed, result.best_restart);
  const Partition start(
      options.cluster_count(),
      greedy_colouring(constraints.components, constraints.exclusive, options.cluster_count(), random));
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
    options.search.beta = random.below(2) == 0 ? 0.5 : random.uniform();
    options.search.method = std::array{Method::comac, Method::comac_seq, Method::comac_ann}[seed % 3];
    options.side.on_conflict = OnConflict::drop;
    options.seed = seed, options.search.restarts = 2, options.threads = 1;
    const Result result = cluster(test::random_table(random, rows, 2), known, options);

    const auto kept = without_dropped(known, result.certificate);
    const test::Relation relation(kept.kept, rows);
    ASSERT_TRUE(relation.consistent());
    ASSERT_EQ(result.certificate.dropped().empty(), test::Relation(known, rows).consistent());
    expect_minimal(known, result.certificate, rows);
    const Faults expected = look_at_all_pairs(known, kept, result.cluster);
    ASSERT_EQ(certified(known, result.certificate), expected) << seed;
    ASSERT_EQ(result.certificate.dropped().size(), kept.dropped_labels.size() + kept.dropped_links.size());
    ASSERT_EQ(result.certificate.labels, kept.kept.labels.size());
    ASSERT_EQ(result.certificate.must_links + result.certificate.cannot_links, kept.kept.links.size());
    ASSERT_EQ(result.certificate.violated().empty(), honours(relation, result.cluster)) << seed;
    ASSERT_TRUE(result.certificate.warnings.empty() || !result.certificate.violated().empty()) << seed;
    violated += result.certificate.violated().empty() ? 0 : 1;
    dropped += result.certificate.dropped().empty() ? 0 : 1;
    if (!start_is_feasible(known, options, result, relation)) continue;
    ++feasible;
    ASSERT_TRUE(result.certificate.violated().empty()) << seed;
  }
  EXPECT_GT(feasible, 5000U);
  EXPECT_GT(violated, 500U);
  EXPECT_GT(dropped, 500U);
}

}  // namespace
}  // namespace comac
