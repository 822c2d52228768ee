#include <algorithm>
#include <cmath>
#include <cstring>

#include "attention.h"
#include "check.h"
#include "kernels/backward_row.h"
#include "kernels/pack.h"
#include "kernels/panel.h"
#include "kernels/softmax.h"
#include "kernels/tile.h"
#include "scratch.h"
#include "visibility.h"

namespace heed {
namespace {

using kernels::kMasked;
using kernels::kPanelColumns;
using kernels::kScoreStride;
using kernels::round_up;

// Keys per block: half of forward's, since dK and dV are gathered beside K and V.
constexpr std::size_t kKeys = 256;
static_assert(kKeys + kernels::kMaxPanelRows <= kScoreStride && kKeys <= kernels::kBlock);

// Query rows that meet a block of keys together. The transposed products run over this many rows at a time: enough that
// loading and storing their tiles costs little, few enough that the two score blocks (2 · 203 KB, half of it touched)
// stay in L2.
constexpr std::size_t kQueries = 96;

std::size_t elements(const AttentionShape& s, std::size_t rows, std::size_t columns) {
  return s.batch * s.heads * rows * columns;
}

// Forward, for a caller who kept nothing of it: output, row_max and row_sum in memory of our own.
class OwnForward {
 public:
  Status run(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& in) {
    const std::size_t output = scratch_.reserve({elements(shape, shape.queries, shape.value_dim)});
    const std::size_t max = scratch_.reserve({elements(shape, shape.queries, 1)});
    const std::size_t sum = scratch_.reserve({elements(shape, shape.queries, 1)});
    if (!scratch_.fits()) return Status::too_large;
    if (!scratch_.allocate()) return Status::out_of_memory;
    AttentionOutputs out;
    out.output = dense_heads(scratch_.at(output), shape.heads, shape.queries, shape.value_dim);
    out.row_max = scratch_.at(max);
    out.row_sum = scratch_.at(sum);
    saved = {dense_heads<const float>(out.output.data, shape.heads, shape.queries, shape.value_dim), out.row_max,
             out.row_sum};
    return attention(shape, options, in, out);
  }

  AttentionSaved saved;

 private:
  Scratch scratch_;
};

// A block of keys, and a run of at most kQueries query rows of one head against it.
struct Site {
  std::size_t b, h;
  std::size_t key, keys;       // first, and how many
  std::size_t query, queries;  // first, and how many
};

class Backward {
 public:
  Backward(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& in,
           const HeadView<const float>& d_output, const AttentionSaved& saved, const AttentionGradients& out)
      : shape_(shape),
        options_(options),
        in_(in),
        d_output_(d_output),
        saved_(saved),
        out_(out),
        visible_(options, shape.keys) {}

  Status prepare() {
    weights_ = scratch_.reserve({kQueries, kScoreStride});
    d_scores_ = scratch_.reserve({kQueries, kScoreStride});
    uncapped_ = scratch_.reserve({kKeys});
    rows_ = scratch_.reserve({kernels::kMaxPanelRows, std::max(shape_.dim, shape_.value_dim) + kernels::kPackSlack});
    keys_across_ = scratch_.reserve({kKeys, shape_.dim});
    keys_along_ = scratch_.reserve({kKeys, dim_});
    values_across_ = scratch_.reserve({kKeys, shape_.value_dim});
    queries_along_ = scratch_.reserve({kQueries, dim_});
    d_outputs_along_ = scratch_.reserve({kQueries, value_dim_});
    d_queries_ = scratch_.reserve({kernels::kMaxPanelRows, dim_});
    d_keys_ = scratch_.reserve({kKeys + kernels::kMaxPanelRows, dim_});
    d_values_ = scratch_.reserve({kKeys + kernels::kMaxPanelRows, value_dim_});
    row_dots_ = scratch_.reserve({heads_per_group_, shape_.queries});
    bias_shifts_ = scratch_.reserve({heads_per_group_, shape_.queries});
    if (!scratch_.fits()) return Status::too_large;
    return scratch_.allocate() ? Status::ok : Status::out_of_memory;
  }

