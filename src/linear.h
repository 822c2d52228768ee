// A linear layer over rows: output = activation(x · weight + bias) ∘ times.
#pragma once

#include "kernels/activation.h"
#include "kernels/stored.h"
#include "layer_problem.h"
#include "status.h"

namespace heed {

using kernels::Activation;
using kernels::Stored;

struct LinearShape {
  std::size_t rows = 0;
  std::size_t inputs = 0;   // columns of x
  std::size_t outputs = 0;  // columns of output
};

struct LinearInputs {
  const float* x = nullptr;  // (rows, inputs)
  Projection by;             // the weight is required
  WeightLayout layout = WeightLayout::in_out;
  Activation activation = Activation::none;
  Stored stored = Stored::float32;  // of the weight; what is no float is for forward alone
  bool held = false;                // the weight lies in memory as it was stored: a single row reads it in order
  const float* times = nullptr;     // (rows, outputs), for forward alone; null: ones. The other half of a gate
};

struct LinearOutputs {
  float* output = nullptr;          // (rows, outputs)
  float* pre_activation = nullptr;  // (rows, outputs): x · weight + bias; not kept where null or without an activation
  bool add = false;                 // output += x · weight, without a bias and an activation
  float* slopes = nullptr;          // (rows, outputs): the derivative of the activation there; as pre_activation
  const float* residual = nullptr;  // (rows, outputs), added to x · weight + bias; null: none. No activation then
};

// One row reads a held weight once, in order; its bits may differ from those of more rows, which pack the weight.
Status linear(const LinearShape& shape, const LinearInputs& inputs, const LinearOutputs& outputs);

struct LinearGradients {
  float* dx = nullptr;    // (rows, inputs); null: not wanted
  ProjectionGradient by;  // each part only where it has an address
};

// What forward left of the activation; both may be null without one.
struct LinearSaved {
  const float* pre_activation = nullptr;
  const float* slopes = nullptr;  // null: they are computed from pre_activation
};

// The gradients of Σ output ∘ d_output. That of the residual is d_output itself.
Status linear_backward(const LinearShape& shape, const LinearInputs& inputs, const float* d_output,
                       const LinearSaved& saved, const LinearGradients& gradients);

}  // namespace heed
