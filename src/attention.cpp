#include "attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "check.h"
#include "kernels/pack.h"
#include "kernels/panel.h"
#include "kernels/row.h"
#include "kernels/softmax.h"
#include "kernels/tile.h"
#include "scratch.h"
#include "visibility.h"

namespace heed {
namespace {

using kernels::kBlock;
using kernels::kMasked;
using kernels::kPanelColumns;
using kernels::kScoreStride;
using kernels::round_up;

Status check(const AttentionShape& s, const AttentionOptions& o, const AttentionInputs& in,
             const AttentionOutputs& out) {
  if (const Status status = check_attention(s, o, in); status != Status::ok) return status;
  if (!out.output) return Status::missing_tensor;
  return check_pairs(s.batch, s.heads, s.queries, s.keys, out.raw || out.scores || out.logits || out.weights);
}

// Up to this many query rows, reading keys and values as they lie costs less than packing them for a tile of four.
constexpr std::size_t kDirectRows = 2;

// What a row carries from one group of keys to the next. While rows pass, their outputs hold Σ exp(logit − max)·v.
struct RowState {
  float max;         // of the logits so far, less bias_shift
  float sum;         // Σ exp(logit − max)
  float bias_shift;  // taken off every bias of this row
};

// One panel of query rows against one group of keys.
struct PanelSite {
  const kernels::PanelKernels& panel;
  std::size_t b, h;
  std::size_t first, count;        // query rows
  RowState* states;                // of those rows
  std::size_t group, group_count;  // keys: the first, and how many of the group this panel looks at
  bool is_first_group, is_last_group;
};

class Forward {
 public:
  Forward(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& in,
          const AttentionOutputs& out)
      : shape_(shape), options_(options), in_(in), out_(out), visible_(options, shape.keys) {}

  Status prepare() {
    scores_ = scratch_.reserve({group_keys_ / kBlock, kernels::kMaxPanelRows, kScoreStride});
    rows_ = scratch_.reserve({kernels::kMaxPanelRows, shape_.dim + kernels::kPackSlack});
    mixed_ = scratch_.reserve({kernels::kMaxPanelRows, value_columns_});
    keys_ = scratch_.reserve({packed_keys_, shape_.dim});
    values_ = scratch_.reserve({packed_keys_, value_columns_});
    odd_ = scratch_.reserve({packed_keys_});
    state_ = scratch_.reserve({heads_per_group_, shape_.queries, sizeof(RowState) / sizeof(float)});
    if (!scratch_.fits()) return Status::too_large;
    if (!scratch_.allocate()) return Status::out_of_memory;
    return Status::ok;
  }

  // for each key/value head: for each group of keys, packed once: for each query head of it: for each panel of rows
  void run() {
    for (std::size_t b = 0; b < shape_.batch; ++b)
      for (std::size_t kv = 0; kv < shape_.kv_heads; ++kv)
        for (std::size_t group = 0; group < shape_.keys; group += group_keys_) run_group(b, kv, group);
  }

 private:
  void run_group(std::size_t b, std::size_t kv, std::size_t group) {
    const std::size_t looked_at = keeps_every_pair_ ? shape_.keys : visible_.end(b, shape_.queries - 1);
    const std::size_t stop = std::min(group + group_keys_, looked_at);
    if (stop <= group && group > 0) return;  // nobody sees these keys, and the first group has cleared the outputs
    if (!is_direct_) pack_group(b, kv, group, stop > group ? stop - group : 0);
    for (std::size_t h = kv * heads_per_group_; h < (kv + 1) * heads_per_group_; ++h)
      for (std::size_t first = 0, rows = 0; first < shape_.queries; first += rows) {
        const kernels::PanelKernels& panel = kernels::panel_for(shape_.queries - first);
        rows = panel.rows;
        run_panel(panel, b, h, first, group);
      }
  }

  // K into panels of 8 keys, V into panels of 8 columns. Rows of V that hold NaN or Infinity are noted and packed as
  // zero: 0 · NaN would leak them into rows that give them no weight. mix_rows_packed() brings them back.
  void pack_group(std::size_t b, std::size_t kv, std::size_t group, std::size_t count) {
    const float* k = in_.k.head(b, kv) + group * in_.k.row_stride;
    const float* v = in_.v.head(b, kv) + group * in_.v.row_stride;
    float* values = scratch_.at(values_);
    kernels::pack_transposed(k, in_.k.row_stride, count, shape_.dim, scratch_.at(keys_));
    odd_count_ = 0;
    if (kernels::pack_straight(v, in_.v.row_stride, count, shape_.value_dim, packed_keys_, values)) return;
    for (std::size_t j = 0; j < count; ++j) {
      if (kernels::all_finite(v + j * in_.v.row_stride, in_.v.row_stride, 1, shape_.value_dim)) continue;
      scratch_.at<std::uint32_t>(odd_)[odd_count_++] = static_cast<std::uint32_t>(group + j);
      kernels::clear_packed_row(values, shape_.value_dim, packed_keys_, j);
    }
  }

