// SPDX-License-Identifier: MIT
// What is shown is run: every console block of the README and the docs, as written, with its output.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// A command after "$ ", and the lines that the page shows below it.
struct Example {
  std::string command;
  std::string output;
  std::size_t line = 0;
};

std::vector<Example> examples_of(const fs::path& page) {
  std::vector<Example> examples;
  std::ifstream file(page);
  bool inside = false;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      examples.push_back({line.substr(2), {}, number});
    } else if (inside && !examples.empty()) {
      examples.back().output += line + '\n';
    }
  }
  return examples;
}

/// Standard output and exit code of a shell command in `folder`, with comac on the path.
std::pair<std::string, int> run(const std::string& command, const fs::path& folder) {
  const std::string binary = fs::path(COMAC_COMMAND).parent_path().string();
  const std::string line =
      "cd '" + folder.string() + "' && PATH='" + binary + "':$PATH && " + command + " 2>/dev/null";
  FILE* pipe = popen(line.c_str(), "r");
  std::string output;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    output.append(buffer.data(), n);
  return {output, pclose(pipe)};
}

std::vector<fs::path> pages() {
  const fs::path root = COMAC_SOURCE_DIR;
  std::vector<fs::path> found{root / "README.md"};
  for (const auto& entry : fs::directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Docs, ExamplesRunAsWritten) {
  std::size_t run_examples = 0;
  for (const fs::path& page : pages()) {
    const fs::path folder = fs::temp_directory_path() / ("comac-docs-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    fs::copy(fs::path(COMAC_SOURCE_DIR) / "data", folder / "data");
    for (const Example& example : examples_of(page)) {
      const auto [output, code] = run(example.command, folder);
      const std::string where = page.filename().string() + ":" + std::to_string(example.line);
      EXPECT_EQ(code, 0) << where << ": " << example.command;
      EXPECT_TRUE(example.output.empty() || output == example.output)
          << where << ": " << example.command << "\n"
          << output;
      ++run_examples;
    }
    fs::remove_all(folder);
  }
  EXPECT_GE(run_examples, 5U);
}

TEST(Docs, LinksLeadSomewhere) {
  for (const fs::path& page : pages()) {
    std::ifstream file(page);
    std::stringstream content;
    content << file.rdbuf();
    const std::string text = content.str();
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2)) {
      std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
      target = target.substr(0, target.find('#'));
      if (target.empty() || target.starts_with("http")) continue;
      EXPECT_TRUE(fs::exists(page.parent_path() / target)) << page.filename() << " links to " << target;
    }
  }
}

}  // namespace
