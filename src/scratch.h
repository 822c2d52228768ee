// Working memory of one call: sizes are added up in 64 bits first, then taken in a single allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace heed {

// The product of extents, or false where it is above limit.
bool product_within(std::uint64_t limit, std::initializer_list<std::uint64_t> extents, std::uint64_t& product);

// True where a tensor of four-byte elements with these extents fits this machine's addresses.
bool addressable(std::initializer_list<std::uint64_t> extents);

class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  // First pass: note what will be needed. Returns a place to redeem after allocate().
  std::size_t reserve(std::initializer_list<std::uint64_t> extents);

  bool fits() const { return fits_; }

  bool allocate();

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
