// SPDX-License-Identifier: MIT
#include "command/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "report/schema.hpp"

namespace comac::test {
namespace {

void redirect(const std::string& path, int target, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  dup2(file, target);
  close(file);
}

[[noreturn]] void become(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> words{const_cast<char*>(options.program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(options.program.c_str(), words.data());
  _exit(127);
}

/// All that comes from a terminal until its other side is closed.
std::string drain(int terminal) {
  std::string text;
  char buffer[4096];
  for (ssize_t count = read(terminal, buffer, sizeof buffer); count > 0;
       count = read(terminal, buffer, sizeof buffer)) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

namespace {

/// Every JSON that a run writes about its result follows docs/result.schema.json.
void check_json(const std::vector<std::string>& arguments) {
  const auto option = std::ranges::find(arguments, "--json");
  if (arguments.empty() || (arguments[0] != "cluster" && arguments[0] != "describe")) return;
  if (option == arguments.end() || option + 1 == arguments.end()) return;
  if (!std::filesystem::is_regular_file(option[1])) return;
  static const Json schema = Json::parse(read_text(COMAC_SOURCE_DIR "/docs/result.schema.json"));
  EXPECT_EQ(schema_fault(Json::parse(read_text(option[1])), schema), "");
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  const Folder folder;
  folder.write("in", options.input);
  int terminal = -1;
  int terminal_end = -1;
  if (options.error_is_terminal && openpty(&terminal, &terminal_end, nullptr, nullptr, nullptr) != 0)
    return {};
  const pid_t child = fork();
  if (child == 0) {
    redirect(folder / "in", STDIN_FILENO, O_RDONLY);
    redirect(folder / "out", STDOUT_FILENO, O_WRONLY | O_CREAT);
    if (options.error_is_terminal) {
      dup2(terminal_end, STDERR_FILENO);
      if (options.output_is_terminal) dup2(terminal_end, STDOUT_FILENO);
      close(terminal);
      close(terminal_end);
    } else {
      redirect(folder / "err", STDERR_FILENO, O_WRONLY | O_CREAT);
    }
    become(arguments, options);
  }
  ProcessResult result;
  if (options.error_is_terminal) close(terminal_end);
  if (options.interrupt_after) {
    std::this_thread::sleep_for(*options.interrupt_after);
    kill(child, SIGINT);
  }
  if (options.error_is_terminal) {
    result.error = drain(terminal);
    close(terminal);
  }
  int status = 0;
  waitpid(child, &status, 0);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = read_text(folder / "out");
  if (!options.error_is_terminal) result.error = read_text(folder / "err");
  if (result.code == 0 || result.code == 1 || result.code == 130) check_json(arguments);
  return result;
}

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "comac-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& content) const {
  std::ofstream(path_ / name, std::ios::binary) << content;
  return *this / name;
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(path_))
    found.push_back(entry.path().filename());
  std::ranges::sort(found);
  return found;
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Process, SeesCodeOutputAndError) {
  const ProcessResult result =
      run_process({"-c", "cat; echo oops >&2; exit 3"}, {.input = "hello", .program = "/bin/sh"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.output, "hello");
  EXPECT_EQ(result.error, "oops\n");
}

}  // namespace comac::test
