// Attention: output = softmax(scale · q · kᵀ, masked) · v, and every matrix on the way.
//
// Order of operations, per row of scores:
//   q and k turned by rotary → raw = q · kᵀ → × scale → softcap · tanh(x / softcap) = scores → ALiBi, bias, mask,
//   causal, window, key length = logits → softmax with the sink (or nothing) = weights → · v = output
#pragma once

#include "problem.h"
#include "status.h"

namespace heed {

// output is required. Each of the rest is written only where it has an address. The matrices are dense
// (batch, heads, queries, keys), the row figures are dense (batch, heads, queries).
struct AttentionOutputs {
  HeadView<float> output;    // (batch, heads, queries, value_dim)
  float* raw = nullptr;      // q · kᵀ, after rotary, for every pair, allowed or not
  float* scores = nullptr;   // after scale and softcap, for every pair, allowed or not
  float* logits = nullptr;   // after ALiBi and bias; -Infinity where attending is not allowed
  float* weights = nullptr;  // after softmax; 0 where attending is not allowed
  float* row_max =
      nullptr;  // the largest logit, sink included, less the row's shift; backward rebuilds weights from it
  float* row_sum = nullptr;  // Σ exp(logit − maximum), sink included; 0 for a row with nothing to attend to
  float* lse = nullptr;      // ln Σ exp(logit), sink included; with softmax only
};

// Working memory is O(queries + keys) per key/value head, or O(keys · (dim + value_dim)) where weights are asked for.
// With rotary, copies of q and k are added.
Status attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs,
                 const AttentionOutputs& outputs);

// Everything that forward left. Where output has no address, attention_backward runs forward itself first.
struct AttentionSaved {
  HeadView<const float> output;
  const float* row_max = nullptr;  // (batch, heads, queries)
  const float* row_sum = nullptr;
};

// The gradient of a number with respect to what forward computed.
struct AttentionOutputGradient {
  HeadView<const float> output;  // (batch, heads, queries, value_dim); required
  const float* lse = nullptr;    // (batch, heads, queries); null: 0; with softmax only
};

// dq, dk, dv are required. The rest is written only where it has an address.
struct AttentionGradients {
  HeadView<float> dq;         // (batch, heads, queries, dim)
  HeadView<float> dk;         // (batch, kv_heads, keys, dim): the sum over the query heads that share this head
  HeadView<float> dv;         // (batch, kv_heads, keys, value_dim): the same sum
  float* dbias = nullptr;     // laid out as options.bias is, summed over the axes along which the bias repeats
  float* dweights = nullptr;  // dense (batch, heads, queries, keys); 0 where attending is not allowed
  float* dscores = nullptr;   // shaped as dweights, with the same 0s: with respect to scores, and to logits
  float* dsink = nullptr;     // (heads); needs a sink
  float* dalibi = nullptr;    // (heads); needs slopes
};

// Gradients of Σ output ∘ dO + Σ lse ∘ dL, where `d` holds dO and dL:
//   dV = Aᵀ·dO, dA = dO·Vᵀ, dS = A ∘ (dA − rowsum(dO ∘ O) + dL), × (1 − tanh²) where there is a softcap,
//   dQ = scale·dS·K, dK = scale·dSᵀ·Q, dslope = −Σ |p − j|·dS, dsink = −Σ exp(sink − lse)·(rowsum(dO ∘ O) − dL).
// With rotary, Q and K are the turned ones here, and dQ and dK are turned back at the end.
// The weights A are rebuilt tile by tile from row_max and row_sum: working memory is O(queries + keys), plus the
// copies of q and k that rotary turns.
// Gradients are exactly 0 for keys that no query may attend to and for rows with nothing to attend to, whatever these
// keys and rows hold.
Status attention_backward(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs,
                          const AttentionOutputGradient& d, const AttentionSaved& saved,
                          const AttentionGradients& gradients);

}  // namespace heed
