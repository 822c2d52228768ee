// Weights as they are stored, and their product with one row: decoding. Nothing is packed, and each number is read
// once, in the order in which it lies in memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// How the numbers of a weight are stored. bfloat16 is the upper half of a float, so it is exact, as float16 is. From
// q8_0 on the numbers of a row lie in blocks (blocks.h).
enum class Stored : unsigned { float32, float16, bfloat16, q8_0, q4_0, q4_1, q5_0, q5_1, q4_k, q5_k, q6_k };

struct BlockSize {
  std::size_t numbers, bytes;
};

// A number that is stored by itself is a block of one.
constexpr BlockSize block_size(Stored stored) {
  constexpr BlockSize kSizes[] = {{1, 4},   {1, 2},   {1, 2},     {32, 34},   {32, 18},  {32, 20},
                                  {32, 22}, {32, 24}, {256, 144}, {256, 176}, {256, 210}};
  return kSizes[static_cast<unsigned>(stored)];
}

// Where number n lies, which begins a block.
inline const void* number_at(Stored stored, const void* numbers, std::size_t n) {
  const BlockSize size = block_size(stored);
  return static_cast<const char*>(numbers) + n / size.numbers * size.bytes;
}

// to[n] = number n, for count numbers that are no floats: whole blocks. Numbers of 16 bits may lie in the second half
// of `to`: each is read before it is overwritten.
void widen(Stored stored, const void* numbers, std::size_t count, float* to);

// to (columns) += x (depth) · weight (depth, columns). transposed: the weight is stored (columns, depth). Blocks want
// that, and a depth of whole blocks.
void multiply_row(const float* x, const void* weight, Stored stored, bool transposed, std::size_t depth,
                  std::size_t columns, float* to);

}  // namespace heed::kernels
