// Passes of ALiBi over a row of scores: a penalty that grows with the distance from the row's position to the key.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// Key j of a row of scores stands first + j from the row's position; before it, this is negative. `less` is taken off
// each distance while both are integers, so that near keys keep their low bits wherever the row stands.
struct Distances {
  std::int64_t first, less;
};

// s[j] −= slope · (|first + j| − less); any n.
void subtract_distances(float* s, std::size_t n, const Distances& distances, float slope);

// Σ (|first + j| − less) · d[j]; any n.
double distance_sum(const float* d, std::size_t n, const Distances& distances);

}  // namespace heed::kernels
