#include "target/types/places.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace revisit {

namespace {

bool isRecord(const Type& type) {
  return type.kind == Type::Kind::Record || type.kind == Type::Kind::Union;
}

// Members of libc++ whose names say nothing.
struct LibraryMember {
  std::string_view type, member, name;
};
constexpr LibraryMember libraryMembers[] = {{"std::__1::__tree<", "__pair1_", "root"},
                                            {"std::__1::__tree<", "__pair3_", "size"},
                                            {"std::__1::__hash_table<", "__p1_", "first"},
                                            {"std::__1::__hash_table<", "__p2_", "size"},
                                            {"std::__1::__list_imp<", "__size_alloc_", "size"}};

// Removes underscores: `__end_` becomes end.
std::string plainName(const Type& owner, const std::string& name) {
  if (!owner.isLibrary)
    return name;
  for (const LibraryMember& known : libraryMembers)
    if (name == known.member && owner.name.starts_with(known.type))
      return std::string(known.name);
  const std::size_t begin = name.find_first_not_of('_'), end = name.find_last_not_of('_');
  return begin == std::string::npos ? name : name.substr(begin, end - begin + 1);
}

struct Bits {
  std::uint64_t begin, end;
};

bool overlap(const Member& member, const Bits& bits) {
  return member.bit < bits.end && bits.begin < member.bit + member.bits;
}

// A bit-field is accessed together with the other bit-fields in the same bytes.
bool contains(const Member& member, const Bits& bits) {
  const std::uint64_t begin = member.isBitField ? member.bit / 8 * 8 : member.bit;
  const std::uint64_t end = member.isBitField ? (member.bit + member.bits + 7) / 8 * 8 : member.bit + member.bits;
  return begin <= bits.begin && bits.end <= end;
}

bool isString(const Type& type) {
  constexpr std::uint64_t bytes = 24;
  return type.isLibrary && type.bytes == bytes && type.name.starts_with("std::__1::basic_string<char,");
}

// "{a, b}"; of many members only the first and the last.
std::string listOf(const Type& type, const std::vector<const Member*>& members) {
  constexpr std::size_t few = 3;
  std::vector<std::string> names;
  for (const Member* member : members)
    if (!member->name.empty())
      names.push_back(plainName(type, member->name));
  if (names.empty())
    return {};
  if (names.size() > few)
    return fmt::format(".{{{}..{}}}", names.front(), names.back());
  return fmt::format(".{{{}}}", fmt::join(names, ","));
}

// Walks from a variable down to the part that an access touches.
class Walk {
public:
  Walk(TypeSource& types, TypeId type, std::uint64_t offset, std::uint64_t bytes, bool isObject)
      : m_types(types), m_isObject(isObject), m_bits{8 * offset, 8 * (offset + bytes)} {
    m_place.type = type;
  }

  PlaceInType run() {
    while (descend())
      ;
    if (m_isObject)
      m_place.path.resize(m_told);
    else if (m_place.type.valid() && m_bits.begin != 0)
      m_place.path += fmt::format("+{}", m_bits.begin / 8);
    return std::move(m_place);
  }

private:
  bool descend() {
    if (!m_place.type.valid())
      return false;
    const Type& type = m_types.type(m_place.type);
    if (type.kind == Type::Kind::Array)
      return toElement(type);
    if (isString(type) && !m_isObject)
      return toPartOfString();
    return isRecord(type) && !(m_isObject && m_bits.end - m_bits.begin >= 8 * type.bytes) && toMember(type);
  }

  bool toElement(const Type& type) {
    const std::uint64_t size = type.target.valid() ? 8 * m_types.type(type.target).bytes : 0;
    if (size == 0)
      return stop("");
    const std::uint64_t first = m_bits.begin / size, last = (m_bits.end - 1) / size;
    if (m_bits.begin == 0 && last + 1 == type.count && type.count > 1)
      return false; // the whole of it
    if (first != last)
      return m_types.type(type.target).kind == Type::Kind::Character && size == 8
                 ? toCharacters(first, last)
                 : stop(fmt::format("[{}..{}]", first, last));
    m_place.path += fmt::format("[{}]", first);
    if (!m_inLibrary || isRecord(m_types.type(type.target)))
      m_told = m_place.path.size();
    return enter(type.target, first * size);
  }

