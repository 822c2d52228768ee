// A panel of rows against packed columns: the matrix products of attention and of every projection.
#pragma once

#include <cstddef>

#include "tile.h"

namespace heed::kernels {

// Columns of one block of scores: keys per K/V block of forward. K and V of 512 keys × 64 take 256 KB, which stays in
// L2 while all rows pass. 512 is 2 to 3 % faster than 256, because the work per block and panel is done half as often.
// 1024 gains nothing more.
inline constexpr std::size_t kBlock = 512;

// The depth that one tile runs over at most: columns of q and K in a product of scores, and keys in a mix. What the
// tiles of a run read again and again then stays in L1, as forward_plan.h counts it. The order of the sums is that of
// one run.
inline constexpr std::size_t kScoreRun = 512 / simd::kSpread;
inline constexpr std::size_t kMixRun = 256;

// Floats from one row of a block of scores to the next. It is not kBlock: rows that are whole KB apart would share four
// sets of the L1 cache, and the transposed products of backward read down a column of them.
inline constexpr std::size_t kScoreStride = kBlock + 16;

// Rows of the largest panel that any machine uses. Working memory is sized by it.
inline constexpr std::size_t kMaxPanelRows = 6;

// Floats that one number of packed rows takes. Either the numbers lie side by side, or each fills a vector.
inline constexpr std::size_t kSpread = simd::kSpread;

// Floats past the end of packed rows that may be written.
inline constexpr std::size_t kPackSlack = 4;

struct PanelKernels {
  std::size_t rows;

  // (count <= rows, depth) of the source, times factor → [depth][rows][kSpread], rows past count zero.
  // Writes up to kPackSlack floats past the end.
  void (*pack)(const float* source, std::size_t row_stride, std::size_t count, std::size_t depth, float factor,
               float* packed);

  // The same of a source that is (depth, rows of `panels` whole panels): one panel behind another, and nothing past the
  // last.
  void (*pack_side_by_side)(const float* source, std::size_t step_stride, std::size_t panels, std::size_t depth,
                            float* packed);

  // s (rows, columns), kScoreStride apart = packed rows · packed columns; columns: a multiple of 8, at most kBlock.
  void (*scores)(const float* packed_rows, const float* packed_columns, std::size_t depth, std::size_t columns,
                 float* s);

  // The same with the rows of c `stride` apart, and as many columns as the caller has.
  void (*product)(const float* packed_rows, const float* packed_columns, std::size_t depth, std::size_t columns,
                  std::size_t stride, float* c);

  // c += the same
  void (*product_onto)(const float* packed_rows, const float* packed_columns, std::size_t depth, std::size_t columns,
                       std::size_t stride, float* c);

  // o (rows, columns) = p (rows, depth), kScoreStride apart · packed [columns/8][panel_depth][8]; columns: a multiple
  // of 8.
  void (*mix)(const float* p, const float* packed, std::size_t depth, std::size_t panel_depth, std::size_t columns,
              float* o);

  // o += the same
  void (*mix_onto)(const float* p, const float* packed, std::size_t depth, std::size_t panel_depth, std::size_t columns,
                   float* o);

  // o (count, columns) += pᵀ · packed, for p (depth, count), kScoreStride apart. Whole tiles are computed, so p is read
  // and o is written up to rows − 1 further than count.
  void (*mix_transposed)(const float* p, const float* packed, std::size_t depth, std::size_t panel_depth,
                         std::size_t count, std::size_t columns, float* o);
};

// The panel to take for the rows that are left: the tallest, or 4 where that wastes fewer rows of the last tiles. So 7
// and 8 rows are two panels of 4, not a panel of 6 and a remainder.
const PanelKernels& panel_for(std::size_t rows_left);

}  // namespace heed::kernels
