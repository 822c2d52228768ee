#include "working_set.h"

#include <algorithm>
#include <catch_amalgamated.hpp>

#include "forward_plan.h"

namespace heed {
namespace {

// Of each row of the output, a tile touches one cache line or two, and shares one with the next tile.
constexpr std::size_t kOfOutput = 2 * 64;

std::size_t apart(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

TEST_CASE("a product rereads what fits in 24 KB at d = 64, and the plan says how much that is") {
  const auto rows = GENERATE(std::size_t{4}, std::size_t{simd::kTallestTile});
  for (const std::size_t dim : {std::size_t{32}, std::size_t{64}, std::size_t{128}}) {
    const std::size_t scores = counted_score_bytes(rows, dim), mix = counted_mix_bytes(rows, dim);
    CAPTURE(rows, dim, scores, mix);
    CHECK(apart(scores, ForwardPlan::score_bytes(rows, dim)) <= rows * kOfOutput);
    CHECK(apart(mix, ForwardPlan::mix_bytes(rows)) <= rows * kOfOutput);
    if (dim <= 64) CHECK(std::max(scores, mix) <= ForwardPlan::kL1Bytes);
  }
}

}  // namespace
}  // namespace heed
