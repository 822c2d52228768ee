// Dense products for the projections, over the same packed panels and register tile as attention itself.
#pragma once

#include <cstddef>

#include "panel.h"

namespace heed::kernels {

// A matrix in memory. transposed: entry (row, column) is data[column · stride + row].
struct MatrixView {
  const float* data = nullptr;
  std::size_t stride = 0;
  bool transposed = false;
};

struct MatmulShape {
  std::size_t rows = 0, depth = 0, columns = 0;
};

// A block of b: 512 × 256 are 512 KB, which stay in L2 while all rows of `a` pass.
inline constexpr std::size_t kMatmulDepth = 512;
inline constexpr std::size_t kMatmulColumns = 256;

// Floats of working memory that matmul needs for any shape: a product, a block of b, a panel of a.
inline constexpr std::size_t kMatmulScratch =
    kMaxPanelRows * kScoreStride + kMatmulDepth * (kMatmulColumns + kMaxPanelRows * kSpread) + kPackSlack;

// What c starts from: 0, a bias per column, or what it holds.
struct Start {
  const float* bias = nullptr;
  bool add_to_c = false;
};

// c (rows, columns; c_stride apart) = a (rows, depth) · b (depth, columns) + start.
void matmul(const MatmulShape& shape, const MatrixView& a, const MatrixView& b, const Start& start, float* c,
            std::size_t c_stride, float* scratch);

}  // namespace heed::kernels
