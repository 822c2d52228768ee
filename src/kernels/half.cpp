#include "half.h"

#include "../simd/half.h"

namespace heed::kernels {

void widen(const std::uint16_t* halves, std::size_t count, float* to) {
  std::size_t n = 0;
  for (; n + 4 <= count; n += 4) simd::store(to + n, simd::widen(simd::load_halves(halves + n)));
  for (; n < count; ++n) to[n] = simd::lane<0>(simd::widen(simd::splat_bits(halves[n])));
}

}  // namespace heed::kernels
