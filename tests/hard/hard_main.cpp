// SPDX-License-Identifier: MIT
// Faults made on purpose: whatever fails, the program ends with a code of its own and a sentence, and files
// are whole or as they were.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "command/process.hpp"

namespace comac::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

struct Scenario {
  std::string name;
  std::vector<std::string> words;  ///< OUT, JSON and HTML stand for files
};

const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";

const Scenario scenarios[] = {
    {"Help", {"--help"}},
    {"Mistake", {"cluster", iris, "--clusters", "3", "--betta", "1"}},
    {"Cluster",
     {"cluster", iris, "--clusters", "3", "--truth-column", "class", "--threads", "2", "-o", "OUT", "--json",
      "JSON", "--report", "HTML"}},
    {"Sparse",
     {"cluster", iris, "--clusters", "3", "--truth-column", "class", "--chain", "sparse", "--threads", "1",
      "-o", "OUT"}},
    {"Save", {"cluster", iris, "--clusters", "3", "--ignore", "class", "--threads", "1", "--save", "OUT"}},
    {"Sample", {"sample", iris, "--truth-column", "class", "--labelled", "0.2", "-o", "OUT"}},
    {"Score", {"score", iris + ":class", iris + ":class", "-o", "OUT"}},
};

class Hard : public testing::TestWithParam<Scenario> {
 protected:
  std::vector<std::string> words() const {
    std::vector<std::string> result = GetParam().words;
    for (std::string& word : result) {
      if (word == "OUT" || word == "JSON" || word == "HTML") word = folder_ / word;
    }
    return result;
  }

  ProcessResult run(const std::string& fault) const {
    ProcessOptions options;
    if (!fault.empty()) options.environment = {{"LD_PRELOAD", COMAC_FAILING}, {"COMAC_FAIL", fault}};
    return run_process(words(), options);
  }

  /// The code of a run without faults; remembers what its files hold, and removes them.
  int usual() {
    const int code = run("").code;
    for (const std::string name : {"OUT", "JSON", "HTML"}) {
      if (fs::exists(folder_ / name)) whole_[name] = read_text(folder_ / name);
      fs::remove(folder_ / name);
    }
    return code;
  }

  /// Sane after a run with a fault: a known code, a sentence if it failed, nothing half written.
  void expect_sane(const ProcessResult& result, const std::string& fault, int usual) const {
    const bool told = result.error.find("comac: ") != std::string::npos;
    EXPECT_TRUE(result.code == usual || result.code == 65 || result.code == 66 || result.code == 73)
        << fault << " ended in " << result.code << ": " << result.error;
    EXPECT_TRUE(told || result.code == 0) << fault;
    for (const std::string& name : folder_.names())
      EXPECT_EQ(name.find(".part"), std::string::npos) << fault << " left " << name;
    // Memory may lack for what is said once the files are there.
    if (result.code != 0 && result.code != usual && fs::exists(folder_ / "OUT")) {
      EXPECT_EQ(read_text(folder_ / "OUT"), whole_.at("OUT")) << fault;
    }
    for (const std::string name : {"OUT", "JSON", "HTML"}) fs::remove(folder_ / name);
  }

  Folder folder_;
  std::map<std::string, std::string> whole_;
};

TEST_P(Hard, EveryAllocationMayFail) {
  const int usual = this->usual();
  for (const std::string kind : {"memory:", "memory+:"}) {
    // The first one by one, later ones further and further apart, until the program no longer notices.
    std::size_t unnoticed = 0;
    for (std::size_t k = 1; unnoticed < 20 && k < 10'000'000; k += 1 + k / 100) {
      const ProcessResult result = run(kind + std::to_string(k));
      unnoticed = result.code == usual ? unnoticed + 1 : 0;
      expect_sane(result, kind + std::to_string(k), usual);
      if (HasFailure()) return;
    }
  }
}

TEST_P(Hard, EveryCallMayFail) {
  const int usual = this->usual();
  std::size_t unnoticed = 0;
  for (std::size_t k = 1; unnoticed < 200 && k < 20000; ++k) {
    const ProcessResult result = run("calls:" + std::to_string(k));
    unnoticed = result.code == usual ? unnoticed + 1 : 0;
    // A rename that fails after another has been made leaves some of the outputs.
    for (const std::string name : {"JSON", "HTML"}) fs::remove(folder_ / name);
    expect_sane(result, "calls:" + std::to_string(k), usual);
    if (HasFailure()) return;
  }
}

TEST_P(Hard, TheDiskMayBeFull) {
  const int usual = this->usual();
  std::size_t all = 0;
  for (const auto& [name, content] : whole_) all += content.size();
  // Times that the page and the JSON tell make them a few bytes longer or shorter.
  for (std::size_t bytes = 0; bytes + 200 < all; bytes += 1 + bytes / 4) {
    const ProcessResult result = run("space:" + std::to_string(bytes));
    EXPECT_EQ(result.code, 73) << bytes;
    EXPECT_NE(result.error.find("No space left on device"), std::string::npos) << result.error;
    expect_sane(result, "space:" + std::to_string(bytes), usual);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Hard, testing::ValuesIn(scenarios),
                         [](const auto& found) { return found.param.name; });

pid_t begin_process(const std::vector<std::string>& words) {
  const pid_t child = fork();
  if (child != 0) return child;
  std::vector<char*> pointers{const_cast<char*>(COMAC_COMMAND)};
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  execv(COMAC_COMMAND, pointers.data());
  _exit(127);
}

/// Leaves it to be waited for.
bool has_ended(pid_t child) {
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
  return info.si_pid != 0;
}

/// What runs that were cut short have left in a folder.
std::vector<std::string> leftovers(const Folder& folder) {
  std::vector<std::string> result;
  for (const std::string& name : folder.names()) {
    if (name.ends_with(".part")) result.push_back(folder / name);
  }
  return result;
}

TEST(HardKill, LeavesWholeFilesOrNone) {
  const Folder folder;
  const std::string out = folder / "table.csv";
  const std::vector<std::string> words{"generate", "blobs", "--rows", "50000", "-o", out};
  ASSERT_EQ(run_process(words).code, 0);
  const std::string whole = read_text(out);
  std::mt19937 random(1);
  std::size_t cut_short = 0;
  for (int i = 0; i < 200; ++i) {
    for (const std::string& name : leftovers(folder)) fs::remove(name);
    fs::remove(out);
    const pid_t child = begin_process(words);
    while (leftovers(folder).empty() && !has_ended(child)) std::this_thread::sleep_for(200us);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20'000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    cut_short += leftovers(folder).size();
    EXPECT_EQ(leftovers(folder).empty(), fs::exists(out)) << i;
    if (fs::exists(out)) {
      EXPECT_EQ(read_text(out), whole) << i;
    }
  }
  EXPECT_GT(cut_short, 0U);
  RecordProperty("cut_short", static_cast<int>(cut_short));
  ASSERT_EQ(run_process(words).code, 0) << "what was left must not be in the way";
  EXPECT_EQ(read_text(out), whole);
}

}  // namespace
}  // namespace comac::test
