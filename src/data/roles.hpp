// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/columns.hpp"

namespace comac {

/// Where the cells of a column go.
enum Role : unsigned {
  feature_role = 0,
  label_role = 1,
  truth_role = 2,
  id_role = 4,
  ignored_role = 8,
  candidate_role = 16,  ///< names the rows if it is fit to
};

/// How the cells of a column become numbers.
struct Form {
  ColumnAbout about = {};
  bool settled = false;        ///< the kind was said, not found out
  bool decimal_comma = false;  ///< of a number
};

/// What is to be read from a file: one of each for every column.
struct ReadPlan {
  std::vector<unsigned> roles;
  std::vector<Form> forms;
  std::vector<std::string> why;       ///< a column is left out: half a sentence
  std::vector<std::string> order;     ///< the features as they were asked for; empty: as in the file
  std::vector<std::string> left_out;  ///< columns that were not asked for
  std::vector<std::string> notes;
  std::vector<bool> asked_for;  ///< as a feature, by its name
  bool judged = false;          ///< what was not settled has been found out

  std::size_t features() const;
};

/// As the options say; every other feature is taken for numbers. Throws Error(usage) for columns that the
/// file does not have, Error(data) if no feature is left.
ReadPlan plan_reading(const Columns& columns, const ReadOptions& options);

/// Whether a column is called as columns are that name rows: id, index, row, customer_id, PassengerId,
/// Kunden-Nr.
bool is_name_of_ids(const std::string& name);

/// Whether a column is called as columns are that hold the classes of the rows: class, label, target,
/// species. Of texts only also y and the like, which are coordinates where they are numbers.
bool is_name_of_classes(const std::string& name, bool texts);

/// Whether a column is called as those that say what became of somebody: survived, churn.
bool is_name_of_outcomes(const std::string& name);

}  // namespace comac
