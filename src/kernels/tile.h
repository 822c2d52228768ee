// The register tile that every product uses: Rows × two vectors of c stay in registers while k passes the depth.
#pragma once

#include <cstddef>

#include "../simd/f32x4.h"

namespace heed::kernels {

// Columns of a packed panel: two vectors.
inline constexpr std::size_t kPanelColumns = 8;

constexpr std::size_t round_up(std::size_t n, std::size_t step) { return (n + step - 1) / step * step; }

// c[r] += Σ_k a[r·RowStep + k·DepthStep] · b[k·8 … k·8+7]. With IsSpread, that number of a already fills a vector
// there. The kernel files are compiled so that instructions keep the order of these statements. So nothing is hoisted,
// and a tile of 4 × 2 or 6 × 2 stays within the sixteen registers of x86-64. The loop over k is not unrolled: unrolling
// it spills registers.
template <int Rows, std::size_t RowStep, std::size_t DepthStep, bool IsSpread>
inline void accumulate(const float* a, const float* b, std::size_t depth, simd::f32x4 (&c)[Rows][2]) {
  for (const float* const end = b + depth * kPanelColumns; b != end; b += kPanelColumns, a += DepthStep) {
    const simd::f32x4 b0 = simd::load(b);
    const simd::f32x4 b1 = simd::load(b + simd::kLanes);
    for (int r = 0; r < Rows; ++r) {
      const float* const number = a + static_cast<std::size_t>(r) * RowStep;
      const simd::f32x4 x = IsSpread ? simd::load(number) : simd::load_splat(number);
      c[r][0] = simd::madd(x, b0, c[r][0]);
      c[r][1] = simd::madd(x, b1, c[r][1]);
    }
  }
}

}  // namespace heed::kernels
