// SPDX-License-Identifier: MIT
// What ARCHITECTURE.md and CONTRIBUTING.md promise about the tree itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
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
  EXPECT_LE(sources("include").size(), 16U) << "a header that users don't need belongs beside its source";
}

/// The stage that a file of src/ or include/comac/ belongs to; none for what all stages may include.
std::string stage_of(const fs::path& path) {
  for (auto part = path.begin(); part != path.end(); ++part) {
    const bool root = *part == "src" || *part == "comac";
    if (root && std::next(part) != path.end() && std::next(part, 2) != path.end())
      return std::next(part)->string();
  }
  return "";
}

/// Every file belongs to a stage, so what holds for each inclusion holds for all that follow from it, too.
TEST(Tree, AStageIncludesOnlyStagesAboveIt) {
  const std::vector<std::string> order{"base",     "options",     "data",      "prep",   "neighbours",
                                       "chain",    "constraints", "partition", "cost",   "optimise",
                                       "evidence", "select",      "evaluate",  "fitted", "report"};
  const auto rank = [&](const std::string& stage) {
    return std::find(order.begin(), order.end(), stage) - order.begin();
  };
  const std::regex include("#include \"(comac/)?([a-z_]+)/.*\"");
  std::size_t inclusions = 0;
  for (const fs::path& path : sources("src")) {
    const std::string stage = stage_of(fs::relative(path, COMAC_SOURCE_DIR));
    EXPECT_NE(std::find(order.begin(), order.end(), stage), order.end()) << path << " belongs to no stage";
  }
  each_line("src", [&](const fs::path& path, std::size_t number, const std::string& line) {
    std::smatch found;
    if (!std::regex_match(line, found, include) || found[2] == "comac") return;  // options, results: for all
    const std::string from = stage_of(fs::relative(path, COMAC_SOURCE_DIR));
    ASSERT_LT(rank(found[2]), std::ssize(order)) << path << ':' << number << " includes no stage: " << line;
    EXPECT_LE(rank(found[2]), rank(from)) << path << ':' << number << ": " << line;
    ++inclusions;
  });
  EXPECT_GT(inclusions, 500U);
}

/// So a header that has a source is compiled by itself.
TEST(Tree, SourcesIncludeTheirHeaderFirst) {
  std::size_t pairs = 0;
  for (const fs::path& path : sources("src")) {
    fs::path header = path;
    if (path.extension() != ".cpp" || !fs::exists(header.replace_extension(".hpp"))) continue;
    ++pairs;
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line) && !line.starts_with("#include")) continue;
    EXPECT_TRUE(line.ends_with(header.filename().string() + "\"")) << path << " begins with " << line;
  }
  EXPECT_GT(pairs, 100U);
}

/// Two types of one name in one library are one to the linker, which keeps the destructor of either.
TEST(Tree, HeadersDefineEachTypeOnce) {
  const std::regex space("namespace ([a-z_:]+) \\{"), type("(struct|class|enum class) ([A-Za-z]+) .*\\{.*");
  std::map<std::string, fs::path> found;
  for (const char* folder : {"include", "src", "baselines", "apps"}) {
    std::string inside;
    each_line(folder, [&](const fs::path& path, std::size_t number, const std::string& line) {
      std::smatch words;
      if (path.extension() != ".hpp") return;
      if (std::regex_match(line, words, space)) inside = words[1];
      if (!std::regex_match(line, words, type)) return;
      const auto [before, fresh] = found.emplace(inside + "::" + words[2].str(), path);
      EXPECT_TRUE(fresh) << path << ':' << number << " and " << before->second << ": " << line;
    });
  }
  EXPECT_GT(found.size(), 200U);
}

/// The lines of a file, and where each function of it begins and ends. Sources are in clang-format's shape: a
/// function ends with a brace alone, and the line before it with the same indentation begins it.
void each_function(const fs::path& path, const auto& visit) {
  static const std::regex end("( *)\\}"), other("(namespace|class|struct|enum|union|extern|\\}).*");
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line); lines.push_back(line)) {
    std::smatch found;
    if (!std::regex_match(line, found, end)) continue;
    const std::string indent = found[1];
    const auto begins = [&](const std::string& text) {
      return text.size() > indent.size() && text.starts_with(indent) && text[indent.size()] != ' ' &&
             text[indent.size()] != '#';
    };
    const auto first = std::find_if(lines.rbegin(), lines.rend(), begins);
    if (first == lines.rend() || std::regex_match(first->substr(indent.size()), other)) continue;
    const auto length = static_cast<std::size_t>(first - lines.rbegin()) + 2;
    visit(lines.size() + 2 - length, length);
  }
}

TEST(Tree, NoFunctionIsOverFortyLines) {
  std::size_t functions = 0;
  for (const char* folder : {"src", "include", "apps", "baselines", "python/native", "bench", "examples"}) {
    for (const fs::path& path : sources(folder)) {
      each_function(path, [&](std::size_t line, std::size_t length) {
        ++functions;
        EXPECT_LE(length, 40U) << path << ':' << line;
      });
    }
  }
  EXPECT_GT(functions, 1000U);
}

}  // namespace
}  // namespace comac
