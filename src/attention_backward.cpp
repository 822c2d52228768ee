#include <algorithm>
#include <cmath>
#include <cstring>

#include "attention.h"
#include "backward_plan.h"
#include "backward_results.h"
#include "check.h"
#include "kernels/alibi.h"
#include "kernels/backward_row.h"
#include "kernels/pack.h"
#include "kernels/panel.h"
#include "kernels/softmax.h"
#include "kernels/tile.h"
#include "rotary.h"
#include "scratch.h"
#include "visibility.h"

namespace heed {
namespace {

using kernels::kMasked;
using kernels::kPanelColumns;
using kernels::kScoreStride;
using kernels::round_up;

constexpr std::size_t kKeys = BackwardPlan::kKeys;
constexpr std::size_t kQueries = BackwardPlan::kQueries;

// Forward, for a caller who kept nothing of it: output, row_max and row_sum in memory of our own.
class OwnForward {
 public:
  Status run(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& in) {
    const auto output = scratch_.reserve({shape.batch, shape.heads, shape.queries, shape.value_dim});
    const auto max = scratch_.reserve({shape.batch, shape.heads, shape.queries});
    const auto sum = scratch_.reserve({shape.batch, shape.heads, shape.queries});
    if (const Status status = scratch_.allocate(); status != Status::ok) return status;
    AttentionOutputs out;
    out.output = dense_heads(output.get(), shape.heads, shape.queries, shape.value_dim);
    out.row_max = max.get();
    out.row_sum = sum.get();
    saved = {dense_heads<const float>(output.get(), shape.heads, shape.queries, shape.value_dim), max.get(), sum.get()};
    return attention(shape, options, in, out);
  }

  AttentionSaved saved;

 private:
  Scratch scratch_;
};

// The options for inputs that are turned already.
AttentionOptions without_rotary(AttentionOptions options) {
  options.rotary = {};
  return options;
}

// At most kQueries query rows of one head against a block of keys.
struct Region {
  std::size_t b, h, kv;
  std::size_t query, queries;  // the first, and how many
  std::size_t key, keys;       // the first, and how many
  std::size_t packed;          // where the first lies in the block that is packed, a multiple of 8

  std::size_t padded_keys() const { return round_up(keys, kPanelColumns); }
  RowPart part(std::size_t r) const { return {b, h, query + r, key, keys}; }
};

// Rows of q, k or dO.
struct Rows {
  const float* first;
  std::size_t stride, columns;

  const float* at(std::size_t i) const { return first + i * stride; }
  bool is_finite(std::size_t i) const { return kernels::all_finite(at(i), stride, 1, columns); }
};

// FlashAttention's backward: K and V are packed once per block of keys, then all query rows pass. The weights are
// rebuilt from the row figures. dK and dV are summed in the block. dQ is added to the result directly.
class Backward {
 public:
  Backward(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& in,
           const AttentionOutputGradient& d, const AttentionSaved& saved, const AttentionGradients& out)
      : shape_(shape), options_(options), in_(in), d_output_(d.output), d_lse_(d.lse), saved_(saved), out_(out) {}

  Status prepare() { return plan_.scratch.allocate(); }

  void run() {
    results_.clear_bias();
    results_.clear_heads();
    for (std::size_t b = 0; b < shape_.batch; ++b)
      for (std::size_t kv = 0; kv < shape_.kv_heads; ++kv) {
        for (std::size_t h = kv * plan_.heads_per_kv_head; h < (kv + 1) * plan_.heads_per_kv_head; ++h)
          start_head(b, h);
        for (std::size_t key = 0; key < shape_.keys; key += kKeys) {
          const std::size_t keys = std::min(kKeys, shape_.keys - key);
          std::memset(plan_.d_keys.get(), 0, keys * plan_.dim * sizeof(float));
          std::memset(plan_.d_values.get(), 0, keys * plan_.value_dim * sizeof(float));
          const Range rows = visible_.rows_that_see(b, {key, key + keys});
          if (!rows.is_empty() && !within(visible_.keys(b, 0, shape_.queries), key, keys).is_empty()) {
            pack_keys(b, kv, key, keys);
            pass_rows(b, kv, rows, key, keys);
          }
          store_key_gradients(b, kv, key, keys);
        }
        for (std::size_t h = kv * plan_.heads_per_kv_head; h < (kv + 1) * plan_.heads_per_kv_head; ++h)
          finish_head(b, h);
      }
  }

