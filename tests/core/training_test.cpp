// Embedding, cross-entropy and AdamW against double precision.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "../../src/adam.h"
#include "../../src/cross_entropy.h"
#include "../../src/embedding.h"
#include "random.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

std::vector<float> drawn(Random& random, std::size_t count, double deviation = 1.0) {
  std::vector<float> numbers(count);
  for (float& one : numbers) one = static_cast<float>(deviation * random.normal());
  return numbers;
}

std::vector<std::int32_t> classes_of(Random& random, std::size_t count, std::size_t classes) {
  std::vector<std::size_t> all(classes);
  for (std::size_t n = 0; n < classes; ++n) all[n] = n;
  std::vector<std::int32_t> drawn(count);
  for (std::int32_t& one : drawn) one = static_cast<std::int32_t>(random.pick(all));
  return drawn;
}

void require_near(double actual, double expected, double bound) {
  CAPTURE(actual, expected);
  REQUIRE(std::abs(actual - expected) <= bound * (1.0 + std::abs(expected)));
}

double loss_of(const std::vector<double>& logits, std::size_t answer) {
  double sum = 0.0;
  for (const double one : logits) sum += std::exp(one - logits[answer]);
  return std::log(sum);
}

}  // namespace

TEST_CASE("an embedding reads the row of each token and adds that of its position", "[embedding]") {
  Random random(71);
  const EmbeddingShape shape{6, 3, 5, 7};
  const std::vector<float> table = drawn(random, 35), positions = drawn(random, 21), d = drawn(random, 42);
  const std::vector<std::int32_t> ids{4, 0, 4, 2, 2, 1};
  const EmbeddingInputs in{ids.data(), table.data(), positions.data()};
  std::vector<float> output(42, kNaN);
  REQUIRE(embed(shape, in, output.data()) == Status::ok);
  std::vector<double> dtable(35), dpositions(21);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t c = 0; c < 7; ++c) {
      const std::size_t from = static_cast<std::size_t>(ids[i]) * 7 + c, place = i % 3 * 7 + c;
      require_near(output[i * 7 + c], static_cast<double>(table[from]) + positions[place], 1e-6);
      dtable[from] += d[i * 7 + c];
      dpositions[place] += d[i * 7 + c];
    }
  std::vector<float> found(35, 1.0f), places(21, 1.0f);
  const auto check = [&](double already, double placed) {
    for (std::size_t n = 0; n < 35; ++n) require_near(found[n], dtable[n] + already, 1e-6);
    for (std::size_t n = 0; n < 21; ++n) require_near(places[n], dpositions[n] + placed, 1e-6);
  };
  REQUIRE(embed_backward(shape, in, d.data(), {found.data(), places.data(), true}) == Status::ok);
  check(1.0, 1.0);
  found.assign(35, 2.0f);
  REQUIRE(embed_backward(shape, in, d.data(), {found.data(), places.data(), false, true}) == Status::ok);
  check(2.0, 0.0);
  REQUIRE(embed_backward(shape, in, d.data(), {found.data(), places.data()}) == Status::ok);
  check(0.0, 0.0);
  const std::vector<std::int32_t> odd{5}, negative{-1};
  for (const auto* wrong : {&odd, &negative})
    CHECK(embed({1, 1, 5, 7}, {wrong->data(), table.data()}, output.data()) == Status::invalid_option);
  CHECK(embed({1, 0, 5, 7}, in, output.data()) == Status::invalid_shape);
  CHECK(embed(shape, {nullptr, table.data()}, output.data()) == Status::missing_tensor);
  CHECK(embed_backward(shape, in, nullptr, {found.data()}) == Status::missing_tensor);
}

