#include "log/steps/step_marks.h"

#include "log/step_text.h"
#include "log/steps/step_cursor.h"

#include <algorithm>

namespace revisit {
namespace {

bool isDisplacement(ActionKind kind) {
  return kind == ActionKind::Displaced || kind == ActionKind::DisplaceRefused;
}

// The text of an alternative's arrow after "could" or "cannot".
struct AlternativeArrow {
  const char* verb; // null: the alternative refers to no other event
  bool isFromOther; // from the other event to the step's event
};

AlternativeArrow arrowOf(AlternativeKind kind) {
  switch (kind) {
  case AlternativeKind::ReadFrom:
    return {"read", true};
  case AlternativeKind::PlaceAfter:
  case AlternativeKind::RevisitAt:
    return {"follow", true};
  case AlternativeKind::Revisit:
    return {"revisit", false};
  case AlternativeKind::Displace:
    return {"displace", false};
  case AlternativeKind::Side:
  case AlternativeKind::Number:
  case AlternativeKind::Outcome:
  case AlternativeKind::Turn:
    return {nullptr, false};
  }
  return {nullptr, false};
}

class Marker {
public:
  Marker(const Step& step, const Timeline& timeline, bool isNext) : m_step(step), m_timeline(timeline) {
    m_marks.nodes.assign(timeline.size(), NodeMark::None);
    if (isNext)
      m_next = timeline.size() - 1;
  }

  // Only the event in question and a cycle.
  GraphMarks makeCycle(const RefusedCycle& cycle) {
    addCycle(cycle);
    markEvent();
    return std::move(m_marks);
  }

  GraphMarks makeDone() {
    markEvent();
    m_marks.nodes[*m_marks.focus] = NodeMark::Added;
    if (m_step.kind == ActionKind::Revisited) {
      mark(m_step.other, NodeMark::Revisited);
      addArrow(m_step.event, m_step.other, "it reads this now", false);
    }
    return std::move(m_marks);
  }

  GraphMarks make() {
    if (isRevisit(m_step.kind))
      markDeletion();
    markEvent();
    if (m_step.kind == ActionKind::Chose || m_step.kind == ActionKind::SkippedChoice)
      addChoice();
    addCandidates();
    mark(m_step.culprit, NodeMark::Culprit);
    addCycle(m_step.cycle);
    const bool hasMarks = std::ranges::any_of(m_marks.nodes, [](NodeMark mark) { return mark != NodeMark::None; });
    return hasMarks ? std::move(m_marks) : GraphMarks();
  }

private:
  std::optional<NodeIndex> nodeAt(const std::optional<LogEvent>& event) const {
    if (!event || event->presence == LogEvent::Presence::Initial)
      return std::nullopt;
    const std::optional<EventNumber> number = m_timeline.numberOf(event->self.thread, event->self.index);
    return number ? std::optional(nodeOf(*number)) : std::nullopt;
  }

  void mark(const std::optional<LogEvent>& event, NodeMark mark) {
    if (const auto node = nodeAt(event))
      m_marks.nodes[*node] = mark;
  }

  void markEvent() {
    const std::optional<NodeIndex> event = m_next ? m_next : nodeAt(m_step.event);
    if (!event)
      return;
    const bool isAdded = m_step.kind == ActionKind::Added || m_step.kind == ActionKind::Chose;
    m_marks.nodes[*event] = m_next ? NodeMark::Next : isAdded ? NodeMark::Added : NodeMark::Candidate;
    m_marks.focus = event;
  }

  void markDeletion() {
    for (const LogEvent& event : m_step.deleted)
      mark(event, NodeMark::Deleted);
    mark(m_step.other, NodeMark::Revisited);
    mark(m_step.source, NodeMark::Candidate);
    const bool isRefused = m_step.refusal != Refusal::None;
    const std::string what = isDisplacement(m_step.kind) ? "displaces" : "revisits";
    const std::string why = "refused: " + ruleName(m_step.refusal);
    addArrow(m_step.event, m_step.other, isRefused ? why : what, isRefused);
    addArrow(m_step.source, m_step.event, "it reads this", false);
  }

  void addChoice() {
    const AlternativeArrow arrow = arrowOf(m_step.alternative);
    if (!arrow.verb)
      return;
    mark(m_step.other, NodeMark::Candidate);
    const bool isRefused = m_step.refusal != Refusal::None;
    const std::string text = isRefused ? "cannot " + std::string(arrow.verb) + ": " + ruleName(m_step.refusal)
                             : m_step.alternative == AlternativeKind::ReadFrom ? "chosen to read"
                                                                               : "chosen to follow";
    addArrow(m_step.other, m_step.event, text, isRefused);
  }

  void addCandidates() {
    for (const bool isRefused : {false, true})
      for (const StepCandidate& candidate : m_step.candidates)
        if ((candidate.refusal != Refusal::None) == isRefused)
          addCandidate(candidate);
  }

