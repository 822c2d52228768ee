// The extents at which kernels go wrong: around vectors, panels and blocks of keys.
#pragma once

#include <cstddef>
#include <vector>

namespace heed::test {

inline const std::vector<std::size_t> kSmallSizes{1, 2, 3, 4, 5, 6, 7, 8, 9};

// Queries and keys.
inline const std::vector<std::size_t> kSizes{1,  2,  3,  4,  5,   6,   7,   8,   9,   15,  16,  17,  31,  32,
                                             33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1000};

// dim and value_dim.
inline const std::vector<std::size_t> kDims{1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 32, 33, 64, 80, 128};

}  // namespace heed::test
