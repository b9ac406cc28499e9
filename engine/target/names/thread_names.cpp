#include "target/names/thread_names.h"

#include "program/function_names.h"
#include "target/types/tuples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

namespace revisit {

namespace {

constexpr unsigned stateBytes = 96; // of what std::thread hands over, at most
constexpr std::size_t longestArgument = 32;
constexpr const char* unknown = "...";

std::uint64_t wordAt(std::span<const std::uint8_t> bytes, std::uint64_t at) {
  std::uint64_t word = 0;
  if (at + sizeof word <= bytes.size())
    std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

// A number that is passed in place of a pointer.
std::optional<std::int64_t> smallNumber(std::uint64_t argument) {
  constexpr std::int64_t end = 4096; // no memory lies on the first page
  const auto number = static_cast<std::int64_t>(argument);
  return number > -end && number < end ? std::optional(number) : std::nullopt;
}

bool isKnown(const std::string& text) {
  return !text.empty() && text != unknown;
}

} // namespace

bool ThreadNaming::isLibraryThread(std::uint64_t entry) {
  const auto [it, isNew] = m_isLibrary.try_emplace(entry);
  if (isNew)
    it->second = m_symbols.functionAt(entry).find("__thread_proxy") != std::string::npos;
  return it->second;
}

void ThreadNaming::begin(const RevisitRecord& record, Shadow& memory) {
  Start start{record.address, record.before, record.extra64, {}, false};
  if (isLibraryThread(record.address))
    for (unsigned at = 0; at < stateBytes; at += sizeof(std::uint64_t)) {
      // What depends on an input has no value of its own.
      const Value word = memory.read(record.before + at, sizeof(std::uint64_t));
      start.differs |= word.isExpr();
      for (unsigned byte = 0; byte < sizeof(std::uint64_t); byte++)
        start.state.push_back(word.isExpr() ? 0 : static_cast<std::uint8_t>(word.bits >> 8 * byte));
    }
  const auto [it, isNew] = m_threads.try_emplace(record.thread);
  Start& known = it->second.start;
  if (isNew || known.entry == 0)
    known = std::move(start);
  else if (!known.differs && known != start)
    known.differs = true;
  else
    return;
  m_names.clear();
}

void ThreadNaming::give(unsigned slot, std::string name) {
  std::ranges::replace_if(name, [](char c) { return c < ' ' || c > '~'; }, '?');
  Thread& thread = m_threads[slot];
  if (thread.given == name || thread.isGivenOther)
    return;
  thread.isGivenOther = !thread.given.empty();
  thread.given = thread.isGivenOther ? "" : name;
  m_names.clear();
}

const std::string& ThreadNaming::nameOf(unsigned slot) {
  if (m_names.empty())
    makeNames();
  return m_names[slot];
}

void ThreadNaming::makeNames() {
  std::map<std::string, std::vector<unsigned>> sharing;
  for (const auto& [slot, thread] : m_threads) {
    m_names[slot] = slot == 0 ? "main" : !thread.given.empty() ? thread.given : shortNameOf(thread);
    if (slot != 0 && thread.given.empty())
      sharing[m_names[slot]].push_back(slot);
  }
  for (const auto& [name, slots] : sharing)
    if (slots.size() > 1)
      tellApart(slots);
}

std::string ThreadNaming::shortNameOf(const Thread& thread) {
  const Start& start = thread.start;
  if (start.entry == 0)
    return {};
  // A pointer to a member function of a class: the two words behind the thread's own.
  const std::vector<TupleElement> state = m_variables.threadState(start.entry);
  if (!start.state.empty() && state.size() > 1 && m_variables.types().type(state[1].type).isMemberPointer) {
    const std::uint64_t function = wordAt(start.state, state[1].bit / 8);
    constexpr std::uint64_t isVirtual = 1;
    if (const std::string name = (function & isVirtual) == 0 ? shortFunction(m_symbols.functionAt(function)) : "";
        !name.empty())
      return name;
    return m_variables.types().type(state[1].type).name + "::(virtual)";
  }
  return m_symbols.threadName(start.entry, start.callable);
}

// Threads of the same name.
void ThreadNaming::tellApart(const std::vector<unsigned>& slots) {
  std::map<std::string, std::vector<TypeId>> lambdas; // by place: a line may have several
  std::map<unsigned, std::string> lambdaOf;
  std::map<unsigned, std::size_t> numbers; // in their lines
  for (const unsigned slot : slots) {
    const std::vector<TupleElement> state = m_variables.threadState(m_threads[slot].start.entry);
    if (state.size() > 1)
      lambdaOf[slot] = m_variables.types().type(state[1].type).lambdaAt;
    std::vector<TypeId>& inLine = lambdas[lambdaOf[slot]];
    const TypeId type = state.size() > 1 ? state[1].type : TypeId();
    const auto known = std::ranges::find(inLine, type);
    numbers[slot] = static_cast<std::size_t>(known - inLine.begin()) + 1;
    if (known == inLine.end())
      inLine.push_back(type);
  }
  const bool areSeveral =
      lambdas.size() > 1 || std::ranges::any_of(lambdas, [](const auto& line) { return line.second.size() > 1; });
  for (const auto& [slot, place] : lambdaOf)
    if (areSeveral && !place.empty())
      m_names[slot] =
          lambdas[place].size() > 1 ? fmt::format("lambda#{} at {}", numbers[slot], place) : "lambda at " + place;

  std::map<unsigned, std::vector<std::string>> arguments;
  for (const unsigned slot : slots)
    if (!m_threads[slot].start.differs)
      arguments[slot] = argumentsOf(m_threads[slot]);
  // A zero among pointers is one.
  const bool hasPointer = std::ranges::any_of(slots, [&](unsigned slot) {
    const Start& start = m_threads[slot].start;
    return start.state.empty() && !smallNumber(start.argument);
  });
  for (auto& [slot, texts] : arguments)
    if (hasPointer && m_threads[slot].start.state.empty() && m_threads[slot].start.argument == 0)
      texts = {"NULL"};
  std::map<unsigned, std::string> apart;
  for (const auto& [slot, texts] : arguments) {
    const bool differs = std::ranges::any_of(
        arguments, [&](const auto& other) { return m_names[other.first] == m_names[slot] && other.second != texts; });
    if (differs && std::ranges::any_of(texts, isKnown))
      apart[slot] = fmt::format("{}{}({})", m_names[slot], lambdaOf[slot].empty() ? "" : " ", fmt::join(texts, ", "));
  }
  for (const auto& [slot, name] : apart)
    m_names[slot] = name;
}

std::vector<std::string> ThreadNaming::argumentsOf(const Thread& thread) {
  const Start& start = thread.start;
  if (start.state.empty())
    return {argumentText(start.argument)};
  std::vector<std::string> texts;
  const std::vector<TupleElement> state = m_variables.threadState(start.entry);
  const auto textOf = [&](TypeId type, std::uint64_t bit, std::uint64_t bits) -> std::string {
    if (bit + bits > 8 * start.state.size())
      return unknown;
    const std::string text = m_variables.valueText(type, std::span(start.state).subspan(bit / 8, bits / 8));
    const bool isPlain = !text.empty() && !text.starts_with("{") && !text.starts_with("0x");
    return isPlain && text.size() <= longestArgument ? text : unknown;
  };
  if (state.size() > 1)
    for (const Member& captured : m_variables.types().type(state[1].type).members)
      if (const Type::Kind kind = m_variables.types().type(captured.type).kind;
          !captured.name.empty() && kind != Type::Kind::Pointer)
        if (const std::string text = textOf(captured.type, state[1].bit + captured.bit, captured.bits); isKnown(text))
          texts.push_back(fmt::format("{} = {}", captured.name, text));
  for (std::size_t i = 2; i < state.size(); i++)
    texts.push_back(textOf(state[i].type, state[i].bit, state[i].bits));
  return texts;
}

std::string ThreadNaming::argumentText(std::uint64_t argument) {
  if (const std::optional<std::int64_t> number = smallNumber(argument))
    return fmt::format("{}", *number);
  const std::string text = m_variables.addressText(argument);
  return text.empty() || text.size() > longestArgument ? unknown : text;
}

} // namespace revisit
