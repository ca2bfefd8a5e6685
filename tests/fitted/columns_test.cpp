// SPDX-License-Identifier: MIT
// From files as they come to clusters and predictions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "comac/model.hpp"

namespace comac {
namespace {

constexpr int rows = 60;

/// Three groups, row after row; `cells` makes the text of a row of a group.
template <class Cells>
Dataset data_of(const std::string& header, Cells cells, const ReadOptions& options = {}) {
  std::string text = header + "\n";
  for (int row = 0; row < rows; ++row) text += cells(row, row % 3) + "\n";
  return parse_dataset(text, "t", options);
}

constexpr const char* cities[] = {"Rome", "Oslo", "Bern"};

Dataset mixed() {
  return data_of("x,city,member,since", [](int row, int group) {
    return fmt::format("{},{},{},2024-{:02}-{:02}", row == 7 ? "" : std::to_string(100 * group + row % 5),
                       row == 9 ? "?" : cities[group], group == 1 ? "yes" : "no", 1 + 4 * group, 1 + row % 9);
  });
}

Options three() {
  Options options;
  options.clusters = 3;
  options.chain.neighbours = 8;
  options.threads = 1;
  return options;
}

void expect_groups(const std::vector<std::uint32_t>& cluster) {
  for (std::size_t row = 3; row < cluster.size(); ++row) {
    if (row == 9) continue;  // nobody knows where it lives
    EXPECT_EQ(cluster[row], cluster[row % 3]) << row;
  }
  EXPECT_NE(cluster[0], cluster[1]);
  EXPECT_NE(cluster[1], cluster[2]);
  EXPECT_NE(cluster[0], cluster[2]);
}

/// As comac predict reads rows for a model.
Dataset read_for(const Model& model, const std::string& text) {
  ReadOptions options;
  options.features = {model.column_names().begin(), model.column_names().end()};
  options.features_about = {model.columns_about().begin(), model.columns_about().end()};
  return parse_dataset(text, "new", options);
}

TEST(Columns, OfAnyKindAreClusteredPredictedAndSaved) {
  const Dataset data = mixed();
  for (const Method method : {Method::comac, Method::comac_seq}) {
    Options options = three();
    options.search.method = method;
    if (method != Method::comac) options.prep.scale = Scale::robust;
    const Model model = fit(data.table, {}, options);
    expect_groups(model.result().cluster);
    const Model loaded = Model::from_bytes(model.to_bytes(), 1);
    for (const Model* one : {&model, &loaded}) {
      EXPECT_EQ(one->predict(data.table).cluster, model.result().cluster);
      EXPECT_EQ(one->columns_about()[1], (ColumnAbout{ColumnKind::category, {"Rome", "Oslo", "Bern"}}));
      const Dataset fresh =
          read_for(*one,
                   "id,since,member,city,x\n7,2024-01-05,no,Rome,3\n8,2024-05-03,YES,Lima,\n"
                   "9,2024-09-01,?,Bern,202\n");
      EXPECT_EQ(fresh.ids[0], "7");
      const Prediction found = one->predict(fresh.table);
      for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(found.cluster[row], model.result().cluster[row]);
      EXPECT_EQ(found.notes,
                (std::vector<std::string>{
                    "2 missing values filled as the model learned it: 'x' (1 by 102), 'member' (1 by no)",
                    "1 value of 'city' unknown to the model, taken as none of its categories: 'Lima'"}));
    }
  }
}

TEST(Columns, ARowWithoutAnyValueIsAsSureAsItsClusterIsLarge) {
  for (const ChainKind chain : {ChainKind::automatic, ChainKind::sparse, ChainKind::dense}) {
    Options options = three();
    options.chain.kind = chain;
    if (chain == ChainKind::sparse) options.search.method = Method::comac_seq;
    SideInformation known;
    for (std::uint32_t row = 0; row < 12; row += 3) known.must(row, row + 1);  // makes one the largest
    const Model model = fit(mixed().table, known, options);
    const std::vector<std::size_t>& sizes = model.result().sizes;
    const auto largest = std::ranges::max_element(sizes);
    const Dataset fresh = read_for(model, "x,city,member,since\n3,Rome,no,2024-01-05\n,,,\n");
    const Prediction found = model.predict(fresh.table, {}, Shares::all);
    EXPECT_EQ(found.cluster[1], largest - sizes.begin());
    EXPECT_DOUBLE_EQ(found.confidence[1], static_cast<double>(*largest) / rows);
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_DOUBLE_EQ(found.shares[3 + c], static_cast<double>(sizes[c]) / rows);
    EXPECT_NE(found.shares[0], found.shares[3]);
  }
}

TEST(Columns, GoOnWithMoreLinks) {
  Model model = Model::from_bytes(fit(mixed().table, {}, three()).to_bytes(), 1);
  SideInformation more;
  more.must(0, 3);
  model.improve(more);
  expect_groups(model.result().cluster);
  EXPECT_EQ(model.predict(mixed().table).cluster, model.result().cluster);
}

/// What clusters are called is of no meaning here: the first row is in 0, and so on.
std::vector<std::uint32_t> numbered_as_they_come(std::vector<std::uint32_t> clusters) {
  std::map<std::uint32_t, std::uint32_t> number;
  for (std::uint32_t& cluster : clusters) {
    const auto next = static_cast<std::uint32_t>(number.size());
    cluster = number.try_emplace(cluster, next).first->second;
  }
  return clusters;
}

TEST(Columns, NumbersAndTextOfTheSameMeaningGiveTheSameClusters) {
  const auto clusters = [](const char* no, const char* yes, const ReadOptions& reading) {
    const Dataset data = data_of(
        "x,a,b",
        [&](int row, int group) {
          return fmt::format("{},{},{}", 7.5 * (row % 6) + 1.25 * (row % 4) + group,
                             group == 0 || row % 7 == 0 ? yes : no, group == 1 ? yes : no);
        },
        reading);
    Options options = three();
    options.prep.scale = Scale::robust;
    return numbered_as_they_come(fit(data.table, {}, options).result().cluster);
  };
  const auto expected = clusters("0", "1", {});
  EXPECT_EQ(clusters("no", "yes", {}), expected);
  EXPECT_EQ(clusters("left", "right", {}), expected);
  EXPECT_EQ(clusters("0", "1", {.category = {"a,b"}}), expected);
  EXPECT_EQ(clusters("low", "high", {.ordinal = {"a=low,high", "b=low,high"}}), expected);
}

TEST(Columns, TextForAModelOfPlainNumbersIsRefused) {
  const Table plain{6, 1, {0, 1, 2, 10, 11, 12}, {"x"}};
  Options options = three();
  options.clusters = 2;
  options.chain.neighbours = 3;
  const Model model = fit(plain, {}, options);
  EXPECT_TRUE(model.columns_about().empty());
  Table text{1, 1, {0}, {"x"}, {{ColumnKind::category, {"a"}}}};
  EXPECT_THROW(model.predict(text), Error);
  const Table missing{1, 1, {NAN}, {"x"}, {{}}};
  EXPECT_THROW(model.predict(missing), Error);
  EXPECT_THROW(model.predict(Table{1, 1, {NAN}, {"x"}}), Error);
}

TEST(Columns, OneRowIsAModel) {
  Options options;
  options.clusters = 1;
  const Model model = fit(parse_dataset("x,c\n1,a\n", "t").table, {}, options);
  EXPECT_EQ(model.result().cluster, std::vector<std::uint32_t>{0});
  EXPECT_EQ(model.predict(parse_dataset("x,c\n5,b\n", "t").table).cluster, std::vector<std::uint32_t>{0});
}

}  // namespace
}  // namespace comac
