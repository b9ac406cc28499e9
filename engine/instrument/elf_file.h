// A file mapped into memory, and the parts of the ELF format that Revisit needs: sections by name, the build id.
// Everything is checked against the file's bounds, so that a damaged file gives an Error and never a crash. Thread
// rule: immutable after opening.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace revisit::instrument {

class MappedFile {
public:
  static Result<MappedFile> open(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();
  std::string_view bytes() const { return {m_data, m_size}; }

private:
  MappedFile(const char* data, std::size_t size) : m_data(data), m_size(size) {}
  const char* m_data = nullptr;
  std::size_t m_size = 0;
};

struct ElfSection {
  std::string_view name;
  std::string_view bytes; // empty for sections without content in the file
  bool isThreadLocal = false;
};

bool isElf(std::string_view file);

// The sections of a 64-bit little-endian ELF file, as views into `file`. `path` is used in errors.
Result<std::vector<ElfSection>> elfSections(std::string_view file, const std::string& path);

// The names that a program takes from libraries. None if it has no table of them, or a damaged one.
std::optional<std::vector<std::string_view>> importsOf(const std::vector<ElfSection>& sections);

// The GNU build id in lower-case hexadecimal; empty when there is none.
std::string buildIdOf(const std::vector<ElfSection>& sections);

} // namespace revisit::instrument
