// The types of a program, as its debug information tells them. Plain data.
#pragma once

#include "base/ids.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace revisit {

struct TypeTag;
using TypeId = Id<TypeTag>;

// A data member or a base class.
struct Member {
  std::string name; // empty: a base class, or a member that has none
  TypeId type;
  std::uint64_t bit = 0; // where it begins in the record
  std::uint64_t bits = 0;
  bool isBitField = false;
};

struct Type {
  enum class Kind : std::uint8_t {
    Opaque, // a type whose content is not known, or that has none
    Signed,
    Unsigned,
    Boolean,
    Character, // plain char and the characters of C++; not signed char and unsigned char, which programs count with
    Float,
    Enumeration,
    Pointer, // a reference, too
    Function,
    Record, // a struct, a class or the object of a lambda
    Union,
    Array
  };
  Kind kind = Kind::Opaque;
  std::string name;        // with its namespaces; empty when the type has no name
  std::uint64_t bytes = 0; // 0: unknown
  bool isLibrary = false;  // declared in a header of the system
  bool isCxx = false;      // of a C++ source
  TypeId target;           // of a pointer, what it points to; of an array, an element; invalid for void *
  std::uint64_t count = 0; // of an array
  std::vector<Member> members;
  std::vector<std::pair<std::uint64_t, std::string>> enumerators; // value, name as the source writes it
  std::string standsFor; // of what std::make_shared allocates: the name of the object's type

  const std::string& shownName() const { return standsFor.empty() ? name : standsFor; }
};

// Where types come from. References stay good.
class TypeSource {
public:
  virtual ~TypeSource() = default;
  virtual const Type& type(TypeId id) = 0;
};

} // namespace revisit
