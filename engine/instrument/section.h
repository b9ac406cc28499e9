// What the pass and the wrapper leave in a program's file.
//
// Section .revisit.bc: one entry per module, one after another, each starting at a multiple of 8 bytes: a ModuleHeader,
// the source's name with its final NUL padded with zeros to a multiple of 8, the bitcode padded likewise. Between
// entries there may be further zeros.
// Section .revisit.foreign: NUL-terminated names of what was linked in without being instrumented, one after another:
// "object", "archive(member)", "library.so", "file.s".
// Section .revisit.races: NUL-terminated notes for telling which races the program means, each of fields with tabs
// between them: what it is (function, variable, place, type), its name, the end of its file's path, where the attribute
// stands, and of a place or a type its line and column. A place is an access to a member that has the attribute; a
// type is one with a member that is accessed there.
// Section .revisit.allocations: NUL-terminated texts that say what allocations are for. The fields of each have tabs
// between them: the source's file as the compiler was given it, line, column, the type's name with its namespaces.
// Section revisit_modules: one ModuleEntry per module, so that the running program can list them: its bounds are
// __start_revisit_modules and __stop_revisit_modules.
// Section revisit_text: the code that passed through the pass, and nothing else.
// Section revisit_inlines: addresses of functions that other objects may define as well: the linker chose one of each.
#pragma once

#include <cstdint>

namespace revisit::instrument {

inline constexpr char BitcodeSection[] = ".revisit.bc";
inline constexpr char ForeignSection[] = ".revisit.foreign";
inline constexpr char RacesSection[] = ".revisit.races";
inline constexpr char AllocationsSection[] = ".revisit.allocations";
// What the attribute of REVISIT_INTENDED_RACE says.
inline constexpr char IntendedRaceMark[] = "revisit:intended-race";
inline constexpr char ModulesSection[] = "revisit_modules";
inline constexpr char CodeSection[] = "revisit_text";
inline constexpr char InlinesSection[] = "revisit_inlines";
inline constexpr char ModuleMagic[4] = {'R', 'V', 'B', 'C'};
inline constexpr std::uint32_t ModuleVersion = 3;
inline constexpr unsigned ModuleAlignment = 8;

enum ModuleFlags : std::uint32_t {
  AssertionsOff = 1, // NDEBUG was defined on the command line
  For32Bits = 4,     // a preprocessed source with the declarations of a 32-bit machine
  Optimised = 8,     // -O1 or more was asked for; the instrumented build is of -O0
  Sanitised = 16,    // a sanitizer was asked for; the instrumented build has none
  UsesInputs = 2     // calls revisit_nondet_*, revisit_symbolic or __VERIFIER_nondet_*
};

struct ModuleHeader {
  char magic[4];
  std::uint32_t version;
  std::uint64_t bitcodeBytes; // without padding
  std::uint64_t hash;         // the module's identity; function ids are derived from it
  std::uint32_t flags;        // ModuleFlags
  std::uint32_t nameBytes;    // with the NUL, without padding
};
static_assert(sizeof(ModuleHeader) == 32);

struct ModuleEntry {
  std::uint64_t header; // address of the ModuleHeader in the running program
};

constexpr std::uint64_t padded(std::uint64_t bytes) {
  return (bytes + ModuleAlignment - 1) / ModuleAlignment * ModuleAlignment;
}

} // namespace revisit::instrument
