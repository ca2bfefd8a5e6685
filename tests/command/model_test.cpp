// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "command/process.hpp"

namespace comac::test {
namespace {

/// Two groups in two columns, a and b.
class ModelCommand : public testing::Test {
 protected:
  ProcessResult fit(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"cluster", data_,          "--clusters", "2",      "--labels",
                                   labels_,   "--neighbours", "4",          "--save", model_};
    words.insert(words.end(), more.begin(), more.end());
    return run_process(words);
  }
  ProcessResult predict(const std::string& file, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"predict", model_, file};
    words.insert(words.end(), more.begin(), more.end());
    return run_process(words);
  }

  Folder folder_;
  std::string data_ =
      folder_.write("data.csv", "a,b\n0,0\n0,0.1\n0.1,0\n0.1,0.1\n5,5\n5,5.1\n5.1,5\n5.1,5.1\n");
  std::string labels_ = folder_.write("labels.csv", "0,low\n4,high\n");
  std::string model_ = folder_ / "model.comac";
};

TEST_F(ModelCommand, PredictsClusterLabelAndConfidence) {
  ASSERT_EQ(fit().code, 0);
  const std::string rows = folder_.write("new.csv", "a,b\n0.05,0.02\n5.2,4.9\n");
  const ProcessResult result = predict(rows);
  ASSERT_EQ(result.code, 0) << result.error;
  const auto lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "row,cluster,label,confidence");
  EXPECT_NE(lines[1].find(",low,"), std::string::npos) << lines[1];
  EXPECT_NE(lines[2].find(",high,"), std::string::npos) << lines[2];
  EXPECT_EQ(result.error, "");
  ASSERT_EQ(predict(rows, {"-o", folder_ / "out.csv", "--threads", "1"}).code, 0);
  EXPECT_EQ(read_text(folder_ / "out.csv"), result.output);
}

TEST_F(ModelCommand, SaysOneSentenceHoweverManyColumnsAreLeftOut) {
  ASSERT_EQ(fit().code, 0);
  std::string header = "a,b", row = "0,0";
  for (int c = 0; c < 2000; ++c) header += ",c" + std::to_string(c), row += ",1";
  const ProcessResult result = predict(folder_.write("wide.csv", header + '\n' + row + '\n'));
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.error.find("c19 and 1980 more"), std::string::npos);
  EXPECT_LT(result.error.size(), 300U);
}

TEST_F(ModelCommand, MatchesColumnsByName) {
  ASSERT_EQ(fit().code, 0);
  const ProcessResult expected = predict(folder_.write("new.csv", "a,b\n0,0.1\n5,5.2\n"));
  const ProcessResult swapped = predict(
      folder_.write("swapped.csv", "id,b,note,a\nx,0.1,good,0\ny,5.2,bad,5\n"), {"--id-column", "id"});
  ASSERT_EQ(swapped.code, 0) << swapped.error;
  EXPECT_EQ(lines_of(swapped.output)[1], "x" + lines_of(expected.output)[1].substr(1));
  EXPECT_NE(swapped.error.find("left out what the model has no column for: note"), std::string::npos)
      << swapped.error;
}

/// The most memory that a run takes, in MB.
double memory_of(const std::vector<std::string>& words) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> pointers{const_cast<char*>(COMAC_COMMAND)};
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    execv(COMAC_COMMAND, pointers.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  EXPECT_EQ(status, 0);
  return static_cast<double>(usage.ru_maxrss) / 1000;
}