 private:
  // for each query head that shares these keys: for each kQueries of its rows
  void pass_rows(std::size_t b, std::size_t kv, const Range& rows, std::size_t key, std::size_t keys) {
    for (std::size_t h = kv * plan_.heads_per_kv_head; h < (kv + 1) * plan_.heads_per_kv_head; ++h)
      for (std::size_t query = rows.begin / kQueries * kQueries; query < rows.end; query += kQueries) {
        const std::size_t queries = std::min(kQueries, shape_.queries - query);
        const Range here = within(visible_.keys(b, query, queries), key, keys);
        if (!here.is_empty())
          differentiate({b, h, kv, query, queries, here.begin, here.end - here.begin, here.begin - key});
      }
  }

  // The keys of the range that lie in a block. The first is a multiple of 8, where a panel of packed keys begins.
  static Range within(const Range& keys, std::size_t key, std::size_t count) {
    return {std::max(keys.begin / kPanelColumns * kPanelColumns, key), std::min(keys.end, key + count)};
  }

  // First A = exp(S − max) / sum, dA = dO · Vᵀ, dS = A ∘ (dA − row_dot) and dQ += scale · dS · K, panel by panel. Then
  // dV += Aᵀ · dO and dK += dSᵀ · Q over all these rows. store_key_gradients() multiplies dK by scale.
  void differentiate(const Region& at) {
    for (std::size_t r = 0, rows = 0; r < at.queries; r += rows) {
      const kernels::PanelKernels& panel = kernels::panel_for(at.queries - r);
      rows = std::min(panel.rows, at.queries - r);
      const Region seen = seen_by(at, r, rows);
      for (std::size_t n = r; n < r + rows; ++n) clear_outside(at, seen, n);
      if (seen.keys == 0) continue;
      multiply_panel(panel, at, seen, r, rows);
      for (std::size_t n = r; n < r + rows; ++n) differentiate_row(at, seen, n);
      add_d_queries(panel, at, seen, r, rows);
    }
    if (!keys_are_finite_) add_keys_not_finite(at);
    const Rows d_outputs{d_output_.row(at.b, at.h, at.query), d_output_.row_stride, shape_.value_dim};
    float* d_values = plan_.d_values.get() + at.packed * plan_.value_dim;
    add_transposed(at, plan_.weights.get(), d_outputs, plan_.d_outputs_straight.get(), d_values);
    const Rows queries{in_.q.row(at.b, at.h, at.query), in_.q.row_stride, shape_.dim};
    float* d_keys = plan_.d_keys.get() + at.packed * plan_.dim;
    add_transposed(at, plan_.d_scores.get(), queries, plan_.queries_straight.get(), d_keys);
  }

  // The keys of the region that a panel of its rows can see.
  Region seen_by(const Region& at, std::size_t r, std::size_t rows) const {
    const Range keys = within(visible_.keys(at.b, at.query + r, rows), at.key, at.keys);
    Region seen = at;
    seen.key = keys.is_empty() ? at.key : keys.begin;
    seen.keys = keys.is_empty() ? 0 : keys.end - keys.begin;
    seen.packed = at.packed + (seen.key - at.key);
    return seen;
  }

