#include "sideways/must_follow.h"

#include "explore/added_order.h"

#include <algorithm>

namespace revisit {

bool MustFollow::isStep(const Event& event) const {
  return event.thread.value() >= m_from.size() || event.index >= m_from[event.thread.value()];
}

void MustFollow::follow(std::vector<std::uint32_t>& prefix, EventId earlier) const {
  const std::vector<std::uint32_t>& other = this->prefix(earlier);
  if (prefix.size() < other.size())
    prefix.resize(other.size());
  for (std::size_t t = 0; t < other.size(); t++)
    prefix[t] = std::max(prefix[t], other[t]);
}

void MustFollow::followObject(std::vector<std::uint32_t>& prefix, const Event& event) const {
  const ObjectRole role = roleOf(event.label->operation);
  if (role == ObjectRole::Wake || role == ObjectRole::Pass || role == ObjectRole::AwaitEnd)
    return follow(prefix, event.previous);
  const EventId first = m_first.at(event.label->object);
  const auto isLock = [](ObjectRole one) { return one == ObjectRole::Lock || one == ObjectRole::LockShared; };
  const ObjectRole before = roleOf(m_graph.event(first).label->operation);
  // Whatever comes first could be done at that state; an operation like it, too.
  if (rowOf(event.label->operation).refused == Refused::Waits && before != role && !(isLock(before) && isLock(role)))
    follow(prefix, first);
}

MustFollow::MustFollow(const ExecutionGraph& graph, const std::vector<std::size_t>& from)
    : m_graph(graph), m_from(from) {
  for (const EventId id : eventsAsAdded(graph)) {
    const Event& event = graph.event(id);
    if (!isStep(event))
      continue;
    std::vector<std::uint32_t> prefix;
    follow(prefix, event.index > 0 ? graph.events(event.thread)[event.index - 1] : graph.creator(event.thread));
    if (event.label->kind == LabelKind::Join)
      follow(prefix, graph.tail(event.label->child));
    if (event.label->awaits)
      follow(prefix, event.rf);
    if (event.label->kind == LabelKind::Object) {
      m_first.try_emplace(event.label->object, id);
      followObject(prefix, event);
    }
    if (prefix.size() <= event.thread.value())
      prefix.resize(event.thread.value() + 1);
    prefix[event.thread.value()] = event.index + 1;
    m_prefixes.emplace(id, std::move(prefix));
  }
}

const std::vector<std::uint32_t>& MustFollow::prefix(EventId event) const {
  static const std::vector<std::uint32_t> nothing;
  const auto found = m_prefixes.find(event);
  return found == m_prefixes.end() ? nothing : found->second;
}

} // namespace revisit
