// The bookkeeping of attention(): in which steps and groups it passes the keys, and the memory that it works in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "attention.h"
#include "kernels/panel.h"
#include "kernels/tile.h"
#include "scratch.h"
#include "visibility.h"

namespace heed {

// What a row carries from one step to the next. Until the last step, its output holds Σ exp(logit − max) · v.
struct RowState {
  float max;         // of the logits so far, less the shift
  float sum;         // Σ exp(logit − max)
  RowShift shift;    // taken off the logits of this row
  float correction;  // exp(max of the steps before − max): what their sums are multiplied by
};

struct ForwardPlan {
  ForwardPlan(const AttentionShape& of, const AttentionOptions& options, const AttentionInputs& in,
              const AttentionOutputs& outputs)
      : shape(of),
        out(outputs),
        has_halves(static_cast<bool>(in.halves)),
        is_narrow(window_of(options) <= static_cast<std::int64_t>(kernels::kBlock - kernels::kMaxPanelRows)) {}

  const AttentionShape& shape;
  const AttentionOutputs& out;
  const bool has_halves;  // keys and values are float16
  // Whether a window leaves a panel of rows fewer keys than a block.
  const bool is_narrow;

  // For one or two query rows, reading keys and values where they are costs less than packing them. But backward
  // rebuilds scores with the register tile, so the row figures that it is given must be rounded as the tile rounds.
  const bool is_direct = shape.queries <= 2 && !out.row_max;
  // The matrices before softmax are kept for every pair. Softmax itself skips keys that no row may attend to.
  const bool keeps_every_pair = out.raw || out.scores || out.logits;
  // Keys that a row passes before its maximum and sum move on: a block. A narrow window moves over the keys of a step
  // and rereads few of them, so a larger step splits fewer windows. What is kept must not change the steps, because
  // they decide how the row's sum is rounded.
  const std::size_t step_keys = (is_narrow ? 4 : 1) * kernels::kBlock;
  // Keys that are packed together: those of a step. A kept weight waits for the final maximum and sum of its row, so
  // all keys form one group where weights are kept.
  const std::size_t group_keys = out.weights ? kernels::round_up(shape.keys, step_keys) : step_keys;
  const std::size_t packed_keys =
      is_direct ? 0 : std::min(group_keys, kernels::round_up(shape.keys, kernels::kPanelColumns));
  const std::size_t heads_per_kv_head = shape.heads / shape.kv_heads;
  const std::size_t value_columns = kernels::round_up(shape.value_dim, kernels::kPanelColumns);

  Scratch scratch;
  const Scratch::Slot<float> scores =
      scratch.reserve({group_keys / kernels::kBlock, kernels::kMaxPanelRows, kernels::kScoreStride});
  const Scratch::Slot<float> rows =
      scratch.reserve({kernels::kMaxPanelRows * kernels::kSpread, shape.dim + kernels::kPackSlack});
  const Scratch::Slot<float> mixed = scratch.reserve({kernels::kMaxPanelRows, value_columns});
  const Scratch::Slot<float> keys = scratch.reserve({packed_keys, shape.dim});
  const Scratch::Slot<float> values = scratch.reserve({packed_keys, value_columns});
  const Scratch::Slot<float> widened =
      scratch.reserve({has_halves ? std::min(group_keys, shape.keys) : 0, std::max(shape.dim, shape.value_dim)});
  const Scratch::Slot<std::uint32_t> not_finite = scratch.reserve<std::uint32_t>({packed_keys});
  const Scratch::Slot<float> step_maxima =
      scratch.reserve({out.weights ? group_keys / step_keys * kernels::kMaxPanelRows : 0});
  const Scratch::Slot<RowState> states = scratch.reserve<RowState>({heads_per_kv_head, shape.queries});

  // What stays in the L1 cache while a panel of rows passes a block of keys, in bytes. Scores: the packed rows, a panel
  // of K, and the scores that a tile writes. Mix: the scores of a run of keys, a panel of V, and the output of a tile.
  // Both fit in 24 KB at d = 64, since some machines have 32 KB of L1, which two threads may share.
  static constexpr std::size_t score_bytes(std::size_t rows, std::size_t dim) {
    const std::size_t depth = std::min(dim, kernels::kScoreRun);
    return sizeof(float) *
           (rows * kernels::kSpread * depth + kernels::kPanelColumns * depth + rows * kernels::kPanelColumns);
  }
  static constexpr std::size_t mix_bytes(std::size_t rows) {
    return sizeof(float) *
           (rows * kernels::kMixRun + kernels::kPanelColumns * kernels::kMixRun + rows * kernels::kPanelColumns);
  }
  static constexpr std::size_t kL1Bytes = 24 * 1024;

  // The scores of a block: (rows, keys), kScoreStride apart.
  static constexpr std::size_t kBlockFloats = kernels::kMaxPanelRows * kernels::kScoreStride;

  // The blocks of the step that begins with the group's key j.
  float* blocks(std::size_t j) const { return scores.get() + j / kernels::kBlock * kBlockFloats; }
  // Where weights are kept: the maxima that a panel of rows had after the step that begins with the group's key j.
  float* maxima_after(std::size_t j) const { return step_maxima.get() + j / step_keys * kernels::kMaxPanelRows; }

  // The keys of a window, less the row's own.
  static std::int64_t window_of(const AttentionOptions& o) {
    return o.window_left + (o.causal_offsets ? 0 : o.window_right);
  }

  RowState* state(std::size_t h, std::size_t i) const {
    return states.get() + h % heads_per_kv_head * shape.queries + i;
  }
};

static_assert(ForwardPlan::score_bytes(simd::kTallestTile, 64) <= ForwardPlan::kL1Bytes);
static_assert(ForwardPlan::mix_bytes(simd::kTallestTile) <= ForwardPlan::kL1Bytes);

}  // namespace heed
