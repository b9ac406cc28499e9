#include "target/types/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace revisit {

namespace {

constexpr std::size_t longest = 60; // characters of a structure's value

std::uint64_t numberOf(std::span<const std::uint8_t> bytes) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data(), std::min<std::size_t>(sizeof number, bytes.size()));
  return number;
}

std::int64_t signedOf(std::uint64_t number, std::uint64_t bits) {
  const unsigned shift = bits == 0 || bits >= 64 ? 0 : static_cast<unsigned>(64 - bits);
  return static_cast<std::int64_t>(number << shift) >> shift;
}

std::string characterText(std::uint64_t number) {
  switch (number) {
  case 0:
    return "'\\0'";
  case '\n':
    return "'\\n'";
  case '\t':
    return "'\\t'";
  case '\'':
    return "'\\''";
  case '\\':
    return "'\\\\'";
  default:
    return number >= ' ' && number < 127 ? fmt::format("'{}'", static_cast<char>(number))
                                         : fmt::format("'\\x{:02x}'", number);
  }
}

// Names of flags are joined if several make up the value.
std::string enumeratorText(const Type& type, std::uint64_t number, std::uint64_t bits) {
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  std::string flags;
  std::uint64_t left = number & mask;
  for (const auto& [value, name] : type.enumerators) {
    if ((value & mask) == (number & mask))
      return name;
    if (std::popcount(value & mask) == 1 && (left & value) != 0) {
      flags += (flags.empty() ? "" : "|") + name;
      left &= ~value;
    }
  }
  if (!flags.empty() && left == 0)
    return flags;
  const std::string rest = fmt::format("{}", signedOf(number, bits));
  return type.name.empty() ? rest : fmt::format("{}({})", type.name, rest);
}

class Writer {
public:
  Writer(TypeSource& types, const PointerText& pointerText) : m_types(types), m_pointerText(pointerText) {}

  std::string of(TypeId id, std::span<const std::uint8_t> bytes, std::uint64_t bits) {
    if (!id.valid() || bytes.empty())
      return {};
    const Type& type = m_types.type(id);
    const std::uint64_t number = numberOf(bytes);
    switch (type.kind) {
    case Type::Kind::Signed:
      return bits <= 64 ? fmt::format("{}", signedOf(number, bits)) : std::string();
    case Type::Kind::Unsigned:
      return bits <= 64 ? fmt::format("{}", number) : std::string();
    case Type::Kind::Boolean:
      return number <= 1 ? (number == 1 ? "true" : "false") : fmt::format("bool({})", number);
    case Type::Kind::Character:
      return characterText(number);
    case Type::Kind::Float:
      return floatText(number, bits);
    case Type::Kind::Enumeration:
      return enumeratorText(type, number, bits);
    case Type::Kind::Pointer:
      return bits != 64 ? std::string() : number != 0 ? m_pointerText(number, type) : type.isCxx ? "nullptr" : "NULL";
    case Type::Kind::Record:
      return recordText(type, bytes);
    case Type::Kind::Array:
      return arrayText(type, bytes);
    default:
      return {};
    }
  }

