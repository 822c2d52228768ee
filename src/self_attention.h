// Self-attention from tokens: q = x·W_q + b_q, k = context·W_k + b_k, v = context·W_v + b_v, attention per head,
// heads side by side, and the output projection where there is one.
#pragma once

#include <cstddef>

#include "attention.h"

namespace heed {

// How a weight matrix is stored: in_out takes x·W with W (in, out), out_in takes x·Wᵀ with W (out, in), as PyTorch's
// nn.Linear keeps it. Head h owns the outputs h·d … (h+1)·d − 1.
enum class WeightLayout { in_out, out_in };

struct SelfAttentionShape {
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t kv_heads = 1;
  std::size_t tokens = 0;          // rows of x: the queries
  std::size_t context_tokens = 0;  // rows of context: the keys; equals tokens where there is no context
  std::size_t model_dim = 0;       // columns of x
  std::size_t context_dim = 0;     // columns of context; equals model_dim where there is no context
  std::size_t dim = 0;             // columns of q and k, per head
  std::size_t value_dim = 0;       // columns of v, per head
  std::size_t output_dim = 0;      // columns of the output projection; unused without one
};

struct Projection {
  const float* weight = nullptr;  // null: the identity, the input itself is taken (its width must then fit)
  const float* bias = nullptr;    // (out), null: none; belongs to a weight
};

struct SelfAttentionInputs {
  const float* x = nullptr;        // (batch, tokens, model_dim)
  const float* context = nullptr;  // (batch, context_tokens, context_dim); null: x
  Projection query, key, value;    // outputs heads·dim, kv_heads·dim, kv_heads·value_dim
  Projection output;               // heads·value_dim → output_dim; null weight: no projection
  WeightLayout layout = WeightLayout::in_out;
};

// What backward needs of forward: the heads side by side in each row. All are required where this is given.
struct SelfAttentionSaved {
  float* q = nullptr;        // (batch, tokens, heads·dim); null where the query projection is the identity
  float* k = nullptr;        // (batch, context_tokens, kv_heads·dim); likewise
  float* v = nullptr;        // (batch, context_tokens, kv_heads·value_dim); likewise
  float* context = nullptr;  // (batch, tokens, heads·value_dim)
  float* row_max = nullptr;  // (batch, heads, tokens)
  float* row_sum = nullptr;  // (batch, heads, tokens)
};

// output is required; the rest is written only where it has an address.
struct SelfAttentionOutputs {
  float* output = nullptr;   // (batch, tokens, output_dim), or (…, heads·value_dim) without an output projection
  float* q = nullptr;        // (batch, heads, tokens, dim)
  float* k = nullptr;        // (batch, kv_heads, context_tokens, dim)
  float* v = nullptr;        // (batch, kv_heads, context_tokens, value_dim)
  float* context = nullptr;  // (batch, tokens, heads·value_dim): the heads side by side, before the output projection
  float* raw = nullptr;      // the matrices of AttentionOutputs, (batch, heads, tokens, context_tokens)
  float* scores = nullptr;
  float* logits = nullptr;
  float* weights = nullptr;
  const SelfAttentionSaved* saved = nullptr;  // where to leave what backward needs
};

Status self_attention(const SelfAttentionShape& shape, const AttentionOptions& options,
                      const SelfAttentionInputs& inputs, const SelfAttentionOutputs& outputs);

struct ProjectionGradient {
  float* weight = nullptr;  // laid out as the weight is
  float* bias = nullptr;    // (out)
};

// Each is written only where it has an address.
struct SelfAttentionGradients {
  float* dx = nullptr;        // (batch, tokens, model_dim); keys and values included where there is no context
  float* dcontext = nullptr;  // (batch, context_tokens, context_dim); only where there is a context
  ProjectionGradient query, key, value, output;
  float* dbias = nullptr;  // those of AttentionGradients
  float* dweights = nullptr;
  float* dscores = nullptr;
};

// Gradients of Σ output ∘ d_output, for d_output shaped as output is. saved is what forward left for these very inputs,
// or null: forward is run first, in working memory.
Status self_attention_backward(const SelfAttentionShape& shape, const AttentionOptions& options,
                               const SelfAttentionInputs& inputs, const float* d_output,
                               const SelfAttentionSaved* saved, const SelfAttentionGradients& gradients);

}  // namespace heed
