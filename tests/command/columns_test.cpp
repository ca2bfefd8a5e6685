// SPDX-License-Identifier: MIT
// What the command does with tables as people have them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/process.hpp"

namespace comac::test {
namespace {

using Lines = std::vector<std::string>;

/// Three groups of twelve rows that differ in all columns; `text` of each cell.
template <class Cells>
std::string table_of(const std::string& header, Cells cells) {
  std::string out = header + "\n";
  for (int row = 0; row < 36; ++row) out += cells(row, row % 3) + "\n";
  return out;
}

class ColumnsCommand : public testing::Test {
 protected:
  ProcessResult cluster(const std::string& file, Lines more = {}) const {
    Lines words{"cluster", file, "--clusters", "3", "--neighbours", "6"};
    words.insert(words.end(), more.begin(), more.end());
    return run_process(words);
  }
  Folder folder_;
  std::string mixed_ = folder_.write("mixed.csv", table_of("x,city,flag", [](int row, int group) {
                                       constexpr const char* cities[] = {"Rome", "Oslo", "Bern"};
                                       return fmt::format("{},{},{}", 100 * group + row % 5, cities[group],
                                                          group == 1 ? "yes" : "no");
                                     }));
};

/// Row r is in the group r % 3, and every group is a cluster.
void expect_groups(const std::string& output) {
  const auto lines = lines_of(output);
  ASSERT_EQ(lines.size(), 37U);
  const auto cluster = [&](std::size_t row) {
    const std::string& line = lines[row + 1];
    return line.substr(line.find(',') + 1);
  };
  for (std::size_t row = 3; row < 36; ++row) EXPECT_EQ(cluster(row), cluster(row % 3)) << row;
  EXPECT_NE(cluster(0), cluster(1));
  EXPECT_NE(cluster(1), cluster(2));
  EXPECT_NE(cluster(0), cluster(2));
}

TEST_F(ColumnsCommand, TextsAreUsedAndSaidEverywhere) {
  const ProcessResult result =
      cluster(mixed_, {"--json", folder_ / "out.json", "--report", folder_ / "out.html"});
  ASSERT_EQ(result.code, 0) << result.error;
  expect_groups(result.output);
  for (const std::string sentence : {"took as categories: 'city' (3)", "took as yes or no: 'flag'"}) {
    EXPECT_NE(result.error.find(sentence), std::string::npos) << result.error;
    const auto json = nlohmann::json::parse(read_text(folder_ / "out.json"));
    EXPECT_NE(json.dump().find(sentence), std::string::npos);
    EXPECT_NE(read_text(folder_ / "out.html").find(sentence.substr(0, 18)), std::string::npos);
  }
}

TEST_F(ColumnsCommand, TheSameDataAsNumbersAndAsTextGiveTheSameClusters) {
  const auto write = [&](const std::string& name, const char* no, const char* yes) {
    return folder_.write(name, table_of("x,a,b", [&](int row, int group) {
                           return fmt::format("{},{},{}", 7.5 * (row % 6) + group,
                                              group == 0 || row % 7 == 0 ? yes : no, group == 1 ? yes : no);
                         }));
  };
  const std::string numbers = cluster(write("numbers.csv", "0", "1"), {"--scale", "robust"}).output;
  EXPECT_EQ(lines_of(numbers).size(), 37U);
  EXPECT_EQ(cluster(write("yes.csv", "no", "yes"), {"--scale", "robust"}).output, numbers);
  EXPECT_EQ(cluster(write("text.csv", "left", "right"), {"--scale", "robust"}).output, numbers);
  EXPECT_EQ(cluster(write("codes.csv", "0", "1"), {"--scale", "robust", "--category", "a,b"}).output,
            numbers);
}

TEST_F(ColumnsCommand, EveryMethodTakesThem) {
  for (const std::string method : {"comac-seq", "comac-ann", "k-means", "spectral"}) {
    const ProcessResult result = cluster(mixed_, {"--method", method, "--scale", "robust"});
    EXPECT_TRUE(result.code == 0 || result.error.find("makes no difference") != std::string::npos)
        << method << result.error;
  }
}

TEST_F(ColumnsCommand, PredictReadsNewRowsAsTheModelDid) {
  ASSERT_EQ(cluster(mixed_, {"--save", folder_ / "m.comac", "-o", folder_ / "c.csv"}).code, 0);
  expect_groups(read_text(folder_ / "c.csv"));
  const ProcessResult known = run_process({"predict", folder_ / "m.comac", mixed_});
  ASSERT_EQ(known.code, 0) << known.error;
  EXPECT_EQ(known.error, "");
  const auto expected = lines_of(read_text(folder_ / "c.csv")), found = lines_of(known.output);
  for (std::size_t row = 1; row < expected.size(); ++row) EXPECT_TRUE(found[row].starts_with(expected[row]));
  const std::string rows = folder_.write("new.csv", "flag,city,x\nNO,Rome,2\nyes,Lima,101\n,Bern,?\n");
  const ProcessResult unseen = run_process({"predict", folder_ / "m.comac", rows});
  ASSERT_EQ(unseen.code, 0) << unseen.error;
  EXPECT_EQ(
      unseen.error,
      "comac: " + rows +
          ": 2 missing values filled as the model learned it: 'x' (1 by 102), 'flag' (1 by 0)\ncomac: " +
          rows + ": 1 value of 'city' unknown to the model, taken as none of its categories: 'Lima'\n");
  for (std::size_t row = 1; row <= 3; ++row)
    EXPECT_EQ(lines_of(unseen.output)[row].substr(0, 4), expected[row]) << unseen.output;
  const ProcessResult further = run_process(
      {"cluster", "--continue", folder_ / "m.comac", "--links", folder_.write("l.csv", "0,3,must\n")});
  EXPECT_EQ(further.code, 0) << further.error;
  expect_groups(further.output);
  const ProcessResult wrong =
      run_process({"predict", folder_ / "m.comac", folder_.write("w.csv", "x,city,flag\ntall,Rome,no\n")});
  EXPECT_EQ(wrong.code, 65);
  EXPECT_NE(wrong.error.find(":2:1: found 'tall'"), std::string::npos) << wrong.error;
}

TEST_F(ColumnsCommand, RowNumbersDontLeak) {
  // Classes one after the other, as in R's iris.csv: the numbers would tell them.
  std::string text = "\"\",\"x\",\"class\"\n";
  for (int row = 1; row <= 30; ++row)
    text += fmt::format("\"{}\",{},\"{}\"\n", row, (row * 7) % 10, row <= 15 ? "a" : "b");
  const ProcessResult result =
      run_process({"cluster", folder_.write("r.csv", text), "--clusters", "2", "--truth-column", "class"});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.error.find("took 'column 1' for the names of the rows, not for a feature"),
            std::string::npos);
  EXPECT_TRUE(lines_of(result.output)[30].starts_with("30,"));
}

TEST_F(ColumnsCommand, RowsThatAreLeftOutKeepTheOthersNames) {
  const std::string file = folder_.write("holes.csv", "x,y\n0,0\n,1\n0,1\n9,9\n9,8\n8,9\n");
  const std::string labels = folder_.write("labels.csv", "1,low\n2,low\n3,high\n");
  const ProcessResult result = run_process(
      {"cluster", file, "--clusters", "2", "--neighbours", "2", "--missing", "drop", "--labels", labels});
  ASSERT_EQ(result.code, 0) << result.error;
  const auto lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_TRUE(lines[2].starts_with("2,") && lines[2].ends_with(",low")) << result.output;
  EXPECT_NE(result.error.find("left out 1 row that misses values: 1 (counted from 0)"), std::string::npos)
      << result.error;
  EXPECT_NE(result.error.find("passed over a label or link"), std::string::npos) << result.error;
  EXPECT_EQ(run_process({"cluster", file, "--clusters", "2", "--missing", "refuse"}).code, 65);
  EXPECT_EQ(run_process({"cluster", file, "--clusters", "2", "--missing", "guess"}).error,
            "comac: --missing is 'guess'; expected fill, drop or refuse\n");
}

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
          "age     number    1, filled by 40      20 to 4000                / 2.04e+03\n"
          "city    category  1, filled by 'Rome'  'Rome' 2, 'Oslo' 1        2 indicators\n"
          "member  yes/no                         0 to 1                    / 0.707\n"
          "seen    date                           2024-01-31 to 2024-03-02  / 17\n"
          "note    left out                                                               text of which "
          "nearly all values differ\n");
}

