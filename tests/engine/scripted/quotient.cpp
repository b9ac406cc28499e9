#include "quotient.h"

#include "brute_world.h"

#include <iterator>

namespace revisit::test {

namespace {

Source sourceOf(const ExecutionGraph& graph, EventId id) {
  if (!id.valid())
    return noSource;
  const Event& event = graph.event(id);
  return event.thread.valid() ? Source{static_cast<int>(event.thread.value()), static_cast<int>(event.index)}
                              : Source{-1, 0};
}

const QuotientEvent& at(const QuotientExecution& execution, Source place) {
  return execution[static_cast<std::size_t>(place.thread)][static_cast<std::size_t>(place.index)];
}

// The operations on the object in the order of its chain.
std::vector<Source> chainOf(const QuotientExecution& execution, std::uint32_t object) {
  std::map<Source, Source> next;
  for (std::size_t t = 0; t < execution.size(); t++)
    for (std::size_t i = 0; i < execution[t].size(); i++)
      if (const QuotientEvent& event = execution[t][i]; event.isOperation && event.object == object)
        next[event.predecessor] = {static_cast<int>(t), static_cast<int>(i)};
  std::vector<Source> chain;
  for (auto found = next.find(noSource); found != next.end(); found = next.find(chain.back()))
    chain.push_back(found->second);
  return chain;
}

// The newest operation before each one that does not commute with its neighbours.
std::map<Source, Source> placesIn(const QuotientExecution& execution, std::uint32_t object) {
  std::map<Source, Source> places;
  Source newest = noSource;
  int writer = -1;
  for (const Source place : chainOf(execution, object)) {
    const QuotientEvent& event = at(execution, place);
    places[place] = newest;
    bool commutes = false;
    switch (event.operation) {
    case ObjectOp::RwlockRead:
      commutes = true;
      break;
    case ObjectOp::RwlockUnlock:
      commutes = writer != place.thread;
      if (!commutes)
        writer = -1;
      break;
    case ObjectOp::RwlockWrite:
    case ObjectOp::RwlockTryWrite:
    case ObjectOp::RwlockTimedWrite:
      if (event.result == 0)
        writer = place.thread;
      break;
    case ObjectOp::OnceEnter:
      commutes = event.result == 0;
      break;
    default:
      break;
    }
    if (!commutes)
      newest = place;
  }
  return places;
}

// The same, of a mutex: a graph has a chain of its free sections, and one of the other operations behind it here.
std::vector<Source> lockChainOf(const QuotientExecution& execution, std::uint32_t mutex) {
  std::multimap<Source, Source> next;
  for (std::size_t t = 0; t < execution.size(); t++)
    for (std::size_t i = 0; i < execution[t].size(); i++)
      if (const QuotientEvent& event = execution[t][i]; event.isOperation && event.object == mutex)
        next.emplace(event.predecessor, Source{static_cast<int>(t), static_cast<int>(i)});
  std::vector<Source> chain;
  const auto [begin, end] = next.equal_range(noSource);
  for (auto head = begin; head != end; ++head)
    for (auto at = head; at != next.end(); at = next.find(chain.back()))
      chain.push_back(at->second);
  return chain;
}

// For each lock of the mutex: the sections before it that it is ordered with.
std::map<Source, std::string> sectionsIn(const QuotientExecution& execution, std::uint32_t mutex,
                                         const QuotientRules& rules) {
  std::map<Source, QuotientRules::Section> sections; // by lock
  for (std::size_t t = 0; t < execution.size(); t++) {
    std::uint32_t locks = 0;
    for (std::size_t i = 0; i < execution[t].size(); i++)
      if (const QuotientEvent& event = execution[t][i]; event.isOperation && event.operation == ObjectOp::MutexLock)
        sections[{static_cast<int>(t), static_cast<int>(i)}] = {static_cast<std::uint32_t>(t), ++locks};
  }
  std::map<Source, std::string> texts;
  std::set<QuotientRules::Section> before;
  for (const Source place : lockChainOf(execution, mutex)) {
    std::string& text = texts[place];
    if (!sections.contains(place))
      continue;
    for (const QuotientRules::Section& one : before)
      if (rules.areOrdered(mutex, one, sections.at(place)))
        text += ' ' + std::to_string(one.first) + '.' + std::to_string(one.second);
    before.insert(sections.at(place));
  }
  return texts;
}

} // namespace

QuotientExecution quotientExecution(const std::vector<std::vector<BruteEvent>>& events) {
  QuotientExecution execution;
  for (const std::vector<BruteEvent>& thread : events) {
    std::vector<QuotientEvent>& all = execution.emplace_back();
    for (const BruteEvent& event : thread) {
      QuotientEvent one{.kind = event.kind,
                        .source = event.source,
                        .predecessor = event.predecessor,
                        .decision = event.decision,
                        .number = event.number,
                        .result = event.result};
      if (event.step) {
        one.isOperation = event.step->op == Instruction::Op::Object;
        one.isStore = event.step->op == Instruction::Op::Store;
        one.isBlind = event.step->op == Instruction::Op::Rmw && event.step->blind;
        one.operation = event.step->operation;
        one.object = event.step->object;
        one.location = event.step->location;
      }
      all.push_back(one);
    }
  }
  return execution;
}

QuotientExecution quotientExecution(const ExecutionGraph& graph) {
  static constexpr const char* names[] = {"Read",   "Write", "Rmw",        "Cas",         "Fence",     "Object",
                                          "Create", "Join",  "Constraint", "Assume",      "Enumerate", "End",
                                          "Exit",   "Error", "Blocked",    "AwaitFailed", "Cut",       "Unsupported"};
  static_assert(std::size(names) == static_cast<std::size_t>(LabelKind::Unsupported) + 1);
  QuotientExecution execution;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    std::vector<QuotientEvent>& all = execution.emplace_back();
    for (const EventId id : graph.events(ThreadId(t))) {
      const Event& event = graph.event(id);
      const Label& label = *event.label;
      const bool isOperation = label.kind == LabelKind::Object;
      // A store to a part of a location takes the other bytes from its coherence predecessor, whether or not the graph
      // has a reads-from edge for that.
      const bool isPart = label.kind == LabelKind::Rmw && label.rmw == RmwOp::Insert;
      const bool isPlaced = event.writes || event.countsForIdentity;
      QuotientEvent one{.kind = names[static_cast<int>(label.kind)],
                        .source = sourceOf(graph, isPart ? event.previous : event.rf),
                        .predecessor = isPlaced ? sourceOf(graph, event.previous) : noSource,
                        .decision = event.seen.taken || event.isSilentUpdate(),
                        .number = isPlaced || !isOperation ? event.outcome : 0,
                        .isOperation = isOperation,
                        .isStore = label.kind == LabelKind::Write,
                        .isBlind = label.blind,
                        .operation = label.operation,
                        .object = isOperation ? label.object.value() : 0,
                        .location = isMemory(label.kind) ? label.location.value() : 0,
                        .result = isOperation ? event.seen.value.bits : 0};
      if (label.kind == LabelKind::Enumerate)
        one.number = event.seen.value.bits;
      if (isOperation && label.operation == ObjectOp::BarrierPass)
        one.number = event.seen.value.bits & 0xff;
      all.push_back(one);
    }
  }
  return execution;
}

