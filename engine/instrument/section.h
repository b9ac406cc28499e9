// The sections that the pass and the wrapper add to a program's file.
//
// Section .revisit.bc: one entry per module, one after another, each starting at a multiple of 8 bytes: a ModuleHeader,
// the source's name with its final NUL padded with zeros to a multiple of 8, the bitcode padded likewise. Between
// entries there may be further zeros.
// Section .revisit.foreign: NUL-terminated names of the uninstrumented code that was linked in, one after another:
// "object", "archive(member)", "library.so", "file.s".
// Section .revisit.races: NUL-terminated notes from which the engine recognises intended races. The fields of a note
// are separated by tabs: its kind (function, variable, place, type), its name, the end of its file's path, the position
// of the attribute, and for a place or a type its line and column. A place is an access to a member that has the
// attribute; a type is one with a member that is accessed there.
// Section .revisit.allocations: NUL-terminated texts with the type of each allocation. The fields of a text are
// separated by tabs: the source file as named on the command line, line, column, the qualified name of
// the type, and the demangled name of the function if it is made from a template.
// Section .revisit.marks: NUL-terminated names of the lines that tell of each time that they are reached: the path of
// the source file, a colon and the line's number. Section revisit_modules: one ModuleEntry per module, so that the
// running program can list them: its bounds are
// __start_revisit_modules and __stop_revisit_modules.
// Section revisit_text: the code that the pass instrumented, and nothing else.
// Section revisit_inlines: addresses of functions that other objects may define too; the linker selects one definition.
// Section revisit_names: pairs of addresses, of a function of another module whose address is taken and of its name as
// the source has it. A library may have several names for one function.
#pragma once

#include <cstdint>

namespace revisit::instrument {

inline constexpr char BitcodeSection[] = ".revisit.bc";
inline constexpr char ForeignSection[] = ".revisit.foreign";
inline constexpr char RacesSection[] = ".revisit.races";
inline constexpr char AllocationsSection[] = ".revisit.allocations";
inline constexpr char MarksSection[] = ".revisit.marks";
// The annotation text of REVISIT_INTENDED_RACE.
inline constexpr char IntendedRaceMark[] = "revisit:intended-race";
inline constexpr char ModulesSection[] = "revisit_modules";
inline constexpr char CodeSection[] = "revisit_text";
inline constexpr char InlinesSection[] = "revisit_inlines";
inline constexpr char NamesSection[] = "revisit_names";
inline constexpr char ModuleMagic[4] = {'R', 'V', 'B', 'C'};
inline constexpr std::uint32_t ModuleVersion = 4;
inline constexpr unsigned ModuleAlignment = 8;

enum ModuleFlags : std::uint32_t {
  AssertionsOff = 1,     // NDEBUG was defined on the command line
  For32Bits = 4,         // a preprocessed source with the declarations of a 32-bit machine
  Optimised = 8,         // -O1 or more was requested; the instrumented build uses -O0
  Sanitised = 16,        // a sanitizer was requested; the instrumented build has none
  UsesInputs = 2,        // calls revisit_nondet_*, revisit_symbolic or __VERIFIER_nondet_*
  NumbersAddresses = 32, // makes numbers of addresses, or asks which one is smaller
  WalksEnvironment = 64  // uses `environ`, or the third argument of main
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
