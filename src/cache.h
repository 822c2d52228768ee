// A cache of keys and values: the rows of new tokens are stored, and queries attend to what is stored.
#pragma once

#include <cstddef>
#include <cstdint>

#include "attention.h"
#include "problem.h"
#include "status.h"

namespace heed {

// The stored rows of each head, of which so many have room: keys (batch, kv_heads, rows, dim) and values (batch,
// kv_heads, rows, value_dim).
struct CacheStorage {
  std::size_t rows = 0;
  float* keys = nullptr;
  float* values = nullptr;
};

// The new rows of a call. Of shape.queries rows, each batch has only counts[b]; the rest are padding, which is not
// read. Row t of batch b is the token that is stored as row first_rows[b] + t.
struct CacheTokens {
  const std::int32_t* first_rows = nullptr;  // (batch)
  const std::int32_t* counts = nullptr;      // (batch); 0 to shape.queries
};

// Stores k (batch, kv_heads, queries, dim) and v (batch, kv_heads, queries, value_dim). All rows must have room.
Status append(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, const float* k,
              const float* v);

// Attention of q (batch, heads, queries, dim) over the first shape.keys stored rows. It is causal: options must hold
// tokens.first_rows as its causal offsets, and the number of rows stored as its key lengths. In every result the rows
// of padding are those of a row with nothing to attend to. `raw` and `scores` are 0 there, and for keys that are not
// stored.
Status attend(const AttentionShape& shape, const AttentionOptions& options, const CacheStorage& cache,
              const CacheTokens& tokens, const float* q, const AttentionOutputs& outputs);

}  // namespace heed
