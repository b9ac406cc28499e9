// What is wrong with a program that does not compile, and what would help. The command line and the window share it.
// Thread rule: any thread (it may start the compiler and wait for it).
#pragma once

#include "compiler_messages.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// A change of what is compiled.
struct CompileRemedy {
  std::string words;              // on a button: "Explore with C++20", "Explore with pool.cpp too"
  std::string option;             // for a command line: "it compiles with C++20: add -std=c++20"
  std::vector<std::string> files; // to be named, too; absolute
  std::vector<std::string> flags; // to be given, too
};

struct CompileFailure {
  std::string sentence; // "main.cpp:12: nothing defines f(), the first of 3 errors", and what would help; without a
                        // full stop
  std::vector<CompilerMessage> messages;
  bool lacksSources = false; // it is the linker that finds something missing
  std::optional<CompileRemedy> remedy;
};

// `named`, `flags`: as given to buildProgram, which failed with CompileFailed after the compiler printed `output`. A
// newer standard is a remedy only if the sources compile with it: at most two runs of the compiler. Other sources are
// one if they define what is missing.
CompileFailure compileFailure(const std::vector<std::string>& named, const std::vector<std::string>& flags,
                              const std::string& output);

} // namespace revisit
