// Gradients that others computed: float64 automatic differentiation of float32 inputs.
#include <catch_amalgamated.hpp>
#include <cstdio>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gradients.h"
#include "reference.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr double kGate = 1e-5;

// Compares all that a case expects. Every gradient in it must have been asked for.
class Expected {
 public:
  explicit Expected(const Json& example) : example_(example) {
    for (const auto& [name, tensor] : example["expected"].members())
      if (name[0] == 'd') unasked_.insert(name);
  }

  void compare(const std::string& name, const std::vector<float>& actual) {
    if (unasked_.erase(name) == 0) return;
    const double error = relative_error(actual, expected_data(example_, name));
    CAPTURE(name, error);
    REQUIRE(error <= kGate);
    worst = std::max(worst, error);
  }

  // The gradient of a bias of k is 0. What is computed is rounding, so it is measured by the gradient of the weight.
  void compare_zero(const std::string& name, const std::vector<float>& actual, const std::string& beside) {
    if (unasked_.erase(name) == 0) return;
    const std::vector<double> scale = expected_data(example_, beside);
    REQUIRE(relative_error(actual, std::vector<double>(actual.size(), 0.0)) <=
            kGate * std::sqrt(oracle::dot(scale, scale)));
  }

  void require_all_asked() const { REQUIRE(unasked_.empty()); }

  double worst = 0.0;

 private:
  const Json& example_;
  std::set<std::string> unasked_;
};

void compare_attention(const Json& example, Expected& expected, const Calling& calling) {
  const Problem p = problem_of(example);
  const Gradients g = run_backward(p, heads_of(example["inputs"]["dOut"]), calling);
  REQUIRE(g.status == Status::ok);
  expected.compare("dq", g.dq.dense());
  expected.compare("dk", g.dk.dense());
  expected.compare("dv", g.dv.dense());
  expected.compare("dmask", g.dbias);
}

void compare_layer(const Json& example, Expected& expected, bool saved) {
  const LayerGradients g = run_backward(layer_of_tensors(example), floats(example["inputs"]["dOut"]["data"]), saved);
  REQUIRE(g.status == Status::ok);
  expected.compare("dX", g.dx);
  for (const auto& [letter, gradient] :
       {std::pair{"q", &g.query}, std::pair{"k", &g.key}, std::pair{"v", &g.value}, std::pair{"o", &g.output}}) {
    expected.compare(std::string("dW") + letter, gradient->weight);
    if (*letter == 'k')
      expected.compare_zero("dbk", gradient->bias, "dWk");
    else
      expected.compare(std::string("db") + letter, gradient->bias);
  }
}

}  // namespace

TEST_CASE("gradients of the float64 reference come out within the gate", "[backward][conformance]") {
  const std::vector<std::string> paths = files_in("gradients");
  REQUIRE(paths.size() >= 11);
  double worst = 0.0;
  for (const std::string& path : paths)
    for (const bool saved : {false, true}) {
      CAPTURE(path, saved);
      const Json example = Json::read(path);
      REQUIRE(example.why() == "");
      Expected expected(example);
      if (is_attention(example))
        compare_attention(example, expected, {false, saved});
      else
        compare_layer(example, expected, saved);
      expected.require_all_asked();
      worst = std::max(worst, expected.worst);
    }
  std::printf("gradients of the float64 reference: worst relative L2 %.2g\n", worst);
}

