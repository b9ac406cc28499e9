#include "goals/goal_names.h"

#include "base/names.h"
#include "program/objects/object_operations.h"
#include "program/positions.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace revisit {

void GoalNames::forget() {
  m_generation = m_program.generation();
  m_isAt.clear();
  m_names.clear();
  m_variables.clear();
}

bool GoalNames::isAt(PositionId position, const GoalLine& line) {
  if (!position.valid())
    return false;
  const auto [answer, isNew] = m_isAt[{line.file, line.line}].try_emplace(position, false);
  if (!isNew)
    return answer->second;
  for (const SourcePosition& place : m_program.names().callChain(position)) {
    if (place.line == 0 || isSystemFile(place.file))
      continue;
    m_lines[place.file].insert(place.line);
    answer->second |= place.line == line.line && pathEndsWith(place.file, line.file);
  }
  return answer->second;
}

bool GoalNames::isThread(ThreadId thread, const GoalThread& wanted) const {
  if (wanted.number)
    return thread.value() == *wanted.number;
  return wanted.name.empty() || m_program.names().threadName(thread) == wanted.name;
}

const std::string& GoalNames::nameOf(const Label& label) {
  const auto [entry, isNew] = m_names.try_emplace(accessOf(label));
  if (isNew) {
    const ProgramNames& names = m_program.names();
    entry->second = isMemory(label.kind)                                      ? names.accessName(label)
                    : label.kind == LabelKind::Object && label.object.valid() ? names.objectName(label.object)
                                                                              : std::string();
    if (!entry->second.empty())
      m_met.insert(entry->second);
    if (isMemory(label.kind) && !entry->second.empty())
      noteVariable(label, entry->second);
  }
  return entry->second;
}

void GoalNames::noteVariable(const Label& label, const std::string& name) {
  Variable found;
  found.access.kind = LabelKind::Read;
  found.access.location = label.location;
  found.access.offset = label.offset;
  found.access.size = label.size;
  const unsigned bytes = label.size != 0 ? label.size : m_program.locationSize(label.location);
  // Of all types, those with a sign show a number whose bits are all ones as -1.
  const std::vector<std::uint64_t> ones((bytes + 7) / 8,
                                        bytes < 8 ? (std::uint64_t{1} << (8 * bytes)) - 1 : ~std::uint64_t{0});
  const std::string text = bytes == 0 ? std::string() : m_program.names().typedText(found.access, ones);
  found.isSigned = text.starts_with("-1");
  found.isNumber = bytes <= 8 && text.find("nan") == std::string::npos;
  m_variables.try_emplace(name, found);
}

void GoalNames::note(const Label& label) {
  if (isMemory(label.kind) || label.kind == LabelKind::Object)
    nameOf(label);
}

bool GoalNames::isNamed(const Label& label, const std::string& wanted) {
  const std::string& name = nameOf(label);
  if (!name.starts_with(wanted))
    return false;
  static constexpr std::string_view separators = "+.[";
  return name.size() == wanted.size() || separators.find(name[wanted.size()]) != std::string_view::npos;
}

// "push::a or pop::b" are variables that have the same place at different times.
bool GoalNames::isLocalName(const std::string& full, const std::string& name) {
  constexpr std::string_view joint = " or ", owner = " of ";
  for (std::size_t at = 0; at < full.size();) {
    const std::size_t end = std::min(full.find(joint, at), full.size());
    std::string_view one = std::string_view(full).substr(at, end - at);
    one = one.substr(0, one.find(owner));
    const std::size_t scope = one.rfind("::");
    const bool isStatic = scope != std::string_view::npos && one.substr(0, scope).ends_with(')');
    if (scope != std::string_view::npos && !isStatic && (one == name || one.substr(scope + 2) == name))
      return true;
    at = end + joint.size();
  }
  return false;
}

bool GoalNames::wasLocal(const std::string& name) const {
  return std::ranges::any_of(m_met, [&](const std::string& met) { return isLocalName(met, name); });
}

