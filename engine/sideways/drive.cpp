#include "sideways/drive.h"

#include <algorithm>

namespace revisit {

void Drive::restart() {
  m_state.reset();
  m_done.clear();
  m_groups.clear();
}

bool Drive::begin(const Past& past, std::span<const EventName> order) {
  restart();
  ExecutionGraph& graph = m_state.graph();
  for (const EventName& name : order) {
    const PastEvent& event = past.at(name);
    Choice choice{.way = event.way, .silent = event.silent};
    if (isMemory(event.label.kind)) {
      EventName before = event.reads ? event.source : event.place;
      while (before.isEvent() && !eventNamed(graph, before).valid())
        before = past.at(before).place;
      choice.coAfter = before.isEvent() ? eventNamed(graph, before) : graph.initialWrite(event.label.location);
      choice.source = event.reads ? choice.coAfter : EventId();
    }
    const std::size_t done = m_done.size();
    step(name.thread, choice);
    if (m_done.size() == done || m_state.failure() || m_state.needsRestart())
      return false;
  }
  return true;
}

std::vector<Turn> Drive::ableThreads() {
  std::vector<Turn> able;
  if (!m_walk.turns(able))
    able.clear();
  return able;
}

// What the threads do if they go on by themselves. One of them may go as far as it can before the others do.
Ahead Drive::lookAhead(std::optional<ThreadId> first) {
  const ExecutionGraph& graph = m_state.graph();
  const ExplorationState::Mark here = m_state.mark();
  std::vector<std::size_t> from;
  for (const ThreadId thread : graph.threads())
    from.push_back(graph.events(thread).size());
  while (!m_state.failure() && !m_state.needsRestart()) {
    const std::vector<Turn> next = ableThreads();
    if (next.empty())
      break;
    const auto preferred = std::ranges::find(next, first.value_or(ThreadId()), &Turn::thread);
    const Turn& turn = preferred != next.end() ? *preferred : next.front();
    m_state.add(turn.thread, *turn.label, m_walk.first(turn.thread, *turn.label));
  }
  Ahead ahead(m_state, from);
  m_state.undoTo(here);
  return ahead;
}

Outlook Drive::lookAround() {
  constexpr std::size_t mostFirst = 8;
  std::vector<ThreadId> goFirst;
  for (const ThreadId thread : m_state.graph().createdThreads())
    if (!m_state.graph().ended(thread) && goFirst.size() < mostFirst)
      goFirst.push_back(thread);
  std::vector<Ahead> all{lookAhead({})};
  for (const ThreadId thread : goFirst)
    all.push_back(lookAhead(thread));
  return Outlook(std::move(all));
}

const Label* Drive::labelOf(ThreadId thread, const std::vector<Turn>& able) {
  const auto turn = std::ranges::find(able, thread, &Turn::thread);
  if (turn != able.end())
    return turn->label;
  return m_state.graph().ended(thread) ? nullptr : m_state.nextLabel(thread);
}

std::vector<DriveThread> Drive::threads() {
  return threads(lookAround());
}

std::vector<DriveThread> Drive::threads(const Outlook& outlook) {
  std::vector<DriveThread> threads;
  const std::vector<Turn> able = ableThreads();
  std::vector<bool> isAble(m_state.graph().threadCount());
  for (const Turn& turn : able)
    isAble[turn.thread.value()] = true;
  for (const ThreadId thread : m_state.graph().createdThreads()) {
    DriveThread one{.thread = thread, .label = labelOf(thread, able)};
    if (m_state.failure() || m_state.needsRestart())
      return {};
    one.isAble = isAble[thread.value()];
    if (one.isAble) {
      one.ways = static_cast<unsigned>(choicesOf(m_state, thread, *one.label, mostWays).size());
      one.makesDifference = one.ways > 1 || outlook.meets(m_state.graph(), thread, *one.label, isAble);
    }
    threads.push_back(one);
  }
  return threads;
}

std::vector<Choice> Drive::waysOf(ThreadId thread) {
  const std::vector<Turn> able = ableThreads();
  const auto turn = std::ranges::find(able, thread, &Turn::thread);
  return turn != able.end() ? choicesOf(m_state, thread, *turn->label, mostWays) : std::vector<Choice>();
}

void Drive::step(ThreadId thread, const Choice& choice) {
  const std::vector<Turn> able = ableThreads();
  const auto turn = std::ranges::find(able, thread, &Turn::thread);
  if (turn == able.end())
    return;
  m_groups.push_back(m_done.size());
  Done done{m_state.mark(), thread, choice.way};
  if (isMemory(turn->label->kind))
    while (writeBefore(m_state.graph(), turn->label->location, done.back) != choice.coAfter)
      done.back++;
  m_done.push_back(done);
  m_state.add(thread, *turn->label, choice);
}

// Takes default steps of the threads that `next` names, as one group, until it names none.
template <class Next> std::size_t Drive::repeatSteps(Next next) {
  const std::size_t before = m_done.size(), groups = m_groups.size();
  while (true) {
    const std::optional<ThreadId> thread = next();
    const std::vector<Choice> ways = thread ? waysOf(*thread) : std::vector<Choice>();
    if (ways.empty() || m_state.failure() || m_state.needsRestart())
      break;
    step(*thread, ways.front());
  }
  m_groups.resize(groups);
  if (m_done.size() != before)
    m_groups.push_back(before);
  return m_done.size() - before;
}

std::size_t Drive::untilDifference() {
  const Outlook outlook = lookAround();
  return repeatSteps([&]() -> std::optional<ThreadId> {
    const std::vector<DriveThread> all = threads(outlook);
    const auto next =
        std::ranges::find_if(all, [](const DriveThread& one) { return one.isAble && !one.makesDifference; });
    return next == all.end() ? std::nullopt : std::optional(next->thread);
  });
}

void Drive::toEnd() {
  repeatSteps([&]() -> std::optional<ThreadId> {
    const std::vector<Turn> able = ableThreads();
    return able.empty() ? std::nullopt : std::optional(able.front().thread);
  });
}

bool Drive::undo() {
  if (m_groups.empty())
    return false;
  m_state.undoTo(m_done[m_groups.back()].mark);
  m_done.resize(m_groups.back());
  m_groups.pop_back();
  return true;
}

bool Drive::repeat() {
  const std::vector<Done> steps = m_done;
  const std::vector<std::size_t> groups = m_groups;
  restart();
  for (const Done& one : steps) {
    const std::vector<Turn> able = ableThreads();
    const auto turn = std::ranges::find(able, one.thread, &Turn::thread);
    if (turn == able.end())
      return false;
    Choice choice{.way = one.way};
    if (isMemory(turn->label->kind)) {
      const EventId write = writeBefore(m_state.graph(), turn->label->location, one.back);
      choice.source = readsMemory(turn->label->kind) ? write : EventId();
      choice.coAfter = write;
    }
    step(one.thread, choice);
    if (m_state.failure() || m_state.needsRestart())
      return false;
  }
  m_groups = groups;
  return true;
}

} // namespace revisit
