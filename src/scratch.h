// Working memory of one call: sizes are added up in 64 bits first, then taken in a single allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "status.h"

namespace heed {

// The product of extents, or false where it is above limit.
bool product_within(std::uint64_t limit, std::initializer_list<std::uint64_t> extents, std::uint64_t& product);

// True where a tensor of four-byte elements with these extents fits this machine's addresses.
bool addressable(std::initializer_list<std::uint64_t> extents);

class Scratch {
 public:
  // Room for elements of type T, reserved before allocate() and used after it.
  template <class T>
  class Slot {
   public:
    T* get() const { return reinterpret_cast<T*>(scratch_.memory_ + offset_); }

   private:
    friend class Scratch;
    Slot(const Scratch& scratch, std::size_t offset) : scratch_(scratch), offset_(offset) {}

    const Scratch& scratch_;
    const std::size_t offset_;
  };

  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  template <class T = float>
  Slot<T> reserve(std::initializer_list<std::uint64_t> extents) {
    static_assert(alignof(T) <= kLine);
    return {*this, reserve_bytes(sizeof(T), extents)};
  }

  // too_large where the sum of all slots does not fit this machine's addresses, out_of_memory where it is refused.
  Status allocate();

 private:
  // The offset of the new slot.
  std::size_t reserve_bytes(std::size_t element_bytes, std::initializer_list<std::uint64_t> extents);

  static constexpr std::size_t kLine = 64;  // a cache line: an aligned vector load never spans two
  std::uint64_t bytes_ = 0;
  bool fits_ = true;
  unsigned char* memory_ = nullptr;
};

}  // namespace heed
