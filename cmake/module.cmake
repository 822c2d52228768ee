# The modules that the package ships, each with the calls of a list: `heed` with all, `heed_forward` for heed/forward.
# All give the same glue, byte for byte (scripts/build-lib.mjs checks it).
add_executable(heed src/bindings.cpp)
target_compile_definitions(heed PRIVATE HEED_CALLS="calls.def")
add_executable(heed_forward EXCLUDE_FROM_ALL src/bindings.cpp)
target_compile_definitions(heed_forward PRIVATE HEED_CALLS="calls_forward.def")
# The linker drops what only the calls of the other list need.
target_compile_options(heed_forward PRIVATE -Wno-unused-function)

set(HEED_LINK_OPTIONS
  -fno-exceptions
  -lembind --js-library ${CMAKE_CURRENT_LIST_DIR}/whole_numbers.js
  # -O1: at -O2 and above wasm-opt reorders the kernels' instructions and costs up to a quarter of their speed.
  -O1
  # Passes that move nothing: they drop and join locals, and write numbers in as few bytes as they need.
  -sBINARYEN_EXTRA_PASSES=--rse,--vacuum,--coalesce-locals,--reorder-locals
  # One factory function, no globals, nothing runs at import.
  -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createHeed
  # The glue never looks for Node, so it holds no `require` that bundlers trip over. The package gives it the bytes.
  -sENVIRONMENT=web,worker
  # The package always hands over an instance, so the glue needs no other way to find its wasm.
  -sINCOMING_MODULE_JS_API=instantiateWasm
  # No `new Function`: a page runs it whose policy allows 'wasm-unsafe-eval' and no more.
  -sDYNAMIC_EXECUTION=0
  # Long sequences need room: the heap grows to all of wasm32. A failed malloc returns null, which the core reports.
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sABORTING_MALLOC=0
  # emmalloc is smaller, but its sums of addresses wrap near 4 GB: there it hands out memory that is taken.
  -sMALLOC=dlmalloc
  # Scratch is on the heap; the stack holds a few frames.
  -sSTACK_SIZE=128KB
  -sFILESYSTEM=0
  # Growth detaches every view made before it. The glue keeps these views fresh.
  -sEXPORTED_RUNTIME_METHODS=HEAPU8,HEAP32,HEAPF32
)
foreach(module heed heed_forward)
  target_link_libraries(${module} PRIVATE heed_core heed_flavour)
  target_compile_definitions(${module} PRIVATE HEED_FLAVOUR="${HEED_FLAVOUR}" HEED_VERSION="${HEED_VERSION}")
  # Embind with RTTI, which the core does without: it names types by RTTI, and without it by printf, which is larger.
  target_compile_options(${module} BEFORE PRIVATE -fno-exceptions ${HEED_WARNINGS})
  target_link_options(${module} PRIVATE ${HEED_LINK_OPTIONS})
  set_target_properties(${module} PROPERTIES SUFFIX .mjs)
  set_property(TARGET ${module} APPEND PROPERTY LINK_DEPENDS
    ${CMAKE_CURRENT_LIST_DIR}/whole_numbers.js)
endforeach()

# Which Emscripten compiled it: the build writes that into the wasm, and a release asks for one version.
file(WRITE ${CMAKE_BINARY_DIR}/emscripten-version.txt ${EMSCRIPTEN_VERSION})
