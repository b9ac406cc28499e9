#include "runtime/services/modules.h"

#include "instrument/section.h"
#include "runtime/services/external_calls.h"
#include "runtime/trace/raw.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>

namespace revisit::runtime {

namespace {

struct Bounds {
  std::uint64_t begin = 0, end = 0;
  bool contains(std::uint64_t address) const { return address >= begin && address < end; }
};

constexpr std::size_t maxConstructors = 256;
Bounds g_system[maxModules]; // code of system libraries
std::size_t g_systemCount = 0;
Bounds g_own[maxModules]; // code of the program and of its own libraries
std::size_t g_ownCount = 0;
Bounds g_inlines[maxModules]; // tables of inline functions
std::size_t g_inlineCount = 0;
Bounds g_names[maxModules]; // tables of functions whose addresses are taken, with their names
std::size_t g_nameCount = 0;
std::uint64_t g_constructors[maxConstructors]; // uninstrumented ones
std::size_t g_constructorCount = 0;

// The functions with the attribute 'destructor' of one module, as the loader calls them: the last one first.
struct Endings {
  std::uint64_t functions = 0, count = 0; // an array
  const char* name = nullptr;             // by which other modules need it; null: the program
  const ElfW(Dyn) * dynamic = nullptr;
  const char* strings = nullptr;
  bool isOver[maxThreads] = {}; // in each process
};
Endings g_endings[maxModules];
std::size_t g_endingCount = 0;

bool isSystemPath(const char* path) {
  const auto begins = [&](const char* prefix) { return std::strncmp(path, prefix, std::strlen(prefix)) == 0; };
  return begins("/lib/") || begins("/lib64/") || begins("/usr/lib/") || begins("/usr/lib64/") ||
         std::strchr(path, '/') == nullptr;
}

bool isProgram(const dl_phdr_info& info) {
  return info.dlpi_name[0] == 0; // the program comes first, without a name
}

const ElfW(Dyn) * dynamicOf(const dl_phdr_info& info) {
  for (unsigned i = 0; i < info.dlpi_phnum; i++)
    if (info.dlpi_phdr[i].p_type == PT_DYNAMIC)
      return reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
  return nullptr;
}

std::uint64_t dynamicValue(const dl_phdr_info& info, std::int64_t tag) {
  for (const ElfW(Dyn)* entry = dynamicOf(info); entry != nullptr && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == tag)
      return entry->d_un.d_val;
  return 0;
}

// The sections that the instrumentation pass added to a module. They are not part of what the loader reports, so the
// file is read.
class SectionTable {
public:
  explicit SectionTable(const dl_phdr_info& info) {
    const char* path = isProgram(info) ? "/proc/self/exe" : info.dlpi_name;
    const auto file = static_cast<int>(systemCall(SYS_open, word(path), O_RDONLY | O_CLOEXEC));
    struct stat status = {};
    if (file >= 0 && systemCall(SYS_fstat, static_cast<std::uint64_t>(file), word(&status)) == 0 &&
        status.st_size > static_cast<off_t>(sizeof(ElfW(Ehdr)))) {
      m_size = static_cast<std::uint64_t>(status.st_size);
      void* const at = mmap(nullptr, m_size, PROT_READ, MAP_PRIVATE, file, 0);
      m_file = at == MAP_FAILED ? nullptr : static_cast<const char*>(at);
    }
    if (file >= 0)
      systemCall(SYS_close, static_cast<std::uint64_t>(file));
  }
  ~SectionTable() {
    if (m_file != nullptr)
      munmap(const_cast<char*>(m_file), m_size);
  }
  SectionTable(const SectionTable&) = delete;
  SectionTable& operator=(const SectionTable&) = delete;

