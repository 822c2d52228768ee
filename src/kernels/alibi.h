// Passes of ALiBi over a row of scores: a penalty that grows with the distance from the row's position to the key.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

// Key j of a row of scores stands first + j from the row's position; this is negative for a key before it. `less` is
// taken off each distance while both are integers, so that near keys keep their low bits wherever the row stands.
struct Distances {
  std::int64_t first, less;
};

// s[j] −= slope · (|first + j| − less), for fewer than 2^16 keys. Vectors are written by twos, so up to 7 numbers from
// s[n] on change. Returns the largest number that it wrote, because softmax wants it, and it costs less here than in a
// pass of its own.
float subtract_distances(float* s, std::size_t n, const Distances& distances, float slope);

// Sums over a row of keys. Key j stands |first + j| from the row's position.
struct DistanceSums {
  double d = 0.0;                    // Σ d
  double weights = 0.0;              // Σ weight
  double d_by_distance = 0.0;        // Σ |first + j| · d
  double weights_by_distance = 0.0;  // Σ |first + j| · weight
};

// Adds n (a multiple of 4) keys, fewer than 2^16. The sums of d are in double precision, because distances are large
// and the sums cancel. The sums of the weights are rounded; their quotient, the mean distance, is right to some
// hundredths.
void add_distances(const float* d, const float* weights, std::size_t n, std::int64_t first, DistanceSums& sums);

}  // namespace heed::kernels