  // Row r of the weights and of dS is 0 at the keys that its panel does not see. The last tile of the transposed
  // products may reach past the columns.
  void clear_outside(const Region& at, const Region& seen, std::size_t r) {
    const std::size_t begin = seen.key - at.key, end = begin + seen.padded_keys();
    for (float* row : {plan_.weights_row(r), plan_.d_scores_row(r)}) {
      kernels::fill(row, 0, begin, 0.0f);
      kernels::fill(row, end, at.padded_keys() + kPanelColumns, 0.0f);
    }
  }

  // dQ and what is kept start at 0. row_dot = rowsum(dO ∘ O) is summed in the order in which the tile sums dO · Vᵀ, so
  // that a row with a single key gets exactly 0.
  void start_head(std::size_t b, std::size_t h) {
    double d_sink = 0.0;
    for (std::size_t i = 0; i < shape_.queries; ++i) {
      kernels::fill(out_.dq.row(b, h, i), 0, shape_.dim, 0.0f);
      results_.clear_row(b, h, i);
      if (plan_.sums_distances) plan_.distances(h, i) = {};
      if (plan_.sums_rows) plan_.row_sum(h, i) = 0.0;
      if (!options_.softmax) continue;
      plan_.row_dot(h, i) = kernels::dot_in_order(d_output_.row(b, h, i), saved_.output.row(b, h, i), shape_.value_dim);
      plan_.shift(h, i) = visible_.shift(b, h, i);
      if (options_.sink) d_sink -= differentiate_sink(b, h, i);
    }
    if (out_.dsink) out_.dsink[h] += static_cast<float>(d_sink);
  }

  // The weight of the row's sink × (row_dot − dL). A row with nothing to attend to has the output 0, and takes nothing
  // from dO.
  double differentiate_sink(std::size_t b, std::size_t h, std::size_t i) {
    float& row_dot = plan_.row_dot(h, i);
    if (!std::isfinite(row_dot) && !visible_.has_visible_key(b, h, i)) row_dot = 0.0f;
    const double weight = sink_weight(b, h, i);
    return weight == 0.0 ? 0.0 : weight * (double{row_dot} - d_lse(b, h, i));
  }

  double sink_weight(std::size_t b, std::size_t h, std::size_t i) const {
    const float sink = visible_.sink(h, plan_.shift(h, i));
    if (sink == kMasked) return 0.0;
    const std::size_t row = shape_.row(b, h, i);
    return double{kernels::exp_nonpositive(sink - saved_.row_max[row])} / saved_.row_sum[row];
  }

  // Finishes what is summed over all rows and keys of a head.
  void finish_head(std::size_t b, std::size_t h) {
    if (plan_.sums_rows) results_.keep_row_sums(b, h, &plan_.row_sum(h, 0));
    if (!plan_.sums_distances) return;
    double d_slope = 0.0;
    for (std::size_t i = 0; i < shape_.queries; ++i) d_slope -= distances_times_d_scores(b, h, i);
    out_.dalibi[h] += static_cast<float>(d_slope);
  }

  // Σ |p − j| · dS. dS is rounded, and a large distance multiplies the error. But the sum of dS is known: without a
  // sink it is dL. So what the rounded dS miss of that sum is given back at the mean distance, and the distance that
  // all keys have in common does not count. Where one key has nearly all the weight, the mean is exactly its distance,
  // because distances are whole. Where the sink has most of the weight, the known sum would be less exact, so nothing
  // is given back.
  double distances_times_d_scores(std::size_t b, std::size_t h, std::size_t i) const {
    const kernels::DistanceSums& sums = plan_.distances(h, i);
    const double of_sink = sink_weight(b, h, i);
    if (!options_.softmax || sums.weights == 0.0 || of_sink > 0.5) return sums.d_by_distance;
    const double known = of_sink * plan_.row_dot(h, i) + (1.0 - of_sink) * d_lse(b, h, i);
    return sums.d_by_distance + std::round(sums.weights_by_distance / sums.weights) * (known - sums.d);
  }