  // The values of adjacent bit-fields.
  std::string of(const std::vector<Member>& parts, std::span<const std::uint8_t> bytes) {
    std::string text;
    for (const Member& part : parts) {
      if (part.bit + part.bits > 64)
        return {};
      const std::string value = ofField(part, numberOf(bytes));
      text += (text.empty() ? "" : ", ") + (parts.size() == 1 ? value : fmt::format("{} = {}", part.name, value));
    }
    return parts.size() == 1 ? text : fmt::format("{{{}}}", text);
  }

private:
  static std::string floatText(std::uint64_t number, std::uint64_t bits) {
    if (bits == 32)
      return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(number)));
    return bits == 64 ? fmt::format("{}", std::bit_cast<double>(number)) : std::string();
  }

  std::string ofField(const Member& field, std::uint64_t number) {
    const std::uint64_t mask = field.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << field.bits) - 1;
    const std::uint64_t value = number >> field.bit & mask;
    std::uint8_t bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return of(field.type, bytes, field.bits);
  }

  std::string recordText(const Type& type, std::span<const std::uint8_t> bytes) {
    if (bytes.size() != type.bytes)
      return {};
    const Member* only = onlyMember(m_types, type);
    std::string text;
    for (const Member& member : type.members) {
      if (isEmpty(m_types, member.type))
        continue;
      const std::string value = memberText(member, bytes);
      if (only == &member)
        return value;
      text += (text.empty() ? "" : ", ") + (value.empty() ? "?" : value);
      if (text.size() > longest)
        return "{" + text.substr(0, longest) + "...}";
    }
    return "{" + text + "}";
  }

  std::string memberText(const Member& member, std::span<const std::uint8_t> bytes) {
    const std::uint64_t begin = member.bit / 8;
    if (member.isBitField) {
      Member field = member;
      field.bit %= 8;
      return field.bit + field.bits <= 64 ? ofField(field, numberOf(bytes.subspan(begin))) : std::string();
    }
    if (begin + member.bits / 8 > bytes.size())
      return {};
    return of(member.type, bytes.subspan(begin, member.bits / 8), member.bits);
  }

  std::string arrayText(const Type& type, std::span<const std::uint8_t> bytes) {
    const Type* element = type.target.valid() ? &m_types.type(type.target) : nullptr;
    if (!element || element->bytes == 0)
      return {};
    if (element->kind == Type::Kind::Character && element->bytes == 1) {
      const auto end = std::ranges::find(bytes, 0);
      if (std::all_of(bytes.begin(), end, [](std::uint8_t c) { return c >= ' ' && c < 127 && c != '"'; }))
        return fmt::format("\"{}\"", std::string(bytes.begin(), end));
    }
    std::string text;
    for (std::size_t at = 0; at + element->bytes <= bytes.size(); at += element->bytes) {
      text += (text.empty() ? "" : ", ") + of(type.target, bytes.subspan(at, element->bytes), 8 * element->bytes);
      if (text.size() > longest)
        return "{" + text.substr(0, longest) + "...}";
    }
    return "{" + text + "}";
  }

  TypeSource& m_types;
  const PointerText& m_pointerText;
};

// Empty where there is something else than characters that can be shown.
std::string quotedText(std::span<const std::uint8_t> bytes, const char* end) {
  const bool isShown = std::ranges::all_of(bytes, [](std::uint8_t c) { return c >= ' ' && c < 127 && c != '"'; });
  return isShown ? fmt::format("\"{}{}\"", std::string(bytes.begin(), bytes.end()), end) : std::string();
}

// As much of the text as is in these bytes; its size is in the first. A long string's text is elsewhere.
std::string headOfString(std::span<const std::uint8_t> bytes) {
  if ((bytes.front() & 1) != 0)
    return "long";
  const std::size_t size = bytes.front() >> 1, known = bytes.size() - 1;
  return quotedText(bytes.subspan(1, std::min(size, known)), size > known ? "..." : "");
}

} // namespace

std::string valueText(TypeSource& types, const PlaceInType& place, std::span<const std::uint8_t> bytes,
                      const PointerText& pointerText) {
  Writer writer(types, pointerText);
  if (place.isSizeOfString && !bytes.empty())
    return (bytes.front() & 1) != 0 ? "long" : fmt::format("{}", bytes.front() >> 1);
  if (place.isHeadOfString && !bytes.empty())
    return headOfString(bytes);
  if (place.isText)
    return quotedText(bytes, "");
  if (!place.parts.empty())
    return writer.of(place.parts, bytes);
  // An access to a part of an object accesses only a part of its value, which has no text.
  if (!place.type.valid())
    return {};
  const Type& type = types.type(place.type);
  return type.bytes == bytes.size() ? writer.of(place.type, bytes, 8 * bytes.size()) : std::string();
}

} // namespace revisit
