// SPDX-License-Identifier: MIT
#pragma once

#include "arguments.hpp"
#include "cluster_run.hpp"
#include "comac/model.hpp"
#include "output.hpp"

namespace comac::app {

/// Throws Error(usage) for options that don't go with --save or --continue.
void check_model_usage(const Arguments& arguments);

/// What comac cluster --continue works on: the model, and what is known with what the files add.
struct ContinuedInput {
  Model model;
  Again again;
  ClusterInput input;
};
ContinuedInput read_continued_input(const Arguments& arguments);

/// Fits a model to what was read, with progress on a terminal and until Ctrl-C; or goes on with one.
Model run_model(const Arguments& arguments, const ClusterInput& input, const Options& options);
Model run_continued(const Arguments& arguments, const ContinuedInput& continued);

void save_model(const Arguments& arguments, const Model& model, Outputs& outputs);

}  // namespace comac::app
