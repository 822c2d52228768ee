// Which keys a query may attend to, from every option that has a say in it.
#pragma once

#include <cstddef>

#include "attention.h"

namespace heed {

class Visibility {
 public:
  Visibility(const AttentionOptions& options, std::size_t keys) : options_(options), keys_(keys) {}

  // Causal order and key lengths leave each row a prefix of the keys: [0, end). It never shrinks as i grows.
  std::size_t end(std::size_t b, std::size_t i) const;

  // Within the prefix, mask and bias decide.
  bool may_attend(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const;

  // From scores to logits for count keys of row i, starting at `key`: bias less bias_shift, then every limit. Entries
  // past count, up to the next multiple of 8, become masked too. Softmax wants masked keys at -Infinity; without it
  // their weight is 0.
  void limit(std::size_t b, std::size_t h, std::size_t i, std::size_t key, std::size_t count, float bias_shift,
             float* s) const;

  // 0 in place of what row i may not attend to, of count entries from `key` on; and up to the next multiple of 8.
  void clear(std::size_t b, std::size_t h, std::size_t i, std::size_t key, std::size_t count, float* s) const;

  // The largest bias among the keys that row i may attend to, or 0 where there is none or it is not finite.
  // Softmax does not feel a shift of a whole row; taking it off first keeps the scores' low bits under a bias of −1e9.
  float bias_shift(std::size_t b, std::size_t h, std::size_t i) const;

 private:
  bool allows(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const;

  const AttentionOptions& options_;
  std::size_t keys_;
};

}  // namespace heed