  void run_panel(const kernels::PanelKernels& panel, std::size_t b, std::size_t h, std::size_t first,
                 std::size_t group) {
    const std::size_t count = std::min(panel.rows, shape_.queries - first);
    const std::size_t end = keeps_every_pair_ ? shape_.keys : visible_.end(b, first + count - 1);
    if (end <= group) {
      if (group == 0) clear_rows(b, h, first, count);
      return;
    }
    const std::size_t stop = std::min(end, group + group_keys_);
    const PanelSite site{panel, b, h, first, count, states(h) + first, group, stop - group, group == 0, stop == end};
    if (site.is_first_group) start_rows(site);
    if (is_direct_)
      score_rows_direct(site);
    else
      score_rows(site);
    weigh_rows(site);
    mix_rows(site);
  }

  void start_rows(const PanelSite& at) {
    for (std::size_t r = 0; r < at.count; ++r)
      at.states[r] = {kMasked, 0.0f, options_.softmax ? visible_.bias_shift(at.b, at.h, at.first + r) : 0.0f};
  }

  // s (blocks, rows, keys) = scale · q · kᵀ; unscaled where the raw products are kept
  void score_rows(const PanelSite& at) {
    const float* q = in_.q.head(at.b, at.h) + at.first * in_.q.row_stride;
    float* rows = scratch_.at(rows_);
    at.panel.pack(q, in_.q.row_stride, at.count, shape_.dim, out_.raw ? 1.0f : options_.scale, rows);
    for (std::size_t j = 0; j < at.group_count; j += kBlock)
      at.panel.scores(rows, scratch_.at(keys_) + j * shape_.dim, shape_.dim,
                      round_up(std::min(kBlock, at.group_count - j), kPanelColumns), block(j));
  }

  void score_rows_direct(const PanelSite& at) {
    const float* k = key_rows(at);
    float* q = scratch_.at(rows_);
    for (std::size_t r = 0; r < at.count; ++r) {
      kernels::multiply_into(q, in_.q.head(at.b, at.h) + (at.first + r) * in_.q.row_stride, shape_.dim,
                             out_.raw ? 1.0f : options_.scale);
      for (std::size_t j = 0; j < at.group_count; j += kBlock)
        kernels::score_row(q, k + j * in_.k.row_stride, in_.k.row_stride, std::min(kBlock, at.group_count - j),
                           shape_.dim, block(j) + r * kScoreStride);
    }
  }

  // Raw products become exp(logit − max), every matrix kept on its way. Pass 1: the maximum of every row. Pass 2: the
  // exponentials, none of which then has to wait for a maximum.
  void weigh_rows(const PanelSite& at) {
    float maxima[kernels::kMaxPanelRows];
    for (std::size_t r = 0; r < at.count; ++r) {
      maxima[r] = at.states[r].max;
      for (std::size_t j = 0; j < at.group_count; j += kBlock)
        maxima[r] = std::max(maxima[r], limit_block(at, r, j, block(j) + r * kScoreStride));
    }
    if (!options_.softmax) return;
    for (std::size_t r = 0; r < at.count; ++r) weigh_row(at, r, maxima[r]);
  }

  void weigh_row(const PanelSite& at, std::size_t r, float max) {
    RowState& row = at.states[r];
    // an empty row has no maximum; any finite shift leaves its exponentials at 0
    const float shift = max == kMasked ? 0.0f : max;
    float sum = 0.0f;
    for (std::size_t j = 0; j < at.group_count; j += kBlock)
      sum += kernels::exp_row(block(j) + r * kScoreStride,
                              round_up(std::min(kBlock, at.group_count - j), kPanelColumns), shift);
    corrections_[r] = at.is_first_group ? 0.0f : kernels::exp_nonpositive(row.max - shift);
    row.max = max;
    row.sum = row.sum * corrections_[r] + sum;
  }

