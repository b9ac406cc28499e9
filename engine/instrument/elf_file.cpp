#include "elf_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace revisit::instrument {

Result<MappedFile> MappedFile::open(const std::string& path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return Error{errno == ENOENT ? ErrorCode::NotFound : ErrorCode::BadFormat, path, std::strerror(errno)};
  struct stat status{};
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(file);
    return Error{ErrorCode::BadFormat, path, "is not a regular file"};
  }
  std::size_t size = status.st_size;
  void* data = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
  close(file);
  if (data == MAP_FAILED)
    return Error{ErrorCode::BadFormat, path, std::strerror(errno)};
  return MappedFile(static_cast<const char*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(m_data, other.m_data);
  std::swap(m_size, other.m_size);
  return *this;
}

MappedFile::~MappedFile() {
  if (m_data)
    munmap(const_cast<char*>(m_data), m_size);
}

namespace {

// The structure at an offset of the file, if it lies within the file.
template <class T> std::optional<T> at(std::string_view file, std::uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T))
    return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::optional<std::string_view> range(std::string_view file, std::uint64_t offset, std::uint64_t size) {
  if (offset > file.size() || file.size() - offset < size)
    return std::nullopt;
  return file.substr(offset, size);
}

std::string_view textAt(std::string_view strings, std::uint64_t offset) {
  if (offset >= strings.size())
    return {};
  auto rest = strings.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

std::string_view contentOf(std::string_view file, const Elf64_Shdr& header, bool& damaged) {
  if (header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL)
    return {};
  auto content = range(file, header.sh_offset, header.sh_size);
  damaged |= !content;
  return content.value_or(std::string_view());
}

} // namespace

bool isElf(std::string_view file) {
  return file.substr(0, SELFMAG) == std::string_view(ELFMAG, SELFMAG);
}

Result<std::vector<ElfSection>> elfSections(std::string_view file, const std::string& path) {
  Error damage{ErrorCode::BadFormat, path, "the ELF file is damaged or truncated"};
  auto header = at<Elf64_Ehdr>(file, 0);
  if (!isElf(file))
    return Error{ErrorCode::BadFormat, path, "is not an ELF file"};
  if (!header)
    return damage;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB)
    return Error{ErrorCode::BadFormat, path, "is not a 64-bit little-endian ELF file"};
  std::vector<ElfSection> sections;
  if (header->e_shoff == 0)
    return sections;
  auto headerAt = [&](std::uint64_t index) {
    return at<Elf64_Shdr>(file, header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  auto first = headerAt(0);
  if (!first || header->e_shentsize != sizeof(Elf64_Shdr))
    return damage;
  // Large counts are stored in the first section header.
  std::uint64_t count = header->e_shnum ? header->e_shnum : first->sh_size;
  std::uint64_t namesIndex = header->e_shstrndx == SHN_XINDEX ? first->sh_link : header->e_shstrndx;
  auto namesHeader = headerAt(namesIndex);
  bool damaged = count > file.size() / sizeof(Elf64_Shdr) || namesIndex >= count || !namesHeader;
  if (damaged)
    return damage;
  auto names = contentOf(file, *namesHeader, damaged);
  for (std::uint64_t i = 0; i < count && !damaged; ++i) {
    auto section = headerAt(i);
    damaged |= !section;
    if (section)
      sections.push_back(
          {textAt(names, section->sh_name), contentOf(file, *section, damaged), (section->sh_flags & SHF_TLS) != 0});
  }
  if (damaged)
    return damage;
  return sections;
}

std::optional<std::vector<std::string_view>> importsOf(const std::vector<ElfSection>& sections) {
  const auto table = std::ranges::find(sections, ".dynsym", &ElfSection::name);
  const auto texts = std::ranges::find(sections, ".dynstr", &ElfSection::name);
  if (table == sections.end() || texts == sections.end())
    return std::nullopt;
  std::vector<std::string_view> names;
  for (std::uint64_t offset = 0; offset < table->bytes.size(); offset += sizeof(Elf64_Sym)) {
    const auto symbol = at<Elf64_Sym>(table->bytes, offset);
    if (!symbol || symbol->st_name >= texts->bytes.size())
      return std::nullopt;
    if (symbol->st_shndx == SHN_UNDEF && symbol->st_name != 0)
      names.push_back(textAt(texts->bytes, symbol->st_name));
  }
  return names;
}

std::string buildIdOf(const std::vector<ElfSection>& sections) {
  for (auto& section : sections) {
    if (section.name != ".note.gnu.build-id")
      continue;
    auto note = at<Elf64_Nhdr>(section.bytes, 0);
    if (!note || note->n_type != NT_GNU_BUILD_ID)
      continue;
    auto id = range(section.bytes, sizeof *note + ((std::uint64_t(note->n_namesz) + 3) & ~3ull), note->n_descsz);
    std::string text;
    for (unsigned char byte : id.value_or(std::string_view())) {
      text += "0123456789abcdef"[byte >> 4];
      text += "0123456789abcdef"[byte & 15];
    }
    return text;
  }
  return {};
}

} // namespace revisit::instrument
