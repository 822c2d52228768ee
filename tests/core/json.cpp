#include "json.h"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace heed::test {

class JsonReader {
 public:
  explicit JsonReader(std::string source) : source_(std::move(source)) {}

  Json whole() {
    Json value = one();
    skip_space();
    if (fault_.empty() && place_ != source_.size()) fail("something follows the value");
    if (fault_.empty()) return value;
    Json nothing;
    nothing.text_ = fault_;
    return nothing;
  }

 private:
  char peek() const { return place_ < source_.size() ? source_[place_] : '\0'; }

  void skip_space() {
    while (std::isspace(static_cast<unsigned char>(peek()))) ++place_;
  }

  void fail(const std::string& what) {
    if (fault_.empty()) fault_ = what + " at byte " + std::to_string(place_);
    place_ = source_.size();
  }

  bool take(char wanted) {
    skip_space();
    if (peek() != wanted) return false;
    ++place_;
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) fail(std::string("expected ") + wanted);
  }

  Json one() {
    skip_space();
    switch (peek()) {
      case '{':
        return object();
      case '[':
        return array();
      case '"':
        return text();
      default:
        return word();
    }
  }

  Json object() {
    Json value;
    value.kind_ = Json::Kind::object;
    expect('{');
    if (take('}')) return value;
    do {
      skip_space();
      std::string name = text().text_;
      expect(':');
      value.members_.emplace_back(std::move(name), one());
    } while (take(','));
    expect('}');
    return value;
  }

  Json array() {
    Json value;
    value.kind_ = Json::Kind::array;
    expect('[');
    if (take(']')) return value;
    do value.items_.push_back(one());
    while (take(','));
    expect(']');
    return value;
  }

  // The tests read no escapes but \" and \\. All others are kept as written.
  Json text() {
    Json value;
    value.kind_ = Json::Kind::text;
    expect('"');
    while (peek() != '"') {
      if (peek() == '\0') {
        fail("a string does not end");
        return value;
      }
      if (peek() == '\\' && (source_[place_ + 1] == '"' || source_[place_ + 1] == '\\')) ++place_;
      value.text_ += source_[place_++];
    }
    ++place_;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (value.text_ == "Infinity") value.number_ = kInfinity;
    if (value.text_ == "-Infinity") value.number_ = -kInfinity;
    if (value.text_ == "NaN") value.number_ = std::numeric_limits<double>::quiet_NaN();
    return value;
  }

  Json word() {
    Json value;
    for (const auto& [name, kind, number] :
         {std::tuple{"true", Json::Kind::boolean, 1.0}, std::tuple{"false", Json::Kind::boolean, 0.0},
          std::tuple{"null", Json::Kind::null, 0.0}})
      if (source_.compare(place_, std::string(name).size(), name) == 0) {
        place_ += std::string(name).size();
        value.kind_ = kind;
        value.number_ = number;
        return value;
      }
    const char* start = source_.c_str() + place_;
    char* end = nullptr;
    value.kind_ = Json::Kind::number;
    value.number_ = std::strtod(start, &end);
    if (end == start)
      fail("expected a value");
    else
      place_ += static_cast<std::size_t>(end - start);
    return value;
  }

  std::string source_, fault_;
  std::size_t place_ = 0;
};

Json Json::read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    Json nothing;
    nothing.text_ = "cannot open " + path;
    return nothing;
  }
  return JsonReader({std::istreambuf_iterator<char>(file), {}}).whole();
}

const Json& Json::operator[](const std::string& name) const {
  static const Json nothing;
  for (const auto& [key, value] : members_)
    if (key == name) return value;
  return nothing;
}

std::vector<double> Json::numbers() const {
  if (kind_ != Kind::array) return {number_};
  std::vector<double> all;
  for (const Json& item : items_) {
    const std::vector<double> inner = item.numbers();
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

std::vector<std::size_t> Json::extents() const {
  std::vector<std::size_t> all;
  for (const Json* level = this; level->kind_ == Kind::array; level = &level->items_.front()) {
    all.push_back(level->items_.size());
    if (level->items_.empty()) break;
  }
  return all;
}

}  // namespace heed::test