  // A short string keeps its size in the first byte and its characters behind it, a long one three words.
  bool toPartOfString() {
    constexpr std::uint64_t word = 64;
    const std::uint64_t bits = m_bits.end - m_bits.begin, at = m_bits.begin;
    if (bits == 8 && at != 0) {
      m_place.path += fmt::format("[{}]", at / 8 - 1);
      return enter(partOf(m_place.type, Type::Kind::Character), at);
    }
    if (bits == 8) {
      m_place.isSizeOfString = true;
      return stop(".size");
    }
    m_place.isHeadOfString = at == 0 && bits >= word;
    if (m_place.isHeadOfString)
      return stop("");
    if (bits != word || at % word != 0)
      return at == 0 ? stop("+0") : toCharacters(at / 8 - 1, (at + bits) / 8 - 2);
    if (at == 2 * word) {
      m_place.owner = m_place.path;
      m_place.path += ".data";
      return enter(partOf(m_place.type, Type::Kind::Pointer), at);
    }
    return stop(".size");
  }

  bool toCharacters(std::uint64_t first, std::uint64_t last) {
    m_place.isText = true;
    return stop(fmt::format("[{}..{}]", first, last));
  }

  // The first type of this kind inside.
  TypeId partOf(TypeId id, Type::Kind kind, unsigned depth = 0) {
    constexpr unsigned deepest = 10;
    if (!id.valid() || depth == deepest)
      return {};
    const Type& type = m_types.type(id);
    if (type.kind == kind)
      return id;
    if (type.kind == Type::Kind::Array)
      return partOf(type.target, kind, depth + 1);
    for (const Member& member : type.members)
      if (const TypeId found = partOf(member.type, kind, depth + 1); found.valid())
        return found;
    return {};
  }

  bool toMember(const Type& type) {
    std::vector<const Member*> touched, around;
    for (const Member& member : type.members)
      if (overlap(member, m_bits) && !isEmpty(m_types, member.type)) {
        touched.push_back(&member);
        if (contains(member, m_bits))
          around.push_back(&member);
      }
    if (type.kind == Type::Kind::Union)
      return toAlternative(type, around);
    // A member may lie in the padding at the end of a base class.
    if (std::ranges::any_of(around, [](const Member* member) { return !member->name.empty(); })) {
      const auto isBase = [](const Member* member) { return member->name.empty(); };
      std::erase_if(touched, isBase);
      std::erase_if(around, isBase);
    }
    if (around.size() == 1 && touched.size() == 1)
      return enter(type, *around.front());
    const bool isAll = m_bits.begin == 0 && m_bits.end >= 8 * type.bytes;
    const bool hasFields = std::ranges::any_of(touched, &Member::isBitField);
    if (isAll && !hasFields)
      return false;
    if (hasFields)
      for (const Member* field : touched) {
        m_place.parts.push_back(*field);
        m_place.parts.back().name = plainName(type, field->name);
        m_place.parts.back().bit -= m_bits.begin;
      }
    return stop(listOf(type, touched));
  }

  // Of a union's members, those with the size of the access are preferred, and arrays of such elements.
  bool toAlternative(const Type& type, std::vector<const Member*> around) {
    const std::uint64_t accessed = m_bits.end - m_bits.begin;
    const auto isMeant = [&](const Member* member) {
      const Type& whole = m_types.type(member->type);
      return member->bits == accessed || (whole.kind == Type::Kind::Array && whole.target.valid() &&
                                          8 * m_types.type(whole.target).bytes == accessed);
    };
    if (std::ranges::any_of(around, isMeant))
      std::erase_if(around, [&](const Member* member) { return !isMeant(member); });
    const auto isScalar = [&](const Member* member) {
      const Type::Kind kind = m_types.type(member->type).kind;
      return kind != Type::Kind::Array && kind != Type::Kind::Record && kind != Type::Kind::Union;
    };
    if (std::ranges::count_if(around, isScalar) == 1)
      return enter(type, **std::ranges::find_if(around, isScalar));
    if (around.size() == 1)
      return enter(type, *around.front());
    if (m_bits.begin == 0 && m_bits.end >= 8 * type.bytes && around.empty())
      return false;
    if (type.isLibrary)
      return stop(m_bits.begin == 0 ? "" : fmt::format("+{}", m_bits.begin / 8));
    return stop(listOf(type, around));
  }