  // The section's bounds; empty when there is none of that name, or when the file is not the one that was loaded.
  Bounds find(const char* name, std::uint64_t base) const {
    if (m_file == nullptr)
      return {};
    const auto& header = *reinterpret_cast<const ElfW(Ehdr)*>(m_file);
    const std::uint64_t end = header.e_shoff + std::uint64_t{header.e_shnum} * sizeof(ElfW(Shdr));
    if (header.e_shoff == 0 || end > m_size || header.e_shstrndx >= header.e_shnum)
      return {};
    const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(m_file + header.e_shoff);
    const ElfW(Shdr)& names = sections[header.e_shstrndx];
    for (unsigned i = 0; i < header.e_shnum; i++) {
      const std::uint64_t at = names.sh_offset + sections[i].sh_name;
      if (at + std::strlen(name) < m_size && std::strcmp(m_file + at, name) == 0)
        return {base + sections[i].sh_addr, base + sections[i].sh_addr + sections[i].sh_size};
    }
    return {};
  }

private:
  const char* m_file = nullptr;
  std::uint64_t m_size = 0;
};

// Whether the module with this dynamic section and these strings was linked with a library of such a name.
template <class IsMeant> bool needsLibrary(const ElfW(Dyn) * entry, const char* strings, IsMeant isMeant) {
  for (; entry != nullptr && strings != nullptr && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_NEEDED && isMeant(std::string_view(strings + entry->d_un.d_val)))
      return true;
  return false;
}

const char* stringsOf(const dl_phdr_info& info) {
  return reinterpret_cast<const char*>(dynamicValue(info, DT_STRTAB));
}

bool needsRuntime(const dl_phdr_info& info) {
  return needsLibrary(dynamicOf(info), stringsOf(info),
                      [](std::string_view name) { return name.starts_with("librevisit-runtime"); });
}

void noteInstrumented(const dl_phdr_info& info) {
  const SectionTable sections(info);
  const Bounds code = sections.find(instrument::CodeSection, info.dlpi_addr);
  if (code.begin != code.end && g_runtime.instrumentedCount < maxModules)
    g_runtime.instrumented[g_runtime.instrumentedCount++] = {code.begin, code.end, 0};
  const Bounds inlines = sections.find(instrument::InlinesSection, info.dlpi_addr);
  if (inlines.begin != inlines.end && g_inlineCount < maxModules)
    g_inlines[g_inlineCount++] = inlines;
  const Bounds names = sections.find(instrument::NamesSection, info.dlpi_addr);
  if (names.begin != names.end && g_nameCount < maxModules)
    g_names[g_nameCount++] = names;
}

void noteData(std::uint64_t begin, const ElfW(Phdr) & header) {
  if (g_runtime.dataCount < std::size(g_runtime.data))
    g_runtime.data[g_runtime.dataCount++] = {
        {begin, begin + header.p_memsz, 0}, begin + header.p_filesz, header.p_type == PT_TLS};
}

// Notes the memory that instrumented code may write, including the main thread's copy of its thread-local variables.
void noteWritable(const dl_phdr_info& info) {
  for (unsigned i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0)
      noteData(info.dlpi_addr + header.p_vaddr, header);
    if (header.p_type == PT_TLS && info.dlpi_tls_data != nullptr)
      noteData(word(info.dlpi_tls_data), header);
  }
}

// Each module has one constructor that the compiler added and that registers nothing: the first uninstrumented one. It
// is skipped.
void noteConstructors(const dl_phdr_info& info) {
  bool isFirst = true;
  constexpr std::int64_t arrays[][2] = {{DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ}, {DT_INIT_ARRAY, DT_INIT_ARRAYSZ}};
  for (const auto& [array, bytes] : arrays) {
    const auto at = dynamicValue(info, array);
    const auto* functions = reinterpret_cast<const std::uint64_t*>(info.dlpi_addr + at);
    const std::uint64_t count = at == 0 ? 0 : dynamicValue(info, bytes) / sizeof(std::uint64_t);
    for (std::uint64_t i = 0; i < count; i++) {
      if (isInstrumented(functions[i]))
        continue;
      if (!isFirst && g_constructorCount < maxConstructors)
        g_constructors[g_constructorCount++] = functions[i];
      isFirst = false;
    }
  }
}

void noteEndings(const dl_phdr_info& info) {
  const auto at = dynamicValue(info, DT_FINI_ARRAY);
  if (at == 0 || g_endingCount == maxModules)
    return;
  Endings& endings = g_endings[g_endingCount++];
  endings = {info.dlpi_addr + at, dynamicValue(info, DT_FINI_ARRAYSZ) / 8, nullptr, dynamicOf(info), stringsOf(info)};
  if (isProgram(info))
    return;
  const auto name = dynamicValue(info, DT_SONAME);
  const char* file = std::strrchr(info.dlpi_name, '/');
  endings.name = name != 0 && endings.strings != nullptr ? endings.strings + name
                 : file != nullptr                       ? file + 1
                                                         : info.dlpi_name;
}

// As in the constructors, the first uninstrumented function is one that the compiler added. It runs what the module
// has registered, and nothing of that is left.
void runEndings(const Endings& endings) {
  std::uint64_t added = 0;
  while (added < endings.count && isInstrumented(rawLoad(endings.functions + added * 8, 8)))
    added++;
  for (std::uint64_t i = endings.count; i-- > 0;)
    if (const std::uint64_t function = rawLoad(endings.functions + i * 8, 8); i != added) {
      noteCallback(function);
      reinterpret_cast<void (*)()>(function)();
    }
}

// Whether another module, whose functions are still to be called, was linked with this one.
bool isStillNeeded(const Endings& library, unsigned process) {
  return library.name != nullptr && std::any_of(g_endings, g_endings + g_endingCount, [&](const Endings& other) {
           return !other.isOver[process] && &other != &library &&
                  needsLibrary(other.dynamic, other.strings,
                               [&](std::string_view name) { return name == library.name; });
         });
}

void noteSegment(const dl_phdr_info& info, const ElfW(Phdr) & header, bool isSystem) {
  const std::uint64_t begin = info.dlpi_addr + header.p_vaddr;
  const std::uint64_t end = begin + header.p_memsz;
  const bool isCode = (header.p_flags & PF_X) != 0, isData = (header.p_flags & PF_W) != 0;
  if (isCode && std::strstr(info.dlpi_name, "/libc.so") != nullptr) {
    g_runtime.libcBegin = begin;
    g_runtime.libcEnd = end;
  }
  if (isCode && isSystem && g_systemCount < maxModules)
    g_system[g_systemCount++] = {begin, end};
  if (isCode && !isSystem && g_ownCount < maxModules)
    g_own[g_ownCount++] = {begin, end};
  // Memory that cannot be written needs no owner: reads of constants are not events.
  if (((!isData && !isCode) || (isSystem && isData)) && g_runtime.foreignCount < maxForeign)
    g_runtime.foreign[g_runtime.foreignCount++] = {begin, end, 0};
}

// Notes the runtime's own code and data.
void noteOwn(const dl_phdr_info& info) {
  for (unsigned i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    const std::uint64_t begin = info.dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0) {
      g_runtime.codeBegin = begin;
      g_runtime.codeEnd = begin + header.p_memsz;
    } else if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0) {
      g_runtime.dataBegin = begin;
      g_runtime.dataEnd = begin + header.p_memsz;
    }
  }
}

