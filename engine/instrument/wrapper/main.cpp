// revisit-cc and revisit-c++: drop-in compilers that build a program for Revisit with clang.
//
// C++ is built with libc++: its containers and strings live in headers, so the user's own object holds their code and
// every access in it is instrumented; libstdc++ keeps tree rebalancing, list hooks and hashing policy in its library.
// What libc++'s library does hold of strings and shared pointers is linked in from librevisit-cxx.a, instrumented.
// An object built for libstdc++ does not link with the result; it is named before the link is tried.
#include "command_line.h"
#include "compiler_run.h"
#include "foreign.h"
#include "instrument/elf_file.h"
#include "precompiled.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace revisit::instrument;

namespace {

std::string ownPath() {
  char buffer[PATH_MAX];
  auto length = readlink("/proc/self/exe", buffer, sizeof buffer);
  return length > 0 ? std::string(buffer, length) : std::string();
}

std::string directoryOf(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

bool exists(const std::string& path) {
  return access(path.c_str(), F_OK) == 0;
}

Toolchain findToolchain(const std::string& self) {
  auto prefix = directoryOf(directoryOf(self));
  bool isCxx = self.size() >= 2 && self.compare(self.size() - 2, 2, "++") == 0;
  Toolchain found;
  found.compiler = isCxx ? REVISIT_CLANGXX : REVISIT_CLANG;
  // An installation has a separate folder for the tools; a build tree has them among the other libraries.
  auto pieces = prefix + "/lib/revisit";
  if (!exists(pieces + "/revisit-instrument.so"))
    pieces = prefix + "/lib";
  found.plugin = pieces + "/revisit-instrument.so";
  found.runtime = pieces + "/librevisit-runtime.so";
  // Tests of the instrumentation provide their own hooks.
  if (const char* other = std::getenv("REVISIT_RUNTIME"))
    found.runtime = other;
  found.include = prefix + "/include";
  found.openMp = pieces + "/openmp";
  if (isCxx)
    found.cxxInclude = pieces + "/c++";
  if (auto support = pieces + "/librevisit-cxx.a"; isCxx && exists(support))
    found.cxxSupport = support;
  if (auto support = pieces + "/librevisit-c.a"; exists(support))
    found.cSupport = support;
  if (exists(REVISIT_LLD))
    found.linker = REVISIT_LLD;
  return found;
}

// Checks which hooks the runtime has, so that the program does not refer to a hook that does not exist.
bool exports(const std::string& library, std::string_view symbol) {
  auto file = MappedFile::open(library);
  if (!file)
    return false;
  auto sections = elfSections(file->bytes(), library);
  if (!sections)
    return false;
  for (auto& section : *sections)
    if (section.name == ".dynstr")
      return section.bytes.find(std::string(1, '\0').append(symbol) + '\0') != std::string_view::npos;
  return false;
}

void explain(const CommandLine& asked) {
  if (asked.replaced.empty())
    return;
  std::fprintf(stderr, "revisit: replaced by the instrumented build (-O0 -g, dynamic, libc++):");
  for (auto& option : asked.replaced)
    std::fprintf(stderr, " %s", option.c_str());
  std::fputc('\n', stderr);
}

void list(const char* what, const std::vector<std::string>& names) {
  std::fprintf(stderr, "revisit: warning: %s:", what);
  for (auto& name : names)
    std::fprintf(stderr, " %s", name.c_str());
  std::fputc('\n', stderr);
}

void warn(const Foreign& foreign) {
  list("not built by revisit-cc, so what it does to shared memory goes unseen", foreign.names);
  if (!foreign.otherLibrary.empty())
    list("built for libstdc++, which does not link with libc++; build it with revisit-c++", foreign.otherLibrary);
}

// If the program is explored at once, the report contains the message.
bool isReported() {
  const char* word = std::getenv("REVISIT_NOTES");
  return word && std::strcmp(word, "reported") == 0;
}

// The pass cannot see the command line, so it receives this through the environment and marks the module for the
// engine's warnings.
void tellPass(const CommandLine& asked) {
  setenv("REVISIT_ASSERTIONS", asked.assertionsOff ? "off" : "on", 1);
  setenv("REVISIT_VOLATILE", asked.volatiles.value_or("plain").c_str(), 1);
  std::string files;
  for (const auto& file : asked.unknownFiles)
    files += file + "\n";
  setenv("REVISIT_UNKNOWN_FILES", files.c_str(), 1);
  std::string marks;
  for (const auto& mark : asked.marks)
    marks += mark + "\n";
  setenv("REVISIT_MARKS", marks.c_str(), 1);
  setenv("REVISIT_OPTIMISATION", asked.optimised ? "left out" : "none", 1);
  setenv("REVISIT_OPENMP", asked.openMp ? "on" : "off", 1);
  setenv("REVISIT_SANITIZERS", asked.sanitizers.empty() ? "none" : "left out", 1);
}

} // namespace

int main(int argc, char** argv) {
  auto self = ownPath();
  auto toolchain = findToolchain(self);
  auto asked = parseCommandLine(std::vector<std::string>(argv + 1, argv + argc));
  if (asked.verbose)
    explain(asked);
  if (const auto misuse = misuseOf(asked); !misuse.empty()) {
    std::fprintf(stderr, "revisit: %s\n", misuse.c_str());
    return 2;
  }
  if (asked.precompileInto) {
    if (!asked.precompileInto->empty() && makePrecompiled(asked, toolchain, *asked.precompileInto))
      return 0;
    std::fprintf(stderr,
                 "revisit: cannot precompile a header into '%s': name C++ sources that begin with the same header "
                 "of the C++ library, and a folder that can be written to\n",
                 asked.precompileInto->c_str());
    return 2;
  }
  // Once per program, not once per file.
  if (asked.links && !asked.inputs.empty() && !asked.sanitizers.empty() && !isReported())
    list("sanitizers do not work in an instrumented build and are left out", {asked.sanitizers});
  tellPass(asked);
  if (exports(toolchain.runtime, "__revisit_external"))
    setenv("REVISIT_EXTERNALS", "on", 1);
  std::vector<std::string> extraObjects;
  if (auto foreign = asked.links && !asked.relocatable ? findForeign(asked) : Foreign{}; !foreign.names.empty()) {
    warn(foreign);
    if (auto object = foreignObject(foreign.names); !object.empty())
      extraObjects.push_back(object);
  }
  if (const auto precompiled = findPrecompiled(asked, toolchain);
      !precompiled.empty() &&
      runsTentatively(clangArguments(asked, toolchain, extraObjects, precompiled), asked.verbose))
    return 0;
  auto arguments = clangArguments(asked, toolchain, extraObjects);
  std::vector<char*> pointers;
  for (auto& argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  std::fprintf(stderr, "revisit: cannot run %s: %s\n", pointers[0], std::strerror(errno));
  return 127;
}
