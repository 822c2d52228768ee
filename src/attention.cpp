#include "attention.h"

#include <algorithm>

#include "check.h"
#include "forward_plan.h"
#include "forward_results.h"
#include "kernels/half.h"
#include "kernels/pack.h"
#include "kernels/panel.h"
#include "kernels/row.h"
#include "kernels/softmax.h"
#include "kernels/tile.h"
#include "rotary.h"
#include "visibility.h"

namespace heed {
namespace {

using kernels::kBlock;
using kernels::kMasked;
using kernels::kPanelColumns;
using kernels::round_up;

Status check(const AttentionShape& s, const AttentionOptions& o, const AttentionInputs& in,
             const AttentionOutputs& out) {
  if (const Status status = check_attention(s, o, in); status != Status::ok) return status;
  if (!out.output) return Status::missing_tensor;
  if (out.lse && !o.softmax) return Status::invalid_option;
  return check_pairs(s.batch, s.heads, s.queries, s.keys, out.raw || out.scores || out.logits || out.weights);
}

// Rows of keys or values in memory, and the floats from one to the next.
struct FloatRows {
  const float* data;
  std::size_t stride;
};

// One panel of query rows against keys of one step, in one head.
struct Region {
  const kernels::PanelKernels& panel;
  std::size_t b, h, kv;
  std::size_t query, queries;  // the first, and how many
  RowState* states;            // of these rows

  std::size_t key = 0, keys = 0;  // the first, a multiple of 8, and how many
  bool is_first_step = false, is_last_step = false;
  float* scores = nullptr;  // the blocks of the step
  float* maxima = nullptr;  // of the rows after the step, where weights are kept

  // These belong to the block that begins with the region's key j.
  std::size_t block_keys(std::size_t j) const { return std::min(kBlock, keys - j); }
  std::size_t padded_keys(std::size_t j) const { return round_up(block_keys(j), kPanelColumns); }
  RowPart part(std::size_t r, std::size_t j) const { return {b, h, query + r, key + j, block_keys(j)}; }
  float* block(std::size_t j) const { return scores + j / kBlock * ForwardPlan::kBlockFloats; }
  float* block_row(std::size_t j, std::size_t r) const { return block(j) + r * kernels::kScoreStride; }
};

// FlashAttention with the keys in the outer loop: K and V are packed once per group, then all query rows pass. Each row
// carries its maximum, its sum and its output from step to step.
class Forward {
 public:
  Forward(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& in,
          const AttentionOutputs& out)
      : shape_(shape), options_(options), in_(in), out_(out) {}

  Status prepare() { return plan_.scratch.allocate(); }

  void run() {
    for (std::size_t b = 0; b < shape_.batch; ++b)
      for (std::size_t kv = 0; kv < shape_.kv_heads; ++kv)
        for (group_ = 0; group_ < shape_.keys; group_ += plan_.group_keys) {
          const Range every{0, shape_.keys};
          const Range needed = plan_.keeps_every_pair ? every : keys_needed(b, 0, shape_.queries);
          const Range here = within(needed, group_, plan_.group_keys);
          if (!plan_.is_direct && !here.is_empty()) pack_group(b, kv, here);
          // the first pass clears the rows that see no key
          if (group_ == 0 || !here.is_empty()) pass_rows(b, kv);
        }
  }

 private:
  // for each query head that shares these keys: for each panel of its rows
  void pass_rows(std::size_t b, std::size_t kv) {
    for (std::size_t h = kv * plan_.heads_per_kv_head; h < (kv + 1) * plan_.heads_per_kv_head; ++h)
      for (std::size_t query = 0, rows = 0; query < shape_.queries; query += rows) {
        const kernels::PanelKernels& panel = kernels::panel_for(shape_.queries - query);
        rows = std::min(panel.rows, shape_.queries - query);
        pass_steps({panel, b, h, kv, query, rows, plan_.state(h, query)});
      }
  }

