// SPDX-License-Identifier: MIT
#include "store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "comac/base/error.hpp"
#include "data/file.hpp"
#include "data/text.hpp"

namespace comac::experiments {
namespace {

/// The lines of a text that end as lines should.
std::vector<std::string> whole_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(text.substr(begin, end - begin));
  }
  return lines;
}

std::string system_of(const std::string& line) {
  const std::size_t begin = std::min(line.find(','), line.size() - 1) + 1;
  return line.substr(begin, line.find(',', begin) - begin);
}

/// Cuts the last field off.
std::string take_last(std::string& line) {
  const std::size_t comma = line.rfind(',');
  const std::string field = comma == std::string::npos ? line : line.substr(comma + 1);
  line.resize(comma == std::string::npos ? 0 : comma);
  return field;
}

double number_or_nan(const std::string& text) {
  const Number number = parse_number(text);
  return number.kind == NumberKind::finite ? number.value : NAN;
}

std::string text_of(double score) { return std::isnan(score) ? "" : fmt::format("{:.6f}", score); }

}  // namespace

Store::Store(std::string path, const std::vector<std::string>& forget) : path_(std::move(path)) {
  const std::string header = fmt::format("{},nmi,ari,off,ms", key_header);
  std::string content = header + "\n";
  std::error_code error;
  if (std::filesystem::exists(path_, error)) {
    const auto lines = whole_lines(read_file(path_));
    if (!lines.empty() && lines.front() != header) {
      throw Error(
          ErrorCode::no_output, {path_, 1, 0},
          "these runs were made by another version of comac; choose another --out, or delete the file");
    }
    for (std::size_t l = 1; l < lines.size(); ++l) {
      if (std::ranges::find(forget, system_of(lines[l])) != forget.end()) continue;
      read_line(lines[l]);
      content.append(lines[l]).append("\n");
    }
  }
  write_file(path_, content);
  file_.open(path_, std::ios::app);
  if (!file_)
    throw Error(ErrorCode::no_output, {path_, 0, 0}, "this file cannot be written; choose another --out");
}

void Store::read_line(const std::string& line) {
  std::string rest = line;
  Measurement run;
  for (double* field : {&run.milliseconds, &run.off, &run.ari, &run.nmi})
    *field = number_or_nan(take_last(rest));
  runs_[rest] = run;
}

const Measurement* Store::find(const std::string& key) const {
  const auto found = runs_.find(key);
  return found == runs_.end() ? nullptr : &found->second;
}

void Store::add(const std::string& key, const Measurement& measurement) {
  const std::string line = fmt::format("{},{},{},{},{:.1f}", key, text_of(measurement.nmi),
                                       text_of(measurement.ari), measurement.off, measurement.milliseconds);
  const std::lock_guard lock(mutex_);
  read_line(line);  // so that numbers are the same now and when they are read again
  file_ << line << "\n" << std::flush;
  if (!file_)
    throw Error(ErrorCode::no_output, {path_, 0, 0}, "this file cannot be written; is the disk full?");
}

}  // namespace comac::experiments
