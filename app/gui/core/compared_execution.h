// Two executions, A and B, prepared for being shown as one: what is common to both, and where they part. Created once
// (on any thread), then read-only and shared. Knows no Qt.
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
  // What stands in one row on that side. Where a thread parts, its event stands for itself.
  const Folding& folding(Side side) const { return m_foldings[indexOf(side)]; }

  // Thread by thread, in program order.
  const std::vector<ComparedLine>& lines() const { return m_lines; }
  // O(log n).
  std::size_t lineOf(Side side, EventNumber event) const;
  // The event at the same place of the corresponding thread on the other side; nothing when there is none.
  std::optional<EventNumber> counterpart(Side side, EventNumber event) const;
  // Indices into lines(): the first difference, then the first difference of each other thread, in A's schedule order.
  const std::vector<std::size_t>& differences() const { return m_differences; }
  // Whether the line is not shown once for both: it is not common, or comes after two common writes that stand in
  // another order in B.
  bool isParted(std::size_t line) const { return m_isParted[line]; }
  // Whether the thread waits for the same at the end of both, and everything that it did before is common.
  bool isCommonWait(Side side, const Wait& wait) const;
  // The edge that is the first difference on that side: what its event reads from, or the operation or write before it.
  // Nothing when no edge shows it.
  std::optional<EventEdge> differingEdge(Side side) const;

  // What B does where they part: "T0 signal c after T1 wait c"; where that is inside a library, where another
  // thread parts outside of one. Empty when they are the same execution.
  std::string parting() const;
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
  void collectParted();
  bool followsParted(Side side, EventNumber event) const;

  std::array<ExecutionPointer, 2> m_originals;
  std::array<Folding, 2> m_foldings; // by side
  Comparison m_comparison;
  std::vector<ComparedLine> m_lines;
  std::array<std::vector<std::size_t>, 2> m_lineOf; // by side and number - 1
  std::vector<std::size_t> m_differences;
  std::vector<bool> m_isParted; // by line
};

using ComparedPointer = std::shared_ptr<const ComparedExecution>;

} // namespace revisit::gui
