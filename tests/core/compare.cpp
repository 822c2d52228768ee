#include "compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <sstream>
#include <utility>

namespace heed::test {
namespace {

std::string unlike(std::size_t place, double actual, double expected) {
  std::ostringstream text;
  text.precision(9);
  text << "element " << place << " is " << actual << ", not " << expected;
  return text.str();
}

std::string named(const char* name, const std::string& sentence) {
  return sentence.empty() ? "" : name + (": " + sentence);
}

// How much larger rounding errors may be than on N(0, 1) data scaled by 1/√dim. The errors of raw products and scores
// grow with their size.
double spread(const Problem& p, bool scaled) {
  const double size = std::sqrt(static_cast<double>(p.shape.dim));
  return std::max(1.0, scaled ? std::fabs(p.scale) * size : size);
}

// The output of a row that may attend to nothing is exactly 0. That of every other row is as near as its terms allow.
std::string difference_of_output(const Problem& p, const Results& r, const oracle::Attention& expected,
                                 const Tolerance& gate, Worst& worst) {
  constexpr double kUnitRoundoff = 0x1p-24;
  std::size_t place = 0;
  for (std::size_t b = 0; b < p.shape.batch; ++b)
    for (std::size_t h = 0; h < p.shape.heads; ++h)
      for (std::size_t i = 0; i < p.shape.queries; ++i) {
        const bool empty = p.is_empty(b, h, i);
        for (std::size_t c = 0; c < p.shape.value_dim; ++c, ++place) {
          const double terms = p.softmax ? 0.0 : 4.0 * kUnitRoundoff * expected.output_terms[place];
          const Tolerance tolerance = empty ? Tolerance{0, 0} : Tolerance{gate.absolute + terms, gate.relative};
          const float actual = r.output.at(b, h, i, c);
          const std::string sentence = difference(&actual, &expected.output[place], 1, tolerance, &worst);
          if (!sentence.empty()) return unlike(place, actual, expected.output[place]);
        }
      }
  return "";
}

std::array<std::pair<const char*, Worst>, 6> named_worst(const Ledger& ledger) {
  return {{{"output", ledger.output},
           {"raw", ledger.raw},
           {"scores", ledger.scores},
           {"logits", ledger.logits},
           {"weights", ledger.weights},
           {"row_sum", ledger.row_sum}}};
}

}  // namespace

double Tolerance::at(double expected) const { return absolute + relative * std::fabs(expected); }

Tolerance rounding_of(const Problem& problem) { return Tolerance{1e-6, 2e-6}.times(problem.softmax ? 1.0 : 20.0); }

void Worst::note(double error_now, double allowed) {
  error = std::max(error, error_now);
  if (allowed > 0.0) part = std::max(part, error_now / allowed);
}

bool agrees(double actual, double expected, const Tolerance& tolerance) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected)) return actual == expected;
  return std::fabs(actual - expected) <= tolerance.at(expected);
}

std::string difference(const float* actual, const double* expected, std::size_t size, const Tolerance& tolerance,
                       Worst* worst) {
  for (std::size_t n = 0; n < size; ++n) {
    if (!agrees(actual[n], expected[n], tolerance)) return unlike(n, actual[n], expected[n]);
    if (worst && std::isfinite(expected[n])) worst->note(std::fabs(actual[n] - expected[n]), tolerance.at(expected[n]));
  }
  return "";
}

std::string difference(const std::vector<float>& actual, const std::vector<double>& expected,
                       const Tolerance& tolerance, Worst* worst) {
  if (actual.size() != expected.size()) return "sizes differ";
  return difference(actual.data(), expected.data(), actual.size(), tolerance, worst);
}

std::string difference(const std::vector<float>& actual, const std::vector<float>& expected,
                       const Tolerance& tolerance) {
  return difference(actual, std::vector<double>(expected.begin(), expected.end()), tolerance);
}

std::string bit_difference(const std::vector<float>& actual, const std::vector<float>& expected) {
  if (actual.size() != expected.size()) return "sizes differ";
  for (std::size_t n = 0; n < actual.size(); ++n)
    if (std::memcmp(&actual[n], &expected[n], sizeof(float)) != 0) return unlike(n, actual[n], expected[n]);
  return "";
}

void Ledger::print(const char* title) const {
  std::printf("%s, worst |error| (part of what is allowed):", title);
  for (const auto& [name, worst] : named_worst(*this))
    if (worst.error > 0.0) std::printf(" %s %.2g (%.0f %%)", name, worst.error, 100 * worst.part);
  std::printf("\n");
}

void Ledger::print_parts(const char* title) const {
  std::printf("%s, worst error as a part of what is allowed:", title);
  for (const auto& [name, worst] : named_worst(*this)) std::printf(" %s %.0f %%", name, 100 * worst.part);
  std::printf("\n");
}

std::string difference_where_forbidden(const Problem& p, const Results& r) {
  std::size_t place = 0;
  for (std::size_t b = 0; b < p.shape.batch; ++b)
    for (std::size_t h = 0; h < p.shape.heads; ++h)
      for (std::size_t i = 0; i < p.shape.queries; ++i)
        for (std::size_t j = 0; j < p.shape.keys; ++j, ++place) {
          if (p.may_attend(b, h, i, j)) continue;
          if (!r.weights.empty() && r.weights[place] != 0.0f)
            return "forbidden weight " + unlike(place, r.weights[place], 0);
          if (!r.logits.empty() && r.logits[place] != -std::numeric_limits<float>::infinity())
            return "forbidden logit " + unlike(place, r.logits[place], -std::numeric_limits<double>::infinity());
        }
  return "";
}

std::string difference_from_oracle(const Problem& p, const Results& r, Ledger& ledger) {
  if (r.status != Status::ok) return "status " + std::to_string(static_cast<int>(r.status));
  const oracle::Attention expected = oracle::attention(p.shape, p.options(), p.inputs());
  const Tolerance raw_gate = Tolerance{}.times(spread(p, false));
  const Tolerance gate = Tolerance{}.times(spread(p, true));
  std::string all;
  const auto check = [&all](const char* name, const std::vector<float>& actual, const oracle::Values& wanted,
                            const Tolerance& tolerance, Worst* worst) {
    if (all.empty() && !actual.empty()) all = named(name, difference(actual, wanted, tolerance, worst));
  };
  check("raw", r.raw, expected.raw, raw_gate, &ledger.raw);
  check("scores", r.scores, expected.scores, gate, &ledger.scores);
  check("logits", r.logits, expected.logits, gate, &ledger.logits);
  check("weights", r.weights, expected.weights, gate, &ledger.weights);
  // rounded biases of 1e4 decide which shift the maximum is counted from
  const bool is_shifted = !p.alibi.empty() && !p.bias.empty();
  if (p.softmax && !is_shifted) check("row_max", r.row_max, expected.row_max, gate, &ledger.logits);
  if (p.softmax) check("lse", r.lse, expected.lse, gate, &ledger.logits);
  if (p.softmax) check("row_sum", r.row_sum, expected.row_sum, gate, &ledger.row_sum);
  if (all.empty()) all = named("output", difference_of_output(p, r, expected, gate, ledger.output));
  if (all.empty()) all = difference_where_forbidden(p, r);
  if (all.empty() && !r.output.gaps_untouched()) all = "output: a gap between its rows was written";
  return all;
}

}  // namespace heed::test
