// Functions that are not instrumented and whose behaviour is known, by name. No state.
#pragma once

#include <string_view>

namespace revisit::runtime {

// Whether the function has no effect that other threads could observe, and does not depend on other threads. O(names).
bool isHarmless(std::string_view name);

// The same of a function of the C++ library.
bool isHarmlessCxx(std::string_view name);

// Whether the caller's state after the call is still the one that its frames, its memory and the runtime's notes about
// it tell: the function changes nothing else that the caller's further behaviour depends on. O(names).
bool keepsState(std::string_view name);
// Whether POSIX makes the function a cancellation point, and the runtime does not provide it.
bool isUnseenCancellationPoint(std::string_view name);

// Whether the compiler or the C library's start files bring the function into the program, and it has no effect that
// other threads could observe. O(names).
bool isOfCompiler(std::string_view name);

} // namespace revisit::runtime
