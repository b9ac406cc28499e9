// An instrumented program or library as a file: its modules with their bitcode, the uninstrumented objects that were
// linked in, and its build id. Thread rule: immutable after opening.
#pragma once

#include "elf_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace revisit::instrument {

struct ImageModule {
  std::string name;              // the source as named on the compiler's command line
  std::uint64_t hash = 0;        // the module's identity
  bool assertionsOff = false;    // compiled with NDEBUG
  bool usesInputs = false;       // calls revisit_nondet_* and the like
  bool for32Bits = false;        // a preprocessed source with the declarations of a 32-bit machine
  bool optimised = false;        // -O1 or more was requested and ignored
  bool sanitised = false;        // a sanitizer was requested and ignored
  bool numbersAddresses = false; // makes numbers of addresses, or asks which one is smaller
  bool walksEnvironment = false; // uses `environ`, or the third argument of main
  std::string_view bitcode;      // a view into the image
};

class Image {
public:
  // Fails with NotFound or BadFormat. A program that is not instrumented opens successfully and has no modules. Cost:
  // maps the file.
  static Result<Image> open(const std::string& path);

  bool isInstrumented() const { return !m_modules.empty(); }
  const std::vector<ImageModule>& modules() const { return m_modules; }
  // Objects, archive members, assembly files and libraries of the link that are not instrumented.
  const std::vector<std::string>& foreignObjects() const { return m_foreign; }
  // The notes of a section .revisit.races (section.h), without duplicates.
  const std::vector<std::string>& raceNotes() const { return m_raceNotes; }
  // The texts of a section .revisit.allocations, without duplicates.
  const std::vector<std::string>& allocationNotes() const { return m_allocationNotes; }
  // Whether the program tells of each time that it reaches this line (-frevisit-mark). `file`: a path or its end.
  bool isMarked(const std::string& file, unsigned line) const;
  const std::string& buildId() const { return m_buildId; } // hexadecimal; may be empty
  bool usesInputs() const;
  // Whether the code may tell which one of several threads runs it: by what it imports (imports.h), by the addresses of
  // its memory, or in code that is not instrumented.
  bool tellsThreadsApart() const;
  bool walksEnvironment() const; // any module
  bool for32Bits() const;        // any module
  bool optimised() const;        // any module
  bool sanitised() const;        // any module

private:
  explicit Image(MappedFile file) : m_file(std::move(file)) {}
  Status readModules(std::string_view section, const std::string& path);

  MappedFile m_file;
  std::vector<ImageModule> m_modules;
  std::vector<std::string> m_foreign;
  std::vector<std::string> m_raceNotes;
  std::vector<std::string> m_allocationNotes;
  std::vector<std::string> m_marks;
  std::string m_buildId;
  bool m_importsTell = true;
};

// The NUL-terminated texts in a section, in their order and without duplicates.
std::vector<std::string> textsIn(std::string_view section);

} // namespace revisit::instrument
