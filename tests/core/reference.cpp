#include "reference.h"

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <filesystem>
#include <utility>

namespace heed::test {
namespace {

PairTensor<float> bias_of(const Json& tensor, const std::vector<std::size_t>& e) {
  PairTensor<float> bias(e[0], e[1], e[2], e[3], 0.0f);
  bias.elements() = floats(tensor["data"]);
  return bias;
}

PairTensor<std::uint8_t> mask_of(const Json& tensor, const std::vector<std::size_t>& e) {
  PairTensor<std::uint8_t> mask(e[0], e[1], e[2], e[3], 0);
  const std::vector<double> numbers = tensor["data"].numbers();
  for (std::size_t n = 0; n < numbers.size(); ++n) mask.elements()[n] = numbers[n] != 0.0;
  return mask;
}

std::vector<std::size_t> shape_of(const Json& tensor) {
  const std::vector<double> numbers = tensor["shape"].numbers();
  return {numbers.begin(), numbers.end()};
}

// "scale" null means 1/√dim, and "softcap" null means none. "causal" names the corner that the diagonal starts from.
void set_attributes(Problem& problem, const Json& attributes) {
  const AttentionShape& s = problem.shape;
  problem.scale = attributes.has("scale") ? static_cast<float>(attributes["scale"].number())
                                          : 1.0f / std::sqrt(static_cast<float>(s.dim));
  if (attributes.has("softcap")) problem.softcap = static_cast<float>(attributes["softcap"].number());
  const std::string causal = attributes["causal"].text();
  REQUIRE((causal == "" || causal == "top-left" || causal == "bottom-right"));
  const auto corner = static_cast<std::int32_t>(s.keys) - static_cast<std::int32_t>(s.queries);
  if (causal != "") problem.causal_offsets.assign(s.batch, causal == "top-left" ? 0 : corner);
}

}  // namespace

std::vector<std::string> files_in(const char* folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(HEED_CONFORMANCE_DIR) + "/" + folder))
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<float> floats(const Json& json) {
  const std::vector<double> numbers = json.numbers();
  return {numbers.begin(), numbers.end()};
}

bool is_attention(const Json& example) {
  REQUIRE((example["kind"].text() == "sdpa" || example["kind"].text() == "selfAttention"));
  return example["kind"].text() == "sdpa";
}

HeadTensor heads_of(const Json& tensor) {
  const std::vector<std::size_t> e = shape_of(tensor);
  HeadTensor heads(e.at(0), e.at(1), e.at(2), e.at(3));
  const std::vector<float> numbers = floats(tensor["data"]);
  std::size_t place = 0;
  heads.each([&](float& x) { x = numbers.at(place++); });
  return heads;
}

Problem problem_of(const Json& example) {
  const Json &inputs = example["inputs"], &attributes = example["attributes"];
  Problem problem;
  problem.q = heads_of(inputs["q"]);
  problem.k = heads_of(inputs["k"]);
  problem.v = heads_of(inputs["v"]);
  problem.shape = {problem.q.batch(), problem.q.heads(),   problem.k.heads(),  problem.q.rows(),
                   problem.k.rows(),  problem.q.columns(), problem.v.columns()};
  set_attributes(problem, attributes);
  if (inputs.has("mask")) {
    const std::vector<std::size_t> extents = shape_of(inputs["mask"]);
    REQUIRE(extents.size() == 4);
    if (inputs["mask"]["dtype"].text() == "bool")
      problem.mask = mask_of(inputs["mask"], extents);
    else
      problem.bias = bias_of(inputs["mask"], extents);
  }
  return problem;
}

Layer layer_of_tensors(const Json& example) {
  const Json &inputs = example["inputs"], &attributes = example["attributes"];
  const auto heads = static_cast<std::size_t>(attributes["heads"].number());
  const std::vector<std::size_t> x = shape_of(inputs["X"]);
  Layer layer;
  layer.x = floats(inputs["X"]["data"]);
  for (const auto& [letter, weights] : {std::pair{"q", &layer.query}, std::pair{"k", &layer.key},
                                        std::pair{"v", &layer.value}, std::pair{"o", &layer.output}}) {
    if (inputs.has(std::string("W") + letter)) weights->weight = floats(inputs[std::string("W") + letter]["data"]);
    if (inputs.has(std::string("b") + letter)) weights->bias = floats(inputs[std::string("b") + letter]["data"]);
  }
  layer.shape = {x.at(0),
                 heads,
                 heads,
                 x.at(1),
                 x.at(1),
                 x.at(2),
                 x.at(2),
                 shape_of(inputs["Wq"]).at(1) / heads,
                 shape_of(inputs["Wv"]).at(1) / heads,
                 inputs.has("Wo") ? shape_of(inputs["Wo"]).at(1) : 0};
  layer.options.shape = {x.at(0), heads, heads, x.at(1), x.at(1), layer.shape.dim, layer.shape.value_dim};
  set_attributes(layer.options, attributes);
  return layer;
}

std::vector<double> expected_data(const Json& example, const std::string& name) {
  return example["expected"][name]["data"].numbers();
}

}  // namespace heed::test