TEST_F(ColumnsCommand, HostileNamesDoNoHarm) {
  const std::string evil = "<script>alert(1)</script>\x1b[31m=cmd";
  const std::string text = table_of("x,\"" + evil + "\",\"a,b\"", [&](int row, int group) {
    return fmt::format("{},\"{}\",\"{}\"", group * 50 + row % 4,
                       group == 0   ? "<b>\x1b]0;"
                       : group == 1 ? "'\"&"
                                    : "=1+2",
                       row % 2 == 0 ? "@x" : "");
  });
  const std::string file = folder_.write("evil.csv", text);
  const ProcessResult result =
      cluster(file, {"--save", folder_ / "m", "--json", folder_ / "j", "--report", folder_ / "r.html"});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(result.error.find('\x1b'), std::string::npos) << "control characters reach the terminal";
  const std::string page = read_text(folder_ / "r.html");
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<b>\x1b"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::accept(read_text(folder_ / "j")));
  const ProcessResult shown = run_process({"inspect", file});
  EXPECT_EQ(shown.code, 0);
  EXPECT_EQ(shown.output.find('\x1b'), std::string::npos);
  const ProcessResult predicted =
      run_process({"predict", folder_ / "m",
                   folder_.write("n.csv", "x,\"" + evil + "\",\"a,b\"\n1,\"<i>\x1b[2J\",@x\n")});
  EXPECT_EQ(predicted.code, 0) << predicted.error;
  EXPECT_EQ(predicted.error.find('\x1b'), std::string::npos);
  EXPECT_EQ(cluster(file, {"--ignore", evil}).code, 0);
  EXPECT_EQ(cluster(file, {"--columns", "x,\"a,b\""}).code, 0);
}

TEST_F(ColumnsCommand, OneRowIsOneCluster) {
  const std::string file = folder_.write("one.csv", "x,y,c\n1,2,a\n");
  for (const std::string method : {"comac", "comac-seq", "comac-ann"}) {
    const ProcessResult result =
        run_process({"cluster", file, "--clusters", "1", "--method", method, "--report", folder_ / "r.html"});
    EXPECT_EQ(result.code, 0) << method << result.error;
    EXPECT_EQ(result.output, "row,cluster\n0,0\n") << method;
  }
}

}  // namespace
}  // namespace comac::test
