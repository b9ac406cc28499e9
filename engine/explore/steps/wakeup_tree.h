// Which sequences of steps are still to be taken from one place of a search: the wakeup trees of optimal dynamic
// partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: "Source Sets: A Foundation for Optimal Dynamic Partial
// Order Reduction", JACM 64(4), 2017, section 6). A sequence stands for all that differ from it only in the order of
// steps that do not conflict. Plain data.
#pragma once

#include "explore/steps/footprint.h"

#include <cstdint>
#include <vector>

namespace revisit {

// A step to be taken, in one of its ways: that in which this is decided (sides of conditions, numbers, outcomes of
// operations).
struct PlannedStep {
  ThreadId thread;
  std::vector<std::uint64_t> decisions;
  Footprint footprint;
};

// Steps that need not be taken: whatever begins with one was explored, until a conflicting step is taken. Each is one way
// of a thread's next step.
class Sleepers {
public:
  // These ways of a thread's next step were taken, or are asleep already; there are `all` in all.
  void add(const std::vector<PlannedStep>& ways, std::size_t all);
  // Those that a step does not wake.
  Sleepers behind(ThreadId taken, const Footprint& footprint) const;
  bool contains(ThreadId thread, const std::vector<std::uint64_t>& decisions) const;
  // Whether some thread sleeps in all its ways: then what comes next need not be explored, but for what wakes it.
  bool coverAll() const;
  // Whether what begins with one of them contains the sequence: one of them is a first step of it, or all ways of a
  // thread's step conflict with none of its steps (a weak initial, ibid., definition 4.3).
  bool cover(const std::vector<PlannedStep>& sequence) const;
  // Whether one of them is a first step of the sequence, but not its last: then it is covered, whatever the last does.
  bool begin(const std::vector<PlannedStep>& sequence) const;

private:
  struct Sleeper {
    PlannedStep step;
    std::size_t ways = 1; // of the thread's step, in all
  };
  bool isWhole(ThreadId thread) const;

  std::vector<Sleeper> m_sleepers;
};

class WakeupTree {
public:
  struct Node {
    PlannedStep step;
    std::vector<Node> children; // in the order in which they are to be taken
  };

  bool empty() const { return m_nodes.empty(); }
  // The thread of the first step to be taken. Requires that there is one.
  ThreadId next() const { return m_nodes.front().step.thread; }
  // Adds the sequence, unless a leaf stands for it already.
  void insert(std::vector<PlannedStep> sequence) { insert(m_nodes, std::move(sequence)); }
  // Takes out everything that begins with a step of the thread.
  std::vector<Node> takeOut(ThreadId thread);
  // What is to be taken behind a step that was taken in this way, of what was taken out.
  static WakeupTree behind(const std::vector<Node>& out, const std::vector<std::uint64_t>& decisions);

private:
  static void insert(std::vector<Node>& nodes, std::vector<PlannedStep> sequence);

  std::vector<Node> m_nodes;
};

} // namespace revisit
