// A cache of keys and values: the rows of new tokens are stored, and queries attend to what is stored.
#pragma once

#include <cstddef>
#include <cstdint>

#include "attention.h"
#include "problem.h"
#include "status.h"

namespace heed {

// The stored rows of each head, of which so many have room: keys (batch, kv_heads, rows, dim) and values (batch,
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
// read. Row t of batch b is the token that is stored as row first_rows[b] + t.
struct CacheTokens {
  const std::int32_t* first_rows = nullptr;  // (batch)
  const std::int32_t* counts = nullptr;      // (batch); 0 to shape.queries
};

// Stores k (batch, kv_heads, queries, dim) and v (batch, kv_heads, queries, value_dim). All rows must have room.
void append(const AttentionShape& shape, const CacheStorage& cache, const CacheTokens& tokens, const float* k,
            const float* v);

// Turns rows (batch, heads, queries, dim) where they are. Each batch has its angles, (batch, queries, rotary.dims / 2).
void turn_tokens(const AttentionShape& shape, const CacheTokens& tokens, const Rotary& rotary, std::size_t heads,
                 float* rows);

// Attention of q (batch, heads, queries, dim) over the first shape.keys stored rows. It is causal: options must hold
// tokens.first_rows as its causal offsets, and the number of rows stored as its key lengths, and no rotary. In every
// result the rows of padding are those of a row with nothing to attend to. `raw` and `scores` are 0 there, and for keys
// that are not stored.
Status attend(const AttentionShape& shape, const AttentionOptions& options, const CacheStorage& cache,
              const CacheTokens& tokens, const float* q, const AttentionOutputs& outputs);

}  // namespace heed