  // for each key/value head: for each block of keys, packed once, its dK and dV gathered:
  // for each query head of it: for each run of queries
  void run() {
    if (out_.dbias) clear_bias();
    for (std::size_t b = 0; b < shape_.batch; ++b)
      for (std::size_t kv = 0; kv < shape_.kv_heads; ++kv) {
        for (std::size_t h = kv * heads_per_group_; h < (kv + 1) * heads_per_group_; ++h) start_head(b, h);
        for (std::size_t key = 0; key < shape_.keys; key += kKeys) run_block(b, kv, key);
      }
  }

 private:
  // dQ and what is kept start at 0; row_dots = rowsum(dO ∘ O), summed in the order in which the tile sums dO · Vᵀ, so
  // that a row with a single key gets exactly 0.
  void start_head(std::size_t b, std::size_t h) {
    for (std::size_t i = 0; i < shape_.queries; ++i) {
      kernels::fill(out_.dq.head(b, h) + i * out_.dq.row_stride, 0, shape_.dim, 0.0f);
      if (out_.dweights) kernels::fill(pair_row(out_.dweights, b, h, i), 0, shape_.keys, 0.0f);
      if (out_.dscores) kernels::fill(pair_row(out_.dscores, b, h, i), 0, shape_.keys, 0.0f);
      if (!options_.softmax) continue;
      row_value(row_dots_, h, i) =
          kernels::dot_in_order(d_output_.head(b, h) + i * d_output_.row_stride,
                                saved_.output.head(b, h) + i * saved_.output.row_stride, shape_.value_dim);
      row_value(bias_shifts_, h, i) = visible_.bias_shift(b, h, i);
    }
  }

  void run_block(std::size_t b, std::size_t kv, std::size_t key) {
    const std::size_t seen = visible_.end(b, shape_.queries - 1);
    const std::size_t keys = std::min(kKeys, shape_.keys - key);
    std::memset(scratch_.at(d_keys_), 0, keys * dim_ * sizeof(float));
    std::memset(scratch_.at(d_values_), 0, keys * value_dim_ * sizeof(float));
    if (seen > key) {
      pack_keys(b, kv, key, keys);
      for (std::size_t h = kv * heads_per_group_; h < (kv + 1) * heads_per_group_; ++h)
        for (std::size_t query = 0; query < shape_.queries; query += kQueries) run_site(b, h, key, keys, query);
    }
    for (std::size_t j = 0; j < keys; ++j) {
      kernels::multiply_into(out_.dk.head(b, kv) + (key + j) * out_.dk.row_stride, scratch_.at(d_keys_) + j * dim_,
                             shape_.dim, options_.scale);
      kernels::multiply_into(out_.dv.head(b, kv) + (key + j) * out_.dv.row_stride,
                             scratch_.at(d_values_) + j * value_dim_, shape_.value_dim, 1.0f);
    }
  }

  // K twice: across for q · kᵀ, along for dS · K. V across for dO · Vᵀ. What is packed along meets pairs of 0 too, and
  // 0 · NaN is NaN: rows that hold NaN or Infinity are packed as zeros, and added one at a time where the pair is not
  // 0.
  void pack_keys(std::size_t b, std::size_t kv, std::size_t key, std::size_t count) {
    const float* k = in_.k.head(b, kv) + key * in_.k.row_stride;
    const float* v = in_.v.head(b, kv) + key * in_.v.row_stride;
    kernels::pack_transposed(k, in_.k.row_stride, count, shape_.dim, scratch_.at(keys_across_));
    kernels::pack_transposed(v, in_.v.row_stride, count, shape_.value_dim, scratch_.at(values_across_));
    keys_are_finite_ = pack_finite(k, in_.k.row_stride, count, shape_.dim, kKeys, scratch_.at(keys_along_));
  }

  // Returns whether every row was finite.
  bool pack_finite(const float* rows, std::size_t row_stride, std::size_t count, std::size_t columns,
                   std::size_t panel_depth, float* packed) {
    if (kernels::pack_straight(rows, row_stride, count, columns, panel_depth, packed)) return true;
    for (std::size_t i = 0; i < count; ++i)
      if (!kernels::all_finite(rows + i * row_stride, row_stride, 1, columns))
        kernels::clear_packed_row(packed, columns, panel_depth, i);
    return false;
  }

