// ConDpor piece by piece: every alternative becomes a work item, and each item is explored from its bytes alone.
#include "explore/condpor/condpor_internal.h"
#include "explore/condpor/work_item.h"

namespace revisit {

// Explores the same executions as exploreGraphs, until the first atomic section appears.
void ConDpor::exploreItems() {
  beginGraphs();
  std::vector<std::string> items; // the newest last
  if (extend() && !finish())
    return;
  if (!stop())
    moveBranchings(0, items);
  while (!items.empty() && !m_ledger.limitReached() && !stop()) {
    const std::string bytes = std::move(items.back());
    items.pop_back();
    if (!exploreItem(bytes, items))
      return;
  }
}

// False: the exploration has to end.
bool ConDpor::exploreItem(const std::string& bytes, std::vector<std::string>& items) {
  if (const Status begun = beginItem(bytes); !begun) {
    m_state.fail(begun.error());
    return false;
  }
  while (!stop() && !m_ledger.limitReached() && backtrack()) {
    if (extend() && !finish())
      return false;
    // The places of a revisit are the item's own; what was filed behind them is not.
    std::size_t own = 1;
    while (own < m_branchings.size() && m_branchings[own].revisited.valid())
      own++;
    if (!stop())
      moveBranchings(own, items);
  }
  return true;
}

// Makes items of the alternatives of all branchings but the first `kept`, and closes them. The order is that in which
// the exploration in place would take them.
void ConDpor::moveBranchings(std::size_t kept, std::vector<std::string>& items) {
  std::vector<std::string> newest;
  std::vector<std::uint32_t> numberOf;
  for (; m_branchings.size() > kept; m_branchings.pop_back()) {
    const Branching& branching = m_branchings.back();
    m_state.undoTo(branching.mark);
    WorkItem item;
    item.steps = stepsOf(m_graph, numberOf);
    item.thread = itemNumber(m_graph, numberOf, m_graph.creator(branching.thread));
    for (std::uint32_t i = branching.next; i < branching.end; i++) {
      const Alternative& alternative = m_alternatives[i];
      item.kind = alternative.kind;
      item.taken = alternative.taken;
      item.displaced = alternative.displaced;
      item.outcome = alternative.outcome;
      item.first = itemNumber(m_graph, numberOf, alternative.first);
      item.second = itemNumber(m_graph, numberOf, alternative.second);
      item.number = alternative.number;
      newest.push_back(bytesOf(item));
    }
  }
  m_alternatives.resize(m_branchings.empty() ? 0 : m_branchings.back().end);
  items.insert(items.end(), std::make_move_iterator(newest.rbegin()), std::make_move_iterator(newest.rend()));
}

// Builds the item's graph and opens a branching with its alternative alone.
Status ConDpor::beginItem(const std::string& bytes) {
  Result<WorkItem> item = workItemFrom(bytes);
  if (!item)
    return item.error();
  beginGraphs();
  const Result<std::vector<EventId>> events = rebuild(m_state, item->steps);
  if (!events)
    return events.error();
  if (m_state.needsRestart() || m_state.failure())
    return Done{}; // the caller stops
  const ThreadId thread = itemThread(m_state, events.value(), item->thread);
  if (!thread.valid())
    return Error{ErrorCode::BadFormat, "work item", "its thread is created by no step of it"};
  const Label* label = m_state.nextLabel(thread);
  if (!label)
    return Done{};
  const auto eventOf = [&](std::uint32_t number) {
    return itemEvent(m_graph, events.value(), number, label->location);
  };
  Alternative alternative{.kind = item->kind,
                          .taken = item->taken,
                          .displaced = item->displaced,
                          .outcome = item->outcome,
                          .first = eventOf(item->first),
                          .second = eventOf(item->second),
                          .number = item->number};
  open(thread);
  file(alternative);
  close();
  return Done{};
}

} // namespace revisit
