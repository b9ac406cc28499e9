// The sequences of steps that are still to be taken from one place of a search: the wakeup trees of optimal dynamic
// partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: "Source Sets: A Foundation for Optimal Dynamic Partial
// Order Reduction", JACM 64(4), 2017, section 6). A sequence stands for all sequences that differ from it only in the
// order of steps that do not conflict. Plain data.
#pragma once

#include "explore/sections/footprint.h"
#include "explore/steps/way.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace revisit {

// A step to be taken, in the variant given by its ways, by branching.
struct PlannedStep {
  ThreadId thread;
  std::vector<Way> ways;
  Footprint footprint;
};
// Sequences that begin differently share their steps: a long execution has many races, each with a sequence of its own.
using SharedStep = std::shared_ptr<const PlannedStep>;
using Sequence = std::vector<SharedStep>;

// Sleep sets: steps that need not be taken. Whatever begins with such a step was explored, until a conflicting step is
// taken. Each is one variant of a thread's next step.
class Sleepers {
public:
  // These variants of a thread's next step were taken or are already asleep; the step has `all` variants.
  void add(const Sequence& variants, std::size_t all);
  // The sleepers that remain after this step, which wakes those that conflict with it.
  Sleepers behind(ThreadId taken, const Footprint& footprint) const;
  bool contains(ThreadId thread, const std::vector<Way>& ways) const;
  // Whether some thread sleeps in all its variants. Then only what wakes that thread needs to be explored.
  bool coverAll() const;
  // Whether an explored continuation contains the sequence: a sleeping step is a first step of it, or all variants of a
  // thread's step sleep and conflict with none of its steps (a weak initial, ibid., definition 4.3).
  bool cover(const Sequence& sequence) const;
  // Whether a sleeping step is a first step of the sequence but not its last. Then the sequence is covered, whatever
  // its last step does.
  bool begin(const Sequence& sequence) const;

private:
  struct Sleeper {
    SharedStep step;
    std::size_t variants = 1; // the number of variants of the thread's step
  };
  bool isWhole(ThreadId thread) const;

  std::vector<Sleeper> m_sleepers;
};

class WakeupTree {
public:
  struct Node {
    SharedStep step;
    std::vector<Node> children; // in the order in which they are to be taken
  };

  bool empty() const { return m_nodes.empty(); }
  // The thread of the first step to be taken. Requires that the tree is not empty.
  ThreadId next() const { return m_nodes.front().step->thread; }
  // Adds the sequence, unless a leaf already stands for it.
  void insert(Sequence sequence) { insert(m_nodes, std::move(sequence)); }
  // Removes everything that begins with a step of the thread.
  std::vector<Node> takeOut(ThreadId thread);
  // The tree that remains after a step was taken in this variant, given the nodes that takeOut removed.
  static WakeupTree behind(const std::vector<Node>& out, const std::vector<Way>& ways);

private:
  static void insert(std::vector<Node>& nodes, Sequence sequence);

  std::vector<Node> m_nodes;
};

} // namespace revisit