  // "" of what a lambda captures: it follows at once.
  std::string elementName(const Type& owner, const Member& leaf) {
    const auto index = static_cast<std::size_t>(&leaf - owner.members.data());
    if (owner.name.find("<std::__1::__thread_struct") == std::string::npos)
      return fmt::format(".{}", index);
    const std::vector<Member>& inside = m_types.type(leaf.type).members;
    const bool isLambda =
        inside.size() == 1 && inside.front().type.valid() && !m_types.type(inside.front().type).lambdaAt.empty();
    return index == 0 ? ".state" : index == 1 ? (isLambda ? "" : ".callable") : fmt::format(".argument{}", index - 1);
  }

  // A map's node has a pair, whose parts say enough: `tree_node#1.second`.
  bool isPairOfMap(const Member& member) {
    if (!member.type.valid() || member.name != "__value_")
      return false;
    const std::string& type = m_types.type(member.type).name;
    return type.starts_with("std::__1::__value_type<") || type.starts_with("std::__1::__hash_value_type<");
  }

  bool enter(const Type& owner, const Member& member) {
    if (owner.isLibrary && owner.name.starts_with("std::__1::__tuple_impl<"))
      m_place.path += elementName(owner, member);
    if (owner.isLibrary && member.name == "__begin_")
      m_place.owner = m_place.path;
    if (!member.name.empty() && onlyMember(m_types, owner) != &member && !isPairOfMap(member))
      m_place.path += '.' + plainName(owner, member.name);
    m_inLibrary = owner.isLibrary && owner.standsFor.empty();
    if (!m_inLibrary)
      m_told = m_place.path.size();
    if (member.isBitField) {
      m_place.parts = {member};
      m_place.parts.front().bit -= m_bits.begin;
      return stop("");
    }
    return enter(member.type, member.bit);
  }

  bool enter(TypeId type, std::uint64_t bit) {
    m_place.type = type;
    m_bits.begin -= bit;
    m_bits.end -= bit;
    return true;
  }

  bool stop(const std::string& rest) {
    m_place.path += rest;
    m_place.type = {};
    return false;
  }

  TypeSource& m_types;
  const bool m_isObject;
  bool m_inLibrary = false; // the walk is inside a library type
  std::size_t m_told = 0;   // the length of the path up to the object
  Bits m_bits;              // the accessed bits, relative to the part that the path names
  PlaceInType m_place;
};

} // namespace

bool isEmpty(TypeSource& types, TypeId id) {
  if (!id.valid())
    return false;
  const Type& type = types.type(id);
  return type.kind == Type::Kind::Record && type.bytes <= 1 &&
         std::ranges::all_of(type.members, [&](const Member& member) { return isEmpty(types, member.type); });
}

const Member* onlyMember(TypeSource& types, const Type& type) {
  if (!type.isLibrary || type.kind != Type::Kind::Record)
    return nullptr;
  const Member* only = nullptr;
  for (const Member& member : type.members)
    if (!isEmpty(types, member.type)) {
      if (only != nullptr)
        return nullptr;
      only = &member;
    }
  return only;
}

std::uint64_t bytesOfObjectAt(TypeSource& types, TypeId id, std::uint64_t offset) {
  while (id.valid()) {
    const Type& type = types.type(id);
    if (type.kind == Type::Kind::Array) {
      const std::uint64_t element = type.target.valid() ? types.type(type.target).bytes : 0;
      if (element == 0)
        return 1;
      id = type.target;
      offset %= element;
      continue;
    }
    if (offset == 0)
      return std::max<std::uint64_t>(1, type.bytes);
    const auto member = std::ranges::find_if(
        type.members, [&](const Member& each) { return contains(each, {8 * offset, 8 * offset + 8}); });
    if (member == type.members.end())
      return 1;
    offset -= member->bit / 8;
    id = member->type;
  }
  return 1;
}

PlaceInType placeIn(TypeSource& types, TypeId type, std::uint64_t offset, std::uint64_t bytes, bool isObject) {
  return Walk(types, type, offset, bytes, isObject).run();
}

} // namespace revisit
