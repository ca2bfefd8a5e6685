// SPDX-License-Identifier: MIT
#include "comac/constraints/side_information.hpp"

#include <algorithm>

namespace comac {

namespace {

std::uint32_t number_of(std::string_view name, std::vector<std::string>& names) {
  const auto number = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  if (number == names.size()) names.emplace_back(name);
  return static_cast<std::uint32_t>(number);
}

}  // namespace

void SideInformation::label(std::uint32_t row, std::string_view name, double confidence) {
  labels.push_back({row, number_of(name, label_names), {}, confidence});
}

void SideInformation::must(std::uint32_t first, std::uint32_t second, double confidence) {
  links.push_back({first, second, LinkKind::must, {}, confidence});
}

void SideInformation::cannot(std::uint32_t first, std::uint32_t second, double confidence) {
  links.push_back({first, second, LinkKind::cannot, {}, confidence});
}

void SideInformation::add(const SideInformation& more) {
  const auto first_file = static_cast<std::uint32_t>(files.size());
  files.insert(files.end(), more.files.begin(), more.files.end());
  std::vector<std::uint32_t> label_number;
  for (const std::string& name : more.label_names) label_number.push_back(number_of(name, label_names));
  for (Label label : more.labels) {
    label.source.file += first_file;
    label.label = label.label < label_number.size() ? label_number[label.label] : UINT32_MAX;
    labels.push_back(label);
  }
  for (Link link : more.links) {
    link.source.file += first_file;
    links.push_back(link);
  }
  if (row_names.empty()) row_names = more.row_names;
  has_confidences |= more.has_confidences;
}

bool SideInformation::any_soft() const {
  return !std::ranges::all_of(labels, is_hard<Label>) || !std::ranges::all_of(links, is_hard<Link>);
}

std::string SideInformation::describe(Source source) const {
  if (source.line == 0 || source.file >= files.size()) return {};
  return files[source.file] + ':' + std::to_string(source.line);
}

std::string SideInformation::row_name(std::uint32_t row) const {
  return row < row_names.size() ? row_names[row] : std::to_string(row + first_row);
}

}  // namespace comac
