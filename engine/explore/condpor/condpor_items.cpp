// ConDpor in pieces: the alternatives of open branchings become work items, and items are explored from their bytes
// alone.
#include "explore/condpor/condpor_internal.h"

#include <algorithm>

namespace revisit {

// Explores the same executions as exploreGraphs, each alternative as a piece of its own, until the first atomic section
// appears.
void ConDpor::exploreItems() {
  beginGraphs();
  Piece items = wholeExploration(); // a stack
  while (!items.empty() && !m_ledger.limitReached() && !stop()) {
    const PieceItem item = std::move(items.back());
    items.pop_back();
    Piece left;
    if (!exploreItem(item, [] { return true; }, left))
      return;
    items.insert(items.end(), std::make_move_iterator(left.rbegin()), std::make_move_iterator(left.rend()));
  }
}

PieceEnd ConDpor::explorePiece(const Piece& piece, const Yields& yields, Piece& left) {
  chooseReductions();
  m_ledger.beginPiece(m_state);
  left.clear();
  const Yields stops = [&] { return m_state.reliesOnOthers() || yields(); }; // nothing is explored in vain
  for (std::size_t i = 0; i < piece.size(); i++) {
    const bool isDone = exploreItem(piece[i], stops, left);
    if (m_state.reliesOnOthers())
      return PieceEnd::NeedsOneWorker;
    if (!isDone || stop() || m_ledger.limitReached()) {
      m_ledger.hasFailed(m_state); // a bound that was reached is noted
      return endOfStopped();
    }
    if (left.empty())
      continue;
    left.insert(left.end(), piece.begin() + static_cast<std::ptrdiff_t>(i) + 1, piece.end());
    return PieceEnd::Yielded;
  }
  return PieceEnd::Done;
}

// Why the piece ended before all of it was explored.
PieceEnd ConDpor::endOfStopped() const {
  if (m_state.needsRestart())
    return PieceEnd::Restart;
  return m_state.facts().has("sections") || m_state.reliesOnOthers() ? PieceEnd::NeedsOneWorker : PieceEnd::Stopped;
}

PieceEnd ConDpor::expandItem(const PieceItem& item, Piece& left) {
  chooseReductions();
  m_ledger.beginPiece(m_state);
  left.clear();
  bool more = false;
  bool isDone = beginAt(item, more);
  if (isDone && more && !m_ledger.limitReached())
    isDone = (!extend() || finish()) && !stop() && moveTaken(left);
  if (m_state.reliesOnOthers())
    return PieceEnd::NeedsOneWorker;
  if (isDone && !stop() && !m_ledger.limitReached())
    return left.empty() ? PieceEnd::Done : PieceEnd::Yielded;
  m_ledger.hasFailed(m_state);
  return endOfStopped();
}

// Goes to where the item's first alternative is taken; `more` is set to whether there is one that can be. False: the
// exploration has to end.
bool ConDpor::beginAt(const PieceItem& item, bool& more) {
  more = true;
  if (item.bytes.empty()) {
    beginGraphs();
    return true;
  }
  if (const Status begun = beginItem(item.bytes); !begun) {
    m_state.fail(begun.error());
    return false;
  }
  more = !stop() && backtrack();
  return !stop();
}

// Explores what the item stands for, or gives what is left of it. False: the exploration has to end.
bool ConDpor::exploreItem(const PieceItem& item, const Yields& yields, Piece& left) {
  bool more = false;
  if (!beginAt(item, more))
    return false;
  while (more && !m_ledger.limitReached() && !stop()) {
    if (extend() && !finish())
      return false;
    if (stop())
      return false;
    if (yields()) {
      moveBranchings(item.weight, left);
      return true;
    }
    more = backtrack();
  }
  return !stop();
}

// Makes items of the alternatives that are left of all branchings, and closes them. The order is that in which the
// exploration in place would take them. `weight`: that of the item that is explored.
void ConDpor::moveBranchings(double weight, Piece& left) {
  std::vector<double> weights(m_branchings.size()); // of one branch, by depth
  for (std::size_t depth = 0; depth < m_branchings.size(); depth++) {
    const Branching& branching = m_branchings[depth];
    weights[depth] = weight /= (branching.hasDefault ? 1.0 : 0.0) + (branching.end - beginOf(depth));
  }
  std::vector<std::uint32_t> numberOf;
  for (; !m_branchings.empty(); m_branchings.pop_back()) {
    const Branching& branching = m_branchings.back();
    if (branching.next == branching.end)
      continue;
    m_state.undoTo(branching.mark);
    WorkItem item;
    item.steps = stepsOf(m_graph, numberOf);
    for (std::uint32_t i = branching.next; i < branching.end; i++) {
      setAlternative(item, branching, m_alternatives[i], numberOf);
      if (m_guide)
        m_estimates.push_back(estimateOf(branching, m_alternatives[i]));
      left.push_back(
          {bytesOf(item), weights[m_branchings.size() - 1], item.kind, static_cast<std::uint32_t>(item.steps.size())});
    }
  }
  m_alternatives.clear();
}

// Takes each alternative that is left of all branchings, makes items of those that are not refused, and closes the
// branchings. Of a revisit, each of its places is an item. False: the exploration has to end.
bool ConDpor::moveTaken(Piece& left) {
  WorkItem item;
  std::vector<std::uint32_t> numberOf;
  while (const std::size_t depth = takeNext()) {
    if (stop())
      return false;
    m_branchings.resize(depth); // what the alternative itself has opened is below the item
    const Branching& branching = m_branchings.back();
    m_state.undoTo(branching.mark);
    item.steps = stepsOf(m_graph, numberOf);
    setAlternative(item, branching, m_alternatives[branching.next - 1], numberOf);
    left.push_back({bytesOf(item), 0, item.kind, static_cast<std::uint32_t>(item.steps.size())});
  }
  return !stop();
}

// Sets all of the item but its steps. Requires the graph of the branching; `numberOf` as stepsOf sets it.
void ConDpor::setAlternative(WorkItem& item, const Branching& branching, const Alternative& alternative,
                             const std::vector<std::uint32_t>& numberOf) {
  item.thread = itemNumber(m_graph, numberOf, m_graph.creator(branching.thread));
  if (branching.readStamp != 0) {
    item.reader = itemNumber(m_graph, numberOf, m_graph.creator(branching.reader));
    item.readStamp = branching.readStamp;
  } else {
    item.reader = WorkItem::main;
    item.readStamp = 0;
  }
  item.kind = alternative.kind;
  item.way = alternative.way;
  item.displaced = alternative.displaced;
  item.first = itemNumber(m_graph, numberOf, alternative.first);
  // The own source of a revisiting update is the same for all places.
  item.second = itemNumber(m_graph, numberOf, branching.readStamp != 0 ? branching.source : alternative.second);
  item.before = alternative.before;
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
  const ThreadId reader = itemThread(m_state, events.value(), item->reader);
  if (!thread.valid() || !reader.valid())
    return Error{ErrorCode::BadFormat, "work item", "its thread is created by no step of it"};
  const Label* label = m_state.nextLabel(thread);
  if (!label)
    return Done{};
  const auto eventOf = [&](std::uint32_t number) {
    return itemEvent(m_graph, events.value(), number, label->location);
  };
  Alternative alternative{.kind = item->kind,
                          .way = item->way,
                          .displaced = item->displaced,
                          .first = eventOf(item->first),
                          .second = eventOf(item->second),
                          .before = item->before};
  open(thread);
  m_branchings.back().hasDefault = false;
  m_branchings.back().reader = reader;
  m_branchings.back().readStamp = item->readStamp;
  m_branchings.back().source = alternative.second;
  file(alternative);
  close();
  return Done{};
}

} // namespace revisit
