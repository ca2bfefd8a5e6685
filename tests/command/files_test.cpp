// SPDX-License-Identifier: MIT
// What happens to files: outputs that are inputs, odd names, kills on the way.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <thread>

#include "command/process.hpp"

namespace comac::test {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() : data_(folder_.write("data.csv", "x,y\n0,0\n0,1\n1,0\n9,9\n9,8\n8,9\n")) {}

  ProcessResult cluster(std::vector<std::string> more) const {
    std::vector<std::string> words{"cluster", data_, "--clusters", "2", "--neighbours", "3"};
    words.insert(words.end(), more.begin(), more.end());
    return run_process(words);
  }

  Folder folder_;
  std::string data_;
};

TEST_F(Files, ARegularFileIsReplacedWhereverItLies) {
  const std::string path = "/dev/shm/comac-test-" + std::to_string(getpid()) + ".csv";
  if (!fs::is_directory("/dev/shm")) GTEST_FAIL() << "there is no shared memory to write in";
  for (int i = 0; i < 2; ++i) EXPECT_EQ(cluster({"-o", path}).code, 0);
  EXPECT_EQ(lines_of(read_text(path)).size(), 7U);
  fs::remove(path);
}

TEST_F(Files, AnOutputThatIsAnInputIsRefused) {
  const std::string links = folder_.write("links.csv", "0,1,must\n");
  const std::string config = folder_.write("c.toml", "seed = 2\n");
  fs::create_symlink(data_, folder_ / "soft");
  fs::create_hard_link(data_, folder_ / "hard");
  const std::string before = read_text(data_);
  for (const std::string& output : {data_, folder_ / "soft", folder_ / "hard", folder_ / "./data.csv"}) {
    for (const std::string option : {"-o", "--json", "--report"}) {
      const ProcessResult result = cluster({option, output, "--links", links});
      EXPECT_EQ(result.code, 2);
      EXPECT_NE(result.error.find("'" + output + "' would be overwritten, but it is read as '" + data_ + "'"),
                std::string::npos)
          << result.error;
    }
  }
  EXPECT_EQ(cluster({"--links", links, "-o", links}).code, 2);
  EXPECT_EQ(cluster({"--config", config, "-o", config}).code, 2);
  EXPECT_EQ(read_text(data_), before);
  EXPECT_EQ(read_text(links), "0,1,must\n");
}

TEST_F(Files, AModelThatIsReadIsNotOverwritten) {
  const std::string model = folder_ / "model";
  ASSERT_EQ(cluster({"--save", model}).code, 0);
  const std::string before = read_text(model);
  for (const std::string option : {"-o", "--save", "--json", "--report"})
    EXPECT_EQ(run_process({"cluster", "--continue", model, option, model}).code, 2) << option;
  EXPECT_EQ(run_process({"predict", model, data_, "-o", model}).code, 2);
  EXPECT_EQ(read_text(model), before);
}

TEST_F(Files, TwoOutputsNeverShareAFile) {
  const std::string out = folder_ / "out", same = folder_ / "./out";
  EXPECT_NE(cluster({"-o", out, "--json", same}).error.find("two outputs would go to"), std::string::npos);
  EXPECT_FALSE(fs::exists(out));
  EXPECT_EQ(cluster({"-o", "/dev/null", "--json", "/dev/null"}).code, 0);
}

