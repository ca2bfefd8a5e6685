// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/process.hpp"

namespace comac::test {
namespace {

const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";

/// Two clouds of four rows, as lines of a table with a name for each row and some labels.
std::string clouds(const std::string& header, const std::string& delimiter, const std::string& end) {
  const std::vector<std::vector<std::string>> rows{
      {"a", "0", "1", "near"},  {"b", "1", "0", ""},   {"c", "0", "0", ""},   {"d", "1", "1", ""},
      {"e", "90", "91", "far"}, {"f", "91", "90", ""}, {"g", "90", "90", ""}, {"h", "91", "91", ""}};
  std::string text = header;
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) text += (c == 0 ? "" : delimiter) + row[c];
    text += end;
  }
  return text;
}

ProcessResult cluster(const std::string& table, std::vector<std::string> more) {
  more.insert(more.begin(), {"cluster", table, "--clusters", "2"});
  return run_process(more);
}

const std::vector<std::string> named{"--id-column", "name", "--label-column", "known", "--append"};

TEST(Append, AddsColumnsToTheTextAsItIs) {
  const Folder folder;
  for (const std::string delimiter : {",", ";", "\t"}) {
    const std::string header = "name" + delimiter + "x" + delimiter + "\"y\"" + delimiter + "known\r\n";
    const std::string text = clouds(header, delimiter, "\r\n");
    const auto run = cluster(folder.write("t.csv", text), named);
    ASSERT_EQ(run.code, 0) << run.error;
    const auto before = lines_of(text), after = lines_of(run.output);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      const std::string own = before[i].substr(0, before[i].size() - 1);  // without CR
      EXPECT_TRUE(after[i].starts_with(own + delimiter) && after[i].ends_with("\r")) << after[i];
    }
    const auto rest = [&](std::size_t i) { return after[i].substr(before[i].size() - 1); };
    EXPECT_EQ(rest(0), delimiter + "cluster" + delimiter + "label" + delimiter + "confidence\r");
    EXPECT_EQ(rest(1).find(delimiter + "near" + delimiter), 2U) << rest(1);  // after the cluster's number
    EXPECT_EQ(rest(8).find(delimiter + "far" + delimiter), 2U) << rest(8);
    EXPECT_NE(rest(1)[1], rest(8)[1]);
  }
}

TEST(Append, KeepsQuotesBlankLinesAndFieldsOfSeveralLines) {
  const Folder folder;
  const std::string text =
      "\xEF\xBB\xBFname,x,cluster\n\n\"a\nb\",1,2\n\"c,\"\"d\",2,1\n\n e , 90,91\nf,91,90";
  const auto run = cluster(folder.write("t.csv", text), {"--id-column", "name", "--append"});
  ASSERT_EQ(run.code, 0) << run.error;
  const auto lines = lines_of(run.output);
  EXPECT_EQ(lines[0], "\xEF\xBB\xBFname,x,cluster,comac_cluster,confidence") << "the name is taken";
  EXPECT_EQ(lines[1], "");
  EXPECT_EQ(lines[2], "\"a");
  EXPECT_TRUE(lines[3].starts_with("b\",1,2,0,")) << lines[3];
  EXPECT_TRUE(lines[4].starts_with("\"c,\"\"d\",2,1,0,")) << lines[4];
  EXPECT_EQ(lines[5], "");
  EXPECT_TRUE(lines[6].starts_with(" e , 90,91,1,")) << lines[6];
  EXPECT_TRUE(lines[7].starts_with("f,91,90,1,")) << lines[7];
}

TEST(Append, TakesTablesWithoutAHeaderAndFromStandardInput) {
  const auto run =
      run_process({"cluster", "-", "--clusters", "2", "--append"}, {.input = "0 1\n1 0\n9 9\n9 8\n"});
  ASSERT_EQ(run.code, 0) << run.error;
  const auto lines = lines_of(run.output);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_TRUE(lines[0].starts_with("0 1 0 ")) << lines[0];
  EXPECT_TRUE(lines[3].starts_with("9 8 1 ")) << lines[3];
}

TEST(Append, AddsAttributesToArff) {
  const Folder folder;
  const std::string table = folder.write("t.arff",
                                         "@relation r\n@attribute x numeric\n@attribute known {a,'b c'}\n"
                                         "@data\n% a comment\n0,a\n1,?\n90,'b c'\n91,?\n");
  const std::string out = folder / "out.arff";
  const auto run = cluster(table, {"--label-column", "known", "--append", "-o", out});
  ASSERT_EQ(run.code, 0) << run.error;
  const auto lines = lines_of(read_text(out));
  EXPECT_EQ(lines[3], "@attribute cluster numeric");
  EXPECT_EQ(lines[4], "@attribute label string");
  EXPECT_EQ(lines[5], "@attribute confidence numeric");
  EXPECT_EQ(lines[6], "@data");
  EXPECT_TRUE(lines[8].starts_with("0,a,0,'a',")) << lines[8];
  EXPECT_TRUE(lines[10].starts_with("90,'b c',1,'b c',")) << lines[10];
  EXPECT_EQ(cluster(out, {"--ignore", "label", "--ignore", "known"}).code, 0) << "it can be read";
}

