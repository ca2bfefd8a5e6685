// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "figure.hpp"

namespace comac::experiments::figures {
namespace {

Extra table_of_sets(const Sets& sets, const Scope& scope) {
  Extra extra{"<table>\n<tr><th>set</th><th>rows</th><th>features</th><th>classes</th></tr>\n",
              "set,rows,features,classes\n"};
  std::vector<std::string> names = comparison_sets();
  names.insert(names.end(), {"ionosphere", "circles"});
  for (const std::string& name : names) {
    if (!scope.wants(name)) continue;
    const std::string_view title = set_title(name);
    const PaperSet* set = sets.find(name);
    if (set == nullptr) {
      extra.html += fmt::format("<tr><th>{}</th><td colspan=\"3\">missing</td></tr>\n", title);
      extra.csv += fmt::format("\"{}\",,,\n", title);
      continue;
    }
    const Table& table = set->data.table;
    extra.html += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n", title, table.rows,
                              table.columns, set->classes());
    extra.csv += fmt::format("\"{}\",{},{},{}\n", title, table.rows, table.columns, set->classes());
  }
  extra.html += "</table>\n";
  return extra;
}

}  // namespace

Figure data_sets(const Scope&) {
  Figure figure{
      "data-sets", "Data sets",
      "As every system sees them: Ecoli without its three rarest classes and Segmentation z-scored, both "
      "reduced to 5 principal components."};
  figure.extra = table_of_sets;
  return figure;
}

}  // namespace comac::experiments::figures
