// SPDX-License-Identifier: MIT
// What ARCHITECTURE.md and CONTRIBUTING.md promise about the tree itself.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace comac {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> sources(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(COMAC_SOURCE_DIR) / folder)) {
    const auto extension = entry.path().extension();
    if (extension == ".cpp" || extension == ".hpp") found.push_back(entry.path());
  }
  return found;
}

/// Calls visit(path, number, line) for each line of the files of a folder.
template <class Visit>
void each_line(const std::string& folder, Visit visit) {
  for (const fs::path& path : sources(folder)) {
    std::ifstream file(path);
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) visit(path, number, line);
  }
}

TEST(Tree, TheLibrarySpeaksNoCommandLine) {
  const std::regex flag_in_text("\"[^\"]*--[a-z]");
  std::size_t lines = 0;
  each_line("src", [&](const fs::path& path, std::size_t number, const std::string& line) {
    ++lines;
    if (line.find("--") == std::string::npos) return;
    EXPECT_FALSE(std::regex_search(line.substr(0, line.find("//")), flag_in_text))
        << path << ':' << number << ": name the option by setting(): " << line;
  });
  EXPECT_GT(lines, 5000U);
}

TEST(Tree, PublicHeadersIncludePublicHeadersOnly) {
  const std::regex include("#include \"(.*)\"");
  each_line("include", [&](const fs::path& path, std::size_t number, const std::string& line) {
    std::smatch found;
    if (!std::regex_search(line, found, include)) return;
    EXPECT_TRUE(fs::exists(fs::path(COMAC_SOURCE_DIR) / "include" / found[1].str())) << path << ':' << number;
  });
  EXPECT_LE(sources("include").size(), 30U) << "a header that users don't need belongs beside its source";
}

}  // namespace
}  // namespace comac
