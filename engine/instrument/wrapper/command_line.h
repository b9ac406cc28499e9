// The contents of a compiler command line, and the corresponding command line of the instrumented build.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace revisit::instrument {

// Paths of the tools that the command line refers to.
struct Toolchain {
  std::string compiler;   // clang or clang++
  std::string plugin;     // revisit-instrument.so
  std::string runtime;    // librevisit-runtime.so
  std::string cxxInclude; // our headers that come before the C++ library's; empty for C
  std::string cxxSupport; // instrumented parts of the C++ library; empty when there are none
  std::string cSupport;   // the same for the C library, used by both languages
  std::string include;    // the folder of revisit.h
  std::string openMp;     // the folder of what replaces OpenMP's header and library where they are missing
  std::string linker;     // empty for the compiler's default
};

// Whether precompiled headers are used: where they fit, or not at all.
enum class Precompiled : std::uint8_t { WhereTheyFit, Never };

// The user's command line with response files expanded.
struct CommandLine {
  std::vector<std::string> kept;         // the arguments passed on to clang
  std::vector<std::string> replaced;     // options the instrumented build replaces
  std::vector<std::string> inputs;       // sources, objects and archives, as written
  std::vector<std::string> libraries;    // the names after -l
  std::vector<std::string> libraryPaths; // the paths after -L
  std::string output;
  std::string standard;     // the name after -std=
  bool links = true;        // neither -c, -S, -E nor a query
  bool shared = false;      // -shared
  bool relocatable = false; // -r
  bool verbose = false;
  bool openMp = false;                   // -fopenmp, with the library that clang has code for
  bool assertionsOff = false;            // NDEBUG is defined
  bool arithmetic = false;               // -frevisit-arithmetic: overflow and division by zero are errors
  std::optional<std::string> volatiles;  // -frevisit-volatile=relaxed: accesses to volatile objects are atomic
  std::vector<std::string> marks;        // FILE:LINE[,NAME...] of -frevisit-mark=FILE:LINE[,NAME...]
  std::vector<std::string> unknownFiles; // NAME:BYTES of -frevisit-unknown-file=NAME:BYTES
  Precompiled precompiled = Precompiled::WhereTheyFit; // Never: -fno-revisit-precompiled
  std::optional<std::string>
      precompileInto;     // -frevisit-precompile=FOLDER: makes the precompiled header, and nothing else
  bool optimised = false; // -O1 or more
  std::string sanitizers; // the names after -fsanitize=, separated by commas
};

// Requires the arguments without the program's name. Response files that cannot be read are kept as they are.
CommandLine parseCommandLine(std::vector<std::string> arguments);

// The error in the values of our own options; empty when there is none.
std::string misuseOf(const CommandLine& asked);

// The arguments for clang, its own name first. `extraObjects` are linked in. `precompiled`: a
// precompiled header that all sources begin with; empty for none.
std::vector<std::string> clangArguments(const CommandLine& asked, const Toolchain& toolchain,
                                        const std::vector<std::string>& extraObjects,
                                        const std::string& precompiled = {});

} // namespace revisit::instrument