  // K transposed for Q · Kᵀ and straight for dS · K, V transposed for dO · Vᵀ.
  void pack_keys(std::size_t b, std::size_t kv, std::size_t key, std::size_t count) {
    const float *k = in_.k.row(b, kv, key), *v = in_.v.row(b, kv, key);
    kernels::pack_transposed(k, in_.k.row_stride, count, shape_.dim, plan_.keys_transposed.get());
    kernels::pack_transposed(v, in_.v.row_stride, count, shape_.value_dim, plan_.values_transposed.get());
    keys_are_finite_ = pack_finite({k, in_.k.row_stride, shape_.dim}, count, kKeys, plan_.keys_straight.get());
  }

  // The straight pack is multiplied by pairs of 0 too, and 0 · NaN is NaN. So rows that hold NaN or Infinity are packed
  // as zeros, and added later, one at a time, where the pair is not 0. Returns whether every row was finite.
  bool pack_finite(const Rows& rows, std::size_t count, std::size_t panel_depth, float* packed) {
    if (kernels::pack_straight(rows.first, rows.stride, count, rows.columns, panel_depth, packed)) return true;
    for (std::size_t i = 0; i < count; ++i)
      if (!rows.is_finite(i)) kernels::clear_packed_row(packed, rows.columns, panel_depth, i);
    return false;
  }

  // For a panel of rows: S = scale · Q · Kᵀ where the weights go, dA = dO · Vᵀ where dS goes.
  void multiply_panel(const kernels::PanelKernels& panel, const Region& at, const Region& seen, std::size_t r,
                      std::size_t rows) {
    const std::size_t column = seen.key - at.key, first = seen.packed;
    float* packed = plan_.panel_rows.get();
    panel.pack(in_.q.row(at.b, at.h, at.query + r), in_.q.row_stride, rows, shape_.dim, options_.scale, packed);
    panel.scores(packed, plan_.keys_transposed.get() + first * shape_.dim, shape_.dim, seen.padded_keys(),
                 plan_.weights_row(r) + column);
    panel.pack(d_output_.row(at.b, at.h, at.query + r), d_output_.row_stride, rows, shape_.value_dim, 1.0f, packed);
    panel.scores(packed, plan_.values_transposed.get() + first * shape_.value_dim, shape_.value_dim, seen.padded_keys(),
                 plan_.d_scores_row(r) + column);
  }

  // S → A in place, dA → dS in place
  void differentiate_row(const Region& at, const Region& seen, std::size_t r) {
    const std::size_t column = seen.key - at.key, columns = seen.padded_keys();
    const RowPart part = seen.part(r);
    float *weights = plan_.weights_row(r) + column, *d_scores = plan_.d_scores_row(r) + column;
    float* uncapped = plan_.uncapped.get();
    if (options_.softcap > 0.0f) {
      std::copy_n(weights, columns, uncapped);
      kernels::softcap(weights, columns, options_.softcap);
    }
    const RowShift shift = options_.softmax ? plan_.shift(at.h, part.i) : RowShift{};
    visible_.limit(part, shift, weights);
    if (options_.softmax) rebuild_weights(part, columns, weights);
    // with softmax, a weight of 0 makes dS 0 where attending is not allowed
    if (out_.dweights || !options_.softmax) visible_.clear(part, d_scores);
    results_.keep_d_weights(part, d_scores);
    if (options_.softmax) differentiate_softmax(part, columns, weights, d_scores);
    results_.keep_d_scores(part, d_scores);
    if (plan_.sums_rows) plan_.row_sum(at.h, part.i) += kernels::sum(d_scores, columns);
    if (plan_.sums_distances)
      kernels::add_distances(d_scores, weights, columns, visible_.distance_to(at.b, part.i, part.key),
                             plan_.distances(at.h, part.i));
    if (options_.softcap > 0.0f) kernels::softcap_gradient(uncapped, columns, options_.softcap, d_scores);
  }

