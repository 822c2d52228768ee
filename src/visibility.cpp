#include "visibility.h"

#include <algorithm>
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

void Visibility::limit(std::size_t b, std::size_t h, std::size_t i, std::size_t key, std::size_t count,
                       float bias_shift, float* s) const {
  const float masked = options_.softmax ? kernels::kMasked : 0.0f;
  if (const PairView<float>& bias = options_.bias; bias)
    kernels::add_bias(s, count, bias.row(b, h, i) + key * bias.key_stride, bias.key_stride, bias_shift, masked);
  if (const PairView<std::uint8_t>& mask = options_.mask; mask)
    kernels::apply_mask(s, count, mask.row(b, h, i) + key * mask.key_stride, mask.key_stride, masked);
  const std::size_t stop = end(b, i), padded = kernels::round_up(count, kernels::kPanelColumns);
  kernels::fill(s, stop > key ? std::min(stop - key, count) : 0, padded, masked);
}

void Visibility::clear(std::size_t b, std::size_t h, std::size_t i, std::size_t key, std::size_t count,
                       float* s) const {
  if (const PairView<std::uint8_t>& mask = options_.mask; mask)
    kernels::apply_mask(s, count, mask.row(b, h, i) + key * mask.key_stride, mask.key_stride, 0.0f);
  if (const PairView<float>& bias = options_.bias; bias)
    for (std::size_t j = 0; j < count; ++j)
      if (bias.row(b, h, i)[(key + j) * bias.key_stride] == kernels::kMasked) s[j] = 0.0f;
  const std::size_t stop = end(b, i);
  kernels::fill(s, stop > key ? std::min(stop - key, count) : 0, kernels::round_up(count, kernels::kPanelColumns),
                0.0f);
}

float Visibility::bias_shift(std::size_t b, std::size_t h, std::size_t i) const {
  if (!options_.bias) return 0.0f;
  const float* bias = options_.bias.row(b, h, i);
  const std::size_t step = options_.bias.key_stride, stop = end(b, i);
  std::size_t j = step == 1 && !options_.mask ? stop / 4 * 4 : 0;
  float largest = kernels::row_max(bias, j, kernels::kMasked);
  for (; j < stop; ++j)
    if (bias[j * step] > largest && allows(b, h, i, j)) largest = bias[j * step];
  return largest - largest == 0.0f ? largest : 0.0f;
}

}  // namespace heed
