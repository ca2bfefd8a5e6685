// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/process.hpp"

namespace comac::test {
namespace {

using nlohmann::json;

const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";
/// Two pairs of near points and one in between.
const std::string five_points = "name,x,known\na,0,left\nb,0.1,\nc,5,?\n\"d,e\",5.1,right\nf,2.4,NA\n";

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class ClusterCommand : public testing::Test {
 protected:
  ProcessResult cluster(const std::vector<std::string>& more, const ProcessOptions& options = {}) const {
    return run_process(with({"cluster"}, more), options);
  }
  std::string points() const { return folder_.write("points.csv", "x\n0\n0.1\n0.2\n5\n5.1\n5.2\n"); }

  Folder folder_;
};

TEST_F(ClusterCommand, WritesNothingButRowsAndClustersToStandardOutput) {
  const ProcessResult result = cluster({points(), "--clusters", "2", "--neighbours", "3"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.error, "");
  const auto lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0], "row,cluster");
  EXPECT_EQ(lines[1].substr(0, 2), "0,");
  EXPECT_EQ(lines[1].substr(2), lines[3].substr(2));
  EXPECT_NE(lines[1].substr(2), lines[4].substr(2));
}

TEST_F(ClusterCommand, FindsOneClusterInOneRow) {
  const ProcessResult result = cluster({folder_.write("one.csv", "x,y\n1,2\n"), "--json", folder_ / "json"});
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(result.output, "row,cluster\n0,0\n");
}

TEST_F(ClusterCommand, HasNoEmptyClustersWhereNobodyAskedForMore) {
  std::string three = "x,y\n";
  for (int i = 0; i < 15; ++i) three += "0,0\n1,1\n";
  for (const std::string& content :
       {three + "5,5\n", std::string("0,a\n1,b\n2,c\n3,d\n"), std::string("1\n1\n2\n")}) {
    const ProcessResult result = cluster({folder_.write("t.csv", content), "--json", folder_ / "json"});
    EXPECT_EQ(result.code, 0) << result.error;
    EXPECT_EQ(result.error.find("asked for"), std::string::npos) << result.error;
    const json run = json::parse(read_text(folder_ / "json"));
    EXPECT_EQ(run["clusters_found"], run["sizes"].size()) << content;
  }
}

TEST_F(ClusterCommand, TakesNoMoreMemoryThanIsAllowed) {
  std::string table = "x,y\n", links;
  for (int i = 0; i < 3000; ++i) {
    table += std::to_string(i % 3 * 50 + i % 17) + "." + std::to_string(i * i % 101) + "," +
             std::to_string(i * i % 23) + "\n";
    links += std::to_string(i) + "," + std::to_string((i + 3) % 3000) + ",must\n";
    links += std::to_string(i) + "," + std::to_string((i + 1) % 3000) + ",cannot\n";
  }
  const std::vector<std::string> words{folder_.write("t.csv", table), "--clusters", "3", "--links",
                                       folder_.write("l.csv", links), "--threads",  "1", "--memory-limit"};
  for (const int megabytes : {12, 16, 20, 40, 400}) {
    const ProcessResult result = cluster(with(words, {std::to_string(megabytes)}));
    if (megabytes == 400) {
      EXPECT_EQ(result.code, 0) << result.error;
    }
    if (result.code == 0) continue;
    EXPECT_EQ(result.code, 65) << result.error;
    EXPECT_NE(result.error.find(" MB"), std::string::npos) << result.error;
    EXPECT_NE(result.error.find("use fewer "), std::string::npos) << result.error;
  }
}

TEST_F(ClusterCommand, ShowsTheSummaryInPlaceOfManyRowsOnATerminal) {
  const ProcessOptions terminal{.error_is_terminal = true, .output_is_terminal = true};
  const std::vector<std::string> words{iris, "--truth-column", "class", "--clusters", "3"};
  const std::string many = cluster(words, terminal).error;
  EXPECT_EQ(many.find("row,cluster"), std::string::npos);
  EXPECT_NE(many.find("150 rows in 3 clusters"), std::string::npos) << many;
  EXPECT_NE(many.find("-o FILE"), std::string::npos);
  EXPECT_NE(cluster(with(words, {"-o", "-"}), terminal).error.find("row,cluster"), std::string::npos);
  EXPECT_NE(cluster({points(), "--clusters", "2"}, terminal).error.find("row,cluster"), std::string::npos);
}

TEST_F(ClusterCommand, SuggestsColumnsAndTheNumberOfClusters) {
  EXPECT_NE(cluster({iris, "--truth-column", "clas"})
                .error.find("found no column 'clas' (did you mean 'class'?); the columns are"),
            std::string::npos);
  for (const std::string k : {"-k", "--K", "--k", "-K", "-k3"}) {
    const ProcessResult result = cluster({iris, k, "3"});
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.error.find("; did you mean --clusters?"), std::string::npos) << result.error;
  }
}

