// SPDX-License-Identifier: MIT
// What the command does with tables as people have them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/columns_fixture.hpp"

namespace comac::test {
namespace {

TEST_F(ColumnsCommand, TextsAreUsedAndSaidEverywhere) {
  const ProcessResult result =
      cluster(mixed_, {"--json", folder_ / "out.json", "--report", folder_ / "out.html"});
  ASSERT_EQ(result.code, 0) << result.error;
  expect_groups(result.output);
  for (const std::string sentence : {"read as categories: 'city' (3)", "read as yes or no: 'flag'"}) {
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
          ": 2 missing values filled as the model learned it: 'x' (1 by 102), 'flag' (1 by no)\ncomac: " +
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
  EXPECT_NE(result.error.find(
                "left out 'Species': its name says that it holds the classes; name it as truth column, "
                "label column or category to use it"),
            std::string::npos)
      << result.error;
  EXPECT_EQ(run({"--truth-column", "Species"}).output, result.output);
  const ProcessResult used = run({"--category", "Species"});
  EXPECT_EQ(used.error.find("left out"), std::string::npos) << used.error;
  EXPECT_NE(run_process({"inspect", file}).output.find("left out"), std::string::npos);
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
