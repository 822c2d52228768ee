// Turns the conformance files into problems and layers: what tutorials print, and float64 automatic differentiation.
// HEED_CONFORMANCE_DIR is where they are; tests/conformance says where each comes from.
#pragma once

#include <string>
#include <vector>

#include "json.h"
#include "layer.h"
#include "problem.h"

namespace heed::test {

// The paths of a folder's files, in order.
std::vector<std::string> files_in(const char* folder);

std::vector<float> floats(const Json& json);

// For a case in `gradients`: what kind of call it is, the call, and one of its tensors.
bool is_attention(const Json& example);
Problem problem_of(const Json& example);
Layer layer_of_tensors(const Json& example);
HeadTensor heads_of(const Json& tensor);
std::vector<double> expected_data(const Json& example, const std::string& name);

}  // namespace heed::test
