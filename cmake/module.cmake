# The module that the package ships. Each flavour gives the same glue, byte for byte (scripts/build.mjs holds it to that).
add_executable(heed src/bindings.cpp src/heap.cpp)
target_link_libraries(heed PRIVATE heed_core)
# Embind names types by RTTI unless told that they may stay unnamed.
target_compile_options(heed PRIVATE ${HEED_LEAN} ${HEED_WARNINGS} -Oz -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
# It defines malloc, which the compiler may otherwise put in place of its own parts.
set_source_files_properties(src/heap.cpp PROPERTIES COMPILE_OPTIONS -fno-builtin)
set_target_properties(heed PROPERTIES SUFFIX .mjs)

target_link_options(heed PRIVATE
  ${HEED_LEAN}
  --bind
  # -O1: at -O2 and above wasm-opt reorders the kernels' instructions and costs up to a quarter of their speed.
  -O1
  # One factory function, no globals, nothing run at import.
  -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createHeed
  # The glue never looks for Node, so it holds no `require` for bundlers to trip over; the package hands it the bytes.
  -sENVIRONMENT=web,worker
  # The package always hands over an instance, so the glue needs no other way to find its wasm.
  -sINCOMING_MODULE_JS_API=instantiateWasm
  # No `new Function`: a page whose policy allows 'wasm-unsafe-eval' and no more can run it.
  -sDYNAMIC_EXECUTION=0
  # Long sequences need room: the heap grows to all of wasm32, and a failed malloc returns null, which the core reports.
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sABORTING_MALLOC=0
  # src/heap.cpp
  -sMALLOC=none
  # Scratch is on the heap; the stack holds a few frames.
  -sSTACK_SIZE=128KB
  -sFILESYSTEM=0
  # Growth detaches every view made before it; these are the ones the glue keeps fresh.
  -sEXPORTED_RUNTIME_METHODS=HEAPU8,HEAP32,HEAPF32
)

# Types of the bound functions, the same for both flavours. They are written by running the module in node, and node 20
# runs relaxed SIMD only behind a flag that older Emscriptens do not pass.
if(HEED_FLAVOUR STREQUAL simd)
  target_link_options(heed PRIVATE --emit-tsd heed.d.ts)
endif()
