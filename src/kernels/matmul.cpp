#include "matmul.h"

#include <algorithm>

#include "../simd/f32x4.h"
#include "pack.h"

namespace heed::kernels {

namespace {

// The same as pack_columns for a type that is no float: a few rows of memory are widened, then packed.
void pack_widened(const MatrixView& b, std::size_t k, std::size_t depth, std::size_t j, std::size_t count,
                  float* packed, float* widened) {
  const std::size_t lines = b.transposed ? count : depth, length = b.transposed ? depth : count;
  const std::size_t begin = b.transposed ? j * b.stride + k : k * b.stride + j;
  for (std::size_t first = 0; first < lines; first += kWidenedRows) {
    const std::size_t some = std::min(kWidenedRows, lines - first);
    for (std::size_t line = 0; line < some; ++line)
      widen(b.stored, number_at(b.stored, b.data, begin + (first + line) * b.stride), length,
            widened + line * kWidenedStride);
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

// Packs a's columns [k, k + depth) of rows from i on: a panel into [depth][rows][kSpread]. Where a is transposed, the
// rows of a panel lie side by side there, and a line of cache holds more than one panel: so two are packed, one behind
// the other. Returns how many panels were packed.
std::size_t pack_rows(const PanelKernels& panel, const MatrixView& a, std::size_t i, std::size_t left, std::size_t k,
                      std::size_t depth, float* packed) {
  const std::size_t rows = panel.rows;
  if (!a.transposed) {
    panel.pack(a.data + i * a.stride + k, a.stride, std::min(rows, left), depth, 1.0f, packed);
    return 1;
  }
  const float* from = a.data + k * a.stride + i;
  if (left >= rows) {
    const std::size_t panels = left >= kPanelsAtOnce * rows && &panel_for(left - rows) == &panel ? kPanelsAtOnce : 1;
    panel.pack_side_by_side(from, a.stride, panels, depth, packed);
    return panels;
  }
  for (std::size_t step = 0; step < depth; ++step, from += a.stride)
    for (std::size_t r = 0; r < rows; ++r, packed += kSpread) std::fill_n(packed, kSpread, r < left ? from[r] : 0.0f);
  return 1;
}

[[gnu::noinline]] void copy_rows(const float* from, std::size_t from_stride, std::size_t rows, std::size_t count,
                                 float* to, std::size_t to_stride) {
  for (std::size_t r = 0; r < rows; ++r) std::copy_n(from + r * from_stride, count, to + r * to_stride);
}

// What every product of a call shares.
struct Products {
  std::size_t rows, depth;
  const MatrixView& a;
  float* scratch;
};

// c, of which `count` columns count, = packed rows · packed columns + start, or += it. A tile writes whole panels of
// columns and all of its rows; where these are not there, it writes to `product`, kScoreStride apart.
void multiply_panel(const PanelKernels& panel, const float* rows, std::size_t height, const float* columns,
                    std::size_t depth, std::size_t count, const Start& start, float* c, std::size_t c_stride,
                    float* product) {
  const std::size_t padded = round_up(count, kPanelColumns);
  const bool is_whole = height == panel.rows && count == padded;
  float* to = is_whole ? c : product;
  const std::size_t stride = is_whole ? c_stride : kScoreStride;
  if (start.add_to_c && !is_whole) copy_rows(c, c_stride, height, count, to, stride);
  if (!start.add_to_c && start.bias) copy_rows(start.bias, 0, height, count, to, stride);
  const auto multiply = start.add_to_c || start.bias ? panel.product_onto : panel.product;
  multiply(rows, columns, depth, padded, stride, to);
  if (!is_whole) copy_rows(to, stride, height, count, c, c_stride);
}

// The product of a with each factor's columns from j on, as many as a block has. The depth is packed in parts of
// `most`.
[[gnu::noinline]] void multiply(const Products& all, std::span<const Factor> factors, std::size_t j, std::size_t most) {
  float* product = all.scratch;                            // (rows of a panel, columns of a block)
  float* packed = product + kMaxPanelRows * kScoreStride;  // [columns/8][depth][8] of each factor
  float* widened = packed + kMatmulDepth * kMatmulColumns;
  float* rows = widened + kWidenedRows * kWidenedStride;  // up to kPanelsAtOnce of [depth][rows][kSpread]
  const auto count_of = [j](const Factor& f) { return std::min(kMatmulColumns, f.columns - j); };
  // for each part of the depth, packed once: for each panel of rows, packed once: for each factor
  for (std::size_t k = 0; k < all.depth; k += most) {
    const std::size_t depth = std::min(most, all.depth - k);
    float* to = packed;
    for (const Factor& f : factors) {
      pack_columns(f.b, k, depth, j, count_of(f), to, widened);
      to += round_up(count_of(f), kPanelColumns) * depth;
    }
    std::size_t ready = 0;  // panels of rows that are packed, and where the next one lies
    const float* next = rows;
    for (std::size_t i = 0, height = 0; i < all.rows; i += height) {
      const PanelKernels& panel = panel_for(all.rows - i);
      height = std::min(panel.rows, all.rows - i);
      if (ready == 0) {
        ready = pack_rows(panel, all.a, i, all.rows - i, k, depth, rows);
        next = rows;
      }
      const float* columns = packed;
      for (const Factor& f : factors) {
        const Start start{f.start.bias ? f.start.bias + j : nullptr, f.start.add_to_c || k > 0};
        multiply_panel(panel, next, height, columns, depth, count_of(f), start, f.c + i * f.columns + j, f.columns,
                       product);
        columns += round_up(count_of(f), kPanelColumns) * depth;
      }
      next += panel.rows * kSpread * depth;
      --ready;
    }
  }
}

}  // namespace

void matmul(std::size_t rows, std::size_t depth, const MatrixView& a, std::span<const Factor> factors, float* scratch) {
  const Products all{rows, depth, a, scratch};
  std::size_t together = 0, widest = 0;
  for (const Factor& f : factors) {
    together += round_up(f.columns, kPanelColumns);
    widest = std::max(widest, f.columns);
  }
  if (factors.size() > 1 && widest <= kMatmulColumns) {
    const std::size_t most = kMatmulDepth * kMatmulColumns / together / kPanelColumns * kPanelColumns;
    return multiply(all, factors, 0, std::min(kMatmulDepth, most));
  }
  for (const Factor& f : factors)
    for (std::size_t j = 0; j < f.columns; j += kMatmulColumns) multiply(all, {&f, 1}, j, kMatmulDepth);
}

}  // namespace heed::kernels
