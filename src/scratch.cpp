#include "scratch.h"

#include <algorithm>
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

std::size_t Scratch::reserve_bytes(std::size_t element_bytes, std::initializer_list<std::uint64_t> extents) {
  std::uint64_t elements = 0;
  const std::size_t offset = static_cast<std::size_t>(bytes_);
  fits_ = fits_ && product_within(SIZE_MAX / (2 * element_bytes), extents, elements);
  if (!fits_) return 0;
  bytes_ += (elements * element_bytes + kLine - 1) / kLine * kLine;
  fits_ = bytes_ <= SIZE_MAX - kLine;
  return offset;
}

Status Scratch::allocate() {
  if (!fits_) return Status::too_large;
  memory_ = static_cast<unsigned char*>(std::aligned_alloc(kLine, std::max(static_cast<std::size_t>(bytes_), kLine)));
  return memory_ ? Status::ok : Status::out_of_memory;
}

}  // namespace heed
