// What the products of forward need in a cache, counted in the kernels themselves.
#pragma once

#include <cstddef>

namespace heed {

// The bytes that a cache must hold so that each product of a panel of rows with a block of keys reads its repeated
// operand from memory once: the packed rows for scores, the scores for mix. Such a cache forgets what was not used for
// longest. dim: at most 128.
std::size_t counted_score_bytes(std::size_t rows, std::size_t dim);
std::size_t counted_mix_bytes(std::size_t rows, std::size_t value_dim);

}  // namespace heed
