#include "matmul.h"

#include <algorithm>

#include "../simd/f32x4.h"
#include "pack.h"

namespace heed::kernels {

namespace {

// The same as pack_columns for a type that is no float: a few rows of memory are widened, then packed.
void pack_widened(const MatrixView& b, std::size_t k, std::size_t depth, std::size_t j, std::size_t count,
                  float* packed, float* widened) {
  const auto* numbers = reinterpret_cast<const std::uint16_t*>(b.data);
  const std::size_t lines = b.transposed ? count : depth, length = b.transposed ? depth : count;
  numbers += b.transposed ? j * b.stride + k : k * b.stride + j;
  for (std::size_t first = 0; first < lines; first += kWidenedRows) {
    const std::size_t some = std::min(kWidenedRows, lines - first);
    for (std::size_t line = 0; line < some; ++line)
      widen(b.stored, numbers + (first + line) * b.stride, length, widened + line * kWidenedStride);
    if (b.transposed)
      pack_transposed(widened, kWidenedStride, some, depth, packed + first * depth);
    else
      pack_straight(widened, kWidenedStride, some, count, depth, packed + first * kPanelColumns);
  }
}

// b's rows [k, k + depth) of columns [j, j + count) into panels of 8
void pack_columns(const MatrixView& b, std::size_t k, std::size_t depth, std::size_t j, std::size_t count,
                  float* packed, float* widened) {
  if (b.stored != Stored::float32)
    pack_widened(b, k, depth, j, count, packed, widened);
  else if (b.transposed)
    pack_transposed(b.data + j * b.stride + k, b.stride, count, depth, packed);
  else
    pack_straight(b.data + k * b.stride + j, b.stride, depth, count, depth, packed);
}

// Writes the four numbers, each kSpread times, and returns the address behind them.
float* spread(simd::f32x4 four, float* to) {
  if constexpr (kSpread == 1) {
    simd::store(to, four);
  } else {
    simd::store(to, simd::splat_lane<0>(four));
    simd::store(to + kSpread, simd::splat_lane<1>(four));
    simd::store(to + 2 * kSpread, simd::splat_lane<2>(four));
    simd::store(to + 3 * kSpread, simd::splat_lane<3>(four));
  }
  return to + simd::kLanes * kSpread;
}

// a's columns [k, k + depth) of rows [i, i + count) into [depth][rows of a panel][kSpread]
void pack_rows(const PanelKernels& panel, const MatrixView& a, std::size_t i, std::size_t count, std::size_t k,
               std::size_t depth, float* packed) {
  if (!a.transposed) {
    panel.pack(a.data + i * a.stride + k, a.stride, count, depth, 1.0f, packed);
    return;
  }
  // The rows of the panel lie side by side in a. A vector is loaded at a time where four numbers are left there.
  const std::size_t whole = count == panel.rows ? count / simd::kLanes * simd::kLanes : 0;
  for (std::size_t step = 0; step < depth; ++step) {
    const float* from = a.data + (k + step) * a.stride + i;
    for (std::size_t r = 0; r < whole; r += simd::kLanes) packed = spread(simd::load(from + r), packed);
    for (std::size_t r = whole; r < panel.rows; ++r) {
      std::fill_n(packed, kSpread, r < count ? from[r] : 0.0f);
      packed += kSpread;
    }
  }
}

// to = from + start
void store_row(const float* from, const float* start, std::size_t count, float* to) {
  std::size_t j = 0;
  if (!start) {
    std::copy_n(from, count, to);
    return;
  }
  for (; j + simd::kLanes <= count; j += simd::kLanes)
    simd::store(to + j, simd::add(simd::load(from + j), simd::load(start + j)));
  for (; j < count; ++j) to[j] = from[j] + start[j];
}

}  // namespace

void matmul(const MatmulShape& shape, const MatrixView& a, const MatrixView& b, const Start& start, float* c,
            std::size_t c_stride, float* scratch) {
  float* product = scratch;                                // (rows of a panel, columns of a block)
  float* packed = product + kMaxPanelRows * kScoreStride;  // [block/8][depth][8]
  float* widened = packed + kMatmulDepth * kMatmulColumns;
  float* rows = widened + kWidenedRows * kWidenedStride;  // [depth][rows][kSpread]
  // for each block of columns, for each part of the depth, packed once: for each panel of rows
  for (std::size_t j = 0; j < shape.columns; j += kMatmulColumns) {
    const std::size_t count = std::min(kMatmulColumns, shape.columns - j);
    for (std::size_t k = 0; k < shape.depth; k += kMatmulDepth) {
      const std::size_t depth = std::min(kMatmulDepth, shape.depth - k);
      pack_columns(b, k, depth, j, count, packed, widened);
      for (std::size_t i = 0, height = 0; i < shape.rows; i += height) {
        const PanelKernels& panel = panel_for(shape.rows - i);
        height = std::min(panel.rows, shape.rows - i);
        pack_rows(panel, a, i, height, k, depth, rows);
        panel.scores(rows, packed, depth, round_up(count, kPanelColumns), product);
        for (std::size_t r = 0; r < height; ++r) {
          float* to = c + (i + r) * c_stride + j;
          const float* first = start.add_to_c ? to : start.bias ? start.bias + j : nullptr;
          store_row(product + r * kScoreStride, k > 0 ? to : first, count, to);
        }
      }
    }
  }
}

}  // namespace heed::kernels
