// A cache of keys and values: the rows of new tokens are stored, and queries attend to what is stored.
#pragma once

#include <cstddef>
#include <cstdint>

#include "problem.h"

namespace heed {

// The stored rows of each head, with room for `rows` of them: keys (batch, kv_heads, rows, dim) and values (batch,
// kv_heads, rows, value_dim), of floats or of float16.
struct CacheStorage {
  std::size_t rows = 0;
  void* keys = nullptr;
  void* values = nullptr;
  bool is_half = false;
  // Becomes 1 when a float16 is stored that is NaN or Infinity.
  std::int32_t* not_finite = nullptr;
};

// The new rows of a call. Of shape.queries rows, each batch has only counts[b]; the rest are padding, which is not
// read. Row t of batch b is stored as row first_rows[b] + t.
struct CacheTokens {
  const std::int32_t* first_rows = nullptr;  // (batch)
  const std::int32_t* counts = nullptr;      // (batch); 0 to shape.queries
};

// Stores k (batch, kv_heads, queries, dim) and v (batch, kv_heads, queries, value_dim). All rows must have room.
void append(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, const float* k,
            const float* v);

// What q (batch, heads, queries, dim) attends to: the first shape.keys stored rows of each batch. Key lengths say how
// many of them are stored.
AttentionInputs stored_inputs(const AttentionShape& shape, const CacheStorage& cache, const float* q);

}  // namespace heed
