#include "compared_execution.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::gui {
namespace {

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
  collectParted();
  for (const Side side : bothSides) {
    m_foldings[indexOf(side)] = original(side)->folding();
    m_foldings[indexOf(side)].open([&](const Fold& fold) {
      return std::ranges::any_of(m_differences, [&](std::size_t line) {
        const auto event = m_lines[line].events[indexOf(side)];
        return event && *event >= fold.first && *event <= fold.last();
      });
    });
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

// Whether what comes directly before the event is shown on its side only.
bool ComparedExecution::followsParted(Side side, EventNumber event) const {
  const Timeline& of = timeline(side);
  for (const auto& before : {of.previousOfThread(event), of.readsFrom(event), of.chainPrevious(event)})
    if (before && m_isParted[lineOf(side, *before)])
      return true;
  return false;
}

// The causes of common events are common, except where two common writes stand in another order.
void ComparedExecution::collectParted() {
  for (const ComparedLine& line : m_lines)
    m_isParted.push_back(!line.isCommon);
  const auto& first = m_comparison.first;
  if (!first || first->kind != DifferenceKind::Coherence)
    return;
  m_isParted[lineOf(Side::A, *first->a)] = m_isParted[lineOf(Side::A, *first->otherA)] = true;
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (const Side side : bothSides)
      for (EventNumber event = 1; event <= timeline(side).size(); event++)
        if (const std::size_t line = lineOf(side, event); !m_isParted[line] && followsParted(side, event))
          m_isParted[line] = isNew = true;
  }
}

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

std::optional<EventEdge> ComparedExecution::differingEdge(Side side) const {
  const std::optional<Difference>& first = m_comparison.first;
  const std::optional<EventNumber> event = !first ? std::nullopt : side == Side::A ? first->a : first->b;
  const std::optional<EventNumber> other = !first ? std::nullopt : side == Side::A ? first->otherA : first->otherB;
  if (!event || !other)
    return std::nullopt;
  const EventEdge towards{Relation::ReadsFrom, nodeOf(*other), nodeOf(*event)};
  switch (first->kind) {
  case DifferenceKind::ReadsFrom:
    return towards;
  case DifferenceKind::Chain:
    return EventEdge{Relation::ObjectChain, towards.from, towards.to};
  case DifferenceKind::Coherence: // the other way round in B
    return side == Side::A ? EventEdge{Relation::Coherence, towards.from, towards.to}
                           : EventEdge{Relation::Coherence, towards.to, towards.from};
  case DifferenceKind::Decision:
  case DifferenceKind::Step:
    break;
  }
  return std::nullopt;
}

std::string ComparedExecution::parting() const {
  if (!m_comparison.first)
    return "";
  const auto isOfLibrary = [&](const Difference& one) { return original(Side::A)->folding().of(*one.a); };
  const auto own = std::ranges::find_if_not(m_comparison.ofRelations, isOfLibrary);
  const Difference& shown = own != m_comparison.ofRelations.end() ? *own : *m_comparison.first;
  return partingText(timeline(Side::A), timeline(Side::B), shown);
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

} // namespace revisit::gui
