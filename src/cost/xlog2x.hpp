// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace comac {

/// f(t) = t log2 t with f(t) = 0 for t <= 0 (running tables round to a hair below zero).
/// Made of additions, multiplications and one division in a fixed order: the same bits on every
/// instruction set. At most 3e-16 (1 + |log2 t|) t from the true value.
double xlog2x(double t);

/// out[i] = f(t[i]).
void xlog2x(const double* t, double* out, std::size_t count);

/// Replaces each t[i], above 0 and normal, by log2 t[i]: by the same steps.
void log2_of(double* t, std::size_t count);

/// sum of f(t[i]), in a fixed order.
double sum_xlog2x(const double* t, std::size_t count);

/// sum of f(t[i] + step * w[i]), in a fixed order: what a column of a table becomes when mass w joins (step =
/// 1) or leaves (step = -1). This is where the time goes when beta is not 1/2.
double sum_xlog2x_shifted(const double* t, const double* w, double step, std::size_t count);

}  // namespace comac
