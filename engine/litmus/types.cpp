#include "litmus/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace revisit::litmus {
namespace {

struct NamedType {
  std::string_view name;
  unsigned bits;
  bool isSigned;
};

// As on x86-64.
constexpr std::array named = std::to_array<NamedType>({
    {"bool", 8, false},    {"_Bool", 8, false},     {"int8_t", 8, true},    {"uint8_t", 8, false},
    {"int16_t", 16, true}, {"uint16_t", 16, false}, {"int32_t", 32, true},  {"uint32_t", 32, false},
    {"int64_t", 64, true}, {"uint64_t", 64, false}, {"intptr_t", 64, true}, {"uintptr_t", 64, false},
    {"size_t", 64, false}, {"ptrdiff_t", 64, true}, {"schar", 8, true},     {"uchar", 8, false},
    {"ushort", 16, false}, {"uint", 32, false},     {"ulong", 64, false},   {"llong", 64, true},
    {"ullong", 64, false},
});
// Abbreviations that C has only behind "atomic_".
constexpr std::array<std::string_view, 7> onlyAtomic = {"schar", "uchar", "ushort", "uint", "ulong", "llong", "ullong"};
constexpr std::array<std::string_view, 6> integers = {"char", "short", "int", "long", "unsigned", "signed"};
constexpr std::array<std::string_view, 4> qualifiers = {"const", "volatile", "_Atomic", "register"};
constexpr std::array<std::string_view, 9> refused = {"float", "double", "struct",      "union",   "enum",
                                                     "void",  "mutex",  "atomic_flag", "_Complex"};
constexpr std::string_view atomicPrefix = "atomic_";

bool isOneOf(const auto& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

std::optional<NamedType> namedType(std::string_view word) {
  const auto found = std::ranges::find(named, word, &NamedType::name);
  return found == named.end() ? std::nullopt : std::optional(*found);
}

// The type behind a name that is no keyword of C: "atomic_int", "uint8_t".
std::optional<ValueType> typeOfName(std::string_view word) {
  const bool isAtomic = word.starts_with(atomicPrefix);
  const std::string_view plain = isAtomic ? word.substr(atomicPrefix.size()) : word;
  std::optional<NamedType> found = namedType(plain);
  if (isAtomic && plain == "char")
    found = NamedType{"char", 8, true};
  if (isAtomic && plain == "short")
    found = NamedType{"short", 16, true};
  if (isAtomic && plain == "int")
    found = NamedType{"int", 32, true};
  if (isAtomic && plain == "long")
    found = NamedType{"long", 64, true};
  if (!found || (!isAtomic && isOneOf(onlyAtomic, plain)))
    return std::nullopt;
  return ValueType{std::string(word), found->bits, found->isSigned, isAtomic, false};
}

// The type that the keywords before it make: "unsigned long".
ValueType typeOfKeywords(const std::vector<std::string>& words) {
  const auto has = [&](std::string_view word) { return isOneOf(words, word); };
  ValueType type;
  type.bits = has("char") ? 8 : has("short") ? 16 : has("long") ? 64 : 32;
  type.isSigned = !has("unsigned");
  return type;
}

// _Atomic(T): its value is that of T.
ValueType takeAtomicOf(Cursor& cursor) {
  cursor.expect("(", "after _Atomic");
  if (!beginsType(cursor.peek()))
    cursor.fail("a type is expected in the parentheses of _Atomic");
  ValueType inner = takeType(cursor).type();
  cursor.expect(")", "at the end of the type in _Atomic");
  inner.text = fmt::format("_Atomic({})", inner.text);
  inner.isAtomic = true;
  return inner;
}

} // namespace

ValueType WrittenType::type(std::size_t without) const {
  ValueType type = value;
  type.text = base;
  const std::size_t count = stars.size() - std::min(without, stars.size());
  for (std::size_t i = 0; i < count; i++)
    type.text += (i == 0 ? " " : "") + stars[i];
  if (count == 0)
    return type;
  type.bits = 64;
  type.isSigned = false;
  type.isPointer = true;
  type.isAtomic = stars[count - 1].find("_Atomic") != std::string::npos;
  return type;
}

bool beginsType(std::string_view word) {
  return isOneOf(integers, word) || isOneOf(qualifiers, word) || isOneOf(refused, word) || typeOfName(word).has_value();
}

WrittenType takeType(Cursor& cursor) {
  WrittenType written;
  std::vector<std::string> keywords;
  bool isAtomic = false, isNamed = false;
  const auto append = [&](std::string_view word) {
    written.base += (written.base.empty() ? "" : " ") + std::string(word);
  };
  while (beginsType(cursor.peek())) {
    const Place place = cursor.place();
    const std::string word(cursor.take());
    if (isOneOf(refused, word)) {
      cursor.fail(place, fmt::format("a location or register of type {} is not supported: use an integer type", word));
      return written;
    }
    if (word == "_Atomic" && cursor.peek() == "(") {
      written.value = takeAtomicOf(cursor);
      append(written.value.text);
      isNamed = true;
      continue;
    }
    if (const std::optional<ValueType> type = typeOfName(word)) {
      written.value = *type;
      isNamed = true;
    }
    isAtomic |= word == "_Atomic";
    if (isOneOf(integers, word))
      keywords.push_back(word);
    if (word != "const" && word != "register")
      append(word);
  }
  if (!isNamed && keywords.empty())
    cursor.fail("a type is expected here");
  if (!isNamed)
    written.value = typeOfKeywords(keywords);
  written.value.isAtomic |= isAtomic;
  while (cursor.skip("*")) {
    std::string star = "*";
    while (isOneOf(qualifiers, cursor.peek()))
      star += std::string(cursor.take()) + ' ';
    written.stars.push_back(star);
  }
  return written;
}

} // namespace revisit::litmus
