#include "self_attention.h"

#include <cstring>

#include "projections.h"
#include "scratch.h"

namespace heed {
namespace {

class Layer {
 public:
  Layer(const SelfAttentionShape& shape, const AttentionOptions& options, const SelfAttentionInputs& in,
        const SelfAttentionOutputs& out)
      : shape_(shape), options_(options), in_(in), out_(out) {}

  Status prepare() {
    if (!out_.saved) {
      if (in_.query.weight) q_ = scratch_.reserve({widths_.queries, widths_.q});
      if (in_.key.weight) k_ = scratch_.reserve({widths_.keys, widths_.k});
      if (in_.value.weight) v_ = scratch_.reserve({widths_.keys, widths_.v});
    }
    // the context is the output itself where nothing is projected after it
    if (in_.output.weight && !out_.context && !out_.saved)
      context_ = scratch_.reserve({widths_.queries, widths_.context});
    matmul_ = scratch_.reserve({kernels::kMatmulScratch});
    if (!scratch_.fits()) return Status::too_large;
    return scratch_.allocate() ? Status::ok : Status::out_of_memory;
  }

  Status run() {
    const float* keyed = in_.context ? in_.context : in_.x;
    const SelfAttentionSaved* saved = out_.saved;
    const float* q = project(in_.query, in_.x, widths_.query(), saved ? saved->q : scratch_.at(q_));
    const float* k = project(in_.key, keyed, widths_.key(), saved ? saved->k : scratch_.at(k_));
    const float* v = project(in_.value, keyed, widths_.value(), saved ? saved->v : scratch_.at(v_));
    if (out_.q)
      keep_heads(side_by_side(q, shape_.tokens, shape_.heads, shape_.dim), shape_.heads, shape_.tokens, shape_.dim,
                 out_.q);
    keep_keyed(k, shape_.dim, out_.k);
    keep_keyed(v, shape_.value_dim, out_.v);
    float* context = context_rows();
    if (const Status status = attend(q, k, v, context); status != Status::ok) return status;
    if (in_.output.weight)
      multiply(in_.output, context, widths_.output(), out_.output);
    else if (context != out_.output)
      std::memcpy(out_.output, context, widths_.queries * widths_.context * sizeof(float));
    if (out_.context && context != out_.context)
      std::memcpy(out_.context, context, widths_.queries * widths_.context * sizeof(float));
    return Status::ok;
  }

 private:
  const float* project(const Projection& by, const float* input, const kernels::MatmulShape& product, float* to) const {
    if (!by.weight) return input;
    multiply(by, input, product, to);
    return to;
  }

  void multiply(const Projection& by, const float* input, const kernels::MatmulShape& product, float* to) const {
    kernels::matmul(product, {input, product.depth}, weight_view(by, product, in_.layout), {by.bias}, to,
                    product.columns, scratch_.at(matmul_));
  }

  float* context_rows() const {
    if (out_.saved) return out_.saved->context;
    if (out_.context) return out_.context;
    return in_.output.weight ? scratch_.at(context_) : out_.output;
  }

  Status attend(const float* q, const float* k, const float* v, float* context) const {
    AttentionOutputs kept;
    kept.output = side_by_side(context, shape_.tokens, shape_.heads, shape_.value_dim);
    kept.raw = out_.raw;
    kept.scores = out_.scores;
    kept.logits = out_.logits;
    kept.weights = out_.weights;
    if (out_.saved) {
      kept.row_max = out_.saved->row_max;
      kept.row_sum = out_.saved->row_sum;
    }
    return attention(attention_shape(shape_), options_, attention_inputs(shape_, q, k, v), kept);
  }

  void keep_keyed(const float* from, std::size_t dim, float* to) const {
    if (to)
      keep_heads(side_by_side(from, shape_.context_tokens, shape_.kv_heads, dim), shape_.kv_heads,
                 shape_.context_tokens, dim, to);
  }

  // (batch, rows, heads, dim) → (batch, heads, rows, dim)
  void keep_heads(const HeadView<const float>& from, std::size_t heads, std::size_t rows, std::size_t dim,
                  float* to) const {
    for (std::size_t b = 0; b < shape_.batch; ++b)
      for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t i = 0; i < rows; ++i, to += dim)
          std::memcpy(to, from.head(b, h) + i * from.row_stride, dim * sizeof(float));
  }

  const SelfAttentionShape& shape_;
  const AttentionOptions& options_;
  const SelfAttentionInputs& in_;
  const SelfAttentionOutputs& out_;
  const Widths widths_{shape_};
  Scratch scratch_;
  std::size_t q_ = 0, k_ = 0, v_ = 0, context_ = 0, matmul_ = 0;
};

}  // namespace

Status self_attention(const SelfAttentionShape& shape, const AttentionOptions& options,
                      const SelfAttentionInputs& inputs, const SelfAttentionOutputs& outputs) {
  if (!outputs.output) return Status::missing_tensor;
  const bool keeps_pairs = outputs.raw || outputs.scores || outputs.logits || outputs.weights;
  if (const Status status = check_self_attention(shape, options, inputs, keeps_pairs); status != Status::ok)
    return status;
  Layer layer(shape, options, inputs, outputs);
  if (const Status status = layer.prepare(); status != Status::ok) return status;
  return layer.run();
}

}  // namespace heed
