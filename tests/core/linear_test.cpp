// The linear layer and its activations against double precision.
#include "../../src/linear.h"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "../../src/kernels/half.h"
#include "../../src/kernels/stored.h"
#include "allocations.h"
#include "random.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Activation kActivations[] = {Activation::none, Activation::relu, Activation::gelu, Activation::gelu_tanh,
                                       Activation::silu};

// ---- the oracle: formulas of the textbook, one loop per symbol

double activated(Activation activation, double x) {
  switch (activation) {
    case Activation::relu:
      return x > 0.0 ? x : 0.0;
    case Activation::gelu:
      return x * 0.5 * std::erfc(-x / std::numbers::sqrt2);
    case Activation::gelu_tanh:
      return x / (1.0 + std::exp(-2.0 * std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    case Activation::silu:
      return x / (1.0 + std::exp(-x));
    default:
      return x;
  }
}

// By central differences; ReLU's corner is taken from the left.
double slope(Activation activation, double x) {
  if (activation == Activation::relu) return x > 0.0 ? 1.0 : 0.0;
  const double step = 1e-5;
  return (activated(activation, x + step) - activated(activation, x - step)) / (2.0 * step);
}

struct Layer {
  LinearShape shape;
  WeightLayout layout = WeightLayout::in_out;
  Activation activation = Activation::none;
  std::vector<float> x, weight, bias, d_output;

  Layer(Random& random, const LinearShape& s) : shape(s) {
    const auto draw = [&](std::vector<float>& to, std::size_t count, double deviation) {
      for (std::size_t i = 0; i < count; ++i) to.push_back(static_cast<float>(deviation * random.normal()));
    };
    draw(x, s.rows * s.inputs, 1.0);
    draw(weight, s.inputs * s.outputs, 1.5 / std::sqrt(static_cast<double>(s.inputs)));
    draw(bias, s.outputs, 1.0);
    draw(d_output, s.rows * s.outputs, 1.0);
  }

  LinearInputs inputs(bool biased = true) const {
    return {x.data(), {weight.data(), biased ? bias.data() : nullptr}, layout, activation};
  }

  std::size_t weight_at(std::size_t k, std::size_t j) const {
    return layout == WeightLayout::in_out ? k * shape.outputs + j : j * shape.inputs + k;
  }

  double before(std::size_t i, std::size_t j, bool biased = true) const {
    double sum = biased ? bias[j] : 0.0;
    for (std::size_t k = 0; k < shape.inputs; ++k)
      sum += static_cast<double>(x[i * shape.inputs + k]) * weight[weight_at(k, j)];
    return sum;
  }

  double behind(std::size_t i, std::size_t j) const {
    return d_output[i * shape.outputs + j] * slope(activation, before(i, j));
  }
};

// Each result is a sum of at most 600 products of numbers near 1.
void require_near(float actual, double expected) {
  CAPTURE(actual, expected);
  REQUIRE(std::abs(actual - expected) <= 3e-5 + 1e-5 * std::abs(expected));
}

LinearShape any_shape(Random& random) {
  const std::vector<std::size_t> extents{1, 2, 3, 4, 5, 7, 8, 9, 13, 17, 64};
  return {random.pick(extents), random.pick(extents), random.pick(extents)};
}

Layer any_layer(Random& random, const LinearShape& shape, int round) {
  Layer layer(random, shape);
  layer.activation = kActivations[round % 5];
  layer.layout = round % 3 == 0 ? WeightLayout::out_in : WeightLayout::in_out;
  return layer;
}

}  // namespace

TEST_CASE("a linear layer is activation(x·W + b), for every layout and rest", "[linear]") {
  Random random(301);
  for (int round = 0; round < 120; ++round) {
    const LinearShape shape = round == 0 ? LinearShape{9, 600, 270} : any_shape(random);
    const Layer layer = any_layer(random, shape, round);
    const bool biased = round % 5 != 1;
    std::vector<float> output(shape.rows * shape.outputs, kNaN), pre_activation = output;
    REQUIRE(linear(shape, layer.inputs(biased), {output.data(), pre_activation.data()}) == Status::ok);
    std::vector<float> alone(output.size(), kNaN);
    REQUIRE(linear(shape, layer.inputs(biased), {alone.data(), nullptr}) == Status::ok);
    REQUIRE(alone == output);
    for (std::size_t i = 0; i < shape.rows; ++i)
      for (std::size_t j = 0; j < shape.outputs; ++j) {
        const double before = layer.before(i, j, biased);
        require_near(output[i * shape.outputs + j], activated(layer.activation, before));
        if (layer.activation != Activation::none) require_near(pre_activation[i * shape.outputs + j], before);
      }
  }
}

TEST_CASE("the gradients of a linear layer are those of the textbook", "[linear]") {
  Random random(302);
  for (int round = 0; round < 60; ++round) {
    const LinearShape shape = any_shape(random);
    const auto [rows, inputs, outputs] = shape;
    const Layer layer = any_layer(random, shape, round);
    std::vector<float> output(rows * outputs), pre_activation(rows * outputs);
    REQUIRE(linear(shape, layer.inputs(), {output.data(), pre_activation.data()}) == Status::ok);
    std::vector<float> dx(rows * inputs, kNaN), d_weight(inputs * outputs, kNaN), d_bias(outputs, kNaN);
    const LinearGradients gradients{dx.data(), {d_weight.data(), d_bias.data()}};
    REQUIRE(linear_backward(shape, layer.inputs(), layer.d_output.data(), {pre_activation.data()}, gradients) ==
            Status::ok);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t k = 0; k < inputs; ++k) {
        double sum = 0.0;
        for (std::size_t j = 0; j < outputs; ++j) sum += layer.behind(i, j) * layer.weight[layer.weight_at(k, j)];
        require_near(dx[i * inputs + k], sum);
      }
    for (std::size_t j = 0; j < outputs; ++j) {
      double column = 0.0;
      for (std::size_t i = 0; i < rows; ++i) column += layer.behind(i, j);
      require_near(d_bias[j], column);
      for (std::size_t k = 0; k < inputs; ++k) {
        double sum = 0.0;
        for (std::size_t i = 0; i < rows; ++i) sum += layer.x[i * inputs + k] * layer.behind(i, j);
        require_near(d_weight[layer.weight_at(k, j)], sum);
      }
    }
  }
}