// Whether the place is that of a free blind update.
bool isFreeUpdate(const QuotientExecution& execution, Source place, const QuotientRules& rules) {
  return place.thread >= 0 && at(execution, place).isBlind && rules.freeUpdates.contains(at(execution, place).location);
}

std::string quotientText(const QuotientExecution& execution, const QuotientRules& rules) {
  std::map<Source, Source> places;
  for (const std::uint32_t object : rules.sharedObjects)
    places.merge(placesIn(execution, object));
  std::map<Source, std::string> sections;
  for (const std::uint32_t mutex : rules.freeMutexes)
    sections.merge(sectionsIn(execution, mutex, rules));
  std::string all;
  for (std::size_t t = 0; t < execution.size(); t++) {
    for (std::size_t i = 0; i < execution[t].size(); i++) {
      const QuotientEvent& event = execution[t][i];
      const auto place = places.find({static_cast<int>(t), static_cast<int>(i)});
      Source predecessor = place == places.end() ? event.predecessor : place->second;
      if (event.isStore && rules.freeLocations.contains(event.location))
        predecessor = noSource;
      if (const auto before = sections.find({static_cast<int>(t), static_cast<int>(i)}); before != sections.end()) {
        predecessor = noSource;
        all += '[' + before->second + ']';
      }
      Source source = event.source;
      const bool isFree = event.isBlind && rules.freeUpdates.contains(event.location);
      for (Source* const told : {&source, &predecessor})
        if (isFree)
          *told = noSource;
        else if (!event.isOperation && isFreeUpdate(execution, *told, rules))
          *told = {-3, 0};
      all += eventText(event.kind.c_str(), source, predecessor, event.decision, event.number) + ' ';
    }
    all += '|';
  }
  while (!all.empty() && all.back() == '|')
    all.pop_back();
  return all;
}

} // namespace revisit::test
