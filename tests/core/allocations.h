// Counts what the core allocates, and refuses it on demand.
//
// The test program is linked with --wrap for each function of allocations.cpp (sources.cmake). So every call of them in
// this program's own objects goes there first. Calls inside a shared standard library do not.
#pragma once

#include <cstddef>
#include <limits>

namespace heed::test {

struct Allocations {
  std::size_t taken = 0;  // allocations that succeeded
  std::size_t refused = 0;
  std::size_t live_bytes = 0;  // taken and not freed
  std::size_t peak_bytes = 0;  // the most that was live at once
};

inline constexpr std::size_t kAllGranted = std::numeric_limits<std::size_t>::max();

// Between these two calls, allocations are counted. Those after the first `granted` are refused.
void start_counting_allocations(std::size_t granted);
Allocations stop_counting_allocations();

// What `call` allocates. It should be a call of the core and nothing else.
template <class Call>
Allocations allocations_of(Call call, std::size_t granted = kAllGranted) {
  start_counting_allocations(granted);
  call();
  return stop_counting_allocations();
}

}  // namespace heed::test
