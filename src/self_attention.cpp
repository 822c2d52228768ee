#include "self_attention.h"

#include <algorithm>
#include <cstring>

#include "kernels/matmul.h"
#include "scratch.h"

namespace heed {
namespace {

using kernels::MatmulShape;
using kernels::MatrixView;

Status check(const SelfAttentionShape& s, const SelfAttentionInputs& in, const SelfAttentionOutputs& out) {
  for (const std::size_t extent : {s.batch, s.heads, s.kv_heads, s.tokens, s.context_tokens, s.model_dim, s.context_dim,
                                   s.dim, s.value_dim})
    if (extent == 0 || extent > kMaxExtent) return Status::invalid_shape;
  if (s.heads % s.kv_heads != 0) return Status::invalid_shape;
  if (in.output.weight && (s.output_dim == 0 || s.output_dim > kMaxExtent)) return Status::invalid_shape;
  if (!in.context && (s.context_tokens != s.tokens || s.context_dim != s.model_dim)) return Status::invalid_shape;
  if (!in.x || !out.output) return Status::missing_tensor;
  if (!addressable({s.batch, s.tokens, s.model_dim}) || !addressable({s.batch, s.context_tokens, s.context_dim}) ||
      !addressable({s.batch, s.tokens, s.heads, s.dim}) || !addressable({s.batch, s.tokens, s.heads, s.value_dim}) ||
      !addressable({s.batch, s.context_tokens, s.kv_heads, s.dim}) ||
      !addressable({s.batch, s.context_tokens, s.kv_heads, s.value_dim}) ||
      !addressable({s.batch, s.tokens, s.output_dim}) || !addressable({s.model_dim, s.heads, s.dim}) ||
      !addressable({s.context_dim, s.kv_heads, s.dim}) || !addressable({s.context_dim, s.kv_heads, s.value_dim}) ||
      !addressable({s.heads, s.value_dim, s.output_dim}))
    return Status::too_large;
  // without a weight the input itself is taken, so the widths must be the same
  const bool q_fits = in.query.weight || s.model_dim == s.heads * s.dim;
  const bool k_fits = in.key.weight || s.context_dim == s.kv_heads * s.dim;
  const bool v_fits = in.value.weight || s.context_dim == s.kv_heads * s.value_dim;
  return q_fits && k_fits && v_fits ? Status::ok : Status::invalid_shape;
}

// One of q, k, v: where it lies as (batch · rows, heads · dim), the heads side by side.
struct Projected {
  const float* data = nullptr;
  std::size_t rows = 0, heads = 0, dim = 0;

  HeadView<const float> view() const { return {data, rows * heads * dim, dim, heads * dim}; }
};

class Layer {
 public:
  Layer(const SelfAttentionShape& shape, const AttentionOptions& options, const SelfAttentionInputs& in,
        const SelfAttentionOutputs& out)
      : shape_(shape), options_(options), in_(in), out_(out) {}

  Status prepare() {
    if (in_.query.weight) q_ = scratch_.reserve({queries_, shape_.heads, shape_.dim});
    if (in_.key.weight) k_ = scratch_.reserve({keys_, shape_.kv_heads, shape_.dim});
    if (in_.value.weight) v_ = scratch_.reserve({keys_, shape_.kv_heads, shape_.value_dim});
    // the context is the output itself where nothing is projected after it
    if (in_.output.weight && !out_.context) context_ = scratch_.reserve({queries_, context_width_});
    matmul_ = scratch_.reserve({std::max({kernels::matmul_scratch(query_shape()), kernels::matmul_scratch(key_shape()),
                                          kernels::matmul_scratch(value_shape()), kernels::matmul_scratch(output_shape())})});
    if (!scratch_.fits()) return Status::too_large;
    return scratch_.allocate() ? Status::ok : Status::out_of_memory;
  }