  // for each step of the group
  void pass_steps(Region at) {
    const Range needed = keys_needed(at.b, at.query, at.queries);
    for (std::size_t r = 0; group_ == 0 && needed.is_empty() && r < at.queries; ++r)
      results_.clear_row(at.b, at.h, at.query + r);
    const std::size_t end = std::min(group_ + plan_.group_keys, shape_.keys);
    for (std::size_t step = group_; step < end; step += plan_.step_keys) {
      const Range here = within(needed, step, plan_.step_keys);
      if (plan_.keeps_every_pair) keep_every_pair(at, step, here);
      if (here.is_empty()) continue;
      move_to(at, step, here, needed);
      attend(at);
    }
    if (out_.weights && !needed.is_empty()) keep_weights(at, needed);
  }

  // Moves to the needed keys that lie in a step.
  void move_to(Region& at, std::size_t step, const Range& here, const Range& needed) const {
    at.key = here.begin;
    at.keys = here.end - here.begin;
    at.is_first_step = needed.begin >= step;
    at.is_last_step = here.end == needed.end;
    at.scores = plan_.blocks(step - group_);
    if (out_.weights) at.maxima = plan_.maxima_after(step - group_);
  }

  // S = scale · Q · Kᵀ → logits → P = exp(S − max) → O = correction · O + P · V
  void attend(const Region& at) {
    if (at.is_first_step) start_rows(at);
    score_rows(at, options_.scale);
    weigh_rows(at);
    plan_.is_direct ? mix_rows_direct(at) : mix_rows(at);
    for (std::size_t r = 0; r < at.queries; ++r) finish_row(at, r);
  }

  // K into panels of 8 keys, V into panels of 8 columns. Rows of V that hold NaN or Infinity are noted and packed as
  // zeros, because 0 · NaN would reach rows that give them no weight. mix_rows() adds them where they are visible.
  void pack_group(std::size_t b, std::size_t kv, const Range& keys) {
    const std::size_t key = keys.begin, count = keys.end - key, packed = key - group_;
    const FloatRows k = keys_from(b, kv, key, count);
    kernels::pack_transposed(k.data, k.stride, count, shape_.dim, plan_.keys.get() + packed * shape_.dim);
    const FloatRows v = values_from(b, kv, key, count);
    float* values = plan_.values.get() + packed * kPanelColumns;
    not_finite_count_ = 0;
    if (kernels::pack_straight(v.data, v.stride, count, shape_.value_dim, plan_.packed_keys, values)) return;
    for (std::size_t j = 0; j < count; ++j) {
      if (kernels::all_finite(v.data + j * v.stride, v.stride, 1, shape_.value_dim)) continue;
      plan_.not_finite.get()[not_finite_count_++] = static_cast<std::uint32_t>(key + j);
      kernels::clear_packed_row(values, shape_.value_dim, plan_.packed_keys, j);
    }
  }

  void start_rows(const Region& at) {
    for (std::size_t r = 0; r < at.queries; ++r) {
      const RowShift shift = options_.softmax ? visible_.shift(at.b, at.h, at.query + r) : RowShift{};
      const float sink = options_.sink ? visible_.sink(at.h, shift) : kMasked;
      at.states[r] = {sink, sink == kMasked ? 0.0f : 1.0f, shift, 1.0f};
    }
  }

  // S (blocks, rows, keys) = factor · Q · Kᵀ
  void score_rows(const Region& at, float factor) {
    if (plan_.is_direct) return score_rows_direct(at, factor);
    float* rows = plan_.rows.get();
    at.panel.pack(in_.q.row(at.b, at.h, at.query), in_.q.row_stride, at.queries, shape_.dim, factor, rows);
    for (std::size_t j = 0; j < at.keys; j += kBlock)
      at.panel.scores(rows, plan_.keys.get() + (at.key - group_ + j) * shape_.dim, shape_.dim, at.padded_keys(j),
                      at.block(j));
  }

  void score_rows_direct(const Region& at, float factor) {
    for (std::size_t r = 0; r < at.queries; ++r) {
      const float* q = in_.q.row(at.b, at.h, at.query + r);
      if (in_.halves && in_.halves.finite && score_row_of_halves(at, r, q, factor)) continue;
      kernels::multiply_into(plan_.rows.get(), q, shape_.dim, factor);
      for (std::size_t j = 0; j < at.keys; j += kBlock) {
        const FloatRows k = keys_from(at.b, at.kv, at.key + j, at.block_keys(j));
        kernels::score_row(plan_.rows.get(), k.data, k.stride, at.block_keys(j), shape_.dim, at.block_row(j, r));
      }
    }
  }