TEST_F(ModelCommand, PredictsAnyNumberOfRowsInTheSameMemory) {
  const std::string model = folder_ / "own.model";
  std::string table = "x,y\n";
  for (int i = 0; i < 60; ++i)
    table += std::to_string(i % 2 * 50 + i % 7) + "," + std::to_string(i % 5) + "\n";
  ASSERT_EQ(
      run_process({"cluster", folder_.write("own.csv", table), "--clusters", "2", "--save", model}).code, 0);
  const auto rows = [&](int count) {
    std::string text = "x,y\n";
    for (int i = 0; i < count; ++i)
      text += std::to_string(i % 60) + "." + std::to_string(i % 9) + "," + std::to_string(i % 4) + "\n";
    return folder_.write("rows.csv", text);
  };
  const std::string out = folder_ / "out.csv";
  for (const std::string form : {"", "--append"}) {
    std::vector<std::string> words{"predict", model, rows(20'000), "-o", out, "--threads", "1"};
    if (!form.empty()) words.push_back(form);
    const double few = memory_of(words);
    rows(300'000);
    EXPECT_LT(memory_of(words), few + 4) << "300 000 rows of 16 bytes and more";
    EXPECT_EQ(lines_of(read_text(out)).size(), 300'001U);
  }
}

TEST_F(ModelCommand, AdvisesOnlyOptionsThatItHas) {
  const std::string model = folder_ / "own.model";
  const std::string table =
      folder_.write("own.csv", "x,y,s,z\n1,2,low,a\n2,3,high,b\n9,8,low,a\n8,9,high,b\n5,5,low,b\n");
  ASSERT_EQ(
      run_process({"cluster", table, "--clusters", "2", "--ordinal", "s=low,high", "--save", model}).code, 0);
  for (const std::string content :
       {"x,y,s,z\n1,abc,low,a\n2,3,low,a\n", "x,y,s,z\n1,inf,low,a\n2,3,low,b\n", "x,y,s,z\n1,2,mid,a\n",
        "x,y,s\n1,2,low\n", "x,y,s,z\n1,2,low\n", "%%MatrixMarket matrix array real general\n1 1\n1\n",
        "x;y;s;z\n1.234.567;2;low;a\n", "@relation r\n@attribute x numeric\n@data\nabc\n"}) {
    const ProcessResult result = run_process({"predict", model, folder_.write("new.csv", content)});
    EXPECT_EQ(result.code, 65) << content << result.error;
    for (std::size_t at = result.error.find("--"); at != std::string::npos;
         at = result.error.find("--", at + 2)) {
      const std::string option = result.error.substr(at, result.error.find_first_of(" ,;.)\n", at) - at);
      EXPECT_EQ(option, "--id-column") << result.error;
    }
  }
}

TEST_F(ModelCommand, NamesMissingColumns) {
  ASSERT_EQ(fit().code, 0);
  const ProcessResult missing = predict(folder_.write("new.csv", "a,c\n0,0\n"));
  EXPECT_EQ(missing.code, 65);
  EXPECT_NE(missing.error.find("found no column 'b'; add what is missing, the columns are 'a', 'c'"),
            std::string::npos)
      << missing.error;
  const ProcessResult headless = predict(folder_.write("headless.csv", "1,2,3\n4,5,6\n"));
  EXPECT_EQ(headless.code, 65);
  EXPECT_NE(headless.error.find("found 3 columns without a header where 2 columns are expected"),
            std::string::npos)
      << headless.error;
  const ProcessResult by_place = predict(folder_.write("two.csv", "5,5\n0,0\n"));
  EXPECT_EQ(by_place.code, 0);
  EXPECT_NE(by_place.error.find("no header, so its columns are taken as a, b"), std::string::npos)
      << by_place.error;
}

TEST_F(ModelCommand, GivesTheModelsOwnRowsTheirClusters) {
  const ProcessResult fitted = fit({"--scale", "zscore", "--pca", "1"});
  const ProcessResult again = predict(data_);
  const auto before = lines_of(fitted.output), after = lines_of(again.output);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 1; i < before.size(); ++i)
    EXPECT_TRUE(after[i].starts_with(before[i] + ",")) << after[i];
}

TEST_F(ModelCommand, GoesOnWithMoreLinks) {
  const std::string first = folder_.write("first.csv", "0,1,must\n");
  ASSERT_EQ(fit({"--links", first}).code, 0);
  const std::string more = folder_.write("more.csv", "3,4,must\n");
  const std::string further = folder_ / "further.comac", json = folder_ / "run.json";
  const ProcessResult result =
      run_process({"cluster", "--continue", model_, "--links", more, "--save", further, "-o",
                   folder_ / "out.csv", "--json", json, "--report", folder_ / "page.html"});
  ASSERT_EQ(result.code, 0) << result.error;
  for (const std::string& links : {first, more}) {
    const ProcessResult verified =
        run_process({"verify", folder_ / "out.csv", "--labels", labels_, "--links", links});
    EXPECT_EQ(verified.code, 0) << verified.output << verified.error;
  }
  EXPECT_EQ(nlohmann::json::parse(read_text(json))["times_ms"]["chain"], 0);
  EXPECT_NE(read_text(folder_ / "page.html").find("The rows"), std::string::npos);
  // What was added is in the new model, and contradicts what is said against it.
  const std::string against = folder_.write("against.csv", "3,4,cannot\n");
  const ProcessResult refused = run_process({"cluster", "--continue", further, "--links", against});
  EXPECT_EQ(refused.code, 65);
  EXPECT_NE(refused.error.find("more.csv:1"), std::string::npos) << refused.error;
}

TEST_F(ModelCommand, SolvesAgainForAnotherNumberOfClusters) {
  ASSERT_EQ(fit().code, 0);
  const ProcessResult result = run_process({"cluster", "--continue", model_, "--clusters", "4"});
  ASSERT_EQ(result.code, 0) << result.error;
  const ProcessResult anew =
      run_process({"cluster", data_, "--clusters", "4", "--labels", labels_, "--neighbours", "4"});
  EXPECT_EQ(result.output, anew.output);
}

TEST_F(ModelCommand, SavesWithoutRowsIfAsked) {
  ASSERT_EQ(fit({"--save-rows", "none"}).code, 0);
  const ProcessResult refused = predict(data_);
  EXPECT_EQ(refused.code, 65);
  EXPECT_NE(refused.error.find("the model was saved without its rows, so it can't predict"),
            std::string::npos)
      << refused.error;
  EXPECT_EQ(run_process({"cluster", "--continue", model_}).code, 0);
}

TEST_F(ModelCommand, RefusesWhatDoesNotGoTogether) {
  ASSERT_EQ(fit().code, 0);
  const auto says = [](const std::vector<std::string>& words, const std::string& sentence) {
    const ProcessResult result = run_process(words);
    EXPECT_EQ(result.code, 2) << result.error;
    EXPECT_NE(result.error.find(sentence), std::string::npos) << result.error;
  };
  says({"cluster", data_, "--continue", model_}, "the model has its rows, leave DATA out");
  says({"cluster", "--continue", model_, "--clusters", "auto"},
       "--clusters is auto; expected a number with --continue");
  says({"cluster", "--continue", model_, "--scale", "zscore"},
       "--scale was settled when the model was made; leave it out with --continue");
  says({"cluster", data_, "--clusters", "2", "--method", "k-means", "--save", model_},
       "the method k-means makes no model");
  says({"cluster", data_, "--clusters", "2", "--save-rows", "none"}, "--save-rows is for --save");
  says({"predict", model_}, "found 1 file; expected two: MODEL");
}

TEST_F(ModelCommand, SaysWhatIsWrongWithAModel) {
  ASSERT_EQ(fit().code, 0);
  const std::string content = read_text(model_);
  folder_.write("model.comac", content.substr(0, content.size() / 2));
  const ProcessResult cut = predict(data_);
  EXPECT_EQ(cut.code, 65);
  EXPECT_NE(cut.error.find("the file is damaged or cut short"), std::string::npos) << cut.error;
  const ProcessResult table = run_process({"predict", data_, data_});
  EXPECT_EQ(table.code, 65);
  EXPECT_NE(table.error.find("found no comac model"), std::string::npos) << table.error;
  EXPECT_EQ(run_process({"predict", folder_ / "none.comac", data_}).code, 66);
}

TEST_F(ModelCommand, KeepsChainsThatWereGiven) {
  const std::string chain =
      folder_.write("chain.csv", "0.9,0.1,0,0\n0.1,0.8,0.1,0\n0,0.1,0.8,0.1\n0,0,0.1,0.9\n");
  ASSERT_EQ(run_process({"cluster", "--transition", chain, "--clusters", "2", "--save", model_}).code, 0);
  const std::string links = folder_.write("links.csv", "0,3,must\n");
  const ProcessResult result = run_process({"cluster", "--continue", model_, "--links", links});
  EXPECT_EQ(result.code, 0) << result.error;
  const ProcessResult refused = predict(data_);
  EXPECT_EQ(refused.code, 65);
  EXPECT_NE(refused.error.find("only models of tables can predict"), std::string::npos) << refused.error;
}

}  // namespace
}  // namespace comac::test
