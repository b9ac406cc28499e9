#include "foreign.h"

#include "archive.h"
#include "base/file_name.h"
#include "instrument/elf_file.h"
#include "instrument/section.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

namespace revisit::instrument {

namespace {

bool endsWith(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

enum class Origin { Ours, Foreign, ForeignLibstdcxx };

// Whether our pass instrumented the code in this object or library.
Origin originOf(std::string_view bytes, const std::string& path) {
  auto sections = elfSections(bytes, path);
  if (!sections)
    return Origin::Foreign;
  auto origin = Origin::Foreign;
  for (auto& section : *sections) {
    if (section.name == BitcodeSection)
      return Origin::Ours;
    // The mangled inline namespace of libstdc++'s strings and lists.
    if (section.name == ".strtab" && section.bytes.find("7__cxx11") != std::string_view::npos)
      origin = Origin::ForeignLibstdcxx;
  }
  return origin;
}

// Linker scripts (libc.so) and files that linkers do not accept are not code.
bool isCode(std::string_view bytes) {
  return isElf(bytes) || bytes.substr(0, 4) == "BC\xC0\xDE";
}

void note(Foreign& found, Origin origin, const std::string& name) {
  if (origin != Origin::Ours)
    found.names.push_back(name);
  if (origin == Origin::ForeignLibstdcxx)
    found.otherLibrary.push_back(name);
}

void inspectArchive(std::string_view bytes, const std::string& path, Foreign& found) {
  auto archive = readArchive(bytes);
  Foreign members;
  for (auto& member : archive.members) {
    auto origin = Origin::Ours;
    if (archive.thin) {
      if (auto file = MappedFile::open(folderOf(path) + member.name))
        origin = originOf(file->bytes(), member.name);
    } else if (isCode(member.bytes)) {
      origin = originOf(member.bytes, member.name);
    }
    note(members, origin, fileName(path) + "(" + member.name + ")");
  }
  if (members.names.size() == archive.members.size() && members.names.size() > 1)
    members.names = {fileName(path)};
  found.names.insert(found.names.end(), members.names.begin(), members.names.end());
  found.otherLibrary.insert(found.otherLibrary.end(), members.otherLibrary.begin(), members.otherLibrary.end());
}

void inspect(const std::string& path, Foreign& found) {
  if (endsWith(path, ".s") || endsWith(path, ".S") || endsWith(path, ".asm")) {
    note(found, Origin::Foreign, fileName(path));
    return;
  }
  auto file = MappedFile::open(path);
  if (!file)
    return; // clang reports what is wrong with it
  if (isArchive(file->bytes()))
    inspectArchive(file->bytes(), path, found);
  else if (isElf(file->bytes()))
    note(found, originOf(file->bytes(), path), fileName(path));
  else if (isCode(file->bytes()) && endsWith(path, ".o"))
    note(found, Origin::Foreign, fileName(path)); // for link-time optimisation: the linker generates its code
}

void inspectLibrary(const std::string& name, const CommandLine& asked, Foreign& found) {
  for (auto& directory : asked.libraryPaths) {
    auto stem = directory + "/lib" + name;
    std::vector<std::string> candidates{stem + ".so", stem + ".a"};
    if (name[0] == ':')
      candidates = {directory + "/" + name.substr(1)};
    for (auto& candidate : candidates)
      if (access(candidate.c_str(), R_OK) == 0) {
        inspect(candidate, found);
        return;
      }
  }
}

} // namespace

Foreign findForeign(const CommandLine& asked) {
  Foreign found;
  for (auto& input : asked.inputs)
    inspect(input, found);
  for (auto& library : asked.libraries)
    if (!library.empty())
      inspectLibrary(library, asked, found);
  return found;
}

std::string foreignObject(const std::vector<std::string>& names) {
  std::string content;
  for (auto& name : names)
    content += name + '\0';
  static constexpr char SectionNames[] = "\0.revisit.foreign\0.note.GNU-stack\0.shstrtab";
  constexpr std::size_t ForeignName = 1, StackName = ForeignName + sizeof ForeignSection,
                        TableName = StackName + sizeof ".note.GNU-stack";
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 4;
  header.e_shstrndx = 3;
  content.insert(0, sizeof header, '\0');
  Elf64_Shdr sections[4]{};
  sections[1].sh_offset = sizeof header;
  sections[1].sh_size = content.size() - sizeof header;
  sections[3].sh_offset = sections[2].sh_offset = content.size();
  sections[3].sh_size = sizeof SectionNames;
  std::size_t at[] = {0, ForeignName, StackName, TableName};
  for (unsigned i = 1; i < 4; ++i) {
    sections[i].sh_name = at[i];
    sections[i].sh_type = i == 3 ? SHT_STRTAB : SHT_PROGBITS;
    sections[i].sh_addralign = 1;
  }
  content.append(SectionNames, sizeof SectionNames);
  content.resize(padded(content.size()));
  header.e_shoff = content.size();
  std::memcpy(content.data(), &header, sizeof header);
  content.append(reinterpret_cast<const char*>(sections), sizeof sections);
  // The linker inherits the descriptor; the memory is released with the last of these processes.
  int file = memfd_create("revisit-foreign.o", 0);
  if (file < 0 || write(file, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
    return {};
  return "/proc/self/fd/" + std::to_string(file);
}

} // namespace revisit::instrument
