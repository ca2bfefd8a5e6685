// SPDX-License-Identifier: MIT
#include "comac/systems/system.hpp"

#include <fmt/format.h>

#include "comac/base/error.hpp"

namespace comac {
namespace {

void check_uses(const SystemInfo& info, const SideInformation& known) {
  const auto refuse = [](const std::string& sentence) { throw Error(ErrorCode::usage, sentence); };
  if (info.uses == Uses::nothing && !known.empty()) {
    refuse(fmt::format(
        "{} uses neither labels nor links; leave them out, or use a method that takes them, such as "
        "comac-seq",
        info.name));
  }
  if (info.uses == Uses::labels && !known.links.empty()) {
    refuse(fmt::format(
        "{} can use labels but no links, of which {} were given; give labels, or use a method that "
        "takes links, such as comac-seq, c-gmm or pck-means",
        info.name, known.links.size()));
  }
  if (known.any_soft() && !info.can_use("trust")) {
    refuse(
        fmt::format("{} takes every label and link as certain, but some have a confidence below 1; leave "
                    "the confidences out, or use comac",
                    info.name));
  }
  if (info.needs_labels && known.labels.empty()) {
    refuse(fmt::format(
        "{} needs labels, but there are none; label a row of each class, or use a method that can do "
        "without, such as comac",
        info.name));
  }
}

/// Whether `name` is one of the names in `list`, which has spaces between them.
bool lists(std::string_view list, std::string_view name) {
  return fmt::format(" {} ", list).find(fmt::format(" {} ", name)) != std::string::npos;
}

}  // namespace

bool SystemInfo::can_use(std::string_view option) const {
  if (lists(this->options, "*")) return !lists(this->options, fmt::format("-{}", option));
  return lists("clusters method restarts seed threads scale pca memory-limit", option) ||
         lists(this->options, option) || (option == "on-conflict" && uses != Uses::nothing);
}

Result System::run(const Task& task) const {
  check_uses(info(), task.known);
  return run_allowed(task);
}

}  // namespace comac
