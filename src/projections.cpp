#include "projections.h"

#include <cstring>

#include "check.h"
#include "kernels/backward_row.h"
#include "kernels/softmax.h"
#include "scratch.h"

namespace heed {
namespace {

using kernels::MatrixView;

// The weight as the (depth, columns) matrix of input · weight.
MatrixView weight_view(WeightLayout layout, std::size_t depth, std::size_t columns, const Projection& by,
                       kernels::Stored stored = kernels::Stored::float32) {
  const bool transposed = layout == WeightLayout::out_in;
  return {by.weight, transposed ? depth : columns, transposed, stored};
}

void add_column_sums(std::size_t rows, std::size_t columns, const float* d, const ProjectionGradient& to) {
  if (!to.add) kernels::fill(to.bias, 0, columns, 0.0f);
  for (std::size_t i = 0; i < rows; ++i) kernels::add_multiple(d + i * columns, columns, 1.0f, to.bias);
}

}  // namespace

void keep_heads(const float* joined, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t dim,
                float* to) {
  if (!to) return;
  const HeadView<const float> view = joined_heads(joined, rows, heads, dim);
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < rows; ++i, to += dim) std::memcpy(to, view.row(b, h, i), dim * sizeof(float));
}

void project(const Product& product, const Projection& by, const float* input, const AddTo& add, float* to) {
  const auto& [rows, depth, columns] = product.shape;
  kernels::Factor factor{
      weight_view(product.layout, depth, columns, by, product.stored), {by.bias, add.target}, to, columns};
  if (add.residual) {
    std::memcpy(to, add.residual, rows * columns * sizeof(float));
    for (std::size_t i = 0; by.bias && i < rows; ++i) kernels::add_multiple(by.bias, columns, 1.0f, to + i * columns);
    factor.start = {nullptr, true};
  }
  kernels::matmul(rows, depth, {input, depth}, {&factor, 1}, product.scratch);
}

void project_together(const SharedInput& from, const Projected (&each)[3]) {
  kernels::Factor factors[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [by, columns, to] = each[i];
    factors[i] = {weight_view(from.layout, from.depth, columns, by), {by.bias, false}, to, columns};
  }
  kernels::matmul(from.rows, from.depth, {from.data, from.depth}, factors, from.scratch);
}

void write_weight_gradient(const Product& product, const Projection& by, const float* input, const float* d,
                           const ProjectionGradient& to) {
  const auto& [rows, depth, columns] = product.shape;
  if (by.weight && to.weight) {
    const bool in_out = product.layout == WeightLayout::in_out;
    const MatrixView in{input, depth, in_out}, out{d, columns, !in_out};
    const kernels::Factor factor{in_out ? out : in, {nullptr, to.add}, to.weight, in_out ? columns : depth};
    kernels::matmul(in_out ? depth : columns, rows, in_out ? in : out, {&factor, 1}, product.scratch);
  }
  if (by.bias && to.bias) add_column_sums(rows, columns, d, to);
}

void write_weight_gradients_together(const SharedInput& from, const ProjectedGradient (&each)[3]) {
  kernels::Factor factors[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [by, columns, d, to] = each[i];
    factors[i] = {{d, columns}, {nullptr, to.add}, to.weight, columns};
    if (by.bias && to.bias) add_column_sums(from.rows, columns, d, to);
  }
  kernels::matmul(from.depth, from.rows, {from.data, from.depth, true}, factors, from.scratch);
}

void write_input_gradient(const Product& product, const Projection& by, const float* d, bool add, float* to) {
  const auto& [rows, depth, columns] = product.shape;
  MatrixView weight = weight_view(product.layout, depth, columns, by);
  weight.transposed = !weight.transposed;
  const kernels::Factor factor{weight, {nullptr, add}, to, depth};
  kernels::matmul(rows, columns, {d, columns}, {&factor, 1}, product.scratch);
}

Status check_self_attention(const SelfAttentionShape& s, const AttentionOptions& options, const SelfAttentionInputs& in,
                            bool keeps_pairs) {
  for (const std::size_t extent :
       {s.batch, s.heads, s.kv_heads, s.tokens, s.context_tokens, s.model_dim, s.context_dim, s.dim, s.value_dim})
    if (extent == 0 || extent > kMaxExtent) return Status::invalid_shape;
  if (s.heads % s.kv_heads != 0) return Status::invalid_shape;
  if (in.output.weight && (s.output_dim == 0 || s.output_dim > kMaxExtent)) return Status::invalid_shape;
  if (!in.context && (s.context_tokens != s.tokens || s.context_dim != s.model_dim)) return Status::invalid_shape;
  if (!in.x) return Status::missing_tensor;
  for (const Projection* by : {&in.query, &in.key, &in.value, &in.output})
    if (by->bias && !by->weight) return Status::missing_tensor;
  if (!addressable({s.batch, s.tokens, s.model_dim}) || !addressable({s.batch, s.context_tokens, s.context_dim}) ||
      !addressable({s.batch, s.tokens, s.heads, s.dim}) || !addressable({s.batch, s.tokens, s.heads, s.value_dim}) ||
      !addressable({s.batch, s.context_tokens, s.kv_heads, s.dim}) ||
      !addressable({s.batch, s.context_tokens, s.kv_heads, s.value_dim}) ||
      (in.output.weight && !addressable({s.batch, s.tokens, s.output_dim})) ||
      !addressable({s.model_dim, s.heads, s.dim}) || !addressable({s.context_dim, s.kv_heads, s.dim}) ||
      !addressable({s.context_dim, s.kv_heads, s.value_dim}) ||
      (in.output.weight && !addressable({s.heads, s.value_dim, s.output_dim})))
    return Status::too_large;
  // without a weight the input itself is taken, so its width must fit
  const bool q_fits = in.query.weight || s.model_dim == s.heads * s.dim;
  const bool k_fits = in.key.weight || s.context_dim == s.kv_heads * s.dim;
  const bool v_fits = in.value.weight || s.context_dim == s.kv_heads * s.value_dim;
  if (!q_fits || !k_fits || !v_fits) return Status::invalid_shape;
  if (const Status status = check_options(options); status != Status::ok) return status;
  if (const Status status = check_rotary(options.rotary, s.dim); status != Status::ok) return status;
  return check_pairs(s.batch, s.heads, s.tokens, s.context_tokens, keeps_pairs);
}

}  // namespace heed