TEST_F(ClusterCommand, NamesTheCellThatIsTooLarge) {
  const std::string table = folder_.write("t.csv", "id,x,y\na,1,2\nb,3,4\nc,5,1e308\nd,5,1\n");
  for (const char* method : {"comac", "k-means", "comac-seq"}) {
    const ProcessResult result = cluster({table, "--clusters", "2", "--scale", "none", "--method", method});
    EXPECT_EQ(result.code, 65);
    EXPECT_EQ(result.error, "comac: " + table +
                                ":4:3: found 1e+308 in 'y', too large for distances between rows to be "
                                "numbers; correct it, or scale the columns (--scale zscore)\n");
  }
}

TEST_F(ClusterCommand, TellsTypicalDistancesOfEqualWeights) {
  const ProcessResult result = cluster(
      {iris, "--truth-column", "class", "--clusters", "3", "--kernel", "binary", "--json", folder_ / "json"});
  EXPECT_EQ(result.code, 0) << result.error;
  const json chosen = json::parse(read_text(folder_ / "json"))["chosen"];
  EXPECT_TRUE(chosen["bits_by_neighbours"].is_number());
  EXPECT_EQ(cluster({folder_.write("equal.csv", "1\n1\n1\n1\n"), "--clusters", "2", "--kernel", "binary",
                     "--json", folder_ / "json"})
                .code,
            0);
}

TEST_F(ClusterCommand, ReadsStandardInput) {
  const ProcessResult from_file = cluster({points(), "--clusters", "2", "--neighbours", "3"});
  const ProcessResult from_input =
      cluster({"-", "--clusters", "2", "--neighbours", "3"}, {.input = read_text(points())});
  EXPECT_EQ(from_input.code, 0);
  EXPECT_EQ(from_input.output, from_file.output);
}

TEST_F(ClusterCommand, NamesRowsAndClusters) {
  const ProcessResult result =
      cluster({folder_.write("five.csv", five_points), "--clusters", "2", "--neighbours", "2", "--id-column",
               "name", "--label-column", "known"});
  ASSERT_EQ(result.code, 0) << result.error;
  const auto lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[0], "row,cluster,label");
  EXPECT_TRUE(lines[1].starts_with("a,") && lines[1].ends_with(",left"));
  EXPECT_TRUE(lines[2].starts_with("b,") && lines[2].ends_with(",left"));
  EXPECT_TRUE(lines[4].starts_with("\"d,e\",") && lines[4].ends_with(",right"));
}

TEST_F(ClusterCommand, CountsFromOneIfAsked) {
  const std::string links = folder_.write("links.csv", "1,6,must\n");
  const ProcessResult result =
      cluster({points(), "--clusters", "2", "--neighbours", "3", "--links", links, "--one-based"});
  ASSERT_EQ(result.code, 0) << result.error;
  const auto lines = lines_of(result.output);
  EXPECT_TRUE(lines[1].starts_with("1,"));
  EXPECT_TRUE(lines[6].starts_with("6,"));
  EXPECT_EQ(lines[1].back(), lines[6].back());
  const ProcessResult from_zero =
      cluster({points(), "--clusters", "2", "--neighbours", "3", "--links", links});
  EXPECT_EQ(from_zero.code, 65);
}

TEST_F(ClusterCommand, HonoursEveryKindOfFile) {
  const std::string labels = folder_.write("labels.csv", "row,label\n0,a\n3,a\n");
  const std::string must = folder_.write("must.csv", "1,4\n");
  const std::string cannot = folder_.write("cannot.csv", "0,1\n");
  const ProcessResult result =
      cluster({points(), "--clusters", "2", "--neighbours", "3", "--labels", labels, "--must-link", must,
               "--cannot-link", cannot, "--json", folder_ / "run.json"});
  ASSERT_EQ(result.code, 0) << result.error;
  const auto lines = lines_of(result.output);
  const auto cluster_of = [&](std::size_t row) { return lines[row + 1].substr(2, 1); };
  EXPECT_EQ(cluster_of(0), cluster_of(3));
  EXPECT_EQ(cluster_of(1), cluster_of(4));
  EXPECT_NE(cluster_of(0), cluster_of(1));
}

