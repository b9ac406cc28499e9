#include "target/imports.h"

#include <algorithm>
#include <elf.h>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

namespace revisit {

namespace {

// Between spaces. Not here: pthread_self and what else names a thread, random numbers (each thread has its own), files
// (each thread has its own descriptors), and whatever is not known.
constexpr std::string_view alike =
    " __libc_start_main __gmon_start__ _ITM_registerTMCloneTable _ITM_deregisterTMCloneTable"
    " __assert_fail abort exit _exit _Exit atexit __cxa_atexit __cxa_finalize __errno_location __stack_chk_fail"
    " pthread_create pthread_join pthread_exit pthread_once pthread_yield sched_yield usleep nanosleep sleep"
    " thrd_create thrd_join thrd_exit thrd_yield mtx_init mtx_destroy mtx_lock mtx_trylock mtx_unlock mtx_timedlock"
    " cnd_init cnd_destroy cnd_wait cnd_timedwait cnd_signal cnd_broadcast call_once"
    " malloc calloc realloc free aligned_alloc posix_memalign"
    " memcpy memmove memset memcmp memchr strlen strnlen strcmp strncmp strcpy strncpy strcat strchr strrchr strstr"
    " printf fprintf vprintf vfprintf puts putchar fputs fputc fflush snprintf sprintf vsnprintf stdout stderr"
    " tolower toupper abs labs clock_gettime gettimeofday time"
    " reach_error ";
constexpr std::string_view alikePrefixes[] = {"__revisit_",    "revisit_",        "__VERIFIER_",
                                              "pthread_mutex", "pthread_cond",    "pthread_rwlock",
                                              "pthread_spin_", "pthread_barrier", "sem_"};

bool isAlike(std::string_view name) {
  return alike.find(' ' + std::string(name) + ' ') != std::string_view::npos ||
         std::ranges::any_of(alikePrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

class ElfFile {
public:
  explicit ElfFile(const std::string& path) : m_file(path, std::ios::binary) {}

  template <class Entry> std::optional<std::vector<Entry>> table(std::uint64_t offset, std::uint64_t count) {
    if (count > 1u << 24) // of a broken file
      return std::nullopt;
    std::vector<Entry> entries(count);
    m_file.seekg(static_cast<std::streamoff>(offset));
    m_file.read(reinterpret_cast<char*>(entries.data()), static_cast<std::streamsize>(count * sizeof(Entry)));
    return m_file ? std::optional(std::move(entries)) : std::nullopt;
  }

private:
  std::ifstream m_file;
};

// The names of what this table of symbols takes from elsewhere are all known to be alike.
bool importsOnlyAlike(ElfFile& file, const Elf64_Shdr& table, const Elf64_Shdr& names) {
  const auto symbols = file.table<Elf64_Sym>(table.sh_offset, table.sh_size / sizeof(Elf64_Sym));
  auto text = file.table<char>(names.sh_offset, names.sh_size);
  if (!symbols || !text)
    return false;
  text->push_back('\0');
  return std::ranges::all_of(*symbols, [&](const Elf64_Sym& symbol) {
    const bool isImport = symbol.st_shndx == SHN_UNDEF && symbol.st_name != 0;
    return !isImport || (symbol.st_name < text->size() && isAlike(text->data() + symbol.st_name));
  });
}

} // namespace

bool mayTellThreadsApart(const std::string& program) {
  ElfFile file(program);
  const auto header = file.table<Elf64_Ehdr>(0, 1);
  if (!header || std::string_view(reinterpret_cast<const char*>(header->front().e_ident), SELFMAG) != ELFMAG)
    return true;
  const Elf64_Ehdr& elf = header->front();
  const auto segments = file.table<Elf64_Phdr>(elf.e_phoff, elf.e_phnum);
  const auto sections = file.table<Elf64_Shdr>(elf.e_shoff, elf.e_shnum);
  if (!segments || !sections ||
      std::ranges::any_of(*segments, [](const Elf64_Phdr& segment) { return segment.p_type == PT_TLS; }))
    return true;
  bool isKnown = false;
  for (const Elf64_Shdr& section : *sections)
    if (section.sh_type == SHT_DYNSYM) {
      isKnown = section.sh_link < sections->size() && importsOnlyAlike(file, section, (*sections)[section.sh_link]);
      if (!isKnown)
        return true;
    }
  return !isKnown;
}

} // namespace revisit
