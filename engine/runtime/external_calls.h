// Code that the program calls and that is not seen. Thread rule: called by the thread that has the baton.
#pragma once

#include <cstdint>

namespace revisit::runtime {

// Before the runtime calls a function of the program's: a thread's, a handler.
void noteCallback(std::uint64_t function);
template <class F> void noteCallback(F* function) {
  noteCallback(reinterpret_cast<std::uint64_t>(function));
}

// At the start of a run: what was not seen before it.
void tellWhatRanBefore();

// The program met a limit of the tool, and goes on in a way of which the verdict must not speak as if it were its own.
void tellLimit(const char* text);

} // namespace revisit::runtime
