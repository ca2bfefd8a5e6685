// SPDX-License-Identifier: MIT
// Tables as programs write them: what each column is taken for, and the exact sentences said.
#include <gtest/gtest.h>

#include <cmath>

#include "comac/data/read.hpp"
#include "data/files.hpp"

namespace comac {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

struct Style {
  std::string program;
  std::string content;
  Names columns;  ///< "name: what it was taken for"
  Names notes;
  ReadOptions options = {};
};

std::string described(const ColumnFinding& column) {
  constexpr std::string_view uses[] = {"", "label", "truth", "id", "ignored", "left out"};
  const std::string use(column.use == ColumnFinding::Use::feature
                            ? to_string(column.kind)
                            : uses[static_cast<std::size_t>(column.use)]);
  return column.name + ": " + use +
         (column.missing > 0 ? ", " + std::to_string(column.missing) + " missing" : "");
}

const Style styles[] = {
    {"R write.csv",
     "\"\",\"Sepal.Length\",\"Sepal.Width\",\"Species\"\n\"1\",5.1,3.5,\"setosa\"\n\"2\",NA,3,\"setosa\"\n"
     "\"3\",6.3,2.8,\"virginica\"\n",
     {"column 1: id", "Sepal.Length: number, 1 missing", "Sepal.Width: number", "Species: left out"},
     {"t: took 'column 1' for the names of the rows, not for a feature: it has no name and all its values "
      "differ",
      "t: left out 'Species': its name says that it holds the classes; name it as truth column, label column "
      "or "
      "category to use it",
      "t: 1 missing value filled by the column's median or commonest value: 'Sepal.Length' (1)"}},
    {"R write.table: the header is one shorter",
     "\"mpg\" \"cyl\" \"am\"\n\"Mazda RX4\" 21 6 TRUE\n\"Datsun 710\" 22.8 4 FALSE\n",
     {"column 1: id", "mpg: number", "cyl: number", "am: yes/no"},
     {"t: took 'column 1' for the names of the rows, not for a feature: it has no name and all its values "
      "differ",
      "t: read as yes or no: 'am'"}},
    {"pandas to_csv",
     ",x,flag,when,name\n0,1.5,True,2024-01-31 10:30:00,Ann\n1,2.5,False,2024-02-01 00:00:00,Bob\n"
     "2,,True,2024-02-02 00:00:00,Cid\n3,4.5,True,,Dan\n",
     {"column 1: id", "x: number, 1 missing", "flag: yes/no", "when: date, 1 missing", "name: left out"},
     {"t: took 'column 1' for the names of the rows, not for a feature: it has no name and all its values "
      "differ",
      "t: left out 'name': text of which nearly all values differ", "t: read as yes or no: 'flag'",
      "t: read as dates: 'when'",
      "t: 2 missing values filled by the column's median or commonest value: 'x' (1), 'when' (1)"}},
    {"Excel, American",
     "Id,Amount,Date\r\n1,10.5,1/31/2024\r\n2,3.25,2/1/2024\r\n3,7,12/24/2023\r\n",
     {"Id: id", "Amount: number", "Date: date"},
     {"t: took 'Id' for the names of the rows, not for a feature: all its values differ",
      "t: read as dates, the month first: 'Date'"}},
    {"Excel, German",
     "\xEF\xBB\xBFsep=;\r\nKunde;Betrag;Datum\r\nA;10,5;31.01.2024\r\nB;3,25;01.02.2024\r\nA;7;24.12."
     "2023\r\n",
     {"Kunde: category", "Betrag: number", "Datum: date"},
     {"t: read as categories: 'Kunde' (2)", "t: read as numbers with a decimal comma: 'Betrag'",
      "t: read as dates, the day first: 'Datum'"}},
    {"SPSS: points and #NULL! for missing, dates with month names",
     "CASEID\tAGE\tSEX\tSEEN\n101\t34\tmale\t31-JAN-2024\n102\t.\tfemale\t01-FEB-2024\n103\t51\t#NULL!\t"
     "02-FEB-2024\n104\t40\tmale\t03-FEB-2024\n",
     {"CASEID: id", "AGE: number, 1 missing", "SEX: category, 1 missing", "SEEN: date"},
     {"t: took 'CASEID' for the names of the rows, not for a feature: all its values differ",
      "t: read as categories: 'SEX' (2)", "t: read as dates: 'SEEN'",
      "t: 2 missing values filled by the column's median or commonest value: 'AGE' (1), 'SEX' (1)"}},
    {"SPSS: codes for missing values",
     "CASENO,Q1,Q2,Q3\n1,-99,2,-99\n2,4,3,-5\n3,5,-99,1\n4,-99,4,2\n",
     {"CASENO: id", "Q1: number", "Q2: number", "Q3: number"},
     {"t: took 'CASENO' for the names of the rows, not for a feature: all its values differ",
      "t: found -99 and no other number below 0 in 'Q1' (2), 'Q2' (1); if it stands for missing values, "
      "leave "
      "these cells empty"}},
    {"Excel, German, in the letters of Windows",
     "sep=;\r\nKunden-Nr;Gr\xf6\xdf"
     "e;Stadt\r\n1001;1,5;K\xf6ln\r\n1002;2;Bern\r\n1003;3;K\xf6ln\r\n",
     {"Kunden-Nr: id", "Größe: number", "Stadt: category"},
     {"t: found letters that are not UTF-8 and took them for Windows-1252",
      "t: took 'Kunden-Nr' for the names of the rows, not for a feature: all its values differ",
      "t: read as numbers with a decimal comma: 'Größe'", "t: read as categories: 'Stadt' (2)"}},
    {"Weka",
     "@relation weather\n@attribute outlook {sunny, overcast, rainy}\n@attribute temperature numeric\n"
     "@attribute windy {TRUE, FALSE}\n@attribute play {yes, no}\n@data\nsunny,85,FALSE,no\n"
     "?,80,TRUE,no\nrainy,?,FALSE,yes\n",
     {"outlook: category, 1 missing", "temperature: number, 1 missing", "windy: yes/no", "play: truth"},
     {"t: 2 missing values filled by the column's median or commonest value: 'outlook' (1), 'temperature' "
      "(1)"},
     {.truth_column = "play"}},
    {"Weka, sparse: what is left out is 0 or the first value",
     "@relation s\n@attribute a numeric\n@attribute 'b c' {x, 'y z'}\n@attribute d numeric\n@data\n"
     "{0 5, 1 'y z'}\n% a remark\n{}\n{2 -1.5, 1 ?}\n",
     {"a: number", "b c: category, 1 missing", "d: number"},
     {"t: 1 missing value filled by the column's median or commonest value: 'b c' (1)"}},
    {"pandas with the classes of a benchmark as numbers",
     "x,y,target\n1,2,0\n2,1,0\n8,9,1\n9,8,1\n",
     {"x: number", "y: number", "target: left out"},
     {"t: left out 'target': its name says that it holds the classes; name it as truth column, label column "
      "or "
      "category to use it"}},
    {"UCI: the class comes first",
     "Class,Alcohol,Hue\n1,14.2,1.04\n1,13.2,1.05\n2,12.4,1.1\n2,12.1,1.3\n",
     {"Class: left out", "Alcohol: number", "Hue: number"},
     {"t: left out 'Class': its name says that it holds the classes; name it as truth column, label column "
      "or "
      "category to use it"}},
    {"what an earlier run has appended behind the class",
     "x,class,cluster,confidence\n1,a,0,0.93\n2,a,0,0.87\n8,b,1,0.5\n9,b,1,0.99\n",
     {"x: number", "class: left out", "cluster: left out", "confidence: number"},
     {"t: left out 'class', 'cluster': its name says that it holds the classes; name it as truth column, "
      "label "
      "column or category to use it"}},
    {"R's Titanic: the class of a passenger, beside what became of him",
     "Class,Sex,Survived\n1st,Male,No\n1st,Female,Yes\nCrew,Male,No\nCrew,Female,No\n",
     {"Class: category", "Sex: category", "Survived: yes/no"},
     {"t: took 'Class' for a feature: if it holds the classes, name it as truth column or label column",
      "t: read as categories: 'Class' (2), 'Sex' (2)", "t: read as yes or no: 'Survived'"}},
    {"pandas, tickets: a class amid other columns",
     "airline,class,price\nA,Economy,50\nB,Business,300\nA,Business,310\nB,Economy,60\n",
     {"airline: category", "class: category", "price: number"},
     {"t: took 'class' for a feature: if it holds the classes, name it as truth column or label column",
      "t: read as categories: 'airline' (2), 'class' (2)"}},
    {"R write.csv2: decimal commas, all texts in quotes",
     "\"\";\"size\";\"city\"\n\"1\";1,5;\"Bern\"\n\"2\";2,25;\"Rome\"\n\"3\";3;\"Bern\"\n",
     {"column 1: id", "size: number", "city: category"},
     {"t: took 'column 1' for the names of the rows, not for a feature: it has no name and all its values "
      "differ",
      "t: read as numbers with a decimal comma: 'size'", "t: read as categories: 'city' (2)"}},
    {"Excel, American, with times and percent left as text",
     "Start,Part,Share\r\n8:30,A,10%\r\n14:05,B,20%\r\n9:00,A,10%\r\n10:00,B,20%\r\n",
     {"Start: date", "Part: category", "Share: category"},
     {"t: read as times of day: 'Start'", "t: read as categories: 'Part' (2), 'Share' (2)"}},
    {"a header with one name twice",
     "a,b,a\n1,2,3\n4,5,6\n",
     {"a: number", "b: number", "a.2: number"},
     {"t:1: found columns of the same name; the later ones are called 'a.2'"}},
    {"every way to say that nothing is known",
     "a,b\n1,\n2,NA\n3,?\n4,NaN\n5,null\n6,-\n7,N/A\n8,1\n9,2\n10,3\n11,4\n12,5\n13,6\n14,7\n",
     {"a: number", "b: number, 7 missing"},
     {"t: 7 missing values filled by the column's median or commonest value: 'b' (7)"}},
    {"a column and a row that are mostly missing",
     "a,b,c,d\n1,2,3,\n4,5,6,\n,,9,\n7,8,9,1\n",
     {"a: number", "b: number", "c: number", "d: left out, 3 missing"},
     {"t: left out 'd' (3 of 4): mostly missing",
      "t: left out 1 row that is mostly missing: 2 (counted from 0)"}},
    {"text without a header, whose values come again",
     "n,y,republican\ny,n,democrat\nn,y,democrat\ny,y,democrat\n",
     {"column 1: yes/no", "column 2: yes/no", "column 3: category"},
     {"t: read as yes or no: 'column 1', 'column 2'", "t: read as categories: 'column 3' (2)"}},
    {"categories among numbers",
     "x,children\n1,0\n2,1\n3,3+\n4,0\n5,1\n6,3+\n7,0\n8,1\n9,0\n1,0\n2,1\n3,3+\n4,0\n5,1\n6,3+\n",
     {"x: number", "children: category"},
     {"t: read as categories: 'children' (3)"}},
};

TEST(Styles, EveryColumnIsWhatItIsAndTheExactSentencesAreSaid) {
  for (const Style& style : styles) {
    const Dataset data = parse_dataset(style.content, "t", style.options);
    Names columns;
    for (const ColumnFinding& column : data.columns) columns.push_back(described(column));
    EXPECT_EQ(columns, style.columns) << style.program;
    EXPECT_EQ(data.notes, style.notes) << style.program;
    EXPECT_EQ(data.table.about.size(), data.table.columns) << style.program;
    EXPECT_EQ(data.table.values.size(), data.table.rows * data.table.columns) << style.program;
  }
}

TEST(Styles, NumbersDatesAndCodesAreRight) {
  const Dataset data = parse_dataset(
      "w;x;flag;when;size;at\nb;1,5;yes;01.01.1970;small;00:30\na;2;NO;03.01.1970;big;12:00\nb;-;?;02.01."
      "1970;"
      "big;24:00\n",
      "t", {.ordinal = {"size=small,mid,big"}});
  const Table& table = data.table;
  ASSERT_EQ(table.columns, 6U);
  EXPECT_EQ(table.about[0], (ColumnAbout{ColumnKind::category, {"b", "a"}}));
  EXPECT_EQ(Numbers(table.values.begin(), table.values.begin() + 12),
            (Numbers{0, 1.5, 1, 0, 0, 0.5, 1, 2, 0, 2, 2, 12}));
  EXPECT_TRUE(std::isnan(table.at(2, 1)) && std::isnan(table.at(2, 2)));
}

TEST(Styles, SparseRowsOfArffAreWhole) {
  const std::string head =
      "@relation s\n@attribute a numeric\n@attribute b {x,'y,}z'}\n@attribute c numeric\n@data\n";
  EXPECT_EQ(parse_dataset(head + "{0 5, 1 'y,}z'}\n{}\n{ 2 -1.5 }\n", "t").table.values,
            (Numbers{5, 1, 0, 0, 0, 0, 0, 0, -1.5}));
  const auto refused = [&](const std::string& rows, const std::string& sentence) {
    EXPECT_EQ(test::message_of(ErrorCode::data, [&] { parse_dataset(head + rows, "t"); }), "t:" + sentence);
  };
  refused("{0 5}\n{3 5}\n",
          "7: found '3' in a sparse row where the number of an attribute from 0 to 2 is "
          "expected; correct it");
  refused("{0 5\n", "6: found a sparse row without its closing brace; add it on the same line");
  refused("{1 w}\n",
          "6:2: found 'w', which is not among the values of 'b'; add it to the @attribute line or "
          "correct it");
  refused("1,x,2\n{0 5}\n", "7: found a sparse row behind rows that are not; write all rows in one way");
}

TEST(Styles, ClassesThatNobodyNamedAreNoFeatures) {
  const std::string text = "x,Class\n1,a\n2,b\n1,a\n";
  EXPECT_EQ(parse_dataset(text, "t").table.column_names, Names{"x"});
  for (const ReadOptions& asked : {ReadOptions{.columns = {"x,Class"}}, ReadOptions{.category = {"Class"}},
                                   ReadOptions{.ordinal = {"Class=a,b"}}})
    EXPECT_EQ(parse_dataset(text, "t", asked).table.columns, 2U);
  EXPECT_EQ(parse_dataset("class\n1\n1\n2\n2\n", "t").table.columns, 1U) << "there is nothing else";
  EXPECT_EQ(parse_dataset("x,label\n1,0.5\n2,1.5\n3,0.5\n4,1.5\n", "t").table.columns, 2U) << "measured";
  EXPECT_EQ(parse_dataset("x,y\n1,1\n2,1\n3,2\n4,2\n", "t").table.columns, 2U) << "a coordinate";
  EXPECT_EQ(parse_dataset("x,y\n1,no\n2,no\n3,si\n4,si\n", "t").table.columns, 1U);
}

TEST(Styles, RowNumbersAreNoFeatures) {
  std::string from_one, from_zero, named = "Id,x\n";
  for (int i = 0; i < 20; ++i) {
    from_one += std::to_string(i + 1) + "," + std::to_string(i % 7) + "\n";
    from_zero += std::to_string(i) + "," + std::to_string(i % 7) + "\n";
    named += std::to_string(7 * i) + "," + std::to_string(i % 7) + "\n";
  }
  EXPECT_EQ(parse_dataset(from_one, "t").notes,
            Names{"t: took 'column 1' for the names of the rows, not for a feature: it counts them from 1"});
  EXPECT_EQ(parse_dataset(from_zero, "t").ids[19], "19");
  EXPECT_EQ(parse_dataset(named, "t").ids[1], "7");
  for (const auto& text : {from_one, from_zero}) {
    EXPECT_EQ(parse_dataset(text, "t").table.columns, 1U);
    EXPECT_EQ(parse_dataset(text, "t", {.columns = {"1,2"}}).table.columns, 2U);
  }
  EXPECT_EQ(parse_dataset(named, "t", {.columns = {"Id", "x"}}).table.columns, 2U);
  // Values that come twice, or are measured, name nothing.
  EXPECT_EQ(parse_dataset("id,x\n1,2\n1,3\n", "t").table.columns, 2U);
  EXPECT_EQ(parse_dataset("id,x\n0.5,2\n1.5,3\n", "t").table.columns, 2U);
  EXPECT_EQ(parse_dataset("acid,x\n1,2\n3,3\n", "t").table.columns, 2U);
  EXPECT_EQ(
      parse_dataset("PassengerId,customer_id,x\n1,7,2\n3,8,3\n", "t").notes,
      (Names{"t: took 'PassengerId' for the names of the rows, not for a feature: all its values differ",
             "t: left out 'customer_id': all its values differ"}));
  EXPECT_EQ(parse_dataset("index\n1\n2\n", "t").table.columns, 1U) << "the only column";
}

TEST(Styles, ListsOfColumnsMayHoldAnyName) {
  const std::string text = "a,\"b,c\",\"d=e\",\"say \"\"f\"\"\"\n1,2,lo,4\n5,6,hi,8\n";
  EXPECT_EQ(parse_dataset(text, "t", {.ignore = {"a,\"b,c\""}}).table.columns, 2U);
  EXPECT_EQ(parse_dataset(text, "t", {.ignore = {"b,c"}}).table.columns, 3U);
  EXPECT_EQ(parse_dataset(text, "t", {.columns = {"\"say \"\"f\"\"\",a"}}).table.column_names,
            (Names{"a", "say \"f\""}));
  const Dataset ordinal = parse_dataset(text, "t", {.ordinal = {"d=e=lo,hi"}});
  EXPECT_EQ(ordinal.table.about[2], (ColumnAbout{ColumnKind::ordinal, {"lo", "hi"}}));
  EXPECT_EQ(parse_dataset("z\n1\n1\n2\n", "t", {.category = {"z"}}).table.about[0],
            (ColumnAbout{ColumnKind::category, {"1", "2"}}));
}

TEST(Styles, RowsThatMissValuesAreDroppedIfAsked) {
  const Dataset data = parse_dataset("name,x,y,c\nr0,1,2,a\nr1,,3,b\nr2,4,5,a\nr3,6,7,?\n", "t",
                                     {.truth_column = "c", .id_column = "name", .missing = Missing::drop});
  EXPECT_EQ(data.ids, (Names{"r0", "r2", "r3"}));
  EXPECT_EQ(data.table.values, (Numbers{1, 2, 4, 5, 6, 7}));
  EXPECT_EQ(data.truth->ids, (std::vector<std::uint32_t>{0, 0, unknown_category}));
  EXPECT_EQ(data.lines, (std::vector<std::size_t>{2, 4, 5}));
  EXPECT_EQ(data.rows_left_out, Names{"r1"});
  EXPECT_EQ(data.notes, Names{"t: left out 1 row that misses values: 'r1'"});
}

TEST(Styles, ColumnsAreReadAsTheyWereIfThatIsSaid) {
  ReadOptions options;
  options.features = {"c", "x"};
  options.features_about = {{ColumnKind::category, {"7", "8"}}, {}};
  const Dataset data = parse_dataset("x;c;id\n1,5;9;1\n;8;2\n", "t", options);
  EXPECT_EQ(data.table.column_names, (Names{"c", "x"}));
  EXPECT_EQ(data.table.about[0].names, (Names{"7", "8", "9"}));
  EXPECT_EQ(data.table.at(0, 0), 2);
  EXPECT_EQ(data.table.at(0, 1), 1.5);
  EXPECT_TRUE(std::isnan(data.table.at(1, 1)));
  EXPECT_EQ(data.ids, (Names{"1", "2"}));
}

/// "x\n1\n2\n" as gzip packs it.
const std::string packed(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xab\xe0\x32\xe4\x32\xe2\x02\x00\xd3\x91\xa6\x54\x06\x00\x00"
    "\x00",
    26);

TEST(Styles, GzipIsUnpackedWholeOrRefused) {
  EXPECT_EQ(parse_dataset(packed, "t").table.values, (Numbers{1, 2}));
  EXPECT_EQ(parse_matrix(packed.substr(0, 0) + "1\n", "t").values, Numbers{1});
  // One member after the other is one text.
  EXPECT_THROW(parse_dataset(packed + packed, "t", {.missing = Missing::refuse}), Error) << "a second header";
  for (std::size_t size = 2; size < packed.size(); ++size) {
    EXPECT_EQ(test::message_of(ErrorCode::data, [&] { parse_dataset(packed.substr(0, size), "t"); }),
              "t: found a damaged gzip file; pack or copy it again")
        << size;
  }
  std::string damaged = packed;
  damaged[12] ^= 1;
  EXPECT_THROW(parse_dataset(damaged, "t"), Error);
}

}  // namespace
}  // namespace comac
