// The types of a program according to its debug information. Plain data.
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
  std::string name; // empty: a base class or an unnamed member
  TypeId type;
  std::uint64_t bit = 0; // its offset in the record
  std::uint64_t bits = 0;
  bool isBitField = false;
};

struct Type {
  enum class Kind : std::uint8_t {
    Opaque, // a type without known content
    Signed,
    Unsigned,
    Boolean,
    Character, // char and the wide character types; not signed char and unsigned char, which programs use as numbers
    Float,
    Enumeration,
    Pointer, // also a reference
    Function,
    Record, // a struct, a class, or a lambda's closure
    Union,
    Array
  };
  Kind kind = Kind::Opaque;
  std::string name;             // with its namespaces; empty for an unnamed type
  std::uint64_t bytes = 0;      // 0: unknown
  bool isLibrary = false;       // declared in a system header
  bool isCxx = false;           // from a C++ source
  bool isMemberPointer = false; // a pointer to a member function; the name is that of the class
  std::string lambdaAt;         // of a lambda's object: the position of the lambda, "pool.h:31"
  TypeId target;                // of a pointer the pointee, of an array the element; invalid for void *
  std::uint64_t count = 0;      // of an array
  std::vector<Member> members;
  std::vector<std::pair<std::uint64_t, std::string>> enumerators; // value and name as in the source
  std::string standsFor; // for memory allocated by std::make_shared: the name of the object's type

  const std::string& shownName() const { return standsFor.empty() ? name : standsFor; }
};

// Provides types. The references that it returns stay valid.
class TypeSource {
public:
  virtual ~TypeSource() = default;
  virtual const Type& type(TypeId id) = 0;
};

} // namespace revisit
