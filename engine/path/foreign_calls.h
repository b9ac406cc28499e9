// What calls of code that is not followed do with values that depend on the inputs, by the function's name. Pure
// functions.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace revisit {

enum class Foreign : std::uint8_t {
  Condition,   // its argument is the condition of an assumption
  Sized,       // some of its arguments are sizes, counts or addresses: all alternatives are explored
  EndsThread,  // its argument is the result of the thread
  ThreadValue, // its arguments are a key and perhaps the value that the thread keeps for it
  Jump,        // longjmp: setjmp returns its second argument, or 1 for 0
  Silent,      // its arguments have no effect that the program can observe but the result
  Neutral,     // nothing that it gives back or stores depends on the bytes behind its arguments, but on their values
  Pure,        // its result depends on the values of its arguments alone
  Reads,       // its result also depends on the bytes behind its arguments, which it does not change
  Converts,    // it also stores to memory behind its arguments, but keeps nothing from one call to the next
  Unknown
};

struct ForeignKind {
  Foreign kind = Foreign::Unknown;
  std::array<unsigned, 3> indices{}; // of the arguments that are enumerated
  unsigned count = 0;
};

// `name`: empty if the called function is not known.
ForeignKind foreignKindOf(std::string_view name);
// Whether it keeps, or moves, what it is given or the content of memory, whatever its kind.
bool mayKeep(std::string_view name);
// Whether it prints a list of variable arguments. What it prints was read from memory with hooks before.
bool printsList(std::string_view name);

} // namespace revisit
