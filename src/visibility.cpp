#include "visibility.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/softmax.h"
#include "kernels/tile.h"

namespace heed {

std::size_t Visibility::end(std::size_t b, std::size_t i) const {
  std::int64_t end = static_cast<std::int64_t>(keys_);
  if (options_.key_lengths) end = std::min<std::int64_t>(end, options_.key_lengths[b]);
  if (options_.causal_offsets) end = std::min(end, static_cast<std::int64_t>(i) + options_.causal_offsets[b] + 1);
  return static_cast<std::size_t>(std::max<std::int64_t>(end, 0));
}

bool Visibility::allows(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
  const PairView<std::uint8_t>& mask = options_.mask;
  const PairView<float>& bias = options_.bias;
  if (mask && mask.row(b, h, i)[j * mask.key_stride] == 0) return false;
  return !(bias && bias.row(b, h, i)[j * bias.key_stride] == kernels::kMasked);
}

bool Visibility::may_attend(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
  return j < end(b, i) && allows(b, h, i, j);
}

void Visibility::limit(const RowPart& part, float bias_shift, float* s) const {
  const auto& [b, h, i, key, count] = part;
  const float hidden = options_.softmax ? kernels::kMasked : 0.0f;
  if (const PairView<float>& bias = options_.bias; bias)
    kernels::add_bias(s, count, bias.row(b, h, i) + key * bias.key_stride, bias.key_stride, bias_shift, hidden);
  if (const PairView<std::uint8_t>& mask = options_.mask; mask)
    kernels::apply_mask(s, count, mask.row(b, h, i) + key * mask.key_stride, mask.key_stride, hidden);
  fill_from_end(part, hidden, s);
}

void Visibility::clear(const RowPart& part, float* s) const {
  const auto& [b, h, i, key, count] = part;
  if (const PairView<std::uint8_t>& mask = options_.mask; mask)
    kernels::apply_mask(s, count, mask.row(b, h, i) + key * mask.key_stride, mask.key_stride, 0.0f);
  if (const PairView<float>& bias = options_.bias; bias)
    for (std::size_t j = 0; j < count; ++j)
      if (bias.row(b, h, i)[(key + j) * bias.key_stride] == kernels::kMasked) s[j] = 0.0f;
  fill_from_end(part, 0.0f, s);
}

// Writes value where the keys are at or after the row's end.
void Visibility::fill_from_end(const RowPart& part, float value, float* s) const {
  const std::size_t stop = end(part.b, part.i);
  kernels::fill(s, stop > part.key ? std::min(stop - part.key, part.count) : 0,
                kernels::round_up(part.count, kernels::kPanelColumns), value);
}

float Visibility::bias_shift(std::size_t b, std::size_t h, std::size_t i) const {
  if (!options_.bias) return 0.0f;
  const float* bias = options_.bias.row(b, h, i);
  const std::size_t step = options_.bias.key_stride, stop = end(b, i);
  std::size_t j = step == 1 && !options_.mask ? stop / 4 * 4 : 0;
  float largest = kernels::row_max(bias, j, kernels::kMasked);
  for (; j < stop; ++j)
    if (bias[j * step] > largest && allows(b, h, i, j)) largest = bias[j * step];
  return std::isfinite(largest) ? largest : 0.0f;
}

}  // namespace heed
