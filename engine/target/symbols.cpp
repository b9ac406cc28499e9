#include "target/symbols.h"

#include "program/function_names.h"
#include "program/positions.h"
#include "runtime/abi/heap.h"
#include "runtime/abi/services.h"
#include "target/source_lookup.h"

#include <algorithm>
#include <elf.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace revisit {

namespace {

// The address at which the file wants to be loaded: 0 unless it is a program at a fixed place.
std::uint64_t firstAddress(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header))
    return 0;
  for (unsigned i = 0; i < header.e_phnum; i++) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof segment));
    if (file.read(reinterpret_cast<char*>(&segment), sizeof segment) && segment.p_type == PT_LOAD)
      return segment.p_vaddr - segment.p_offset;
  }
  return 0;
}

std::string areaName(const char* what, std::uint64_t address, std::uint64_t base, std::uint64_t stride) {
  const std::uint64_t slot = (address - base) / stride;
  return fmt::format("{} of {}+{:#x}", what, slot == 0 ? "main" : fmt::format("thread {}", slot),
                     address - base - slot * stride);
}

std::string stackName(std::uint64_t address) {
  const bool isDeep = (address - REVISIT_STACK_ADDRESS) % REVISIT_STACK_STRIDE < REVISIT_STACK_ORIGIN;
  return areaName("stack", address, REVISIT_STACK_ADDRESS + (isDeep ? 0 : REVISIT_STACK_ORIGIN), REVISIT_STACK_STRIDE);
}

// An arena's two halves have names of their own. What the runtime notes of a block (in the second half of 16 bytes) is
// named after the block.
std::string heapName(std::uint64_t address) {
  const std::uint64_t offset = offsetInArena(address);
  const bool isNote = offset >= REVISIT_HEAP_NOTES;
  const std::uint64_t block = isNote ? (offset - REVISIT_HEAP_NOTES - 8) / 8 * 16 : offset;
  const bool isZeroed = block >= REVISIT_HEAP_HALF;
  return std::string(isNote ? "life of " : "") +
         areaName(isZeroed ? "zeroed heap" : "heap", address - offset + (isZeroed ? block - REVISIT_HEAP_HALF : block),
                  REVISIT_HEAP_ADDRESS, REVISIT_HEAP_STRIDE);
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
  // The zero-initialised tail of a module is an anonymous mapping right behind it.
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
    // Separate debug information of a system's library may name its sources from where they were built.
    for (SourcePosition& frame : it->second)
      if (!frame.file.empty() && !frame.file.starts_with('/') && isSystemFile(module->path))
        frame.file = module->path.substr(0, module->path.rfind('/') + 1) + frame.file;
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
  // std::thread of libc++ enters here, with a tuple of its own state, the callable and the arguments.
  constexpr std::string_view proxy = "__thread_proxy", before = "default_delete<std::__1::__thread_struct>>, ";
  const std::size_t start = name.find(before);
  if (name.find(proxy) == std::string::npos || start == std::string::npos)
    return name.substr(0, name.find('('));
  std::string type = name.substr(start + before.size());
  // std::async starts a thread with a member of the future's state, which has the callable.
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
    return isAsync ? "async" : threadName(callable, 0); // a member of the state: which function, it does not tell
  const std::size_t lambda = type.rfind("$_");
  return lambda == std::string::npos ? type : type.substr(0, lambda) + "lambda";
}

// The first one that ends above the address.
Symbols::Locals::iterator Symbols::firstAbove(Locals& locals, std::uint64_t address) {
  auto at = locals.upper_bound(address);
  if (at != locals.begin() && std::prev(at)->second.end > address)
    --at;
  return at;
}

std::string Symbols::textAt(std::uint64_t address) const {
  constexpr std::size_t longest = 128;
  std::string text;
  for (char c = 0; text.size() < longest && m_process.readMemory(address + text.size(), &c, 1) && c != 0;)
    text += c;
  return text;
}

