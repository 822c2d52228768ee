// Seeded random numbers, the same on every machine and standard library.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

namespace heed::test {

// splitmix64: one word of state, every seed good.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  bool chance(double probability) { return uniform() < probability; }

  // In 0 … count − 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }

  // In first … last, both included.
  int integer(int first, int last) {
    return first + static_cast<int>(below(static_cast<std::size_t>(last - first + 1)));
  }

  template <class T>
  T pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }

  // N(0, 1) by Box and Muller; the second number of each pair is thrown away.
  float normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return static_cast<float>(radius * std::cos(2.0 * std::numbers::pi * uniform()));
  }

  // A random order of 0 … count − 1.
  std::vector<std::size_t> order(std::size_t count) {
    std::vector<std::size_t> items(count);
    for (std::size_t i = 0; i < count; ++i) items[i] = i;
    for (std::size_t i = count; i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    return items;
  }

 private:
  std::uint64_t state_;
};

// Deals the items in random order, and shuffles again when all are dealt: each comes up equally often.
template <class T>
class Deck {
 public:
  Deck(std::vector<T> items, std::uint64_t seed) : items_(std::move(items)), random_(seed) {}

  T deal() {
    if (order_.empty()) order_ = random_.order(items_.size());
    const T item = items_[order_.back()];
    order_.pop_back();
    return item;
  }

 private:
  std::vector<T> items_;
  Random random_;
  std::vector<std::size_t> order_;
};

}  // namespace heed::test
