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

// Compares what a case expects; every gradient that it holds must have been asked for.
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

  // The gradient of a bias of k is 0, and what is computed is rounding: measured by that of the weight.
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
