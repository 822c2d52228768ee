// The core alone, under AddressSanitizer and UndefinedBehaviorSanitizer: random problems with any mix of options,
// sizes and layouts, forward and backward, against the textbook of tests/core; and wrong shapes, which must be refused.
//
//   heed_fuzz SEED COUNT      problem number n follows from SEED + n alone

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../core/compare.h"
#include "../core/gradients.h"
#include "../core/layer.h"
#include "../core/problem.h"

using namespace heed;
using namespace heed::test;

namespace {

Layout any_layout(Random& random) { return random.pick<Layout>({Layout::dense, Layout::interleaved, Layout::padded}); }

std::size_t any_rows(Random& random) {
  const int most = random.chance(0.02) ? 600 : random.chance(0.2) ? 140 : 20;
  return static_cast<std::size_t>(random.integer(1, most));
}

// A statement each, so that every compiler draws in this order.
Problem any_problem(Random& random) {
  const std::size_t kv_heads = 1 + random.below(2);
  const std::size_t heads = kv_heads * (1 + random.below(3));
  const std::size_t batch = 1 + random.below(2);
  const std::size_t queries = any_rows(random);
  const std::size_t keys = any_rows(random);
  const std::size_t dim = 1 + random.below(24);
  const std::size_t value_dim = 1 + random.below(24);
  const std::uint64_t seed = random.next();
  Problem problem = normal_problem({batch, heads, kv_heads, queries, keys, dim, value_dim}, seed, any_layout(random));
  randomise_options(problem, random, random.chance(0.7) ? Variety::tame : Variety::wild);
  return problem;
}

std::string forward(Random& random) {
  const Problem problem = any_problem(random);
  const unsigned keep = static_cast<unsigned>(random.below(kEverything + 1));
  Ledger ledger;
  const Results results = run(problem, problem.softmax ? keep : keep & ~kLse, any_layout(random));
  const std::string found = difference_from_oracle(problem, results, ledger);
  return found.empty() ? found : problem.describe() + ": " + found;
}

std::string backward(Random& random) {
  const Problem problem = any_problem(random);
  const HeadTensor d_output = normal_d_output(problem, random, any_layout(random));
  const bool keeps_pairs = random.chance(0.5);
  const bool saved = random.chance(0.5);
  const Calling calling{keeps_pairs, saved, any_layout(random)};
  GradientLedger ledger;
  const std::string found = difference_from_oracle(problem, d_output, run_backward(problem, d_output, calling), ledger);
  return found.empty() ? found : problem.describe() + ": " + found;
}

std::string layer(Random& random) {
  const Layer layer = any_layer(random);
  const std::string found = difference_from_oracle(layer, run(layer, random.chance(0.5)));
  return found.empty() ? found : layer.describe() + ": " + found;
}

// One size becomes 0 or far too large. The core must say so and touch nothing.
std::string refusal(Random& random) {
  Problem problem = normal_problem({1, 2, 1, 3, 4, 5, 6}, random.next());
  std::size_t AttentionShape::* const extents[] = {
      &AttentionShape::batch, &AttentionShape::heads, &AttentionShape::kv_heads, &AttentionShape::queries,
      &AttentionShape::keys,  &AttentionShape::dim,   &AttentionShape::value_dim};
  AttentionShape shape = problem.shape;
  shape.*random.pick<std::size_t AttentionShape::*>({std::begin(extents), std::end(extents)}) =
      random.chance(0.5) ? 0 : SIZE_MAX - random.below(100);
  const AttentionOutputs outputs{problem.q.view()};
  const Status status = attention(shape, problem.options(), problem.inputs(), outputs);
  return status == Status::ok ? "a shape that cannot be was computed" : "";
}

std::string one(std::uint64_t seed) {
  Random random(seed);
  switch (random.below(8)) {
    case 0:
      return refusal(random);
    case 1:
    case 2:
      return layer(random);
    case 3:
    case 4:
    case 5:
      return backward(random);
    default:
      return forward(random);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::fprintf(stderr, "Usage: heed_fuzz SEED COUNT\n");
    return 2;
  }
  const std::uint64_t seed = std::strtoull(words[1], nullptr, 10);
  const std::uint64_t problems = std::strtoull(words[2], nullptr, 10);
  for (std::uint64_t n = 0; n < problems; ++n) {
    const std::string found = one(seed + n);
    if (found.empty()) continue;
    std::fprintf(stderr, "fuzz: native, seed %llu: %s\n", static_cast<unsigned long long>(seed + n), found.c_str());
    return 1;
  }
  std::printf("native, under sanitizers: seed %llu, %llu problems: 0 wrong, 0 aborts\n",
              static_cast<unsigned long long>(seed), static_cast<unsigned long long>(problems));
}
