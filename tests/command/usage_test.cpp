// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "comac/options.hpp"
#include "command/process.hpp"

namespace comac::test {
namespace {

const std::vector<std::string> all_commands{"cluster", "inspect", "predict",  "describe", "explain",
                                            "score",   "verify",  "generate", "sample",   "completion"};
/// These have all that steers a clustering.
bool is_long(const std::string& command) {
  return command == "cluster" || command == "describe" || command == "explain";
}
const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";

TEST(Usage, VersionAndHelpGoToStandardOutput) {
  const ProcessResult version = run_process({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.output.starts_with("comac 0."));
  const ProcessResult help = run_process({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const std::string& command : all_commands)
    EXPECT_NE(help.output.find("\n  " + command), std::string::npos);
  EXPECT_EQ(help.error, "");
  EXPECT_EQ(run_process({}).code, 2);
}

TEST(Usage, EveryHelpFitsOnAScreen) {
  for (const std::string& command : all_commands) {
    const ProcessResult help = run_process({command, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.output, run_process({command, "-h"}).output);
    const auto lines = lines_of(help.output);
    EXPECT_LE(lines.size(), is_long(command) ? 45U : 24U) << command;
    for (const std::string& line : lines) EXPECT_LE(line.size(), 100U) << line;
  }
}

TEST(Usage, EveryOptionOfTheEngineIsInTheHelp) {
  const std::string help = run_process({"cluster", "--help"}).output;
  for (const OptionInfo& option : option_table()) {
    EXPECT_NE(help.find("--" + std::string(option.name)), std::string::npos) << option.name;
  }
}

TEST(Usage, OptionsAreDocumentedAsTheyAre) {
  EXPECT_EQ(run_process({"help-options"}).output, read_text(COMAC_SOURCE_DIR "/docs/options.md"))
      << "run: build/release/comac help-options > docs/options.md";
}

struct Mistake {
  std::vector<std::string> words;
  std::string message;
};

class WrongUsage : public testing::TestWithParam<Mistake> {};

TEST_P(WrongUsage, EndsWithTwoAndASentence) {
  const ProcessResult result = run_process(GetParam().words);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.output, "");
  const auto lines = lines_of(result.error);
  ASSERT_EQ(lines.size(), 2U) << result.error;
  EXPECT_EQ(lines[0], "comac: " + GetParam().message);
  EXPECT_TRUE(lines[1].starts_with("see comac ") && lines[1].ends_with("--help")) << lines[1];
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongUsage,
    testing::Values(
        Mistake{{"clutser"}, "there is no command 'clutser'; did you mean cluster?"},
        Mistake{{"cluster", iris, "--clusters", "3", "--betta", "1"},
                "there is no option --betta; did you mean --beta?"},
        Mistake{{"cluster", iris, "--clusters", "3", "--zzzzzz"}, "there is no option --zzzzzz"},
        Mistake{{"cluster", iris, "--clusters", "3", "--beta"}, "--beta lacks its value"},
        Mistake{{"cluster", iris, "--clusters", "3", "--output", "--quiet"},
                "--output lacks its value: --quiet is an option, too"},
        Mistake{{"cluster", iris, "--output=", "--clusters=3"},
                "--output lacks its value: --clusters=3 is an option, too"},
        Mistake{{"cluster", iris, "--clusters", "3", "--beta", "much"}, "--beta is 'much'; expected 0 to 1"},
        Mistake{{"cluster", iris, "--clusters", "3", "--beta", "1.5"}, "--beta is 1.5; expected 0 to 1"},
        Mistake{{"cluster", iris, "--clusters", "3.5"},
                "--clusters is '3.5'; expected 1 or more, or from A to B"},
        Mistake{{"cluster", iris, "--clusters", "5..3"},
                "--clusters is 5..3; expected 1 or more, or from A to B"},
        Mistake{{"cluster", iris, "--clusters", "3", "--seed", "1", "--seed", "2"},
                "--seed is given 2 times; expected once"},
        Mistake{{"cluster", iris, "--clusters", "3", "--method", "comac-sep"},
                "there is no method 'comac-sep'; the nearest names are 'comac-seq', 'comac-ann', 'comac'"},
        Mistake{{"cluster", iris, "--method", "comac-seq"},
                "--clusters is missing; say how many: only the method comac finds it"},
        Mistake{{"cluster", iris, "--method", "comac-ann", "--clusters", "2..5"},
                "--clusters is 2..5; expected a number: only the method comac finds it"},
        Mistake{{"cluster", "--clusters", "3"}, "DATA is missing; name a file, or - for standard input"},
        Mistake{{"cluster", "a", "b", "--clusters", "3"}, "expected one DATA, found another: 'b'"},
        Mistake{{"cluster", "a", "--transition", "b", "--clusters", "3"},
                "both DATA 'a' and --transition are given; expected one of them"},
        Mistake{{"cluster", "--transition", "b", "--clusters", "3", "--scale", "zscore"},
                "--scale is for tables; leave it out with --transition"},
        Mistake{
            {"cluster", iris, "--clusters", "3", "--truth-column", "class", "--plot-columns", "a,b"},
            "--plot-columns is 'a,b'; expected two of sepal_length, sepal_width, petal_length, petal_width"},
        Mistake{{"cluster", iris, "--clusters", "3", "--json", "-"},
                "two outputs would go to '-'; name a file for each"},
        Mistake{
            {"cluster", iris, "--clusters", "3", "--method", "k-means", "--trust", "0.6", "--chain",
             "sparse"},
            "--trust makes no difference to k-means; leave it out, or use a method that it steers, such as "
            "comac"},
        Mistake{
            {"cluster", iris, "--clusters", "3", "--anneal-step", "0.1"},
            "--anneal-step makes no difference to comac; leave it out, or use a method that it steers, such "
            "as comac-ann"},
        Mistake{{"score", "a"}, "1 file is given; expected two, TRUTH and LABELS"},
        Mistake{
            {"verify", "a"},
            "there are no labels or links to check; give what comac cluster was given: --labels, --links, "
            "--must-link or --cannot-link FILE, or the table and its --label-column"},
        Mistake{{"generate", "squares"},
                "there is no shape 'squares'; expected circles, clouds, moons or blobs"},
        Mistake{{"generate", "circles", "--rows", "0"}, "--rows is 0; expected 1 or more"},
        Mistake{{"generate", "blobs", "--rows", "2"}, "3 clusters need as many rows; found 2 rows"},
        Mistake{{"sample", iris, "--truth-column", "class"}, "expected either --labelled P or --pairs P"},
        Mistake{{"sample", iris, "--labelled", "0.2"},
                "--truth-column is missing; name the column of true classes"},
        Mistake{{"completion", "tcsh"}, "there is no completion for 'tcsh'; expected bash, zsh or fish"}));

TEST(Usage, NoColorIsRespected) {
  const ProcessOptions on_terminal{.environment = {{"NO_COLOR", ""}, {"TERM", "xterm"}},
                                   .error_is_terminal = true};
  EXPECT_NE(run_process({"oops"}, on_terminal).error.find("\x1b["), std::string::npos);
  const ProcessOptions plain{.environment = {{"NO_COLOR", "1"}, {"TERM", "xterm"}},
                             .error_is_terminal = true};
  EXPECT_EQ(run_process({"oops"}, plain).error.find('\x1b'), std::string::npos);
  EXPECT_EQ(run_process({"oops"}).error.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace comac::test