void Symbols::noteLocal(std::uint64_t address, std::uint64_t bytes, std::uint64_t name) {
  const std::uint64_t end = address + bytes;
  for (auto at = firstAbove(m_live, address); at != m_live.end() && at->first < end;)
    at = m_live.erase(at);
  m_live[address] = {end, name, {}};
}

void Symbols::noteUse(std::uint64_t address, unsigned slot) {
  if (address < REVISIT_STACK_ADDRESS || address >= REVISIT_BLOCK_ADDRESS ||
      (address - REVISIT_STACK_ADDRESS) / REVISIT_STACK_STRIDE == slot)
    return;
  const auto live = firstAbove(m_live, address);
  if (live == m_live.end() || live->first > address)
    return;
  auto known = firstAbove(m_locals, live->first);
  if (known == m_locals.end() || known->first >= live->second.end) {
    Local& fresh = m_locals[live->first] = live->second;
    fresh.name = textAt(fresh.nameAt);
    return;
  }
  if (known->first == live->first && known->second.end == live->second.end &&
      (known->second.nameAt == live->second.nameAt || known->second.nameAt == 0))
    return;
  std::uint64_t begin = live->first, end = live->second.end;
  for (; known != m_locals.end() && known->first < end; known = m_locals.erase(known)) {
    begin = std::min(begin, known->first);
    end = std::max(end, known->second.end);
  }
  m_locals[begin] = {end, 0, {}};
}

std::string Symbols::localName(std::uint64_t address) {
  const auto at = firstAbove(m_locals, address);
  if (at == m_locals.end() || at->first > address || at->second.name.empty())
    return stackName(address);
  const std::uint64_t slot = (address - REVISIT_STACK_ADDRESS) / REVISIT_STACK_STRIDE;
  return at->second.name + (address == at->first ? "" : fmt::format("+{}", address - at->first)) +
         (slot == 0 ? "" : fmt::format(" of thread {}", slot));
}

std::string Symbols::nameOf(std::uint64_t address) {
  if ((address & REVISIT_QUEUE_OF_ADDRESS) != 0)
    return "futex " + nameOf(address & ~REVISIT_QUEUE_OF_ADDRESS);
  if ((address & REVISIT_COUNT_OF_ADDRESS) != 0)
    return "waiters of " + nameOf(address & ~REVISIT_COUNT_OF_ADDRESS);
  address &= ~REVISIT_LOCK_OF_ADDRESS;
  if (inHeap(address))
    return heapName(address);
  if (address >= REVISIT_BLOCK_ADDRESS && address < REVISIT_HEAP_ADDRESS)
    return areaName("thread-local", address, REVISIT_BLOCK_ADDRESS, REVISIT_BLOCK_STRIDE);
  if (address >= REVISIT_STACK_ADDRESS && address < REVISIT_BLOCK_ADDRESS)
    return localName(address);
  if (address >= REVISIT_HANDLE_ADDRESS && address < REVISIT_HANDLE_ADDRESS + REVISIT_MAX_THREADS)
    return address == REVISIT_HANDLE_ADDRESS ? "main" : fmt::format("thread {}", address - REVISIT_HANDLE_ADDRESS);
  if (address == REVISIT_CLOCK_ADDRESS)
    return "the clock";
  if (address >= REVISIT_FILES_ADDRESS && address < REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES)
    return fmt::format("descriptor {}", (address - REVISIT_FILES_ADDRESS) / REVISIT_FILE_STRIDE);
  if (const Module* module = moduleOf(address)) {
    const SourceLookup::Global global = m_lookup->global(module->path, address - module->base);
    const std::uint64_t offset = address - module->base - global.start;
    if (!global.name.empty())
      return offset == 0 ? withoutUnnamed(global.name) : fmt::format("{}+{}", withoutUnnamed(global.name), offset);
  }
  return fmt::format("{:#x}", address);
}

} // namespace revisit
