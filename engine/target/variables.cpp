#include "target/variables.h"

#include "abi/heap.h"
#include "abi/hooks.h"
#include "abi/machine.h"
#include "abi/outside.h"
#include "base/file_name.h"
#include "program/function_names.h"
#include "target/types/values.h"

#include <algorithm>
#include <fmt/format.h>

namespace revisit {

namespace {

std::string areaName(const char* what, std::uint64_t address, std::uint64_t base, std::uint64_t stride) {
  const std::uint64_t slot = (address - base) / stride;
  return fmt::format("{} of {}+{:#x}", what, slot == 0 ? "main" : fmt::format("T{}", slot),
                     address - base - slot * stride);
}

std::string stackName(std::uint64_t address) {
  const bool isDeep = (address - REVISIT_STACK_ADDRESS) % REVISIT_STACK_STRIDE < REVISIT_STACK_ORIGIN;
  return areaName("stack", address, REVISIT_STACK_ADDRESS + (isDeep ? 0 : REVISIT_STACK_ORIGIN), REVISIT_STACK_STRIDE);
}

// The two halves of an arena have different names.
std::string heapName(std::uint64_t address) {
  const std::uint64_t offset = offsetInArena(address);
  const bool isZeroed = offset >= REVISIT_HEAP_HALF;
  return areaName(isZeroed ? "zeroed heap" : "heap", isZeroed ? address - REVISIT_HEAP_HALF : address,
                  REVISIT_HEAP_ADDRESS, REVISIT_HEAP_STRIDE);
}

constexpr std::size_t longestName = 128;

// An offset such as "+8" into bytes of unknown type.
std::string restOf(std::uint64_t offset) {
  return offset == 0 ? std::string() : fmt::format("+{}", offset);
}

} // namespace

Variables::Variables(Process& process, Symbols& symbols) : m_process(process), m_symbols(symbols) {}

void Variables::beginRun() {
  m_live.clear();
  m_heap.beginRun();
  m_descriptors.beginRun();
}

// The first local variable that ends above the address.
Variables::Locals::iterator Variables::firstAbove(Locals& locals, std::uint64_t address) {
  auto at = locals.upper_bound(address);
  if (at != locals.begin() && std::prev(at)->second.end > address)
    --at;
  return at;
}

std::string Variables::textAt(std::uint64_t address, std::size_t longest) const {
  std::string text;
  for (char c = 0; text.size() < longest && m_process.readMemory(address + text.size(), &c, 1) && c != 0;)
    text += c;
  return text;
}

void Variables::noteLocal(const RevisitRecord& record) {
  const std::uint64_t end = record.address + record.before;
  for (auto at = firstAbove(m_live, record.address); at != m_live.end() && at->first < end;)
    at = m_live.erase(at);
  m_live[record.address] = {end, record.extra64, record.chain, {}, false, {}};
}

void Variables::noteUse(std::uint64_t address, unsigned slot) {
  if (!isOnStacks(address))
    return;
  const auto live = firstAbove(m_live, address);
  if (live == m_live.end() || live->first > address)
    return;
  const bool isShared = (address - REVISIT_STACK_ADDRESS) / REVISIT_STACK_STRIDE != slot;
  auto known = firstAbove(m_locals, live->first);
  const auto overlaps = [&] { return known != m_locals.end() && known->first < live->second.end; };
  while (isShared && overlaps() && !known->second.isShared)
    known = m_locals.erase(known);
  for (auto other = known; !isShared && other != m_locals.end() && other->first < live->second.end; ++other)
    if (other->second.isShared)
      return;
  if (!overlaps()) {
    Local& fresh = m_locals[live->first] = live->second;
    fresh.name = textAt(fresh.nameAt, longestName);
    fresh.isShared = isShared;
    return;
  }
  if (known->first == live->first && known->second.end == live->second.end &&
      known->second.nameAt == live->second.nameAt)
    return;
  if (known->first <= live->first && known->second.end >= live->second.end &&
      known->second.isNamed(live->second.nameAt))
    return;
  joinLocals(known, live->first, live->second, isShared);
}

// Several variables have the same place at different times, or in different runs: the first two give it their names.
void Variables::joinLocals(Locals::iterator known, std::uint64_t liveBegin, Local live, bool isShared) {
  constexpr std::size_t most = 2;
  live.name = textAt(live.nameAt, longestName);
  std::uint64_t begin = liveBegin;
  Local all{live.end, 0, 0, {}, isShared, {}};
  const auto add = [&](std::uint64_t nameAt, const std::string& shown) {
    if (!all.isNamed(nameAt))
      all.several.emplace_back(nameAt, shown);
  };
  for (; known != m_locals.end() && known->first < all.end; known = m_locals.erase(known)) {
    begin = std::min(begin, known->first);
    all.end = std::max(all.end, known->second.end);
    if (known->second.nameAt != 0)
      add(known->second.nameAt, shownName(known->second));
    for (const auto& [nameAt, shown] : known->second.several)
      add(nameAt, shown);
  }
  add(live.nameAt, shownName(live));
  std::vector<std::string> texts;
  for (const auto& [nameAt, shown] : all.several)
    if (std::ranges::find(texts, shown) == texts.end())
      texts.push_back(shown);
  if (texts.size() > most) {
    texts.resize(most);
    texts.emplace_back("others");
  }
  all.name = fmt::format("{}", fmt::join(texts, " or "));
  m_locals[begin] = std::move(all);
}

// With its function, unless it is a temporary, which has a place.
std::string Variables::shownName(const Local& local) {
  if (local.nameAt == 0 || local.name.starts_with(REVISIT_TEMPORARY))
    return local.name;
  const std::string function = shortFunction(m_symbols.functionAt(m_symbols.codeOf(local.chain)));
  return function.empty() ? local.name : fmt::format("{}::{}", function, local.name);
}

std::optional<Variables::Holder> Variables::localAt(std::uint64_t address) {
  const auto at = firstAbove(m_locals, address);
  if (at == m_locals.end() || at->first > address || at->second.name.empty())
    return std::nullopt;
  const Local& local = at->second;
  Holder holder;
  holder.begin = at->first;
  holder.bytes = local.end - at->first;
  const std::uint64_t code = m_symbols.codeOf(local.chain);
  if (const std::optional<Symbols::InFile> file = m_symbols.inFile(code))
    holder.type = m_types.local(file->path, code - file->base, local.name, holder.bytes).value_or(TypeId());
  holder.name = shownName(local);
  if (const std::uint64_t slot = (address - REVISIT_STACK_ADDRESS) / REVISIT_STACK_STRIDE; slot != 0)
    holder.behind = fmt::format(" of T{}", slot);
  return holder;
}

std::optional<Variables::Holder> Variables::blockAt(std::uint64_t address) {
  const HeapBlocks::Block* block = m_heap.find(address);
  if (!block)
    return std::nullopt;
  Holder holder{m_heap.nameOf(*block), block->begin, m_heap.typeOf(*block), block->bytes, {}};
  if (const std::string owner = ownerOf(*block); !owner.empty() && holder.type.valid()) {
    holder.name = owner;
    holder.isArray = true;
  }
  return holder;
}

// The vector or string whose elements are in the block: the container that stores their address.
std::string Variables::ownerOf(const HeapBlocks::Block& block) {
  constexpr unsigned deepest = 4; // bounds the depth of nested containers, because stale pointers may form a cycle
  const std::uint64_t at = m_heap.ownerOf(block);
  if (at == 0 || m_ownerDepth == deepest)
    return {};
  m_ownerDepth++;
  const std::optional<Holder> holder = holderOf(at);
  const PlaceInType place = holder ? placeIn(*holder, at - holder->begin, sizeof(std::uint64_t), false) : PlaceInType{};
  m_ownerDepth--;
  return place.owner ? holder->name + *place.owner + holder->behind : std::string();
}

std::optional<Variables::Holder> Variables::globalAt(std::uint64_t address) {
  Holder holder;
  const std::string* name = m_symbols.globalAt(address, holder.begin);
  if (!name)
    return std::nullopt;
  holder.name = *name;
  const std::optional<Symbols::InFile> file = m_symbols.inFile(address);
  if (const auto variable = m_types.global(file->path, address - file->base)) {
    holder.begin = file->base + variable->begin;
    holder.type = variable->type;
    holder.bytes = m_types.type(variable->type).bytes;
  }
  return holder;
}

// The program's own thread-local data end where the thread's pointer points to.
std::optional<Variables::Holder> Variables::threadLocalAt(std::uint64_t address) {
  const std::optional<Symbols::InFile> program = m_symbols.inFile(m_process.channel().mainEntry);
  const std::uint64_t bytes = program ? m_symbols.threadLocalBytes(program->path) : 0;
  const auto thread = std::ranges::find_if(
      m_threadPointers, [&](const auto& each) { return address < each.second && each.second - address <= bytes; });
  if (bytes == 0 || thread == m_threadPointers.end())
    return std::nullopt;
  const std::uint64_t begin = thread->second - bytes;
  const auto found = m_types.threadLocal(program->path, address - begin);
  if (!found)
    return std::nullopt;
  const std::uint64_t size = m_types.type(found->variable.type).bytes;
  return Holder{withoutTags(found->name), begin + found->variable.begin, found->variable.type, size,
                thread->first == 0 ? " of main" : fmt::format(" of T{}", thread->first)};
}

std::optional<Variables::Holder> Variables::holderOf(std::uint64_t address) {
  if (isOnStacks(address))
    return localAt(address);
  if (inHeap(address))
    return blockAt(address);
  std::optional<Holder> threadLocal = threadLocalAt(address);
  return threadLocal ? threadLocal : globalAt(address);
}

PlaceInType Variables::placeIn(const Holder& holder, std::uint64_t offset, std::uint64_t bytes, bool isObject) {
  if (!holder.type.valid()) // a place would read as another one with a number behind it
    return {(offset != 0 && holder.name.find(' ') != std::string::npos ? " " : "") + restOf(offset), {}, {}};
  std::string path;
  // A block holds as many elements as were allocated.
  if (const std::uint64_t one = m_types.type(holder.type).bytes; one != 0 && (holder.isArray || holder.bytes > one)) {
    if (offset / one != (offset + bytes - 1) / one) {
      PlaceInType several{fmt::format("[{}..{}]", offset / one, (offset + bytes - 1) / one), {}, {}};
      several.isText = one == 1 && m_types.type(holder.type).kind == Type::Kind::Character;
      return several;
    }
    path = fmt::format("[{}]", offset / one);
    offset %= one;
  } else if (offset + bytes > one) {
    return {restOf(offset), {}, {}};
  }
  PlaceInType place = revisit::placeIn(m_types, holder.type, offset, bytes, isObject);
  place.path.insert(0, path);
  if (place.owner)
    place.owner->insert(0, path);
  return place;
}

// Names the area of memory when nothing better is known.
namespace {

bool isOfSignals(std::uint64_t address) {
  return address >= REVISIT_SIGNALS_ADDRESS && address < REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES;
}

// Where threads wait for futexes, behind the signals (sync/futex_lists.h), and signals.
std::string signalsName(std::uint64_t address) {
  if (address >= REVISIT_FUTEXES_ADDRESS + REVISIT_FUTEX_STRIDE)
    return fmt::format("futex of T{}", (address - REVISIT_FUTEXES_ADDRESS) / REVISIT_FUTEX_STRIDE - 1);
  if (address >= REVISIT_FUTEXES_ADDRESS)
    return "who waits for futexes";
  const std::uint64_t target = (address - REVISIT_SIGNALS_ADDRESS) / REVISIT_SIGNALS_STRIDE;
  return target < REVISIT_MAX_THREADS ? fmt::format("signals of T{}", target) : "signals of the process";
}

} // namespace

std::string Variables::areaOf(std::uint64_t address) {
  if (isOfSignals(address))
    return signalsName(address);
  if (inHeap(address))
    return heapName(address);
  if (isOnStacks(address))
    return stackName(address);
  if (address >= REVISIT_BLOCK_ADDRESS && address < REVISIT_HEAP_ADDRESS)
    return areaName("thread-local", address, REVISIT_BLOCK_ADDRESS, REVISIT_BLOCK_STRIDE);
  if (const std::optional<Symbols::InFile> file = m_symbols.inFile(address))
    return fmt::format("{}+{:#x}", fileName(file->path), address - file->base);
  return fmt::format("{:#x}", address);
}

namespace {

bool isInMachine(std::uint64_t address) {
  return address >= REVISIT_MACHINE_ADDRESS && address < REVISIT_MACHINE_ADDRESS + REVISIT_MACHINE_BYTES;
}

} // namespace

std::string Variables::nameOf(std::uint64_t address, std::uint64_t bytes, bool isObject) {
  if (isInMachine(address))
    return nameInMachine(address, bytes, isObject);
  if (isInHeader(address)) {
    const std::optional<Holder> block = blockAt(blockOfHeader(address));
    return block ? block->name : "life of " + heapName(blockOfHeader(address));
  }
  const std::optional<Holder> holder = holderOf(address);
  if (!holder)
    return areaOf(address);
  return holder->name + placeIn(*holder, address - holder->begin, bytes, isObject).path + holder->behind;
}

std::string Variables::nameOf(std::uint64_t address, std::uint64_t bytes) {
  return nameOf(address, std::max<std::uint64_t>(1, bytes), false);
}

std::string Variables::wholeName(std::uint64_t address) {
  const std::optional<Holder> holder = holderOf(isInHeader(address) ? blockOfHeader(address) : address);
  return holder ? holder->name + holder->behind : nameOf(address);
}

std::string Variables::objectName(std::uint64_t address) {
  // In the memory of a process that fork has made.
  constexpr std::uint64_t processAt = std::uint64_t{1} << 48;
  if (const std::uint64_t process = address / processAt % REVISIT_MAX_THREADS; process != 0)
    return fmt::format("{} of process {}", objectName(address - process * processAt),
                       process + REVISIT_MACHINE_IDENTIFIER);
  if ((address & REVISIT_QUEUE_OF_ADDRESS) != 0)
    return "futex " + nameOf(address & ~REVISIT_QUEUE_OF_ADDRESS, 1, true);
  if ((address & REVISIT_COUNT_OF_ADDRESS) != 0)
    return "waiters of " + nameOf(address & ~REVISIT_COUNT_OF_ADDRESS, 1, true);
  address &= ~REVISIT_LOCK_OF_ADDRESS;
  for (const std::uint64_t begin : {REVISIT_HANDLE_ADDRESS, REVISIT_CANCELLATION_ADDRESS, REVISIT_ENDING_ADDRESS})
    if (address >= begin && address < begin + REVISIT_MAX_THREADS)
      return address == begin ? "main" : fmt::format("T{}", address - begin);
  if (address >= REVISIT_RESOURCES_ADDRESS && address < REVISIT_RESOURCES_ADDRESS + 8 * REVISIT_MAX_THREADS)
    return address % 8 == 0   ? "memory"
           : address % 8 == 7 ? "a thread"
           : address % 8 == 6 ? "a transfer"
           : address % 8 == 4 ? "which one"
                              : "room";
  if (address == REVISIT_CLOCK_ADDRESS)
    return "the clock";
  if (address == REVISIT_OUTSIDE_SIGNALS)
    return "which signals may come from outside";
  if (address >= REVISIT_TIMERS_ADDRESS && address < REVISIT_PROCESS_STATE_ADDRESS) {
    const std::uint64_t timer = (address - REVISIT_TIMERS_ADDRESS) / REVISIT_TIMER_STRIDE;
    return timer % REVISIT_TIMERS_OF_THREAD == 0 ? "the alarm" : fmt::format("timer {}", timer);
  }
  if (isOfSignals(address))
    return signalsName(address);
  if (address >= REVISIT_THREAD_STATE_ADDRESS && address < REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES)
    return "what a thread has set for itself";
  if (address >= REVISIT_PROCESS_STATE_ADDRESS && address < REVISIT_THREAD_STATE_ADDRESS)
    return "what the program has set of its process";
  if (address >= REVISIT_FILES_ADDRESS && address < REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES)
    return fmt::format("descriptor {}", (address - REVISIT_FILES_ADDRESS) / REVISIT_FILE_STRIDE);
  return nameOf(address, 1, true);
}

std::string Variables::valueText(std::uint64_t address, std::span<const std::uint8_t> bytes) {
  const std::optional<Holder> holder = isInHeader(address) ? std::nullopt : holderOf(address);
  if (!holder || !holder->type.valid())
    return {};
  return revisit::valueText(m_types, placeIn(*holder, address - holder->begin, bytes.size(), false), bytes,
                            [this](std::uint64_t to, const Type& pointer) { return pointerText(to, pointer); });
}

std::string Variables::valueText(TypeId type, std::span<const std::uint8_t> bytes) {
  return revisit::valueText(m_types, {"", type, {}}, bytes,
                            [this](std::uint64_t to, const Type& pointer) { return pointerText(to, pointer); });
}

std::vector<TupleElement> Variables::threadState(std::uint64_t entry) {
  const std::optional<Symbols::InFile> file = m_symbols.inFile(entry);
  const auto state = file ? m_types.templateArgument(file->path, entry - file->base) : std::nullopt;
  return state && isThreadState(m_types, *state) ? elementsOfTuple(m_types, *state) : std::vector<TupleElement>();
}

std::string Variables::addressText(std::uint64_t address) {
  const std::optional<Holder> holder = holderOf(address);
  if (!holder)
    return constantText(address);
  if (!holder->type.valid() && address != holder->begin)
    return {};
  const std::uint64_t offset = address - holder->begin,
                      one = holder->type.valid() ? m_types.type(holder->type).bytes : 0;
  const std::uint64_t bytes = one != 0 ? bytesOfObjectAt(m_types, holder->type, offset % one) : 1;
  return fmt::format("&{}{}{}", holder->name, placeIn(*holder, offset, bytes, true).path, holder->behind);
}

// Of the program's constants; empty when there is none.
std::string Variables::constantText(std::uint64_t address) {
  constexpr std::size_t longestText = 24;
  const std::string text = m_symbols.inFile(address) ? textAt(address, longestText) : "";
  if (text.empty() || !std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 127 && c != '"'; }))
    return {};
  return fmt::format("\"{}{}\"", text, text.size() == longestText ? "..." : "");
}

std::string Variables::pointerText(std::uint64_t address, const Type& pointer) {
  const Type* target = pointer.target.valid() ? &m_types.type(pointer.target) : nullptr;
  if (target && target->kind == Type::Kind::Function)
    if (const std::string function = shortFunction(m_symbols.functionAt(address)); !function.empty())
      return function;
  if (const std::optional<Holder> holder = holderOf(address)) {
    const std::uint64_t bytes = target && target->bytes != 0 ? target->bytes : 1;
    const std::uint64_t offset = address - holder->begin;
    return fmt::format("&{}{}{}", holder->name, placeIn(*holder, offset, bytes, true).path, holder->behind);
  }
  constexpr std::size_t longestText = 24;
  if (target && target->kind == Type::Kind::Character && target->bytes == 1 && m_symbols.inFile(address))
    if (const std::string text = textAt(address, longestText);
        std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 127 && c != '"'; }))
      return fmt::format("\"{}{}\"", text, text.size() == longestText ? "..." : "");
  const std::string function = m_symbols.inFile(address) ? shortFunction(m_symbols.functionAt(address)) : "";
  return function.empty() ? fmt::format("{:#x}", address) : function;
}

} // namespace revisit
