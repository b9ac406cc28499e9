// ConDpor towards a goal: the same executions, those first that may be nearer to it. What is left is a set of items, of
// which the nearest one is taken, explored up to one execution, and replaced by what is left of it.
#include "explore/condpor/condpor_internal.h"

#include <queue>
#include <tuple>

namespace revisit {

namespace {

struct OpenItem {
  GoalGuide::Estimate estimate;
  std::uint64_t number = 0; // of equally near ones, the newest comes first
  PieceItem item;
  friend bool operator<(const OpenItem& a, const OpenItem& b) {
    return std::tuple(b.estimate.distance, a.number) < std::tuple(a.estimate.distance, b.number);
  }
};

// What was news is not any more: an item counts as that much further away.
constexpr std::uint32_t noNews = 32;

// Beyond so many, items are explored as a whole instead of being divided: a goal that was not near by then may be in no
// execution, and exploring in place takes half of the time.
constexpr std::size_t mostOpen = 200000, mostDivided = 20000;

} // namespace

void ConDpor::exploreGuided() {
  beginGraphs();
  std::priority_queue<OpenItem> open;
  std::uint64_t number = 0;
  std::size_t divided = 0;
  open.push({{}, number, PieceItem()});
  while (!open.empty() && !m_ledger.limitReached() && !stop()) {
    OpenItem next = open.top();
    open.pop();
    if (next.estimate.news.valid() && !m_guide->isNews(next.estimate.news)) {
      next.estimate = {next.estimate.distance + noNews, {}};
      open.push(std::move(next));
      continue;
    }
    const bool isDivided = open.size() < mostOpen && divided++ < mostDivided;
    Piece left;
    m_estimates.clear();
    if (!exploreItem(next.item, [&] { return isDivided; }, left))
      return;
    // The first of them would be explored first.
    for (std::size_t i = left.size(); i-- > 0;)
      open.push({m_estimates[i], ++number, std::move(left[i])});
  }
}

// How near the goal is once the alternative is taken, which is one of this branching, whose graph is the present one.
GoalGuide::Estimate ConDpor::estimateOf(const Branching& branching, const Alternative& alternative) {
  const ThreadId thread = branching.thread;
  const StateId state = m_graph.state(thread);
  const Label* const label = m_state.program().next(state);
  if (!label)
    return {};
  GuidedStep step{.thread = thread, .label = label, .observer = thread};
  const StepSemantics& steps = m_state.steps();
  const auto advance = [&](StateId from, const Label& by, const Observation& seen) {
    return m_state.program().advance(from, observedBy(by, seen));
  };
  const auto goBackTo = [&](const Event& passed, EventId source) {
    computeKept(thread, *label, source);
    step.passed = alternative.first;
    step.clock = m_kept;
    step.stamp = passed.stamp;
  };
  switch (alternative.kind) {
  case Kind::ReadFrom:
    step.source = alternative.first;
    step.after =
        advance(state, *label,
                {steps.valueFrom(step.source, *label), alternative.way.taken, steps.lifeFrom(step.source, *label)});
    break;
  case Kind::Side:
    step.side = alternative.way.taken;
    step.after = advance(state, *label, {{}, alternative.way.taken});
    break;
  case Kind::Number:
    step.after = advance(state, *label, {Value::concrete(alternative.way.number)});
    break;
  case Kind::Revisit: {
    const Event& read = m_graph.event(alternative.first);
    goBackTo(read, alternative.second);
    step.observer = read.thread;
    const bool isWhole = label->kind == LabelKind::Write && label->size == 0 && read.label->size == 0 &&
                         read.label->kind == LabelKind::Read;
    step.after = isWhole ? advance(read.before, *read.label, {label->value, false, MemoryLife::Alive}) : read.before;
    break;
  }
  case Kind::RevisitAt:
    step.observer = branching.reader;
    step.after = m_graph.state(branching.reader);
    break;
  case Kind::Displace:
    goBackTo(m_graph.event(alternative.first), {});
    step.after = state;
    break;
  case Kind::PlaceAfter:
    step.source = alternative.first;
    step.after = state;
    break;
  case Kind::Outcome:
  case Kind::Turn:
    step.after = state;
    break;
  }
  return m_guide->estimate(m_graph, step);
}

} // namespace revisit
