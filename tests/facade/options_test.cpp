// SPDX-License-Identifier: MIT
#include "comac/options.hpp"

#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "support/expect_error.hpp"

namespace comac {
namespace {

template <class Change>
void expect_refused(const std::string& sentence, Change change) {
  Options options;
  change(options);
  test::expect_error(ErrorCode::usage, sentence, [&] { options.validate(); });
}

TEST(Options, DefaultsAreValid) { EXPECT_NO_THROW(Options{}.validate()); }

TEST(Options, NameTheFieldItsValueAndItsRange) {
  expect_refused("clusters is 0; expected 1 or more, or from A to B", [](Options& o) { o.clusters = 0; });
  expect_refused("beta is -0.1; expected 0 to 1", [](Options& o) { o.search.beta = -0.1; });
  expect_refused("beta is 1.5; expected 0 to 1", [](Options& o) { o.search.beta = 1.5; });
  expect_refused("beta is nan; expected 0 to 1", [](Options& o) { o.search.beta = NAN; });
  expect_refused("neighbours is 1; expected 2 or more, auto", [](Options& o) { o.chain.neighbours = 1; });
  expect_refused("anneal-step is 0; expected 0.0001 to 1", [](Options& o) { o.search.anneal_step = 0; });
  expect_refused("anneal-step is 1e-12; expected 0.0001 to 1",
                 [](Options& o) { o.search.anneal_step = 1e-12; });
  expect_refused("anneal-step is 1.1; expected 0.0001 to 1", [](Options& o) { o.search.anneal_step = 1.1; });
  expect_refused("anneal-step is nan; expected 0.0001 to 1", [](Options& o) { o.search.anneal_step = NAN; });
  expect_refused("restarts is 0; expected 1 or more, auto", [](Options& o) { o.search.restarts = 0; });
  expect_refused("max-sweeps is 0; expected 1 or more", [](Options& o) { o.search.max_sweeps = 0; });
}

TEST(Options, TrustIsAShareOrAutomatic) {
  expect_refused("trust is 1.5; expected 0 to 1, auto", [](Options& o) { o.side.trust = 1.5; });
  expect_refused("trust is -0.5; expected 0 to 1, auto", [](Options& o) { o.side.trust = -0.5; });
  Options options;
  options.side.trust = automatic_trust;
  EXPECT_NO_THROW(options.validate());
}

TEST(Options, OnlyThePapersMethodsGoWithoutPropagation) {
  expect_refused("no-propagation belongs to the paper's methods; use method comac-seq or comac-ann with it",
                 [](Options& o) { o.search.propagation = false; });
  Options options;
  options.search.propagation = false, options.search.method = Method::comac_seq;
  EXPECT_NO_THROW(options.validate());
}

TEST(Options, EndsOfRangesAreValid) {
  Options options;
  options.search.beta = 0, options.search.anneal_step = 1, options.clusters = 1, options.chain.neighbours = 2;
  options.search.restarts = 1, options.search.max_sweeps = 1, options.chain.relaxation = 1;
  EXPECT_NO_THROW(options.validate());
  options.search.beta = 1, options.search.anneal_step = 0.0001;
  EXPECT_NO_THROW(options.validate());
}

TEST(OptionTable, DescribesEveryOptionOnce) {
  std::set<std::string_view> names;
  for (const OptionInfo& info : option_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.meaning.empty()) << info.name;
    EXPECT_FALSE(info.why.empty()) << info.name;
    EXPECT_EQ(&option_info(info.name), &info);
  }
  EXPECT_THROW(option_info("nonsense"), std::out_of_range);
}

TEST(OptionTable, ATextSetsWhatTheTextShows) {
  for (const OptionInfo& info : option_table()) {
    Options options;
    EXPECT_EQ(option_text(options, info.name), info.kind == OptionKind::flag ? "false" : info.fallback);
    const std::string text = info.kind == OptionKind::choice  ? info.range.substr(info.range.rfind(' ') + 1)
                             : info.kind == OptionKind::flag  ? "true"
                             : info.kind == OptionKind::whole ? "7"
                                                              : "0.25";
    EXPECT_TRUE(set_option(options, info.name, text)) << info.name;
    EXPECT_EQ(option_text(options, info.name), text) << info.name;
    if (!options.search.propagation) options.search.method = Method::comac_seq;  // which alone may do without
    EXPECT_NO_THROW(options.validate()) << info.name;
    EXPECT_FALSE(set_option(options, info.name, "nonsense")) << info.name;
    EXPECT_FALSE(set_option(options, info.name, "")) << info.name;
    EXPECT_EQ(option_text(options, info.name), text) << info.name << " changed though it was refused";
  }
}

TEST(OptionTable, RowsBelongToTheirMembers) {
  Options options;
  for (const auto& [name, text] : std::map<std::string, std::string>{{"clusters", "3"},
                                                                     {"beta", "0.25"},
                                                                     {"neighbours", "4"},
                                                                     {"chain", "sparse"},
                                                                     {"pca", "5"},
                                                                     {"trust", "auto"},
                                                                     {"seed", "18446744073709551615"},
                                                                     {"memory-limit", "6"},
                                                                     {"no-propagation", "yes"}}) {
    EXPECT_TRUE(set_option(options, name, text)) << name;
  }
  EXPECT_EQ(options.cluster_count(), 3U);
  EXPECT_TRUE(set_option(options, "clusters", "3..7"));
  EXPECT_FALSE(options.clusters);
  EXPECT_EQ(options.least_clusters, 3U);
  EXPECT_EQ(options.most_count(), 7U);
  EXPECT_EQ(option_text(options, "clusters"), "3..7");
  for (const char* bad : {"3..", "..7", "3...7", "a..b", "3-7"})
    EXPECT_FALSE(set_option(options, "clusters", bad)) << bad;
  EXPECT_EQ(options.search.beta, 0.25);
  EXPECT_EQ(options.chain.neighbours, 4U);
  EXPECT_EQ(options.chain.kind, ChainKind::sparse);
  EXPECT_EQ(options.prep.pca, 5U);
  EXPECT_EQ(options.side.trust, automatic_trust);
  EXPECT_EQ(options.seed, UINT64_MAX);
  EXPECT_EQ(options.memory_limit, 6'000'000U);
  EXPECT_FALSE(options.search.propagation);
}

TEST(Options, HaveNoSilentNumberOfClusters) {
  test::expect_error(ErrorCode::usage, "clusters is missing; say how many: only the method comac finds it",
                     [] { Options{}.cluster_count(); });
}

TEST(Options, HaveNames) {
  EXPECT_EQ(to_string(Method::comac), "comac");
  EXPECT_EQ(to_string(Method::comac_seq), "comac-seq");
  EXPECT_EQ(to_string(Method::comac_ann), "comac-ann");
  EXPECT_EQ(to_string(Scale::zscore), "zscore");
  EXPECT_EQ(to_string(OnConflict::drop), "drop");
}

}  // namespace
}  // namespace comac
