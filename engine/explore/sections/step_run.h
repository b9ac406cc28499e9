// Executes one step of a thread on the newest writes: its next scheduled event, or its next atomic section as a whole,
// and the events that threads then decide alone. Where its events leave a choice (the side of a condition, a number,
// the outcome of an operation) the step has several variants, which are taken one after the other. A variant is given
// by its ways. Thread rule: belongs to one worker.
#pragma once

#include "explore/graph_step.h"
#include "explore/sections/footprint.h"

#include <optional>
#include <span>

namespace revisit {

class StepRun {
public:
  enum class End : std::uint8_t {
    Done,       // the graph contains the step
    Stuck,      // the section cannot complete here; the part that it could do is in the graph
    Infeasible, // the prescribed way, or every way, contradicts the path condition
    Failed      // a failure, or the exploration is to restart
  };
  // Called for each event added to the graph.
  using Added = std::function<void(ThreadId, EventId)>;

  // With an invalid thread: only the events that threads decide alone. Otherwise requires that the thread's next event
  // is enabled.
  StepRun(ExplorationState& state, ThreadId thread, const Added& added)
      : m_state(state), m_thread(thread), m_added(added) {}

  // Takes the first variant, or the variant with the prescribed ways as far as they go.
  End begin(std::span<const Way> prescribed = {});
  // Goes back to the last branching that has an alternative left, and continues from there. Nothing: that was the last
  // variant, and the graph is as it was before the step.
  std::optional<End> nextVariant();
  // After Stuck: whether the section waits for another thread. Otherwise an assume inside it does not hold.
  bool waits() const;
  // After Stuck: adds the event that ends the thread inside its section, if there is one. False: a failure, or the
  // exploration must restart.
  bool addEnding();

  ThreadId thread() const { return m_thread; }
  // Of this variant, by branching.
  std::vector<Way> ways() const;
  // The footprint of this variant; after Stuck including the event at which the thread is blocked.
  Footprint footprint();
  std::size_t firstEvent() const { return m_begin; } // its number in the thread
  bool isSection() const { return m_events > 1; }

private:
  struct Branching {
    ExplorationState::Mark mark; // before the event
    ThreadId thread;
    unsigned events = 0; // of the step before it
    Way way;
    std::optional<Way> next; // the next one to try
  };

  End goOn();
  End addNext(ThreadId thread, const Label& label);
  End add(ThreadId thread, const Label& label, const Way& way);
  // Sets the branching's way to the first possible one that is not before `from`, and `next` to the one to try after
  // it. False: no way is possible.
  bool choose(const Label& label, const Way& from, Branching& branching);
  const Label* standsBefore(ThreadId thread) const;
  bool cannotGoOn(const Label& label);
  const Label* nextAlone(ThreadId& thread);

  ExplorationState& m_state;
  ThreadId m_thread;
  const Added& m_added;
  std::size_t m_begin = 0; // the number of the thread's first event in the step
  unsigned m_events = 0;   // the scheduled ones of the step
  std::vector<Branching> m_branchings;
  std::span<const Way> m_prescribed;
};

} // namespace revisit
