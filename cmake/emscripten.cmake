# The toolchain of the wasm presets: Emscripten's own, from the folder that set-up found.
if(NOT EXISTS "$ENV{EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
  message(FATAL_ERROR "EMSCRIPTEN_ROOT should name the folder of Emscripten, and is \"$ENV{EMSCRIPTEN_ROOT}\". "
    "Set-up finds it or puts one into your cache folder, and prints the environment for CMake. Type:\n"
    "  eval \"$(npm run -s setup -- --env)\"")
endif()
include("$ENV{EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
