// The loaded modules: the addresses of their code and data. Collected once, before the first run. Thread rule: one
// thread collects them; afterwards they do not change.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

enum class CodeOwner : std::uint8_t {
  Instrumented,
  Runtime,
  System, // of a system library
  Unseen  // of the program or one of its own libraries, but not instrumented
};

void noteModules();

CodeOwner ownerOf(std::uint64_t code);
// Whether the code was loaded or generated after the modules were collected.
bool cameLater(std::uint64_t code);
// The target of a function address that points to a jump to another module; otherwise the address itself.
std::uint64_t throughStub(std::uint64_t code);

// The name by which the program's source takes the address of a function of another module; null: it does not. Requires
// throughStub(function) == function. O(such functions).
const char* writtenName(std::uint64_t function);

// Calls f(function) for each uninstrumented constructor of the program or of its own libraries.
void forEachUnseenConstructor(void (*f)(std::uint64_t function));
// Calls the functions with the attribute 'destructor' of the program and of its own libraries, as the loader does after
// all exit handlers: those of a library after those of whoever was linked with it, the last one of each first. Called
// once in a run.
void runDestructorFunctions(unsigned process);
// A copy of a process has called those that the process has called.
void copyEndings(unsigned from, unsigned to);
// Among the inline functions that instrumented code calls: the first one whose copy in the program is uninstrumented,
// and the number of such functions.
struct UnseenCopies {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};
UnseenCopies unseenCopies();

} // namespace revisit::runtime
