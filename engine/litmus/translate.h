// Makes a C program of a litmus test: a function for each thread, and a main that starts them all, waits for them, and
// reads the final values. Its lines are those of the test (#line). Stateless.
#pragma once

#include "litmus/test.h"

#include <string>

namespace revisit::litmus {

// `file`: the absolute path of the test, which the program's debug information names.
std::string programOf(const Test& test, const std::string& file);

} // namespace revisit::litmus
