// Layer normalisation and RMSNorm against double precision.
#include "../../src/norm.h"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "random.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

using Doubles = std::vector<double>;

// ---- the oracle: the formula of the textbook over one row

Doubles normalised(Norm norm, const Doubles& x, const Doubles& gain, const Doubles& bias, double epsilon) {
  const double n = static_cast<double>(x.size());
  double mean = 0.0, square = 0.0;
  if (norm == Norm::layer)
    for (const double one : x) mean += one / n;
  for (const double one : x) square += (one - mean) * (one - mean) / n;
  Doubles y;
  for (std::size_t j = 0; j < x.size(); ++j)
    y.push_back((x[j] - mean) / std::sqrt(square + epsilon) * gain[j] + bias[j]);
  return y;
}

struct Rows {
  NormShape shape;
  Norm kind;
  float epsilon;
  std::vector<float> x, gain, bias, d_output;

  Rows(Random& random, NormShape s, Norm norm, float mean, float eps) : shape(s), kind(norm), epsilon(eps) {
    const auto draw = [&](std::vector<float>& to, std::size_t count, double from) {
      for (std::size_t i = 0; i < count; ++i) to.push_back(static_cast<float>(from + random.normal()));
    };
    draw(x, s.rows * s.dim, mean);
    draw(gain, s.dim, 1.0);
    draw(bias, s.dim, 0.0);
    draw(d_output, s.rows * s.dim, 0.0);
  }

  NormInputs inputs(bool gained, bool biased) const {
    return {x.data(), gained ? gain.data() : nullptr, biased ? bias.data() : nullptr, epsilon, kind};
  }

  Doubles row(std::size_t i) const {
    return {x.begin() + static_cast<std::ptrdiff_t>(i * shape.dim),
            x.begin() + static_cast<std::ptrdiff_t>((i + 1) * shape.dim)};
  }
  Doubles gains(bool gained) const { return gained ? Doubles(gain.begin(), gain.end()) : Doubles(shape.dim, 1.0); }
  Doubles biases(bool biased) const { return biased ? Doubles(bias.begin(), bias.end()) : Doubles(shape.dim, 0.0); }

  // Σ output ∘ d_output of one row
  double loss(std::size_t i, const Doubles& of, const Doubles& gained, const Doubles& biased) const {
    const Doubles y = normalised(kind, of, gained, biased, epsilon);
    double sum = 0.0;
    for (std::size_t j = 0; j < y.size(); ++j) sum += y[j] * d_output[i * shape.dim + j];
    return sum;
  }
};

constexpr std::size_t kDims[] = {1, 2, 3, 4, 5, 7, 8, 9, 13, 64, 130};

void require_near(float actual, double expected, double bound) {
  CAPTURE(actual, expected);
  REQUIRE(std::abs(actual - expected) <= bound * (1.0 + std::abs(expected)));
}

}  // namespace

TEST_CASE("normalised rows are those of the textbook, for every rest and for a mean far from 0", "[norm]") {
  Random random(611);
  int round = 0;
  for (const Norm kind : {Norm::layer, Norm::rms})
    for (const std::size_t dim : kDims)
      for (const float mean : {0.0f, 1000.0f}) {
        const Rows rows(random, {1 + static_cast<std::size_t>(round % 4), dim}, kind, mean, 1e-5f);
        const bool gained = ++round % 3 != 0, biased = round % 4 != 0;
        std::vector<float> output(rows.x.size(), kNaN), moments(rows.shape.rows * kernels::kMoments);
        REQUIRE(norm(rows.shape, rows.inputs(gained, biased), output.data(), moments.data()) == Status::ok);
        std::vector<float> in_place = rows.x;
        NormInputs in = rows.inputs(gained, biased);
        in.x = in_place.data();
        REQUIRE(norm(rows.shape, in, in_place.data(), nullptr) == Status::ok);
        REQUIRE(in_place == output);
        for (std::size_t i = 0; i < rows.shape.rows; ++i) {
          const Doubles y = normalised(kind, rows.row(i), rows.gains(gained), rows.biases(biased), rows.epsilon);
          for (std::size_t j = 0; j < dim; ++j) require_near(output[i * dim + j], y[j], 2e-6);
        }
      }
}

