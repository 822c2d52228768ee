// What a call of self-attention is given: the shape of the layer, its tokens and its weights.
#pragma once

#include <cstddef>

namespace heed {

// How a weight matrix is stored. in_out takes x·W with W (in, out). out_in takes x·Wᵀ with W (out, in), as PyTorch's
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
  const float* bias = nullptr;    // (out); null: none; needs a weight
};

// Each is written only where it has an address.
struct ProjectionGradient {
  float* weight = nullptr;  // laid out as the weight is
  float* bias = nullptr;    // (out)
  bool add = false;         // both are added to what lies there
};

struct SelfAttentionInputs {
  const float* x = nullptr;        // (batch, tokens, model_dim)
  const float* context = nullptr;  // (batch, context_tokens, context_dim), the other sequence; null: x
  Projection query, key, value;    // outputs heads·dim, kv_heads·dim, kv_heads·value_dim
  Projection output;               // heads·value_dim → output_dim; null weight: no projection
  WeightLayout layout = WeightLayout::in_out;

  // The sequence that gives keys and values.
  const float* key_source() const { return context ? context : x; }
};

}  // namespace heed
