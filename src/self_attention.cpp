#include "self_attention.h"

#include <cstring>

#include "attention.h"
#include "projections.h"
#include "scratch.h"

namespace heed {
namespace {

class Layer {
 public:
  Layer(const SelfAttentionShape& shape, const AttentionOptions& options, const SelfAttentionInputs& in,
        const SelfAttentionOutputs& out)
      : shape_(shape), options_(options), in_(in), out_(out) {}

  Status prepare() { return scratch_.allocate(); }

  // projections, attention, output projection
  Status run() const {
    const SelfAttentionSaved* saved = out_.saved;
    float* own[3] = {saved ? saved->q : q_.get(), saved ? saved->k : k_.get(), saved ? saved->v : v_.get()};
    const float *q = own[0], *k = own[1], *v = own[2];
    if (in_.query.weight && in_.key.weight && in_.value.weight && !in_.context) {
      project_together({widths_.queries, widths_.model, in_.x, in_.layout, matmul_.get()},
                       {{in_.query, widths_.q, own[0]}, {in_.key, widths_.k, own[1]}, {in_.value, widths_.v, own[2]}});
    } else {
      q = project(in_.query, in_.x, widths_.query(), own[0]);
      k = project(in_.key, in_.key_source(), widths_.key(), own[1]);
      v = project(in_.value, in_.key_source(), widths_.value(), own[2]);
    }
    keep_heads(q, shape_.batch, shape_.heads, shape_.tokens, shape_.dim, out_.q);
    keep_heads(k, shape_.batch, shape_.kv_heads, shape_.context_tokens, shape_.dim, out_.k);
    keep_heads(v, shape_.batch, shape_.kv_heads, shape_.context_tokens, shape_.value_dim, out_.v);
    float* joined = joined_rows();
    if (const Status status = attend(q, k, v, joined); status != Status::ok) return status;
    if (in_.output.weight)
      heed::project({widths_.output(), in_.layout, matmul_.get()}, in_.output, joined, {false, out_.residual},
                    out_.output);
    else
      keep_joined(joined, out_.output);
    keep_joined(joined, out_.joined);
    return Status::ok;
  }

 private:
  const float* project(const Projection& by, const float* input, const kernels::MatmulShape& product, float* to) const {
    if (!by.weight) return input;
    heed::project({product, in_.layout, matmul_.get()}, by, input, {}, to);
    return to;
  }

  // Where attention writes the joined heads. Without an output projection they are the output itself.
  float* joined_rows() const {
    if (out_.saved) return out_.saved->joined;
    if (out_.joined) return out_.joined;
    return in_.output.weight ? joined_.get() : out_.output;
  }

  Status attend(const float* q, const float* k, const float* v, float* joined) const {
    AttentionOutputs kept;
    kept.output = joined_heads(joined, shape_.tokens, shape_.heads, shape_.value_dim);
    kept.raw = out_.raw;
    kept.scores = out_.scores;
    kept.logits = out_.logits;
    kept.weights = out_.weights;
    kept.lse = out_.lse;
    if (out_.saved) {
      kept.row_max = out_.saved->row_max;
      kept.row_sum = out_.saved->row_sum;
    }
    return attention(attention_shape(shape_), options_, attention_inputs(shape_, q, k, v), kept);
  }

  void keep_joined(const float* joined, float* to) const {
    if (to && to != joined) std::memcpy(to, joined, widths_.queries * widths_.joined * sizeof(float));
  }

  const SelfAttentionShape& shape_;
  const AttentionOptions& options_;
  const SelfAttentionInputs& in_;
  const SelfAttentionOutputs& out_;
  const Widths widths_{shape_};

  // Rows of our own, 0 where the caller's memory takes the result or there is no projection.
  std::size_t own_rows(const Projection& by, std::size_t rows) const { return by.weight && !out_.saved ? rows : 0; }

  Scratch scratch_;
  const Scratch::Slot<float> q_ = scratch_.reserve({own_rows(in_.query, widths_.queries), widths_.q});
  const Scratch::Slot<float> k_ = scratch_.reserve({own_rows(in_.key, widths_.keys), widths_.k});
  const Scratch::Slot<float> v_ = scratch_.reserve({own_rows(in_.value, widths_.keys), widths_.v});
  const Scratch::Slot<float> joined_ =
      scratch_.reserve({out_.joined ? 0 : own_rows(in_.output, widths_.queries), widths_.joined});
  const Scratch::Slot<float> matmul_ = scratch_.reserve({kernels::kMatmulScratch});
};

}  // namespace

Status self_attention(const SelfAttentionShape& shape, const AttentionOptions& options,
                      const SelfAttentionInputs& inputs, const SelfAttentionOutputs& outputs) {
  if (!outputs.output) return Status::missing_tensor;
  if (outputs.lse && !options.softmax) return Status::invalid_option;
  if (outputs.residual && !inputs.output.weight) return Status::invalid_option;
  const bool keeps_pairs = outputs.raw || outputs.scores || outputs.logits || outputs.weights;
  if (const Status status = check_self_attention(shape, options, inputs, keeps_pairs); status != Status::ok)
    return status;
  Layer layer(shape, options, inputs, outputs);
  if (const Status status = layer.prepare(); status != Status::ok) return status;
  return layer.run();
}

}  // namespace heed