  void run_site(std::size_t b, std::size_t h, std::size_t key, std::size_t keys, std::size_t query) {
    Site at{b, h, key, keys, query, std::min(kQueries, shape_.queries - query)};
    const std::size_t end = visible_.end(b, query + at.queries - 1);
    if (end <= key) return;
    at.keys = std::min(keys, end - key);
    for (std::size_t r = 0, rows = 0; r < at.queries; r += rows) {
      const kernels::PanelKernels& panel = kernels::panel_for(at.queries - r);
      rows = panel.rows;
      run_panel(panel, at, r);
    }
    const float* d_output = d_output_.head(b, h) + query * d_output_.row_stride;
    const float* q = in_.q.head(b, h) + query * in_.q.row_stride;
    const bool q_is_finite =
        pack_finite(q, in_.q.row_stride, at.queries, shape_.dim, kQueries, scratch_.at(queries_along_));
    const bool d_output_is_finite = pack_finite(d_output, d_output_.row_stride, at.queries, shape_.value_dim, kQueries,
                                                scratch_.at(d_outputs_along_));
    add_transposed(at, weights_, d_outputs_along_, value_dim_, d_values_);  // dV += Aᵀ · dO
    add_transposed(at, d_scores_, queries_along_, dim_, d_keys_);           // dK += dSᵀ · Q
    if (!d_output_is_finite)
      add_odd_rows(at, weights_, {d_output, d_output_.row_stride, shape_.value_dim}, value_dim_, d_values_);
    if (!q_is_finite) add_odd_rows(at, d_scores_, {q, in_.q.row_stride, shape_.dim}, dim_, d_keys_);
    if (!keys_are_finite_) add_odd_keys(at);
  }

  // Causal rows see the keys in order, so the first of these keys that a tile needs decides where its queries begin.
  void add_transposed(const Site& at, std::size_t pairs, std::size_t packed, std::size_t columns, std::size_t sums) {
    for (std::size_t j = 0; j < at.keys; j += kKeysPerStart) {
      const std::size_t from = first_query_that_sees(at, at.key + j);
      tallest_.mix_transposed(scratch_.at(pairs) + from * kScoreStride + j, scratch_.at(packed) + from * kPanelColumns,
                              at.queries - from, kQueries, std::min(kKeysPerStart, at.keys - j), columns,
                              scratch_.at(sums) + j * columns);
    }
  }

  std::size_t first_query_that_sees(const Site& at, std::size_t key) const {
    if (!options_.causal_offsets) return 0;
    const std::int64_t first = static_cast<std::int64_t>(key) - options_.causal_offsets[at.b];
    const std::int64_t from =
        std::clamp<std::int64_t>(first - static_cast<std::int64_t>(at.query), 0, static_cast<std::int64_t>(at.queries));
    return static_cast<std::size_t>(from);
  }

  struct Rows {
    const float* first;
    std::size_t stride, columns;

    const float* at(std::size_t i) const { return first + i * stride; }
    bool is_finite(std::size_t i) const { return kernels::all_finite(at(i), stride, 1, columns); }
  };

  // sums[j] += pairs[r][j] · rows[r] for the rows that are not finite
  void add_odd_rows(const Site& at, std::size_t pairs, const Rows& rows, std::size_t sum_stride, std::size_t sums) {
    for (std::size_t r = 0; r < at.queries; ++r) {
      if (rows.is_finite(r)) continue;
      for (std::size_t j = 0; j < at.keys; ++j) {
        const float pair = scratch_.at(pairs)[r * kScoreStride + j];
        if (pair != 0.0f) kernels::add_multiple(rows.at(r), rows.columns, pair, scratch_.at(sums) + j * sum_stride);
      }
    }
  }

  // dQ += scale · dS · K for the keys that are not finite
  void add_odd_keys(const Site& at) {
    const Rows keys{in_.k.head(at.b, at.h / heads_per_group_) + at.key * in_.k.row_stride, in_.k.row_stride,
                    shape_.dim};
    for (std::size_t j = 0; j < at.keys; ++j) {
      if (keys.is_finite(j)) continue;
      for (std::size_t r = 0; r < at.queries; ++r) {
        const float pair = scratch_.at(d_scores_)[r * kScoreStride + j];
        if (pair != 0.0f)
          kernels::add_multiple(keys.at(j), shape_.dim, options_.scale * pair,
                                out_.dq.head(at.b, at.h) + (at.query + r) * out_.dq.row_stride);
      }
    }
  }

