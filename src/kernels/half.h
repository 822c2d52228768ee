// Tensors in half precision.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// to[n] = halves[n] for count numbers. The halves may lie in the second half of `to`: each is read before it is
// overwritten.
void widen(const std::uint16_t* halves, std::size_t count, float* to);

// to[n] = the float16 nearest to floats[n]. Returns whether all are finite.
bool narrow(const float* floats, std::size_t count, std::uint16_t* to);

}  // namespace heed::kernels
