// Rotary position embedding of one row.
#pragma once

#include <cstddef>

namespace heed::kernels {

// The cosines and sines of one position, and which columns form pairs: (2i, 2i + 1), or (i, i + pairs).
struct Angles {
  const float* cos;
  const float* sin;
  std::size_t pairs;
  bool interleaved;
};

// forth: y1 = cos·x1 − sin·x2, y2 = sin·x1 + cos·x2. back is the transpose: sin changes its sign.
enum class Turn { forth, back };

// Turns the pairs in the first columns of x, and copies the other columns. y may be x. A pair gives the same bits in
// both layouts, and zeros give +0.
void rotate_row(const float* x, std::size_t columns, const Angles& angles, Turn way, float* y);

}  // namespace heed::kernels