  // A panel of rows: scores again, dO · Vᵀ, from both the weights and dS, and from that dQ.
  void run_panel(const kernels::PanelKernels& panel, const Site& at, std::size_t r) {
    const std::size_t count = std::min(panel.rows, at.queries - r);
    const std::size_t columns = round_up(at.keys, kPanelColumns);
    float* rows = scratch_.at(rows_);
    float* weights = scratch_.at(weights_) + r * kScoreStride;
    float* d_scores = scratch_.at(d_scores_) + r * kScoreStride;
    panel.pack(in_.q.head(at.b, at.h) + (at.query + r) * in_.q.row_stride, in_.q.row_stride, count, shape_.dim,
               options_.scale, rows);
    panel.scores(rows, scratch_.at(keys_across_), shape_.dim, columns, weights);
    panel.pack(d_output_.head(at.b, at.h) + (at.query + r) * d_output_.row_stride, d_output_.row_stride, count,
               shape_.value_dim, 1.0f, rows);
    panel.scores(rows, scratch_.at(values_across_), shape_.value_dim, columns, d_scores);
    for (std::size_t n = 0; n < count; ++n) weigh_row(at, r + n, columns);
    add_d_queries(panel, at, r, count, d_scores);
  }

  // scores → weights in place, d_weights → d_scores in place
  void weigh_row(const Site& at, std::size_t r, std::size_t columns) {
    const std::size_t i = at.query + r;
    float* weights = scratch_.at(weights_) + r * kScoreStride;
    float* d_scores = scratch_.at(d_scores_) + r * kScoreStride;
    float* uncapped = scratch_.at(uncapped_);
    if (options_.softcap > 0.0f) {
      std::copy_n(weights, columns, uncapped);
      kernels::softcap(weights, columns, options_.softcap);
    }
    visible_.limit(at.b, at.h, i, at.key, at.keys, options_.softmax ? row_value(bias_shifts_, at.h, i) : 0.0f, weights);
    if (options_.softmax) rebuild_weights(at, i, columns, weights);
    // where there is a softmax, what may not be attended to is 0 by its weight
    if (out_.dweights || !options_.softmax) visible_.clear(at.b, at.h, i, at.key, at.keys, d_scores);
    if (out_.dweights) keep(out_.dweights, at, i, d_scores);
    if (options_.softmax) differentiate_softmax(at, i, columns, weights, d_scores);
    if (out_.dscores) keep(out_.dscores, at, i, d_scores);
    if (out_.dbias) add_to_bias(at, i, d_scores);
    if (options_.softcap > 0.0f) kernels::softcap_gradient(uncapped, columns, options_.softcap, d_scores);
    // the last tile of the transposed products may reach past the columns
    kernels::fill(weights, columns, columns + kPanelColumns, 0.0f);
    kernels::fill(d_scores, columns, columns + kPanelColumns, 0.0f);
  }

  void rebuild_weights(const Site& at, std::size_t i, std::size_t columns, float* weights) const {
    const std::size_t place = (at.b * shape_.heads + at.h) * shape_.queries + i;
    const float max = saved_.row_max[place], sum = saved_.row_sum[place];
    kernels::exp_row(weights, columns, max == kMasked ? 0.0f : max);
    const float factor = sum == 0.0f ? 0.0f : 1.0f / sum;
    if (factor - factor == 0.0f) return kernels::multiply_into(weights, weights, columns, factor);
    // a query that holds NaN: the keys that it may not attend to stay at 0
    for (std::size_t j = 0; j < columns; ++j)
      if (weights[j] != 0.0f) weights[j] *= factor;
  }

  // dS = A ∘ (dA − row_dot). Where one weight is nearly 1, dA − row_dot is next to nothing there and row_dot's rounding
  // drowns it; a row whose keys all lie in this block shows what was rounded away.
  void differentiate_softmax(const Site& at, std::size_t i, std::size_t columns, const float* weights,
                             float* d_scores) const {
    const float row_dot = row_value(row_dots_, at.h, i);
    const bool is_whole = at.key == 0 && visible_.end(at.b, i) <= at.keys;
    const float error = is_whole ? kernels::row_dot_error(weights, columns, row_dot, d_scores) : 0.0f;
    kernels::softmax_gradient(weights, columns, row_dot, error, d_scores);
  }

