// Self-attention from tokens: q = x·W_q + b_q, k = context·W_k + b_k, v = context·W_v + b_v, attention per head, the
// heads joined side by side, and the output projection where there is one.
#pragma once

#include "layer_problem.h"
#include "problem.h"
#include "status.h"

namespace heed {

// What backward needs of forward, the heads joined side by side in each row. All are required where this is given.
struct SelfAttentionSaved {
  float* q = nullptr;        // (batch, tokens, heads·dim); null where the query projection is the identity
  float* k = nullptr;        // (batch, context_tokens, kv_heads·dim); null where its projection is the identity
  float* v = nullptr;        // (batch, context_tokens, kv_heads·value_dim); null where its projection is the identity
  float* joined = nullptr;   // (batch, tokens, heads·value_dim)
  float* row_max = nullptr;  // (batch, heads, tokens)
  float* row_sum = nullptr;  // (batch, heads, tokens)
};

// output is required. The rest is written only where it has an address.
struct SelfAttentionOutputs {
  float* output = nullptr;  // (batch, tokens, output_dim), or (…, heads·value_dim) without an output projection
  float* q = nullptr;       // (batch, heads, tokens, dim)
  float* k = nullptr;       // (batch, kv_heads, context_tokens, dim)
  float* v = nullptr;       // (batch, kv_heads, context_tokens, value_dim)
  float* joined = nullptr;  // (batch, tokens, heads·value_dim): the heads side by side, before the output projection
  float* raw = nullptr;     // the matrices of AttentionOutputs, (batch, heads, tokens, context_tokens)
  float* scores = nullptr;
  float* logits = nullptr;
  float* weights = nullptr;
  float* lse = nullptr;                       // (batch, heads, tokens)
  const SelfAttentionSaved* saved = nullptr;  // where to leave what backward needs
  const float* residual = nullptr;            // added to the output projection, in the shape of output; null: none
};

Status self_attention(const SelfAttentionShape& shape, const AttentionOptions& options,
                      const SelfAttentionInputs& inputs, const SelfAttentionOutputs& outputs);

// The gradient of a number with respect to what forward computed.
struct SelfAttentionOutputGradient {
  const float* output = nullptr;  // in the shape of output; required
  const float* lse = nullptr;     // (batch, heads, tokens); null: 0
};

// Each is written only where it has an address.
struct SelfAttentionGradients {
  float* dx = nullptr;        // (batch, tokens, model_dim); includes keys and values where there is no context
  float* dcontext = nullptr;  // (batch, context_tokens, context_dim); only where there is a context
  ProjectionGradient query, key, value, output;
  float* dbias = nullptr;  // those of AttentionGradients
  float* dweights = nullptr;
  float* dscores = nullptr;
  float* dsink = nullptr;
  float* dalibi = nullptr;
  float* dq = nullptr;       // (batch, heads, tokens, dim): those of q, k, v and joined of SelfAttentionOutputs
  float* dk = nullptr;       // (batch, kv_heads, context_tokens, dim)
  float* dv = nullptr;       // (batch, kv_heads, context_tokens, value_dim)
  float* djoined = nullptr;  // (batch, tokens, heads·value_dim)
  float* dq_rows = nullptr;  // (batch, tokens, heads·dim): dq with the heads side by side
  float* dk_rows = nullptr;  // (batch, context_tokens, kv_heads·dim)
  float* dv_rows = nullptr;  // (batch, context_tokens, kv_heads·value_dim)
};

// Gradients of Σ output ∘ dO + Σ lse ∘ dL, where `d` holds dO and dL. saved is what forward left for these very inputs.
// Where it is null, forward is run first, in working memory.
Status self_attention_backward(const SelfAttentionShape& shape, const AttentionOptions& options,
                               const SelfAttentionInputs& inputs, const SelfAttentionOutputGradient& d,
                               const SelfAttentionSaved* saved, const SelfAttentionGradients& gradients);

}  // namespace heed
