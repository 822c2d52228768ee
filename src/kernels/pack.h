// Packing: operands are written once in the order in which the tile reads them, padded with zeros.
#pragma once

#include <cstddef>

namespace heed::kernels {

// rows (count, depth) → panels [count/8][depth][8]: each row of the source becomes a column. The K of q·kᵀ.
void pack_transposed(const float* rows, std::size_t row_stride, std::size_t count, std::size_t depth, float* packed);

// rows (depth, columns) → panels [columns/8][panel_depth][8]. The first depth entries of each panel are written. The V
// of p·v. Returns whether every number is finite. They are checked while they pass, because reading them again would
// cost half as much again.
bool pack_straight(const float* rows, std::size_t row_stride, std::size_t depth, std::size_t columns,
                   std::size_t panel_depth, float* packed);

// True where every number of the (count, columns) rows is finite.
bool all_finite(const float* rows, std::size_t row_stride, std::size_t count, std::size_t columns);

// Row i of a pack [columns/8][panel_depth][8] becomes 0.
void clear_packed_row(float* packed, std::size_t columns, std::size_t panel_depth, std::size_t i);

}  // namespace heed::kernels
