// Calls of code that is not instrumented. Thread rule: called by the thread that has the baton.
#pragma once

#include <cstdint>
#include <string_view>

namespace revisit::runtime {

// Called before the runtime calls a function of the program: a thread's entry, a handler.
void noteCallback(std::uint64_t function);
template <class F> void noteCallback(F* function) {
  noteCallback(reinterpret_cast<std::uint64_t>(function));
}

// At the start of a run: reports uninstrumented code that ran before it.
void tellWhatRanBefore();

// Reports a call that is not performed. It gives the caller the answer of a system that refuses, and the thread goes
// on. `why` is the end of a sentence.
void tellRefused(std::string_view function, const char* why);

// The answer of a call that fails: sets errno, and is -1.
int failed(int error);
// The same for a call that is refused.
int failRefused(std::string_view function, const char* why, int error);

// Reports a limit of the tool because of which the program continues differently than it would by itself. The verdict
// must say so.
void tellLimit(const char* text);

} // namespace revisit::runtime
