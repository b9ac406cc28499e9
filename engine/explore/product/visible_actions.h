// Visible actions: what a step of a thread touches, and which of them depend on each other (section 2 of the paper).
// Two actions of different threads are dependent if they touch the same location or object and one of them is not a
// read. Sets of actions are stored once. Thread rule: belongs to one worker.
#pragma once

#include "base/interner.h"
#include "base/recent_results.h"
#include "explore/product/product_state.h"

#include <vector>

namespace revisit {

using ActionId = Id<struct VisibleActionTag>; // invalid: an invisible action, which depends on none

class VisibleActions {
public:
  using Set = std::uint32_t; // the name of a set; 0: empty
  enum class Touches : std::uint8_t { Location, Object, Everything };
  struct Action {
    ThreadId thread;
    Touches touches;
    bool changes;
    std::uint32_t what; // the location or object
    friend bool operator==(const Action&, const Action&) = default;
  };

  // The action of a thread that takes this step. O(1) expected.
  ActionId of(ThreadId thread, const Label& step);
  // An action of the thread that depends on all actions of others: an atomic section.
  ActionId ofSection(ThreadId thread);
  bool dependent(ActionId one, ActionId other) const;
  ThreadId thread(ActionId action) const { return m_actions[action].thread; }
  const Action& operator[](ActionId action) const { return m_actions[action]; }

  // O(1) for sets asked for lately; otherwise O(actions / 64) and a search among the sets.
  Set with(Set set, ActionId action);
  Set united(Set one, Set other);
  // The threads with an action in the set that depends on this one. O(1) for a question asked lately; otherwise
  // O(actions).
  ThreadBits dependents(Set set, ActionId action);
  // One of the thread's actions in the set that depend on this one; invalid: there is none. O(actions).
  ActionId dependentOf(ThreadId thread, Set set, ActionId action) const;

  void clear();
  std::size_t bytes() const;

private:
  using Bits = std::vector<std::uint64_t>; // by action; the last word is not 0
  using SetId = Id<struct ActionSetTag>;

  struct ActionHash {
    std::uint64_t operator()(const Action& one) const {
      return mixed(std::uint64_t{one.what} | static_cast<std::uint64_t>(one.touches) << 32 |
                   std::uint64_t{one.changes} << 40 | std::uint64_t{one.thread.value()} << 48);
    }
  };
  Set named(Bits bits) { return m_sets.of(std::move(bits)).value(); }

  HashedInterner<ActionId, Action, ActionHash> m_actions;
  Interner<SetId, Bits> m_sets;
  RecentResults<Set> m_united, m_with;
  RecentResults<ThreadBits> m_dependents;
};

} // namespace revisit