namespace {

bool isAccess(const GoalEvent& wanted, bool reads, bool writes) {
  return wanted.operation == "read"     ? reads
         : wanted.operation == "write"  ? writes
         : wanted.operation == "update" ? reads && writes
                                        : false;
}

// "T2", or the name of a thread.
GoalThread threadNamed(const std::string& name) {
  std::uint32_t number = 0;
  const char* const end = name.data() + name.size();
  if (name.size() > 1 && name[0] == 'T')
    if (const auto read = std::from_chars(name.data() + 1, end, number); read.ptr == end)
      return {number, ""};
  return {{}, name};
}

} // namespace

bool GoalNames::isEvent(const Event& event, const GoalEvent& wanted) {
  return isStep(event.thread, *event.label, wanted) &&
         (!isMemory(event.label->kind) || isAccess(wanted, event.reads, event.writes));
}

bool GoalNames::isStep(ThreadId thread, const Label& label, const GoalEvent& wanted) {
  if (!isThread(thread, wanted.thread) || (wanted.line && !isAt(label.position, *wanted.line)))
    return false;
  if (isMemory(label.kind))
    return isAccess(wanted, readsMemory(label.kind), label.kind != LabelKind::Read) && isNamed(label, wanted.name);
  if (label.kind == LabelKind::Object)
    return hasWords(rowOf(label.operation).words, wanted.operation) && isNamed(label, wanted.name);
  if (label.kind == LabelKind::Create || label.kind == LabelKind::Join)
    return wanted.operation == (label.kind == LabelKind::Create ? "create" : "join") &&
           isThread(label.child, threadNamed(wanted.name));
  return label.kind == LabelKind::End && wanted.operation == "end" && wanted.name.empty();
}

bool GoalNames::isSource(const Event& event, const GoalAtom& atom) {
  if (!event.thread.valid()) // the initial value
    return atom.fromStart;
  return !atom.fromStart && isThread(event.thread, atom.sourceThread) &&
         (!atom.sourceLine || isAt(event.label->position, *atom.sourceLine));
}

const GoalNames::Variable* GoalNames::variable(const std::string& name) const {
  const auto found = m_variables.find(name);
  return found == m_variables.end() ? nullptr : &found->second;
}

std::vector<SymbolId> GoalNames::inputs(const std::string& name) const {
  const ExpressionPool& pool = m_program.pool();
  const std::size_t mark = name.find_first_of("#@");
  const std::string base = name.substr(0, mark);
  std::uint32_t number = 0;
  const std::size_t digits = mark == std::string::npos ? mark : mark + (name[mark] == '@' ? 2 : 1);
  if (digits != std::string::npos && digits < name.size())
    std::from_chars(name.data() + digits, name.data() + name.size(), number);
  std::vector<SymbolId> found;
  for (const SymbolId symbol : idsBelow<SymbolId>(pool.symbolCount()))
    if (const SymbolInfo& info = pool.symbolInfo(symbol); info.name == name || info.name == base)
      found.push_back(symbol);
  std::ranges::sort(found, {}, [&](SymbolId symbol) {
    const SymbolInfo& info = pool.symbolInfo(symbol);
    return std::pair(info.thread, info.index);
  });
  if (mark == std::string::npos)
    return found;
  if (name[mark] == '@')
    std::erase_if(found, [&](SymbolId symbol) { return pool.symbolInfo(symbol).thread.value() != number; });
  else if (number == 0 || number > found.size())
    found.clear();
  else
    found = {found[number - 1]};
  return found;
}

std::vector<std::string> GoalNames::namesMet() const {
  std::set<std::string> all = m_met;
  for (const SymbolId symbol : idsBelow<SymbolId>(m_program.pool().symbolCount()))
    all.insert(m_program.pool().symbolInfo(symbol).name);
  return {all.begin(), all.end()};
}

bool GoalNames::wasAt(const GoalLine& line) const {
  return std::ranges::any_of(m_lines, [&](const auto& file) {
    return file.second.contains(line.line) && pathEndsWith(file.first, line.file);
  });
}

bool GoalNames::wasNamed(const std::string& name) const {
  return std::ranges::any_of(namesMet(), [&](const std::string& met) {
    return met.starts_with(name) &&
           (met.size() == name.size() || std::string_view("+.[").find(met[name.size()]) != std::string_view::npos);
  });
}

} // namespace revisit