  // dQ (rows, dim) += scale · dS · K
  void add_d_queries(const kernels::PanelKernels& panel, const Site& at, std::size_t r, std::size_t count,
                     const float* d_scores) {
    float* sums = scratch_.at(d_queries_);
    panel.mix(d_scores, scratch_.at(keys_along_), at.keys, kKeys, dim_, sums);
    for (std::size_t n = 0; n < count; ++n)
      kernels::add_multiple(sums + n * dim_, shape_.dim, options_.scale,
                            out_.dq.head(at.b, at.h) + (at.query + r + n) * out_.dq.row_stride);
  }

  void keep(float* matrix, const Site& at, std::size_t i, const float* from) const {
    std::copy_n(from, at.keys, pair_row(matrix, at.b, at.h, i) + at.key);
  }

  void add_to_bias(const Site& at, std::size_t i, const float* d_scores) const {
    float* to = bias_row(at.b, at.h, i);
    if (options_.bias.key_stride == 1) return kernels::add_multiple(d_scores, at.keys, 1.0f, to + at.key);
    for (std::size_t j = 0; j < at.keys; ++j) *to += d_scores[j];
  }

  void clear_bias() const {
    const PairView<float>& bias = options_.bias;
    for (std::size_t b = 0; b < (bias.batch_stride ? shape_.batch : 1); ++b)
      for (std::size_t h = 0; h < (bias.head_stride ? shape_.heads : 1); ++h)
        for (std::size_t i = 0; i < (bias.query_stride ? shape_.queries : 1); ++i)
          kernels::fill(bias_row(b, h, i), 0, bias.key_stride ? shape_.keys : 1, 0.0f);
  }

  float* bias_row(std::size_t b, std::size_t h, std::size_t i) const {
    return out_.dbias + (options_.bias.row(b, h, i) - options_.bias.data);
  }
  float* pair_row(float* matrix, std::size_t b, std::size_t h, std::size_t i) const {
    return matrix + ((b * shape_.heads + h) * shape_.queries + i) * shape_.keys;
  }
  float& row_value(std::size_t place, std::size_t h, std::size_t i) const {
    return scratch_.at(place)[h % heads_per_group_ * shape_.queries + i];
  }

  // Keys whose sums start at the same query: smaller skips more of the diagonal, and costs more calls.
  static constexpr std::size_t kKeysPerStart = 48;

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionInputs& in_;
  const HeadView<const float>& d_output_;
  const AttentionSaved& saved_;
  const AttentionGradients& out_;
  const Visibility visible_;
  const kernels::PanelKernels& tallest_ = kernels::panel_for(kQueries);
  const std::size_t dim_ = round_up(shape_.dim, kPanelColumns);
  const std::size_t value_dim_ = round_up(shape_.value_dim, kPanelColumns);
  const std::size_t heads_per_group_ = shape_.heads / shape_.kv_heads;

  bool keys_are_finite_ = true;  // of the block that is packed
  Scratch scratch_;
  // "across": transposed, for a product over dim; "along": as it lies, for a product over rows
  std::size_t weights_ = 0, d_scores_ = 0, uncapped_ = 0, rows_ = 0, keys_across_ = 0, keys_along_ = 0,
              values_across_ = 0, queries_along_ = 0, d_outputs_along_ = 0, d_queries_ = 0, d_keys_ = 0, d_values_ = 0,
              row_dots_ = 0, bias_shifts_ = 0;
};

}  // namespace

Status attention_backward(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs,
                          const HeadView<const float>& d_output, const AttentionSaved& saved,
                          const AttentionGradients& gradients) {
  if (const Status status = check_attention(shape, options, inputs); status != Status::ok) return status;
  if (!d_output || !gradients.dq || !gradients.dk || !gradients.dv) return Status::missing_tensor;
  if (gradients.dbias && !options.bias) return Status::missing_tensor;
  if (saved.output && options.softmax && (!saved.row_max || !saved.row_sum)) return Status::missing_tensor;
  if (const Status status =
          check_pairs(shape.batch, shape.heads, shape.queries, shape.keys, gradients.dweights || gradients.dscores);
      status != Status::ok)
    return status;
  OwnForward own;
  if (!saved.output && options.softmax)
    if (const Status status = own.run(shape, options, inputs); status != Status::ok) return status;
  Backward backward(shape, options, inputs, d_output, saved.output ? saved : own.saved, gradients);
  if (const Status status = backward.prepare(); status != Status::ok) return status;
  backward.run();
  return Status::ok;
}

}  // namespace heed
