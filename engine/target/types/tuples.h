// Where the elements of a std::tuple of libc++ lie. Stateless.
#pragma once

#include "target/types/type.h"

namespace revisit {

struct TupleElement {
  TypeId type;
  std::uint64_t bit = 0; // in the tuple
  std::uint64_t bits = 0;
};

// In order; empty for what is no tuple.
std::vector<TupleElement> elementsOfTuple(TypeSource& types, TypeId tuple);

// The std::tuple that std::thread hands to the thread: its own state, the callable, the arguments.
bool isThreadState(TypeSource& types, TypeId type);

} // namespace revisit