TEST(Append, DisarmsHostileLabels) {
  const Folder folder;
  const std::string hostile = "=cmd|'/c calc'!A1";
  const std::string table = folder.write("t.csv", "x,known\n0,\"" + hostile + "\"\n1,\n90,\"a,b\"\n91,\n");
  const auto run = cluster(table, {"--label-column", "known", "--append"});
  ASSERT_EQ(run.code, 0) << run.error;
  const auto lines = lines_of(run.output);
  EXPECT_NE(lines[2].find(",'" + hostile + ","), std::string::npos) << lines[2];
  EXPECT_NE(lines[4].find(",\"a,b\","), std::string::npos) << lines[4];
}

TEST(Append, IsRefusedWhereThereIsNoTable) {
  const Folder folder;
  const std::string chain = folder.write("c.csv", "0.9,0.1\n0.1,0.9\n");
  EXPECT_EQ(run_process({"cluster", "--transition", chain, "--clusters", "2", "--append"}).code, 2);
  const std::string model = folder / "m.comac";
  ASSERT_EQ(cluster(iris, {"--ignore", "class", "--save", model, "-o", folder / "o.csv"}).code, 0);
  const auto run = run_process({"cluster", "--continue", model, "--append"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.error.find("comac predict MODEL DATA --append"), std::string::npos) << run.error;
  const auto predicted = run_process({"predict", model, iris, "--append"});
  EXPECT_EQ(lines_of(predicted.output)[0],
            "sepal_length,sepal_width,petal_length,petal_width,class,cluster,confidence");
  EXPECT_EQ(lines_of(predicted.output).size(), 151U);
}

TEST(Confidence, IsInTheOutputIfAskedFor) {
  const auto run = cluster(iris, {"--ignore", "class", "--confidence"});
  ASSERT_EQ(run.code, 0) << run.error;
  const auto lines = lines_of(run.output);
  EXPECT_EQ(lines[0], "row,cluster,confidence");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const double confidence = std::stod(lines[i].substr(lines[i].rfind(',') + 1));
    EXPECT_GE(confidence, 0);
    EXPECT_LE(confidence, 1);
  }
  EXPECT_EQ(lines_of(cluster(iris, {"--ignore", "class", "--method", "k-means", "--confidence"}).output)[0],
            "row,cluster")
      << "k-means knows none";
}

TEST(OneRow, IsOneCluster) {
  const auto run = run_process({"cluster", "-", "--clusters", "1", "--confidence"}, {.input = "x,y\n1,2\n"});
  EXPECT_EQ(run.code, 0) << run.error;
  EXPECT_EQ(run.output, "row,cluster,confidence\n0,0,1.0000\n");
}

TEST(Describe, SaysWhatEachClusterIsInTheColumnsOwnUnits) {
  const Folder folder;
  const auto run = run_process(
      {"describe", iris, "--clusters", "3", "--truth-column", "class", "--json", folder / "d.json"});
  ASSERT_EQ(run.code, 0) << run.error;
  EXPECT_NE(run.output.find(": 50 rows (33 %)"), std::string::npos) << run.output;
  EXPECT_NE(
      run.output.find("petal_length  at most 1.9   100 % here, 0 % elsewhere; typically 1.5, elsewhere 4.9"),
      std::string::npos)
      << run.output;
  EXPECT_NE(run.output.find("typical: row "), std::string::npos);
  EXPECT_NE(run.output.find("at the border: row "), std::string::npos);
  const auto json = nlohmann::json::parse(read_text(folder / "d.json"))["description"];
  ASSERT_EQ(json.size(), 3U);
  const auto setosa = static_cast<std::size_t>(run.output[run.output.find(": 50 rows (33 %)") - 1] - '0');
  bool found = false;
  for (const auto& trait : json[setosa]["traits"]) {
    if (trait["column"] != "petal_length") continue;
    found = true;
    EXPECT_EQ(trait["kind"], "below");
    EXPECT_EQ(trait["high"], 1.9);
    EXPECT_TRUE(trait["low"].is_null());
    EXPECT_EQ(trait["median_here"], 1.5);
  }
  EXPECT_TRUE(found);
  const auto one =
      run_process({"describe", iris, "--clusters", "3", "--truth-column", "class", "--top", "1"});
  EXPECT_LT(one.output.size(), run.output.size());
}

