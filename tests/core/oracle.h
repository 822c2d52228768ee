// The textbook in double precision: a loop per formula, nothing shared with the kernels. Every test of the core
// compares with this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../src/attention.h"
#include "../../src/self_attention.h"

namespace heed::oracle {

using Values = std::vector<double>;

// (batch, heads, rows, columns) in double precision, dense.
struct Heads {
  std::size_t heads = 0, rows = 0, columns = 0;
  Values values;

  double at(std::size_t b, std::size_t h, std::size_t i, std::size_t c) const { return values[place(b, h, i, c)]; }
  double& at(std::size_t b, std::size_t h, std::size_t i, std::size_t c) { return values[place(b, h, i, c)]; }

 private:
  std::size_t place(std::size_t b, std::size_t h, std::size_t i, std::size_t c) const {
    return ((b * heads + h) * rows + i) * columns + c;
  }
};

// The tensors that have a gradient, in double precision, so that central differences can be taken.
struct Operands {
  Heads q, k, v;
  Heads bias;          // (batch, heads, queries, keys), repeated in full; no values where there is no bias
  Values alibi, sink;  // (heads), or no values
};

Operands widen(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs);

// One pair of columns that rotary turns, and the numbers of its angle in a row of the tables.
struct Pair {
  std::size_t first, second;
  double cos, sin;
};

Pair rotary_pair(const Rotary& rotary, std::int32_t table_row, std::size_t pair);

// The operands whose q and k rotary has turned.
Operands turned(const AttentionShape& shape, const Rotary& rotary, Operands operands);

// Every matrix of AttentionOutputs, dense, in its shape there.
struct Attention {
  Values raw, scores, logits, weights;  // (batch, heads, queries, keys)
  Values slopes;                        // likewise: d score / d raw
  Values row_max, row_sum;              // (batch, heads, queries), sink included; −Infinity and 0 for an empty row
  Values lse;                           // likewise; −Infinity for an empty row
  Values output;                        // (batch, heads, queries, value_dim)
  Values output_terms;                  // Σ |weight · value|: the rounding of output is measured by it
};

// The distance from a query's position to the key.
double distance(const AttentionShape& shape, const AttentionOptions& options, std::size_t b, std::size_t i,
                std::size_t j);

// True where causal order, window, key lengths, spans, documents, key mask, mask and bias all allow it.
bool may_attend(const AttentionShape& shape, const AttentionOptions& options, std::size_t b, std::size_t h,
                std::size_t i, std::size_t j);

Attention attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs);

// The same for these operands. Everything else comes from options: who may attend to whom, scale, softcap, softmax.
Attention attention(const AttentionShape& shape, const AttentionOptions& options, const Operands& operands);

struct SelfAttention {
  Values q, k, v;  // (batch, heads or kv_heads, tokens or context tokens, dim or value_dim)
  Attention attention;
  Values joined;  // (batch, tokens, heads·value_dim): the heads side by side
  Values output;  // (batch, tokens, output_dim), or joined where there is no output projection
};

SelfAttention self_attention(const SelfAttentionShape& shape, const AttentionOptions& options,
                             const SelfAttentionInputs& inputs);

// An affine map in double precision, (in, out) in either layout of the caller's. Without a map it has no values.
struct Affine {
  Values weight, bias;
};

// The tensors of a layer that have a gradient.
struct LayerOperands {
  Values x, context;  // context: no values where keys and values come from x
  Affine query, key, value, output;
  Heads bias;  // of the scores, as in Operands
  Values alibi, sink;
};

LayerOperands widen(const SelfAttentionShape& shape, const AttentionOptions& options,
                    const SelfAttentionInputs& inputs);

SelfAttention self_attention(const SelfAttentionShape& shape, const AttentionOptions& options,
                             const LayerOperands& operands);

inline AttentionShape attention_shape(const SelfAttentionShape& s) {
  return {s.batch, s.heads, s.kv_heads, s.tokens, s.context_tokens, s.dim, s.value_dim};
}

// (batch, rows, heads·columns) → (batch, heads, rows, columns), and back.
Heads split_heads(const Values& y, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns);
Values join_heads(const Heads& y, std::size_t batch);

}  // namespace heed::oracle
