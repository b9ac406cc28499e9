// Values as bytes, in CBOR: for checkpoints and for other ranks. Thread rule: stateless.
#pragma once

#include "base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace revisit::packing {

using Json = nlohmann::json;

inline Json binary(std::string_view bytes) {
  return Json::binary(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
}

inline std::string bytesIn(const Json& binary) {
  const auto& bytes = binary.get_binary();
  return {bytes.begin(), bytes.end()};
}

inline std::string packed(const Json& json) {
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

// `make` may throw what says that the bytes are not such a value; so does the library, where something is missing.
// `failure`: what the error says before that.
template <class Value, class Make> Result<Value> unpacked(std::string_view bytes, Make make, std::string failure) {
  try {
    return make(Json::from_cbor(bytes));
  } catch (const std::exception& broken) {
    return Error{ErrorCode::BadFormat, "", failure + ": " + broken.what()};
  }
}

} // namespace revisit::packing