TEST_CASE("a residual is added to the output, kept slopes give the same gradients, and gradients add up", "[linear]") {
  Random random(304);
  for (int round = 0; round < 24; ++round) {
    const LinearShape shape = any_shape(random);
    const auto [rows, inputs, outputs] = shape;
    Layer layer = any_layer(random, shape, round);
    const std::vector<float>& residual = layer.d_output;
    std::vector<float> output(rows * outputs, kNaN), before(rows * outputs), slopes(rows * outputs);
    REQUIRE(linear(shape, layer.inputs(), {output.data(), before.data(), false, slopes.data()}) == Status::ok);
    std::vector<float> dx(rows * inputs), weight(inputs * outputs), bias(outputs);
    std::vector<float> dx2 = dx, weight2(weight.size(), 1.0f), bias2(outputs, 1.0f);
    const float* d = layer.d_output.data();
    const LinearGradients once{dx.data(), {weight.data(), bias.data()}};
    const LinearGradients added{dx2.data(), {weight2.data(), bias2.data(), true}};
    REQUIRE(linear_backward(shape, layer.inputs(), d, {before.data()}, once) == Status::ok);
    const bool active = layer.activation != Activation::none;
    REQUIRE(linear_backward(shape, layer.inputs(), d, {nullptr, active ? slopes.data() : nullptr}, added) ==
            Status::ok);
    REQUIRE(dx == dx2);
    for (std::size_t n = 0; n < weight.size(); ++n) require_near(weight2[n], weight[n] + 1.0);
    for (std::size_t n = 0; n < bias.size(); ++n) require_near(bias2[n], bias[n] + 1.0);
    layer.activation = Activation::none;
    REQUIRE(linear(shape, layer.inputs(), {output.data(), nullptr, false, nullptr, residual.data()}) == Status::ok);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < outputs; ++j)
        require_near(output[i * outputs + j], layer.before(i, j) + residual[i * outputs + j]);
  }
}

TEST_CASE("GELU and SiLU keep their relative accuracy down to 2^-115", "[linear]") {
  for (const Activation activation : {Activation::gelu, Activation::gelu_tanh, Activation::silu})
    for (int step = -130000; step <= 130000; step += 7) {
      const float x = static_cast<float>(step) * 1e-4f;
      float y = kNaN;
      kernels::activate(activation, &x, 1, &y, nullptr);
      const double expected = activated(activation, x);
      const double square = static_cast<double>(x) * x;
      const double exponent = activation == Activation::gelu ? square / 2.0
                              : activation == Activation::silu
                                  ? std::abs(x)
                                  : 2.0 * std::sqrt(2.0 / std::numbers::pi) * std::abs(x) * (1.0 + 0.044715 * square);
      const double bound =
          (kernels::kGeluRelative + kernels::kGeluPerExponent * exponent) * std::abs(expected) + 0x1p-115;
      CAPTURE(static_cast<unsigned>(activation), x, y, expected);
      if (!(std::abs(y - expected) <= bound)) REQUIRE(std::abs(y - expected) <= bound);
    }
}