  // raw → scores → logits of one row in one block; returns the largest logit.
  float limit_block(const PanelSite& at, std::size_t r, std::size_t j, float* s) {
    const std::size_t i = at.first + r, key = at.group + j;
    const std::size_t count = std::min(kBlock, at.group_count - j);
    const std::size_t padded = round_up(count, kPanelColumns);
    if (out_.raw) {
      keep(out_.raw, at, i, key, s, count);
      kernels::multiply_into(s, s, padded, options_.scale);
    }
    if (options_.softcap > 0.0f) kernels::softcap(s, padded, options_.softcap);
    if (out_.scores) keep(out_.scores, at, i, key, s, count);
    if (out_.logits) keep_logits(at, i, key, s, count);
    visible_.limit(at.b, at.h, i, key, count, at.states[r].bias_shift, s);
    return options_.softmax ? kernels::row_max(s, padded, kMasked) : 0.0f;
  }

  // o (rows, value_columns) = correction · o + p · v; divided by the row's sum after the last group
  void mix_rows(const PanelSite& at) {
    float* mixed = scratch_.at(mixed_);
    if (is_direct_)
      mix_rows_direct(at, mixed);
    else
      mix_rows_packed(at, mixed);
    for (std::size_t r = 0; r < at.count; ++r) finish_row(at, r, mixed + r * value_columns_);
  }

  void mix_rows_packed(const PanelSite& at, float* mixed) {
    if (!at.is_first_group)
      for (std::size_t r = 0; r < at.count; ++r) load_mixed(at, r, mixed + r * value_columns_);
    for (std::size_t j = 0; j < at.group_count; j += kBlock) {
      const auto mix = at.is_first_group && j == 0 ? at.panel.mix : at.panel.mix_onto;
      mix(block(j), scratch_.at(values_) + j * kPanelColumns, std::min(kBlock, at.group_count - j), packed_keys_,
          value_columns_, mixed);
    }
    for (std::size_t n = 0; n < odd_count_; ++n)
      for (std::size_t r = 0; r < at.count; ++r)
        add_value_if_visible(at, r, scratch_.at<std::uint32_t>(odd_)[n], mixed + r * value_columns_);
  }

  // A sum that is not finite may have met NaN or Infinity in a value that this row may not see: it is made again, one
  // value at a time, from those that it may.
  void mix_rows_direct(const PanelSite& at, float* mixed) {
    const float* v = value_rows(at);
    for (std::size_t r = 0; r < at.count; ++r, mixed += value_columns_) {
      load_mixed(at, r, mixed);
      for (std::size_t j = 0; j < at.group_count; j += kBlock)
        kernels::mix_row(block(j) + r * kScoreStride, v + j * in_.v.row_stride, in_.v.row_stride,
                         std::min(kBlock, at.group_count - j), shape_.value_dim, mixed);
      if (kernels::all_finite(mixed, value_columns_, 1, shape_.value_dim)) continue;
      load_mixed(at, r, mixed);
      for (std::size_t j = 0; j < at.group_count; ++j) add_value_if_visible(at, r, at.group + j, mixed);
    }
  }

  // What the row's mix starts from in this group of keys.
  void load_mixed(const PanelSite& at, std::size_t r, float* mixed) {
    if (at.is_first_group)
      kernels::fill(mixed, 0, shape_.value_dim, 0.0f);
    else
      kernels::multiply_into(mixed, output_row(at, r), shape_.value_dim, options_.softmax ? corrections_[r] : 1.0f);
  }

  void add_value_if_visible(const PanelSite& at, std::size_t r, std::size_t key, float* mixed) {
    const std::size_t j = key - at.group;
    if (j >= at.group_count || !visible_.may_attend(at.b, at.h, at.first + r, key)) return;
    const float p = block(j)[r * kScoreStride + j % kBlock];
    const float* value = value_rows(at) + j * in_.v.row_stride;
    for (std::size_t c = 0; c < shape_.value_dim; ++c) mixed[c] += p * value[c];
  }

  void finish_row(const PanelSite& at, std::size_t r, const float* mixed) {
    const RowState& row = at.states[r];
    float factor = 1.0f;
    if (options_.softmax && at.is_last_group) factor = row.sum == 0.0f ? 0.0f : 1.0f / row.sum;
    kernels::multiply_into(output_row(at, r), mixed, shape_.value_dim, factor);
    if (out_.weights) keep_weights(at, r, factor);
    if (at.is_last_group) keep_row_figures(at.b, at.h, at.first + r, row);
  }

  // Rows that no key is visible to: results are zero, logits do not exist here (keeping them visits every pair).
  void clear_rows(std::size_t b, std::size_t h, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      kernels::fill(out_.output.head(b, h) + i * out_.output.row_stride, 0, shape_.value_dim, 0.0f);
      if (out_.weights) kernels::fill(pair_row(out_.weights, b, h, i), 0, shape_.keys, 0.0f);
      keep_row_figures(b, h, i, {kMasked, 0.0f, 0.0f});
    }
  }