  Status run() {
    const float* keyed = in_.context ? in_.context : in_.x;
    const Projected q{project(in_.query, in_.x, query_shape(), q_), shape_.tokens, shape_.heads, shape_.dim};
    const Projected k{project(in_.key, keyed, key_shape(), k_), shape_.context_tokens, shape_.kv_heads, shape_.dim};
    const Projected v{project(in_.value, keyed, value_shape(), v_), shape_.context_tokens, shape_.kv_heads,
                      shape_.value_dim};
    keep_heads(q, out_.q);
    keep_heads(k, out_.k);
    keep_heads(v, out_.v);
    float* context = context_rows();
    if (const Status status = attend(q, k, v, context); status != Status::ok) return status;
    if (in_.output.weight)
      multiply(in_.output, context, output_shape(), out_.output);
    else if (out_.context)
      std::memcpy(out_.output, context, queries_ * context_width_ * sizeof(float));
    return Status::ok;
  }

 private:
  MatmulShape query_shape() const { return {queries_, shape_.model_dim, shape_.heads * shape_.dim}; }
  MatmulShape key_shape() const { return {keys_, shape_.context_dim, shape_.kv_heads * shape_.dim}; }
  MatmulShape value_shape() const { return {keys_, shape_.context_dim, shape_.kv_heads * shape_.value_dim}; }
  MatmulShape output_shape() const { return {queries_, context_width_, shape_.output_dim}; }

  const float* project(const Projection& by, const float* input, const MatmulShape& product, std::size_t place) const {
    if (!by.weight) return input;
    multiply(by, input, product, scratch_.at(place));
    return scratch_.at(place);
  }

  void multiply(const Projection& by, const float* input, const MatmulShape& product, float* result) const {
    const bool transposed = in_.layout == WeightLayout::out_in;
    const MatrixView weight{by.weight, transposed ? product.depth : product.columns, transposed};
    kernels::matmul(product, input, product.depth, weight, by.bias, result, product.columns, scratch_.at(matmul_));
  }

  float* context_rows() const {
    if (out_.context) return out_.context;
    return in_.output.weight ? scratch_.at(context_) : out_.output;
  }

  Status attend(const Projected& q, const Projected& k, const Projected& v, float* context) const {
    const AttentionShape shape{shape_.batch,          shape_.heads, shape_.kv_heads, shape_.tokens,
                               shape_.context_tokens, shape_.dim,   shape_.value_dim};
    AttentionOutputs kept;
    kept.output = {context, shape_.tokens * context_width_, shape_.value_dim, context_width_};
    kept.raw = out_.raw;
    kept.scores = out_.scores;
    kept.logits = out_.logits;
    kept.weights = out_.weights;
    return attention(shape, options_, {q.view(), k.view(), v.view()}, kept);
  }

  // (batch, rows, heads, dim) → (batch, heads, rows, dim)
  void keep_heads(const Projected& from, float* to) const {
    if (!to) return;
    const HeadView<const float> source = from.view();
    for (std::size_t b = 0; b < shape_.batch; ++b)
      for (std::size_t h = 0; h < from.heads; ++h)
        for (std::size_t i = 0; i < from.rows; ++i, to += from.dim)
          std::memcpy(to, source.head(b, h) + i * source.row_stride, from.dim * sizeof(float));
  }

  const SelfAttentionShape& shape_;
  const AttentionOptions& options_;
  const SelfAttentionInputs& in_;
  const SelfAttentionOutputs& out_;
  const std::size_t queries_ = shape_.batch * shape_.tokens;
  const std::size_t keys_ = shape_.batch * shape_.context_tokens;
  const std::size_t context_width_ = shape_.heads * shape_.value_dim;
  Scratch scratch_;
  std::size_t q_ = 0, k_ = 0, v_ = 0, context_ = 0, matmul_ = 0;
};

}  // namespace

Status self_attention(const SelfAttentionShape& shape, const AttentionOptions& options, const SelfAttentionInputs& inputs,
                      const SelfAttentionOutputs& outputs) {
  if (const Status status = check(shape, inputs, outputs); status != Status::ok) return status;
  Layer layer(shape, options, inputs, outputs);
  if (const Status status = layer.prepare(); status != Status::ok) return status;
  return layer.run();
}

}  // namespace heed
