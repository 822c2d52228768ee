// The bookkeeping of attention_backward(): its blocks, and the memory that it works in.
#pragma once

#include <algorithm>
#include <cstddef>

#include "attention.h"
#include "kernels/alibi.h"
#include "kernels/panel.h"
#include "kernels/tile.h"
#include "scratch.h"
#include "visibility.h"

namespace heed {

struct BackwardPlan {
  BackwardPlan(const AttentionShape& of, const AttentionOptions& options, const AttentionGradients& out)
      : shape(of), sums_distances(out.dalibi), sums_rows(out.dbias && options.bias.key_stride == 0) {}

  // Keys per block: half of forward's, because dK and dV are summed beside K and V.
  static constexpr std::size_t kKeys = 256;
  static_assert(kKeys + kernels::kMaxPanelRows <= kernels::kScoreStride && kKeys <= kernels::kBlock);

  // Query rows that meet a block of keys together. The transposed products pass this many rows at a time: enough that
  // loading and storing their tiles costs little, few enough that the two blocks of scores (2 · 203 KB, half of it
  // touched) stay in L2.
  static constexpr std::size_t kQueries = 96;

  // Keys whose transposed products begin at the same query. Fewer keys skip more of the diagonal, but cost more calls.
  static constexpr std::size_t kKeysPerStart = 24;

  const AttentionShape& shape;
  const bool sums_distances;  // for the gradient of slopes
  const bool sums_rows;       // for the gradient of a bias that repeats along the keys
  const std::size_t heads_per_kv_head = shape.heads / shape.kv_heads;
  const std::size_t dim = kernels::round_up(shape.dim, kernels::kPanelColumns);
  const std::size_t value_dim = kernels::round_up(shape.value_dim, kernels::kPanelColumns);

  // "transposed" is packed for a product over dim, "straight" for a product over rows.
  Scratch scratch;
  const Scratch::Slot<float> weights = scratch.reserve({kQueries, kernels::kScoreStride});
  const Scratch::Slot<float> d_scores = scratch.reserve({kQueries, kernels::kScoreStride});
  const Scratch::Slot<float> uncapped = scratch.reserve({kKeys});
  const Scratch::Slot<float> panel_rows = scratch.reserve(
      {kernels::kMaxPanelRows * kernels::kSpread, std::max(shape.dim, shape.value_dim) + kernels::kPackSlack});
  const Scratch::Slot<float> keys_transposed = scratch.reserve({kKeys, shape.dim});
  const Scratch::Slot<float> keys_straight = scratch.reserve({kKeys, dim});
  const Scratch::Slot<float> values_transposed = scratch.reserve({kKeys, shape.value_dim});
  const Scratch::Slot<float> queries_straight = scratch.reserve({kQueries, dim});
  const Scratch::Slot<float> d_outputs_straight = scratch.reserve({kQueries, value_dim});
  const Scratch::Slot<float> d_queries = scratch.reserve({kernels::kMaxPanelRows, dim});
  const Scratch::Slot<float> d_keys = scratch.reserve({kKeys + kernels::kMaxPanelRows, dim});
  const Scratch::Slot<float> d_values = scratch.reserve({kKeys + kernels::kMaxPanelRows, value_dim});
  const Scratch::Slot<float> row_dots = scratch.reserve({heads_per_kv_head, shape.queries});
  const Scratch::Slot<RowShift> shifts = scratch.reserve<RowShift>({heads_per_kv_head, shape.queries});
  const Scratch::Slot<kernels::DistanceSums> distance_sums =
      scratch.reserve<kernels::DistanceSums>({sums_distances ? heads_per_kv_head : 0, shape.queries});
  const Scratch::Slot<double> row_sums = scratch.reserve<double>({sums_rows ? heads_per_kv_head : 0, shape.queries});

  // Row r of the block of weights, and of d_scores.
  float* weights_row(std::size_t r) const { return weights.get() + r * kernels::kScoreStride; }
  float* d_scores_row(std::size_t r) const { return d_scores.get() + r * kernels::kScoreStride; }

  float& row_dot(std::size_t h, std::size_t i) const { return row_dots.get()[shared_row(h, i)]; }
  RowShift& shift(std::size_t h, std::size_t i) const { return shifts.get()[shared_row(h, i)]; }
  // The distance sums of row i, over dS and over the weights.
  kernels::DistanceSums& distances(std::size_t h, std::size_t i) const { return distance_sums.get()[shared_row(h, i)]; }
  // Σ dS of row i
  double& row_sum(std::size_t h, std::size_t i) const { return row_sums.get()[shared_row(h, i)]; }

 private:
  std::size_t shared_row(std::size_t h, std::size_t i) const { return h % heads_per_kv_head * shape.queries + i; }
};

}  // namespace heed
