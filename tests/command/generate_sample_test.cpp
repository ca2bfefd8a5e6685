// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "command/process.hpp"

namespace comac::test {
namespace {

const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";

TEST(GenerateCommand, WritesATableThatClusterReads) {
  const Folder folder;
  for (const char* shape : {"circles", "clouds", "moons", "blobs"}) {
    const ProcessResult made =
        run_process({"generate", shape, "--rows", "90", "--dimensions", "3", "--clusters", "3", "--spread",
                     "0.2", "--seed", "4", "-o", folder / "data.csv"});
    ASSERT_EQ(made.code, 0) << made.error;
    EXPECT_EQ(made.output, "");
    const auto lines = lines_of(read_text(folder / "data.csv"));
    EXPECT_EQ(lines.size(), 91U);
    EXPECT_EQ(lines[0], "x1,x2,x3,class");
    EXPECT_EQ(
        run_process({"cluster", folder / "data.csv", "--clusters", "3", "--truth-column", "class"}).code, 0);
  }
}

TEST(GenerateCommand, SameSeedSameBytes) {
  const std::string first = run_process({"generate", "clouds", "--seed", "3"}).output;
  EXPECT_EQ(first, run_process({"generate", "clouds", "--seed", "3"}).output);
  EXPECT_NE(first, run_process({"generate", "clouds", "--seed", "4"}).output);
  EXPECT_EQ(lines_of(run_process({"generate", "clouds", "--sizes", "95,5"}).output).size(), 101U);
  EXPECT_NE(run_process({"generate", "clouds", "--sizes", "95,,5"})
                .error.find("--sizes is 95,,5; expected 1 or more"),
            std::string::npos);
  EXPECT_NE(run_process({"generate", "clouds", "--sizes", "95,5", "--rows", "9"}).error.find("leave one out"),
            std::string::npos);
  EXPECT_EQ(lines_of(run_process({"generate", "circles"}).output).size(), 181U);
}

TEST(GenerateCommand, WritesToADevice) {
  EXPECT_EQ(run_process({"generate", "moons", "-o", "/dev/stdout"}).output,
            run_process({"generate", "moons"}).output);
}

TEST(GenerateCommand, CannotWriteWhereThereIsNoFolder) {
  EXPECT_EQ(run_process({"generate", "circles", "-o", "/no/such/folder/data.csv"}).code, 73);
}

TEST(SampleCommand, LabelsFeedStraightIntoCluster) {
  const Folder folder;
  const ProcessResult drawn = run_process({"sample", iris, "--truth-column", "class", "--labelled", "0.2",
                                           "--one-based", "-o", folder / "known.csv"});
  ASSERT_EQ(drawn.code, 0) << drawn.error;
  const auto lines = lines_of(read_text(folder / "known.csv"));
  EXPECT_EQ(lines.size(), 31U);
  EXPECT_EQ(lines[0], "row,label");
  const ProcessResult result =
      run_process({"cluster", iris, "--clusters", "3", "--truth-column", "class", "--labels",
                   folder / "known.csv", "--one-based", "-o", folder / "out.csv"});
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(run_process({"verify", folder / "out.csv", "--labels", folder / "known.csv", "--one-based"}).code,
            0);
}

TEST(SampleCommand, PairsFeedStraightIntoCluster) {
  const Folder folder;
  ASSERT_EQ(
      run_process({"sample", iris, "--truth-column", "class", "--pairs", "0.5", "-o", folder / "links.csv"})
          .code,
      0);
  EXPECT_EQ(lines_of(read_text(folder / "links.csv")).size(), 76U);
  const ProcessResult result = run_process({"cluster", iris, "--clusters", "3", "--truth-column", "class",
                                            "--links", folder / "links.csv", "--allow-violations"});
  EXPECT_EQ(result.code, 0) << result.error;
}

TEST(SampleCommand, DrawsFromTwoClassesAndMakesMistakes) {
  const ProcessResult two =
      run_process({"sample", iris, "--truth-column", "class", "--labelled", "0.3", "--classes", "2"});
  std::size_t kinds = 0;
  for (const char* name : {",setosa", ",versicolor", ",virginica"})
    kinds += two.output.find(name) != std::string::npos;
  EXPECT_EQ(kinds, 2U);
  const auto right =
      lines_of(run_process({"sample", iris, "--truth-column", "class", "--labelled", "0.2"}).output);
  const auto wrong = lines_of(
      run_process({"sample", iris, "--truth-column", "class", "--labelled", "0.2", "--wrong", "0.1"}).output);
  ASSERT_EQ(right.size(), wrong.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < right.size(); ++i) different += right[i] != wrong[i];
  EXPECT_EQ(different, 3U);
}

TEST(SampleCommand, UsesTheNamesOfRows) {
  const Folder folder;
  const std::string data = folder.write("data.csv", "id,x,class\n\"a,1\",1,p\nb,2,q\n");
  EXPECT_EQ(
      run_process({"sample", data, "--truth-column", "class", "--id-column", "id", "--labelled", "1"}).output,
      "row,label\n\"a,1\",p\nb,q\n");
}

}  // namespace
}  // namespace comac::test
