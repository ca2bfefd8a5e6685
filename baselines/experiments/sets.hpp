// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/data/read.hpp"

namespace comac::experiments {

/// A set of the paper, prepared as the paper did, or one of those that we measure beside them.
struct PaperSet {
  std::string name;   ///< "wine", "shapes/ring"
  std::string title;  ///< "Wine, raw"
  Dataset data;       ///< the table as every system sees it, and the truth
  /// Pairs that come with the set: by their number in per cent of the rows, and the draw.
  std::map<std::pair<long, std::size_t>, std::vector<Link>> pairs = {};

  std::size_t classes() const { return data.truth->names.size(); }
  /// Throws Error(data) if the set has none for this share and draw; nothing for a share of 0.
  SideInformation links(double share, std::size_t draw) const;
};

/// The sets that there are, each prepared once, and the names of those that are missing.
class Sets {
 public:
  /// `folder` holds what is not part of the program (ecoli.csv, user.csv, shapes/ and links/); "" where there
  /// is none.
  explicit Sets(const std::string& folder);

  /// Null if it is missing. Throws Error(usage) for a name that there is not.
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
/// Rings, zigzags and the like, whose rows called noise have no class.
std::vector<std::string> shape_sets();
/// Two or three clouds of 1 000 rows, the largest of 50 to 98 %, 6 to 14 deviations apart.
std::vector<std::string> cloud_sets();
/// Sets that come with pairs and with what others have published for these.
std::vector<std::string> linked_sets();

}  // namespace comac::experiments