TEST_F(Files, StandardInputIsReadOnce) {
  const ProcessResult result =
      run_process({"cluster", "-", "--clusters", "2", "--labels", "-"}, {.input = "1\n2\n3\n"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error.find("standard input is named twice"), std::string::npos);
}

TEST_F(Files, IdsMayBeginLikeFormulas) {
  const std::string data = folder_.write("ids.csv", "id,x\n=a,0\n+b,1\n-c,7\n@d,9\n");
  const std::string links = folder_.write("links.csv", "@d,=a,cannot\n+b,=a,must\n"),
                    out = folder_ / "out.csv";
  ASSERT_EQ(run_process({"cluster", data, "--clusters", "2", "--neighbours", "2", "--id-column", "id",
                         "--links", links, "-o", out})
                .code,
            0);
  EXPECT_TRUE(lines_of(read_text(out))[4].starts_with("'@d,"));
  EXPECT_EQ(run_process({"verify", out, "--links", links}).code, 0)
      << "the apostrophes are no part of the ids";
}

TEST_F(Files, LongNamesAndDanglingLinksWork) {
  const std::string name = folder_ / std::string(250, 'n');
  EXPECT_EQ(cluster({"-o", name}).code, 0);
  EXPECT_EQ(lines_of(read_text(name)).size(), 7U);
  fs::create_symlink("behind", folder_ / "link");
  EXPECT_EQ(cluster({"-o", folder_ / "link"}).code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(lines_of(read_text(folder_ / "behind")).size(), 7U);
}

TEST_F(Files, APathBeyondAllLengthsIsAnOrdinaryError) {
  const std::string path = folder_ / std::string(5000, 'p');
  EXPECT_EQ(run_process({"cluster", path, "--clusters", "2"}).code, 66);
  EXPECT_EQ(cluster({"-o", path}).code, 73);
  EXPECT_EQ(cluster({"--labels", path}).code, 66);
  EXPECT_EQ(cluster({"--config", path}).code, 66);
  EXPECT_EQ(run_process({"score", path, path}).code, 66);
  EXPECT_EQ(run_process({"verify", path, "--links", path}).code, 66);
  EXPECT_EQ(run_process({"reproduce", "circles", "--out", path}).code, 73);
}

TEST_F(Files, AllOutputsAppearOrNone) {
  const ProcessResult result = cluster({"-o", folder_ / "labels.csv", "--json", "/dev/full"});
  EXPECT_EQ(result.code, 73);
  EXPECT_FALSE(fs::exists(folder_ / "labels.csv"));
  EXPECT_EQ(cluster({"-o", "/dev/full", "--save", folder_ / "model"}).code, 73);
  EXPECT_FALSE(fs::exists(folder_ / "model"));
  for (const std::string& name : folder_.names()) EXPECT_EQ(name.find(".part"), std::string::npos) << name;
}

TEST_F(Files, TheResultGetsItsNameLast) {
  const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  ASSERT_GE(inotify_add_watch(watch, (folder_ / "").c_str(), IN_MOVED_TO), 0);
  ASSERT_EQ(cluster({"-o", folder_ / "labels", "--json", folder_ / "json", "--report", folder_ / "page",
                     "--save", folder_ / "model"})
                .code,
            0);
  alignas(inotify_event) std::array<char, 4096> bytes{};
  const ssize_t size = read(watch, bytes.data(), bytes.size());
  close(watch);
  std::vector<std::string> named;
  for (ssize_t at = 0; at < size;) {
    const auto* event = reinterpret_cast<const inotify_event*>(bytes.data() + at);
    named.emplace_back(event->name);
    at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
  }
  EXPECT_EQ(named, (std::vector<std::string>{"model", "json", "page", "labels"}));
}

TEST_F(Files, WhatAnotherProcessLeftIsNeitherUsedNorDeleted) {
  // Whatever number our process will have, its temporary names are taken.
  const std::string probe = folder_ / "probe";
  const pid_t next = getpid();
  for (pid_t id = next; id < next + 300; ++id)
    folder_.write(".comac-" + std::to_string(id) + "-0.part", "theirs");
  EXPECT_EQ(cluster({"-o", probe}).code, 0);
  EXPECT_EQ(lines_of(read_text(probe)).size(), 7U);
  for (pid_t id = next; id < next + 300; ++id)
    EXPECT_EQ(read_text(folder_ / (".comac-" + std::to_string(id) + "-0.part")), "theirs");
}

/// Starts a long run, sends it a signal, and returns how it ended.
int ended_by(int signal, const std::vector<std::string>& words, std::chrono::milliseconds after) {
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(126);
    std::vector<char*> pointers{const_cast<char*>(COMAC_COMMAND)};
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    execv(COMAC_COMMAND, pointers.data());
    _exit(127);
  }
  std::this_thread::sleep_for(after);
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST_F(Files, TerminationKeepsTheBestSoFarLikeAnInterrupt) {
  const std::string out = folder_ / "labels.csv";
  const std::vector<std::string> words{"cluster",      data_, "--clusters", "2", "--neighbours", "3",
                                       "--max-sweeps", "9",   "-o",         out, "--restarts",   "100000000",
                                       "--relaxation", "1"};
  using namespace std::chrono_literals;
  EXPECT_EQ(ended_by(SIGTERM, words, 2000ms), 130);
  EXPECT_EQ(lines_of(read_text(out)).size(), 7U);
  for (const std::string& name : folder_.names()) EXPECT_EQ(name.find(".part"), std::string::npos) << name;
}

}  // namespace
}  // namespace comac::test
