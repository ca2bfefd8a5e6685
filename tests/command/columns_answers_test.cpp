// SPDX-License-Identifier: MIT
// What it answers of them: inspect, describe, score and verify, and tables given back with clusters.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "command/columns_fixture.hpp"
#include "data/npy_bytes.hpp"

namespace comac::test {
namespace {

TEST_F(ColumnsCommand, InspectShowsWhatWouldBeDone) {
  const std::string file = folder_.write(
      "t.csv",
      "Id,age,city,member,seen,note\n1,20,Rome,yes,2024-01-31,free\n2,,Oslo,no,2024-02-01,text\n"
      "3,40,Rome,yes,2024-03-01,all\n4,4000,?,yes,2024-03-02,different\n");
  const ProcessResult result = run_process({"inspect", file});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(
      result.output,
      file +
          ": 4 rows, 6 columns\n\n"
          "column  taken as  missing              values                    scale         why\n"
          "Id      id                                                                     all its values "
          "differ\n"
          "age     number    1, filled by 40      20 to 4,000               / 1.98e+03\n"
          "city    category  1, filled by 'Rome'  'Rome' 2, 'Oslo' 1        2 indicators\n"
          "member  yes/no                         no to yes                 / 0.707\n"
          "seen    date                           2024-01-31 to 2024-03-02  / 17.3\n"
          "note    left out                                                               text of which "
          "nearly all values differ\n\n" +
          file + ": took 'Id' for the names of the rows, not for a feature: all its values differ\n" + file +
          ": left out 'note': text of which nearly all values differ\n" + file +
          ": read as categories: 'city' (2)\n" + file + ": read as yes or no: 'member'\n" + file +
          ": read as dates: 'seen'\n" + file +
          ": 2 missing values filled by the column's median or commonest value: 'age' (1), 'city' (1)\n"
          "Columns are scaled by their spread: that of 'age' is 2.8e+03 times that of 'member'.\n");
}

TEST_F(ColumnsCommand, ScoreAndVerifyReadTheSameTables) {
  // Row names that nobody named, and a row that was left out.
  const std::string cars =
      "\"x\" \"y\" \"kind\"\n\"a b\" 1 0 \"u\"\n\"c\" 1 1 \"u\"\n\"d\" NA NA \"u\"\n"
      "\"e\" 9 9 \"v\"\n\"f\" 9 8 \"v\"\n";
  const std::string plain = "x,y,kind\n1,0,u\n1,1,u\n,,u\n9,9,v\n9,8,v\n";
  const std::string excel =
      "sep=;\r\nId;x;y;kind\r\n7;1;0;u\r\n8;1;1;u\r\n9;;;u\r\n10;9,5;9;v\r\n11;9;8;v\r\n";
  for (const std::string& content : {cars, plain, excel}) {
    const std::string file = folder_.write("cars.txt", content), found = folder_ / "found.csv";
    const ProcessResult run = run_process(
        {"cluster", file, "--clusters", "2", "--neighbours", "2", "--label-column", "kind", "-o", found});
    ASSERT_EQ(run.code, 0) << run.error;
    EXPECT_NE(run.error.find("left out 1 row that is mostly missing"), std::string::npos) << run.error;
    const ProcessResult scored = run_process({"score", file, found, "--truth-column", "kind"});
    EXPECT_TRUE(scored.output.starts_with("NMI          1.0")) << content << scored.output << scored.error;
    const ProcessResult verified = run_process({"verify", found, file, "--label-column", "kind"});
    EXPECT_EQ(verified.output, "All honoured: 4 labels and 0 links.\n") << content << verified.error;
  }
}

TEST_F(ColumnsCommand, VerifyPassesOverWhatIsSaidOfRowsThatWereLeftOut) {
  const std::string file = folder_.write("gap.csv", "x,y\n1,0\n1,1\n,\n9,9\n9,8\n"),
                    found = folder_ / "found.csv";
  const std::string labels = folder_.write("labels.csv", "row,label\n0,a\n2,b\n3,b\n");
  ASSERT_EQ(
      run_process({"cluster", file, "--clusters", "2", "--neighbours", "2", "--labels", labels, "-o", found})
          .code,
      0);
  const ProcessResult verified = run_process({"verify", found, "--labels", labels});
  EXPECT_EQ(verified.output, "All honoured: 2 labels and 0 links.\n") << verified.error;
  EXPECT_EQ(verified.error, "comac: passed over a label or link about rows that were left out\n");
  const ProcessResult wrong =
      run_process({"verify", found, "--labels", folder_.write("far.csv", "row,label\n0,a\n77,b\n")});
  EXPECT_EQ(wrong.code, 65) << wrong.error;
}

TEST_F(ColumnsCommand, AppendFitsEveryStyle) {
  const auto appended = [&](const std::string& content, Lines more = {}) {
    Lines words{"cluster", folder_.write("t", content), "--clusters", "2", "--neighbours", "2", "--append"};
    words.insert(words.end(), more.begin(), more.end());
    const ProcessResult result = run_process(words);
    EXPECT_EQ(result.code, 0) << result.error;
    return lines_of(result.output);
  };
  // Excel's first line stays, and numbers are written as the file writes them.
  const Lines german = appended("sep=;\r\na;b\r\n1,5;0\r\n1;0\r\n9,5;9\r\n9;8\r\n");
  ASSERT_EQ(german.size(), 6U);
  EXPECT_EQ(german[0], "sep=;\r");
  EXPECT_EQ(german[1], "a;b;cluster;confidence\r");
  EXPECT_TRUE(german[2].starts_with("1,5;0;") && german[2].find('.') == std::string::npos) << german[2];
  // Rows that were left out stay, and nothing is said about them.
  const Lines holes = appended("id,a,b\nr0,1,0\nr1,,0\nr2,1,1\nr3,9,9\nr4,9,8\n", {"--missing", "drop"});
  EXPECT_EQ(holes[2], "r1,,0,,");
  EXPECT_EQ(holes[1].substr(0, 7), "r0,1,0,");
  EXPECT_EQ(holes[3].substr(0, 7), "r2,1,1,");
  // R's header stays one shorter.
  const Lines r = appended("\"a\" \"b\"\n\"x\" 1 0\n\"y\" 1 1\n\"z\" 9 9\n\"w\" 9 8\n");
  EXPECT_EQ(r[0], "\"a\" \"b\" cluster confidence");
  EXPECT_TRUE(r[1].starts_with("\"x\" 1 0 ")) << r[1];
  const Lines sparse = appended(
      "@relation s\n@attribute a numeric\n@attribute b numeric\n@data\n{}\n{0 1}\n{0 9, 1 9}\n{0 9, 1 8}\n");
  EXPECT_EQ(sparse[3], "@attribute cluster numeric");
  EXPECT_TRUE(sparse[6].starts_with("{2 ") && sparse[6].ends_with("}")) << sparse[6];
  EXPECT_TRUE(sparse[8].starts_with("{0 9, 1 9, 2 ")) << sparse[8];
}

TEST_F(ColumnsCommand, LettersOfWindowsCanBeNamedAndComeBackAsUtf8) {
  const std::string table = folder_.write("t.csv",
                                          "Name;Gr\xF6\xDF"
                                          "e;Art\nM\xFCller;1,5;\nB\xE4r;1;gro\xDF\nJo;9,5;\nAl;9;klein\n");
  const std::string links = folder_.write("links.csv", "M\xFCller;Jo;cannot\n");
  const ProcessResult result =
      run_process({"cluster", table, "--clusters", "2", "--neighbours", "2", "--columns", "Größe",
                   "--id-column", "Name", "--label-column", "Art", "--links", links, "--append"});
  ASSERT_EQ(result.code, 0) << result.error;
  const Lines lines = lines_of(result.output);
  EXPECT_EQ(lines[0], "Name;Größe;Art;cluster;label;confidence");
  EXPECT_TRUE(lines[1].starts_with("Müller;1,5;;") && lines[1].find(";groß;") != std::string::npos)
      << lines[1];
  EXPECT_EQ(run_process({"columns", table}).output, "Name\nGröße\nArt\n");
}

TEST_F(ColumnsCommand, AppendToNumbersKeepsAllRowsAndColumns) {
  const double no = std::nan("");
  const std::string file = folder_.write(
      "t.npy",
      npy("<f8", "(6, 3)", bytes<double>({1, 0, no, no, no, 7, 1, 1, no, no, 9, no, 9, 9, no, 9, 8, no})));
  const ProcessResult result =
      run_process({"cluster", file, "--clusters", "2", "--neighbours", "2", "--append"});
  ASSERT_EQ(result.code, 0) << result.error;
  const Lines lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 7U) << result.output;
  EXPECT_EQ(lines[0], "x1,x2,x3,cluster,confidence");
  EXPECT_TRUE(lines[1].starts_with("1,0,,") && lines[1].back() != ',') << lines[1];
  EXPECT_EQ(lines[2], ",,7,,");
  EXPECT_TRUE(lines[4].starts_with(",9,,") && lines[4].back() != ',') << lines[4];
  EXPECT_TRUE(lines[6].starts_with("9,8,,")) << lines[6];
}

TEST_F(ColumnsCommand, PackedTablesAreReadAndComeBackUnpacked) {
  ASSERT_EQ(std::system(("gzip -k " + mixed_).c_str()), 0);
  EXPECT_EQ(cluster(mixed_ + ".gz").output, cluster(mixed_).output);
  EXPECT_EQ(cluster(mixed_ + ".gz", {"--append"}).output, cluster(mixed_, {"--append"}).output);
  EXPECT_EQ(run_process({"columns", mixed_ + ".gz"}).output, "x\ncity\nflag\n");
}

TEST_F(ColumnsCommand, DescribeSpeaksOfCategoriesAndDates) {
  const std::string file =
      folder_.write("d.csv", table_of("x,city,flag,since,at", [](int row, int group) {
                      constexpr const char* cities[] = {"Rome", "Oslo", "Bern"};
                      return fmt::format("{},{},{},{}-03-{:02},1{}:30", 100 * group + row % 5, cities[group],
                                         group == 1 ? "yes" : "no", 2020 + group, 1 + row % 9, group);
                    }));
  const ProcessResult result =
      run_process({"describe", file, "--clusters", "3", "--neighbours", "6", "--json", folder_ / "d.json"});
  ASSERT_EQ(result.code, 0) << result.error;
  for (const std::string text :
       {"Rome  ", "100 % here, 0 % elsewhere", "yes  ", "at least 2022-03-03", "typically 2022-03-0",
        "city Rome", "flag yes", "since 2021-03-0", "at 10:30"}) {
    EXPECT_NE(result.output.find(text), std::string::npos) << text << "\n" << result.output;
  }
  const std::string json = read_text(folder_ / "d.json");
  EXPECT_NE(json.find("city: Rome; 100 % here, 0 % elsewhere"), std::string::npos);
}

}  // namespace
}  // namespace comac::test
