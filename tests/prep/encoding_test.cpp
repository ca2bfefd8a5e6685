// SPDX-License-Identifier: MIT
#include "prep/encoding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "comac/base/error.hpp"
#include "data/dates.hpp"
#include "prep/prepare.hpp"
#include "select/choose_scale.hpp"

namespace comac {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

/// A number, a category of three values and yes or no; one of each is missing.
Table mixed() {
  return {5,
          3,
          {1, 0, 1,  //
           2, 1, 0,  //
           NAN, 1, 1, 4, NAN, NAN, 9, 2, 1},
          {"x", "colour", "flag"},
          {{}, {ColumnKind::category, {"red", "green", "blue"}}, {ColumnKind::boolean, {}}}};
}

double squared_distance(const Table& table, std::size_t a, std::size_t b) {
  double sum = 0;
  for (std::size_t c = 0; c < table.columns; ++c) sum += std::pow(table.at(a, c) - table.at(b, c), 2);
  return sum;
}

TEST(Encoding, MakesIndicatorsAndFillsWhatIsMissing) {
  const Table table = mixed();
  const Encoding encoding = Encoding::fit(table);
  EncodingCounts counts;
  const Table encoded = encoding.apply(table, counts);
  EXPECT_EQ(encoded.column_names, (Names{"x", "colour = red", "colour = green", "colour = blue", "flag"}));
  // The median of 1, 2, 4, 9 is 4 (the upper of two), green is the commonest colour, 1 the median of the
  // flag.
  EXPECT_EQ(encoded.values, (Numbers{1, 1, 0, 0, 1,  //
                                     2, 0, 1, 0, 0,  //
                                     4, 0, 1, 0, 1,  //
                                     4, 0, 1, 0, 1,  //
                                     9, 0, 0, 1, 1}));
  EXPECT_EQ(encoded.about[1].kind, ColumnKind::indicator);
  EXPECT_EQ(counts.filled, (std::vector<std::size_t>{1, 1, 1}));
}

TEST(Encoding, KnowsCategoriesByTheirTextsAndSaysWhichItDoesNot) {
  const Encoding encoding = Encoding::fit(mixed());
  Table rows{3, 3, {0, 0, 0, NAN, 1, 0, 0, 2, 0}, {"x", "colour", "flag"}, mixed().about};
  rows.about[1].names = {"pink", "blue", "'\"<b>"};
  EncodingCounts counts;
  const Table encoded = encoding.apply(rows, counts);
  EXPECT_EQ(encoded.values, (Numbers{0, 0, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(notes_on(rows, encoding, counts),
            (Names{"1 missing value filled as the model learned it: 'x' (1 by 4)",
                   "2 values of 'colour' unknown to the model, taken as none of its categories: 'pink', "
                   "''\"<b>'"}));
}

TEST(Encoding, SaysWhatItFillsInTheColumnsOwnWords) {
  Table rows{3, 4, {0, 1, 0, 8.5, 0, 1, 0, 8.5, 31, 0, 1, 14}, {"day", "size", "member", "at"}, {}};
  rows.about = {{ColumnKind::date, {std::string(to_string(DateForm::ymd))}},
                {ColumnKind::ordinal, {"small", "big"}},
                {ColumnKind::boolean, {}},
                {ColumnKind::date, {std::string(to_string(DateForm::time))}}};
  const Encoding encoding = Encoding::fit(rows);
  rows.values.assign(12, NAN);
  EncodingCounts counts;
  encoding.apply(rows, counts);
  EXPECT_EQ(notes_on(rows, encoding, counts),
            Names{"12 missing values filled as the model learned it: 'day' (3 by 1970-01-01), 'size' (3 by "
                  "'big'), 'member' (3 by no), 'at' (3 by 08:30)"});
}

TEST(Encoding, GoesToAFileAndBack) {
  const Encoding encoding = Encoding::fit(mixed());
  const Encoding again = Encoding::from_json(nlohmann::json::parse(encoding.to_json().dump()));
  EXPECT_EQ(again.apply(mixed()).values, encoding.apply(mixed()).values);
  EXPECT_EQ(again.to_json(), encoding.to_json());
  for (const auto& [key, wrong] : std::vector<std::pair<const char*, nlohmann::json>>{
           {"kind", "colour"}, {"missing", 3}, {"missing", -1}, {"missing", 0.5}}) {
    auto json = encoding.to_json();
    json["columns"][1][key] = wrong;
    EXPECT_THROW(Encoding::from_json(json), Error) << key << wrong;
  }
}

TEST(Encoding, LeavesPlainNumbersWhereTheyAre) {
  const Table plain{2, 2, {1, 2, 3, 4}, {"a", "b"}, {{}, {}}};
  const Prepared prepared = encode(plain);
  EXPECT_EQ(prepared.rows.view().values, plain.values.data()) << "no copy";
  // It still knows what to fill in.
  EXPECT_EQ(prepared.map.apply(Table{1, 2, {NAN, 7}, {"a", "b"}, {{}, {}}}).values, (Numbers{3, 7}));
}

TEST(Encoding, TextWhereNumbersWereIsRefused) {
  const Encoding encoding = Encoding::fit(mixed());
  Table rows = mixed();
  rows.about[0] = rows.about[1];
  EXPECT_THROW(encoding.apply(rows), Error);
  rows = mixed();
  rows.values[1] = 0.5;
  EXPECT_THROW(encoding.apply(rows), Error);
}

/// Two values as text and as a number.
TEST(Encoding, ACategoryCountsLikeANumber) {
  Table text{6,
             2,
             {0, 0, 1000, 0, 2000, 1, 3000, 1, 4000, 0, 5000, 1},
             {"x", "c"},
             {{}, {ColumnKind::category, {"a", "b"}}}};
  Table number = text;
  number.about = {};
  const Table encoded = prepare(text, Scale::robust, 0).rows.take(),
              scaled = prepare(number, Scale::robust, 0).rows.take();
  for (std::size_t a = 0; a < 6; ++a) {
    for (std::size_t b = 0; b < 6; ++b)
      EXPECT_NEAR(squared_distance(encoded, a, b), squared_distance(scaled, a, b), 1e-12) << a << b;
  }
  // Two rows of different categories are as far apart as two rows are on the average in a scaled column.
  EXPECT_NEAR(
      std::pow(encoded.at(0, 1) - encoded.at(2, 1), 2) + std::pow(encoded.at(0, 2) - encoded.at(2, 2), 2), 2,
      1e-12);
}

TEST(Encoding, WhereNumbersStayAsTheyAreACategoryIsAsWideAsTheyAre) {
  Table table{4,
              3,
              {0, 0, 0, 30, 40, 1, 0, 40, 0, 30, 0, 1},
              {"x", "y", "c"},
              {{}, {}, {ColumnKind::category, {"a", "b"}}}};
  const Table encoded = prepare(table, Scale::none, 0).rows.take();
  // The widths of x and y are 30 and 40 over the root of 2.
  const double width = std::sqrt((900 + 1600) / 2.0 / 2.0);
  EXPECT_NEAR(encoded.at(0, 2), width, 1e-12);
  EXPECT_EQ(encoded.at(1, 0), 30);
  EXPECT_EQ(choose_scale(encode(table).rows.view(), {}, {}).scale, Scale::none) << "indicators have no unit";
}

}  // namespace
}  // namespace comac
