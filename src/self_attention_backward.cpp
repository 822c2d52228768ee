#include <algorithm>
#include <cstring>

#include "attention.h"
#include "kernels/backward_row.h"
#include "kernels/pack.h"
#include "projections.h"
#include "scratch.h"
#include "self_attention.h"

namespace heed {
namespace {

using kernels::MatmulShape;

// Forward, for a caller who kept nothing of it.
class OwnForward {
 public:
  Status run(const SelfAttentionShape& shape, const AttentionOptions& options, const SelfAttentionInputs& in) {
    const Widths widths(shape);
    const auto q = scratch_.reserve({widths.queries, widths.q}), k = scratch_.reserve({widths.keys, widths.k});
    const auto v = scratch_.reserve({widths.keys, widths.v}),
               joined = scratch_.reserve({widths.queries, widths.joined});
    const auto max = scratch_.reserve({widths.queries, shape.heads});
    const auto sum = scratch_.reserve({widths.queries, shape.heads});
    if (const Status status = scratch_.allocate(); status != Status::ok) return status;
    saved = {q.get(), k.get(), v.get(), joined.get(), max.get(), sum.get()};
    // without its output projection, forward's output is the joined heads, which it saves anyway
    SelfAttentionInputs unprojected = in;
    unprojected.output = {};
    SelfAttentionOutputs out;
    out.output = saved.joined;
    out.saved = &saved;
    return self_attention(shape, options, unprojected, out);
  }

  SelfAttentionSaved saved;

 private:
  Scratch scratch_;
};

bool is_zero(const float* data, std::size_t n) {
  return std::all_of(data, data + n, [](float number) { return number == 0.0f; });
}

bool is_finite(const float* data, std::size_t rows, std::size_t columns) {
  return kernels::all_finite(data, columns, rows, columns);
}

// Copies the rows, with 0 for those that hold NaN or Infinity.
const float* zero_unless_finite(const float* data, std::size_t rows, std::size_t columns, float* to) {
  for (std::size_t i = 0; i < rows * columns; i += columns) {
    if (is_finite(data + i, 1, columns)) {
      std::memcpy(to + i, data + i, columns * sizeof(float));
    } else {
      std::fill_n(to + i, columns, 0.0f);
    }
  }
  return to;
}

bool is_whole(const SelfAttentionSaved& saved, const SelfAttentionInputs& in) {
  return saved.joined && saved.row_max && saved.row_sum && (saved.q || !in.query.weight) &&
         (saved.k || !in.key.weight) && (saved.v || !in.value.weight);
}

class LayerBackward {
 public:
  LayerBackward(const SelfAttentionShape& shape, const AttentionOptions& options, const SelfAttentionInputs& in,
                const SelfAttentionOutputGradient& d, const SelfAttentionSaved& saved,
                const SelfAttentionGradients& out)
      : shape_(shape), options_(options), in_(in), d_(d), saved_(saved), out_(out) {}

  Status prepare() { return scratch_.allocate(); }

  // from the output backwards: output projection, attention, then each projection into its weight and its tokens
  Status run() const {
    const float* d_joined = d_.output;
    if (in_.output.weight) {
      float* to = out_.djoined ? out_.djoined : d_joined_.get();
      write_weight_gradient(in_.output, out_.output, saved_.joined, d_.output, widths_.output());
      write_input_gradient(in_.output, d_.output, widths_.output(), false, to);
      d_joined = to;
    } else if (out_.djoined) {
      std::memcpy(out_.djoined, d_joined, widths_.queries * widths_.joined * sizeof(float));
    }
    if (const Status status = attend(d_joined); status != Status::ok) return status;
    const float *dq = d_queries(), *dk = d_keys(), *dv = d_values();
    keep_heads(dq, shape_.batch, shape_.heads, shape_.tokens, shape_.dim, out_.dq);
    keep_heads(dk, shape_.batch, shape_.kv_heads, shape_.context_tokens, shape_.dim, out_.dk);
    keep_heads(dv, shape_.batch, shape_.kv_heads, shape_.context_tokens, shape_.value_dim, out_.dv);
    write_projection_gradients(dq, dk, dv);
    float* d_key_source = in_.context ? out_.dcontext : out_.dx;
    write_input_gradient(in_.query, dq, widths_.query(), false, out_.dx);
    write_input_gradient(in_.key, dk, widths_.key(), !in_.context, d_key_source);
    write_input_gradient(in_.value, dv, widths_.value(), true, d_key_source);
    return Status::ok;
  }

