// Debug information of ELF files: the source lines, functions and global variables of addresses. Hides LLVM's
// symbolizer. Thread rule: belongs to one worker.
#pragma once

#include "program/program.h"

#include <memory>
#include <string>
#include <vector>

namespace revisit {

class SourceLookup {
public:
  SourceLookup();
  ~SourceLookup();
  // The frames at an address in the file (relative to its load address), innermost first.
  std::vector<SourcePosition> frames(const std::string& file, std::uint64_t address);
  struct Global {
    std::string name; // empty when the address is not in a variable
    std::uint64_t start = 0;
    std::uint64_t size = 0;
  };
  Global global(const std::string& file, std::uint64_t address);

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

} // namespace revisit
