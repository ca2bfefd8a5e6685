// SPDX-License-Identifier: MIT
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // <regex> of g++ 12 under the sanitizers
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "command/process.hpp"

namespace comac::test {
namespace {

using namespace std::chrono_literals;

const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";

/// Enough work for a minute or more.
std::vector<std::string> endless(const std::string& data) {
  return {"cluster",    data,      "--clusters",   "3", "--truth-column", "class",
          "--restarts", "1000000", "--relaxation", "1"};
}

TEST(LongRun, InterruptKeepsTheBestSoFar) {
  const Folder folder;
  auto words = endless(iris);
  words.insert(words.end(), {"--json", folder / "run.json"});
  const ProcessResult result = run_process(words, {.interrupt_after = 2500ms});
  EXPECT_EQ(result.code, 130);
  EXPECT_EQ(lines_of(result.output).size(), 151U);
  EXPECT_NE(result.error.find("interrupted"), std::string::npos);
  const auto run = nlohmann::json::parse(read_text(folder / "run.json"));
  EXPECT_GT(run["restarts"].size(), 0U);
  EXPECT_LT(run["restarts"].size(), 1000000U);
}

TEST(LongRun, ShowsAndErasesProgressOnATerminalOnly) {
  const auto words = endless(iris);
  const ProcessResult seen = run_process(words, {.error_is_terminal = true, .interrupt_after = 2500ms});
  const std::size_t bar = seen.error.find(" %");
  ASSERT_NE(bar, std::string::npos) << seen.error;
  EXPECT_NE(seen.error.find("\r", bar), std::string::npos);
  EXPECT_EQ(run_process(words, {.interrupt_after = 2500ms}).error.find(" %"), std::string::npos);
}

TEST(LongRun, TheNumberOfThreadsChangesNoByte) {
  const Folder folder;
  const std::string known = folder.write(
      "known.csv", run_process({"sample", iris, "--truth-column", "class", "--labelled", "0.1"}).output);
  const auto run = [&](const std::string& threads) {
    const ProcessResult result = run_process({"cluster",        iris,
                                              "--clusters",     "3",
                                              "--truth-column", "class",
                                              "--labels",       known,
                                              "--beta",         "0.3",
                                              "--method",       "comac-ann",
                                              "--restarts",     "9",
                                              "--threads",      threads,
                                              "--json",         folder / "run.json",
                                              "--report",       folder / "run.html"});
    EXPECT_EQ(result.code, 0) << result.error;
    auto json = nlohmann::ordered_json::parse(read_text(folder / "run.json"));
    json.erase("times_ms");
    json["options"].erase("threads");
    const std::regex times("[0-9.,]+(?:&#160;|\\s)*(?:ms|µs|s|min)\\b|threads</th><td>[0-9]+");
    return result.output + json.dump(1) + std::regex_replace(read_text(folder / "run.html"), times, "...");
  };
  const std::string one = run("1");
  EXPECT_TRUE(one == run("2"));
  EXPECT_TRUE(one == run("7"));
}

#ifndef COMAC_SANITIZED
/// Processor time of all processes that ended so far, in milliseconds: a busy machine does not change it.
double children_time() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto milliseconds = [](const timeval& t) {
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_usec);
  };
  return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
}

TEST(LongRun, ASmallTableIsQuick) {
  const double before = children_time();
  for (int i = 0; i < 5; ++i) {
    run_process({"cluster", iris, "--clusters", "3", "--ignore", "class", "--threads", "1"});
  }
  EXPECT_LT((children_time() - before) / 5, 200) << "some 25 ms on a free core; other work may run";
}
#endif

}  // namespace
}  // namespace comac::test
