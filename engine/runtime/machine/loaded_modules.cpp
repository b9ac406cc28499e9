#include "runtime/machine/loaded_modules.h"

#include "runtime/trace/raw.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>

namespace revisit::runtime {

namespace {

constexpr std::size_t longestPath = 512;
constexpr std::string_view ownConstructor = "revisit.globals"; // of the instrumentation: it only notes variables

// A module's file, before it is loaded.
class ModuleFile {
public:
  explicit ModuleFile(const char* path) {
    const auto file =
        static_cast<int>(systemCall(SYS_open, reinterpret_cast<std::uint64_t>(path), O_RDONLY | O_CLOEXEC));
    struct stat status = {};
    if (file < 0)
      return;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size > static_cast<off_t>(sizeof(Elf64_Ehdr))) {
      m_size = static_cast<std::uint64_t>(status.st_size);
      void* const at = mmap(nullptr, m_size, PROT_READ, MAP_PRIVATE, file, 0);
      m_bytes = at == MAP_FAILED ? nullptr : static_cast<const char*>(at);
    }
    systemCall(SYS_close, static_cast<std::uint64_t>(file));
  }
  ~ModuleFile() {
    if (m_bytes != nullptr)
      munmap(const_cast<char*>(m_bytes), m_size);
  }
  ModuleFile(const ModuleFile&) = delete;
  ModuleFile& operator=(const ModuleFile&) = delete;

  bool mayBeLoadedAhead() const {
    if (m_bytes == nullptr || std::memcmp(m_bytes, ELFMAG, SELFMAG) != 0 || m_bytes[EI_CLASS] != ELFCLASS64)
      return false;
    const auto& header = *at<Elf64_Ehdr>(0);
    const auto* segments = at<Elf64_Phdr>(header.e_phoff, header.e_phnum);
    if (segments == nullptr || header.e_type != ET_DYN)
      return false;
    for (unsigned i = 0; i < header.e_phnum; i++)
      if (segments[i].p_type == PT_TLS)
        return false;
    const Elf64_Shdr* const dynamic = section(SHT_DYNAMIC);
    return dynamic != nullptr && needsRuntime(*dynamic) && doesNothingByItself(*dynamic);
  }

private:
  // That many structures at this offset; null: the file has no room for them.
  template <class T> const T* at(std::uint64_t offset, std::uint64_t count = 1) const {
    return offset <= m_size && count <= (m_size - offset) / sizeof(T) ? reinterpret_cast<const T*>(m_bytes + offset)
                                                                      : nullptr;
  }
  const Elf64_Shdr* sections() const {
    const auto& header = *at<Elf64_Ehdr>(0);
    return at<Elf64_Shdr>(header.e_shoff, header.e_shnum);
  }
  const Elf64_Shdr* section(unsigned type) const {
    const Elf64_Shdr* const all = sections();
    for (unsigned i = 0; all != nullptr && i < at<Elf64_Ehdr>(0)->e_shnum; i++)
      if (all[i].sh_type == type)
        return &all[i];
    return nullptr;
  }
  // A text of the section of texts with this number; empty: there is none.
  std::string_view text(std::uint32_t strings, std::uint64_t offset) const {
    const Elf64_Shdr* const all = sections();
    if (all == nullptr || strings >= at<Elf64_Ehdr>(0)->e_shnum || offset >= all[strings].sh_size)
      return {};
    const std::uint64_t room = all[strings].sh_size - offset;
    const char* const begin = at<char>(all[strings].sh_offset + offset, room);
    return begin == nullptr ? std::string_view() : std::string_view(begin, strnlen(begin, room));
  }
  template <class T, class F> bool anyOf(const Elf64_Shdr& of, F&& f) const {
    const std::uint64_t count = of.sh_size / sizeof(T);
    const T* const all = at<T>(of.sh_offset, count);
    for (std::uint64_t i = 0; all != nullptr && i < count; i++)
      if (f(all[i]))
        return true;
    return false;
  }