  // Scores of one row against float16 keys where they are in memory. False where q is too large for kSmallHalves.
  bool score_row_of_halves(const Region& at, std::size_t r, const float* q, float factor) {
    float* scaled = plan_.rows.get();
    kernels::multiply_into(scaled, q, shape_.dim, factor);
    kernels::multiply_into(scaled, scaled, shape_.dim, simd::kSmallHalves);
    if (!kernels::all_finite(scaled, shape_.dim, 1, shape_.dim)) return false;
    const HeadView<const std::uint16_t>& k = in_.halves.k;
    for (std::size_t j = 0; j < at.keys; j += kBlock)
      kernels::score_row(scaled, k.row(at.b, at.kv, at.key + j), k.row_stride, at.block_keys(j), shape_.dim,
                         at.block_row(j, r));
    return true;
  }

  // Keeps the matrices before softmax for every pair of the step. raw needs a product of its own, because softmax
  // multiplies q by the scale first. Softmax itself keeps the scores and logits of the keys that it passes, so only
  // those of the keys that it skips are kept here.
  void keep_every_pair(Region at, std::size_t step, const Range& here) {
    const Range all{step, std::min(step + plan_.step_keys, shape_.keys)};
    if (out_.raw) {
      move_to(at, step, all, all);
      score_rows(at, 1.0f);
      each_block(at, [&](std::size_t r, std::size_t j) { results_.keep_raw(at.part(r, j), at.block_row(j, r)); });
    }
    if (!out_.scores && !out_.logits) return;
    const Range passed = here.is_empty() ? Range{all.end, all.end} : here;
    for (const Range& skipped : {Range{step, passed.begin}, Range{panel_begin(passed.end), all.end}}) {
      if (skipped.is_empty()) continue;
      move_to(at, step, skipped, skipped);
      score_rows(at, options_.scale);
      each_block(at, [&](std::size_t r, std::size_t j) { cap(at.part(r, j), at.padded_keys(j), at.block_row(j, r)); });
    }
  }

  template <class Visit>
  static void each_block(const Region& at, Visit visit) {
    for (std::size_t r = 0; r < at.queries; ++r)
      for (std::size_t j = 0; j < at.keys; j += kBlock) visit(r, j);
  }

  // The maxima of all rows come before the first exponential, so that no exponential waits for a maximum.
  void weigh_rows(const Region& at) {
    float maxima[kernels::kMaxPanelRows];
    for (std::size_t r = 0; r < at.queries; ++r) {
      maxima[r] = at.states[r].max;
      for (std::size_t j = 0; j < at.keys; j += kBlock) maxima[r] = std::max(maxima[r], limit_block(at, r, j));
    }
    if (!options_.softmax) return;
    for (std::size_t r = 0; r < at.queries; ++r) exponentiate_row(at, r, maxima[r]);
  }

  // Scores of one row in one block.
  void cap(const RowPart& part, std::size_t padded, float* s) {
    if (options_.softcap > 0.0f) kernels::softcap(s, padded, options_.softcap);
    if (plan_.keeps_every_pair) results_.keep_scores_and_logits(part, s);
  }

  // Scores → logits of one row in one block. Returns the largest.
  float limit_block(const Region& at, std::size_t r, std::size_t j) {
    const RowPart part = at.part(r, j);
    const std::size_t padded = at.padded_keys(j);
    float* s = at.block_row(j, r);
    cap(part, padded, s);
    if (options_.softmax) return visible_.limit_and_max(part, at.states[r].shift, s);
    visible_.limit(part, at.states[r].shift, s);
    return 0.0f;
  }

