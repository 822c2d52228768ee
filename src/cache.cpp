#include "cache.h"

#include <algorithm>

#include "kernels/softmax.h"

namespace heed {
namespace {

// rows (batch, kv_heads, queries, columns) → their places in stored (batch, kv_heads, cache.rows, columns)
void store_rows(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, std::size_t columns,
                const float* rows, float* stored) {
  for (std::size_t b = 0; b < shape.batch; ++b)
    for (std::size_t kv = b * shape.kv_heads; kv < (b + 1) * shape.kv_heads; ++kv)
      std::copy_n(rows + kv * shape.queries * columns, static_cast<std::size_t>(tokens.counts[b]) * columns,
                  stored + (kv * cache.rows + static_cast<std::size_t>(tokens.first_rows[b])) * columns);
}

// What a row of padding has in the results.
class Padding {
 public:
  Padding(const AttentionShape& shape, const AttentionOutputs& out) : shape_(shape), out_(out) {}

  void clear_row(std::size_t b, std::size_t h, std::size_t i) const {
    kernels::fill(out_.output.row(b, h, i), 0, shape_.value_dim, 0.0f);
    const std::size_t row = shape_.row(b, h, i);
    fill_pairs(out_.logits, row, 0, kernels::kMasked);
    fill_pairs(out_.weights, row, 0, 0.0f);
    clear_scores(b, h, i, 0);
  }

  // From this key on.
  void clear_scores(std::size_t b, std::size_t h, std::size_t i, std::size_t key) const {
    const std::size_t row = shape_.row(b, h, i);
    fill_pairs(out_.raw, row, key, 0.0f);
    fill_pairs(out_.scores, row, key, 0.0f);
  }

 private:
  void fill_pairs(float* matrix, std::size_t row, std::size_t key, float value) const {
    if (matrix) kernels::fill(matrix + row * shape_.keys, key, shape_.keys, value);
  }

  const AttentionShape& shape_;
  const AttentionOutputs& out_;
};

}  // namespace

Status append(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, const float* k,
              const float* v) {
  store_rows(shape, cache, tokens, shape.dim, k, cache.keys);
  store_rows(shape, cache, tokens, shape.value_dim, v, cache.values);
  return Status::ok;
}

Status attend(const AttentionShape& shape, const AttentionOptions& options, const CacheStorage& cache,
              const CacheTokens& tokens, const float* q, const AttentionOutputs& outputs) {
  const AttentionInputs inputs{dense_heads(q, shape.heads, shape.queries, shape.dim),
                               dense_heads<const float>(cache.keys, shape.kv_heads, cache.rows, shape.dim),
                               dense_heads<const float>(cache.values, shape.kv_heads, cache.rows, shape.value_dim)};
  if (const Status status = attention(shape, options, inputs, outputs); status != Status::ok) return status;
  const Padding padding(shape, outputs);
  for (std::size_t b = 0; b < shape.batch; ++b)
    for (std::size_t h = 0; h < shape.heads; ++h)
      for (std::size_t i = 0; i < shape.queries; ++i)
        if (i >= static_cast<std::size_t>(tokens.counts[b]))
          padding.clear_row(b, h, i);
        else
          padding.clear_scores(b, h, i, static_cast<std::size_t>(options.key_lengths[b]));
  return Status::ok;
}

}  // namespace heed
