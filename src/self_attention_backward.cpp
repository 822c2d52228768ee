#include <cstring>

#include "kernels/backward_row.h"
#include "kernels/softmax.h"
#include "projections.h"
#include "scratch.h"
#include "self_attention.h"

namespace heed {
namespace {

using kernels::MatmulShape;
using kernels::MatrixView;

// Forward, for a caller who kept nothing of it.
class OwnForward {
 public:
  Status run(const SelfAttentionShape& shape, const AttentionOptions& options, const SelfAttentionInputs& in) {
    const Widths widths(shape);
    const std::size_t q = scratch_.reserve({widths.queries, widths.q}), k = scratch_.reserve({widths.keys, widths.k});
    const std::size_t v = scratch_.reserve({widths.keys, widths.v});
    const std::size_t context = scratch_.reserve({widths.queries, widths.context});
    const std::size_t max = scratch_.reserve({widths.queries, shape.heads});
    const std::size_t sum = scratch_.reserve({widths.queries, shape.heads});
    if (!scratch_.fits()) return Status::too_large;
    if (!scratch_.allocate()) return Status::out_of_memory;
    saved = {scratch_.at(q), scratch_.at(k), scratch_.at(v), scratch_.at(context), scratch_.at(max), scratch_.at(sum)};
    // without its output projection, forward's output is the context that it saves anyway
    SelfAttentionInputs unprojected = in;
    unprojected.output = {};
    SelfAttentionOutputs out;
    out.output = saved.context;
    out.saved = &saved;
    return self_attention(shape, options, unprojected, out);
  }

  SelfAttentionSaved saved;

 private:
  Scratch scratch_;
};

bool is_whole(const SelfAttentionSaved& saved, const SelfAttentionInputs& in) {
  return saved.context && saved.row_max && saved.row_sum && (saved.q || !in.query.weight) &&
         (saved.k || !in.key.weight) && (saved.v || !in.value.weight);
}

class LayerBackward {
 public:
  LayerBackward(const SelfAttentionShape& shape, const AttentionOptions& options, const SelfAttentionInputs& in,
                const float* d_output, const SelfAttentionSaved& saved, const SelfAttentionGradients& out)
      : shape_(shape), options_(options), in_(in), d_output_(d_output), saved_(saved), out_(out) {}

  Status prepare() {
    if (in_.output.weight) d_context_ = scratch_.reserve({widths_.queries, widths_.context});
    dq_ = scratch_.reserve({widths_.queries, widths_.q});
    dk_ = scratch_.reserve({widths_.keys, widths_.k});
    dv_ = scratch_.reserve({widths_.keys, widths_.v});
    matmul_ = scratch_.reserve({kernels::kMatmulScratch});
    if (!scratch_.fits()) return Status::too_large;
    return scratch_.allocate() ? Status::ok : Status::out_of_memory;
  }

  // from the output backwards: W_O, attention, then each projection into its weight and into the tokens
  Status run() {
    const float* d_context = d_output_;
    if (in_.output.weight) {
      add_to_weight(in_.output, out_.output, saved_.context, d_output_, widths_.output());
      add_to_input(in_.output, d_output_, widths_.output(), false, scratch_.at(d_context_));
      d_context = scratch_.at(d_context_);
    }
    if (const Status status = attend(d_context); status != Status::ok) return status;
    const float* keyed = in_.context ? in_.context : in_.x;
    float* d_keyed = in_.context ? out_.dcontext : out_.dx;
    const float *dq = scratch_.at(dq_), *dk = scratch_.at(dk_), *dv = scratch_.at(dv_);
    add_to_weight(in_.query, out_.query, in_.x, dq, widths_.query());
    add_to_weight(in_.key, out_.key, keyed, dk, widths_.key());
    add_to_weight(in_.value, out_.value, keyed, dv, widths_.value());
    add_to_input(in_.query, dq, widths_.query(), false, out_.dx);
    add_to_input(in_.key, dk, widths_.key(), !in_.context, d_keyed);
    add_to_input(in_.value, dv, widths_.value(), true, d_keyed);
    return Status::ok;
  }

