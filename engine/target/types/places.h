// Bytes of a variable in the words of its type: `.jobs[3].x`. Pure functions.
#pragma once

#include "target/types/type.h"

#include <optional>

namespace revisit {

// What an access to some bytes of a variable touches.
struct PlaceInType {
  std::string path;          // to be put behind the variable's name; empty: the whole variable
  TypeId type;               // of what the path names; invalid when it is no single thing
  std::vector<Member> parts; // bit-fields that lie in the accessed bytes, when that are several; their bits count
                             // from the access's first byte
};

// Requires that the bytes lie within the type. Members of the library's types are named without their underscores, and
// not at all when a type has but one: std::atomic<int> x is x. O(depth * members).
// `isObject`: the inside of the library's types, of a mutex, is not told.
PlaceInType placeIn(TypeSource& types, TypeId type, std::uint64_t offset, std::uint64_t bytes, bool isObject = false);

// The only member with content of a type of the library, which stands for the whole; else none.
const Member* onlyMember(TypeSource& types, const Type& type);
// Whether objects of the type hold no data.
bool isEmpty(TypeSource& types, TypeId type);

} // namespace revisit
