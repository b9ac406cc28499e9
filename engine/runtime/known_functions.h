// What is known of functions that are not instrumented, by their names. No state.
#pragma once

#include <string_view>

namespace revisit::runtime {

// It does nothing that other threads could see, and sees nothing of theirs. O(names).
bool isHarmless(std::string_view name);

// The same of a function of the C++ library.
bool isHarmlessCxx(std::string_view name);

// A function that the compiler or the C library's own start files bring into the program itself, and that does nothing
// that other threads could see. O(names).
bool isOfCompiler(std::string_view name);

// Why a program that calls it cannot be explored, as the end of a sentence; null when it can. O(names).
const char* refusalOf(std::string_view name);

} // namespace revisit::runtime
