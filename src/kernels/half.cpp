#include "half.h"

#include <algorithm>
#include <bit>

#include "../simd/half.h"

namespace heed::kernels {

void widen(const std::uint16_t* halves, std::size_t count, float* to) {
  std::size_t n = 0;
  for (; n + 4 <= count; n += 4) simd::store(to + n, simd::widen(simd::load_halves(halves + n)));
  for (; n < count; ++n) to[n] = simd::lane<0>(simd::widen(simd::splat_bits(halves[n])));
}

bool narrow(const float* floats, std::size_t count, std::uint16_t* to) {
  simd::bits4 not_finite = simd::splat_bits(0);  // all ones in a lane that met NaN or Infinity
  const auto narrow_four = [&](const float* from, std::uint16_t* halves) {
    const simd::bits4 four = simd::narrow(simd::load(from));
    const simd::bits4 magnitude = simd::and_bits(four, simd::splat_bits(simd::kHalfSign - 1));
    not_finite = simd::or_bits(not_finite, simd::greater_bits(magnitude, simd::splat_bits(simd::kHalfInfinity - 1)));
    simd::store_halves(halves, four);
  };
  std::size_t n = 0;
  for (; n + 4 <= count; n += 4) narrow_four(floats + n, to + n);
  float last[4] = {};
  std::uint16_t halves[4];
  std::copy_n(floats + n, count - n, last);
  narrow_four(last, halves);
  std::copy_n(halves, count - n, to + n);
  float met[4];
  simd::store(met, simd::floats_of(not_finite));
  return std::none_of(met, met + 4, [](float lane) { return std::bit_cast<std::uint32_t>(lane) != 0; });
}

}  // namespace heed::kernels
