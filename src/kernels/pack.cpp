#include "pack.h"

#include "../simd/f32x4.h"
#include "tile.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

// Up to 8 source rows become the 8 columns of one panel; columns without a row are zero.
void transpose_panel(const float* rows, std::size_t row_stride, std::size_t count, std::size_t depth, float* packed) {
  std::size_t k = 0;
  if (count == kPanelColumns) {
    for (; k + 4 <= depth; k += 4) {
      for (std::size_t half = 0; half < 2; ++half) {
        const float* source = rows + half * 4 * row_stride + k;
        f32x4 a = simd::load(source), b = simd::load(source + row_stride);
        f32x4 c = simd::load(source + 2 * row_stride), d = simd::load(source + 3 * row_stride);
        simd::transpose(a, b, c, d);
        float* to = packed + k * kPanelColumns + half * 4;
        simd::store(to, a);
        simd::store(to + kPanelColumns, b);
        simd::store(to + 2 * kPanelColumns, c);
        simd::store(to + 3 * kPanelColumns, d);
      }
    }
  }
  for (; k < depth; ++k)
    for (std::size_t c = 0; c < kPanelColumns; ++c)
      packed[k * kPanelColumns + c] = c < count ? rows[c * row_stride + k] : 0.0f;
}

}  // namespace

void pack_transposed(const float* rows, std::size_t row_stride, std::size_t count, std::size_t depth, float* packed) {
  for (std::size_t first = 0; first < count; first += kPanelColumns) {
    const std::size_t left = count - first;
    transpose_panel(rows + first * row_stride, row_stride, left < kPanelColumns ? left : kPanelColumns, depth,
                    packed + first * depth);
  }
}

bool pack_straight(const float* rows, std::size_t row_stride, std::size_t depth, std::size_t columns,
                   std::size_t panel_depth, float* packed) {
  // 0 · x is 0 for every finite x and NaN for all others, so the sum is 0 where all are finite
  const f32x4 zero = simd::splat(0.0f);
  f32x4 low_zeros = zero, high_zeros = zero;
  float tail = 0.0f;
  std::size_t first = 0;
  for (; first + kPanelColumns <= columns; first += kPanelColumns) {
    const float* from = rows + first;
    float* to = packed + first * panel_depth;
    for (std::size_t k = 0; k < depth; ++k, from += row_stride, to += kPanelColumns) {
      const f32x4 low = simd::load(from), high = simd::load(from + 4);
      simd::store(to, low);
      simd::store(to + 4, high);
      low_zeros = simd::madd(low, zero, low_zeros);
      high_zeros = simd::madd(high, zero, high_zeros);
    }
  }
  if (first < columns) {
    float* to = packed + first * panel_depth;
    for (std::size_t k = 0; k < depth; ++k, to += kPanelColumns)
      for (std::size_t c = 0; c < kPanelColumns; ++c) {
        to[c] = first + c < columns ? rows[k * row_stride + first + c] : 0.0f;
        tail += to[c] * 0.0f;
      }
  }
  return simd::sum_lanes(simd::add(low_zeros, high_zeros)) + tail == 0.0f;
}

bool all_finite(const float* rows, std::size_t row_stride, std::size_t count, std::size_t columns) {
  // as in pack_straight
  const f32x4 zero = simd::splat(0.0f);
  f32x4 zeros[4] = {zero, zero, zero, zero};
  float tail = 0.0f;
  for (std::size_t i = 0; i < count; ++i) {
    const float* row = rows + i * row_stride;
    std::size_t c = 0;
    for (; c + 16 <= columns; c += 16)
      for (std::size_t u = 0; u < 4; ++u) zeros[u] = simd::madd(simd::load(row + c + 4 * u), zero, zeros[u]);
    for (; c + 4 <= columns; c += 4) zeros[0] = simd::madd(simd::load(row + c), zero, zeros[0]);
    for (; c < columns; ++c) tail += row[c] * 0.0f;
  }
  return simd::sum_lanes(simd::add(simd::add(zeros[0], zeros[1]), simd::add(zeros[2], zeros[3]))) + tail == 0.0f;
}

void clear_packed_row(float* packed, std::size_t columns, std::size_t panel_depth, std::size_t i) {
  for (std::size_t c = 0; c < columns; c += kPanelColumns)
    for (std::size_t lane = 0; lane < kPanelColumns; ++lane) packed[c * panel_depth + i * kPanelColumns + lane] = 0.0f;
}

}  // namespace heed::kernels
