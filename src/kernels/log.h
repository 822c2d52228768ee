// The natural logarithm in double precision. The C library's logarithm brings tables of 4 KB.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace heed::kernels {

// ln x for a normal x > 0, with an error below 1e-12. NaN stays NaN, and Infinity stays Infinity.
inline double log(double x) {
  if (!(x < std::numeric_limits<double>::infinity())) return x;
  // x = m · 2^exponent with m in [√½, √2)
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e667f3bcd;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x) - kRootHalf;
  const auto exponent = static_cast<std::int64_t>(bits) >> 52;
  const double m = std::bit_cast<double>((bits & 0xfffffffffffff) + kRootHalf);
  // ln m = 2·artanh(t) with |t| < 0.172
  const double t = (m - 1.0) / (m + 1.0);
  double series = 0.0;
  for (int n = 17; n >= 1; n -= 2) series = series * t * t + 1.0 / n;
  return 2.0 * t * series + static_cast<double>(exponent) * 0.6931471805599453;
}

}  // namespace heed::kernels