bool holds(const dl_phdr_info& info, std::uint64_t address) {
  for (unsigned i = 0; i < info.dlpi_phnum; i++)
    if (const ElfW(Phdr)& header = info.dlpi_phdr[i]; header.p_type == PT_LOAD)
      if (const std::uint64_t begin = info.dlpi_addr + header.p_vaddr;
          address >= begin && address < begin + header.p_memsz)
        return true;
  return false;
}

int noteModule(dl_phdr_info* info, std::size_t, void*) {
  const bool isOwn = holds(*info, word(&noteModule));
  const bool isSystem = !isProgram(*info) && isSystemPath(info->dlpi_name);
  if (isOwn)
    noteOwn(*info);
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD)
      noteSegment(*info, info->dlpi_phdr[i], isSystem);
  if (std::strstr(info->dlpi_name, "vdso") != nullptr)
    return 0;
  if (needsRuntime(*info)) {
    noteInstrumented(*info);
    noteWritable(*info);
  }
  if (!isOwn && !isSystem) {
    noteConstructors(*info);
    noteEndings(*info);
  }
  return 0;
}

} // namespace

void noteModules() {
  dl_iterate_phdr(noteModule, nullptr);
}

bool cameLater(std::uint64_t code) {
  const auto holdsCode = [&](const Bounds& bounds) { return bounds.contains(code); };
  return std::none_of(g_own, g_own + g_ownCount, holdsCode) &&
         std::none_of(g_system, g_system + g_systemCount, holdsCode);
}

