// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "comac/constraints/side_information.hpp"
#include "data/files.hpp"

namespace comac {
namespace {

using Names = std::vector<std::string>;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

class ReadSide : public testing::Test {
 protected:
  SideInformation labels(const std::string& text, const RowNames& rows = RowNames(10, false)) {
    SideInformation known;
    parse_labels(text, "labels.csv", rows, known);
    return known;
  }
  SideInformation links(const std::string& text, const RowNames& rows = RowNames(10, false),
                        std::optional<LinkKind> kind = std::nullopt) {
    SideInformation known;
    parse_links(text, "links.csv", rows, kind, known);
    return known;
  }
  static std::vector<Pair> pairs(const SideInformation& known, LinkKind kind) {
    std::vector<Pair> result;
    for (const Link& link : known.links) {
      if (link.kind == kind) result.emplace_back(link.first, link.second);
    }
    return result;
  }

  test::Directory directory_;
};

TEST_F(ReadSide, LabelsWithHeaderCommentsAndUnknownOnes) {
  const SideInformation known =
      labels("# what we know\nrow,label\n3,cat\n\n0,\"big dog\"\n4,?\n5,-1\n6,NA\n7,\n9,cat\n");
  EXPECT_EQ(known.label_names, (Names{"cat", "big dog"}));
  ASSERT_EQ(known.labels.size(), 3u);
  EXPECT_EQ(known.labels[1].row, 0u);
  EXPECT_EQ(known.labels[1].label, 1u);
  EXPECT_EQ(known.labels[2].row, 9u);
  EXPECT_EQ(known.labels[2].label, 0u);
  EXPECT_EQ(known.describe(known.labels[1].source), "labels.csv:5");
}

TEST_F(ReadSide, LinksInEverySpellingAndSeparation) {
  for (const char* text :
       {"i,j,link\n0,1,1\n2,3,+1\n4,5,-1\n", "0 1 must\n2\t3 must-link\n4   5 cannot\n",
        "\xEF\xBB\xBF# c\n0;1;ml\n2;3;MUST\n4;5;cl\n", "0\t1\tMust\r\n2\t3\t1\r\n4\t5\tcannot-link"}) {
    const SideInformation known = links(text);
    EXPECT_EQ(pairs(known, LinkKind::must), (std::vector<Pair>{{0, 1}, {2, 3}})) << text;
    EXPECT_EQ(pairs(known, LinkKind::cannot), (std::vector<Pair>{{4, 5}})) << text;
  }
}

TEST_F(ReadSide, PairsOfOneKind) {
  const SideInformation known = links("first,second\n0,1\n7,7\n", RowNames(10, false), LinkKind::cannot);
  EXPECT_EQ(pairs(known, LinkKind::cannot), (std::vector<Pair>{{0, 1}, {7, 7}}));
}

TEST_F(ReadSide, RowsByNumberFromOneAndById) {
  EXPECT_EQ(links("1,10,must\n", RowNames(10, true)).links[0].second, 9u);
  const SideInformation known = links("id,name,link\n", RowNames(Names{"a", "b"}), std::nullopt);
  EXPECT_TRUE(known.empty());
  EXPECT_EQ(links("b,a,1\n", RowNames(Names{"a", "b"})).links[0].first, 1u);
  // An id may look like a heading.
  EXPECT_EQ(links("i,j,1\n", RowNames(Names{"j", "i"})).links[0].first, 1u);
}

TEST_F(ReadSide, ConfidencesBecomeTrust) {
  const SideInformation named = labels("row,label,Confidence\n0,a,0.7\n1,b,1\n2,?,0\n");
  ASSERT_EQ(named.labels.size(), 2u);
  EXPECT_EQ(named.labels[0].trust, 0.7);
  EXPECT_TRUE(is_hard(named.labels[1]));
  EXPECT_TRUE(named.has_confidences);
  EXPECT_EQ(labels("0,a,0.7\n").labels[0].trust, 0.7);
  EXPECT_EQ(links("0,1,-1,0.25\n").links[0].trust, 0.25);
  EXPECT_EQ(links("i,j,kind,confidence\n0,1,must,0\n").links[0].trust, 0);
  EXPECT_EQ(links("i,j,confidence\n0,1,.5\n", RowNames(10, false), LinkKind::must).links[0].trust, 0.5);
  EXPECT_FALSE(labels("0,a\n").has_confidences);
  EXPECT_FALSE(links("0,1,1\n").has_confidences);
}

TEST_F(ReadSide, NothingKnownIsNoError) {
  EXPECT_TRUE(labels("").empty());
  EXPECT_TRUE(links("# none\n").empty());
}

TEST_F(ReadSide, SeveralFilesShareNamesAndKeepTheirSources) {
  SideInformation known;
  const std::string first = directory_.write("a.csv", "0,cat\n1,dog\n");
  const std::string second = directory_.write("b.csv", "2,dog\n");
  read_labels(first, RowNames(5, false), known);
  read_labels(second, RowNames(5, false), known);
  add_labels(parse_dataset("x,c\n1,?\n2,bird\n3,cat\n", "t", {.label_column = "c"}), "t.csv", known);
  EXPECT_EQ(known.label_names, (Names{"cat", "dog", "bird"}));
  ASSERT_EQ(known.labels.size(), 5u);
  EXPECT_EQ(known.labels[2].label, 1u);
  EXPECT_EQ(known.describe(known.labels[2].source), second + ":1");
  EXPECT_EQ(known.labels[4].row, 2u);
  EXPECT_EQ(known.labels[4].label, 0u);
  EXPECT_EQ(known.describe(known.labels[4].source), "t.csv:4");
  EXPECT_EQ(known.describe({}), "");
}

TEST_F(ReadSide, DamagedFilesAreReadOrRefused) {
  Random random(2);
  const std::string valid = "# c\ni,j,link\n0,1,+1\n2,3,cannot\n\"4\",5,-1\n";
  for (int i = 0; i < 2000; ++i) {
    std::string text = valid;
    for (int changes = 0; changes < 3; ++changes)
      text[random.below(text.size())] = "\",;\n #+-019\0xm"[random.below(14)];
    try {
      for (const Link& link : links(text).links) ASSERT_LT(std::max(link.first, link.second), 10u);
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::data);
    }
  }
}

struct BadSide {
  enum Kind { label, link, must } kind;
  std::string content;
  std::string message;
  bool one_based = false;
  bool ids = false;
};

TEST_F(ReadSide, EveryBadFileGetsItsExactMessage) {
  const BadSide files[] = {
      {BadSide::label, "0,a,b\n",
       ":1:3: found 'b' where a confidence from 0 to 1 is expected; correct it or leave the column out"},
      {BadSide::label, "0,a,1.5\n",
       ":1:3: found '1.5' where a confidence from 0 to 1 is expected; correct it or leave the column out"},
      {BadSide::label, "0,a,0.5\n1,b,\n",
       ":2:3: found '' where a confidence from 0 to 1 is expected; correct it or leave the column out"},
      {BadSide::label, "row,label,sure\n0,a,1\n",
       ":1:3: found column 'sure' where 'confidence' is expected; rename it or leave it out"},
      {BadSide::label, "0,a\n1,b,0.5\n",
       ":2: found 3 fields where 'row,label' is expected; write exactly these fields"},
      {BadSide::label, "0,a,0.5\n1,b\n",
       ":2: found 2 fields where 'row,label,confidence' is expected; write exactly these fields"},
      {BadSide::link, "0,1,must,nan\n",
       ":1:4: found 'nan' where a confidence from 0 to 1 is expected; correct it or leave the column out"},
      {BadSide::link, "i,j,link,weight\n0,1,must,1\n",
       ":1:4: found column 'weight' where 'confidence' is expected; rename it or leave it out"},
      {BadSide::must, "i,j,confidence\n0,1,-0.1\n",
       ":2:3: found '-0.1' where a confidence from 0 to 1 is expected; correct it or leave the column out"},
      {BadSide::must, "0,1,0.7\n",
       ":1: found 3 fields where 'i,j' is expected; give links with a third field as links"},
      {BadSide::label, "0\n", ":1: found 1 field where 'row,label' is expected; write exactly these fields"},
      {BadSide::label, "row,label\n10,a\n",
       ":2:1: found row '10' where a row number from 0 to 9 is expected; give one-based if the file counts "
       "rows from 1"},
      {BadSide::label, "0,a\n-1,a\n",
       ":2:1: found row '-1' where a row number from 0 to 9 is expected; correct it, or name the column of "
       "ids with id-column"},
      {BadSide::label, "0,a\nx,a\n",
       ":2:1: found row 'x' where a row number from 0 to 9 is expected; correct it, or name the column of "
       "ids with id-column"},
      {BadSide::label, "0,a\n2.0,a\n",
       ":2:1: found row '2.0' where a row number from 0 to 9 is expected; correct it, or name the column of "
       "ids with id-column"},
      {BadSide::label, "0,a\n,a\n",
       ":2:1: found row '' where a row number from 0 to 9 is expected; correct it, or name the column of ids "
       "with id-column"},
      {BadSide::label, "0,\"a\n",
       ":1:2: found a quote that is never closed; add the closing quote or double a quote inside a field"},
      {BadSide::label, "0,\"a\"b\n",
       ":1:2: found 'b' after a closing quote; double the quotes that belong to the field"},
      {BadSide::label, "0,a\n0,a\n11,b\n",
       ":3:1: found row '11' where a row number from 0 to 9 is expected; correct it"},
      {BadSide::label, "0,a\n",
       ":1:1: found row '0' where a row number from 1 to 10 is expected; leave out one-based if the file "
       "counts rows from 0",
       true},
      {BadSide::label, "1,a\n11,a\n",
       ":2:1: found row '11' where a row number from 1 to 10 is expected; correct it", true},
      {BadSide::label, "a,x\nc,x\n",
       ":2:1: found row 'c' where an id of the table is expected; correct it, or leave out id-column to "
       "number the rows",
       false, true},
      {BadSide::label, "c,x\n",
       ":1:1: found row 'c' where an id of the table is expected; correct it, or leave out id-column to "
       "number the rows",
       false, true},
      {BadSide::link, "0,1\n",
       ":1: found 2 fields where 'i,j,+1|-1|must|cannot' is expected; give pairs without a third field as "
       "must-link or cannot-link"},
      {BadSide::link, "0.05,0,172,39,1\n",
       ":1: found 5 fields where 'i,j,+1|-1|must|cannot' is expected; write exactly these fields"},
      {BadSide::link, "share,sample,i,j,link\n0.05,0,172,39,1\n",
       ":1: found 5 fields where 'i,j,+1|-1|must|cannot' is expected; write exactly these fields"},
      {BadSide::link, "0,10,1\n",
       ":1:2: found row '10' where a row number from 0 to 9 is expected; give one-based if the file counts "
       "rows from 1"},
      {BadSide::link, "i,j,link\n0,1,2\n",
       ":2:3: found '2' where +1, -1, must or cannot is expected; correct the link"},
      {BadSide::link, "0,1,maybe\n",
       ":1:3: found 'maybe' where +1, -1, must or cannot is expected; correct the link"},
      {BadSide::link, "0,1,\n", ":1:3: found '' where +1, -1, must or cannot is expected; correct the link"},
      {BadSide::link, "x1,3,must\n",
       ":1:1: found row 'x1' where a row number from 0 to 9 is expected; correct it, or name the column of "
       "ids with id-column"},
      {BadSide::link, "a,b,must\n",
       ":1:1: found row 'a' where a row number from 0 to 9 is expected; correct it, or name the column of "
       "ids with id-column"},
      {BadSide::link, "0 1 must\n2 3\n",
       ":2: found 2 fields where 'i,j,+1|-1|must|cannot' is expected; give pairs without a third field as "
       "must-link or cannot-link"},
      {BadSide::must, "0,1,1\n",
       ":1: found 3 fields where 'i,j' is expected; give links with a third field as links"},
      {BadSide::must, "0,99\n",
       ":1:2: found row '99' where a row number from 0 to 9 is expected; correct it"},
      {BadSide::must, "a,b\nb,c\n",
       ":2:2: found row 'c' where an id of the table is expected; correct it, or leave out id-column to "
       "number the rows",
       false, true},
      {BadSide::link, "\x1f\x8b...",
       ": found a gzip file where CSV, TSV, ARFF, NPY or Matrix Market is expected; unpack it first "
       "(gunzip)"},
      {BadSide::link, "\x93NUMPY",
       ": found a table or matrix of another format; write one label or link a line as text"},
      {BadSide::link, "{\"i\": 1}",
       ": found JSON where CSV, TSV, ARFF, NPY or Matrix Market is expected; save the table as CSV"},
      {BadSide::label, "@relation x\n",
       ": found a table or matrix of another format; write one label or link a line as text"},
  };
  for (const BadSide& file : files) {
    const RowNames rows = file.ids ? RowNames(Names{"a", "b"}) : RowNames(10, file.one_based);
    const std::string path = file.kind == BadSide::label ? "labels.csv" : "links.csv";
    const std::string message = test::message_of(ErrorCode::data, [&] {
      if (file.kind == BadSide::label) labels(file.content, rows);
      if (file.kind == BadSide::link) links(file.content, rows);
      if (file.kind == BadSide::must) links(file.content, rows, LinkKind::must);
    });
    EXPECT_EQ(message, path + file.message) << file.content;
  }
  const std::string missing = directory_.path("missing.csv");
  SideInformation known;
  EXPECT_EQ(test::message_of(ErrorCode::no_input, [&] { read_labels(missing, RowNames(10, false), known); }),
            missing + ": found no such file; check the path");
}

TEST_F(ReadSide, RefusesALineThatWouldTakeMoreThanTheLimit) {
  const std::string line(2'000'000, ',');
  const RowNames rows(10, false);
  SideInformation known;
  constexpr std::size_t limit = 50'000'000;
  for (const bool labels : {true, false}) {
    try {
      if (labels) parse_labels(line, "side.csv", rows, known, limit);
      if (!labels) parse_links(line, "side.csv", rows, std::nullopt, known, limit);
      FAIL();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("but only 50 MB are allowed"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace comac
