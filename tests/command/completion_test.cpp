// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "command/process.hpp"

namespace comac::test {
namespace {

using Words = std::vector<std::string>;

const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";

/// Shells find the command itself by its name.
std::string with_path() {
  return std::filesystem::path(COMAC_COMMAND).parent_path().string() + ":/usr/bin:/bin";
}

Words run_shell(const std::string& program, const Words& options, const std::string& script,
                const std::string& folder) {
  Words words = options;
  words.push_back("cd '" + folder + "'\n" + script);
  const ProcessResult result =
      run_process(words, {.environment = {{"PATH", with_path()}, {"HOME", folder}}, .program = program});
  EXPECT_EQ(result.error, "") << script;
  return lines_of(result.output);
}

/// What bash offers after the words, by the script that `comac completion bash` prints.
Words bash(const std::string& words, const std::string& folder = "/") {
  return run_shell(
      "/bin/bash", {"-c"},
      run_process({"completion", "bash"}).output + "\nCOMP_WORDS=(" + words +
          ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_comac\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n",
      folder);
}

/// The same for zsh: what it would add, with its own functions put aside.
Words zsh(const std::string& words, const std::string& folder = "/") {
  return run_shell("/usr/bin/zsh", {"-f", "-c"},
                   "compdef() { : }\ncompset() { : }\n_message() { : }\n_files() { print FILES }\n"
                   "compadd() { [[ $1 == -a ]] && print -rl -- ${(P)2} || { shift; print -rl -- \"$@\" } }\n"
                   "_describe() { print -rl -- ${(P)2%%:*} }\n" +
                       run_process({"completion", "zsh"}).output + "\nwords=(" + words +
                       ")\nCURRENT=$#words\n_comac\n",
                   folder);
}

Words fish(const std::string& line, const std::string& folder = "/") {
  Words found =
      run_shell("/usr/bin/fish", {"--no-config", "-c"},
                run_process({"completion", "fish"}).output + "\ncomplete -C '" + line + "'\n", folder);
  for (std::string& word : found) word = word.substr(0, word.find('\t'));
  return found;
}

bool contains(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

bool there(const std::string& program) { return std::filesystem::exists(program); }

TEST(Completion, OffersCommandsOptionsAndValuesInBash) {
  EXPECT_EQ(bash("comac cl"), Words{"cluster"});
  EXPECT_EQ(bash("comac cluster --anneal"), Words{"--anneal-step"});
  EXPECT_EQ(bash("comac cluster --scale z"), Words{"zscore"});
  EXPECT_EQ(bash("comac cluster --method comac-"), (Words{"comac-seq", "comac-ann"}));
  EXPECT_EQ(bash("comac generate m"), Words{"moons"});
  EXPECT_EQ(bash("comac cluster --links x"), Words{""});
}

TEST(Completion, OffersColumnsOfTheTableInBash) {
  EXPECT_EQ(bash("comac cluster " + iris + " --truth-column c"), Words{"class"});
  EXPECT_EQ(bash("comac cluster --quiet " + iris + " --ignore petal"),
            (Words{"petal_length", "petal_width"}));
  EXPECT_EQ(bash("comac cluster " + iris + " --plot-columns petal_width,petal_l"),
            Words{"petal_width,petal_length"});
  EXPECT_EQ(bash("comac cluster none.csv --truth-column c"), Words{""});
}

TEST(Completion, NeverRunsWhatAColumnIsCalled) {
  const Folder folder;
  const std::string hostile = "$(touch ran)`touch ran`;touch ran 'x";
  folder.write("t.csv", "\"" + hostile + "\",plain,\"two\nlines\",\x1b[31m\n1,2,3,4\n");
  const Words found = bash("comac cluster t.csv --ignore ''", folder / "");
  EXPECT_EQ(found.size(), 2U);
  EXPECT_TRUE(contains(found, "plain"));
  bash("comac cluster t.csv --ignore '$'", folder / "");
  if (there("/usr/bin/zsh")) {
    EXPECT_TRUE(contains(zsh("comac cluster t.csv --ignore ''", folder / ""), hostile));
  }
  if (there("/usr/bin/fish")) {
    EXPECT_TRUE(contains(fish("comac cluster t.csv --ignore ", folder / ""), "plain"));
  }
  EXPECT_FALSE(there(folder / "ran"));
}

TEST(Completion, WorksInZsh) {
  if (!there("/usr/bin/zsh")) GTEST_SKIP() << "there is no zsh";
  EXPECT_TRUE(contains(zsh("comac ''"), "describe"));
  EXPECT_TRUE(contains(zsh("comac cluster --"), "--append"));
  EXPECT_TRUE(contains(zsh("comac cluster --scale ''"), "zscore"));
  EXPECT_TRUE(contains(zsh("comac cluster " + iris + " --truth-column ''"), "class"));
  EXPECT_EQ(zsh("comac cluster --links ''"), Words{"FILES"});
  EXPECT_TRUE(contains(zsh("comac generate ''"), "moons"));
}

TEST(Completion, WorksInFish) {
  if (!there("/usr/bin/fish")) GTEST_SKIP() << "there is no fish";
  EXPECT_EQ(fish("comac clu"), Words{"cluster"});
  EXPECT_EQ(fish("comac cluster --anneal"), Words{"--anneal-step"});
  EXPECT_EQ(fish("comac cluster --scale z"), Words{"zscore"});
  EXPECT_EQ(fish("comac cluster " + iris + " --truth-column cl"), Words{"class"});
  EXPECT_EQ(fish("comac generate moo"), Words{"moons"});
}

TEST(Manual, HasAPageForEachCommandThatManReadsWithoutAWord) {
  const Folder folder;
  ASSERT_EQ(run_process({"help-man", folder / "man"}).code, 0);
  const std::string overview = read_text(folder / "man/comac.1");
  for (const std::string command :
       {"cluster", "describe", "predict", "explain", "compare", "verify", "score"}) {
    EXPECT_NE(overview.find("comac " + command), std::string::npos) << command;
    EXPECT_TRUE(there(folder / ("man/comac-" + command + ".1"))) << command;
  }
  EXPECT_NE(read_text(folder / "man/comac-cluster.1").find("\\-\\-append"), std::string::npos);
  if (!there("/usr/bin/man")) GTEST_SKIP() << "there is no man";
  for (const std::string page : {"comac", "comac-cluster", "comac-score"}) {
    const auto shown =
        run_process({"--warnings", "-l", folder / ("man/" + page + ".1")},
                    {.environment = {{"LC_ALL", "C.UTF-8"}, {"MANWIDTH", "100"}}, .program = "/usr/bin/man"});
    EXPECT_EQ(shown.code, 0);
    EXPECT_EQ(shown.error, "") << page;
    EXPECT_NE(shown.output.find("SYNOPSIS"), std::string::npos);
  }
}

}  // namespace
}  // namespace comac::test
