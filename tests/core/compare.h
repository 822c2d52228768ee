// Comparisons: how near is near enough, and which number differs most.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "oracle.h"
#include "problem.h"

namespace heed::test {

// |actual − expected| ≤ absolute + relative·|expected|. The gate for results on N(0, 1) data.
struct Tolerance {
  double absolute = 2e-6;
  double relative = 1e-5;

  double at(double expected) const;
  Tolerance times(double factor) const { return {absolute * factor, relative * factor}; }
};

// The largest error so far, as an absolute number and as a part of what was allowed.
struct Worst {
  double error = 0.0;
  double part = 0.0;

  void note(double error_now, double allowed);
};

// NaN agrees with NaN, an infinity with itself, and numbers within the tolerance.
bool agrees(double actual, double expected, const Tolerance& tolerance);

// "" where all agree, else a sentence about the first that does not.
std::string difference(const float* actual, const double* expected, std::size_t size, const Tolerance& tolerance,
                       Worst* worst = nullptr);
std::string difference(const std::vector<float>& actual, const std::vector<double>& expected,
                       const Tolerance& tolerance = {}, Worst* worst = nullptr);
std::string difference(const std::vector<float>& actual, const std::vector<float>& expected,
                       const Tolerance& tolerance = {});

// How much two ways to compute the same results may differ. Without softmax the weights do not sum to 1, so their
// products with values are larger, and the errors too.
Tolerance rounding_of(const Problem& problem);

// "" where both hold the same bits.
std::string bit_difference(const std::vector<float>& actual, const std::vector<float>& expected);

// The worst error of each result over many calls.
struct Ledger {
  Worst output, raw, scores, logits, weights, row_sum;

  void print(const char* title) const;
  // For scales and biases of any size, where absolute errors say nothing.
  void print_parts(const char* title) const;
};

// "" where attending is not allowed: there every kept weight must be exactly 0, and every kept logit exactly −Infinity.
std::string difference_where_forbidden(const Problem& problem, const Results& results);

// "" where everything that was kept agrees with the oracle: numbers within the gate, and exactly 0, −Infinity or
// untouched where the contract says so.
std::string difference_from_oracle(const Problem& problem, const Results& results, Ledger& ledger);

}  // namespace heed::test
