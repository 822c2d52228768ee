// Links as the tests do (exceptions, RTTI, a real file system), and shows that vectors and exceptions work.
#include <wasm_simd128.h>

#include <cstdio>
#include <stdexcept>
#include <string>

int main(int argc, char**) {
  const v128_t a = wasm_f32x4_make(1, 2, 3, 4);
#if defined(__wasm_relaxed_simd__)
  const v128_t b = wasm_f32x4_relaxed_madd(a, a, wasm_f32x4_splat(static_cast<float>(argc)));
#else
  const v128_t b = wasm_f32x4_add(wasm_f32x4_mul(a, a), wasm_f32x4_splat(static_cast<float>(argc)));
#endif
  try {
    throw std::runtime_error(std::to_string(wasm_f32x4_extract_lane(b, 3)));
  } catch (const std::exception& thrown) {
    std::puts(thrown.what());  // 4·4 + 1
  }
}
