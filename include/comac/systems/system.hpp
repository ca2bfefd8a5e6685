// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "comac/base/progress.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// What a system is asked to do. The table is as read; systems see it through prepare().
struct Task {
  const Table& table;
  const SideInformation& known;
  const Options& options;
  const Progress& progress;
};

/// What kind of side information a system can use. Labels can always be turned into pairs, not the reverse.
enum class Uses { nothing, labels, pairs };

/// A system in one line, for lists and messages.
struct SystemInfo {
  std::string_view name;     ///< as on the command line
  std::string_view summary;  ///< one line
  Uses uses = Uses::nothing;
  std::string_view reference;  ///< authors and year
  /// As its authors did; what Options::restarts should be where nobody says. None: as it says itself.
  std::optional<std::size_t> restarts = 10;
  bool needs_labels = false;  ///< has nothing to do without labels
  /// Names of options, with spaces between, that it uses beside clusters, method, restarts, seed, threads,
  /// scale, pca and memory-limit, which all do, and on-conflict, which all do that use what is known. "*"
  /// stands for all options, "-name" behind it for one that it can't use.
  std::string_view options = {};

  /// Whether the option of this name, one of option_table(), makes a difference.
  bool can_use(std::string_view option) const;
};

/// The one interface that all systems share. Systems have no state: running one twice gives the same result.
class System {
 public:
  virtual ~System() = default;
  virtual SystemInfo info() const = 0;
  /// Throws Error(usage) if it can't use what is known, or can't do without labels where there are none, and
  /// Error(data) if the task is too large for it.
  Result run(const Task& task) const;

 private:
  /// The side information is of a kind that info() allows.
  virtual Result run_allowed(const Task& task) const = 0;
};

/// For a system without arguments: the one instance.
template <class S>
const System& the_system() {
  static const S system;
  return system;
}

/// All systems, in the order in which they are listed.
std::span<const System* const> all_systems();

/// Throws Error(usage) with the nearest names if there is no such system.
const System& find_system(std::string_view name);

}  // namespace comac
