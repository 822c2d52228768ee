// Blocks of quantised weights, as GGUF files have them, and what they stand for.
#pragma once

#include <cstddef>

#include "stored.h"

namespace heed::kernels {

// to[n] = number n of the blocks from `blocks` on, for count numbers: whole blocks. Each is rounded as ggml rounds it:
// a scale times a whole number, then a minimum subtracted.
void decode(Stored stored, const void* blocks, std::size_t count, float* to);

}  // namespace heed::kernels