TEST_F(ClusterCommand, WritesTheDocumentedKeys) {
  const ProcessResult result =
      cluster({iris, "--clusters", "3", "--truth-column", "class", "--neighbours", "20", "--json",
               folder_ / "run.json", "-o", folder_ / "labels.csv", "--seed", "7"});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(lines_of(read_text(folder_ / "labels.csv")).size(), 151U);
  const json run = json::parse(read_text(folder_ / "run.json"));
  for (const char* key :
       {"/sigma", "/cost", "/clusters_found", "/scores/nmi", "/scores/ari", "/times_ms/read",
        "/times_ms/chain", "/times_ms/optimise", "/times_ms/total", "/constraints/must_link",
        "/constraints/cannot_link", "/constraints/violated", "/seed"}) {
    EXPECT_TRUE(run.contains(json::json_pointer(key))) << key;
  }
  EXPECT_NEAR(run["sigma"].get<double>(), 0.33696, 1e-5);
  EXPECT_EQ(run["seed"], 7);
  EXPECT_EQ(run["clusters_found"], 3);
}

TEST_F(ClusterCommand, NeverUsesTheTruthToCluster) {
  const ProcessResult with_truth = cluster({iris, "--clusters", "3", "--truth-column", "class"});
  const ProcessResult without = cluster({iris, "--clusters", "3", "--ignore", "class"});
  EXPECT_EQ(with_truth.code, 0);
  EXPECT_EQ(with_truth.output, without.output);
}

TEST_F(ClusterCommand, WritesAReport) {
  const ProcessResult result = cluster({iris, "--clusters", "3", "--truth-column", "class", "--report",
                                        folder_ / "run.html", "--plot-columns", "sepal_length,petal_width"});
  ASSERT_EQ(result.code, 0) << result.error;
  const std::string page = read_text(folder_ / "run.html");
  EXPECT_TRUE(page.starts_with("<!"));
  EXPECT_NE(page.find("petal_width"), std::string::npos);
  EXPECT_NE(page.find("comac cluster"), std::string::npos);
}

TEST_F(ClusterCommand, TakesOptionsFromAFile) {
  const std::string flat = folder_.write("flat.toml", "# settings\nclusters = 2\nneighbours = 3\nseed = 5\n");
  const std::string section = folder_.write(
      "section.toml", "[cluster]\nclusters = 2\nneighbours = 3 # few\nseed = 5\nignore = [\"a\", \"b\"]\n");
  const std::string data = folder_.write("text.csv", "x,a,b\n0,u,v\n0.1,u,v\n5,u,v\n5.1,u,v\n");
  for (const auto& arguments : {with({points(), "--config"}, {flat}), with({data, "--config"}, {section})}) {
    const ProcessResult result = cluster(with(arguments, {"--json", folder_ / "run.json"}));
    ASSERT_EQ(result.code, 0) << result.error;
    EXPECT_EQ(json::parse(read_text(folder_ / "run.json"))["seed"], 5);
  }
  ASSERT_EQ(cluster({points(), "--config", flat, "--seed", "6", "--json", folder_ / "run.json"}).code, 0);
  EXPECT_EQ(json::parse(read_text(folder_ / "run.json"))["seed"], 6);
}

