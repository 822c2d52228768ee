// Attention: output = softmax(scale · q · kᵀ, masked) · v, and every matrix on the way.
//
// Shapes are written (batch, heads, rows, columns). A query head h reads key/value head
// floor(h / (heads / kv_heads)): grouped heads when kv_heads < heads, multi-query when kv_heads is 1.
//
// Order of operations, per row of scores:
//   raw = q · kᵀ → × scale → softcap · tanh(x / softcap) = scores → + bias, mask, causal, key length = logits
//   → softmax (or nothing) = weights → · v = output
#pragma once

#include <cstddef>
#include <cstdint>

#include "status.h"

namespace heed {

// No extent of any tensor may be larger.
inline constexpr std::size_t kMaxExtent = std::size_t{1} << 30;

struct AttentionShape {
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t kv_heads = 1;  // divides heads
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t dim = 0;        // columns of q and k
  std::size_t value_dim = 0;  // columns of v and output
};

// A (batch, heads, rows, columns) tensor whose columns are contiguous. Strides count elements.
template <class T>
struct HeadView {
  T* data = nullptr;
  std::size_t batch_stride = 0;
  std::size_t head_stride = 0;
  std::size_t row_stride = 0;

  T* head(std::size_t b, std::size_t h) const { return data + b * batch_stride + h * head_stride; }
  explicit operator bool() const { return data != nullptr; }
};

// The view of a tensor stored as (batch, heads, rows, columns) without gaps.
template <class T>
HeadView<T> dense_heads(T* data, std::size_t heads, std::size_t rows, std::size_t columns) {
  return {data, heads * rows * columns, rows * columns, columns};
}

// One element per (batch, head, query, key). A stride of 0 repeats the element along that axis.
template <class T>
struct PairView {
  const T* data = nullptr;
  std::size_t batch_stride = 0;
  std::size_t head_stride = 0;
  std::size_t query_stride = 0;
  std::size_t key_stride = 0;  // 0 or 1

  const T* row(std::size_t b, std::size_t h, std::size_t i) const {
    return data + b * batch_stride + h * head_stride + i * query_stride;
  }
  explicit operator bool() const { return data != nullptr; }
};

// Key j may be attended to by query i where all of these agree:
//   j <= i + causal_offsets[b], j < key_lengths[b], mask is not 0, bias is not -Infinity.
// A key that may not be attended to influences no output and no weight, NaN and Infinity included.
// A row with nothing to attend to has weights 0 and output 0.
struct AttentionOptions {
  float scale = 1.0f;    // finite
  bool softmax = true;   // false: weights are the logits themselves, and 0 where attending is not allowed
  float softcap = 0.0f;  // finite, >= 0; 0 means none
  const std::int32_t* causal_offsets = nullptr;  // (batch); null: not causal
  const std::int32_t* key_lengths = nullptr;     // (batch); null: all keys; clamped to 0..keys
  PairView<std::uint8_t> mask;                   // not 0 = may attend
  PairView<float> bias;                          // added after softcap
};

struct AttentionInputs {
  HeadView<const float> q;  // (batch, heads, queries, dim)
  HeadView<const float> k;  // (batch, kv_heads, keys, dim)
  HeadView<const float> v;  // (batch, kv_heads, keys, value_dim)
};

// output is required. Each of the rest is written only where it has an address; the matrices are dense
// (batch, heads, queries, keys), the row figures dense (batch, heads, queries).
struct AttentionOutputs {
  HeadView<float> output;    // (batch, heads, queries, value_dim)
  float* raw = nullptr;      // q · kᵀ, for every pair, allowed or not
  float* scores = nullptr;   // after scale and softcap, for every pair, allowed or not
  float* logits = nullptr;   // after bias; -Infinity where attending is not allowed
  float* weights = nullptr;  // after softmax; 0 where attending is not allowed
  float* row_max = nullptr;  // the largest logit, less the row's largest bias: what backward rebuilds weights from
  float* row_sum = nullptr;  // Σ exp(logit − its maximum); 0 for a row with nothing to attend to
};

// Working memory is O(queries + keys) per key/value head, or O(keys · (dim + value_dim)) where weights are asked for.
Status attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs,
                 const AttentionOutputs& outputs);

// What forward left behind, all of it. Where output has no address, attention_backward runs forward itself first.
struct AttentionSaved {
  HeadView<const float> output;
  const float* row_max = nullptr;  // (batch, heads, queries)
  const float* row_sum = nullptr;
};

// dq, dk, dv are required; the rest is written only where it has an address.
struct AttentionGradients {
  HeadView<float> dq;         // (batch, heads, queries, dim)
  HeadView<float> dk;         // (batch, kv_heads, keys, dim): the sum over the query heads of the group
  HeadView<float> dv;         // (batch, kv_heads, keys, value_dim)
  float* dbias = nullptr;     // laid out as options.bias is, summed over the axes along which that repeats
  float* dweights = nullptr;  // dense (batch, heads, queries, keys); 0 where attending is not allowed
  float* dscores = nullptr;   // likewise: with respect to scores, and to logits
};

// Gradients of Σ output ∘ d_output, for d_output (batch, heads, queries, value_dim):
//   dV = Aᵀ·dO, dA = dO·Vᵀ, dS = A ∘ (dA − rowsum(dO ∘ O)), × (1 − tanh²) where there is a softcap,
//   dQ = scale·dS·K, dK = scale·dSᵀ·Q.
// The weights A are rebuilt tile by tile from row_max and row_sum: working memory is O(queries + keys).
// Keys that no query may attend to get exactly 0, rows with nothing to attend to as well, whatever they hold.
Status attention_backward(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs,
                          const HeadView<const float>& d_output, const AttentionSaved& saved,
                          const AttentionGradients& gradients);

}  // namespace heed
