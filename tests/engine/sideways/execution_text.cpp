#include "execution_text.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>

namespace revisit::test {

namespace {

EventName nameFrom(int thread, int index) {
  return thread < 0 ? EventName{}
                    : EventName{ThreadId(static_cast<std::uint32_t>(thread)), static_cast<std::uint32_t>(index)};
}

TextEvent eventOf(const std::string& word) {
  TextEvent event;
  event.kind = word.substr(0, word.find(':'));
  int source = 0, sourceIndex = 0, before = 0, beforeIndex = 0, decision = 0;
  unsigned long long number = 0;
  std::sscanf(word.c_str() + event.kind.size(), ":%d.%d:%d.%d:%d:%llu", &source, &sourceIndex, &before, &beforeIndex,
              &decision, &number);
  event.source = nameFrom(source, sourceIndex);
  event.hasSource = source >= -1;
  event.predecessor = nameFrom(before, beforeIndex);
  event.decision = decision != 0;
  event.number = number;
  return event;
}

// Whether it belongs to a failed round of one read with which the thread ends: what others do decides again.
bool isInLastRound(const std::vector<TextEvent>& events, std::uint32_t index) {
  return events.back().kind == "AwaitFailed" && index + 2 >= events.size();
}

} // namespace

bool comesAfter(const TextExecution& execution, EventName event, const EventName& other) {
  while (event.isEvent()) {
    const TextEvent* const here = find(execution, event);
    if (!here)
      return false;
    event = here->predecessor;
    if (event == other)
      return true;
  }
  return false;
}

TextExecution executionOf(const std::string& canonicalText) {
  TextExecution execution;
  std::istringstream threads(canonicalText);
  for (std::string thread; std::getline(threads, thread, '|');) {
    std::istringstream words(thread);
    execution.emplace_back();
    for (std::string word; words >> word;)
      execution.back().push_back(eventOf(word));
  }
  return execution;
}

const TextEvent* find(const TextExecution& execution, const EventName& name) {
  if (!name.isEvent() || name.thread.value() >= execution.size())
    return nullptr;
  const std::vector<TextEvent>& events = execution[name.thread.value()];
  return name.index < events.size() ? &events[name.index] : nullptr;
}

bool isSame(const TextExecution& one, const TextExecution& other, const EventName& name, const EventName& but) {
  for (std::uint32_t i = 0; i <= name.index; i++) {
    if (but == EventName{name.thread, i})
      continue;
    const TextEvent* const a = find(one, {name.thread, i});
    const TextEvent* const b = find(other, {name.thread, i});
    if (!a || !b || a->kind != b->kind || a->source != b->source || a->hasSource != b->hasSource ||
        a->decision != b->decision || a->number != b->number || a->result != b->result)
      return false;
    // What an operation tells its thread shows in what the thread does next, too.
    const TextEvent* const thenA = find(one, {name.thread, i + 1});
    const TextEvent* const thenB = find(other, {name.thread, i + 1});
    if (a->kind == "Object" && thenA && thenB && thenA->kind != thenB->kind)
      return false;
    const auto isError = [](const TextEvent* event) { return event && event->kind == "Error"; };
    if (a->kind == "Object" && isError(thenA) != isError(thenB))
      return false;
  }
  return true;
}

bool shows(const TextExecution& execution, const Outcome& outcome) {
  const TextEvent* const event = find(execution, outcome.event);
  switch (outcome.kind) {
  case OutcomeKind::ReadsFrom:
    return event && event->hasSource && event->source == outcome.other &&
           (event->kind != "Cas" || event->decision == outcome.way.taken);
  case OutcomeKind::Before:
    return event && (!find(execution, outcome.other) || comesAfter(execution, outcome.other, outcome.event));
  case OutcomeKind::After:
    return find(execution, outcome.other) && (!event || comesAfter(execution, outcome.event, outcome.other));
  case OutcomeKind::Takes:
    // No text says in which way an operation without an order has happened.
    if (event && event->kind == "Object" && !event->predecessor.isEvent() && event->number == 0)
      return true;
    return event && event->decision == outcome.way.taken &&
           event->number == (event->kind == "Enumerate" ? outcome.way.number : outcome.way.outcome);
  }
  return false;
}

bool hasAll(const TextExecution& execution, const TextExecution& old, const EventCounts& counts) {
  for (std::uint32_t t = 0; t < counts.size(); t++)
    if (counts[t] > 0 && !isSame(old, execution, {ThreadId(t), counts[t] - 1}))
      return false;
  std::vector<EventName> operations;
  for (std::uint32_t t = 0; t < counts.size(); t++)
    for (std::uint32_t i = 0; i < counts[t]; i++)
      if (old[t][i].kind == "Object")
        operations.push_back({ThreadId(t), i});
  return std::ranges::all_of(operations, [&](const EventName& a) {
    // What an operation comes after is a part of what it depends on.
    return Past::has(counts, find(execution, a)->predecessor) &&
           std::ranges::all_of(
               operations, [&](const EventName& b) { return comesAfter(old, a, b) == comesAfter(execution, a, b); });
  });
}

std::vector<EventName> keptOf(const TextExecution& old, const TextExecution& other, const Moved& moved) {
  std::set<EventName> kept;
  for (std::uint32_t t = 0; t < old.size(); t++)
    for (std::uint32_t i = 0; i < old[t].size(); i++)
      if (const EventName name{ThreadId(t), i};
          name != moved.event && !(moved.isTold && name.thread == moved.event.thread && i > moved.event.index) &&
          isSame(old, other, name, moved.event) && !isInLastRound(old[t], i))
        kept.insert(name);
  for (bool changes = true; changes;) {
    changes = false;
    for (const EventName& name : std::vector<EventName>(kept.begin(), kept.end())) {
      const EventName& source = find(old, name)->source;
      const EventName& before = find(other, name)->predecessor;
      const EventName previous{name.thread, name.index - 1};
      const std::optional<ThreadId> joined = find(old, name)->joined;
      const std::vector<TextEvent>* const ended = joined ? &old[joined->value()] : nullptr;
      const bool isBehindEnd = !ended || kept.contains({*joined, static_cast<std::uint32_t>(ended->size() - 1)});
      const bool follows = name.index == 0 || previous == moved.event || kept.contains(previous);
      const bool isBehindKept =
          find(old, name)->kind != "Object" || !before.isEvent() || before == moved.event || kept.contains(before);
      if (follows && isBehindKept && isBehindEnd &&
          (!source.isEvent() || (source == moved.event && !moved.isTold) || kept.contains(source)))
        continue;
      kept.erase(name);
      changes = true;
    }
  }
  return {kept.begin(), kept.end()};
}

bool hasSameOrder(const TextExecution& old, const TextExecution& one, const TextExecution& other, const Moved& moved) {
  const std::vector<EventName> kept = keptOf(old, one, moved);
  for (const EventName& a : kept) {
    for (const EventName& b : kept)
      if (comesAfter(old, a, b) != comesAfter(one, a, b))
        return false;
    if (isSame(old, other, a) && (comesAfter(one, moved.event, a) != comesAfter(other, moved.event, a) ||
                                  comesAfter(one, a, moved.event) != comesAfter(other, a, moved.event)))
      return false;
  }
  return true;
}

} // namespace revisit::test
