// SPDX-License-Identifier: MIT
#include "comac/data/read.hpp"

#include <gtest/gtest.h>

#include "data/files.hpp"
#include "data/npy_bytes.hpp"

namespace comac {
namespace {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;
using Ids = std::vector<std::uint32_t>;

Dataset parse(std::string_view text, const ReadOptions& options = {}) {
  return parse_dataset(text, "x", options);
}

TEST(Csv, ReadsAHeaderAndNumbers) {
  const Dataset data = parse("a,b\n1,2.5\n-3e2,+4\n");
  EXPECT_EQ(data.table.rows, 2u);
  EXPECT_EQ(data.table.columns, 2u);
  EXPECT_EQ(data.table.column_names, (Names{"a", "b"}));
  EXPECT_EQ(data.table.values, (Numbers{1, 2.5, -300, 4}));
  EXPECT_EQ(data.lines, (std::vector<std::size_t>{2, 3}));
  EXPECT_FALSE(data.labels);
  EXPECT_FALSE(data.truth);
}

TEST(Csv, ReadsWithoutHeaderAndWithoutFinalNewline) {
  const Dataset data = parse("1,2\n3,4");
  EXPECT_TRUE(data.table.column_names.empty());
  EXPECT_EQ(data.table.values, (Numbers{1, 2, 3, 4}));
}

TEST(Csv, RecognisesDelimitersLineEndsBlanksAndTheByteOrderMark) {
  const Numbers expected{1, 2, 3, 4};
  for (const char* text : {"a,b\n1,2\n3,4\n", "a;b\n1;2\n3;4\n", "a\tb\n1\t2\n3\t4\n", "a b\n1 2\n3   4\n",
                           "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r",
                           "\xEF\xBB\xBF"
                           "a,b\n1,2\n3,4\n",
                           "\n\na,b\n\n1,2\n  \n3,4\n\n\n", " a , b \n 1 , 2 \n 3 , 4 \n",
                           "\"a\",\"b\"\n\"1\",\"2\"\n 3,\"4\" \n"}) {
    const Dataset data = parse(text);
    EXPECT_EQ(data.table.values, expected) << text;
    EXPECT_EQ(data.table.column_names, (Names{"a", "b"})) << text;
  }
}

TEST(Csv, KeepsDelimitersQuotesAndNewlinesInsideQuotes) {
  const Dataset data = parse("x,\"na\"\"me, long\"\n1,\"two\nlines\"\n2,\"say \"\"hi\"\", you\"\n",
                             {.label_column = "na\"me, long"});
  ASSERT_TRUE(data.labels);
  EXPECT_EQ(data.labels->names, (Names{"two\nlines", "say \"hi\", you"}));
  EXPECT_EQ(data.lines, (std::vector<std::size_t>{2, 4}));
}

TEST(Csv, ASemicolonWinsOverDecimalCommasAndACommaOverTextWithSemicolons) {
  EXPECT_EQ(parse("a,b\n1,2\n").table.columns, 2u);
  EXPECT_EQ(parse("a;x,b\n1,2\n").table.column_names, (Names{"a;x", "b"}));
  EXPECT_EQ(parse("1,\"x;y\"\n2,\"z;w\"\n", {.truth_column = "2"}).truth->names, (Names{"x;y", "z;w"}));
  EXPECT_EQ(parse("petal length\n1\n2\n").table.column_names, (Names{"petal length"}));
}

TEST(Csv, TakesAFirstRowForAHeaderOnlyIfItsTextStandsOverNumbers) {
  EXPECT_EQ(parse("5.1,setosa\n4.9,setosa\n", {.truth_column = "2"}).table.rows, 2u);
  EXPECT_EQ(parse("year,2019,2020\n1,2,3\n").table.column_names, (Names{"year", "2019", "2020"}));
  EXPECT_EQ(
      parse("year,2019,2020\n1,2,3\n").notes,
      Names{"x:1:1: found 'year' above numbers, so the first row was taken for a header though it holds "
            "numbers too; if it is data, correct it, and if not, put its numbers into quotes"});
  EXPECT_TRUE(parse("year,\"2019\",\"2020\"\n1,2,3\n").notes.empty());
  EXPECT_EQ(parse("1.5,x2\n2,3\n4,5\n").notes.size(), 1u);
  EXPECT_TRUE(parse("a,b\n2,3\n").notes.empty());
  // A missing value in the first row is no name.
  EXPECT_EQ(parse("?,1\n2,3\n", {.ignore = {"1"}}).table.rows, 2u);
}

TEST(Csv, SendsColumnsWhereTheOptionsSay) {
  const ReadOptions options{
      .label_column = "known", .truth_column = "class", .id_column = "name", .ignore = {"note"}};
  const Dataset data = parse(
      "name,x,known,note,class,y\nr1,1,a,hm,a,2\nr2,3,?,,b,4\nr3,5,-1,,-1,6\nr4,7,NA,,?,8\nr5,9,,,a,0\n",
      options);
  EXPECT_EQ(data.table.column_names, (Names{"x", "y"}));
  EXPECT_EQ(data.table.values, (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 0}));
  EXPECT_EQ(data.ids, (Names{"r1", "r2", "r3", "r4", "r5"}));
  EXPECT_EQ(data.labels->names, Names{"a"});
  const std::uint32_t no = unknown_category;
  EXPECT_EQ(data.labels->ids, (Ids{0, no, no, no, no}));
  EXPECT_EQ(data.truth->names, (Names{"a", "b", "-1"}));
  EXPECT_EQ(data.truth->ids, (Ids{0, 1, 2, no, 0}));
}

TEST(Csv, OneColumnMayBeLabelAndTruth) {
  const Dataset data = parse("x,c\n1,a\n2,b\n", {.label_column = "c", .truth_column = "c"});
  EXPECT_EQ(data.labels->ids, (Ids{0, 1}));
  EXPECT_EQ(data.truth->ids, (Ids{0, 1}));
  EXPECT_EQ(data.table.columns, 1u);
}

TEST(Csv, MagnitudesBelowADoubleBecomeTheNearestOne) {
  EXPECT_EQ(parse("1e-400,4.9e-324\n-1e-5000,2\n").table.values[0], 0.0);
}

TEST(Arff, ReadsNumbersNominalsCommentsAndQuotes) {
  const Dataset data = parse(
      "% a comment\n@RELATION test\n\n@Attribute 'the x' NUMERIC\n@attribute y Real\n@attribute z integer\n"
      "@attribute class {a, 'b c', \"d\\\"e\"}\n@DATA\n% more\n1,2,3,a\n 4 , 5,6,'b "
      "c'\n7,8,9,\"d\\\"e\"\n1,1,1,?\n",
      {.label_column = "class"});
  EXPECT_EQ(data.table.column_names, (Names{"the x", "y", "z"}));
  EXPECT_EQ(data.table.values, (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1}));
  EXPECT_EQ(data.labels->names, (Names{"a", "b c", "d\"e"}));
  EXPECT_EQ(data.labels->ids, (Ids{0, 1, 2, unknown_category}));
  EXPECT_EQ(data.lines, (std::vector<std::size_t>{10, 11, 12, 13}));
}