 private:
  Status attend(const float* d_context) const {
    const float* keyed = in_.context ? in_.context : in_.x;
    const AttentionInputs inputs =
        attention_inputs(shape_, in_.query.weight ? saved_.q : in_.x, in_.key.weight ? saved_.k : keyed,
                         in_.value.weight ? saved_.v : keyed);
    const HeadView<const float> context =
        side_by_side<const float>(saved_.context, shape_.tokens, shape_.heads, shape_.value_dim);
    AttentionGradients to;
    to.dq = side_by_side(scratch_.at(dq_), shape_.tokens, shape_.heads, shape_.dim);
    to.dk = side_by_side(scratch_.at(dk_), shape_.context_tokens, shape_.kv_heads, shape_.dim);
    to.dv = side_by_side(scratch_.at(dv_), shape_.context_tokens, shape_.kv_heads, shape_.value_dim);
    to.dbias = out_.dbias;
    to.dweights = out_.dweights;
    to.dscores = out_.dscores;
    return attention_backward(attention_shape(shape_), options_, inputs,
                              side_by_side(d_context, shape_.tokens, shape_.heads, shape_.value_dim),
                              {context, saved_.row_max, saved_.row_sum}, to);
  }

  // dW = inputᵀ · d (in × out), or its transpose where the weight lies out × in; d(bias) = column sums of d
  void add_to_weight(const Projection& by, const ProjectionGradient& to, const float* input, const float* d,
                     const MatmulShape& product) const {
    if (by.weight && to.weight) {
      const MatrixView in{input, product.depth, in_.layout == WeightLayout::in_out};
      const MatrixView out{d, product.columns, in_.layout == WeightLayout::out_in};
      if (in_.layout == WeightLayout::in_out)
        kernels::matmul({product.depth, product.rows, product.columns}, in, out, {}, to.weight, product.columns,
                        scratch_.at(matmul_));
      else
        kernels::matmul({product.columns, product.rows, product.depth}, out, in, {}, to.weight, product.depth,
                        scratch_.at(matmul_));
    }
    if (!by.bias || !to.bias) return;
    kernels::fill(to.bias, 0, product.columns, 0.0f);
    for (std::size_t i = 0; i < product.rows; ++i)
      kernels::add_multiple(d + i * product.columns, product.columns, 1.0f, to.bias);
  }

  // to = d · Wᵀ, or to += d · Wᵀ; d itself where there is no weight
  void add_to_input(const Projection& by, const float* d, const MatmulShape& product, bool add, float* to) const {
    if (!to) return;
    if (by.weight) {
      MatrixView weight = weight_view(by, product, in_.layout);
      weight.transposed = !weight.transposed;
      kernels::matmul({product.rows, product.columns, product.depth}, {d, product.columns}, weight, {nullptr, add}, to,
                      product.depth, scratch_.at(matmul_));
    } else if (add) {
      kernels::add_multiple(d, product.rows * product.columns, 1.0f, to);
    } else {
      std::memcpy(to, d, product.rows * product.columns * sizeof(float));
    }
  }

  const SelfAttentionShape& shape_;
  const AttentionOptions& options_;
  const SelfAttentionInputs& in_;
  const float* d_output_;
  const SelfAttentionSaved& saved_;
  const SelfAttentionGradients& out_;
  const Widths widths_{shape_};
  Scratch scratch_;
  std::size_t d_context_ = 0, dq_ = 0, dk_ = 0, dv_ = 0, matmul_ = 0;
};

}  // namespace

Status self_attention_backward(const SelfAttentionShape& shape, const AttentionOptions& options,
                               const SelfAttentionInputs& inputs, const float* d_output,
                               const SelfAttentionSaved* saved, const SelfAttentionGradients& gradients) {
  const bool keeps_pairs = gradients.dweights || gradients.dscores;
  if (const Status status = check_self_attention(shape, options, inputs, keeps_pairs); status != Status::ok)
    return status;
  if (!d_output || (saved && !is_whole(*saved, inputs))) return Status::missing_tensor;
  OwnForward own;
  if (!saved)
    if (const Status status = own.run(shape, options, inputs); status != Status::ok) return status;
  LayerBackward backward(shape, options, inputs, d_output, saved ? *saved : own.saved, gradients);
  if (const Status status = backward.prepare(); status != Status::ok) return status;
  return backward.run();
}

}  // namespace heed
