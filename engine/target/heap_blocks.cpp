#include "target/heap_blocks.h"

#include "base/file_name.h"
#include "program/function_names.h"
#include "program/positions.h"
#include "target/types/tuples.h"

#include <fmt/format.h>

namespace revisit {

namespace {

// A template's code is there once for each argument: its function belongs to the key.
std::string keyOf(const std::string& file, std::string_view line, std::string_view column,
                  const std::string& function) {
  const bool isTemplate = function.find('<') != std::string::npos;
  return fmt::format("{}:{}:{}:{}", fileName(file), line, column, isTemplate ? function : "");
}

// Returns X for "std::__1::allocator<X>::allocate(unsigned long)"; empty for any other function.
std::string allocatedType(const std::string& function) {
  constexpr std::string_view before = "std::__1::allocator<", after = ">::allocate";
  if (!function.starts_with(before))
    return {};
  int depth = 1;
  std::size_t at = before.size();
  for (; at < function.size() && depth > 0; at++)
    depth += function[at] == '<' ? 1 : function[at] == '>' ? -1 : 0;
  const std::size_t end = at - 1;
  return depth == 0 && function.compare(end, after.size(), after) == 0
             ? withoutUnnamed(function.substr(before.size(), end - before.size()))
             : std::string();
}

} // namespace

void HeapBlocks::setNotes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    std::vector<std::string> fields(1);
    for (const char c : note)
      if (c == '\t')
        fields.emplace_back();
      else
        fields.back() += c;
    if (fields.size() == 5)
      m_notes[keyOf(fields[0], fields[1], fields[2], fields[4])] = fields[3];
  }
}

void HeapBlocks::beginRun() {
  m_blocks.clear();
  m_numbers.clear();
  m_owners.clear();
}

void HeapBlocks::noteStored(std::uint64_t pointer, std::uint64_t at) {
  if (m_blocks.contains(pointer))
    m_owners[pointer] = at;
}

std::uint64_t HeapBlocks::ownerOf(const Block& block) const {
  const auto found = m_owners.find(block.begin);
  return found == m_owners.end() ? 0 : found->second;
}

void HeapBlocks::note(const RevisitRecord& allocation) {
  m_blocks[allocation.address] = {allocation.address, allocation.before, allocation.chain, allocation.thread};
  m_numbers.clear(); // numbers given while the run was still allocating
}

const HeapBlocks::Block* HeapBlocks::find(std::uint64_t address) const {
  auto at = m_blocks.upper_bound(address);
  if (at == m_blocks.begin())
    return nullptr;
  --at;
  const Block& block = at->second;
  return address == block.begin || address < block.begin + block.bytes ? &block : nullptr;
}

// The type of an allocation made by the user's code, or by a container on its behalf.
std::string HeapBlocks::typeNameOf(const std::vector<SourcePosition>& chain) const {
  for (const SourcePosition& frame : chain) {
    if (std::string type = allocatedType(frame.function); !type.empty())
      return type;
    const auto note =
        m_notes.find(keyOf(frame.file, fmt::format("{}", frame.line), fmt::format("{}", frame.column), frame.function));
    if (note != m_notes.end())
      return note->second;
    if (!isSystemFile(frame.file))
      break;
  }
  return {};
}

// The compiler describes the frame of a coroutine as a local variable of the function that allocates it. No type: it is
// none.
HeapBlocks::Site HeapBlocks::frameOfCoroutine(const Block& block) {
  const std::uint64_t code = m_symbols.codeOf(m_symbols.withSource(block.chain));
  const std::optional<Symbols::InFile> file = m_symbols.inFile(code);
  const auto type = file ? m_types.local(file->path, code - file->base, "__coro_frame", block.bytes) : std::nullopt;
  if (!type || m_types.type(*type).bytes != block.bytes)
    return {};
  return {*type, "coroutine@" + shortFunction(m_symbols.functionAt(code))};
}

HeapBlocks::Site HeapBlocks::makeSite(const Block& block) {
  Site site;
  const std::vector<SourcePosition>& calls = m_symbols.chain(block.chain);
  const std::string name = typeNameOf(calls);
  if (!name.empty()) {
    site.what = shortType(name);
    for (const std::string& file : m_symbols.files())
      if (const std::optional<TypeId> type = m_types.named(file, name)) {
        site.type = *type;
        site.what = labelOf(*type);
        break;
      }
    return site;
  }
  if (Site frame = frameOfCoroutine(block); frame.type.valid())
    return frame;
  const SourcePosition* place = shownPosition(calls);
  site.what = place ? fmt::format("block@{}:{}", fileName(place->file), place->line) : "block";
  return site;
}

std::string HeapBlocks::labelOf(TypeId type) {
  if (!isThreadState(m_types, type))
    return shortType(m_types.type(type).shownName());
  // What std::thread hands to the thread.
  const std::vector<TupleElement> state = elementsOfTuple(m_types, type);
  const std::string place = state.size() > 1 ? m_types.type(state[1].type).lambdaAt : "";
  return place.empty() ? "thread" : "lambda@" + place;
}

const HeapBlocks::Site& HeapBlocks::siteOf(const Block& block) {
  const auto [it, isNew] = m_sites.try_emplace(block.chain);
  if (isNew)
    it->second = makeSite(block);
  return it->second;
}

std::string HeapBlocks::labelOf(const Block& block) {
  const Site& site = siteOf(block);
  const std::uint64_t one = site.type.valid() ? m_types.type(site.type).bytes : 0;
  return one != 0 && block.bytes > one ? site.what + "[]" : site.what;
}

// In each thread's arena, blocks lie in allocation order.
void HeapBlocks::number() {
  std::map<std::pair<unsigned, std::string>, unsigned> counts;
  for (const auto& [begin, block] : m_blocks)
    m_numbers[begin] = ++counts[{block.slot, labelOf(block)}];
}

std::string HeapBlocks::nameOf(const Block& block) {
  if (m_numbers.empty())
    number();
  const unsigned number = m_numbers[block.begin];
  return block.slot == 0 ? fmt::format("{}#{}", labelOf(block), number)
                         : fmt::format("{}#T{}.{}", labelOf(block), block.slot, number);
}

} // namespace revisit