  void addCandidate(const StepCandidate& candidate) {
    const AlternativeArrow arrow = arrowOf(candidate.kind);
    const std::optional<NodeIndex> other = nodeAt(candidate.other);
    if (!arrow.verb || !other)
      return;
    const bool isRefused = candidate.refusal != Refusal::None;
    if (!isRefused && m_marks.nodes[*other] == NodeMark::None)
      m_marks.nodes[*other] = NodeMark::Candidate;
    const std::string text = isRefused ? "cannot " + std::string(arrow.verb) + ": " + ruleName(candidate.refusal)
                                       : "could " + std::string(arrow.verb);
    if (arrow.isFromOther)
      addArrow(candidate.other, m_step.event, text, isRefused);
    else
      addArrow(m_step.event, candidate.other, text, isRefused);
  }

  void addCycle(const RefusedCycle& cycle) {
    const auto nodeOfRef = [&](const WitnessEventRef& event) -> std::optional<NodeIndex> {
      const std::optional<EventNumber> number = m_timeline.numberOf(event.thread, event.index);
      return number ? std::optional(nodeOf(*number)) : std::nullopt;
    };
    for (const RefusedCycle::Edge& edge : cycle.edges) {
      const auto from = nodeOfRef(edge.from), to = nodeOfRef(edge.to);
      if (!from || !to)
        continue;
      if (m_marks.nodes[*to] == NodeMark::None)
        m_marks.nodes[*to] = NodeMark::Cycle;
      m_marks.arrows.push_back({*from, *to, std::string(nameOf(edge.relation)), true});
    }
  }

  void addArrow(const std::optional<LogEvent>& from, const std::optional<LogEvent>& to, const std::string& text,
                bool isRefused) {
    const std::optional<NodeIndex> begin = nodeAt(from), end = nodeAt(to);
    if (!begin || !end || begin == end || m_marks.arrows.size() == maxArrows)
      return;
    const MarkedArrow arrow{*begin, *end, text, isRefused};
    if (std::ranges::find(m_marks.arrows, arrow) == m_marks.arrows.end())
      m_marks.arrows.push_back(arrow);
  }

  const Step& m_step;
  const Timeline& m_timeline;
  std::optional<NodeIndex> m_next;
  GraphMarks m_marks;
};

// By number - 1, from 0.
std::vector<std::size_t> foldedRowsOf(const Timeline& timeline, const Folding& folding) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; rows.size() < timeline.size();) {
    rows.push_back(row);
    const Fold* const fold = folding.of(rows.size());
    row += !fold || fold->last() == rows.size();
  }
  return rows;
}

} // namespace

GraphMarks marksOf(const Step& step, const Timeline& timeline, bool isNext) {
  return Marker(step, timeline, isNext).make();
}

bool isDone(ActionKind kind) {
  return kind == ActionKind::Revisited || kind == ActionKind::Displaced;
}

GraphMarks doneMarksOf(const Step& step, const Timeline& after) {
  return Marker(step, after, false).makeDone();
}

std::vector<std::size_t> gapsOf(const Step& step, const Timeline& before, const Folding& foldedBefore,
                                const Timeline& after, const Folding& foldedAfter) {
  const std::vector<std::size_t> rows = foldedRowsOf(before, foldedBefore);
  std::vector<std::optional<std::size_t>> wanted; // the row before, by event of `after`
  for (EventNumber number = 1; number <= after.size(); number++) {
    const WitnessEvent& event = after.event(number);
    const WitnessEventRef self{event.thread, event.index};
    const bool isDeleted =
        std::ranges::any_of(step.deleted, [&](const LogEvent& deleted) { return deleted.self == self; });
    const auto earlier = isDeleted ? std::nullopt : before.numberOf(event.thread, event.index);
    wanted.push_back(earlier ? std::optional(rows[*earlier - 1]) : std::nullopt);
  }
  // The event that was added keeps its row below all that stays, where it is below all of that.
  const NodeIndex added = nodeOf(*after.numberOf(step.event->self.thread, step.event->self.index));
  if (std::any_of(wanted.begin() + static_cast<std::ptrdiff_t>(added) + 1, wanted.end(),
                  [](const auto& row) { return row.has_value(); }))
    wanted[added].reset();
  std::vector<std::size_t> gaps(wanted.size(), 0);
  std::size_t row = 0;
  for (NodeIndex node = 0; node < wanted.size(); node++) {
    const Fold* const fold = foldedAfter.of(node + 1);
    if (fold && fold->first != node + 1)
      continue;
    if (wanted[node] && *wanted[node] > row)
      gaps[node] = *wanted[node] - row;
    row += gaps[node] + 1;
  }
  return gaps;
}

GraphMarks cycleMarksOf(const Step& step, const RefusedCycle& cycle, const Timeline& timeline, bool isNext) {
  return Marker(step, timeline, isNext).makeCycle(cycle);
}

std::string ruleName(Refusal refusal) {
  std::string name(nameOf(refusal));
  std::ranges::replace(name, '-', ' ');
  return name;
}

} // namespace revisit
