// Which keys a query may attend to, from every option that has a say in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "attention.h"
#include "kernels/softmax.h"
#include "kernels/tile.h"

namespace heed {

class Visibility {
 public:
  Visibility(const AttentionOptions& options, std::size_t keys) : options_(options), keys_(keys) {}

  // Causal order and key lengths leave each row a prefix of the keys: [0, end). It never shrinks as i grows.
  std::size_t end(std::size_t b, std::size_t i) const {
    std::int64_t end = static_cast<std::int64_t>(keys_);
    if (options_.key_lengths) end = std::min<std::int64_t>(end, options_.key_lengths[b]);
    if (options_.causal_offsets) end = std::min(end, static_cast<std::int64_t>(i) + options_.causal_offsets[b] + 1);
    return static_cast<std::size_t>(std::max<std::int64_t>(end, 0));
  }

  // Within the prefix, mask and bias decide.
  bool allows(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
    const PairView<std::uint8_t>& mask = options_.mask;
    const PairView<float>& bias = options_.bias;
    if (mask && mask.row(b, h, i)[j * mask.key_stride] == 0) return false;
    return !(bias && bias.row(b, h, i)[j * bias.key_stride] == kernels::kMasked);
  }

  bool may_attend(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
    return j < end(b, i) && allows(b, h, i, j);
  }

  // From scores to logits for count keys of row i, starting at `key`: bias less bias_shift, then every limit. Entries
  // past count, up to the next multiple of 8, become masked too. Softmax wants masked keys at -Infinity; without it
  // their weight is 0.
  void limit(std::size_t b, std::size_t h, std::size_t i, std::size_t key, std::size_t count, float bias_shift,
             float* s) const {
    const float masked = options_.softmax ? kernels::kMasked : 0.0f;
    if (const PairView<float>& bias = options_.bias; bias)
      kernels::add_bias(s, count, bias.row(b, h, i) + key * bias.key_stride, bias.key_stride, bias_shift, masked);
    if (const PairView<std::uint8_t>& mask = options_.mask; mask)
      kernels::apply_mask(s, count, mask.row(b, h, i) + key * mask.key_stride, mask.key_stride, masked);
    const std::size_t stop = end(b, i), padded = kernels::round_up(count, kernels::kPanelColumns);
    kernels::fill(s, stop > key ? std::min(stop - key, count) : 0, padded, masked);
  }

  // The largest bias among the keys that row i may attend to, or 0 where there is none or it is not finite.
  // Softmax does not feel a shift of a whole row; taking it off first keeps the scores' low bits under a bias of −1e9.
  float bias_shift(std::size_t b, std::size_t h, std::size_t i) const {
    if (!options_.bias) return 0.0f;
    const float* bias = options_.bias.row(b, h, i);
    const std::size_t step = options_.bias.key_stride, stop = end(b, i);
    std::size_t j = step == 1 && !options_.mask ? stop / 4 * 4 : 0;
    float largest = kernels::row_max(bias, j, kernels::kMasked);
    for (; j < stop; ++j)
      if (bias[j * step] > largest && allows(b, h, i, j)) largest = bias[j * step];
    return largest - largest == 0.0f ? largest : 0.0f;
  }

 private:
  const AttentionOptions& options_;
  std::size_t keys_;
};

}  // namespace heed