  bool needsRuntime(const Elf64_Shdr& dynamic) const {
    return anyOf<Elf64_Dyn>(dynamic, [&](const Elf64_Dyn& entry) {
      return entry.d_tag == DT_NEEDED && text(dynamic.sh_link, entry.d_un.d_val).starts_with("librevisit-runtime");
    });
  }
  std::uint64_t valueOf(const Elf64_Shdr& dynamic, std::int64_t tag) const {
    std::uint64_t value = 0;
    anyOf<Elf64_Dyn>(dynamic, [&](const Elf64_Dyn& entry) {
      value = entry.d_tag == tag ? entry.d_un.d_val : value;
      return entry.d_tag == DT_NULL;
    });
    return value;
  }
  bool isOwnConstructor(std::uint64_t function) const {
    const Elf64_Shdr* const symbols = section(SHT_SYMTAB);
    return symbols != nullptr && anyOf<Elf64_Sym>(*symbols, [&](const Elf64_Sym& symbol) {
             return symbol.st_value == function && text(symbols->sh_link, symbol.st_name).starts_with(ownConstructor);
           });
  }
  // Of the functions that run when it is loaded, one is the compiler's, which registers nothing, and so is the only one
  // at its end. The others that may be there are those of the instrumentation.
  bool doesNothingByItself(const Elf64_Shdr& dynamic) const {
    const std::uint64_t begin = valueOf(dynamic, DT_INIT_ARRAY), end = begin + valueOf(dynamic, DT_INIT_ARRAYSZ);
    if (valueOf(dynamic, DT_FINI_ARRAYSZ) > sizeof(std::uint64_t))
      return false;
    const Elf64_Shdr* const all = sections();
    unsigned others = 0;
    std::uint64_t known = 0;
    for (unsigned i = 0; all != nullptr && i < at<Elf64_Ehdr>(0)->e_shnum; i++)
      if (all[i].sh_type == SHT_RELA)
        anyOf<Elf64_Rela>(all[i], [&](const Elf64_Rela& entry) {
          if (entry.r_offset >= begin && entry.r_offset < end && ELF64_R_TYPE(entry.r_info) == R_X86_64_RELATIVE) {
            known++;
            others += isOwnConstructor(static_cast<std::uint64_t>(entry.r_addend)) ? 0 : 1;
          }
          return false;
        });
    return known == (end - begin) / sizeof(std::uint64_t) && others <= 1;
  }

  const char* m_bytes = nullptr;
  std::uint64_t m_size = 0;
};

bool isModuleName(std::string_view text) {
  return text.ends_with(".so") && text.find('/') != std::string_view::npos && text.size() < longestPath;
}

void loadAhead(std::string_view path) {
  char name[longestPath];
  std::memcpy(name, path.data(), path.size());
  name[path.size()] = 0;
  if (ModuleFile(name).mayBeLoadedAhead())
    dlopen(name, RTLD_NOW | RTLD_LOCAL); // stays loaded
}

constexpr std::size_t mostModules = 16;
// Texts in the program.
std::string_view g_names[mostModules];
std::size_t g_nameCount = 0;

// The texts in constants that name modules.
void findNames(const char* begin, std::uint64_t bytes) {
  constexpr std::string_view ending = ".so";
  const std::string_view all(begin, bytes);
  for (std::size_t at = all.find(ending); at != std::string_view::npos; at = all.find(ending, at + 1)) {
    const std::size_t end = at + ending.size();
    if (end == all.size() || all[end] != 0)
      continue;
    const std::size_t before = all.rfind('\0', at);
    const std::string_view name =
        before == std::string_view::npos ? std::string_view() : all.substr(before + 1, end - before - 1);
    if (isModuleName(name) && g_nameCount < mostModules)
      g_names[g_nameCount++] = name;
  }
}

// The program is the first module.
int lookAtProgram(dl_phdr_info* info, std::size_t, void*) {
  const char* strings = nullptr;
  std::uint64_t bytes = 0;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      for (auto* entry = reinterpret_cast<const Elf64_Dyn*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
           entry->d_tag != DT_NULL; entry++) {
        strings = entry->d_tag == DT_STRTAB ? reinterpret_cast<const char*>(entry->d_un.d_val) : strings;
        bytes = entry->d_tag == DT_STRSZ ? entry->d_un.d_val : bytes;
      }
  constexpr std::string_view loads("\0dlopen", 8);
  if (strings == nullptr || std::string_view(strings, bytes).find(loads) == std::string_view::npos)
    return 1;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    if (const Elf64_Phdr& segment = info->dlpi_phdr[i]; segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0)
      findNames(reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr), segment.p_filesz);
  return 2;
}

} // namespace

void loadModulesAhead(char** arguments) {
  if (dl_iterate_phdr(lookAtProgram, nullptr) != 2)
    return;
  for (std::size_t i = 0; i < g_nameCount; i++)
    loadAhead(g_names[i]);
  for (char** argument = arguments; *argument != nullptr; argument++)
    if (isModuleName(*argument))
      loadAhead(*argument);
}

} // namespace revisit::runtime
