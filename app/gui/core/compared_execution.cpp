#include "compared_execution.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace revisit::gui {
namespace {

// An end of the first difference: an edge that leads to the event on this side and has no counterpart on the other.
struct DifferingEdge {
  Relation relation = Relation::ReadsFrom;
  EventNumber from = 0, to = 0;
};

std::optional<DifferingEdge> edgeOf(const Difference& difference, Side side) {
  const std::optional<EventNumber> event = side == Side::A ? difference.a : difference.b;
  const std::optional<EventNumber> other = side == Side::A ? difference.otherA : difference.otherB;
  if (!event || !other)
    return std::nullopt;
  switch (difference.kind) {
  case DifferenceKind::ReadsFrom:
    return DifferingEdge{Relation::ReadsFrom, *other, *event};
  case DifferenceKind::Chain:
    return DifferingEdge{Relation::ObjectChain, *other, *event};
  case DifferenceKind::Coherence:
    return side == Side::A ? DifferingEdge{Relation::Coherence, *other, *event}
                           : DifferingEdge{Relation::Coherence, *event, *other};
  case DifferenceKind::Decision:
  case DifferenceKind::Step:
    break;
  }
  return std::nullopt;
}

std::string countedEvents(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "event" : "events");
}

std::string valueOf(const std::optional<InputValue>& input, const Execution& execution) {
  if (!execution.isWitness())
    return "not known: it was not found again yet";
  return input ? valueText(*input) : "not asked for";
}

} // namespace

ComparedExecution::ComparedExecution(ExecutionPointer a, ExecutionPointer b)
    : m_originals{std::move(a), std::move(b)}, m_comparison(compare(timeline(Side::A), timeline(Side::B))) {
  collectLines();
  collectDifferences();
  for (const Side side : bothSides) {
    GraphMarks marks = marksOf(side);
    findEdge(side, marks);
    const Execution& execution = *original(side);
    m_marked[indexOf(side)] =
        std::make_shared<const Execution>(execution.path(), execution.timeline(), execution.origin(), std::move(marks));
  }
}

void ComparedExecution::collectLines() {
  for (const Side side : bothSides)
    m_lineOf[indexOf(side)].resize(timeline(side).size());
  for (std::size_t thread = 0; thread < m_comparison.threads.size(); thread++)
    for (const ComparedRow& row : m_comparison.threads[thread].rows) {
      const std::size_t line = m_lines.size();
      m_lines.push_back({thread, {row.a, row.b}, row.isCommon});
      for (const Side side : bothSides)
        if (const auto event = m_lines.back().events[indexOf(side)])
          m_lineOf[indexOf(side)][*event - 1] = line;
    }
}

std::optional<std::size_t> ComparedExecution::lineOfFirst() const {
  const std::optional<Difference>& first = m_comparison.first;
  if (!first)
    return std::nullopt;
  return first->a ? lineOf(Side::A, *first->a) : lineOf(Side::B, *first->b);
}

void ComparedExecution::collectDifferences() {
  const std::optional<std::size_t> first = lineOfFirst();
  std::vector<std::size_t> others; // the common lines of a thread come first
  for (std::size_t line = 0; line < m_lines.size(); line++) {
    const bool isParting = !m_lines[line].isCommon && (line == 0 || m_lines[line - 1].isCommon ||
                                                       m_lines[line - 1].thread != m_lines[line].thread);
    if (isParting && line != first)
      others.push_back(line);
  }
  std::ranges::stable_sort(others, {}, [&](std::size_t line) { // lines that A does not have come last
    const ComparedLine& compared = m_lines[line];
    return compared.events[0] ? *compared.events[0] : timeline(Side::A).size() + *compared.events[1];
  });
  if (first)
    m_differences.push_back(*first);
  m_differences.insert(m_differences.end(), others.begin(), others.end());
}

std::size_t ComparedExecution::lineOf(Side side, EventNumber event) const {
  return m_lineOf[indexOf(side)][event - 1];
}

std::optional<EventNumber> ComparedExecution::counterpart(Side side, EventNumber event) const {
  return m_lines[lineOf(side, event)].events[indexOf(otherOf(side))];
}

