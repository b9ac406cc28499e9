// ConDpor towards a goal: the same executions, those first that may be nearer to it. What is left is a set of items, of
// which the nearest one is taken, explored up to one execution, and replaced by what is left of it.
#include "explore/condpor/condpor_internal.h"

#include <queue>
#include <tuple>

namespace revisit {

namespace {

struct OpenItem {
  std::uint32_t distance = 0;
  std::uint64_t number = 0; // of equally near ones, the newest comes first
  PieceItem item;
  friend bool operator<(const OpenItem& a, const OpenItem& b) {
    return std::tuple(b.distance, a.number) < std::tuple(a.distance, b.number);
  }
};

// Beyond so many, items are explored as a whole instead of being divided: a goal that was not near by then may be in no
// execution, and exploring in place takes half of the time.
constexpr std::size_t mostOpen = 200000, mostDivided = 20000;

} // namespace

void ConDpor::exploreGuided() {
  beginGraphs();
  std::priority_queue<OpenItem> open;
  std::uint64_t number = 0;
  std::size_t divided = 0;
  open.push({0, number, PieceItem()});
  while (!open.empty() && !m_ledger.limitReached() && !stop()) {
    const PieceItem item = open.top().item;
    open.pop();
    const bool isDivided = open.size() < mostOpen && divided++ < mostDivided;
    Piece left;
    m_distances.clear();
    if (!exploreItem(item, [&] { return isDivided; }, left))
      return;
    // The first of them would be explored first.
    for (std::size_t i = left.size(); i-- > 0;)
      open.push({m_distances[i], ++number, std::move(left[i])});
  }
}

// How near the goal is once the alternative is taken, which is one of this branching, whose graph is the present one.
std::uint32_t ConDpor::distanceOf(const Branching& branching, const Alternative& alternative) {
  ThreadId thread = branching.thread;
  StateId state = m_graph.state(thread);
  const Label* label = m_state.program().next(state);
  if (!label)
    return m_guide->distance(m_graph, thread, state);
  const auto after = [&](StateId from, const Label& step, const Observation& seen) {
    return m_state.program().advance(from, observedBy(step, seen));
  };
  const StepSemantics& steps = m_state.steps();
  switch (alternative.kind) {
  case Kind::ReadFrom:
    state = after(
        state, *label,
        {steps.valueFrom(alternative.first, *label), alternative.way.taken, steps.lifeFrom(alternative.first, *label)});
    break;
  case Kind::Side:
    state = after(state, *label, {{}, alternative.way.taken});
    break;
  case Kind::Number:
    state = after(state, *label, {Value::concrete(alternative.way.number)});
    break;
  case Kind::Revisit: {
    const Event& read = m_graph.event(alternative.first);
    thread = read.thread;
    state = read.before;
    const bool isWhole = label->kind == LabelKind::Write && label->size == 0 && read.label->size == 0;
    if (isWhole && read.label->kind == LabelKind::Read)
      state = after(state, *read.label, {label->value, false, MemoryLife::Alive});
    break;
  }
  case Kind::RevisitAt:
    thread = branching.reader;
    state = m_graph.state(thread);
    break;
  case Kind::PlaceAfter:
  case Kind::Outcome:
  case Kind::Displace:
  case Kind::Turn:
    break;
  }
  return m_guide->distance(m_graph, thread, state);
}

} // namespace revisit
