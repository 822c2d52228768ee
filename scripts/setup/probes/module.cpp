// Links as the package's module does, so that the build finds its system libraries compiled.
#include <emscripten/bind.h>

#include <vector>

std::vector<float> numbers(int n) { return std::vector<float>(static_cast<std::size_t>(n), 1.0f); }

EMSCRIPTEN_BINDINGS(probe) {
  emscripten::register_vector<float>("Numbers");
  emscripten::function("numbers", &numbers);
}
