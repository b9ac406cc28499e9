#include "sideways/drive.h"

#include <algorithm>

namespace revisit {

void Drive::restart() {
  m_state.reset();
  m_done.clear();
  m_groups.clear();
}

std::vector<Turn> Drive::ableThreads() {
  std::vector<Turn> able;
  if (!m_walk.turns(able))
    able.clear();
  return able;
}

// Whether the order of the two steps can be told.
bool Drive::conflict(const Label& a, const Label& b) {
  if (isMemory(a.kind) && isMemory(b.kind))
    return a.location == b.location && (a.kind != LabelKind::Read || b.kind != LabelKind::Read);
  return a.kind == LabelKind::Object && b.kind == LabelKind::Object && a.object == b.object;
}

// By able thread: whether a later step of another thread conflicts with its next step and could come before it, if the
// threads go on by themselves.
std::vector<bool> Drive::conflictsAhead(const std::vector<Turn>& able) {
  const ExecutionGraph& graph = m_state.graph();
  const ExplorationState::Mark here = m_state.mark();
  std::vector<std::size_t> before;
  for (const ThreadId thread : graph.threads())
    before.push_back(graph.events(thread).size());
  while (!m_state.failure() && !m_state.needsRestart()) {
    const std::vector<Turn> next = ableThreads();
    if (next.empty())
      break;
    m_state.add(next.front().thread, *next.front().label, m_walk.first(next.front().thread, *next.front().label));
  }
  const MustFollow order(graph, before);
  std::vector<bool> ahead;
  for (const Turn& turn : able) {
    const EventId mine = graph.events(turn.thread).size() > before[turn.thread.value()]
                             ? graph.events(turn.thread)[before[turn.thread.value()]]
                             : EventId();
    ahead.push_back(mine.valid() && std::ranges::any_of(graph.createdThreads(), [&](ThreadId other) {
                      const bool isAble = std::ranges::find(able, other, &Turn::thread) != able.end();
                      return other != turn.thread && meetsOn(other, mine, before, isAble, order);
                    }));
  }
  m_state.undoTo(here);
  return ahead;
}

// Whether the thread has a new event that conflicts with this one and need not come after it, or waits at the end to
// take such a step. One that waits now comes after what it waits for.
bool Drive::meetsOn(ThreadId thread, EventId event, const std::vector<std::size_t>& before, bool isAble,
                    const MustFollow& order) {
  const ExecutionGraph& graph = m_state.graph();
  const std::span<const EventId> events = graph.events(thread);
  const std::size_t first = thread.value() < before.size() ? before[thread.value()] : 0;
  const Event& mine = graph.event(event);
  for (std::size_t i = first; i <= events.size(); i++) {
    const Label* const label = i < events.size()      ? graph.event(events[i]).label
                               : !graph.ended(thread) ? m_state.knownLabel(thread)
                                                      : nullptr;
    const std::vector<std::uint32_t>& earlier = order.prefix(i > 0 ? events[i - 1] : graph.creator(thread));
    if (!label || (mine.thread.value() < earlier.size() && earlier[mine.thread.value()] > mine.index))
      return false;
    if ((isAble || i != first) && conflict(*mine.label, *label))
      return true;
  }
  return false;
}

const Label* Drive::labelOf(ThreadId thread, const std::vector<Turn>& able) {
  const auto turn = std::ranges::find(able, thread, &Turn::thread);
  if (turn != able.end())
    return turn->label;
  return m_state.graph().ended(thread) ? nullptr : m_state.nextLabel(thread);
}

std::vector<DriveThread> Drive::threads() {
  std::vector<DriveThread> threads;
  const std::vector<Turn> able = ableThreads();
  const std::vector<bool> ahead = conflictsAhead(able);
  for (const ThreadId thread : m_state.graph().createdThreads()) {
    DriveThread one{.thread = thread, .label = labelOf(thread, able)};
    if (m_state.failure() || m_state.needsRestart())
      return {};
    const auto turn = std::ranges::find(able, thread, &Turn::thread);
    one.isAble = turn != able.end();
    if (one.isAble) {
      one.ways = static_cast<unsigned>(waysOf(thread).size());
      one.makesDifference = one.ways > 1 || ahead[static_cast<std::size_t>(turn - able.begin())];
    }
    threads.push_back(one);
  }
  return threads;
}

std::vector<Choice> Drive::waysOf(ThreadId thread) {
  std::vector<Choice> choices;
  const std::vector<Turn> able = ableThreads();
  const auto turn = std::ranges::find(able, thread, &Turn::thread);
  if (turn == able.end())
    return choices;
  const Label& label = *turn->label;
  const auto add = [&](const Choice& choice) {
    if (choices.size() < mostWays && fitOf(m_state, thread, label, choice).fits())
      choices.push_back(choice);
  };
  if (isMemory(label.kind)) {
    for (EventId write = m_state.graph().lastWrite(label.location); write.valid();
         write = m_state.graph().event(write).previous)
      for (const bool taken : {true, false})
        if (mayOnlyRead(label) || !taken)
          add({.source = readsMemory(label.kind) ? write : EventId(), .coAfter = write, .way = {.taken = taken}});
    // In a schedule under sequential consistency an access meets the newest write.
    if (m_state.model().isSequential())
      std::erase_if(choices,
                    [&](const Choice& choice) { return choice.coAfter != m_state.graph().lastWrite(label.location); });
    return choices;
  }
  GraphStep step = m_walk.step(thread, label);
  for (std::optional<Way> way = firstWay(label, step).possible(); way && choices.size() < mostWays;
       way = nextWay(label, step, *way))
    choices.push_back({.way = *way});
  return choices;
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
  return repeatSteps([&]() -> std::optional<ThreadId> {
    const std::vector<DriveThread> all = threads();
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
