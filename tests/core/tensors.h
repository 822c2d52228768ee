// Tensors that own their storage, in the layouts that callers use: with strides, gaps and unaligned addresses.
#pragma once

#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "../../src/attention.h"
#include "random.h"

namespace heed::test {

enum class Layout {
  dense,        // (batch, heads, rows, columns)
  interleaved,  // (batch, rows, heads, columns): a row of one head is beside the rows of the others
  padded,       // gaps after each row, each head and each batch, and an unaligned start
};

// (batch, heads, rows, columns). The gaps between the elements hold NaN, so that reading them shows. The storage ends
// with the last element, so that a sanitizer sees a read beyond it.
class HeadTensor {
 public:
  HeadTensor() = default;
  HeadTensor(std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns, Layout layout = Layout::dense)
      : batch_(batch), heads_(heads), rows_(rows), columns_(columns) {
    row_stride_ = layout == Layout::interleaved ? heads * columns : layout == Layout::padded ? columns + 5 : columns;
    head_stride_ = layout == Layout::interleaved ? columns : rows * row_stride_ + (layout == Layout::padded ? 3 : 0);
    batch_stride_ =
        layout == Layout::interleaved ? rows * row_stride_ : heads * head_stride_ + (layout == Layout::padded ? 7 : 0);
    start_ = layout == Layout::padded ? 1 : 0;
    storage_.assign(offset_of(batch - 1, heads - 1, rows - 1) + columns, kGap);
  }

  static HeadTensor normal(Random& random, std::size_t batch, std::size_t heads, std::size_t rows, std::size_t columns,
                           Layout layout = Layout::dense) {
    HeadTensor tensor(batch, heads, rows, columns, layout);
    tensor.each([&](float& x) { x = random.normal(); });
    return tensor;
  }

  std::size_t batch() const { return batch_; }
  std::size_t heads() const { return heads_; }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t size() const { return batch_ * heads_ * rows_ * columns_; }

  float* row(std::size_t b, std::size_t h, std::size_t i) { return storage_.data() + offset_of(b, h, i); }
  const float* row(std::size_t b, std::size_t h, std::size_t i) const { return storage_.data() + offset_of(b, h, i); }
  float& at(std::size_t b, std::size_t h, std::size_t i, std::size_t c) { return row(b, h, i)[c]; }
  float at(std::size_t b, std::size_t h, std::size_t i, std::size_t c) const { return row(b, h, i)[c]; }

  HeadView<float> view() { return {storage_.data() + start_, batch_stride_, head_stride_, row_stride_}; }
  HeadView<const float> view() const { return {storage_.data() + start_, batch_stride_, head_stride_, row_stride_}; }

  void fill_row(std::size_t b, std::size_t h, std::size_t i, float value) {
    for (std::size_t c = 0; c < columns_; ++c) at(b, h, i, c) = value;
  }

  template <class Visit>
  void each(Visit visit) {
    for (std::size_t b = 0; b < batch_; ++b)
      for (std::size_t h = 0; h < heads_; ++h)
        for (std::size_t i = 0; i < rows_; ++i)
          for (std::size_t c = 0; c < columns_; ++c) visit(at(b, h, i, c));
  }

  // The elements in order, without gaps.
  std::vector<float> dense() const {
    std::vector<float> elements;
    elements.reserve(size());
    const_cast<HeadTensor*>(this)->each([&](float& x) { elements.push_back(x); });
    return elements;
  }

  // True where every gap still holds what the constructor put there.
  bool gaps_untouched() const {
    std::vector<bool> element(storage_.size(), false);
    const_cast<HeadTensor*>(this)->each(
        [&](float& x) { element[static_cast<std::size_t>(&x - storage_.data())] = true; });
    for (std::size_t n = 0; n < storage_.size(); ++n)
      if (!element[n] && std::memcmp(&storage_[n], &kGap, sizeof kGap) != 0) return false;
    return true;
  }

 private:
  static constexpr float kGap = std::numeric_limits<float>::quiet_NaN();

  std::size_t offset_of(std::size_t b, std::size_t h, std::size_t i) const {
    return start_ + b * batch_stride_ + h * head_stride_ + i * row_stride_;
  }

  std::size_t batch_ = 0, heads_ = 0, rows_ = 0, columns_ = 0;
  std::size_t batch_stride_ = 0, head_stride_ = 0, row_stride_ = 0, start_ = 0;
  std::vector<float> storage_;
};

// One element per (batch, head, query, key), or per those axes whose extent is not 1: the others repeat it.
template <class T>
class PairTensor {
 public:
  PairTensor() = default;
  PairTensor(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, T value)
      : batch_(batch), heads_(heads), queries_(queries), keys_(keys), storage_(batch * heads * queries * keys, value) {}

  bool empty() const { return storage_.empty(); }
  std::size_t size() const { return storage_.size(); }
  std::vector<T>& elements() { return storage_; }

  // (b, h, i, j) of the repeated tensor.
  T& at(std::size_t b, std::size_t h, std::size_t i, std::size_t j) { return storage_[offset_of(b, h, i, j)]; }
  T at(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const { return storage_[offset_of(b, h, i, j)]; }

  PairView<T> view() const {
    if (empty()) return {};
    return {storage_.data(), batch_ == 1 ? 0 : heads_ * queries_ * keys_, heads_ == 1 ? 0 : queries_ * keys_,
            queries_ == 1 ? 0 : keys_, std::size_t{keys_ == 1 ? 0u : 1u}};
  }

 private:
  std::size_t offset_of(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
    return (((batch_ == 1 ? 0 : b) * heads_ + (heads_ == 1 ? 0 : h)) * queries_ + (queries_ == 1 ? 0 : i)) * keys_ +
           (keys_ == 1 ? 0 : j);
  }

  std::size_t batch_ = 1, heads_ = 1, queries_ = 1, keys_ = 1;
  std::vector<T> storage_;
};

}  // namespace heed::test
