// SPDX-License-Identifier: MIT
// What the command does with tables as people have them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
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

/// The cluster of each row, clusters numbered by their first rows.
std::vector<std::size_t> renumbered(const std::string& output) {
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> clusters;
  for (const std::string& line : lines_of(output)) {
    if (line != "row,cluster")
      clusters.push_back(numbers.emplace(line.substr(line.find(',') + 1), numbers.size()).first->second);
  }
  return clusters;
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
  const auto clusters = [&](const std::string& file, Lines more = {}) {
    more.insert(more.end(), {"--scale", "robust"});
    return renumbered(cluster(file, more).output);
  };
  const auto numbers = clusters(write("numbers.csv", "0", "1"));
  EXPECT_EQ(numbers.size(), 36U);
  EXPECT_EQ(clusters(write("yes.csv", "no", "yes")), numbers);
  EXPECT_EQ(clusters(write("text.csv", "left", "right")), numbers);
  EXPECT_EQ(clusters(write("codes.csv", "0", "1"), {"--category", "a,b"}), numbers);
}

TEST_F(ColumnsCommand, EveryMethodTakesThem) {
  for (const std::string method : {"comac-seq", "comac-ann", "k-means", "spec"}) {
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
    EXPECT_TRUE(lines_of(unseen.output)[row].starts_with(expected[row] + ",")) << unseen.output;
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
            "comac: --missing is 'guess'; expected fill, drop or refuse\nsee comac cluster --help\n");
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
          "age     number    1, filled by 40      20 to 4,000               / 1.98e+03\n"
          "city    category  1, filled by 'Rome'  'Rome' 2, 'Oslo' 1        2 indicators\n"
          "member  yes/no                         no to yes                 / 0.707\n"
          "seen    date                           2024-01-31 to 2024-03-02  / 17.3\n"
          "note    left out                                                               text of which "
          "nearly all values differ\n\n" +
          file + ": took 'Id' for the names of the rows, not for a feature: all its values differ\n" + file +
          ": left out 'note': text of which nearly all values differ\n" + file +
          ": took as categories: 'city' (2)\n" + file + ": took as yes or no: 'member'\n" + file +
          ": took as dates: 'seen'\n" + file +
          ": 2 missing values filled by the column's median or commonest value: 'age' (1), 'city' (1)\n"
          "Columns are scaled by their spread: that of 'age' is 2.8e+03 times that of 'member'.\n");
}

TEST_F(ColumnsCommand, HostileNamesDoNoHarm) {
  const std::string evil = "<script>alert(1)</script>\x1b[31m=cmd";
  const std::string text = table_of("x,\"" + evil + "\",\"a,b\"", [&](int row, int group) {
    return fmt::format("{},\"{}\",\"{}\"", group * 50 + row % 4,
                       group == 0   ? "<b>\x1b]0;"
                       : group == 1 ? "'\"\"&"
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

TEST_F(ColumnsCommand, CategoriesAloneAreClusteredHoweverOftenRowsComeAgain) {
  std::string text = "hair,eyes,skin\n";
  for (int row = 0; row < 300; ++row) {
    const bool dark = row % 2 == 0;
    text += fmt::format("{},{},{}\n", dark ? (row % 3 == 0 ? "black" : "brown") : "blond",
                        dark ? "dark" : (row % 5 == 0 ? "green" : "blue"), dark ? "brown" : "pale");
  }
  const std::string file = folder_.write("people.csv", text);
  const ProcessResult result = run_process({"cluster", file, "--clusters", "2", "--save", folder_ / "m"});
  ASSERT_EQ(result.code, 0) << result.error;
  const auto lines = lines_of(result.output);
  const auto cluster = [&](std::size_t row) { return lines[row + 1].substr(lines[row + 1].find(',') + 1); };
  for (std::size_t row = 2; row < 300; ++row) EXPECT_EQ(cluster(row), cluster(row % 2)) << row;
  EXPECT_NE(cluster(0), cluster(1));
  const ProcessResult predicted = run_process({"predict", folder_ / "m", file});
  ASSERT_EQ(predicted.code, 0) << predicted.error;
  for (std::size_t row = 1; row <= 300; ++row)
    EXPECT_TRUE(lines_of(predicted.output)[row].starts_with(lines[row] + ",")) << row;
}

TEST_F(ColumnsCommand, ClassesThatNobodyNamedDontLeak) {
  std::string text = "x,y,Species\n";
  for (int row = 0; row < 40; ++row)
    text += fmt::format("{},{},{}\n", (row % 2) * 50 + row % 7, row % 5, row < 20 ? "setosa" : "virginica");
  const std::string file = folder_.write("leak.csv", text);
  const auto run = [&](Lines more) {
    Lines words{"cluster", file, "--clusters", "2", "--neighbours", "6"};
    words.insert(words.end(), more.begin(), more.end());
    return run_process(words);
  };
  const ProcessResult result = run({});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_NE(
      result.error.find("left out 'Species': by its name it holds the classes; name it as truth-column, "
                        "label-column or category to use it"),
      std::string::npos)
      << result.error;
  EXPECT_EQ(run({"--truth-column", "Species"}).output, result.output);
  const ProcessResult used = run({"--category", "Species"});
  EXPECT_EQ(used.error.find("left out"), std::string::npos) << used.error;
  EXPECT_NE(run_process({"inspect", file}).output.find("left out"), std::string::npos);
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
