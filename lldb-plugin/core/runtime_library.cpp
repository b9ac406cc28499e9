#include "runtime_library.h"

#include "instrument/elf_file.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>

namespace revisit {

namespace {

std::string_view contentOf(const std::vector<instrument::ElfSection>& sections, std::string_view name) {
  const auto found = std::ranges::find(sections, name, &instrument::ElfSection::name);
  return found != sections.end() ? found->bytes : std::string_view();
}

// DT_RUNPATH, or DT_RPATH if there is none: folders separated by colons.
std::string searchPath(const std::vector<instrument::ElfSection>& sections) {
  const std::string_view entries = contentOf(sections, ".dynamic"), strings = contentOf(sections, ".dynstr");
  for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= entries.size(); at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    std::memcpy(&entry, entries.data() + at, sizeof entry);
    if ((entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH) && entry.d_un.d_val < strings.size()) {
      const std::string_view text = strings.substr(entry.d_un.d_val);
      return std::string(text.substr(0, text.find('\0')));
    }
  }
  return {};
}

} // namespace

std::string runtimeOf(const std::string& program) {
  const Result<instrument::MappedFile> file = instrument::MappedFile::open(program);
  if (!file)
    return {};
  const auto sections = instrument::elfSections(file.value().bytes(), program);
  if (!sections)
    return {};
  std::string folders = searchPath(sections.value());
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::filesystem::path path = std::filesystem::path(folders.substr(0, end)) / runtimeLibrary;
    if (std::error_code code; std::filesystem::exists(path, code))
      return path.string();
    folders.erase(0, end + 1);
  }
  return {};
}

} // namespace revisit