 private:
  // in the caller's memory, or in our own
  float* d_queries() const { return out_.dq_rows ? out_.dq_rows : dq_.get(); }
  float* d_keys() const { return out_.dk_rows ? out_.dk_rows : dk_.get(); }
  float* d_values() const { return out_.dv_rows ? out_.dv_rows : dv_.get(); }

  Status attend(const float* d_joined) const {
    const AttentionInputs inputs =
        attention_inputs(shape_, in_.query.weight ? saved_.q : in_.x, in_.key.weight ? saved_.k : in_.key_source(),
                         in_.value.weight ? saved_.v : in_.key_source());
    const HeadView<const float> joined =
        joined_heads<const float>(saved_.joined, shape_.tokens, shape_.heads, shape_.value_dim);
    AttentionGradients to;
    to.dq = joined_heads(d_queries(), shape_.tokens, shape_.heads, shape_.dim);
    to.dk = joined_heads(d_keys(), shape_.context_tokens, shape_.kv_heads, shape_.dim);
    to.dv = joined_heads(d_values(), shape_.context_tokens, shape_.kv_heads, shape_.value_dim);
    to.dbias = out_.dbias;
    to.dweights = out_.dweights;
    to.dscores = out_.dscores;
    to.dsink = out_.dsink;
    to.dalibi = out_.dalibi;
    return attention_backward(attention_shape(shape_), options_, inputs,
                              {joined_heads(d_joined, shape_.tokens, shape_.heads, shape_.value_dim), d_.lse},
                              {joined, saved_.row_max, saved_.row_sum}, to);
  }

  // dW_Q, dW_K and dW_V, where they are wanted. NaN · 0 is NaN. So rows of x and of the context that hold NaN or
  // Infinity, as padding may, count as 0 here, and are added where a head's gradient of them is not 0.
  void write_projection_gradients(const float* dq, const float* dk, const float* dv) const {
    const float* x = finite_x_ ? in_.x : zero_unless_finite(in_.x, widths_.queries, widths_.model, x_.get());
    const float* keys = x;
    if (in_.context)
      keys = finite_context_ ? in_.context
                             : zero_unless_finite(in_.context, widths_.keys, widths_.context_model, context_.get());
    const bool all = in_.query.weight && in_.key.weight && in_.value.weight && out_.query.weight && out_.key.weight &&
                     out_.value.weight;
    if (all && !in_.context && in_.layout == WeightLayout::in_out) {
      write_weight_gradients_together({widths_.queries, widths_.model, x, in_.layout, matmul_.get()},
                                      {{in_.query, widths_.q, dq, out_.query},
                                       {in_.key, widths_.k, dk, out_.key},
                                       {in_.value, widths_.v, dv, out_.value}});
    } else {
      write_weight_gradient(in_.query, out_.query, x, dq, widths_.query());
      write_weight_gradient(in_.key, out_.key, keys, dk, widths_.key());
      write_weight_gradient(in_.value, out_.value, keys, dv, widths_.value());
    }
    if (finite_x_ && finite_context_) return;
    add_seen_rows(in_.query, out_.query, in_.x, dq, widths_.query(), shape_.heads);
    add_seen_rows(in_.key, out_.key, in_.key_source(), dk, widths_.key(), shape_.kv_heads);
    add_seen_rows(in_.value, out_.value, in_.key_source(), dv, widths_.value(), shape_.kv_heads);
  }

