// Products of a panel of rows against double precision, at each height and across the runs that a depth is cut into.
#include "../../src/kernels/panel.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "random.h"

using namespace heed;
using namespace heed::kernels;
using namespace heed::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Factors {
  std::size_t rows, depth, columns;
  std::vector<float> a, b;  // (rows, depth) and (depth, columns)
};

Factors random_factors(Random& random, std::size_t rows, std::size_t depth, std::size_t columns) {
  Factors of{rows, depth, columns, std::vector<float>(rows * depth), std::vector<float>(depth * columns)};
  for (float& x : of.a) x = random.normal();
  for (float& x : of.b) x = random.normal();
  return of;
}

// b as panels [columns/8][panel_depth][8]
std::vector<float> packed(const Factors& of, std::size_t panel_depth) {
  std::vector<float> panels(of.columns * panel_depth, kNaN);
  for (std::size_t k = 0; k < of.depth; ++k)
    for (std::size_t j = 0; j < of.columns; ++j)
      panels[(j / kPanelColumns * panel_depth + k) * kPanelColumns + j % kPanelColumns] = of.b[k * of.columns + j];
  return panels;
}

// c (rows, columns), whose rows are `stride` apart, is start + a · b.
void require_product(const Factors& of, const std::vector<float>& c, std::size_t stride, double start) {
  for (std::size_t r = 0; r < of.rows; ++r)
    for (std::size_t j = 0; j < of.columns; ++j) {
      double sum = start, size = std::abs(start);
      for (std::size_t k = 0; k < of.depth; ++k) {
        const double term = static_cast<double>(of.a[r * of.depth + k]) * of.b[k * of.columns + j];
        sum += term;
        size += std::abs(term);
      }
      const float found = c[r * stride + j];
      CAPTURE(of.rows, of.depth, r, j, found, sum);
      REQUIRE(std::abs(found - sum) <= 1e-6 * size);
    }
}

constexpr std::size_t kColumns = 24;

}  // namespace

TEST_CASE("a panel of either height multiplies packed rows by packed columns, at any depth", "[panel]") {
  Random random(901);
  for (const std::size_t height : {4u, 6u})
    for (const std::size_t depth : {1u, 2u, 7u, 127u, 128u, 129u, 511u, 512u, 513u, 1030u}) {
      const PanelKernels& panel = panel_for(height);
      Factors of = random_factors(random, panel.rows, depth, kColumns);
      const std::vector<float> b = packed(of, depth);
      std::vector<float> a(panel.rows * kSpread * depth + kPackSlack);
      const std::size_t count = panel.rows - depth % 2;  // the rows after them are zeros
      panel.pack(of.a.data(), depth, count, depth, 1.0f, a.data());
      std::fill_n(of.a.data() + count * depth, (panel.rows - count) * depth, 0.0f);
      std::vector<float> c(panel.rows * kScoreStride, kNaN);
      panel.scores(a.data(), b.data(), depth, kColumns, c.data());
      require_product(of, c, kScoreStride, 0.0);
      const std::size_t stride = kColumns + 3;
      panel.product(a.data(), b.data(), depth, kColumns, stride, c.data());
      require_product(of, c, stride, 0.0);
      std::fill(c.begin(), c.end(), 2.0f);
      panel.product_onto(a.data(), b.data(), depth, kColumns, stride, c.data());
      require_product(of, c, stride, 2.0);
    }
}

TEST_CASE("a panel of either height mixes rows of values, and adds up what each value is worth", "[panel]") {
  Random random(902);
  for (const std::size_t height : {4u, 6u})
    for (const std::size_t depth : {1u, 2u, 7u, 255u, 256u, 257u, 512u}) {
      const PanelKernels& panel = panel_for(height);
      const Factors of = random_factors(random, panel.rows, depth, kColumns);
      const std::size_t panel_depth = depth + 5;
      const std::vector<float> b = packed(of, panel_depth);
      std::vector<float> p(panel.rows * kScoreStride, kNaN), c(panel.rows * kColumns, kNaN);
      for (std::size_t r = 0; r < panel.rows; ++r)
        std::copy_n(of.a.data() + r * depth, depth, p.data() + r * kScoreStride);
      panel.mix(p.data(), b.data(), depth, panel_depth, kColumns, c.data());
      require_product(of, c, kColumns, 0.0);
      std::fill(c.begin(), c.end(), 2.0f);
      panel.mix_onto(p.data(), b.data(), depth, panel_depth, kColumns, c.data());
      require_product(of, c, kColumns, 2.0);

      for (const std::size_t count : {std::size_t{1}, panel.rows, std::size_t{13}}) {
        const Factors across = random_factors(random, count, depth, kColumns);
        const std::vector<float> packed_across = packed(across, panel_depth);
        std::vector<float> pairs(depth * kScoreStride);  // (depth, count)
        for (std::size_t k = 0; k < depth; ++k)
          for (std::size_t r = 0; r < count; ++r) pairs[k * kScoreStride + r] = across.a[r * depth + k];
        std::vector<float> sums((count + panel.rows - 1) * kColumns, 2.0f);
        panel.mix_transposed(pairs.data(), packed_across.data(), depth, panel_depth, count, kColumns, sums.data());
        require_product(across, sums, kColumns, 2.0);
      }
    }
}