TEST_CASE("the slopes of the activations are those of the textbook, and d is multiplied by them", "[linear]") {
  for (const Activation activation : {Activation::relu, Activation::gelu, Activation::gelu_tanh, Activation::silu})
    for (int step = -1500; step <= 1500; ++step) {
      const float x = static_cast<float>(step) * 1e-2f, d = -3e-5f;
      float y = kNaN;
      float slope_alone = kNaN, active = kNaN;
      kernels::activation_gradient(activation, &x, &d, 1, &y);
      kernels::activate(activation, &x, 1, &active, &slope_alone);
      const float product = d * slope_alone;
      REQUIRE(y == (std::abs(product) < 0x1p-120f ? 0.0f : product));
      CAPTURE(static_cast<unsigned>(activation), x, y);
      REQUIRE(std::abs(y - d * slope(activation, x)) <= 1.4e-6 * std::abs(d));
    }
}

TEST_CASE("the activations obey their rules for NaN, infinities and large numbers, in every lane", "[linear]") {
  for (std::size_t n = 1; n <= 9; ++n)
    for (std::size_t at = 0; at < n; ++at)
      for (const Activation activation :
           {Activation::relu, Activation::gelu, Activation::gelu_tanh, Activation::silu}) {
        const auto of = [&](float odd, const float* d) {
          std::vector<float> x(n, 0.5f), ds(n, d ? *d : 0.0f);
          x[at] = odd;
          if (d)
            kernels::activation_gradient(activation, x.data(), ds.data(), n, x.data());
          else
            kernels::activate(activation, x.data(), n, x.data(), nullptr);
          return x[at];
        };
        const bool is_relu = activation == Activation::relu;
        REQUIRE(std::isnan(of(kNaN, nullptr)));
        REQUIRE(of(kInfinity, nullptr) == kInfinity);
        REQUIRE((is_relu ? of(-kInfinity, nullptr) == 0.0f : std::isnan(of(-kInfinity, nullptr))));
        REQUIRE(of(3e38f, nullptr) == 3e38f);
        REQUIRE(of(-3e38f, nullptr) == 0.0f);
        const float d = 2.0f;
        REQUIRE(of(3e38f, &d) == d);
        REQUIRE(of(-3e38f, &d) == 0.0f);
        if (is_relu) REQUIRE(of(kNaN, &d) == 0.0f);
      }
}

TEST_CASE("a linear layer refuses what it cannot compute, and writes nothing", "[linear]") {
  Random random(303);
  const Layer layer(random, {2, 3, 4});
  std::vector<float> output(8, 3.0f);
  const auto status = [&](LinearShape shape, LinearInputs in, float* to, std::size_t granted = kAllGranted) {
    Status found;
    allocations_of([&] { found = linear(shape, in, {to, nullptr}); }, granted);
    CHECK(output == std::vector<float>(8, 3.0f));
    return found;
  };
  const LinearInputs in = layer.inputs();
  CHECK(status({0, 3, 4}, in, output.data()) == Status::invalid_shape);
  CHECK(status({2, (std::size_t{1} << 30) + 1, 4}, in, output.data()) == Status::invalid_shape);
  if (sizeof(std::size_t) == 4) CHECK(status({1u << 30, 3, 4}, in, output.data()) == Status::too_large);
  LinearInputs odd = in;
  odd.activation = static_cast<Activation>(5);
  CHECK(status(layer.shape, odd, output.data()) == Status::invalid_option);
  odd = in;
  odd.stored = static_cast<Stored>(11);
  CHECK(status(layer.shape, odd, output.data()) == Status::invalid_option);
  odd = in;
  odd.stored = Stored::float16;
  CHECK(linear_backward(layer.shape, odd, layer.d_output.data(), {}, {}) == Status::invalid_option);
  odd = in;
  odd.times = layer.d_output.data();
  CHECK(linear_backward(layer.shape, odd, layer.d_output.data(), {}, {}) == Status::invalid_option);
  odd = in;
  odd.by.weight = nullptr;
  CHECK(status(layer.shape, odd, output.data()) == Status::missing_tensor);
  CHECK(status(layer.shape, in, nullptr) == Status::missing_tensor);
  CHECK(status(layer.shape, in, output.data(), 0) == Status::out_of_memory);
  LinearInputs gelu = in;
  gelu.activation = Activation::gelu;
  CHECK(linear_backward(layer.shape, gelu, layer.d_output.data(), {}, {}) == Status::missing_tensor);
  CHECK(linear_backward(layer.shape, in, nullptr, {}, {}) == Status::missing_tensor);
  CHECK(linear_backward(layer.shape, in, layer.d_output.data(), {}, {}) == Status::ok);
}