  // A = exp(S − max) / sum
  void rebuild_weights(const RowPart& at, std::size_t columns, float* weights) const {
    const std::size_t row = shape_.row(at.b, at.h, at.i);
    const float max = saved_.row_max[row], sum = saved_.row_sum[row];
    kernels::exp_row(weights, columns, max == kMasked ? 0.0f : max);
    const float factor = sum == 0.0f ? 0.0f : 1.0f / sum;
    if (std::isfinite(factor)) return kernels::multiply_into(weights, weights, columns, factor);
    // a query that holds NaN: the keys that it may not attend to stay at 0
    for (std::size_t j = 0; j < columns; ++j)
      if (weights[j] != 0.0f) weights[j] *= factor;
  }

  // dS = A ∘ (dA − row_dot + dL). Where one weight is nearly 1, dA − row_dot is close to 0 there, and the rounding of
  // row_dot is larger than that. A row whose keys are all in this block shows what was rounded away.
  void differentiate_softmax(const RowPart& at, std::size_t columns, float* weights, float* d_scores) const {
    const float row_dot = plan_.row_dot(at.h, at.i);
    const Range keys = visible_.keys(at.b, at.i);
    const bool is_whole = keys.begin >= at.key && keys.end <= at.key + at.count;
    float error = is_whole ? kernels::row_dot_error(weights, columns, row_dot, d_scores) : 0.0f;
    // with a sink, the weights sum to 1 less the sink's weight
    if (is_whole && options_.sink) error -= static_cast<float>(row_dot * sink_weight(at.b, at.h, at.i));
    // beside a sink, all weights of a row may be small
    const float least = options_.sink ? 0.0f : kernels::kLeastWeight;
    kernels::softmax_gradient(weights, columns, row_dot, error - d_lse(at.b, at.h, at.i), least, d_scores);
  }

  float d_lse(std::size_t b, std::size_t h, std::size_t i) const { return d_lse_ ? d_lse_[shape_.row(b, h, i)] : 0.0f; }

  // dQ (rows, dim) += scale · dS · K
  void add_d_queries(const kernels::PanelKernels& panel, const Region& at, const Region& seen, std::size_t r,
                     std::size_t rows) {
    float* sums = plan_.d_queries.get();
    panel.mix(plan_.d_scores_row(r) + (seen.key - at.key), plan_.keys_straight.get() + seen.packed * kPanelColumns,
              seen.keys, kKeys, plan_.dim, sums);
    for (std::size_t n = 0; n < rows; ++n)
      kernels::add_multiple(sums + n * plan_.dim, shape_.dim, options_.scale,
                            out_.dq.row(at.b, at.h, at.query + r + n));
  }

  // sums (keys, columns) += pairsᵀ · rows. Rows see the keys in order, so causal order, window and spans give the first
  // and the last query of a tile's sums.
  void add_transposed(const Region& at, const float* pairs, const Rows& rows, float* packed, float* sums) {
    const bool is_finite = pack_finite(rows, at.queries, kQueries, packed);
    const std::size_t columns = round_up(rows.columns, kPanelColumns);
    for (std::size_t j = 0; j < at.keys; j += BackwardPlan::kKeysPerStart) {
      const std::size_t keys = std::min(BackwardPlan::kKeysPerStart, at.keys - j);
      const Range seeing = rows_of(at, visible_.rows_that_see(at.b, {at.key + j, at.key + j + keys}));
      if (seeing.is_empty()) continue;
      tallest_.mix_transposed(pairs + seeing.begin * kScoreStride + j, packed + seeing.begin * kPanelColumns,
                              seeing.end - seeing.begin, kQueries, keys, columns, sums + j * columns);
    }
    if (!is_finite) add_rows_not_finite(at, pairs, rows, columns, sums);
  }

