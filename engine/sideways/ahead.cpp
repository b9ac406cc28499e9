#include "sideways/ahead.h"

#include "sideways/must_follow.h"

#include <algorithm>

namespace revisit {

Ahead::Access Ahead::accessOf(const Label& label) {
  if (isMemory(label.kind))
    return {Access::Kind::Memory, label.location.value()};
  return label.kind == LabelKind::Object ? Access{Access::Kind::Object, label.object.value()} : Access{};
}

Ahead::Ahead(ExplorationState& state, const std::vector<std::size_t>& from) : m_threads(state.graph().threadCount()) {
  const ExecutionGraph& graph = state.graph();
  const MustFollow order(graph, from);
  for (const ThreadId id : graph.createdThreads()) {
    Thread& thread = m_threads[id.value()];
    const std::span<const EventId> events = graph.events(id);
    if (!graph.ended(id))
      m_stuck.push_back(id);
    thread.first = id.value() < from.size() ? from[id.value()] : 0;
    for (std::size_t i = thread.first; i <= events.size(); i++) {
      const Label* const label = i < events.size()  ? graph.event(events[i]).label
                                 : !graph.ended(id) ? state.knownLabel(id)
                                                    : nullptr;
      if (!label)
        break;
      const Step& step = thread.steps.emplace_back(Step{accessOf(*label), label->kind == LabelKind::Read,
                                                        order.prefix(i > 0 ? events[i - 1] : graph.creator(id))});
      thread.all[step.access].push_back(i);
      if (!step.reads)
        thread.changing[step.access].push_back(i);
    }
  }
}

// Whether a step of the other thread, from event `begin` on, meets the event of the thread and need not come after it.
bool Ahead::meetsOneOf(const Thread& other, std::size_t begin, ThreadId thread, std::size_t index) const {
  const Step& mine = m_threads[thread.value()].steps[index - m_threads[thread.value()].first];
  const auto behind = std::ranges::partition_point(other.steps, [&](const Step& step) {
    return thread.value() >= step.before.size() || step.before[thread.value()] <= index;
  });
  const std::size_t end = other.first + static_cast<std::size_t>(behind - other.steps.begin());
  const std::map<Access, std::vector<std::size_t>>& steps = mine.reads ? other.changing : other.all;
  const auto same = steps.find(mine.access);
  if (same == steps.end())
    return false;
  const auto next = std::ranges::lower_bound(same->second, begin);
  return next != same->second.end() && *next < end;
}

bool Ahead::meets(const ExecutionGraph& graph, ThreadId thread, const std::vector<bool>& able) const {
  if (thread.value() >= m_threads.size())
    return false;
  const Thread& mine = m_threads[thread.value()];
  const std::size_t index = graph.events(thread).size();
  if (index < mine.first || index - mine.first >= mine.steps.size() ||
      mine.steps[index - mine.first].access.kind == Access::Kind::None)
    return false;
  for (std::uint32_t t = 0; t < m_threads.size(); t++) {
    if (t == thread.value())
      continue;
    const std::size_t done = t < graph.threadCount() ? graph.events(ThreadId(t)).size() : 0;
    const bool isAble = t < able.size() && able[t];
    if (meetsOneOf(m_threads[t], isAble ? done : done + 1, thread, index))
      return true;
  }
  return false;
}

Outlook::Outlook(std::vector<Ahead> all) : m_all(std::move(all)) {
  m_isComplete = std::ranges::none_of(m_all.front().stuck(), [&](ThreadId thread) {
    return std::ranges::all_of(
        m_all, [&](const Ahead& ahead) { return std::ranges::find(ahead.stuck(), thread) != ahead.stuck().end(); });
  });
}

bool Outlook::meets(const ExecutionGraph& graph, ThreadId thread, const Label& label,
                    const std::vector<bool>& able) const {
  const bool isAccess = isMemory(label.kind) || label.kind == LabelKind::Object;
  return (!m_isComplete && isAccess) ||
         std::ranges::any_of(m_all, [&](const Ahead& ahead) { return ahead.meets(graph, thread, able); });
}

} // namespace revisit
