// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "comac/data/read.hpp"

namespace comac::experiments {

/// A set of the paper, prepared as the paper did.
struct PaperSet {
  std::string name;   ///< "wine"
  std::string title;  ///< "Wine, raw"
  Dataset data;       ///< the table as every system sees it, and the truth
  std::size_t classes() const { return data.truth->names.size(); }
};

/// The sets that there are, each prepared once, and the names of those that are missing.
class Sets {
 public:
  /// `folder` holds what is not part of the program (ecoli.csv, user.csv); "" where there is none.
  explicit Sets(const std::string& folder);

  /// Null if it is missing. Throws Error(usage) for a name that the paper does not have.
  const PaperSet* find(std::string_view name) const;
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  std::map<std::string, PaperSet, std::less<>> sets_;
  std::vector<std::string> missing_;
};

/// "Wine, raw" for "wine"; also for a set that is missing.
std::string_view set_title(std::string_view name);

/// The seven sets of the comparison, Wine both raw and z-scored, in the paper's order.
std::vector<std::string> comparison_sets();
/// The same with Wine z-scored only, as CoMaC saw it.
std::vector<std::string> scaled_sets();

}  // namespace comac::experiments