TEST_F(ClusterCommand, RefusesAWrongConfigFile) {
  const auto refused = [&](const std::string& content) {
    const ProcessResult result = cluster({points(), "--config", folder_.write("bad.toml", content)});
    EXPECT_EQ(result.code, 2);
    return result.error;
  };
  const auto expect = [&](const std::string& content, const std::string& sentence) {
    EXPECT_NE(refused(content).find("bad.toml:" + sentence), std::string::npos) << refused(content);
  };
  expect("clusters = 2\nbetta = 1\n", "2: there is no option 'betta'; did you mean beta?");
  expect("\n[klaster]\nclusters = 2\n", "3: found a section 'klaster'; expected none or [cluster]");
  expect("# few\nclusters = many\n", "2: --clusters is 'many'; expected 1 or more, or from A to B");
  expect("clusters = [2, 3]\n", "1: 'clusters' is given more or less than once; expected one value");
  expect("clusters = 2\nclusters = 3\n", "2: 'clusters' is given more or less than once");
  expect("clusters = 2\nignore = [\"a\",\n\n", "2: found a list that doesn't end; expected ']'");
  expect("clusters = 2\nignore = [\"a\" \"b\"]\n", "2: found a list that doesn't end; expected ']'");
  expect("clusters = 2\nquiet = maybe\n", "2: quiet is 'maybe'; expected true or false");
  expect("clusters = 2\nquiet\n", "2: found 'quiet' without a value; expected lines like beta = 0.5");
  expect("clusters = \n", "1: found no value of clusters");
  expect("clusters = \"2\n", "1: found a text that doesn't end; expected \" behind it");
  expect("clusters = \"2\" 3\n", "1: found '3' behind the value; expected the end of the line");
  expect("[cluster\n", "1: found a section that doesn't end; expected ']'");
  expect("config = other.toml\n", "1: a file of options names another; expected options only");
  for (const std::string line :
       {"{}", "{} = 2", "[{}]\nbeta = 1", "beta = {}", "quiet = {}", "beta = '1' {}"}) {
    std::string content = line;
    content.replace(content.find("{}"), 2, std::string(1'000'000, ','));
    EXPECT_LT(refused(content).size(), 1000U) << line;
  }
  EXPECT_EQ(cluster({points(), "--config", folder_ / "none.toml"}).code, 66);
}

TEST_F(ClusterCommand, FindsDataInTheNamedFolder) {
  points();
  const std::string here = folder_ / "";
  EXPECT_EQ(cluster({"points.csv", "--clusters", "2", "--neighbours", "3", "--data-dir", here}).code, 0);
  EXPECT_EQ(
      cluster({"points.csv", "--clusters", "2", "--neighbours", "3"}, {.environment = {{"COMAC_DATA", here}}})
          .code,
      0);
}

TEST_F(ClusterCommand, EndsWithOneIfAConstraintIsBroken) {
  const std::string links = folder_.write("links.csv", "0,1,cannot\n1,2,cannot\n0,2,cannot\n");
  const std::vector<std::string> words{points(), "--clusters", "2", "--neighbours", "3", "--links", links};
  const ProcessResult broken = cluster(words);
  EXPECT_EQ(broken.code, 1);
  EXPECT_EQ(lines_of(broken.output).size(), 7U);
  EXPECT_NE(broken.error.find("links.csv:"), std::string::npos) << broken.error;
  const ProcessResult allowed = cluster(with(words, {"--allow-violations", "--json", folder_ / "run.json"}));
  EXPECT_EQ(allowed.code, 0);
  EXPECT_EQ(allowed.output, broken.output);
  EXPECT_NE(allowed.error, "");
}

TEST_F(ClusterCommand, NamesTheChainOfAContradiction) {
  const std::string links = folder_.write("links.csv", "0,1,must\n1,2,must\n0,2,cannot\n");
  const std::vector<std::string> words{points(), "--clusters", "2", "--neighbours", "3", "--links", links};
  const ProcessResult refused = cluster(words);
  EXPECT_EQ(refused.code, 65);
  for (const char* line : {"links.csv:1", "links.csv:2", "links.csv:3"}) {
    EXPECT_NE(refused.error.find(line), std::string::npos) << refused.error;
  }
  const ProcessResult dropped = cluster(with(words, {"--on-conflict", "drop"}));
  EXPECT_EQ(dropped.code, 0) << dropped.error;
  EXPECT_NE(dropped.error, "");
}

TEST_F(ClusterCommand, SaysWhenClustersAreEmpty) {
  const ProcessResult result = cluster({points(), "--clusters", "4", "--neighbours", "3", "--beta", "0",
                                        "--method", "comac-seq", "--json", folder_ / "run.json"});
  ASSERT_EQ(result.code, 0) << result.error;
  const json run = json::parse(read_text(folder_ / "run.json"));
  ASSERT_LT(run["clusters_found"].get<int>(), 4);
  EXPECT_NE(result.error.find("of the 4 clusters asked for"), std::string::npos) << result.error;
  EXPECT_NE(run.dump().find("of the 4 clusters asked for"), std::string::npos);
}

