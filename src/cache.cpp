#include "cache.h"

#include <algorithm>

#include "kernels/half.h"
#include "kernels/rotate.h"
#include "kernels/softmax.h"

namespace heed {
namespace {

// for each head and batch: the new rows (batch, heads, queries, columns) that are no padding
template <class Visit>
void each_run(const AttentionShape& shape, const CacheTokens& tokens, std::size_t heads, Visit visit) {
  for (std::size_t b = 0; b < shape.batch; ++b)
    for (std::size_t h = 0; h < heads; ++h) visit(b, b * heads + h, static_cast<std::size_t>(tokens.counts[b]));
}

// rows → their places in stored (batch, kv_heads, cache.rows, columns)
void store_rows(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, std::size_t columns,
                const float* rows, void* stored) {
  each_run(shape, tokens, shape.kv_heads, [&](std::size_t b, std::size_t head, std::size_t count) {
    const float* from = rows + head * shape.queries * columns;
    const std::size_t to = (head * cache.rows + static_cast<std::size_t>(tokens.first_rows[b])) * columns;
    if (!cache.is_half)
      std::copy_n(from, count * columns, static_cast<float*>(stored) + to);
    else if (!kernels::narrow(from, count * columns, static_cast<std::uint16_t*>(stored) + to))
      *cache.not_finite = 1;
  });
}

// A view of what is stored.
template <class Number>
HeadView<const Number> stored_heads(const void* stored, const AttentionShape& shape, std::size_t rows,
                                    std::size_t columns) {
  return dense_heads(static_cast<const Number*>(stored), shape.kv_heads, rows, columns);
}

AttentionInputs inputs_of(const AttentionShape& s, const CacheStorage& cache, const float* q) {
  AttentionInputs inputs;
  inputs.q = dense_heads(q, s.heads, s.queries, s.dim);
  if (cache.is_half) {
    inputs.halves = {stored_heads<std::uint16_t>(cache.keys, s, cache.rows, s.dim),
                     stored_heads<std::uint16_t>(cache.values, s, cache.rows, s.value_dim), *cache.not_finite == 0};
  } else {
    inputs.k = stored_heads<float>(cache.keys, s, cache.rows, s.dim);
    inputs.v = stored_heads<float>(cache.values, s, cache.rows, s.value_dim);
  }
  return inputs;
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
    if (out_.lse) out_.lse[row] = kernels::kMasked;
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

void append(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, const float* k,
            const float* v) {
  store_rows(shape, cache, tokens, shape.dim, k, cache.keys);
  store_rows(shape, cache, tokens, shape.value_dim, v, cache.values);
}

void turn_tokens(const AttentionShape& shape, const CacheTokens& tokens, const Rotary& rotary, std::size_t heads,
                 float* rows) {
  if (!rotary) return;
  const std::size_t pairs = rotary.dims / 2;
  each_run(shape, tokens, heads, [&](std::size_t b, std::size_t head, std::size_t count) {
    for (std::size_t t = 0; t < count; ++t) {
      const std::size_t angle = (b * shape.queries + t) * pairs;
      float* row = rows + (head * shape.queries + t) * shape.dim;
      kernels::rotate_row(row, shape.dim, {rotary.cos + angle, rotary.sin + angle, pairs, rotary.interleaved},
                          kernels::Turn::forth, row);
    }
  });
}

Status attend(const AttentionShape& shape, const AttentionOptions& options, const CacheStorage& cache,
              const CacheTokens& tokens, const float* q, const AttentionOutputs& outputs) {
  const AttentionInputs inputs = inputs_of(shape, cache, q);
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
