#include "scratch.h"

#include <cstdlib>

namespace heed {

bool product_within(std::uint64_t limit, std::initializer_list<std::uint64_t> extents, std::uint64_t& product) {
  product = 1;
  for (const std::uint64_t extent : extents) {
    if (extent > 0 && product > limit / extent) return false;
    product *= extent;
  }
  return true;
}

bool addressable(std::initializer_list<std::uint64_t> extents) {
  std::uint64_t elements = 0;
  return product_within(SIZE_MAX / sizeof(float), extents, elements);
}

Scratch::~Scratch() { std::free(memory_); }

std::size_t Scratch::reserve(std::initializer_list<std::uint64_t> extents) {
  std::uint64_t elements = 0;
  const std::size_t place = static_cast<std::size_t>(bytes_);
  fits_ = fits_ && product_within(SIZE_MAX / (2 * sizeof(float)), extents, elements);
  if (!fits_) return 0;
  bytes_ += (elements * sizeof(float) + kLine - 1) / kLine * kLine;
  fits_ = bytes_ <= SIZE_MAX - kLine;
  return place;
}

bool Scratch::allocate() {
  memory_ = static_cast<unsigned char*>(std::aligned_alloc(kLine, bytes_ ? static_cast<std::size_t>(bytes_) : kLine));
  return memory_ != nullptr;
}

}  // namespace heed
