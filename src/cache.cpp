#include "cache.h"

#include <algorithm>

#include "kernels/half.h"

namespace heed {
namespace {

// rows (batch, kv_heads, queries, columns) → their places in stored (batch, kv_heads, cache.rows, columns)
void store_rows(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, std::size_t columns,
                const float* rows, void* stored) {
  for (std::size_t head = 0; head < shape.batch * shape.kv_heads; ++head) {
    const std::size_t b = head / shape.kv_heads, count = static_cast<std::size_t>(tokens.counts[b]) * columns;
    const std::size_t to = (head * cache.rows + static_cast<std::size_t>(tokens.first_rows[b])) * columns;
    const float* from = rows + head * shape.queries * columns;
    if (!cache.is_half)
      std::copy_n(from, count, static_cast<float*>(stored) + to);
    else if (!kernels::narrow(from, count, static_cast<std::uint16_t*>(stored) + to))
      *cache.not_finite = 1;
  }
}

}  // namespace

void append(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, const float* k,
            const float* v) {
  store_rows(shape, cache, tokens, shape.dim, k, cache.keys);
  store_rows(shape, cache, tokens, shape.value_dim, v, cache.values);
}

AttentionInputs stored_inputs(const AttentionShape& s, const CacheStorage& cache, const float* q) {
  AttentionInputs inputs;
  inputs.q = dense_heads(q, s.heads, s.queries, s.dim);
  if (cache.is_half) {
    const auto view = [&](const void* stored, std::size_t columns) {
      return dense_heads(static_cast<const std::uint16_t*>(stored), s.kv_heads, cache.rows, columns);
    };
    inputs.halves = {view(cache.keys, s.dim), view(cache.values, s.value_dim), *cache.not_finite == 0};
  } else {
    const auto view = [&](const void* stored, std::size_t columns) {
      return dense_heads(static_cast<const float*>(stored), s.kv_heads, cache.rows, columns);
    };
    inputs.k = view(cache.keys, s.dim);
    inputs.v = view(cache.values, s.value_dim);
  }
  return inputs;
}

}  // namespace heed
