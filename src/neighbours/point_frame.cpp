// SPDX-License-Identifier: MIT
#include "neighbours/point_frame.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "base/random.hpp"

namespace comac {
namespace {

constexpr std::size_t sample_size = 255;
constexpr std::size_t rows_at_once = 1024;

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

PointFrame::PointFrame(const DistinctRows& rows, std::uint64_t seed) : rows_(rows), centre_(rows.columns()) {
  Random random(seed, 1);
  std::vector<std::size_t> sample(std::min(sample_size, rows.size()));
  for (std::size_t& d : sample) d = random.below(rows.size());
  std::vector<double> values(sample.size());
  for (std::size_t c = 0; c < centre_.size(); ++c) {
    std::ranges::transform(sample, values.begin(), [&](std::size_t d) { return rows.row(d)[c]; });
    centre_[c] = median(values);
  }
  std::ranges::transform(sample, values.begin(), [&](std::size_t d) {
    double largest = 0;
    for (std::size_t c = 0; c < centre_.size(); ++c)
      largest = std::max(largest, std::abs(rows.row(d)[c] - centre_[c]));
    return largest;
  });
  const double spread = median(values);
  if (spread > 0 && std::isfinite(spread)) scale_ = std::exp2(std::clamp(-std::ilogb(spread), -1000, 1000));
}

bool PointFrame::suits_floats(const KnownSample& known) const {
  constexpr double digits = 0x1p-24, tolerated = 1e-3;
  std::size_t lost = 0;
  for (const auto& row : known.rows()) {
    const double size = std::sqrt(squared_distance(rows_.row(row.distinct), centre_));
    lost += size * digits > tolerated * std::sqrt(row.farthest);
  }
  return 64 * lost <= known.rows().size();
}

template <class Real>
Points<Real> PointFrame::points(std::span<const std::uint32_t> order, std::size_t threads,
                                const RowsDone& done) const {
  constexpr double most = sizeof(Real) == sizeof(float) ? 1e15 : 1e150;
  Points<Real> points(order.size(), rows_.columns());
  parallel_for(order.size(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto row = rows_.row(order[i]);
      Real* point = points.row(i);
      for (std::size_t c = 0; c < row.size(); ++c) {
        point[c] = static_cast<Real>(std::clamp((row[c] - centre_[c]) * scale_, -most, most));
      }
      std::fill(point + row.size(), point + points.width(), Real{0});
    }
    done(0);
  });
  return points;
}

template Points<float> PointFrame::points(std::span<const std::uint32_t>, std::size_t, const RowsDone&) const;
template Points<double> PointFrame::points(std::span<const std::uint32_t>, std::size_t,
                                           const RowsDone&) const;

}  // namespace comac
