// Tensors in half precision.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// to[n] = halves[n] for count numbers. The halves may lie in the second half of `to`: each is read before it is
// overwritten.
void widen(const std::uint16_t* halves, std::size_t count, float* to);

}  // namespace heed::kernels
