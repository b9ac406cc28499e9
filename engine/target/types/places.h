// Names the part of a variable that an access touches, by the variable's type: `.jobs[3].x`. Pure functions.
#pragma once

#include "target/types/type.h"

#include <optional>

namespace revisit {

// The part of a variable that an access to some of its bytes touches.
struct PlaceInType {
  std::string path;          // appended to the variable's name; empty: the whole variable
  TypeId type;               // of the part; invalid when it is not a single object
  std::vector<Member> parts; // the bit-fields in the accessed bytes if there are several, with bit offsets
                             // from the first byte of the access
  std::optional<std::string> owner = std::nullopt; // for a container's pointer to its elements: the container's path
  bool isSizeOfString = false;                     // the first byte of a string: its size if it is short
  bool isHeadOfString = false;                     // its first word or all of it: the text if it is short
  bool isText = false;                             // several characters
};

// Requires that the bytes lie within the type. Members of library types are named without their underscores. They are
// left out when a type has only one: an access to std::atomic<int> x is named x. O(depth * members). `isObject`: the
// name ends at a library type, such as a mutex.
PlaceInType placeIn(TypeSource& types, TypeId type, std::uint64_t offset, std::uint64_t bytes, bool isObject = false);

// The size of the outermost object that begins there and is not an array; 1 if there is none.
std::uint64_t bytesOfObjectAt(TypeSource& types, TypeId type, std::uint64_t offset);

// The only member of a library type that has content, if there is exactly one: it stands for the whole object.
const Member* onlyMember(TypeSource& types, const Type& type);
// Whether objects of the type contain no data.
bool isEmpty(TypeSource& types, TypeId type);

} // namespace revisit
