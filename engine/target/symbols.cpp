#include "target/symbols.h"

#include "base/file_name.h"
#include "program/function_names.h"
#include "program/positions.h"
#include "target/source_lookup.h"

#include <algorithm>
#include <elf.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace revisit {

namespace {

// The first segment of this type; of size 0 when the file has none.
Elf64_Phdr segmentOf(const std::string& path, std::uint32_t type) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header))
    return {};
  for (unsigned i = 0; i < header.e_phnum; i++) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof segment));
    if (file.read(reinterpret_cast<char*>(&segment), sizeof segment) && segment.p_type == type)
      return segment;
  }
  return {};
}

// The address at which the file wants to be loaded: 0 unless it is a program at a fixed place.
std::uint64_t firstAddress(const std::string& path) {
  const Elf64_Phdr segment = segmentOf(path, PT_LOAD);
  return segment.p_vaddr - segment.p_offset;
}

} // namespace

Symbols::Symbols(Process& process) : m_process(process), m_lookup(std::make_unique<SourceLookup>()) {
  loadModules();
}
Symbols::~Symbols() = default;

void Symbols::loadModules() {
  std::istringstream lines(m_process.memoryMap());
  for (std::string line; std::getline(lines, line);) {
    const std::size_t slash = line.find('/');
    std::uint64_t begin = 0, end = 0, offset = 0;
    if (slash == std::string::npos || std::sscanf(line.c_str(), "%lx-%lx %*s %lx", &begin, &end, &offset) != 3)
      continue;
    const std::string path = line.substr(slash);
    if (!m_modules.empty() && m_modules.back().path == path)
      m_modules.back().end = end;
    else
      m_modules.push_back({path, begin - offset - firstAddress(path), begin, end});
  }
}

const Symbols::Module* Symbols::moduleOf(std::uint64_t address) const {
  // The zero-initialised end of a module is an anonymous mapping directly after it.
  const Module* best = nullptr;
  for (const Module& module : m_modules)
    if (module.begin <= address && (!best || module.begin > best->begin))
      best = &module;
  constexpr std::uint64_t farthestTail = 1u << 28;
  return best && address < best->end + farthestTail ? best : nullptr;
}

const std::vector<SourcePosition>& Symbols::framesAt(std::uint64_t returnAddress) {
  const auto [it, isNew] = m_frames.try_emplace(returnAddress);
  const std::uint64_t call = returnAddress - 1;
  if (const Module* module = isNew ? moduleOf(call) : nullptr) {
    it->second = m_lookup->frames(module->path, call - module->base);
    // Separate debug information of a system library may contain the source paths of its build machine.
    for (SourcePosition& frame : it->second)
      if (!frame.file.empty() && !frame.file.starts_with('/') && isSystemFile(module->path))
        frame.file = folderOf(module->path) + frame.file;
    if (it->second.empty())
      it->second.emplace_back();
  }
  return it->second;
}

const std::vector<SourcePosition>& Symbols::chain(std::uint32_t node) {
  const auto [it, isNew] = m_chains.try_emplace(node);
  if (!isNew)
    return it->second;
  const RevisitChannel& channel = m_process.channel();
  for (unsigned depth = 0; node != 0 && node < REVISIT_MAX_CHAINS && depth < 64; depth++) {
    for (const SourcePosition& frame : framesAt(channel.chains[node].pc))
      if (!frame.file.empty())
        it->second.push_back(frame);
    node = channel.chains[node].parent;
  }
  return it->second;
}

SourcePosition Symbols::shownPosition(std::uint32_t node) {
  if (node == 0)
    return {};
  const SourcePosition* shown = revisit::shownPosition(chain(node));
  return shown ? *shown : SourcePosition{};
}

std::uint32_t Symbols::withSource(std::uint32_t node) {
  const RevisitChannel& channel = m_process.channel();
  for (; node != 0 && node < REVISIT_MAX_CHAINS; node = channel.chains[node].parent)
    if (const auto& frames = framesAt(channel.chains[node].pc); !frames.empty() && !frames.back().file.empty())
      return node;
  return 0;
}

std::uint64_t Symbols::codeOf(std::uint32_t node) const {
  return node != 0 && node < REVISIT_MAX_CHAINS ? m_process.channel().chains[node].pc - 1 : 0;
}

std::string Symbols::functionAt(std::uint64_t address) {
  const std::vector<SourcePosition>& frames = framesAt(address + 1);
  return frames.empty() ? std::string() : frames.back().function;
}

std::string Symbols::fileOf(std::uint64_t address) const {
  const Module* module = moduleOf(address);
  return module ? module->path : std::string();
}

std::string Symbols::threadName(std::uint64_t entry, std::uint64_t callable) {
  const std::string name = withoutUnnamed(functionAt(entry));
  if (name.empty())
    return fmt::format("thread at {:#x}", entry);
  // libc++'s std::thread starts here, with a tuple of its state, the callable and the arguments.
  constexpr std::string_view proxy = "__thread_proxy", before = "default_delete<std::__1::__thread_struct>>, ";
  const std::size_t start = name.find(before);
  if (name.find(proxy) == std::string::npos || start == std::string::npos)
    return shortFunction(name);
  std::string type = name.substr(start + before.size());
  // std::async starts a thread with a member function of the future's state, which contains the callable.
  constexpr std::string_view async = "__async_func<";
  const std::size_t inState = type.find(async);
  const bool isAsync = type.starts_with("void (std::") && inState != std::string::npos;
  if (isAsync)
    type.erase(0, inState + async.size());
  int depth = 0;
  std::size_t end = 0;
  while (end < type.size() && (depth > 0 || (type[end] != ',' && type[end] != '>'))) {
    depth += type[end] == '<' || type[end] == '(' ? 1 : type[end] == '>' || type[end] == ')' ? -1 : 0;
    end++;
  }
  type.resize(end);
  if (type.find("(*)") != std::string::npos)
    return isAsync ? "async" : threadName(callable, 0); // a member of the state that does not identify the callable
  return shortCallable(type);
}

const std::string* Symbols::globalAt(std::uint64_t address, std::uint64_t& begin) {
  const Module* module = moduleOf(address);
  if (!module)
    return nullptr;
  const auto [it, isNew] = m_globals.try_emplace(address);
  if (isNew) {
    const SourceLookup::Global found = m_lookup->global(module->path, address - module->base);
    // Linker symbols have no size.
    if (!found.name.empty() && (found.size != 0 || found.start == address - module->base))
      it->second = {withoutTags(withoutUnnamed(found.name)), module->base + found.start};
  }
  begin = it->second.begin;
  return it->second.name.empty() || it->second.name.starts_with("__frame_dummy") ? nullptr : &it->second.name;
}

std::uint64_t Symbols::threadLocalBytes(const std::string& program) {
  const auto [it, isNew] = m_threadLocalBytes.try_emplace(program);
  if (isNew) {
    const Elf64_Phdr segment = segmentOf(program, PT_TLS);
    const std::uint64_t alignment = std::max<std::uint64_t>(1, segment.p_align);
    it->second = (segment.p_memsz + alignment - 1) / alignment * alignment;
  }
  return it->second;
}

std::vector<std::string> Symbols::files() const {
  std::vector<std::string> files;
  for (const Module& module : m_modules)
    if (!isSystemFile(module.path) && std::ranges::find(files, module.path) == files.end())
      files.push_back(module.path);
  return files;
}

std::optional<Symbols::InFile> Symbols::inFile(std::uint64_t address) const {
  const Module* module = moduleOf(address);
  return module ? std::optional(InFile{module->path, module->base}) : std::nullopt;
}

} // namespace revisit
