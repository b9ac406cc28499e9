// Values as bytes, in CBOR: for checkpoints and for other ranks. What of a type is written is one list of its fields,
// fieldsOf, which writing and reading share; one that is an optional without a value is left out. Where something is
// missing or of another type, reading throws, and unpacked() makes an error of it. Thread rule: stateless.
#pragma once

#include "base/fields.h"
#include "base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
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

// Of small values that are many: they are lists of their fields, without names.
template <class Value> inline constexpr bool isUnnamed = false;
// To be specialised for what is written in another way, with `static Json write(const Value&)` and
// `static Value read(const Json&)`.
template <class Value> struct Custom {};

template <class Value> inline constexpr bool isVector = false;
template <class Entry> inline constexpr bool isVector<std::vector<Entry>> = true;
template <class Value> inline constexpr bool isOptional = false;
template <class Value> inline constexpr bool isOptional<std::optional<Value>> = true;

template <class Value> Json toJson(const Value& value) {
  if constexpr (requires { Custom<Value>::write(value); }) {
    return Custom<Value>::write(value);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return binary(value);
  } else if constexpr (std::is_enum_v<Value>) {
    return static_cast<int>(value);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return value;
  } else if constexpr (isVector<Value>) {
    Json list = Json::array();
    for (const auto& entry : value)
      list.push_back(toJson(entry));
    return list;
  } else {
    Json json = isUnnamed<Value> ? Json::array() : Json::object();
    const auto add = [&]<class Type>(const Field<Value, Type>& field) {
      const Type& member = value.*field.member;
      if constexpr (isUnnamed<Value>) {
        json.push_back(toJson(member));
      } else if constexpr (isOptional<Type>) {
        if (member)
          json[field.name] = toJson(*member);
      } else {
        json[field.name] = toJson(member);
      }
    };
    std::apply([&](const auto&... fields) { (add(fields), ...); }, fieldsOf<Value>);
    return json;
  }
}

template <class Value> Value fromJson(const Json& json) {
  if constexpr (requires { Custom<Value>::read(json); }) {
    return Custom<Value>::read(json);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return bytesIn(json);
  } else if constexpr (std::is_enum_v<Value>) {
    return static_cast<Value>(json.get<int>());
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return json.get<Value>();
  } else if constexpr (isVector<Value>) {
    Value list;
    for (const Json& entry : json)
      list.push_back(fromJson<typename Value::value_type>(entry));
    return list;
  } else {
    Value value{};
    std::size_t number = 0;
    const auto take = [&]<class Type>(const Field<Value, Type>& field) {
      Type& member = value.*field.member;
      if constexpr (isUnnamed<Value>) {
        member = fromJson<Type>(json.at(number++));
      } else if constexpr (isOptional<Type>) {
        if (json.contains(field.name))
          member = fromJson<typename Type::value_type>(json.at(field.name));
      } else {
        member = fromJson<Type>(json.at(field.name));
      }
    };
    std::apply([&](const auto&... fields) { (take(fields), ...); }, fieldsOf<Value>);
    return value;
  }
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
template <class Value> Result<Value> unpacked(std::string_view bytes, std::string failure) {
  return unpacked<Value>(bytes, fromJson<Value>, std::move(failure));
}

} // namespace revisit::packing
