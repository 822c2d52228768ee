// Weights as they are stored, and their product with one row: decoding. Nothing is packed, and each number is read
// once, in the order in which it lies in memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// How the numbers of a weight are stored. bfloat16 is the upper half of a float, so it is exact, as float16 is.
enum class Stored : unsigned { float32, float16, bfloat16 };

// to[n] = numbers[n] for count numbers of 16 bits.
void widen(Stored stored, const std::uint16_t* numbers, std::size_t count, float* to);

// to (columns) += x (depth) · weight (depth, columns). transposed: the weight is stored (columns, depth).
void multiply_row(const float* x, const void* weight, Stored stored, bool transposed, std::size_t depth,
                  std::size_t columns, float* to);

}  // namespace heed::kernels
