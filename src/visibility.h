// Which keys a query may attend to. Every option that has a say in it is read here and nowhere else.
#pragma once

#include <cstddef>

#include "problem.h"

namespace heed {

// Some keys of row i: `count` keys from `key` on.
struct RowPart {
  std::size_t b, h, i;
  std::size_t key, count;
};

class Visibility {
 public:
  Visibility(const AttentionOptions& options, std::size_t keys) : options_(options), keys_(keys) {}

  // Causal order and key lengths leave each row the keys [0, end). The end never falls as i grows.
  std::size_t end(std::size_t b, std::size_t i) const;

  // Below the end, mask and bias decide.
  bool may_attend(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const;

  // From scores to logits: adds bias less bias_shift, then hides the keys that the row may not attend to. The entries
  // after `count` are hidden too, up to the next multiple of 8. Softmax wants hidden keys at -Infinity. Without softmax
  // they become 0, which is their weight.
  void limit(const RowPart& part, float bias_shift, float* s) const;

  // Writes 0 where the row may not attend to the key, and after `count` up to the next multiple of 8.
  void clear(const RowPart& part, float* s) const;

  // The largest bias among the keys that row i may attend to, or 0 where there is none or it is not finite.
  // Softmax does not change when a whole row is shifted. Taking this off first keeps the scores' low bits under a bias
  // of −1e9.
  float bias_shift(std::size_t b, std::size_t h, std::size_t i) const;

 private:
  bool allows(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const;
  void fill_from_end(const RowPart& part, float value, float* s) const;

  const AttentionOptions& options_;
  std::size_t keys_;
};

}  // namespace heed
