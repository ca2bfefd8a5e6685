// SPDX-License-Identifier: MIT
#include "store.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "comac/base/error.hpp"
#include "data/file.hpp"
#include "data/text.hpp"

namespace comac::experiments {

Store::Store(std::string path) : path_(std::move(path)) {
  std::string content = fmt::format("{},nmi,ms\n", key_header);
  std::error_code error;
  if (std::filesystem::exists(path_, error)) {
    std::string found = read_file(path_);
    found.resize(found.rfind('\n') + 1);  // npos + 1 is 0
    if (!found.empty()) content = std::move(found);
  }
  read(content);
  write_file(path_, content);
  file_.open(path_, std::ios::app);
  if (!file_)
    throw Error(ErrorCode::no_output, {path_, 0, 0}, "this file cannot be written; choose another --out");
}

void Store::read(const std::string& content) {
  for (std::size_t begin = content.find('\n') + 1; begin < content.size();) {
    const std::size_t end = content.find('\n', begin);
    const std::string line = content.substr(begin, end - begin);
    const std::size_t last = line.rfind(','), before = line.rfind(',', last - 1);
    if (last != std::string::npos && before != std::string::npos) {
      const Number nmi = parse_number(std::string_view(line).substr(before + 1, last - before - 1));
      nmi_[line.substr(0, before)] = nmi.kind == NumberKind::finite ? nmi.value : NAN;
    }
    begin = end + 1;
  }
}

std::optional<double> Store::find(const std::string& key) const {
  const auto found = nmi_.find(key);
  if (found == nmi_.end()) return std::nullopt;
  return found->second;
}

void Store::add(const std::string& key, const Measurement& measurement) {
  const std::string nmi = std::isnan(measurement.nmi) ? "" : fmt::format("{:.6f}", measurement.nmi);
  const std::lock_guard lock(mutex_);
  nmi_[key] = nmi.empty() ? NAN : parse_number(nmi).value;
  file_ << fmt::format("{},{},{:.1f}\n", key, nmi, measurement.milliseconds) << std::flush;
  if (!file_)
    throw Error(ErrorCode::no_output, {path_, 0, 0}, "this file cannot be written; is the disk full?");
}

}  // namespace comac::experiments
