// Dense products for the projections, over the same packed panels and register tile as attention itself.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// A matrix as it lies in memory. transposed: entry (row, column) is data[column · stride + row].
struct MatrixView {
  const float* data = nullptr;
  std::size_t stride = 0;
  bool transposed = false;
};

struct MatmulShape {
  std::size_t rows = 0, depth = 0, columns = 0;
};

// Floats of working memory that matmul needs for this shape.
std::uint64_t matmul_scratch(const MatmulShape& shape);

// c (rows, columns; c_stride apart) = a (rows, depth) · b (depth, columns) + bias (columns; null for none).
void matmul(const MatmulShape& shape, const float* a, std::size_t a_stride, const MatrixView& b, const float* bias,
            float* c, std::size_t c_stride, float* scratch);

}  // namespace heed::kernels