CodeOwner ownerOf(std::uint64_t code) {
  if (isInstrumented(code))
    return CodeOwner::Instrumented;
  if (code >= g_runtime.codeBegin && code < g_runtime.codeEnd)
    return CodeOwner::Runtime;
  return std::any_of(g_system, g_system + g_systemCount, [&](const Bounds& bounds) { return bounds.contains(code); })
             ? CodeOwner::System
             : CodeOwner::Unseen;
}

std::uint64_t throughStub(std::uint64_t code) {
  if (code == 0 || ownerOf(code) != CodeOwner::Unseen)
    return code;
  constexpr unsigned char landing[] = {0xf3, 0x0f, 0x1e, 0xfa}; // endbr64
  const auto* bytes = reinterpret_cast<const unsigned char*>(code);
  if (std::memcmp(bytes, landing, sizeof landing) == 0)
    bytes += sizeof landing;
  if (bytes[0] == 0xf2) // bnd
    bytes++;
  if (bytes[0] != 0xff || bytes[1] != 0x25) // jmp *offset(%rip)
    return code;
  std::int32_t offset;
  std::memcpy(&offset, bytes + 2, sizeof offset);
  return rawLoad(word(bytes) + 6 + static_cast<std::uint64_t>(static_cast<std::int64_t>(offset)), 8);
}

const char* writtenName(std::uint64_t function) {
  for (std::size_t i = 0; i < g_nameCount; i++)
    for (std::uint64_t at = g_names[i].begin; at + 16 <= g_names[i].end; at += 16)
      if (throughStub(rawLoad(at, 8)) == function)
        return reinterpret_cast<const char*>(rawLoad(at + 8, 8));
  return nullptr;
}

void forEachUnseenConstructor(void (*f)(std::uint64_t function)) {
  for (std::size_t i = 0; i < g_constructorCount; i++)
    f(g_constructors[i]);
}

// Modules that need each other in a circle end in the order in which they were loaded.
void runDestructorFunctions(unsigned process) {
  for (;;) {
    Endings* const end = g_endings + g_endingCount;
    Endings* next = std::find_if(
        g_endings, end, [&](const Endings& each) { return !each.isOver[process] && !isStillNeeded(each, process); });
    if (next == end)
      next = std::find_if(g_endings, end, [&](const Endings& each) { return !each.isOver[process]; });
    if (next == end)
      return;
    next->isOver[process] = true;
    runEndings(*next);
  }
}

void copyEndings(unsigned from, unsigned to) {
  for (std::size_t i = 0; i < g_endingCount; i++)
    g_endings[i].isOver[to] = g_endings[i].isOver[from];
}

UnseenCopies unseenCopies() {
  UnseenCopies found;
  for (std::size_t i = 0; i < g_inlineCount; i++)
    for (std::uint64_t at = g_inlines[i].begin; at + 8 <= g_inlines[i].end; at += 8)
      if (const std::uint64_t function = throughStub(rawLoad(at, 8));
          function != 0 && ownerOf(function) == CodeOwner::Unseen && found.count++ == 0)
        found.first = function;
  return found;
}

} // namespace revisit::runtime