  // From numbers of all rows to numbers of the region's rows.
  static Range rows_of(const Region& at, const Range& rows) {
    const auto from_first = [&at](std::size_t i) { return i <= at.query ? 0 : std::min(i - at.query, at.queries); };
    return {from_first(rows.begin), from_first(rows.end)};
  }

  // sums[j] += pairs[r][j] · rows[r] for the rows that are not finite
  void add_rows_not_finite(const Region& at, const float* pairs, const Rows& rows, std::size_t columns, float* sums) {
    for (std::size_t r = 0; r < at.queries; ++r) {
      if (rows.is_finite(r)) continue;
      for (std::size_t j = 0; j < at.keys; ++j) {
        const float pair = pairs[r * kScoreStride + j];
        if (pair != 0.0f) kernels::add_multiple(rows.at(r), rows.columns, pair, sums + j * columns);
      }
    }
  }

  // dQ += scale · dS · K for the keys that are not finite
  void add_keys_not_finite(const Region& at) {
    const Rows keys{in_.k.row(at.b, at.kv, at.key), in_.k.row_stride, shape_.dim};
    for (std::size_t j = 0; j < at.keys; ++j) {
      if (keys.is_finite(j)) continue;
      for (std::size_t r = 0; r < at.queries; ++r) {
        const float pair = plan_.d_scores_row(r)[j];
        if (pair != 0.0f)
          kernels::add_multiple(keys.at(j), shape_.dim, options_.scale * pair, out_.dq.row(at.b, at.h, at.query + r));
      }
    }
  }

  void store_key_gradients(std::size_t b, std::size_t kv, std::size_t key, std::size_t keys) {
    for (std::size_t j = 0; j < keys; ++j) {
      kernels::multiply_into(out_.dk.row(b, kv, key + j), plan_.d_keys.get() + j * plan_.dim, shape_.dim,
                             options_.scale);
      kernels::multiply_into(out_.dv.row(b, kv, key + j), plan_.d_values.get() + j * plan_.value_dim, shape_.value_dim,
                             1.0f);
    }
  }

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionInputs& in_;
  const HeadView<const float> d_output_;
  const float* const d_lse_;
  const AttentionSaved& saved_;
  const AttentionGradients& out_;
  const Visibility visible_{options_, shape_};
  const BackwardResults results_{shape_, options_, out_};
  const kernels::PanelKernels& tallest_ = kernels::panel_for(kQueries);
  BackwardPlan plan_{shape_, options_, out_};
  bool keys_are_finite_ = true;  // of the block that is packed
};

}  // namespace

Status attention_backward(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs,
                          const AttentionOutputGradient& d, const AttentionSaved& saved,
                          const AttentionGradients& gradients) {
  if (const Status status = check_attention(shape, options, inputs); status != Status::ok) return status;
  if (d.lse && !options.softmax) return Status::invalid_option;
  if (inputs.halves || !d.output || !gradients.dq || !gradients.dk || !gradients.dv) return Status::missing_tensor;
  if ((gradients.dbias && !options.bias) || (gradients.dsink && !options.sink) || (gradients.dalibi && !options.alibi))
    return Status::missing_tensor;
  if (saved.output && options.softmax && (!saved.row_max || !saved.row_sum)) return Status::missing_tensor;
  if (const Status status =
          check_pairs(shape.batch, shape.heads, shape.queries, shape.keys, gradients.dweights || gradients.dscores);
      status != Status::ok)
    return status;
  TurnedInputs turned(inputs);
  if (const Status status = turned.turn(shape, options.rotary); status != Status::ok) return status;
  OwnForward own;
  if (!saved.output && options.softmax)
    if (const Status status = own.run(shape, without_rotary(options), turned.inputs); status != Status::ok)
      return status;
  Backward backward(shape, options, turned.inputs, d, saved.output ? saved : own.saved, gradients);
  if (const Status status = backward.prepare(); status != Status::ok) return status;
  backward.run();
  turn_back(shape, options.rotary, gradients);
  return Status::ok;
}

}  // namespace heed