TEST_F(ClusterCommand, AggregatesAChain) {
  const std::string chain =
      folder_.write("chain.csv", "0.8,0.2,0,0\n0.1,0.8,0.1,0\n0,0.1,0.8,0.1\n0,0,0.2,0.8\n");
  const ProcessResult result = cluster({"--transition", chain, "--clusters", "2"});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(lines_of(result.output).size(), 5U);
  const std::string improper = folder_.write("bad.csv", "0.5,0.5\n0.9,0.2\n");
  const ProcessResult refused = cluster({"--transition", improper, "--clusters", "2"});
  EXPECT_EQ(refused.code, 65);
  EXPECT_NE(refused.error.find("bad.csv: transition matrix: row 1 sums to 1.1"), std::string::npos)
      << refused.error;
  EXPECT_EQ(cluster({"--transition", chain, "--clusters", "2", "--report", folder_ / "chain.html"}).code, 0);
  EXPECT_NE(read_text(folder_ / "chain.html").find("The chain between clusters"), std::string::npos);
}

TEST_F(ClusterCommand, TellsBadDataFromMissingInput) {
  EXPECT_EQ(cluster({folder_.write("typo.csv", "x,y\n1,2\n3,4\n5,o6\n"), "--clusters", "2"}).code, 65);
  EXPECT_EQ(cluster({folder_ / "none.csv", "--clusters", "3"}).code, 66);
  EXPECT_EQ(cluster({points(), "--clusters", "2", "--links", folder_ / "none.csv"}).code, 66);
}

TEST_F(ClusterCommand, LeavesNothingBehindWhereItCannotWrite) {
  const std::string data = points();
  const auto before = folder_.names();
  for (const char* option : {"--output", "--json", "--report"}) {
    const ProcessResult result =
        cluster({data, "--clusters", "2", "--neighbours", "3", option, folder_ / "no/out"});
    EXPECT_EQ(result.code, 73) << option;
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(lines_of(result.error).size(), 1U);
    EXPECT_EQ(cluster({data, "--clusters", "2", "--neighbours", "3", option, data + "/out"}).code, 73);
    EXPECT_EQ(cluster({data, "--clusters", "2", "--neighbours", "3", option, folder_ / ""}).code, 73);
  }
  EXPECT_EQ(folder_.names(), before);
}

TEST_F(ClusterCommand, CannotWriteToAFullDevice) {
  const ProcessResult result =
      run_process({"-c", "exec \"$0\" generate circles >/dev/full", COMAC_COMMAND}, {.program = "/bin/sh"});
  EXPECT_EQ(result.code, 73);
}

TEST_F(ClusterCommand, SummarisesForAPersonOnly) {
  const std::vector<std::string> words{iris, "--clusters",       "3", "--truth-column", "class",
                                       "-o", folder_ / "out.csv"};
  EXPECT_EQ(cluster(words).error, "");
  const ProcessResult verbose = cluster(with(words, {"--verbose"}));
  EXPECT_GE(lines_of(verbose.error).size(), 3U);
  EXPECT_LE(lines_of(verbose.error).size(), 10U);
  EXPECT_NE(verbose.error.find("units  Columns are left as they are: their spreads differ by a factor of "),
            std::string::npos)
      << verbose.error;
  EXPECT_NE(verbose.error.find("150 rows in 3 clusters"), std::string::npos) << verbose.error;
  EXPECT_NE(verbose.error.find("NMI"), std::string::npos);
  EXPECT_NE(verbose.error.find("out.csv"), std::string::npos);
  EXPECT_EQ(lines_of(cluster(words, {.error_is_terminal = true}).error).size(),
            lines_of(verbose.error).size());
  EXPECT_EQ(cluster(with(words, {"-q"}), {.error_is_terminal = true}).error, "");
}

TEST_F(ClusterCommand, SpeaksOfRestartsOnlyWhereOneOfSeveralWasTaken) {
  const std::vector<std::string> words{iris, "--clusters", "3", "--restarts", "5", "--verbose"};
  EXPECT_EQ(cluster(words).error.find("the best of"), std::string::npos);
  for (const char* chain : {"dense", "sparse"}) {
    const ProcessResult result = cluster(with(words, {"--relaxation", "1", "--chain", chain}));
    EXPECT_NE(result.error.find("the best of 5 "), std::string::npos) << result.error;
  }
}

}  // namespace
}  // namespace comac::test
