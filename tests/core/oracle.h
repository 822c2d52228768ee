// What the textbook says, in double precision: a loop per formula, nothing shared with the kernels. Every test of the
// core compares with this.
#pragma once

#include <cstddef>
#include <vector>

#include "../../src/attention.h"
#include "../../src/self_attention.h"

namespace heed::oracle {

using Values = std::vector<double>;

// Every matrix of AttentionOutputs, dense, in its shape there.
struct Attention {
  Values raw, scores, logits, weights;  // (batch, heads, queries, keys)
  Values row_max, row_sum;              // (batch, heads, queries); −Infinity and 0 for an empty row
  Values output;                        // (batch, heads, queries, value_dim)
  Values output_terms;                  // Σ |weight · value|: what the rounding of output is measured by
};

// True where causal order, key lengths, mask and bias all allow it.
bool may_attend(const AttentionShape& shape, const AttentionOptions& options, std::size_t b, std::size_t h,
                std::size_t i, std::size_t j);

Attention attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs);

struct SelfAttention {
  Values q, k, v;  // (batch, heads or kv_heads, tokens or context tokens, dim or value_dim)
  Attention attention;
  Values context;  // (batch, tokens, heads·value_dim)
  Values output;   // (batch, tokens, output_dim), or context where there is no output projection
};

SelfAttention self_attention(const SelfAttentionShape& shape, const AttentionOptions& options,
                             const SelfAttentionInputs& inputs);

}  // namespace heed::oracle
