#include "half.h"

#include <algorithm>

#include "../simd/half.h"

namespace heed::kernels {

void widen(const std::uint16_t* halves, std::size_t count, float* to) {
  std::size_t n = 0;
  for (; n + 4 <= count; n += 4) simd::store(to + n, simd::widen(simd::load_halves(halves + n)));
  for (; n < count; ++n) to[n] = simd::lane<0>(simd::widen(simd::splat_bits(halves[n])));
}

bool narrow(const float* floats, std::size_t count, std::uint16_t* to) {
  std::size_t n = 0;
  for (; n + 4 <= count; n += 4) simd::store_halves(to + n, simd::narrow(simd::load(floats + n)));
  for (; n < count; ++n) {
    std::uint16_t last[4];
    simd::store_halves(last, simd::narrow(simd::splat(floats[n])));
    to[n] = last[0];
  }
  return std::none_of(to, to + count, [](std::uint16_t half) { return (half & 0x7c00) == 0x7c00; });
}

}  // namespace heed::kernels
