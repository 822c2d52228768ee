# The core's tests. HEED_CONFORMANCE_DIR must be defined for them as the path of tests/conformance.
set(HEED_CORE_TEST_SOURCES
  allocations.cpp
  backward_conformance_test.cpp
  backward_identities_test.cpp
  backward_layer_test.cpp
  backward_masking_test.cpp
  backward_test.cpp
  blocks_test.cpp
  cache_test.cpp
  compare.cpp
  conformance_test.cpp
  exponential_test.cpp
  forward_test.cpp
  gradient_oracle.cpp
  gradients.cpp
  half_test.cpp
  hiding.cpp
  json.cpp
  keep_test.cpp
  layer.cpp
  linear_test.cpp
  masking_test.cpp
  memory_test.cpp
  norm_test.cpp
  oracle.cpp
  panel_test.cpp
  problem.cpp
  reference.cpp
  rotary_test.cpp
  self_attention_test.cpp
  simd_test.cpp
  slope_gradient_test.cpp
  stability_test.cpp
  status_test.cpp
  symmetry_test.cpp
  training_test.cpp
  working_set.cpp
  working_set_test.cpp
)
list(TRANSFORM HEED_CORE_TEST_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)

# allocations.cpp counts and refuses what the core allocates: each of its calls is led there at link time.
set(HEED_CORE_TEST_LINK_OPTIONS
  -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=aligned_alloc -Wl,--wrap=posix_memalign -Wl,--wrap=free)
