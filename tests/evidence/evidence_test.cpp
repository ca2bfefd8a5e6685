// SPDX-License-Identifier: MIT
#include "evidence/evidence.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "base/progress_gate.hpp"
#include "comac/base/error.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

/// Two blobs, every tenth row of them labelled, and a chain between rows that lie near.
struct Scene {
  Scene() {
    Random random(1);
    table = test::blobs(random, 120, 3, 2, 8);
    SparseMatrix joint;
    const std::size_t n = table.rows;
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        if ((i + n - j) % n % 2 != 0) continue;  // row i is in blob i % 2
        joint.columns.push_back(j), joint.values.push_back(1 / (60.0 * static_cast<double>(n)));
      }
      joint.offsets.push_back(joint.columns.size());
    }
    chain.emplace(SparseChain::reversible(std::move(joint)));
    ProgressGate progress(none);
    spectrum = leading_spectrum(*chain, 4, 1, progress);
    for (std::uint32_t i = 0; i < n; i += 5) examples.push_back({i, i % 2});
    for (std::uint32_t i = 0; i < n; ++i) grouping.push_back(i % 2);
    rows.emplace(table);
  }
  Lesson lesson(std::size_t threads = 1) const {
    return {.chain = *chain,
            .rows = *rows,
            .examples = examples,
            .clusters = 2,
            .spectrum = &spectrum,
            .grouping = grouping,
            .threads = threads};
  }
  const Progress none;
  Table table;
  std::optional<TableView> rows;
  std::optional<SparseChain> chain;
  Spectrum spectrum;
  std::vector<Example> examples;
  std::vector<std::uint32_t> grouping;
};

/// What all kinds that learn from labels promise.
TEST(Evidence, EveryKindLearnsIsSavedAndSaysTheSameAgain) {
  const Scene scene;
  for (const EvidenceKind& kind : evidence_kinds()) {
    if (kind.learn == nullptr) continue;
    SCOPED_TRACE(kind.name);
    const EvidencePtr evidence = kind.learn(scene.lesson());
    ASSERT_NE(evidence, nullptr);
    EXPECT_EQ(evidence->name(), kind.name);
    const RowBits bits = bits_of_all(*evidence, *scene.chain, *scene.rows, 1);
    ASSERT_EQ(bits->size(), 240U);
    for (std::size_t i = 0; i < 120; ++i) {
      EXPECT_LT((*bits)[2 * i + i % 2], (*bits)[2 * i + 1 - i % 2]) << i;
      EXPECT_NEAR(std::exp2(-(*bits)[2 * i]) + std::exp2(-(*bits)[2 * i + 1]), 1, 1e-6);
    }
    const EvidencePtr loaded = kind.load(evidence->to_json(), scene.lesson());
    EXPECT_EQ(*bits_of_all(*loaded, *scene.chain, *scene.rows, 1), *bits);
    EXPECT_EQ(*bits_of_all(*kind.learn(scene.lesson(3)), *scene.chain, *scene.rows, 3), *bits);
  }
}

/// A chain that was given has no columns.
TEST(Evidence, EveryKindDoesWithoutColumns) {
  const Scene scene;
  const TableView none(nullptr, scene.table.rows, 0);
  const Lesson lesson{.chain = *scene.chain,
                      .rows = none,
                      .examples = scene.examples,
                      .clusters = 2,
                      .spectrum = &scene.spectrum,
                      .grouping = scene.grouping,
                      .threads = 1};
  for (const EvidenceKind& kind : evidence_kinds()) {
    if (kind.learn == nullptr) continue;
    SCOPED_TRACE(kind.name);
    const EvidencePtr evidence = kind.learn(lesson);
    ASSERT_NE(evidence, nullptr);
    const RowBits bits = bits_of_all(*evidence, *scene.chain, none, 1);
    for (std::size_t i = 0; i < 120; ++i) EXPECT_LT((*bits)[2 * i + i % 2], (*bits)[2 * i + 1 - i % 2]);
  }
}

TEST(Evidence, TermsChargeARowAsOneOfMany) {
  const Scene scene;
  EvidenceList list;
  const EvidencePtr evidence = evidence_kind("near labels").learn(scene.lesson());
  const RowBits bits = bits_of_all(*evidence, *scene.chain, *scene.rows, 1);
  list.kinds.push_back({evidence, 0.5, bits});
  const Groups groups = Groups::singletons(120);
  const Partition start(2, scene.grouping);
  const auto terms = list.terms(120);
  ASSERT_EQ(terms.size(), 1U);
  double expected = 0;
  for (std::size_t i = 0; i < 120; ++i) expected += 0.5 / 120 * (*bits)[2 * i + i % 2];
  EXPECT_NEAR(terms[0](groups, start)->value(start), expected, 1e-12);
  const KnownRows one = known_rows(*scene.chain, *scene.rows, std::vector<std::uint32_t>{7});
  std::vector<double> out{1, 2};
  list.add_bits(one.asked, out);
  EXPECT_NEAR(out[0], 1 + 0.5 * (*bits)[14], 1e-12);
  EXPECT_NEAR(out[1], 2 + 0.5 * (*bits)[15], 1e-12);
  EXPECT_THROW(evidence_kind("tea leaves"), Error);
}

}  // namespace
}  // namespace comac