  // P = exp(S − max); sum = correction · sum + Σ P
  void exponentiate_row(const Region& at, std::size_t r, float max) {
    RowState& row = at.states[r];
    // an empty row has no maximum; any finite shift leaves its exponentials at 0
    const float shift = max == kMasked ? 0.0f : max;
    float sum = 0.0f;
    for (std::size_t j = 0; j < at.keys; j += kBlock)
      sum += kernels::exp_row(at.block_row(j, r), at.padded_keys(j), shift);
    row.correction = row.sum == 0.0f ? 0.0f : kernels::exp_nonpositive(row.max - shift);
    row.max = max;
    row.sum = row.sum * row.correction + sum;
    if (at.maxima) at.maxima[r] = max;
  }

  // O (rows, value_columns) = correction · O + P · V
  void mix_rows(const Region& at) {
    if (!at.is_first_step)
      for (std::size_t r = 0; r < at.queries; ++r) load_mixed(at, r);
    for (std::size_t j = 0; j < at.keys; j += kBlock) {
      const auto mix = at.is_first_step && j == 0 ? at.panel.mix : at.panel.mix_onto;
      mix(at.block(j), plan_.values.get() + (at.key - group_ + j) * kPanelColumns, at.block_keys(j), plan_.packed_keys,
          plan_.value_columns, plan_.mixed.get());
    }
    for (std::size_t n = 0; n < not_finite_count_; ++n)
      for (std::size_t r = 0; r < at.queries; ++r) add_value_if_visible(at, r, plan_.not_finite.get()[n]);
  }

  // A sum that is not finite may hold NaN or Infinity from a value that its row may not see. It is then computed again,
  // one value at a time, from those that the row may see.
  void mix_rows_direct(const Region& at) {
    for (std::size_t r = 0; r < at.queries; ++r) {
      load_mixed(at, r);
      for (std::size_t j = 0; j < at.keys; j += kBlock) mix_block_direct(at, r, j);
      if (kernels::all_finite(mixed_row(r), plan_.value_columns, 1, shape_.value_dim)) continue;
      load_mixed(at, r);
      for (std::size_t key = at.key; key < at.key + at.keys; ++key) add_value_if_visible(at, r, key);
    }
  }

  void mix_block_direct(const Region& at, std::size_t r, std::size_t j) {
    const std::size_t count = at.block_keys(j);
    if (in_.halves && in_.halves.finite && options_.softmax) {
      const HeadView<const std::uint16_t>& v = in_.halves.v;
      kernels::mix_row(at.block_row(j, r), v.row(at.b, at.kv, at.key + j), v.row_stride, count, shape_.value_dim,
                       mixed_row(r));
    } else {
      const FloatRows v = values_from(at.b, at.kv, at.key + j, count);
      kernels::mix_row(at.block_row(j, r), v.data, v.stride, count, shape_.value_dim, mixed_row(r));
    }
  }

  // Starts the row's mix of this step from 0, or from the corrected output of the steps before.
  void load_mixed(const Region& at, std::size_t r) {
    if (at.is_first_step)
      kernels::fill(mixed_row(r), 0, shape_.value_dim, 0.0f);
    else
      kernels::multiply_into(mixed_row(r), out_.output.row(at.b, at.h, at.query + r), shape_.value_dim,
                             at.states[r].correction);
  }

  void add_value_if_visible(const Region& at, std::size_t r, std::size_t key) {
    const std::size_t j = key - at.key;
    if (j >= at.keys || !visible_.may_attend(at.b, at.h, at.query + r, key)) return;
    const float p = at.block_row(j, r)[j % kBlock];
    const float* value = values_from(at.b, at.kv, key, 1).data;
    float* mixed = mixed_row(r);
    for (std::size_t c = 0; c < shape_.value_dim; ++c) mixed[c] += p * value[c];
  }

  // After the last step, the output is divided by the row's sum.
  void finish_row(const Region& at, std::size_t r) {
    const RowState& row = at.states[r];
    const std::size_t i = at.query + r;
    const float factor = at.is_last_step ? factor_of(row) : 1.0f;
    kernels::multiply_into(out_.output.row(at.b, at.h, i), mixed_row(r), shape_.value_dim, factor);
    if (at.is_last_step) results_.keep_row_figures(at.b, at.h, i, row.max, row.sum, row.shift);
  }

