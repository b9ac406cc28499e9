#include "litmus/outcome_reader.h"

#include "explore/exploration_state.h"
#include "litmus/registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace revisit::litmus {
namespace {

// What main's events tell at the end of an execution.
struct Ending {
  std::vector<std::uint64_t> returned;        // by each thread of the test
  std::map<std::string, const Event*> finals; // main's reads after the joins, by the name of what they read
  bool isReached = false;
};

Ending endingOf(const Test& test, const Execution& execution) {
  const ExecutionGraph& graph = execution.graph;
  const Program& program = execution.state.program();
  Ending ending;
  for (const EventId id : graph.events(program.mainThread())) {
    const Event& event = graph.event(id);
    if (event.label->kind == LabelKind::Join)
      ending.returned.push_back(event.seen.value.bits);
    if (event.label->kind == LabelKind::Read && ending.returned.size() == test.threads.size())
      ending.finals[program.names().locationName(event.location)] = &event;
    ending.isReached |= event.label->kind == LabelKind::Exit;
  }
  return ending;
}

class StateReader {
public:
  StateReader(const Test& test, const Execution& execution) : m_test(test), m_execution(execution) {}

  Result<std::optional<State>> read() {
    m_ending = endingOf(m_test, m_execution);
    if (!m_ending.isReached)
      return std::optional<State>();
    if (m_ending.returned.size() != m_test.threads.size())
      return unlike("main does not wait for each thread");
    State state(m_test.items.size());
    for (std::size_t thread = 0; thread < m_test.threads.size(); thread++)
      if (const Status status = addRegisters(thread, state); !status)
        return status.error();
    for (std::size_t i = 0; i < state.size(); i++)
      if (const Item& item = m_test.items[i]; !item.thread)
        state[i] = contentOf(m_test.locations[item.index]);
    if (m_used != m_ending.finals.size())
      return unlike("main reads something else at its end");
    return std::optional(std::move(state));
  }

private:
  static Error unlike(const std::string& what) {
    return {ErrorCode::Internal, "", fmt::format("an execution is none of the litmus test: {}", what)};
  }

  Status addRegisters(std::size_t thread, State& state) {
    const std::vector<Slot> slots = slotsOf(m_test, thread);
    std::vector<std::uint64_t> words = {m_ending.returned[thread]};
    for (unsigned word = 1; word < wordsOf(slots); word++) {
      const auto found = m_ending.finals.find(wordName(thread, word));
      if (found == m_ending.finals.end())
        return unlike("registers are missing");
      words.push_back(found->second->seen.value.bits);
      m_used++;
    }
    for (const Slot& slot : slots) {
      const Item item{thread, slot.index};
      const auto place = std::ranges::find(m_test.items, item) - m_test.items.begin();
      state[static_cast<std::size_t>(place)] = valueIn(words[slot.word], slot, m_test.typeOf(item));
    }
    return Done{};
  }

  // A location without an event of main is used by no thread: it has its initial value.
  Number contentOf(const Location& location) {
    const auto found = m_ending.finals.find(location.name);
    if (found == m_ending.finals.end())
      return location.initial;
    m_used++;
    const std::uint64_t bits = found->second->seen.value.bits;
    return location.type.isPointer ? targetOf(*found->second->label, bits)
                                   : fitted(static_cast<Number>(bits), location.type);
  }

  Number targetOf(const Label& read, std::uint64_t address) const {
    if (address == 0)
      return 0;
    const std::string text = m_execution.state.program().names().typedText(read, {&address, 1});
    const auto target =
        std::ranges::find_if(m_test.locations, [&](const Location& each) { return text == '&' + each.name; });
    return target == m_test.locations.end() ? unknownAddress : target - m_test.locations.begin() + 1;
  }

  const Test& m_test;
  const Execution& m_execution;
  Ending m_ending;
  std::size_t m_used = 0; // of the reads
};

} // namespace

Result<std::optional<State>> stateOf(const Test& test, const Execution& execution) {
  return StateReader(test, execution).read();
}

} // namespace revisit::litmus
