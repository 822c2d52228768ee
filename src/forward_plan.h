// The bookkeeping of attention(): how its keys are grouped, and the memory that it works in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "attention.h"
#include "kernels/panel.h"
#include "kernels/tile.h"
#include "scratch.h"

namespace heed {

// What a row carries from one group of keys to the next. Until the last group, its output holds Σ exp(logit − max) · v.
struct RowState {
  float max;         // of the logits so far, less bias_shift
  float sum;         // Σ exp(logit − max)
  float bias_shift;  // taken off every bias of this row
  float correction;  // exp(max of the groups before − max): what their sums are multiplied by
};

struct ForwardPlan {
  ForwardPlan(const AttentionShape& of, const AttentionOutputs& outputs, bool of_halves)
      : shape(of), out(outputs), has_halves(of_halves) {}

  const AttentionShape& shape;
  const AttentionOutputs& out;
  const bool has_halves;  // keys and values are float16

  // For one or two query rows, reading keys and values where they are costs less than packing them. But backward
  // rebuilds scores with the register tile, so the row figures that it is given must be rounded as the tile rounds.
  const bool is_direct = shape.queries <= 2 && !out.row_max;
  // The matrices before softmax are kept for every pair. Otherwise, keys that no row may attend to are skipped.
  const bool keeps_every_pair = out.raw || out.scores || out.logits;
  // Weights need the final maximum and sum of their row, so all keys form one group. Otherwise a group is one block.
  const std::size_t group_keys = out.weights ? kernels::round_up(shape.keys, kernels::kBlock) : kernels::kBlock;
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
  const Scratch::Slot<RowState> states = scratch.reserve<RowState>({heads_per_kv_head, shape.queries});

  // Scores (rows, keys), kScoreStride apart, of the block that holds the group's key j.
  float* block(std::size_t j) const {
    return scores.get() + j / kernels::kBlock * kernels::kMaxPanelRows * kernels::kScoreStride;
  }
  // Row r of that block.
  float* block_row(std::size_t j, std::size_t r) const { return block(j) + r * kernels::kScoreStride; }

  RowState* state(std::size_t h, std::size_t i) const {
    return states.get() + h % heads_per_kv_head * shape.queries + i;
  }
};

}  // namespace heed
