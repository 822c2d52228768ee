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
  for (std::size_t n = 0; n < count; n += 4) {
    const std::size_t some = std::min<std::size_t>(count - n, 4);
    float four[4] = {};
    std::uint16_t halves[4];
    std::copy_n(floats + n, some, four);
    simd::store_halves(halves, simd::narrow(simd::load(four)));
    std::copy_n(halves, some, to + n);
  }
  return std::none_of(to, to + count, [](std::uint16_t half) { return (half & 0x7c00) == 0x7c00; });
}

}  // namespace heed::kernels
