// Executes one step of a thread on the newest writes: its next scheduled event, or its next atomic section as a whole,
// and the events that threads then decide alone. Where something is decided (the side of a condition, a number, the
// outcome of an operation) the step has several ways, which are taken one after the other. Thread rule: belongs to one
// worker, like its visit.
#pragma once

#include "explore/sections/footprint.h"
#include "explore/visit.h"

#include <optional>
#include <span>

namespace revisit {

class StepRun {
public:
  enum class End : std::uint8_t {
    Done,       // the graph contains the step
    Stuck,      // the section cannot complete here; the part that it could do is in the graph
    Infeasible, // the prescribed decision, or every decision, contradicts the path condition
    Failed      // the visit failed or is to restart
  };
  // Called for each event added to the graph.
  using Added = std::function<void(ThreadId, EventId)>;

  // With an invalid thread: only the events that threads decide alone. Otherwise requires that the thread's next event
  // is enabled.
  StepRun(Visit& visit, ThreadId thread, const Added& added) : m_visit(visit), m_thread(thread), m_added(added) {}

  // Takes the first way, or the way with the prescribed decisions as far as they go.
  End begin(std::span<const std::uint64_t> prescribed = {});
  // Undoes the last decision that has another alternative, and continues from there. Nothing: that was the last way,
  // and the graph is as it was before the step.
  std::optional<End> nextWay();
  // After Stuck: whether the section waits for another thread. Otherwise an assume inside it does not hold.
  bool waits() const;
  // After Stuck: adds the event that ends the thread inside its section, if there is one. False: the visit failed or
  // must restart.
  bool addEnding();

  ThreadId thread() const { return m_thread; }
  std::vector<std::uint64_t> decisions() const;
  // The footprint of this way; after Stuck including the event at which the thread is blocked.
  Footprint footprint();
  std::size_t firstEvent() const { return m_begin; } // its number in the thread
  bool isSection() const { return m_events > 1; }

private:
  struct Decision {
    Visit::Mark mark; // before the event
    ThreadId thread;
    unsigned events = 0; // of the step before it
    std::uint64_t taken = 0;
    std::optional<std::uint64_t> next; // the next one to try
  };

  End goOn();
  End addNext(ThreadId thread, const Label& label);
  // Fills in the first possible decision from `from` on. False: there is none.
  bool decide(ThreadId thread, const Label& label, std::uint64_t from, Decision& decision);
  bool decideSide(ExprId condition, std::uint64_t from, bool onlyTrue, Decision& decision);
  StepChoice choiceOf(const Label& label, std::uint64_t decided);
  const Label* standsBefore(ThreadId thread) const;
  bool cannotGoOn(const Label& label);
  const Label* nextAlone(ThreadId& thread);

  Visit& m_visit;
  ThreadId m_thread;
  const Added& m_added;
  std::size_t m_begin = 0; // the number of the thread's first event in the step
  unsigned m_events = 0;   // the scheduled ones of the step
  std::vector<Decision> m_decisions;
  std::span<const std::uint64_t> m_prescribed;
};

} // namespace revisit
