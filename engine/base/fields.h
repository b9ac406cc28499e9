// The fields of a struct as one list, which adding, writing and reading share. Stateless.
#pragma once

#include <tuple>

namespace revisit::packing {

template <class Value, class Type> struct Field {
  const char* name;
  Type Value::* member;
};

// A std::tuple of Field, to be specialised for each struct.
template <class Value> inline constexpr auto fieldsOf = nullptr;

// Adds each of these fields to that of the sum.
template <class Value> void addFields(Value& sum, const Value& more) {
  std::apply([&](const auto&... fields) { ((sum.*fields.member += more.*fields.member), ...); }, fieldsOf<Value>);
}

} // namespace revisit::packing