  float factor_of(const RowState& row) const {
    if (!options_.softmax) return 1.0f;
    return row.sum == 0.0f ? 0.0f : 1.0f / row.sum;
  }

  // After the last step, the blocks still hold the exponentials of all steps, each taken with the maximum that its row
  // had after that step.
  void keep_weights(Region at, const Range& needed) {
    for (std::size_t r = 0; r < at.queries; ++r) {
      const RowState& row = at.states[r];
      for (std::size_t step = 0; step < shape_.keys; step += plan_.step_keys) {
        const Range here = within(needed, step, plan_.step_keys);
        if (here.is_empty()) continue;
        move_to(at, step, here, needed);
        const float factor = factor_of(row) * correction_of(at.maxima[r], row.max);
        for (std::size_t j = 0; j < at.keys; j += kBlock)
          results_.keep_weights(at.part(r, j), at.block_row(j, r), factor);
      }
      results_.finish_weights(at.b, at.h, at.query + r, needed, factor_of(row));
    }
  }

  // exp(before − max) with softmax, 1 without it
  float correction_of(float before, float max) const {
    return !options_.softmax || before == max ? 1.0f : kernels::exp_nonpositive(before - max);
  }

  // The keys that `rows` rows from i on must pass. The first is a multiple of 8, where a panel of packed keys begins.
  Range keys_needed(std::size_t b, std::size_t i, std::size_t rows) const {
    const Range keys = visible_.keys(b, i, rows);
    return {panel_begin(keys.begin), keys.is_empty() ? 0 : keys.end};
  }
  // Where the panel of packed keys that holds this key begins.
  static std::size_t panel_begin(std::size_t key) { return key / kPanelColumns * kPanelColumns; }
  static Range within(const Range& keys, std::size_t first, std::size_t count) {
    return {std::max(keys.begin, first), std::min(keys.end, first + count)};
  }
  // `count` rows of k or of v as floats. Rows of float16 share one copy, which the next rows overwrite.
  FloatRows keys_from(std::size_t b, std::size_t kv, std::size_t key, std::size_t count) const {
    return in_.halves ? widened(in_.halves.k, b, kv, key, count, shape_.dim)
                      : FloatRows{in_.k.row(b, kv, key), in_.k.row_stride};
  }
  FloatRows values_from(std::size_t b, std::size_t kv, std::size_t key, std::size_t count) const {
    return in_.halves ? widened(in_.halves.v, b, kv, key, count, shape_.value_dim)
                      : FloatRows{in_.v.row(b, kv, key), in_.v.row_stride};
  }
  FloatRows widened(const HeadView<const std::uint16_t>& halves, std::size_t b, std::size_t kv, std::size_t key,
                    std::size_t count, std::size_t columns) const {
    for (std::size_t j = 0; j < count; ++j)
      kernels::widen(halves.row(b, kv, key + j), columns, plan_.widened.get() + j * columns);
    return {plan_.widened.get(), columns};
  }
  float* mixed_row(std::size_t r) const { return plan_.mixed.get() + r * plan_.value_columns; }

  const AttentionShape& shape_;
  const AttentionOptions& options_;
  const AttentionInputs& in_;
  const AttentionOutputs& out_;
  const Visibility visible_{options_, shape_};
  const ForwardResults results_{shape_, options_, out_, visible_};
  ForwardPlan plan_{shape_, options_, in_, out_};
  std::size_t group_ = 0;             // the first key of the group
  std::size_t not_finite_count_ = 0;  // in plan_.not_finite
};

}  // namespace

Status attention(const AttentionShape& shape, const AttentionOptions& options, const AttentionInputs& inputs,
                 const AttentionOutputs& outputs) {
  if (const Status status = check(shape, options, inputs, outputs); status != Status::ok) return status;
  TurnedInputs turned(inputs);
  if (const Status status = turned.turn(shape, options.rotary); status != Status::ok) return status;
  Forward forward(shape, options, turned.inputs, outputs);
  if (const Status status = forward.prepare(); status != Status::ok) return status;
  forward.run();
  return Status::ok;
}

}  // namespace heed