TEST(Npy, ReadsEveryTypeInBothByteOrders) {
  using namespace test;
  const Numbers values{1, 2, 3, 4, 5, 120};
  for (const bool big : {false, true}) {
    const std::string order = big ? ">" : "<";
    for (const auto& [type, data] :
         std::vector<std::pair<std::string, std::string>>{{"f4", bytes<float>(values, big)},
                                                          {"f8", bytes<double>(values, big)},
                                                          {"i1", bytes<std::int8_t>(values, big)},
                                                          {"i2", bytes<std::int16_t>(values, big)},
                                                          {"i4", bytes<std::int32_t>(values, big)},
                                                          {"i8", bytes<std::int64_t>(values, big)},
                                                          {"u1", bytes<std::uint8_t>(values, big)},
                                                          {"u2", bytes<std::uint16_t>(values, big)},
                                                          {"u4", bytes<std::uint32_t>(values, big)},
                                                          {"u8", bytes<std::uint64_t>(values, big)}}) {
      EXPECT_EQ(parse(npy(order + type, "(3, 2)", data)).table.values, values) << order + type;
    }
  }
}

TEST(Npy, ReadsFortranOrderVersionTwoAndOneDimension) {
  using namespace test;
  const std::string data = bytes<double>({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(parse(npy("<f8", "(3, 2)", data, true)).table.values, (Numbers{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(parse(npy("<f8", "(2, 3)", data, false, 2)).table.columns, 3u);
  const Dataset column = parse(npy("<f8", "(6,)", data));
  EXPECT_EQ(column.table.rows, 6u);
  EXPECT_EQ(column.table.columns, 1u);
}

TEST(Npy, NamesColumnsByNumber) {
  using namespace test;
  const Dataset data =
      parse(npy("<f8", "(3, 2)", bytes<double>({1, 0, 2, -1, 3, 0.5})), {.label_column = "2"});
  EXPECT_EQ(data.table.values, (Numbers{1, 2, 3}));
  EXPECT_EQ(data.labels->names, (Names{"0", "0.5"}));
  EXPECT_EQ(data.labels->ids, (Ids{0, unknown_category, 1}));
}

TEST(Matrix, ReadsEveryMatrixMarketFlavour) {
  const Numbers expected{1, 2, 2, 4};
  const std::string head = "%%MatrixMarket matrix ";
  for (const char* rest : {"coordinate real general\n% c\n2 2 4\n1 1 1\n1 2 2\n2 1 2\n2 2 4\n",
                           "coordinate integer symmetric\n2 2 3\n1 1 1\n2 1 2\n2 2 4\n",
                           "array real general\n2 2\n1\n2\n2\n4\n", "array real symmetric\n2 2\n1\n2\n4\n",
                           "coordinate real general\n\n2 2 5\n1 1 .5\n1 1 .5\n1 2 2\n2 1 2\n2 2 4"}) {
    EXPECT_EQ(parse_matrix(head + rest, "m").values, expected) << rest;
  }
  EXPECT_EQ(parse_matrix(head + "coordinate pattern symmetric\n2 2 1\n2 1\n", "m").values,
            (Numbers{0, 1, 1, 0}));
  // An array lies column after column.
  EXPECT_EQ(parse_matrix(head + "array real general\n2 2\n1\n2\n3\n4\n", "m").values, (Numbers{1, 3, 2, 4}));
}

TEST(Matrix, ReadsCsvAndNpy) {
  EXPECT_EQ(parse_matrix("0.5,0.5\n1,0\n", "m").values, (Numbers{0.5, 0.5, 1, 0}));
  EXPECT_EQ(parse_matrix(test::npy("<f8", "(2, 2)", test::bytes<double>({1, 2, 3, 4})), "m").values,
            (Numbers{1, 2, 3, 4}));
}

TEST(Read, ReadsFilesAndSaysWhereTheyFail) {
  const test::Directory directory;
  EXPECT_EQ(read_dataset(directory.write("t.csv", "a,b\n1,2\n")).table.values, (Numbers{1, 2}));
  EXPECT_EQ(read_matrix(directory.write("m.csv", "1,0\n0,1\n")).rows, 2u);
}

}  // namespace
}  // namespace comac