namespace {

// A kind of case. The references hold one of each.
struct Kind {
  const char* name;
  AttentionShape shape;
  void (*give)(Problem& p, Random& random);
};

void nothing(Problem&, Random&) {}

void cap(Problem& p, float softcap) { p.softcap = softcap; }

// A key padding mask: the first keys of each batch, each its own number of them.
void keep_first(Problem& p, std::vector<std::size_t> counts) {
  p.mask = {p.shape.batch, 1, 1, p.shape.keys, 0};
  for (std::size_t b = 0; b < p.shape.batch; ++b)
    for (std::size_t j = 0; j < counts[b]; ++j) p.mask.at(b, 0, 0, j) = 1;
}

void give_bias(Problem& p, Random& random, std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys,
               double forbidden = 0.0) {
  p.bias = {batch, heads, queries, keys, 0.0f};
  for (float& x : p.bias.elements())
    x = random.chance(forbidden) ? -std::numeric_limits<float>::infinity() : random.normal();
}

void corner(Problem& p) {
  p.causal_offsets.assign(p.shape.batch, static_cast<int>(p.shape.keys) - static_cast<int>(p.shape.queries));
}

const std::vector<Kind> kKinds{
    {"one query and one key", {1, 1, 1, 1, 1, 4, 4}, nothing},
    {"one query", {2, 2, 2, 1, 6, 4, 4}, nothing},
    {"one key", {2, 2, 2, 5, 1, 4, 3}, nothing},
    {"two keys", {1, 2, 2, 5, 2, 4, 3}, nothing},
    {"dims of one", {1, 1, 1, 3, 4, 1, 1}, nothing},
    {"cross-attention, d_v ≠ d_k", {2, 2, 2, 4, 6, 5, 3}, nothing},
    {"causal", {2, 2, 2, 7, 7, 8, 8}, [](Problem& p, Random&) { p.causal_offsets = {0, 0}; }},
    {"causal from the lower right corner, more keys", {1, 2, 2, 4, 6, 4, 4}, [](Problem& p, Random&) { corner(p); }},
    {"causal from the lower right corner, empty rows", {1, 2, 2, 6, 4, 4, 4}, [](Problem& p, Random&) { corner(p); }},
    {"causal from the upper left corner", {1, 2, 2, 6, 4, 4, 4}, [](Problem& p, Random&) { p.causal_offsets = {0}; }},
    {"an offset of each batch", {2, 1, 1, 5, 6, 4, 4}, [](Problem& p, Random&) { p.causal_offsets = {-2, 3}; }},
    {"a mask with empty rows",
     {2, 2, 2, 5, 6, 4, 4},
     [](Problem& p, Random& random) {
       p.mask = {2, 1, 5, 6, 0};
       for (std::uint8_t& x : p.mask.elements()) x = random.chance(0.6);
       for (std::size_t j = 0; j < 6; ++j) p.mask.at(1, 0, 2, j) = 0;
     }},
    {"key padding", {2, 2, 2, 4, 6, 4, 4}, [](Problem& p, Random&) { keep_first(p, {4, 2}); }},
    {"key padding, a batch without keys", {2, 2, 2, 4, 6, 4, 4}, [](Problem& p, Random&) { keep_first(p, {4, 0}); }},
    {"key lengths", {2, 2, 2, 4, 6, 4, 4}, [](Problem& p, Random&) { p.key_lengths = {5, 1}; }},
    {"a bias per head", {1, 2, 2, 4, 5, 4, 4}, [](Problem& p, Random& r) { give_bias(p, r, 1, 2, 4, 5); }},
    {"a bias of all", {2, 2, 2, 4, 5, 4, 4}, [](Problem& p, Random& r) { give_bias(p, r, 1, 1, 4, 5); }},
    {"a bias per key", {2, 2, 2, 4, 5, 4, 4}, [](Problem& p, Random& r) { give_bias(p, r, 1, 1, 1, 5); }},
    {"a bias with -Infinity", {2, 2, 2, 4, 5, 4, 4}, [](Problem& p, Random& r) { give_bias(p, r, 2, 2, 4, 5, 0.3); }},
    {"bias and causal",
     {1, 2, 2, 5, 5, 4, 4},
     [](Problem& p, Random& r) {
       give_bias(p, r, 1, 2, 5, 5);
       p.causal_offsets = {0};
     }},
    {"grouped heads, causal", {1, 6, 2, 5, 5, 4, 4}, [](Problem& p, Random&) { p.causal_offsets = {0}; }},
    {"one key head for all", {2, 4, 1, 5, 6, 4, 4}, nothing},
    {"a scale of its own", {1, 2, 2, 4, 4, 8, 8}, [](Problem& p, Random&) { p.scale = 0.05f; }},
    {"no scale", {1, 2, 2, 4, 4, 8, 8}, [](Problem& p, Random&) { p.scale = 1.0f; }},
    {"softcap", {1, 2, 2, 4, 6, 8, 8}, [](Problem& p, Random&) { cap(p, 2.0f); }},
    {"softcap, bias and causal",
     {1, 2, 2, 6, 6, 8, 8},
     [](Problem& p, Random& r) {
       cap(p, 1.5f);
       give_bias(p, r, 1, 1, 6, 6);
       p.causal_offsets = {0};
     }},
    {"large logits", {1, 2, 2, 6, 6, 4, 4}, [](Problem& p, Random&) { p.scale = 20.0f; }},
    {"a tensor of some size", {2, 4, 2, 33, 65, 32, 16}, nothing},
};

}  // namespace

TEST_CASE("gradients of new random cases of every kind are within the gate of the textbook",
          "[backward][conformance]") {
  Random random(351);
  double worst = 0.0;
  for (const Kind& kind : kKinds)
    for (int repeat = 0; repeat < 30; ++repeat) {
      Problem p = normal_problem(kind.shape, random.next());
      kind.give(p, random);
      const HeadTensor d_output = normal_d_output(p, random);
      const Gradients g = run_backward(p, d_output, {repeat % 2 == 1});
      const oracle::AttentionGradients expected = textbook_gradients(p, d_output);
      CAPTURE(kind.name, p.describe());
      for (const auto& [actual, wanted] : {std::pair{g.dq.dense(), &expected.dq}, std::pair{g.dk.dense(), &expected.dk},
                                           std::pair{g.dv.dense(), &expected.dv}}) {
        const double error = relative_error(actual, wanted->values);
        CHECK(error <= kGate);
        worst = std::max(worst, error);
      }
    }
  std::printf("gradients of every kind: worst relative L2 %.2g\n", worst);
}