  // Adds the rows that hold NaN or Infinity to the weights of those heads that see them.
  void add_seen_rows(const Projection& by, const ProjectionGradient& to, const float* input, const float* d,
                     const MatmulShape& product, std::size_t heads) const {
    if (!by.weight || !to.weight) return;
    const std::size_t depth = product.depth, dim = product.columns / heads;
    for (std::size_t i = 0; i < product.rows; ++i, input += depth, d += product.columns) {
      if (is_finite(input, 1, depth)) continue;
      for (std::size_t from = 0; from < product.columns; from += dim) {
        if (is_zero(d + from, dim)) continue;
        if (in_.layout == WeightLayout::in_out) {
          for (std::size_t k = 0; k < depth; ++k)
            kernels::add_multiple(d + from, dim, input[k], to.weight + k * product.columns + from);
        } else {
          for (std::size_t c = from; c < from + dim; ++c)
            kernels::add_multiple(input, depth, d[c], to.weight + c * depth);
        }
      }
    }
  }

  // Nothing where there is no weight.
  void write_weight_gradient(const Projection& by, const ProjectionGradient& to, const float* input, const float* d,
                             const MatmulShape& product) const {
    heed::write_weight_gradient({product, in_.layout, matmul_.get()}, by, input, d, to);
  }

  // to = d · Wᵀ, or to += d · Wᵀ; d itself where there is no weight
  void write_input_gradient(const Projection& by, const float* d, const MatmulShape& product, bool add,
                            float* to) const {
    if (!to) return;
    if (by.weight) {
      heed::write_input_gradient({product, in_.layout, matmul_.get()}, by, d, add, to);
    } else if (add) {
      kernels::add_multiple(d, product.rows * product.columns, 1.0f, to);
    } else {
      std::memcpy(to, d, product.rows * product.columns * sizeof(float));
    }
  }

  const SelfAttentionShape& shape_;
  const AttentionOptions& options_;
  const SelfAttentionInputs& in_;
  const SelfAttentionOutputGradient& d_;
  const SelfAttentionSaved& saved_;
  const SelfAttentionGradients& out_;
  const Widths widths_{shape_};
  const bool finite_x_ = is_finite(in_.x, widths_.queries, widths_.model);
  const bool finite_context_ = !in_.context || is_finite(in_.context, widths_.keys, widths_.context_model);

  Scratch scratch_;
  const Scratch::Slot<float> d_joined_ =
      scratch_.reserve({in_.output.weight && !out_.djoined ? widths_.queries : 0, widths_.joined});
  const Scratch::Slot<float> dq_ = scratch_.reserve({out_.dq_rows ? 0 : widths_.queries, widths_.q});
  const Scratch::Slot<float> dk_ = scratch_.reserve({out_.dk_rows ? 0 : widths_.keys, widths_.k});
  const Scratch::Slot<float> dv_ = scratch_.reserve({out_.dv_rows ? 0 : widths_.keys, widths_.v});
  const Scratch::Slot<float> matmul_ = scratch_.reserve({kernels::kMatmulScratch});
  const Scratch::Slot<float> x_ = scratch_.reserve({finite_x_ ? 0 : widths_.queries, widths_.model});
  const Scratch::Slot<float> context_ = scratch_.reserve({finite_context_ ? 0 : widths_.keys, widths_.context_model});
};

}  // namespace

Status self_attention_backward(const SelfAttentionShape& shape, const AttentionOptions& options,
                               const SelfAttentionInputs& inputs, const SelfAttentionOutputGradient& d,
                               const SelfAttentionSaved* saved, const SelfAttentionGradients& gradients) {
  const bool keeps_pairs = gradients.dweights || gradients.dscores;
  if (const Status status = check_self_attention(shape, options, inputs, keeps_pairs); status != Status::ok)
    return status;
  if (d.lse && !options.softmax) return Status::invalid_option;
  if (!d.output || (saved && !is_whole(*saved, inputs))) return Status::missing_tensor;
  OwnForward own;
  if (!saved)
    if (const Status status = own.run(shape, options, inputs); status != Status::ok) return status;
  LayerBackward backward(shape, options, inputs, d, saved ? *saved : own.saved, gradients);
  if (const Status status = backward.prepare(); status != Status::ok) return status;
  return backward.run();
}

}  // namespace heed
