#include "panel.h"

#include <algorithm>

#include "../simd/f32x4.h"

namespace heed::kernels {

using simd::f32x4;

namespace {

// What the sums of a tile begin with: 0, or what the output holds.
enum class Start { zero, output };

template <int Rows>
struct Panel {
  static_assert(Rows == 4 || Rows == 6);
  static constexpr std::size_t kRows = Rows;

  // Floats from one step of depth of packed rows to the next.
  static constexpr std::size_t kStep = kRows * kSpread;

  // Four columns of the source at a time.
  static void pack(const float* source, std::size_t row_stride, std::size_t count, std::size_t depth, float factor,
                   float* packed) {
    const f32x4 scale = simd::splat(factor);
    std::size_t k = 0;
    if (count == kRows) {
      for (; k + 4 <= depth; k += 4) {
        if constexpr (kSpread == 1)
          pack_four(source + k, row_stride, scale, packed + k * kStep);
        else
          spread_four(source + k, row_stride, scale, packed + k * kStep);
      }
    }
    for (; k < depth; ++k)
      for (std::size_t r = 0; r < kRows; ++r)
        std::fill_n(packed + k * kStep + r * kSpread, kSpread, r < count ? source[r * row_stride + k] * factor : 0.0f);
  }

  static void pack_side_by_side(const float* source, std::size_t step_stride, std::size_t panels, std::size_t depth,
                                float* packed) {
    for (std::size_t k = 0; k < depth; ++k, source += step_stride, packed += kStep)
      for (std::size_t p = 0; p < panels; ++p) put(source + p * kRows, packed + p * depth * kStep);
  }

  // The numbers of one step of depth.
  static void put(const float* from, float* to) {
    if constexpr (kSpread == 1) {
      std::copy_n(from, kRows, to);
    } else {
      static_assert(Rows == simd::kLanes && kSpread == simd::kLanes);
      const f32x4 four = simd::load(from);
      simd::store(to, simd::splat_lane<0>(four));
      simd::store(to + kSpread, simd::splat_lane<1>(four));
      simd::store(to + 2 * kSpread, simd::splat_lane<2>(four));
      simd::store(to + 3 * kSpread, simd::splat_lane<3>(four));
    }
  }

  // Four columns become four rows of the pack. With six rows, the second store of a step writes two lanes too many. The
  // next step overwrites them, and kPackSlack leaves room for the last.
  static void pack_four(const float* source, std::size_t row_stride, f32x4 scale, float* packed) {
    f32x4 low[4], high[4];
    for (std::size_t r = 0; r < 4; ++r) low[r] = simd::mul(simd::load(source + r * row_stride), scale);
    simd::transpose(low[0], low[1], low[2], low[3]);
    if constexpr (Rows == 6) {
      const f32x4 e = simd::mul(simd::load(source + 4 * row_stride), scale);
      const f32x4 f = simd::mul(simd::load(source + 5 * row_stride), scale);
      high[0] = simd::zip_low(e, f);
      high[1] = simd::high_halves(high[0], high[0]);
      high[2] = simd::zip_high(e, f);
      high[3] = simd::high_halves(high[2], high[2]);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      simd::store(packed + k * kRows, low[k]);
      if constexpr (Rows == 6) simd::store(packed + k * kRows + 4, high[k]);
    }
  }

  // Each number of four columns fills a vector of the pack.
  static void spread_four(const float* source, std::size_t row_stride, f32x4 scale, float* packed) {
    for (std::size_t r = 0; r < kRows; ++r, packed += kSpread) {
      const f32x4 row = simd::mul(simd::load(source + r * row_stride), scale);
      simd::store(packed, simd::splat_lane<0>(row));
      simd::store(packed + kStep, simd::splat_lane<1>(row));
      simd::store(packed + 2 * kStep, simd::splat_lane<2>(row));
      simd::store(packed + 3 * kStep, simd::splat_lane<3>(row));
    }
  }

  static void scores(const float* packed_rows, const float* packed_columns, std::size_t depth, std::size_t columns,
                     float* s) {
    product<Start::zero>(packed_rows, packed_columns, depth, columns, kScoreStride, s);
  }

