#include "allocations.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>

namespace {

using heed::test::Allocations;

struct Block {
  void* address;
  std::size_t bytes;
};

bool counting = false;
std::size_t granted_count = 0;
Allocations count;
Block blocks[64];  // those in use; the core holds few at once

Block* find_block(void* address) {
  for (Block& block : blocks)
    if (block.address == address) return &block;
  std::abort();  // more blocks than blocks[] has room for
}

// Takes a block by `allocate`. That may call another of the wrapped functions, so only the outermost call counts.
template <class Allocate>
void* counted(std::size_t bytes, Allocate allocate) {
  if (!counting) return allocate();
  if (count.taken >= granted_count) {
    ++count.refused;
    return nullptr;
  }
  counting = false;
  void* address = allocate();
  counting = true;
  if (!address) return nullptr;
  ++count.taken;
  *find_block(nullptr) = {address, bytes};
  count.live_bytes += bytes;
  count.peak_bytes = std::max(count.peak_bytes, count.live_bytes);
  return address;
}

void forget(void* address) {
  for (Block& block : blocks)
    if (address && block.address == address) {
      count.live_bytes -= block.bytes;
      block = {};
    }
}

}  // namespace

// The names that --wrap gives each function and what replaces it.
extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t items, std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
int __real_posix_memalign(void** address, std::size_t alignment, std::size_t bytes);
void __real_free(void* address);

void* __wrap_malloc(std::size_t bytes) {
  return counted(bytes, [=] { return __real_malloc(bytes); });
}

void* __wrap_calloc(std::size_t items, std::size_t bytes) {
  return counted(items * bytes, [=] { return __real_calloc(items, bytes); });
}

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return counted(bytes, [=] { return __real_aligned_alloc(alignment, bytes); });
}

int __wrap_posix_memalign(void** address, std::size_t alignment, std::size_t bytes) {
  *address = counted(bytes, [=]() -> void* {
    void* taken = nullptr;
    return __real_posix_memalign(&taken, alignment, bytes) == 0 ? taken : nullptr;
  });
  return *address ? 0 : ENOMEM;
}

void __wrap_free(void* address) {
  if (counting) forget(address);
  __real_free(address);
}
}

namespace heed::test {

void start_counting_allocations(std::size_t granted) {
  count = {};
  std::fill(std::begin(blocks), std::end(blocks), Block{});
  granted_count = granted;
  counting = true;
}

Allocations stop_counting_allocations() {
  counting = false;
  return count;
}

}  // namespace heed::test
