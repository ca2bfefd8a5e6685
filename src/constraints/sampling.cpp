// SPDX-License-Identifier: MIT
#include "comac/constraints/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/random.hpp"
#include "comac/base/error.hpp"

namespace comac {
namespace {

/// Each kind of draw has its own stream, so that changing one option leaves the other draws as they are.
enum Stream : std::uint64_t { rows_stream, classes_stream, wrong_stream };

/// Two classes hold enough if they have this share of the rows.
constexpr double enough_share = 0.3;

void check_share(const char* what, double value, double most) {
  if (value >= 0 && value <= most) return;
  throw Error(ErrorCode::usage, std::string("the share of ") + what + " is " + std::to_string(value) +
                                    "; expected " + (most == 1 ? "0 to 1" : "0 or more"));
}

/// ceil(share * count), where a product that is a whole number but for rounding counts as whole.
std::size_t ceil_share(double share, std::size_t count) {
  return static_cast<std::size_t>(std::ceil(share * static_cast<double>(count) - 1e-9));
}

std::vector<std::uint32_t> known_rows(const Categories& truth) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t r = 0; r < truth.ids.size(); ++r) {
    if (truth.ids[r] == unknown_category) continue;
    if (truth.ids[r] >= truth.names.size()) {
      throw Error(ErrorCode::data, "row " + std::to_string(r) + " is of class " +
                                       std::to_string(truth.ids[r]) + ", but there are " +
                                       std::to_string(truth.names.size()) + " names of classes");
    }
    rows.push_back(r);
  }
  return rows;
}

std::vector<std::size_t> class_sizes(const Categories& truth) {
  std::vector<std::size_t> sizes(truth.names.size(), 0);
  for (const std::uint32_t id : truth.ids) {
    if (id != unknown_category) ++sizes[id];
  }
  return sizes;
}

using ClassPair = std::pair<std::uint32_t, std::uint32_t>;

ClassPair largest_two(const std::vector<std::size_t>& sizes) {
  std::vector<std::uint32_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sizes[a] > sizes[b]; });
  return {order[0], order[1]};
}

ClassPair draw_two_classes(const std::vector<std::size_t>& sizes, std::uint64_t seed) {
  if (sizes.size() < 2) {
    throw Error(ErrorCode::data, "two classes are asked for, but the truth has only " +
                                     std::to_string(sizes.size()) + "; sample from all classes instead");
  }
  const auto rows = static_cast<double>(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
  std::vector<ClassPair> enough;
  for (std::uint32_t a = 0; a < sizes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < sizes.size(); ++b) {
      if (static_cast<double>(sizes[a] + sizes[b]) >= enough_share * rows - 1e-9) enough.emplace_back(a, b);
    }
  }
  if (enough.empty()) return largest_two(sizes);
  return enough[Random(seed, classes_stream).below(enough.size())];
}

/// `wanted` of the numbers 0 .. count-1 in random order; a smaller draw is the beginning of a larger one.
/// Fisher-Yates that stores only what it has moved: O(wanted) even if count is huge.
std::vector<std::uint64_t> draw_distinct(std::uint64_t count, std::size_t wanted, Random random) {
  std::unordered_map<std::uint64_t, std::uint64_t> moved;
  const auto value = [&](std::uint64_t at) {
    const auto found = moved.find(at);
    return found == moved.end() ? at : found->second;
  };
  std::vector<std::uint64_t> drawn;
  drawn.reserve(wanted);
  for (std::uint64_t t = 0; t < wanted; ++t) {
    const std::uint64_t from = t + random.below(count - t);
    drawn.push_back(value(from));
    moved[from] = value(t);
  }
  return drawn;
}

void make_wrong(SideInformation& known, double share, std::uint64_t seed) {
  const std::size_t classes = known.label_names.size();
  const std::size_t wrong = ceil_share(share, known.labels.size());
  if (wrong > 0 && classes < 2) {
    throw Error(ErrorCode::data, "wrong labels are asked for, but the truth has only one class");
  }
  Random random(seed, wrong_stream);
  const std::uint64_t selection_seed = random.next();
  for (const std::uint64_t at : draw_distinct(known.labels.size(), wrong, Random(selection_seed))) {
    std::uint32_t& label = known.labels[at].label;
    label = static_cast<std::uint32_t>((label + 1 + random.below(classes - 1)) % classes);
  }
}

/// Pair number n of the sequence (1,0), (2,0), (2,1), (3,0), ...
std::pair<std::uint64_t, std::uint64_t> pair_at(std::uint64_t n) {
  auto second = static_cast<std::uint64_t>((1 + std::sqrt(1 + 8 * static_cast<double>(n))) / 2);
  while (second * (second - 1) / 2 > n) --second;
  while (second * (second + 1) / 2 <= n) ++second;
  return {n - second * (second - 1) / 2, second};
}

}  // namespace

SideInformation sample_labels(const Categories& truth, const LabelSampling& sampling) {
  check_share("labelled rows", sampling.share, 1);
  check_share("wrong labels", sampling.wrong, 1);
  std::vector<std::uint32_t> rows = known_rows(truth);
  const std::size_t wanted = ceil_share(sampling.share, rows.size());
  Random(sampling.seed, rows_stream).shuffle(std::span(rows));
  if (sampling.classes == LabelledClasses::two) {
    const auto [a, b] = draw_two_classes(class_sizes(truth), sampling.seed);
    std::erase_if(rows, [&, a = a, b = b](auto row) { return truth.ids[row] != a && truth.ids[row] != b; });
  }
  rows.resize(std::min(rows.size(), wanted));
  std::ranges::sort(rows);

  SideInformation known;
  known.label_names = truth.names;
  for (const std::uint32_t row : rows) known.labels.push_back({row, truth.ids[row], {}});
  make_wrong(known, sampling.wrong, sampling.seed);
  return known;
}

SideInformation sample_pairs(const Categories& truth, const PairSampling& sampling) {
  check_share("pairs", sampling.share, HUGE_VAL);
  check_share("wrong pairs", sampling.wrong, 1);
  const std::vector<std::uint32_t> rows = known_rows(truth);
  const std::uint64_t possible = rows.empty() ? 0 : std::uint64_t{rows.size()} * (rows.size() - 1) / 2;
  const double wanted = std::round(sampling.share * static_cast<double>(rows.size()));
  if (wanted > static_cast<double>(possible)) {
    throw Error(ErrorCode::usage, "there are only " + std::to_string(possible) + " pairs of the " +
                                      std::to_string(rows.size()) +
                                      " rows; expected a smaller share of pairs");
  }
  const auto count = static_cast<std::size_t>(wanted);

  SideInformation known;
  for (const std::uint64_t n : draw_distinct(possible, count, Random(sampling.seed, rows_stream))) {
    const auto [first, second] = pair_at(n);
    const bool together = truth.ids[rows[first]] == truth.ids[rows[second]];
    known.links.push_back({rows[first], rows[second], together ? LinkKind::must : LinkKind::cannot, {}});
  }
  const std::size_t wrong = ceil_share(sampling.wrong, count);
  for (const std::uint64_t at : draw_distinct(count, wrong, Random(sampling.seed, wrong_stream))) {
    LinkKind& kind = known.links[at].kind;
    kind = kind == LinkKind::must ? LinkKind::cannot : LinkKind::must;
  }
  return known;
}

std::string_view to_string(LabelledClasses classes) { return classes == LabelledClasses::two ? "2" : "all"; }

}  // namespace comac
