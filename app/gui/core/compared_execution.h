// Two executions, A and B, prepared for drawing side by side: each with marks for common events and for differences.
// Created once (on any thread), then read-only and shared. Knows no Qt.
#pragma once

#include "execution.h"
#include "query/compare/compare.h"

#include <array>

namespace revisit::gui {

enum class Side : std::uint8_t { A, B };

inline constexpr std::array<Side, 2> bothSides = {Side::A, Side::B};

constexpr std::size_t indexOf(Side side) {
  return static_cast<std::size_t>(side);
}
constexpr Side otherOf(Side side) {
  return side == Side::A ? Side::B : Side::A;
}

// The events of a thread at one place of its program order.
struct ComparedLine {
  std::size_t thread = 0;                           // index into Comparison::threads
  std::array<std::optional<EventNumber>, 2> events; // by side; one may be missing
  bool isCommon = false;
  friend bool operator==(const ComparedLine&, const ComparedLine&) = default;
};

class ComparedExecution {
public:
  // Requires both. O(compare + size of both).
  ComparedExecution(ExecutionPointer a, ExecutionPointer b);

  const Comparison& comparison() const { return m_comparison; }
  const ExecutionPointer& original(Side side) const { return m_originals[indexOf(side)]; }
  // The execution with marks: Common; Differs for the first differing event of a thread and for events that the other
  // side does not have. Its focus is the first difference.
  const ExecutionPointer& marked(Side side) const { return m_marked[indexOf(side)]; }

  // Thread by thread, in program order.
  const std::vector<ComparedLine>& lines() const { return m_lines; }
  // O(log n).
  std::size_t lineOf(Side side, EventNumber event) const;
  // The event at the same place of the corresponding thread on the other side; nothing when there is none.
  std::optional<EventNumber> counterpart(Side side, EventNumber event) const;
  // Indices into lines(): the first difference, then the first difference of each other thread, in A's schedule order.
  const std::vector<std::size_t>& differences() const { return m_differences; }
  // The edge that is the first difference, as an index into the edges of that side's graph: what its event reads from,
  // or the operation or write before it. Nothing when no edge shows it.
  std::optional<std::size_t> differingEdge(Side side) const { return m_edges[indexOf(side)]; }

  // "12 events are common to both. The first difference: in A, ...": the difference in a sentence or two.
  std::string summary() const;
  // "Input reading: in A 86, in B 20." for each input that differs. A graph of an exploration does not contain its
  // inputs.
  std::vector<std::string> inputTexts() const;
  // Why the comparison may be misleading; empty when it is not.
  std::string warning() const;

private:
  const Timeline& timeline(Side side) const { return original(side)->timeline(); }
  void collectLines();
  void collectDifferences();
  std::optional<std::size_t> lineOfFirst() const;
  GraphMarks marksOf(Side side) const;
  bool isCommonWait(Side side, const Wait& wait) const;
  std::optional<NodeIndex> focusOf(Side side) const;
  void findEdge(Side side, GraphMarks& marks);

  std::array<ExecutionPointer, 2> m_originals, m_marked;
  Comparison m_comparison;
  std::vector<ComparedLine> m_lines;
  std::array<std::vector<std::size_t>, 2> m_lineOf; // by side and number - 1
  std::vector<std::size_t> m_differences;
  std::array<std::optional<std::size_t>, 2> m_edges;
};

using ComparedPointer = std::shared_ptr<const ComparedExecution>;

// The title above a side: "A: sensor.revisit, erroneous: assertion ..., 17 events".
std::string sideTitle(Side side, const Execution& execution);

} // namespace revisit::gui