GraphMarks ComparedExecution::marksOf(Side side) const {
  const EventGraph& graph = original(side)->graph();
  GraphMarks marks;
  marks.nodes.assign(graph.size(), NodeMark::None);
  for (NodeIndex node = 0; node < graph.size(); node++) {
    if (const Wait* wait = graph.waitOf(node)) {
      marks.nodes[node] = isCommonWait(side, *wait) ? NodeMark::Common : NodeMark::Differs;
      continue;
    }
    const ComparedLine& line = m_lines[lineOf(side, *graph.eventOf(node))];
    if (line.isCommon)
      marks.nodes[node] = NodeMark::Common;
    else if (!line.events[indexOf(otherOf(side))])
      marks.nodes[node] = NodeMark::Differs;
  }
  for (const std::size_t line : m_differences)
    if (const auto event = m_lines[line].events[indexOf(side)])
      marks.nodes[gui::nodeOf(*event)] = NodeMark::Differs;
  marks.focus = focusOf(side);
  return marks;
}

// Whether the thread waits for the same in both executions, and everything that it did before is common.
bool ComparedExecution::isCommonWait(Side side, const Wait& wait) const {
  const Side other = otherOf(side);
  for (std::size_t thread = 0; thread < m_comparison.threads.size(); thread++) {
    const ComparedThread& compared = m_comparison.threads[thread];
    const std::optional<unsigned> here = side == Side::A ? compared.a : compared.b;
    const std::optional<unsigned> there = side == Side::A ? compared.b : compared.a;
    if (here != wait.thread)
      continue;
    const std::vector<WitnessWaiting>& waiting = original(other)->witness().error.waiting;
    return std::ranges::all_of(compared.rows, &ComparedRow::isCommon) &&
           std::ranges::any_of(
               waiting, [&](const WitnessWaiting& twin) { return there == twin.thread && twin.what == wait.what; });
  }
  return false;
}

// The event of the first difference; if the thread does nothing more, its last event.
std::optional<NodeIndex> ComparedExecution::focusOf(Side side) const {
  if (m_differences.empty())
    return std::nullopt;
  const ComparedLine& line = m_lines[m_differences.front()];
  if (const auto event = line.events[indexOf(side)])
    return gui::nodeOf(*event);
  const ComparedThread& compared = m_comparison.threads[line.thread];
  const std::optional<unsigned> thread = side == Side::A ? compared.a : compared.b;
  if (!thread || timeline(side).eventsOf(*thread).empty())
    return std::nullopt;
  return gui::nodeOf(timeline(side).eventsOf(*thread).back());
}

// The graph has coherence edges between neighbours only; for other pairs a separate arrow is drawn.
void ComparedExecution::findEdge(Side side, GraphMarks& marks) {
  const auto wanted = m_comparison.first ? edgeOf(*m_comparison.first, side) : std::nullopt;
  if (!wanted)
    return;
  const EventEdge edge{wanted->relation, gui::nodeOf(wanted->from), gui::nodeOf(wanted->to)};
  const std::vector<EventEdge>& edges = original(side)->graph().edges();
  if (const auto found = std::ranges::find(edges, edge); found != edges.end())
    m_edges[indexOf(side)] = static_cast<std::size_t>(found - edges.begin());
  else
    marks.arrows.push_back({edge.from, edge.to, labelOf(edge.relation), false});
}

std::string ComparedExecution::summary() const {
  const std::string common =
      fmt::format("{} {} common to both.", countedEvents(m_comparison.common), m_comparison.common == 1 ? "is" : "are");
  if (!m_comparison.first)
    return common + " They are the same execution.";
  return fmt::format("{} The first difference: {}.", common,
                     differenceText(timeline(Side::A), timeline(Side::B), *m_comparison.first));
}

std::vector<std::string> ComparedExecution::inputTexts() const {
  std::vector<std::string> texts;
  for (const ComparedInput& input : m_comparison.inputs)
    texts.push_back(fmt::format("Input {}: in A {}, in B {}.", input.a ? input.a->name : input.b->name,
                                valueOf(input.a, *original(Side::A)), valueOf(input.b, *original(Side::B))));
  return texts;
}

std::string ComparedExecution::warning() const {
  // Graphs of an exploration do not contain the program's build.
  const auto isKnown = [&](Side side) { return !original(side)->witness().program.buildId.empty(); };
  return !m_comparison.sameBuild && isKnown(Side::A) && isKnown(Side::B)
             ? "The programs are not the same build: events may correspond by chance."
             : "";
}

std::string sideTitle(Side side, const Execution& execution) {
  return fmt::format("{}: {}, {}, {}", side == Side::A ? "A" : "B",
                     std::filesystem::path(execution.path()).filename().string(), endingText(execution.witness()),
                     countedEvents(execution.timeline().size()));
}

} // namespace revisit::gui