  void keep(float* matrix, const PanelSite& at, std::size_t i, std::size_t key, const float* s,
            std::size_t count) const {
    std::memcpy(pair_row(matrix, at.b, at.h, i) + key, s, count * sizeof(float));
  }

  void keep_logits(const PanelSite& at, std::size_t i, std::size_t key, const float* s, std::size_t count) const {
    float* logits = pair_row(out_.logits, at.b, at.h, i) + key;
    const PairView<float>& bias = options_.bias;
    for (std::size_t j = 0; j < count; ++j) {
      const float added = bias ? bias.row(at.b, at.h, i)[(key + j) * bias.key_stride] : 0.0f;
      logits[j] = visible_.may_attend(at.b, at.h, i, key + j) ? s[j] + added : kMasked;
    }
  }

  void keep_weights(const PanelSite& at, std::size_t r, float factor) const {
    float* weights = pair_row(out_.weights, at.b, at.h, at.first + r);
    for (std::size_t j = 0; j < at.group_count; j += kBlock)
      kernels::multiply_into(weights + at.group + j, block(j) + r * kScoreStride, std::min(kBlock, at.group_count - j),
                             factor);
    if (at.is_last_group) kernels::fill(weights, at.group + at.group_count, shape_.keys, 0.0f);
    if (std::isfinite(factor)) return;
    // 0 · NaN: a row that is NaN by right would show NaN where it may not even look
    for (std::size_t j = 0; j < shape_.keys; ++j)
      if (!visible_.may_attend(at.b, at.h, at.first + r, j)) weights[j] = 0.0f;
  }

  void keep_row_figures(std::size_t b, std::size_t h, std::size_t i, const RowState& row) const {
    const std::size_t place = (b * shape_.heads + h) * shape_.queries + i;
    if (out_.row_max) out_.row_max[place] = row.max;
    if (out_.row_sum) out_.row_sum[place] = row.sum;
  }

  float* pair_row(float* matrix, std::size_t b, std::size_t h, std::size_t i) const {
    return matrix + ((b * shape_.heads + h) * shape_.queries + i) * shape_.keys;
  }
  float* output_row(const PanelSite& at, std::size_t r) const {
    return out_.output.head(at.b, at.h) + (at.first + r) * out_.output.row_stride;
  }
  const float* key_rows(const PanelSite& at) const {
    return in_.k.head(at.b, at.h / heads_per_group_) + at.group * in_.k.row_stride;
  }
  const float* value_rows(const PanelSite& at) const {
    return in_.v.head(at.b, at.h / heads_per_group_) + at.group * in_.v.row_stride;
  }
  // The rows of query head h.
  RowState* states(std::size_t h) const {
    return reinterpret_cast<RowState*>(scratch_.at(state_)) + h % heads_per_group_ * shape_.queries;
  }
  // Scores (rows, keys), kScoreStride apart, of the block that the group's key j is in.
  float* block(std::size_t j) const {
    return scratch_.at(scores_) + j / kBlock * kernels::kMaxPanelRows * kScoreStride;
  }

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionInputs& in_;
  const AttentionOutputs& out_;
  const Visibility visible_;

  // Backward rebuilds scores with the tile; the row figures that it is given must be of the same rounding.
  const bool is_direct_ = shape_.queries <= kDirectRows && !out_.row_max;
  // The matrices before softmax are kept for every pair; otherwise blocks that no row may see are skipped.
  const bool keeps_every_pair_ = out_.raw || out_.scores || out_.logits;
  // Weights need the final maximum and sum of their row, so all keys form one group. Otherwise a group is one block.
  const std::size_t group_keys_ = out_.weights ? round_up(shape_.keys, kBlock) : kBlock;
  const std::size_t packed_keys_ = is_direct_ ? 0 : std::min(group_keys_, round_up(shape_.keys, kPanelColumns));
  const std::size_t value_columns_ = round_up(shape_.value_dim, kPanelColumns);
  const std::size_t heads_per_group_ = shape_.heads / shape_.kv_heads;

  Scratch scratch_;
  std::size_t scores_ = 0, rows_ = 0, mixed_ = 0, keys_ = 0, values_ = 0, odd_ = 0, state_ = 0;
  std::size_t odd_count_ = 0;
  float corrections_[kernels::kMaxPanelRows] = {};
};

}  // namespace

Status attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs,
                 const AttentionOutputs& outputs) {
  if (const Status status = check(shape, options, inputs, outputs); status != Status::ok) return status;
  Forward forward(shape, options, inputs, outputs);
  if (const Status status = forward.prepare(); status != Status::ok) return status;
  forward.run();
  return Status::ok;
}

}  // namespace heed