TEST(Describe, TakesOtherMethodsChainsAndHostileNames) {
  const Folder folder;
  EXPECT_EQ(
      run_process({"describe", iris, "--clusters", "3", "--ignore", "class", "--method", "k-means"}).code, 0);
  const std::string chain = folder.write("c.csv", "0.9,0.1,0,0\n0.1,0.8,0.1,0\n0,0.1,0.8,0.1\n0,0,0.1,0.9\n");
  const auto of_chain = run_process({"describe", "--transition", chain, "--clusters", "2"});
  EXPECT_EQ(of_chain.code, 0) << of_chain.error;
  std::string text = "\"\x1b[31m$(touch x)\xe2\x80\xae\",name\n";
  for (int i = 0; i < 30; ++i)
    text += std::to_string(i < 15 ? i : i + 100) + ",\x1b]0;r" + std::to_string(i) + "\n";
  const auto run =
      run_process({"describe", folder.write("t.csv", text), "--clusters", "2", "--id-column", "name"});
  ASSERT_EQ(run.code, 0) << run.error;
  EXPECT_EQ(run.output.find('\x1b'), std::string::npos);
  EXPECT_NE(run.output.find("\\x1b[31m$(touch x)\\u202e"), std::string::npos) << run.output;
}

TEST(OnConflict, DropSaysWhatItDropped) {
  const Folder folder;
  const std::string links = folder.write("links.csv", "0,1,must\n1,2,must\n0,2,cannot\n");
  const auto run =
      cluster(iris, {"--ignore", "class", "--links", links, "--on-conflict", "drop", "-o", folder / "o.csv"});
  EXPECT_EQ(run.code, 0) << run.error;
  EXPECT_NE(run.error.find("left out: rows "), std::string::npos) << run.error;
  EXPECT_NE(run.error.find(", because rows "), std::string::npos) << run.error;
  EXPECT_NE(run.error.find("links.csv:"), std::string::npos) << run.error;
}

TEST(LabelColumn, GoesThroughToVerifyAndScore) {
  const Folder folder;
  const std::string table = folder.write("t.csv", clouds("name,x,y,known\n", ",", "\n"));
  const std::string out = folder / "out.csv", appended = folder / "appended.csv";
  ASSERT_EQ(cluster(table, {"--id-column", "name", "--label-column", "known", "-o", out}).code, 0);
  auto run = run_process({"verify", out, table, "--label-column", "known", "--id-column", "name"});
  EXPECT_EQ(run.code, 0) << run.error;
  EXPECT_EQ(run.output, "All honoured: 2 labels and 0 links.\n");
  auto all = named;
  all.insert(all.end(), {"-o", appended});
  ASSERT_EQ(cluster(table, all).code, 0);
  run = run_process({"verify", appended, "--label-column", "known", "--id-column", "name"});
  EXPECT_EQ(run.output, "All honoured: 2 labels and 0 links.\n") << run.error;
  run = run_process({"score", table, out, "--label-column", "known", "--id-column", "name"});
  EXPECT_EQ(run.code, 0) << run.error;
  EXPECT_TRUE(run.output.starts_with("NMI          1.000000")) << run.output;
}

TEST(LabelColumn, MistakesAreToldWithTheirRemedy) {
  const Folder folder;
  const std::string table = folder.write("t.csv", clouds("name,x,y,known\n", ",", "\n"));
  const std::string out = folder / "out.csv";
  ASSERT_EQ(cluster(table, {"--id-column", "name", "--label-column", "known", "-o", out}).code, 0);
  const auto error = [](const std::vector<std::string>& words) { return run_process(words).error; };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  std::string said = error({"verify", out, table, "--label-column", "known"});
  EXPECT_TRUE(has(said, "the rows have names, and ") && has(said, "name it with --id-column")) << said;
  said = error({"verify", out, table});
  EXPECT_TRUE(has(said, "--label-column is missing; name its column of known labels")) << said;
  said = error({"verify", out});
  EXPECT_TRUE(has(said, "or the table and its --label-column")) << said;
  said = error({"verify", out, table, "--label-column", "unknown", "--id-column", "name"});
  EXPECT_TRUE(has(said, "there is no column 'unknown'; the columns are name, x, y, known")) << said;
  said = error({"score", table, out, "--id-column", "name"});
  EXPECT_TRUE(has(said, ":COLUMN or --truth-column or --label-column")) << said;
}

TEST(Score, TakesAClassCalledMinusOne) {
  const Folder folder;
  const std::string truth = folder.write("t.csv", "class\n-1\n-1\n1\n1\n");
  const std::string labels = folder.write("l.csv", "cluster\n0\n1\n1\n1\n");
  EXPECT_NE(run_process({"score", truth, labels}).output.find("accuracy     0.75"), std::string::npos);
  EXPECT_NE(run_process({"score", truth, labels, "--label-column", "class"}).output.find("accuracy     1.0"),
            std::string::npos)
      << "of known labels, -1 is unknown";
}

}  // namespace
}  // namespace comac::test