  // for each run of depth: for each panel of 8 columns: one tile
  template <Start From>
  static void product(const float* packed_rows, const float* packed_columns, std::size_t depth, std::size_t columns,
                      std::size_t stride, float* c) {
    product_run<From>(packed_rows, packed_columns, depth, 0, columns, stride, c);
    for (std::size_t k = kScoreRun; k < depth; k += kScoreRun)
      product_run<Start::output>(packed_rows, packed_columns, depth, k, columns, stride, c);
  }

  template <Start From>
  static void product_run(const float* packed_rows, const float* packed_columns, std::size_t depth, std::size_t k,
                          std::size_t columns, std::size_t stride, float* c) {
    const std::size_t run = std::min(depth - k, kScoreRun);
    for (std::size_t j = 0; j < columns; j += kPanelColumns)
      tile<kSpread, kStep, kSpread == simd::kLanes, From>(
          packed_rows + k * kStep, packed_columns + j * depth + k * kPanelColumns, run, stride, c + j);
  }

  // for each run of keys: for each panel of 8 value columns: one tile
  template <Start From>
  static void mix(const float* p, const float* packed, std::size_t depth, std::size_t panel_depth, std::size_t columns,
                  float* o) {
    mix_run<From>(p, packed, std::min(depth, kMixRun), panel_depth, columns, o);
    for (std::size_t k = kMixRun; k < depth; k += kMixRun)
      mix_run<Start::output>(p + k, packed + k * kPanelColumns, std::min(depth - k, kMixRun), panel_depth, columns, o);
  }

  template <Start From>
  static void mix_run(const float* p, const float* packed, std::size_t run, std::size_t panel_depth,
                      std::size_t columns, float* o) {
    for (std::size_t j = 0; j < columns; j += kPanelColumns)
      tile<kScoreStride, 1, false, From>(p, packed + j * panel_depth, run, columns, o + j);
  }

  // for each tile of keys, whose column of p stays in L1: for each panel of 8 columns: one tile over the queries
  static void mix_transposed(const float* p, const float* packed, std::size_t depth, std::size_t panel_depth,
                             std::size_t count, std::size_t columns, float* o) {
    for (std::size_t i = 0; i < count; i += kRows)
      for (std::size_t j = 0; j < columns; j += kPanelColumns)
        tile<1, kScoreStride, false, Start::output>(p + i, packed + j * panel_depth, depth, columns,
                                                    o + i * columns + j);
  }

  // o (rows, 8), stride apart, = a · b, or += where it starts from the output. This is a function of its own, because
  // V8 unrolls a loop inside another loop, hoists the loads of the first copy, and spills. Up to Node 22, that costs 6
  // × 2 a tenth of its speed.
  template <std::size_t RowStep, std::size_t DepthStep, bool IsSpread, Start From>
  [[gnu::noinline]] static void tile(const float* a, const float* b, std::size_t depth, std::size_t stride, float* o) {
    f32x4 c[Rows][2];
    for (std::size_t r = 0; r < kRows; ++r) {
      c[r][0] = From == Start::output ? simd::load(o + r * stride) : simd::splat(0.0f);
      c[r][1] = From == Start::output ? simd::load(o + r * stride + 4) : simd::splat(0.0f);
    }
    accumulate<Rows, RowStep, DepthStep, IsSpread>(a, b, depth, c);
    for (std::size_t r = 0; r < kRows; ++r) {
      simd::store(o + r * stride, c[r][0]);
      simd::store(o + r * stride + 4, c[r][1]);
    }
  }

  static constexpr PanelKernels table{kRows,
                                      &pack,
                                      &pack_side_by_side,
                                      &scores,
                                      &product<Start::zero>,
                                      &product<Start::output>,
                                      &mix<Start::zero>,
                                      &mix<Start::output>,
                                      &mix_transposed};
};

}  // namespace

const PanelKernels& panel_for(std::size_t rows_left) {
  return rows_left <= 4 || rows_left == 7 || rows_left == 8 ? Panel<4>::table : Panel<simd::kTallestTile>::table;
}

}  // namespace heed::kernels
