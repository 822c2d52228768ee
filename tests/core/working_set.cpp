// panel.cpp is compiled here once more, with loads and stores that are noted, and in a namespace of its own.
#include "working_set.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "simd/f32x4.h"

namespace heed {
namespace {

// A cache that forgets the line that was not used for longest, without bound. So the place of a line that is used again
// tells how many lines the cache needs to still have it.
class Lines {
 public:
  void use(const float* p, std::size_t floats) {
    const auto first = reinterpret_cast<std::uintptr_t>(p) / kLine;
    const auto last = reinterpret_cast<std::uintptr_t>(p + floats - 1) / kLine;
    for (auto line = first; line <= last; ++line) use(line);
  }
  // From here on, uses of this array count.
  void watch(const float* array, std::size_t floats) {
    begin_ = reinterpret_cast<std::uintptr_t>(array) / kLine;
    end_ = reinterpret_cast<std::uintptr_t>(array + floats) / kLine;
    lines_.clear();
    needed_ = 0;
  }
  std::size_t needed_bytes() const { return needed_ * kLine; }

 private:
  static constexpr std::size_t kLine = 64;

  void use(std::uintptr_t line) {
    const auto found = std::find(lines_.rbegin(), lines_.rend(), line);
    if (found != lines_.rend()) {
      if (line >= begin_ && line < end_)
        needed_ = std::max(needed_, static_cast<std::size_t>(found - lines_.rbegin()) + 1);
      lines_.erase(std::next(found).base());
    }
    lines_.push_back(line);
  }

  std::vector<std::uintptr_t> lines_;  // the last one used is last
  std::uintptr_t begin_ = 0, end_ = 0;
  std::size_t needed_ = 0;
};

Lines lines;

}  // namespace

namespace simd {
namespace {

f32x4 noted_load(const float* p) {
  lines.use(p, kLanes);
  return load(p);
}
f32x4 noted_load_splat(const float* p) {
  lines.use(p, 1);
  return load_splat(p);
}
void noted_store(float* p, f32x4 a) {
  lines.use(p, kLanes);
  store(p, a);
}

}  // namespace
}  // namespace simd
}  // namespace heed

#define load noted_load
#define load_splat noted_load_splat
#define store noted_store
#define kernels noted_kernels
#include "kernels/panel.cpp"  // NOLINT(bugprone-suspicious-include)
#undef kernels
#undef store
#undef load_splat
#undef load

namespace heed {
namespace {

using noted_kernels::kBlock;
using noted_kernels::kMaxPanelRows;

constexpr std::size_t kMostDim = 128;

// Whole cache lines, as in the scratch of a call.
alignas(64) float rows_of_q[kMaxPanelRows * noted_kernels::kSpread * kMostDim], packed[kBlock * kMostDim],
    scores[kMaxPanelRows * noted_kernels::kScoreStride], output[kMaxPanelRows * kMostDim];

}  // namespace

std::size_t counted_score_bytes(std::size_t rows, std::size_t dim) {
  lines.watch(rows_of_q, std::size(rows_of_q));
  noted_kernels::panel_for(rows).scores(rows_of_q, packed, dim, kBlock, scores);
  return lines.needed_bytes();
}

std::size_t counted_mix_bytes(std::size_t rows, std::size_t value_dim) {
  lines.watch(scores, std::size(scores));
  noted_kernels::panel_for(rows).mix_onto(scores, packed, kBlock, kBlock, value_dim, output);
  return lines.needed_bytes();
}

}  // namespace heed