TEST_CASE("cross-entropy and its gradient are those of the textbook", "[cross-entropy]") {
  Random random(72);
  for (const std::size_t classes : {1u, 2u, 3u, 4u, 5u, 8u, 65u})
    for (const double deviation : {1.0, 40.0}) {
      const std::size_t rows = 5;
      const std::vector<float> x = drawn(random, rows * classes, deviation);
      std::vector<std::int32_t> answers = classes_of(random, rows, classes);
      answers[2] = -1;
      std::vector<float> losses(rows, kNaN), moments(2 * rows), dx(x.size(), kNaN);
      const CrossEntropyInputs in{x.data(), answers.data()};
      REQUIRE(cross_entropy({rows, classes}, in, losses.data(), moments.data()) == Status::ok);
      REQUIRE(cross_entropy_backward({rows, classes}, in, moments.data(), 0.0f, dx.data()) == Status::ok);
      std::vector<float> half(dx.size());
      REQUIRE(cross_entropy_backward({rows, classes}, in, moments.data(), 8.0f, half.data()) == Status::ok);
      for (std::size_t i = 0; i < rows; ++i) {
        const std::vector<double> row(x.begin() + static_cast<std::ptrdiff_t>(i * classes),
                                      x.begin() + static_cast<std::ptrdiff_t>((i + 1) * classes));
        const bool graded = answers[i] >= 0;
        const auto answer = static_cast<std::size_t>(graded ? answers[i] : 0);
        require_near(losses[i], graded ? loss_of(row, answer) : 0.0, 1e-6);
        for (std::size_t c = 0; c < classes; ++c) {
          std::vector<double> up = row, down = row;
          up[c] += 1e-5;
          down[c] -= 1e-5;
          const double slope = graded ? (loss_of(up, answer) - loss_of(down, answer)) / 2e-5 / 4.0 : 0.0;
          require_near(dx[i * classes + c], slope, 1e-6);
          require_near(half[i * classes + c], slope / 2.0, 1e-6);
        }
      }
    }
  std::vector<float> x(3), losses(1);
  for (const std::int32_t wrong : {-2, 3})
    CHECK(cross_entropy({1, 3}, {x.data(), &wrong}, losses.data(), nullptr) == Status::invalid_option);
  const std::int32_t right = 0;
  CHECK(cross_entropy({1, 0}, {x.data(), &right}, losses.data(), nullptr) == Status::invalid_shape);
  CHECK(cross_entropy({1, 3}, {x.data(), nullptr}, losses.data(), nullptr) == Status::missing_tensor);
  x[1] = kNaN;
  REQUIRE(cross_entropy({1, 3}, {x.data(), &right}, losses.data(), nullptr) == Status::ok);
  CHECK(std::isnan(losses[0]));
}

TEST_CASE("a step of AdamW moves every number as the formula says", "[adam]") {
  Random random(73);
  const AdamStep step{0.9f, 0.1f, 0.99f, 0.01f, 0.003f, 1.5f, 1e-8f, 0.9997f, 0.5f};
  for (const std::size_t count : {1u, 3u, 4u, 5u, 64u, 67u}) {
    std::vector<float> value = drawn(random, count), gradient = drawn(random, count), mean = drawn(random, count);
    std::vector<float> square = drawn(random, count);
    for (float& one : square) one *= one;
    const std::vector<float> value0 = value, mean0 = mean, square0 = square;
    REQUIRE(adam(count, step, {value.data(), gradient.data(), mean.data(), square.data()}) == Status::ok);
    double squares = 1.0;
    for (std::size_t n = 0; n < count; ++n) {
      const double g = 0.5 * gradient[n], m = 0.9 * mean0[n] + 0.1 * g, v = 0.99 * square0[n] + 0.01 * g * g;
      squares += static_cast<double>(gradient[n]) * gradient[n];
      require_near(mean[n], m, 1e-6);
      require_near(square[n], v, 1e-6);
      require_near(value[n], 0.9997 * value0[n] - 0.003 * m / (std::sqrt(v * 1.5) + 1e-8), 1e-6);
    }
    double found = 1.0;
    REQUIRE(add_squares(count, gradient.data(), &found) == Status::ok);
    require_near(found, squares, 1e-6);
  }
  CHECK(adam(1, step, {}) == Status::missing_tensor);
  CHECK(add_squares(1, nullptr, nullptr) == Status::missing_tensor);
}
