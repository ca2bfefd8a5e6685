// SPDX-License-Identifier: MIT
#include "figures/lines.hpp"

namespace comac::experiments::figures {

Figure comparison(const Scope& scope) {
  Figure figure{"comparison", "Labels of all classes",
                "All systems on the sets of the paper; k = 20 and beta = .5 for CoMaC. Wine is shown raw and "
                "z-scored for every system.",
                "labelled rows in %"};
  add_comparison(figure, scope, scope.levels({0, 0.1, 0.2, 0.3}, 3), "all-classes", [](double share) {
    return Side{Side::Protocol::labels, share};
  });
  return figure;
}

Figure two_classes(const Scope& scope) {
  Figure figure{
      "two-classes", "Labels of two classes only",
      "The same with labels of two random classes that hold at least 30 % of the rows. mixmod needs "
      "labels of all classes.",
      "labelled rows in %"};
  add_comparison(figure, scope, scope.levels({0, 0.1, 0.2, 0.3}, 3), "two-classes", [](double share) {
    return Side{Side::Protocol::two_classes, share};
  });
  return figure;
}

Figure wrong_labels(const Scope& scope) {
  Figure figure{"wrong-labels", "Wrong labels",
                "30 % of the rows are labelled; of these labels a share is replaced by a random other class.",
                "wrong labels in %"};
  add_comparison(figure, scope, scope.levels({0, 0.1, 0.2, 0.3, 0.4, 0.5}, 5), "wrong-labels",
                 [](double wrong) {
                   return Side{Side::Protocol::labels, 0.3, wrong};
                 });
  return figure;
}

}  // namespace comac::experiments::figures
