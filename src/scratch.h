// Working memory of one call: sizes are added up in 64 bits first, then taken in a single allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>

namespace heed {

// The product of extents, or false where it does not fit 64 bits.
inline bool checked_product(std::initializer_list<std::uint64_t> extents, std::uint64_t& product) {
  product = 1;
  for (const std::uint64_t extent : extents)
    if (__builtin_mul_overflow(product, extent, &product)) return false;
  return true;
}

// True where a tensor of four-byte elements with these extents fits this machine's addresses.
inline bool addressable(std::initializer_list<std::uint64_t> extents) {
  std::uint64_t elements = 0;
  return checked_product(extents, elements) && elements <= SIZE_MAX / sizeof(float);
}

class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { std::free(memory_); }

  // First pass: note what will be needed. Returns a place to redeem after allocate().
  std::size_t reserve(std::initializer_list<std::uint64_t> extents) {
    std::uint64_t elements = 0;
    const std::size_t place = static_cast<std::size_t>(bytes_);
    fits_ = fits_ && checked_product(extents, elements) && elements <= SIZE_MAX / (2 * sizeof(float));
    if (!fits_) return 0;
    bytes_ += (elements * sizeof(float) + kLine - 1) / kLine * kLine;
    fits_ = bytes_ <= SIZE_MAX - kLine;
    return place;
  }

  bool fits() const { return fits_; }

  bool allocate() {
    memory_ = static_cast<unsigned char*>(std::aligned_alloc(kLine, bytes_ ? static_cast<std::size_t>(bytes_) : kLine));
    return memory_ != nullptr;
  }

  template <class T = float>
  T* at(std::size_t place) const {
    static_assert(sizeof(T) == sizeof(float));
    return reinterpret_cast<T*>(memory_ + place);
  }

 private:
  static constexpr std::size_t kLine = 64;  // a cache line: no vector load straddles two
  std::uint64_t bytes_ = 0;
  bool fits_ = true;
  unsigned char* memory_ = nullptr;
};

}  // namespace heed
