// What is loaded: whose code and whose data lies where. Noted once, before the first run.
// Thread rule: one thread notes; afterwards it does not change.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

enum class CodeOwner : std::uint8_t {
  Instrumented,
  Runtime,
  System, // a system's library
  Unseen  // the program's, or of a library that came with it, and not instrumented
};

void noteModules();

CodeOwner ownerOf(std::uint64_t code);
// Whether the code came after the modules were noted: a library that was loaded, code that was made.
bool cameLater(std::uint64_t code);
// Where a function's address leads when it is that of a jump to another module.
std::uint64_t throughStub(std::uint64_t code);

// Calls f(function) for each constructor that is the program's, or of a library that came with it, and is unseen.
void forEachUnseenConstructor(void (*f)(std::uint64_t function));
// Of the inline functions that instrumented code calls: the first one whose copy in the program is an unseen one, and
// how many there are.
struct UnseenCopies {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};
UnseenCopies unseenCopies();

} // namespace revisit::runtime
