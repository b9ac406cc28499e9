// Executions that were reached from one another by moves, and the way back. Plain values; no thread of their own.
#pragma once

#include "witness/witness.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace revisit {

// An execution that is known: the one at the beginning, or one that was reached from another one.
struct KnownExecution {
  Witness witness;
  std::optional<std::size_t> from{}; // its index; nothing for the first one
  std::string taken{};               // what happens in it instead, in words
};

// In the order in which they became known. Branches are kept.
class Trail {
public:
  explicit Trail(Witness first) : m_executions{{.witness = std::move(first)}} {}

  const std::vector<KnownExecution>& executions() const { return m_executions; }
  std::size_t present() const { return m_present; }
  const Witness& witness() const { return m_executions[m_present].witness; }
  // The index of the execution; one that is known, by its id, is not added. `taken`: what happens in it instead of in
  // the present one. O(executions).
  std::size_t add(const Witness& witness, const std::string& taken) {
    return addUnless(witness, taken, [](const Witness&) { return true; });
  }
  // The same for an execution in which the order of the events matters, as at a moment at which a goal holds: it is
  // known if one with this order is. O(events of the executions with this id).
  std::size_t addInOrder(const Witness& witness, const std::string& taken) {
    return addUnless(witness, taken, [&](const Witness& known) {
      return std::ranges::equal(known.schedule, witness.schedule, [](const WitnessEvent& a, const WitnessEvent& b) {
        return a.thread == b.thread && a.index == b.index;
      });
    });
  }
  void setPresent(std::size_t execution) { m_present = execution; }

private:
  // The index of the execution; it is added unless one with its id `isSame`.
  template <class IsSame> std::size_t addUnless(const Witness& witness, const std::string& taken, IsSame&& isSame) {
    const auto known = std::ranges::find_if(m_executions, [&](const KnownExecution& one) {
      return one.witness.executionId == witness.executionId && isSame(one.witness);
    });
    const auto index = static_cast<std::size_t>(known - m_executions.begin());
    if (known == m_executions.end())
      m_executions.push_back({.witness = witness, .from = m_present, .taken = taken});
    return index;
  }

  std::vector<KnownExecution> m_executions;
  std::size_t m_present = 0;
};

// Where one has been: an execution, or a place in one.
template <class Moment> class History {
public:
  // A move begins there. What was undone is forgotten.
  void remember(const Moment& from) {
    m_past.push_back(from);
    m_future.clear();
  }
  // Where undo and redo lead; null: nowhere.
  const Moment* past() const { return m_past.empty() ? nullptr : &m_past.back(); }
  const Moment* future() const { return m_future.empty() ? nullptr : &m_future.back(); }
  // One has gone there, from this moment. Requires past(), or future().
  void undone(const Moment& from) {
    m_past.pop_back();
    m_future.push_back(from);
  }
  void redone(const Moment& from) {
    m_future.pop_back();
    m_past.push_back(from);
  }

private:
  std::vector<Moment> m_past, m_future;
};

} // namespace revisit