TEST_CASE("a weight in half precision gives what its numbers as floats give, for one row and for many", "[linear]") {
  Random random(304);
  for (int round = 0; round < 160; ++round) {
    LinearShape shape = round < 4 ? LinearShape{9, 530, 270} : any_shape(random);
    if (round % 4 < 2) shape.rows = 1;
    Layer layer = any_layer(random, shape, round);
    const Stored stored = round % 2 ? Stored::float16 : Stored::bfloat16;
    std::vector<std::uint16_t> numbers(layer.weight.size());
    if (stored == Stored::float16)
      kernels::narrow(layer.weight.data(), layer.weight.size(), numbers.data());
    else
      for (std::size_t n = 0; n < numbers.size(); ++n)
        numbers[n] = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(layer.weight[n]) >> 16);
    kernels::widen(stored, numbers.data(), numbers.size(), layer.weight.data());
    if (stored == Stored::bfloat16)
      for (std::size_t n = 0; n < numbers.size(); ++n)
        REQUIRE(std::bit_cast<std::uint32_t>(layer.weight[n]) == std::uint32_t{numbers[n]} << 16);
    std::vector<float> expected(shape.rows * shape.outputs), output(expected.size(), kNaN);
    REQUIRE(linear(shape, layer.inputs(), {expected.data(), nullptr}) == Status::ok);
    LinearInputs in = layer.inputs();
    in.by.weight = reinterpret_cast<const float*>(numbers.data());
    in.stored = stored;
    in.held = true;
    REQUIRE(linear(shape, in, {output.data(), nullptr}) == Status::ok);
    if (shape.rows > 1) REQUIRE(output == expected);
    for (std::size_t n = 0; n < output.size(); ++n) require_near(output[n], expected[n]);
  }
}

TEST_CASE("one row of a held weight of floats gives what double precision gives, for every layout and rest",
          "[linear]") {
  Random random(306);
  for (int round = 0; round < 90; ++round) {
    LinearShape shape = round < 2 ? LinearShape{1, 530, 270} : any_shape(random);
    shape.rows = 1;
    const Layer layer = any_layer(random, shape, round);
    const bool biased = round % 4 != 1;
    LinearInputs in = layer.inputs(biased);
    in.held = true;
    std::vector<float> output(shape.outputs, kNaN), added(shape.outputs, 2.0f);
    REQUIRE(linear(shape, in, {output.data(), nullptr}) == Status::ok);
    in.by.bias = nullptr;
    in.activation = Activation::none;
    REQUIRE(linear(shape, in, {added.data(), nullptr, true}) == Status::ok);
    for (std::size_t j = 0; j < shape.outputs; ++j) {
      CAPTURE(round, j);
      require_near(output[j], activated(layer.activation, layer.before(0, j, biased)));
      require_near(added[j], layer.before(0, j, false) + 2.0);
    }
  }
}

TEST_CASE("a gate is the product of an activated layer and another one", "[linear]") {
  Random random(305);
  for (int round = 0; round < 40; ++round) {
    const Layer layer = any_layer(random, any_shape(random), round);
    const std::size_t count = layer.shape.rows * layer.shape.outputs;
    std::vector<float> plain(count), output(count, kNaN);
    REQUIRE(linear(layer.shape, layer.inputs(), {plain.data(), nullptr}) == Status::ok);
    LinearInputs in = layer.inputs();
    in.times = layer.d_output.data();
    REQUIRE(linear(layer.shape, in, {output.data(), nullptr}) == Status::ok);
    for (std::size_t n = 0; n < count; ++n) REQUIRE(output[n] == plain[n] * layer.d_output[n]);
    CHECK(linear(layer.shape, in, {output.data(), nullptr, true}) == Status::invalid_option);
  }
}
