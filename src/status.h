// What every entry of the core returns. The core throws nothing, prints nothing and never aborts.
#pragma once

namespace heed {

enum class Status : int {
  ok = 0,              // results are complete
  invalid_shape = 1,   // a size is zero or above kMaxExtent, or heads is not a multiple of kv_heads
  invalid_option = 2,  // scale, softcap, window or rotary.dims is wrong, or an option needs softmax, or rotary is asked
                       // for with k and v of float16
  missing_tensor = 3,  // an input or output that this call needs has no address, or a bias has no weight
  too_large = 4,       // a size in bytes does not fit this machine's addresses
  out_of_memory = 5,   // working memory was refused; nothing is left allocated, the next call may work
};

}  // namespace heed
