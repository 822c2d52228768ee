#include "matmul.h"

#include <algorithm>

#include "pack.h"
#include "panel.h"

namespace heed::kernels {

namespace {

// b's columns [first, first + count) into panels of 8
void pack_columns(const MatrixView& b, std::size_t depth, std::size_t first, std::size_t count, float* packed) {
  if (b.transposed)
    pack_transposed(b.data + first * b.stride, b.stride, count, depth, packed);
  else
    pack_straight(b.data + first, b.stride, depth, count, depth, packed);
}

void store_row(float* to, const float* from, const float* bias, std::size_t count) {
  if (bias)
    for (std::size_t j = 0; j < count; ++j) to[j] = from[j] + bias[j];
  else
    std::copy_n(from, count, to);
}

}  // namespace

std::uint64_t matmul_scratch(const MatmulShape& shape) {
  const std::uint64_t block = std::min(kBlock, round_up(shape.columns, kPanelColumns));
  return shape.depth * (block + kMaxPanelRows) + kPackSlack + kMaxPanelRows * kBlock;
}

void matmul(const MatmulShape& shape, const float* a, std::size_t a_stride, const MatrixView& b, const float* bias,
            float* c, std::size_t c_stride, float* scratch) {
  const PanelKernels& panel = panel_kernels();
  float* product = scratch;                               // (rows of a panel, kBlock)
  float* packed = product + kMaxPanelRows * kBlock;       // [block/8][depth][8]
  float* rows = packed + shape.depth * std::min(kBlock, round_up(shape.columns, kPanelColumns));  // [depth][rows]
  // for each block of columns, packed once: for each panel of rows
  for (std::size_t j = 0; j < shape.columns; j += kBlock) {
    const std::size_t count = std::min(kBlock, shape.columns - j);
    pack_columns(b, shape.depth, j, count, packed);
    for (std::size_t i = 0; i < shape.rows; i += panel.rows) {
      const std::size_t height = std::min(panel.rows, shape.rows - i);
      panel.pack(a + i * a_stride, a_stride, height, shape.depth, 1.0f, rows);
      panel.scores(rows, packed, shape.depth, round_up(count, kPanelColumns), product);
      for (std::size_t r = 0; r < height; ++r)
        store_row(c + (i + r) * c_stride + j, product + r * kBlock, bias ? bias + j : nullptr, count);
    }
  }
}

}  // namespace heed::kernels
