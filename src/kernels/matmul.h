// Dense products for the projections, over the same packed panels and register tile as attention itself.
#pragma once

#include <cstddef>
#include <span>

#include "panel.h"
#include "stored.h"

namespace heed::kernels {

// A matrix in memory. transposed: entry (row, column) is data[column · stride + row]. The stride counts numbers.
struct MatrixView {
  const float* data = nullptr;  // of another type where `stored` says so
  std::size_t stride = 0;
  bool transposed = false;
  Stored stored = Stored::float32;
};

struct MatmulShape {
  std::size_t rows = 0, depth = 0, columns = 0;
};

// A block of b: 512 × 256 are 512 KB, which stay in L2 while all rows of `a` pass.
inline constexpr std::size_t kMatmulDepth = 512;
inline constexpr std::size_t kMatmulColumns = 256;

// Rows of b that are widened at once, and the floats from one of them to the next: few, so that they stay in L1 until
// they are packed.
inline constexpr std::size_t kWidenedRows = 8;
inline constexpr std::size_t kWidenedStride = kMatmulDepth + 16;

// Panels of rows of a transposed matrix that are packed at once: a line of cache holds 16 numbers of a row.
inline constexpr std::size_t kPanelsAtOnce = 2;

// Floats of working memory that matmul needs for any shape: a product, a block of b, panels of a, widened rows of b.
inline constexpr std::size_t kMatmulScratch =
    kMaxPanelRows * kScoreStride + kMatmulDepth * (kMatmulColumns + kPanelsAtOnce * kMaxPanelRows * kSpread) +
    kPackSlack + kWidenedRows * kWidenedStride;

// What c starts from: 0, a bias per column, or what it holds.
struct Start {
  const float* bias = nullptr;
  bool add_to_c = false;
};

// The right side of a product, and where it goes: c (rows, columns) = a · b + start, dense.
struct Factor {
  MatrixView b;
  Start start;
  float* c = nullptr;
  std::size_t columns = 0;
};

// The product of a (rows, depth) with each factor. a holds floats. Up to three narrow factors are packed side by side,
// and each panel of a is packed once for all of them. That changes no bit.
void matmul(std::size_t rows, std::size_t depth, const MatrixView& a, std::span<const Factor> factors, float* scratch);

}  // namespace heed::kernels
