// Reads the conformance files. Non-finite numbers are the strings "Infinity", "-Infinity" and "NaN" there.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed::test {

class Json {
 public:
  enum class Kind { null, boolean, number, text, array, object };

  // Reads a whole file. On any fault, the result is null, and why() says what is wrong and where.
  static Json read(const std::string& path);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }
  double number() const { return number_; }
  bool truth() const { return number_ != 0.0; }
  const std::string& text() const { return text_; }
  const std::string& why() const { return text_; }
  const std::vector<Json>& items() const { return items_; }
  const std::vector<std::pair<std::string, Json>>& members() const { return members_; }

  // The member of that name, or null.
  const Json& operator[](const std::string& name) const;
  bool has(const std::string& name) const { return !(*this)[name].is_null(); }

  // Every number of nested arrays, in order.
  std::vector<double> numbers() const;
  // The extents of nested arrays, by the first item of each.
  std::vector<std::size_t> extents() const;

 private:
  friend class JsonReader;
  Kind kind_ = Kind::null;
  double number_ = 0.0;
  std::string text_;
  std::vector<Json> items_;
  std::vector<std::pair<std::string, Json>> members_;
};

}  // namespace heed::test
