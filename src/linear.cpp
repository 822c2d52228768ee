#include "linear.h"

#include <algorithm>

#include "problem.h"
#include "projections.h"
#include "scratch.h"

namespace heed {
namespace {

Status check_linear(const LinearShape& s, const LinearInputs& in) {
  for (const std::size_t extent : {s.rows, s.inputs, s.outputs})
    if (extent == 0 || extent > kMaxExtent) return Status::invalid_shape;
  if (!addressable({s.rows, s.inputs}) || !addressable({s.rows, s.outputs}) || !addressable({s.inputs, s.outputs}))
    return Status::too_large;
  if (in.activation > Activation::silu || in.stored > Stored::q6_k) return Status::invalid_option;
  const std::size_t block = kernels::block_size(in.stored).numbers;
  if (block > 1 && in.layout != WeightLayout::out_in) return Status::invalid_option;
  if (s.inputs % block != 0) return Status::invalid_shape;
  return in.x && in.by.weight ? Status::ok : Status::missing_tensor;
}

// plain = x · weight + bias, or plain += x · weight
void multiply_one_row(const LinearShape& s, const LinearInputs& in, bool add, float* plain) {
  if (!add && in.by.bias)
    std::copy_n(in.by.bias, s.outputs, plain);
  else if (!add)
    std::fill_n(plain, s.outputs, 0.0f);
  kernels::multiply_row(in.x, in.by.weight, in.stored, in.layout == WeightLayout::out_in, s.inputs, s.outputs, plain);
}

}  // namespace

Status linear(const LinearShape& s, const LinearInputs& in, const LinearOutputs& out) {
  if (const Status status = check_linear(s, in); status != Status::ok) return status;
  if (!out.output) return Status::missing_tensor;
  const bool active = in.activation != Activation::none;
  if (out.add && (active || in.by.bias || in.times || out.residual)) return Status::invalid_option;
  if (out.residual && active) return Status::invalid_option;
  float* plain = active && out.pre_activation ? out.pre_activation : out.output;
  if (in.held && s.rows == 1 && !out.residual) {
    multiply_one_row(s, in, out.add, plain);
  } else {
    Scratch scratch;
    const auto matmul = scratch.reserve({kernels::kMatmulScratch});
    if (const Status status = scratch.allocate(); status != Status::ok) return status;
    project({{s.rows, s.inputs, s.outputs}, in.layout, matmul.get(), in.stored}, in.by, in.x, {out.add, out.residual},
            plain);
  }
  if (active) kernels::activate(in.activation, plain, s.rows * s.outputs, out.output, out.slopes);
  if (in.times) kernels::multiply_each(out.output, in.times, s.rows * s.outputs, out.output);
  return Status::ok;
}

Status linear_backward(const LinearShape& s, const LinearInputs& in, const float* d_output, const LinearSaved& saved,
                       const LinearGradients& out) {
  if (const Status status = check_linear(s, in); status != Status::ok) return status;
  if (in.stored != Stored::float32 || in.times) return Status::invalid_option;
  const bool active = in.activation != Activation::none;
  if (!d_output || (active && !saved.pre_activation && !saved.slopes)) return Status::missing_tensor;
  Scratch scratch;
  const auto matmul = scratch.reserve({kernels::kMatmulScratch});
  const auto before = scratch.reserve({active ? s.rows : 0, s.outputs});
  if (const Status status = scratch.allocate(); status != Status::ok) return status;
  if (active) {
    const std::size_t count = s.rows * s.outputs;
    if (saved.slopes)
      kernels::multiply_each(d_output, saved.slopes, count, before.get());
    else
      kernels::activation_gradient(in.activation, saved.pre_activation, d_output, count, before.get());
    d_output = before.get();
  }
  const Product product{{s.rows, s.inputs, s.outputs}, in.layout, matmul.get()};
  write_weight_gradient(product, in.by, in.x, d_output, out.by);
  if (out.dx) write_input_gradient(product, in.by, d_output, false, out.dx);
  return Status::ok;
}

}  // namespace heed
