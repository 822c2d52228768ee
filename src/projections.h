// What forward and backward of self-attention share: widths, views of rows that hold their heads side by side, and the
// weights as matrices.
#pragma once

#include "check.h"
#include "kernels/matmul.h"
#include "scratch.h"
#include "self_attention.h"

namespace heed {

// keeps_pairs: whether any (batch, heads, tokens, context_tokens) matrix is asked for.
inline Status check_self_attention(const SelfAttentionShape& s, const AttentionOptions& options,
                                   const SelfAttentionInputs& in, bool keeps_pairs) {
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
  // without a weight the input itself is taken, so the widths must be the same
  const bool q_fits = in.query.weight || s.model_dim == s.heads * s.dim;
  const bool k_fits = in.key.weight || s.context_dim == s.kv_heads * s.dim;
  const bool v_fits = in.value.weight || s.context_dim == s.kv_heads * s.value_dim;
  if (!q_fits || !k_fits || !v_fits) return Status::invalid_shape;
  if (const Status status = check_options(options); status != Status::ok) return status;
  return check_pairs(s.batch, s.heads, s.tokens, s.context_tokens, keeps_pairs);
}

// Rows and columns of every matrix of the layer, batches stacked: (batch · rows, width).
struct Widths {
  std::size_t queries, keys;          // rows
  std::size_t model, context_model;   // columns of x and context
  std::size_t q, k, v, context, out;  // columns after projection

  explicit Widths(const SelfAttentionShape& s)
      : queries(s.batch * s.tokens),
        keys(s.batch * s.context_tokens),
        model(s.model_dim),
        context_model(s.context_dim),
        q(s.heads * s.dim),
        k(s.kv_heads * s.dim),
        v(s.kv_heads * s.value_dim),
        context(s.heads * s.value_dim),
        out(s.output_dim) {}

  kernels::MatmulShape query() const { return {queries, model, q}; }
  kernels::MatmulShape key() const { return {keys, context_model, k}; }
  kernels::MatmulShape value() const { return {keys, context_model, v}; }
  kernels::MatmulShape output() const { return {queries, context, out}; }
};

// (batch, rows, heads, dim) seen as (batch, heads, rows, dim)
template <class T>
HeadView<T> side_by_side(T* data, std::size_t rows, std::size_t heads, std::size_t dim) {
  return {data, rows * heads * dim, dim, heads * dim};
}

inline AttentionShape attention_shape(const SelfAttentionShape& s) {
  return {s.batch, s.heads, s.kv_heads, s.tokens, s.context_tokens, s.dim, s.value_dim};
}

inline AttentionInputs attention_inputs(const SelfAttentionShape& s, const float* q, const float* k, const float* v) {
  return {side_by_side(q, s.tokens, s.heads, s.dim), side_by_side(k, s.context_tokens, s.kv_heads, s.dim),
          side_by_side(v, s.context_tokens, s.kv_heads, s.value_dim)};
}

// The weight as the (depth, columns) matrix of input · weight.
inline kernels::MatrixView weight_view(const Projection& by, const kernels::MatmulShape& product, WeightLayout layout) {
  const bool transposed = layout == WeightLayout::out_in;
  return {by.weight, transposed ? product.depth : product.columns, transposed};
}

}  // namespace heed