TEST_CASE("the gradients of a normalisation are its central differences", "[norm]") {
  Random random(612);
  int round = 0;
  for (const Norm kind : {Norm::layer, Norm::rms})
    for (const std::size_t dim : kDims)
      for (const float mean : {0.0f, 30.0f}) {
        const Rows rows(random, {1 + static_cast<std::size_t>(round % 4), dim}, kind, mean, 1e-2f);
        const bool gained = ++round % 3 != 0;
        const auto [count, _] = rows.shape;
        std::vector<float> output(rows.x.size()), moments(count * kernels::kMoments), dx = rows.d_output;
        REQUIRE(norm(rows.shape, rows.inputs(gained, true), output.data(), moments.data()) == Status::ok);
        std::vector<float> dgain(dim, kNaN), dbias(dim, kNaN);
        NormGradients to{dx.data(), dgain.data(), dbias.data()};
        REQUIRE(norm_backward(rows.shape, rows.inputs(gained, true), moments.data(), dx.data(), to) == Status::ok);
        const double step = 1e-5;
        const Doubles gains = rows.gains(gained), biases = rows.biases(true);
        for (std::size_t j = 0; j < dim; ++j) {
          double gain_slope = 0.0, bias_slope = 0.0;
          for (std::size_t i = 0; i < count; ++i) {
            const auto slope = [&](auto moved) { return (moved(step) - moved(-step)) / (2.0 * step); };
            const Doubles row = rows.row(i);
            const auto nudged = [&](Doubles numbers, double by) {
              numbers[j] += by;
              return numbers;
            };
            const double along_x = slope([&](double by) { return rows.loss(i, nudged(row, by), gains, biases); });
            require_near(dx[i * dim + j], along_x, 1e-4);
            gain_slope += slope([&](double by) { return rows.loss(i, row, nudged(gains, by), biases); });
            bias_slope += slope([&](double by) { return rows.loss(i, row, gains, nudged(biases, by)); });
          }
          require_near(dgain[j], gain_slope, 2e-5);
          require_near(dbias[j], bias_slope, 2e-5);
        }
        // added to what is there
        const std::vector<float> gain_once = dgain, bias_once = dbias;
        std::vector<float> again = rows.d_output;
        const std::vector<float> around(rows.x.size(), 0.25f);
        to = {again.data(), dgain.data(), dbias.data(), true, around.data()};
        REQUIRE(norm_backward(rows.shape, rows.inputs(gained, true), moments.data(), again.data(), to) == Status::ok);
        for (std::size_t n = 0; n < dx.size(); ++n) require_near(again[n], dx[n] + 0.25, 2e-6);
        for (std::size_t j = 0; j < dim; ++j) {
          require_near(dgain[j], 2.0 * gain_once[j], 2e-6);
          require_near(dbias[j], 2.0 * bias_once[j], 2e-6);
        }
      }
}

TEST_CASE("a constant row is its bias, and a number that is not finite stays in its row", "[norm]") {
  const std::vector<float> bias{1.0f, 2.0f, 3.0f};
  const auto of = [&](std::vector<float> x, Norm kind) {
    REQUIRE(norm({x.size() / 3, 3}, {x.data(), nullptr, bias.data(), 1e-5f, kind}, x.data(), nullptr) == Status::ok);
    return x;
  };
  REQUIRE(of({2.0f, 2.0f, 2.0f}, Norm::layer) == bias);
  REQUIRE(of({0.0f, 0.0f, 0.0f}, Norm::rms) == bias);
  for (const float odd : {kNaN, std::numeric_limits<float>::infinity()}) {
    const std::vector<float> y = of({1.0f, 2.0f, 3.0f, 4.0f, odd, 6.0f}, Norm::layer);
    for (std::size_t j = 0; j < 6; ++j) REQUIRE(std::isnan(y[j]) == (j >= 3));
  }
}

TEST_CASE("a normalisation refuses what it cannot compute", "[norm]") {
  std::vector<float> x(6, 1.0f), moments(6);
  const NormInputs in{x.data()};
  CHECK(norm({0, 3}, in, x.data(), nullptr) == Status::invalid_shape);
  CHECK(norm({2, (std::size_t{1} << 30) + 1}, in, x.data(), nullptr) == Status::invalid_shape);
  if (sizeof(std::size_t) == 4) CHECK(norm({1u << 30, 3}, in, x.data(), nullptr) == Status::too_large);
  CHECK(norm({2, 3}, {nullptr}, x.data(), nullptr) == Status::missing_tensor);
  CHECK(norm({2, 3}, in, nullptr, nullptr) == Status::missing_tensor);
  for (const float epsilon : {-1.0f, kNaN})
    CHECK(norm({2, 3}, {x.data(), nullptr, nullptr, epsilon}, x.data(), nullptr) == Status::invalid_option);
  NormInputs odd = in;
  odd.norm = static_cast<Norm>(2);
  CHECK(norm({2, 3}, odd, x.data(), nullptr) == Status::invalid_option);
  const NormGradients to{x.data()};
  CHECK(norm_backward({2, 3}, in, nullptr, x.data(), to) == Status::missing_tensor);
  CHECK(norm_backward({2, 3}, in, moments.data(), nullptr, to) == Status::missing_tensor);
  CHECK(norm_backward({2, 3}, in, moments.data(), x.data(), {}) == Status::missing_tensor);
}
