// SPDX-License-Identifier: MIT
#include "comac/options.hpp"

#include <cmath>
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
  expect_refused("--clusters is 0; expected 1 or more", [](Options& o) { o.clusters = 0; });
  expect_refused("--beta is -0.1; expected 0 to 1", [](Options& o) { o.beta = -0.1; });
  expect_refused("--beta is 1.5; expected 0 to 1", [](Options& o) { o.beta = 1.5; });
  expect_refused("--beta is nan; expected 0 to 1", [](Options& o) { o.beta = NAN; });
  expect_refused("--neighbours is 1; expected 2 or more", [](Options& o) { o.neighbours = 1; });
  expect_refused("--anneal-step is 0; expected 0.0001 to 1", [](Options& o) { o.anneal_step = 0; });
  expect_refused("--anneal-step is 1e-12; expected 0.0001 to 1", [](Options& o) { o.anneal_step = 1e-12; });
  expect_refused("--anneal-step is 1.1; expected 0.0001 to 1", [](Options& o) { o.anneal_step = 1.1; });
  expect_refused("--anneal-step is nan; expected 0.0001 to 1", [](Options& o) { o.anneal_step = NAN; });
  expect_refused("--restarts is 0; expected 1 or more", [](Options& o) { o.restarts = 0; });
  expect_refused("--max-sweeps is 0; expected 1 or more", [](Options& o) { o.max_sweeps = 0; });
  expect_refused("--relaxation is 0; expected 1 or more", [](Options& o) { o.relaxation = 0; });
}

TEST(Options, TrustIsAShareOrAutomatic) {
  expect_refused("--trust is 1.5; expected 0 to 1, auto", [](Options& o) { o.trust = 1.5; });
  expect_refused("--trust is -0.5; expected 0 to 1, auto", [](Options& o) { o.trust = -0.5; });
  Options options;
  options.side.trust = automatic_trust;
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

TEST(OptionTable, DefaultsAreThoseOfTheStruct) {
  const Options options;
  const auto fallback = [](std::string_view name) { return std::string(option_info(name).fallback); };
  EXPECT_EQ(fallback("method"), to_string(options.search.method));
  EXPECT_EQ(std::stod(fallback("beta")), options.search.beta);
  EXPECT_EQ(std::stoul(fallback("neighbours")), options.chain.neighbours);
  EXPECT_EQ(std::stod(fallback("anneal-step")), options.search.anneal_step);
  EXPECT_EQ(std::stoul(fallback("restarts")), options.search.restarts);
  EXPECT_EQ(std::stoul(fallback("max-sweeps")), options.search.max_sweeps);
  EXPECT_EQ(std::stoul(fallback("seed")), options.seed);
  EXPECT_EQ(std::stoul(fallback("threads")), options.threads);
  EXPECT_EQ(std::stod(fallback("trust")), options.side.trust);
  EXPECT_EQ(fallback("scale"), to_string(options.prep.scale));
  EXPECT_EQ(std::stoul(fallback("pca")), options.prep.pca);
  EXPECT_EQ(std::stoul(fallback("relaxation")), options.chain.relaxation);
  EXPECT_EQ(fallback("on-conflict"), to_string(options.side.on_conflict));
  EXPECT_EQ(std::stoul(fallback("memory-limit")), options.memory_limit);
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
