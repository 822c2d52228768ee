// Products of rows with a weight, and their gradients. Also what forward and backward of self-attention share: their
// check, the sizes of the layer's matrices, and the joined heads as views.
#pragma once

#include "kernels/matmul.h"
#include "layer_problem.h"
#include "problem.h"
#include "status.h"

namespace heed {

// keeps_pairs: whether any (batch, heads, tokens, context_tokens) matrix is asked for.
Status check_self_attention(const SelfAttentionShape& s, const AttentionOptions& options, const SelfAttentionInputs& in,
                            bool keeps_pairs);

// Rows and columns of every matrix of the layer, batches stacked: (batch · rows, columns).
struct Widths {
  std::size_t queries, keys;         // rows
  std::size_t model, context_model;  // columns of x and context
  std::size_t q, k, v, joined, out;  // columns after projection

  explicit Widths(const SelfAttentionShape& s)
      : queries(s.batch * s.tokens),
        keys(s.batch * s.context_tokens),
        model(s.model_dim),
        context_model(s.context_dim),
        q(s.heads * s.dim),
        k(s.kv_heads * s.dim),
        v(s.kv_heads * s.value_dim),
        joined(s.heads * s.value_dim),
        out(s.output_dim) {}

  kernels::MatmulShape query() const { return {queries, model, q}; }
  kernels::MatmulShape key() const { return {keys, context_model, k}; }
  kernels::MatmulShape value() const { return {keys, context_model, v}; }
  kernels::MatmulShape output() const { return {queries, joined, out}; }
};

// Joined heads, stored (batch, rows, heads, dim), as a view (batch, heads, rows, dim).
template <class T>
HeadView<T> joined_heads(T* data, std::size_t rows, std::size_t heads, std::size_t dim) {
  return {data, rows * heads * dim, dim, heads * dim};
}

// The same order in memory of its own, where `to` is not null.
void keep_heads(const float* joined, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t dim,
                float* to);

inline AttentionShape attention_shape(const SelfAttentionShape& s) {
  return {s.batch, s.heads, s.kv_heads, s.tokens, s.context_tokens, s.dim, s.value_dim};
}

inline AttentionInputs attention_inputs(const SelfAttentionShape& s, const float* q, const float* k, const float* v) {
  return {joined_heads(q, s.tokens, s.heads, s.dim), joined_heads(k, s.context_tokens, s.kv_heads, s.dim),
          joined_heads(v, s.context_tokens, s.kv_heads, s.value_dim)};
}

// How to multiply rows (rows, depth) by a weight (depth, columns). scratch: kMatmulScratch floats.
struct Product {
  kernels::MatmulShape shape;
  WeightLayout layout;
  float* scratch;
  kernels::Stored stored = kernels::Stored::float32;  // of the weight
};

// What a product is added to: what lies in the target, or rows of another matrix in the target's shape; null: nothing.
struct AddTo {
  bool target = false;
  const float* residual = nullptr;
};

// to = input · weight + bias, + residual, or to += input · weight
void project(const Product& product, const Projection& by, const float* input, const AddTo& add, float* to);

// Rows that several weights multiply.
struct SharedInput {
  std::size_t rows, depth;
  const float* data;
  WeightLayout layout;
  float* scratch;  // kMatmulScratch floats
};

struct Projected {
  const Projection& by;
  std::size_t columns;
  float* to;
};

// The same as project() for each. The rows are packed once.
void project_together(const SharedInput& from, const Projected (&each)[3]);

// dW = inputᵀ · d, laid out as the weight is; d(bias) = column sums of d. Both are added to what lies there where `to`
// says so.
void write_weight_gradient(const Product& product, const Projection& by, const float* input, const float* d,
                           const ProjectionGradient& to);

struct ProjectedGradient {
  const Projection& by;
  std::size_t columns;
  const float* d;
  const ProjectionGradient& to;  // of the weight is wanted
};

// The same as write_weight_gradient() for each, in the layout in_out. The rows are packed once.
void write_weight_gradients_together(const SharedInput& from, const ProjectedGradient (&each)[3]);

// to = d · Wᵀ, or to += d · Wᵀ
void write_input_gradient(const Product& product, const Projection& by, const float* d, bool add, float* to);

}  // namespace heed
